//! The chat of the shown table, as the server sends it.

use crate::{app::App, browser, session::Session};
use leptos::prelude::*;
use protocol::ChatLine;
use std::cell::OnceCell;
use ui_model::chat::{Chat, ChatAuthor};

/// Prefix of the session storage key that says whether the chat of a table is muted.
const MUTED: &str = "chuhe.muted ";
/// Prefix of the session storage key for the muted authors of a table.
const MUTED_AUTHORS: &str = "chuhe.muted-authors ";

thread_local! {
    /// The chat of the shown table. Only this part knows its type, and it is loaded with the first
    /// message.
    static CHAT: OnceCell<ArcRwSignal<Option<Chat>>> = const { OnceCell::new() };
    /// Names of the accounts that the signed-in player blocks.
    static BLOCKED: OnceCell<ArcRwSignal<Vec<String>>> = const { OnceCell::new() };
}

fn chat_signal() -> ArcRwSignal<Option<Chat>> {
    CHAT.with(|chat| chat.get_or_init(|| ArcRwSignal::new(None)).clone())
}

/// Names of the accounts whose lines are hidden.
pub(crate) fn blocked_names() -> ArcRwSignal<Vec<String>> {
    BLOCKED.with(|blocked| blocked.get_or_init(|| ArcRwSignal::new(Vec::new())).clone())
}

/// A part of the chat; the default value if there is none.
pub(crate) fn read_chat<T: Default>(part: impl FnOnce(&Chat) -> T) -> T {
    chat_signal().with(|chat| chat.as_ref().map(part).unwrap_or_default())
}

/// Changes the chat, if there is one.
pub(crate) fn change_chat(change: impl FnOnce(&mut Chat)) {
    chat_signal().update(|chat| _ = chat.as_mut().map(change));
}

/// Shows the chat as the server sends it, at first or after a reconnect.
pub(crate) fn enter_chat(app: App, session: Session, lines: Vec<ChatLine>, phrases_only: bool) {
    let is_known = session.has_chat.get_untracked();
    chat_signal().update(|chat| match chat {
        Some(chat) if is_known => chat.enter_again(lines, phrases_only),
        _ => {
            let is_muted = browser::session_stored(&key(app, MUTED)).is_some();
            let new = Chat::new(lines, phrases_only).with_mutes(is_muted, muted_authors(app));
            *chat = Some(new);
        }
    });
    session.has_chat.set(true);
}

/// Shows a new line of the chat.
pub(crate) fn hear_line(line: ChatLine) {
    change_chat(|chat| chat.add(line));
}

/// Puts a refused line back into the field, unless the viewer is typing another one.
pub(crate) fn return_line(session: Session) {
    if session.chat_draft.with_untracked(String::is_empty) {
        session.chat_draft.set(session.chat_sent.get_value());
    }
}

/// The authors whom this tab has muted at the shown table.
fn muted_authors(app: App) -> Vec<ChatAuthor> {
    let text = browser::session_stored(&key(app, MUTED_AUTHORS));
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// The session storage key of the shown table.
fn key(app: App, prefix: &str) -> String {
    format!("{prefix}{}", app.route.with_untracked(ui_model::Route::href))
}

/// Mutes the chat of the shown table in this tab, or ends that.
pub(crate) fn mute_chat(app: App, is_muted: bool) {
    browser::session_store(&key(app, MUTED), if is_muted { "yes" } else { "" });
    change_chat(|chat| chat.mute(is_muted));
}

/// Mutes an author at the shown table in this tab, or ends that.
pub(crate) fn mute_author(app: App, author: ChatAuthor, is_muted: bool) {
    change_chat(|chat| chat.mute_author(author, is_muted));
    let text = read_chat(|chat| serde_json::to_string(chat.muted()).unwrap_or_default());
    browser::session_store(&key(app, MUTED_AUTHORS), &text);
}
