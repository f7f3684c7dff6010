//! A position or a game in an address, on the analysis board.

use super::{RecordPlayer, read, study::StorageKeys};
use crate::{app::App, browser};
use i18n::{Message, problem_words};
use leptos::prelude::*;
use std::sync::Arc;
use ui_model::{GameLink, LinkProblem, Variant, with_notes};

/// Session storage key of the address whose game is stored. The record of the tab has other keys, so
/// that the analysis board does not replace its annotations.
const ADDRESS: &str = "chuhe.linked-address";

/// The game of an address.
#[component]
pub(crate) fn LinkedGame(variant: Variant, link: GameLink) -> impl IntoView {
    let app = App::get();
    let seed = browser::random::<32>().unwrap_or_default();
    let (game, problem) = link.open(variant, seed);
    let mut trouble = problem.map(|problem| trouble(app, &problem)).unwrap_or_default();
    let Some(mut game) = game else {
        return view! { <super::RecordOpener/> }.into_any();
    };
    // Comments and variations are in the fragment, which the server does not receive.
    let fragment = browser::window().location().hash().unwrap_or_default();
    match with_notes(&game, &fragment) {
        Some(noted) => game = noted,
        None if trouble.is_empty() => trouble = app.t(Message::LinkNotesUnread).to_owned(),
        None => {}
    }
    // Coming back to the same address shows what was tried there. A new deal has another start.
    let mark = format!("{variant} {link:?} {fragment}");
    let keys = StorageKeys::LINKED;
    let is_same = browser::session_stored(ADDRESS).is_some_and(|address| address == mark);
    let kept = is_same.then(|| browser::session_stored(keys.game).and_then(|text| read(&text)));
    let (game, plies) = match kept.flatten() {
        Some(kept) => {
            let plies = browser::session_stored(keys.ply).and_then(|ply| ply.parse().ok());
            (kept, plies.unwrap_or(link.plies))
        }
        None => (Arc::new(game), link.plies),
    };
    browser::session_store(ADDRESS, &mark);
    browser::session_store(keys.game, &game.text());
    view! { <RecordPlayer game plies trouble keys/> }.into_any()
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
