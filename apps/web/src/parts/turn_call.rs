use crate::{
    app::{App, effect},
    backend, browser,
    session::Session,
    ticking::run_every,
};
use i18n::{Message, variant_name};
use js_sys::Reflect;
use leptos::{
    prelude::*,
    wasm_split::{SplitLoaderError as NotFetched, wasm_split},
};
use std::{cell::Cell, time::Duration};
use ui_model::{DailyCall, Variant, is_correspondence, without_calls};
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
/// the icon until the page is seen, and by the browser if the player has consented. A game with days
/// per move is in the daily notification instead.
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
        let has_days = untrack(|| session.read_table(|table| is_correspondence(&table.clock)));
        let variant = untrack(|| session.read(|game| Some(game.variant)));
        call_player(app, Call::Turn, variant.filter(|_| !has_days));
        if has_days {
            call_daily(app);
        }
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

/// Name under which the local day of the last notification of waiting games is stored.
const NOTIFIED: &str = "chuhe.notified-day";
/// Name under which the time of the last look at the list of games is stored, Unix ms.
const LIST_SEEN: &str = "chuhe.games-seen";
/// Time for which the player counts as looking at the list, in milliseconds.
const LIST_SEEN_MS: u64 = 60_000;
/// Interval between two looks for waiting games in a hidden page, in milliseconds.
const DAILY_LOOK_MS: u64 = 600_000;

/// Notifies the player of the correspondence games that wait, at most once a day, while the page is
/// hidden.
pub(crate) fn watch_waiting_games(app: App) {
    run_every(DAILY_LOOK_MS, move || call_daily(app));
}

/// Notes that the player sees the list of games now, which needs no notification. Another page of this
/// browser may be hidden.
pub(crate) fn note_seen_list() {
    if !browser::document().hidden() {
        browser::store(LIST_SEEN, &browser::epoch_ms().to_string());
    }
}

/// Notifies the player of the waiting games in a hidden page, if the player has consented.
fn call_daily(app: App) {
    let notifies = app.settings.with_untracked(|settings| settings.notify_turn);
    let has_games = backend::has_seats() || app.account.with_untracked(Option::is_some);
    if notifies && has_games && browser::document().hidden() {
        // Without the code no notification is shown.
        leptos::task::spawn_local(async move { _ = notify_daily(app).await });
    }
}

#[wasm_split(calls, wasm_split_path = ::leptos::wasm_split, fallible)]
fn notify_daily(app: App) -> Result<(), NotFetched> {
    if needs_daily_call() {
        leptos::task::spawn_local(async move {
            let Ok(games) = backend::remote_games(app).await else { return };
            let call = DailyCall::new(app.language_untracked(), &games, browser::now_ms());
            // Another page of this browser may have notified the player in the meantime.
            if let Some(DailyCall { title, body }) = call.filter(|_| needs_daily_call())
                && show_notification(&title, &body, "daily")
            {
                browser::store(NOTIFIED, &today());
            }
        });
    }
    Ok(())
}

/// Whether the player has received no notification today, and does not see the list of games.
fn needs_daily_call() -> bool {
    let seen_ms = browser::stored(LIST_SEEN).and_then(|text| text.parse::<u64>().ok());
    let sees_list =
        seen_ms.is_some_and(|seen_ms| browser::epoch_ms().saturating_sub(seen_ms) < LIST_SEEN_MS);
    !sees_list && browser::stored(NOTIFIED).as_ref() != Some(&today())
}

/// The day of the local time zone.
fn today() -> String {
    browser::day(browser::epoch_ms())
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
