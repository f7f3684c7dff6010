use crate::{app::App, session::Session, ticking::time_signal};
use i18n::Message;
use leptos::prelude::*;
use protocol::{Claim, Command, TurnState};

/// Interval at which the time until a claim is shown again, in milliseconds.
const TICK_MS: u64 = 250;

impl Session {
    /// The page's time from which the player may claim the game because of this seat's absence.
    /// `None` if the player is no opponent of the seat, or the absence has no consequence.
    fn claim_at(self, seat: u8) -> Option<f64> {
        let plays_one_seat = self.seats.with(|own| own.len() == 1 && !own.contains(&seat));
        let due = self.absent.with(|absent| absent.iter().find(|(of, _)| *of == seat).copied());
        due.filter(|_| plays_one_seat && self.is_away(seat)).map(|(_, at)| at)
    }
}

/// Whole seconds until a time, rounded up.
fn seconds_until(at: f64, now: f64) -> u32 {
    ((at - now).max(0.0) / 1_000.0).ceil() as u32
}

/// The word that the player of a seat is disconnected, with the seconds until the opponent may claim
/// the game.
#[component]
pub(crate) fn AwayWord(seat: u8) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let now = time_signal(TICK_MS);
    let seconds = Memo::new(move |_| session.claim_at(seat).map(|at| seconds_until(at, now.get())));
    let left = move || seconds.get().filter(|&seconds| seconds > 0);
    let fill = move |message| left().map(|seconds| app.t_with(message, &[&seconds.to_string()]));
    view! {
        <span class="away-word" data-claim-in=left title=move || fill(Message::ClaimIn)>
            // A phone has no room for the word beside the seconds.
            <span class="word">{app.text(Message::Away)}{move || left().map(|_| "\u{a0}· ")}</span>
            {move || fill(Message::AwaySeconds)}
        </span>
    }
}

/// The claims against an opponent who has left, in the status bar. An open offer of the opponent has
/// its place, because it can be accepted at once.
#[component]
pub(crate) fn Claims() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let now = time_signal(TICK_MS);
    let is_offered = Memo::new(move |_| {
        let own = session.seats.get();
        session.read_table(|table| table.offer.is_some_and(|(by, _)| !own.contains(&by)))
    });
    let gone = Memo::new(move |_| {
        let seats = session.absent.with(|absent| absent.iter().map(|(seat, _)| *seat).collect());
        let is_due = |seat: &u8| session.claim_at(*seat).is_some_and(|at| at <= now.get());
        let seats: Vec<u8> = seats;
        seats.into_iter().find(is_due).filter(|_| !is_offered.get())
    });
    let sets_up =
        Memo::new(move |_| session.read(|model| matches!(model.turn, TurnState::Setup { .. })));
    let claim = move |claim: Claim| session.send(Command::Claim { claim });
    move || {
        gone.get().map(|seat| view! {
            <div class="offer" role="alert" data-claim=seat>
                <span>{move || app.t_with(Message::OpponentLeft, &[&session.side_words(app, seat)])}</span>
                <button class="main" data-act="claim-win" on:click=move |_| claim(Claim::Win)>{app.text(Message::ClaimWin)}</button>
                {move || (!sets_up.get()).then(|| view! {
                    <button data-act="claim-draw" on:click=move |_| claim(Claim::Draw)>{app.text(Message::ClaimDraw)}</button>
                })}
            </div>
        })
    }
}
