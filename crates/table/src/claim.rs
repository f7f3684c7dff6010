//! Claims of a result because the opponent has left the game.
//!
//! Presence is not an event: only a server knows who is connected, and it says so with the claim.

use crate::{EventKind, Party, Table, play::Play};
use game::{Outcome, Reason, Refusal, Seat, Turn};
use games::AnyGame;
use protocol::Claim;

/// Refusal of a claim at a table that has none.
pub(crate) fn no_claims() -> Refusal {
    Refusal::new("no-claims", "an absent opponent cannot lose this game")
}

impl Table {
    /// Time from which the opponent of `absent` may claim the game, Unix ms. `None` if the game has
    /// no claims, or does not run.
    ///
    /// Absence counts from `absent_since_ms`, but not from before the game. A game has claims
    /// between two people who play on different devices, with a clock, unless it takes days
    /// ([`clock::absence_ms`]). In a game of four the absent player's time runs out, and the others
    /// play on.
    pub fn claim_due_ms(&self, absent: Seat, absent_since_ms: u64) -> Option<u64> {
        let play = self.play.as_ref().filter(|play| play.paused_since.is_none())?;
        if play.game.turn() == Turn::Over {
            return None;
        }
        Some(absent_since_ms.max(play.since_ms) + self.absence_ms(absent)?)
    }

    /// Absence of a seat after which its opponent may claim the game, in milliseconds; `None` if
    /// the table has no claims.
    pub(crate) fn absence_ms(&self, absent: Seat) -> Option<u64> {
        let opponent = self.opponent_of(absent)?;
        let parties = [absent, opponent].map(|seat| self.party(seat));
        let are_people = parties.iter().all(|party| !matches!(party, Party::Computer(_)));
        let play = self.play.as_ref().filter(|_| are_people && parties[0] != parties[1])?;
        clock::absence_ms(play.clock.controls().of(absent))
    }

    /// The other seat in a game of two.
    pub(crate) fn opponent_of(&self, seat: Seat) -> Option<Seat> {
        let others = || self.seats().filter(move |&other| other != seat);
        others().next().filter(|_| others().count() == 1)
    }

    /// Whether the game has begun and its set-up is not over.
    pub(crate) fn is_set_up(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.opening.is_none())
    }

    pub(crate) fn decide_claim(
        &self,
        seat: Seat,
        claim: Claim,
        absent_since_ms: Option<u64>,
        now_ms: u64,
    ) -> Result<Vec<EventKind>, Refusal> {
        let play = self.play.as_ref().ok_or_else(no_claims)?;
        if play.game.turn() == Turn::Over {
            return Err(Refusal::new("game-over", "the game is over"));
        }
        if play.paused_since.is_some() {
            return Err(Refusal::new("paused", "the table is paused"));
        }
        let absent = self.opponent_of(seat).filter(|&absent| self.absence_ms(absent).is_some());
        let absent = absent.ok_or_else(no_claims)?;
        let due_ms = absent_since_ms.and_then(|since_ms| self.claim_due_ms(absent, since_ms));
        let due_ms = due_ms.ok_or_else(|| Refusal::new("not-away", "the opponent is here"))?;
        let missing_ms = due_ms.saturating_sub(now_ms);
        if missing_ms > 0 {
            let seconds = missing_ms.div_ceil(1000);
            let why = format!("the game can be claimed in {seconds} s");
            return Err(Refusal::new("claim-early", why).with(seconds));
        }
        if claim == Claim::Draw && self.is_set_up() {
            return Err(Refusal::new(
                "set-up",
                "a draw can be claimed only after play has started",
            ));
        }
        Ok(vec![EventKind::Claimed { seat: seat.index() as u8, claim }])
    }
}

impl Play {
    /// Result of a claim against the player of `absent`.
    pub(crate) fn claimed(game: &AnyGame, absent: Seat, claim: Claim) -> Outcome {
        match claim {
            Claim::Win => game.lost_by(absent, Reason::Abandoned),
            Claim::Draw => Outcome { reason: Reason::Abandoned, ..game.agreed_draw() },
        }
    }
}
