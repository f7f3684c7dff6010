use crate::{
    app::{App, effect},
    browser,
    session::Session,
};
use i18n::{Message, variant_name};
use js_sys::Reflect;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Notification, NotificationOptions, NotificationPermission};

/// Interval at which the title blinks, in milliseconds.
const BLINK_MS: u64 = 1_000;

/// Mark before a title that calls the player.
const MARK: &str = "● ";

/// Calls the player of an online table in a hidden page when it becomes their turn: the title blinks
/// until the page is seen, and the browser notifies if the player has consented.
pub(crate) fn call_on_my_turn(app: App, session: Session) {
    let blinking = StoredValue::new(None::<IntervalHandle>);
    let stop = move || {
        let handle = blinking.try_update_value(Option::take).flatten();
        if let Some(handle) = handle {
            handle.clear();
            unmark_title();
        }
    };
    let acts = Memo::new(move |_| session.acting_seat().is_some());
    let was_acting = StoredValue::new(true);
    effect(move || {
        let is_new = acts.get() && !was_acting.get_value();
        was_acting.set_value(acts.get_untracked());
        stop();
        if !is_new || !browser::document().hidden() {
            return;
        }
        let blink = move || if browser::document().hidden() { toggle_mark() } else { stop() };
        let handle = set_interval_with_handle(blink, Duration::from_millis(BLINK_MS));
        blinking.set_value(handle.ok());
        if app.settings.with_untracked(|settings| settings.notify_turn) {
            notify(app, session);
        }
    });
    on_cleanup(stop);
}

fn toggle_mark() {
    let title = browser::document().title();
    match title.strip_prefix(MARK) {
        Some(plain) => browser::document().set_title(plain),
        None => browser::document().set_title(&format!("{MARK}{title}")),
    }
}

fn unmark_title() {
    let title = browser::document().title();
    if let Some(plain) = title.strip_prefix(MARK) {
        browser::document().set_title(plain);
    }
}

/// Shows a notification. A tap on it leads to the page. Without the player's consent, or where a
/// page cannot notify, nothing is shown.
fn notify(app: App, session: Session) {
    if permission() != Some(NotificationPermission::Granted) {
        return;
    }
    let variant = untrack(|| session.read(|game| Some(game.variant)));
    let title = variant.map_or("", |variant| variant_name(app.language(), variant));
    let options = NotificationOptions::new();
    options.set_body(app.t(Message::YourTurn));
    // A later notification of the page replaces an earlier one.
    options.set_tag("turn");
    let Ok(shown) = Notification::new_with_options(title, &options) else { return };
    let focus = Closure::once_into_js(|| {
        let _ = browser::window().focus();
    });
    shown.set_onclick(Some(focus.unchecked_ref()));
}

/// The player's consent. `None` in a browser without notifications.
fn permission() -> Option<NotificationPermission> {
    let has_any = Reflect::has(&browser::window(), &"Notification".into());
    has_any.unwrap_or(false).then(Notification::permission)
}

/// Asks the browser for its consent, if it has not been asked.
pub(crate) fn ask_to_notify() {
    if permission() == Some(NotificationPermission::Default) {
        let _ = Notification::request_permission();
    }
}
