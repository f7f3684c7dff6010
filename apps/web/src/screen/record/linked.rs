//! A position or a game in an address, on the analysis board.

use super::{RecordPlayer, read};
use crate::{
    app::{App, FIRST_RECORD, OPEN_RECORD, SHOWN_PLY},
    browser,
};
use i18n::{Message, problem_words};
use leptos::prelude::*;
use std::sync::Arc;
use ui_model::{GameLink, LinkProblem, Variant};

/// The game of an address.
#[component]
pub(crate) fn LinkedGame(variant: Variant, link: GameLink) -> impl IntoView {
    let app = App::get();
    let seed = browser::random::<32>().unwrap_or_default();
    let (game, problem) = link.open(variant, seed);
    let trouble = problem.map(|problem| trouble(app, &problem)).unwrap_or_default();
    let Some(game) = game else {
        return view! { <super::RecordOpener/> }.into_any();
    };
    // Coming back to the same address shows what was tried there. A new deal has another start.
    let mark = format!("{variant} {link:?}");
    let is_same = browser::session_stored(FIRST_RECORD).is_some_and(|first| first == mark);
    let kept = is_same.then(|| browser::session_stored(OPEN_RECORD).and_then(|text| read(&text)));
    let (game, plies) = match kept.flatten() {
        Some(kept) => {
            let plies = browser::session_stored(SHOWN_PLY).and_then(|ply| ply.parse().ok());
            (kept, plies.unwrap_or(link.plies))
        }
        None => (Arc::new(game), link.plies),
    };
    browser::session_store(FIRST_RECORD, &mark);
    browser::session_store(OPEN_RECORD, &game.text());
    view! { <RecordPlayer game plies trouble/> }.into_any()
}

/// What is wrong with an address.
fn trouble(app: App, problem: &LinkProblem) -> String {
    match problem {
        LinkProblem::Position(reason) => {
            let reason = reason.as_ref().map(|it| problem_words(app.language(), it));
            [Some(app.t(Message::LinkUnread).to_owned()), reason]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" ")
        }
        LinkProblem::Move(number, text) => {
            app.t_with(Message::LinkMove, &[&number.to_string(), text])
        }
        LinkProblem::TooLong => app.t(Message::LinkCut).to_owned(),
    }
}
