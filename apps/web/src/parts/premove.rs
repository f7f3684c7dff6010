use crate::{
    app::{App, effect},
    browser,
    lazy::NotFetched,
    session::Session,
};
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::board::{Premove, PremoveOutcome};

/// Time for which the board marks a dropped move, in milliseconds.
const DROPPED_MS: u32 = 900;

/// Lets the player plan a move while another player thinks, and plays it when its turn comes. With
/// several seats in this page every turn is its own.
pub(crate) fn follow_premove(app: App, session: Session) {
    session.has_premoves.set(true);
    effect(move || {
        session.update_count.track();
        let waits = session.planning_seat().is_some();
        if waits || session.premove.with_untracked(Option::is_some) {
            // Without the code, no move can be planned.
            leptos::task::spawn_local(async move { _ = follow(app, session).await });
        }
    });
}

/// Decides on the planned move after a change of the game, and finds the steps that can be planned
/// now.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn follow(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(());
    }
    let steps = untrack(|| {
        let seat = session.planning_seat();
        seat.map(|seat| session.read(|game| game.premoves(seat))).unwrap_or_default()
    });
    session.plans.set(steps);
    let own = session.seats.with_untracked(|own| own.first().copied());
    let Some((step, seat)) = session.premove.get_untracked().zip(own) else { return Ok(()) };
    let premove = Premove::new(step, seat, session.premove_plies.get_value() as usize);
    let decided = untrack(|| session.read(|game| Some((premove.outcome(game), game.shape()))));
    match decided {
        None | Some((PremoveOutcome::Waits, _)) => {}
        Some((PremoveOutcome::Play(step), shape)) => {
            session.premove.set(None);
            if app.settings.with_untracked(|settings| settings.haptics) {
                browser::tick();
            }
            session.play(step.text(shape));
        }
        Some((PremoveOutcome::Drop(step), _)) => {
            session.premove.set(None);
            session.dropped_premove.set(Some(step));
            browser::run_after(DROPPED_MS, move || _ = session.dropped_premove.try_set(None));
        }
    }
    Ok(())
}
