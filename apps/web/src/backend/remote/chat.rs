//! The chat of a table of the server.

use crate::{
    app::App,
    browser,
    chat_lines::{enter_chat, hear_line, return_line},
    session::Session,
};
use leptos::{
    prelude::*,
    wasm_split::{SplitLoaderError as NotFetched, wasm_split},
};
use protocol::FromChat;

/// Name of the tab's stored text by which tables recognise a guest's lines of chat.
const CHAT_GUEST: &str = "chuhe.chat-guest";

/// Random text by which a table recognises the lines of this tab, also after a reload.
pub(super) fn chat_guest() -> Option<String> {
    browser::session_stored(CHAT_GUEST).or_else(|| {
        let text = browser::random_hex::<16>().ok()?;
        browser::session_store(CHAT_GUEST, &text);
        Some(text)
    })
}

/// Shows a message of the chat.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(super) fn hear_chat(app: App, session: Session, text: String) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(());
    }
    match serde_json::from_str(&text) {
        Ok(FromChat::ChatRoom { lines, phrases_only }) => {
            enter_chat(app, session, lines, phrases_only);
        }
        Ok(FromChat::ChatLine(line)) => hear_line(line),
        Ok(FromChat::ChatRefused { code, values, message }) => {
            return_line(session);
            session.refused(app, &code, &values, &message);
        }
        Err(_) => {}
    }
    Ok(())
}
