//! Progress in puzzles: the account's on the server, and its copy on this device.

use super::server::{Failure, get_for, post_for};
use crate::{app::App, browser::BrowserStorage};
use leptos::prelude::*;
use std::{cell::RefCell, collections::VecDeque};
use ui_model::{
    Variant,
    puzzles::{AccountCopy, PuzzleFigures, PuzzleId, PuzzleReport, PuzzleState, guest_report},
};

/// Something to exchange with the server.
struct Exchange {
    variant: Variant,
    /// Whether to ask what other devices have reported.
    fetches: bool,
    on_done: Box<dyn FnOnce()>,
}

thread_local! {
    /// What is to be exchanged; the first is under way. One at a time, so that no earlier answer
    /// replaces a later one.
    static EXCHANGES: RefCell<VecDeque<Exchange>> = const { RefCell::new(VecDeque::new()) };
}

/// Brings the progress of the signed-in account and its copy on this device together. With
/// `fetches`, the server's progress is read first, and a guest's progress on this device is taken
/// along. What cannot be sent waits for the next time. Guests have nothing to exchange.
pub(crate) fn exchange(
    app: App,
    variant: Variant,
    fetches: bool,
    on_done: impl FnOnce() + 'static,
) {
    let waiting = EXCHANGES.with_borrow_mut(|all| {
        all.push_back(Exchange { variant, fetches, on_done: Box::new(on_done) });
        all.len()
    });
    if waiting == 1 {
        leptos::task::spawn_local(run(app));
    }
}

async fn run(app: App) {
    loop {
        let next = EXCHANGES.with_borrow(|all| all.front().map(|it| (it.variant, it.fetches)));
        let Some((variant, fetches)) = next else { return };
        if let Some(account) = app.account.get_untracked() {
            if fetches {
                fetch(app, variant, &account).await;
            }
            send(app, variant, &account).await;
        }
        // An exchange that was added in the meantime goes on below.
        if let Some(done) = EXCHANGES.with_borrow_mut(VecDeque::pop_front) {
            (done.on_done)();
        }
    }
}

/// Reads the server's progress. A new account takes a guest's progress along first.
async fn fetch(app: App, variant: Variant, account: &str) {
    let path = format!("/api/puzzles/{variant}/progress");
    let Ok(mut state) = get_for::<PuzzleState>(app, &path).await else { return };
    if state.account != account {
        return;
    }
    if state.is_new
        && let Some(report) = guest_report(BrowserStorage, variant, account)
    {
        match post(app, variant, &report).await {
            Ok(_) => {
                PuzzleReport::forget_guest(BrowserStorage, variant);
                let Ok(taken) = get_for::<PuzzleState>(app, &path).await else { return };
                state = taken;
            }
            // The guest's progress stays on the device.
            Err(_) => return,
        }
    }
    if state.account == account {
        let adopt = |copy: &mut AccountCopy| copy.adopt(&state, &[]);
        AccountCopy::change(BrowserStorage, variant, account, adopt);
    }
}

/// Sends what the server does not have.
async fn send(app: App, variant: Variant, account: &str) {
    while let Some(report) = AccountCopy::read(BrowserStorage, variant, account).report(account) {
        let answer = post(app, variant, &report).await;
        let is_refused =
            matches!(&answer, Err(Failure::Refused(body)) if body.code.starts_with("puzzle-"));
        let change = |copy: &mut AccountCopy| match &answer {
            Ok(state) => copy.adopt(state, &report.attempts),
            Err(_) if is_refused => copy.drop_refused(&report.attempts),
            Err(_) => {}
        };
        if answer.is_err() && !is_refused {
            return;
        }
        AccountCopy::change(BrowserStorage, variant, account, change);
    }
}

async fn post(app: App, variant: Variant, report: &PuzzleReport) -> Result<PuzzleState, Failure> {
    post_for(app, &format!("/api/puzzles/{variant}/attempts"), report).await
}

/// How many accounts have tried and solved a puzzle; `None` without the server.
pub(crate) async fn figures(app: App, variant: Variant, id: PuzzleId) -> Option<PuzzleFigures> {
    get_for(app, &format!("/api/puzzles/{variant}/{}", id.text())).await.ok()
}
