use crate::{
    app::{App, effect},
    browser,
    session::Session,
};
use i18n::{Message, variant_name};
use js_sys::Reflect;
use leptos::{
    prelude::*,
    wasm_split::{SplitLoaderError as NotFetched, wasm_split},
};
use std::{cell::Cell, time::Duration};
use ui_model::{RunningGame, Variant, is_correspondence, without_calls};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Notification, NotificationOptions, NotificationPermission};

/// Interval of looking whether the page that calls is seen, in milliseconds.
const CHECK_MS: u64 = 1_000;

/// Why a hidden page calls the player. Each reason is a bit.
#[derive(Clone, Copy)]
pub(crate) enum Call {
    /// It is the player's turn at the shown table.
    Turn = 1,
    /// A challenge waits.
    Challenge = 2,
}

/// The icon of the page, and the same with a dot.
const ICONS: [&str; 2] = ["/icon.svg", "/icon-call.svg"];

thread_local! {
    /// The reasons for which the page calls now, as bits.
    static CALLS: Cell<u8> = const { Cell::new(0) };
    /// The check whether the page is seen, while it calls.
    static CHECK: Cell<Option<IntervalHandle>> = const { Cell::new(None) };
}

/// Calls the player while the page is hidden: the number of reasons stands before the title, and a
/// dot on the icon. On their turn the browser notifies the player who has consented.
pub(crate) fn call_player(app: App, reason: Call, variant: Option<Variant>) {
    if browser::document().hidden() {
        CALLS.set(CALLS.get() | reason as u8);
        // Without the code the page does not call.
        leptos::task::spawn_local(async move { _ = start_calling(app, reason, variant).await });
    }
}

/// Ends a call.
pub(crate) fn stop_calling(reason: Call) {
    let calls = CALLS.get();
    CALLS.set(calls & !(reason as u8));
    if CALLS.get() != calls {
        leptos::task::spawn_local(async { _ = end_call().await });
    }
}

#[wasm_split(calls, wasm_split_path = ::leptos::wasm_split, fallible)]
fn start_calling(app: App, reason: Call, variant: Option<Variant>) -> Result<(), NotFetched> {
    show_calls();
    // The title may change meanwhile.
    let check = || {
        if !browser::document().hidden() {
            CALLS.set(0);
        }
        show_calls();
    };
    if CHECK.get().is_none() {
        CHECK.set(set_interval_with_handle(check, Duration::from_millis(CHECK_MS)).ok());
    }
    let notifies = app.settings.with_untracked(|settings| settings.notify_turn);
    if let Some(variant) = variant.filter(|_| notifies && matches!(reason, Call::Turn)) {
        show_notification(variant_name(app.language(), variant), app.t(Message::YourTurn), "turn");
    }
    Ok(())
}

#[wasm_split(calls, wasm_split_path = ::leptos::wasm_split, fallible)]
fn end_call() -> Result<(), NotFetched> {
    show_calls();
    Ok(())
}

fn show_calls() {
    let document = browser::document();
    let count = CALLS.get().count_ones();
    let title = document.title();
    let plain = without_calls(&title);
    let now = if count > 0 { format!("({count}) {plain}") } else { plain.to_owned() };
    if now != title {
        document.set_title(&now);
    }
    // The page loads its icon some seconds after the start.
    let icon = ICONS[usize::from(count > 0)];
    if let Ok(Some(link)) = document.query_selector("link[rel=icon]")
        && link.get_attribute("href").as_deref() != Some(icon)
    {
        let _ = link.set_attribute("href", icon);
    }
    if count == 0
        && let Some(check) = CHECK.take()
    {
        check.clear();
    }
}

/// Calls the player of an online table in a hidden page when it becomes their turn: in the title and
/// the icon until the page is seen, and by the browser if the player has consented.
pub(crate) fn call_on_my_turn(app: App, session: Session) {
    let stop = || stop_calling(Call::Turn);
    let acts = Memo::new(move |_| session.acting_seat().is_some());
    let was_acting = StoredValue::new(true);
    effect(move || {
        let is_new = acts.get() && !was_acting.get_value();
        was_acting.set_value(acts.get_untracked());
        stop();
        if !is_new || !browser::document().hidden() {
            return;
        }
        let variant = untrack(|| session.read(|game| Some(game.variant)));
        call_player(app, Call::Turn, variant);
    });
    on_cleanup(stop);
}

/// Shows a notification, in place of an earlier one with this tag. A tap on it leads to the page.
/// Without the player's consent, or where a page cannot notify, nothing is shown. Returns whether it
/// is shown.
fn show_notification(title: &str, body: &str, tag: &str) -> bool {
    if permission() != Some(NotificationPermission::Granted) {
        return false;
    }
    let options = NotificationOptions::new();
    options.set_body(body);
    options.set_tag(tag);
    let Ok(shown) = Notification::new_with_options(title, &options) else { return false };
    let focus = Closure::once_into_js(|| {
        let _ = browser::window().focus();
    });
    shown.set_onclick(Some(focus.unchecked_ref()));
    true
}

/// Name under which the day of the last notification of waiting games is stored.
const NOTIFIED: &str = "chuhe.notified-day";

const DAY_MS: u64 = 24 * 3_600_000;

/// Notifies the player who has consented of the correspondence games that wait, once a day.
#[wasm_split(calls, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn notify_daily(app: App, games: Vec<RunningGame>) -> Result<(), NotFetched> {
    let waits = |game: &&RunningGame| {
        !game.info.over && game.is_my_turn() && is_correspondence(&game.info.plan.clock)
    };
    let count = games.iter().filter(waits).count();
    let today = (browser::epoch_ms() / DAY_MS).to_string();
    if count > 0 && browser::stored(NOTIFIED).as_ref() != Some(&today) {
        let body = app.t_with(Message::GamesWait, &[&count.to_string()]);
        if show_notification(app.t(Message::MyGames), &body, "daily") {
            browser::store(NOTIFIED, &today);
        }
    }
    Ok(())
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
