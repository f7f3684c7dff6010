use crate::{app::App, lazy::NotFetched, session::Session};
use i18n::Message;
use leptos::{prelude::*, wasm_split::wasm_split};

/// Opens the replay of the game.
pub(super) fn open_replay(app: App, session: Session) {
    leptos::task::spawn_local(async move {
        if replay_game(app, session).await.is_err() {
            session.tell(Message::PartUnreachable);
        }
    });
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn replay_game(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(());
    }
    match session.replay() {
        Some(game) => {
            let plies = untrack(|| {
                session.read(|model| if model.is_over() { 0 } else { model.history.len() })
            });
            app.reopen_record(game, plies);
        }
        None => session.tell(Message::NotYetSaved),
    }
    Ok(())
}
