use crate::{app::App, session::Session};
use board_art::glyph;
use i18n::Message;
use leptos::prelude::*;
use ui_model::Route;

/// The seal's character and the text of a result.
pub(crate) fn verdict(app: App, session: Session, winners: &[u8]) -> (char, String) {
    let mut seats = session.seats.get();
    if seats.is_empty() {
        // In a record the reader sees the own result.
        let is_own = app.route.with_untracked(|route| *route == Route::Record);
        let account = app.account.get();
        seats.extend(session.read(|game| game.readers_seat(account.as_deref(), is_own)));
    }
    let is_traditional = app.language().has_traditional_pieces();
    let (won, lost) = if is_traditional { ('勝', '負') } else { ('胜', '负') };
    match winners {
        [] => ('和', app.t(Message::Drawn).to_owned()),
        winners if seats.len() == 1 && winners.contains(&seats[0]) => {
            (won, app.t(Message::YouWon).to_owned())
        }
        _ if seats.len() == 1 => (lost, app.t(Message::YouLost).to_owned()),
        winners => {
            let names: Vec<String> =
                winners.iter().map(|&seat| session.side_words(app, seat)).collect();
            (won, app.t_with(Message::Won, &[&names.join("\u{a0}· ")]))
        }
    }
}

/// A seal in cinnabar red.
#[component]
pub(crate) fn Seal(character: char) -> impl IntoView {
    view! {
        <svg class="seal" viewBox="0 0 120 120" width="64" height="64" aria-hidden="true">
            <path class="seal-ground" d="M9 6Q60 2 111 7Q117 60 112 113Q60 117 8 112Q3 60 9 6Z"/>
            <path class="seal-frame" d="M15 14H105V106H15Z"/>
            <path class="seal-word" d=glyph::character_path(character) transform="translate(60 60) scale(.78) translate(-50 -50)"/>
        </svg>
    }
}
