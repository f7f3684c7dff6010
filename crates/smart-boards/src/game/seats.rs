//! Claims of accounts on the seats of a game.

use crate::{
    limits::{MAX_CLAIMS_PER_ACCOUNT, MAX_WAITING_CLAIMS},
    note::{Claimant, letter, min_presses},
};
use game::Refusal;
use protocol::{AccountId, SeatClaim};
use std::collections::BTreeMap;
use xiangqi::Side;

/// Time in milliseconds that a claim waits for the clock button while the game is played.
const CLAIM_TIMEOUT_MS: u64 = 120_000;

/// Maximum time between two presses of one series, in milliseconds of game time. In normal play the
/// button is pressed once per move.
const MAX_PRESS_GAP_MS: u32 = 2_000;

/// The claims on both seats.
#[derive(Clone, Default)]
pub(super) struct Seats {
    sides: [Seat; 2],
    /// Number of claims that each account has made.
    times: BTreeMap<AccountId, u32>,
}

/// One side's seat. Several claims may wait for it. The number of presses of the clock button
/// decides between them, and the page shows each claimant its number.
#[derive(Clone, Default)]
struct Seat {
    holder: Option<Claimant>,
    /// Waiting claims, the oldest first.
    waiting: Vec<Claim>,
    /// Game time of the last press of its clock button, if nothing else happened since.
    pressed_ms: Option<u32>,
}

#[derive(Clone)]
struct Claim {
    player: Claimant,
    at_ms: u64,
    /// Number of presses that confirm it.
    presses: u8,
    /// Number of presses so far in the current series.
    pressed: u8,
}

/// The steady time, and when the game ended. Claims expire during the game. After the end no button
/// can be pressed, so the remaining claims wait for the arbiter.
#[derive(Clone, Copy)]
pub(super) struct PlayTime {
    pub(super) now_ms: u64,
    pub(super) ended_ms: Option<u64>,
}

/// A press of a clock button.
#[derive(Clone, Copy)]
pub(super) struct Press {
    pub(super) side: Side,
    /// Game time of the press.
    pub(super) at_ms: u32,
}

/// A seat, and the account whose claim on it was confirmed.
pub(super) type Confirmed = (Side, AccountId);

impl Seats {
    /// Checks whether a player may claim a seat, and returns the number of presses that confirms
    /// the claim.
    pub(super) fn may_claim(
        &self,
        side: Side,
        player: &Claimant,
        time: PlayTime,
    ) -> Result<u8, Refusal> {
        if self.times.get(&player.id).is_some_and(|times| *times >= MAX_CLAIMS_PER_ACCOUNT) {
            return Err(Refusal::new(
                "too-many",
                "you have reached the limit of claims in this game",
            ));
        }
        if self.seat(!side).is_wanted_by(&player.id, time) {
            return Err(Refusal::new("both-sides", "you claim the other side already"));
        }
        let seat = self.seat(side);
        match &seat.holder {
            Some(holder) => {
                let message = format!("{} is the confirmed player of this seat", holder.name);
                Err(Refusal::new("claimed", message))
            }
            None => Ok(seat.presses_for(player, time)),
        }
    }

    /// Whether an account holds or claims a seat.
    pub(super) fn is_wanted_by(&self, id: &AccountId, time: PlayTime) -> bool {
        self.sides.iter().any(|seat| seat.is_wanted_by(id, time))
    }

    /// Checks whether a player may withdraw a claim. A confirmed one stays, so that a player cannot
    /// leave a rated game that goes badly.
    pub(super) fn may_withdraw(
        &self,
        side: Side,
        player: &Claimant,
        time: PlayTime,
    ) -> Result<(), Refusal> {
        let seat = self.seat(side);
        if seat.holder.as_ref().is_some_and(|holder| holder.id == player.id) {
            return Err(Refusal::new(
                "confirmed",
                "your seat is confirmed; only the arbiter can free it",
            ));
        }
        if seat.open_claims(time).any(|claim| claim.player.id == player.id) {
            Ok(())
        } else {
            Err(Refusal::new("no-claim", "you do not claim this seat"))
        }
    }

    /// Checks whether an arbiter can confirm a claim of this name, or free the seat.
    pub(super) fn may_settle(
        &self,
        side: Side,
        player: Option<&str>,
        time: PlayTime,
    ) -> Result<(), String> {
        let seat = self.seat(side);
        let mut names =
            seat.holder.iter().chain(seat.open_claims(time).map(|claim| &claim.player)).peekable();
        if names.peek().is_none() {
            return Err("no player claims this seat".to_owned());
        }
        match player {
            Some(name) if names.all(|player| player.name != name) => {
                Err(format!("{name} does not claim this seat"))
            }
            _ => Ok(()),
        }
    }

    /// Records a press of a clock button and returns the claims that it confirms. `is_after` tells
    /// whether the press was later than a given moment.
    ///
    /// A claim is confirmed at once if no other waiting claim needs more presses. Otherwise it is
    /// confirmed when the series of presses has ended.
    pub(super) fn press(
        &mut self,
        Press { side, at_ms }: Press,
        time: PlayTime,
        is_after: impl Fn(u64) -> bool,
    ) -> Vec<Confirmed> {
        let mut confirmed: Vec<Confirmed> = self.close_one(!side, time).into_iter().collect();
        let pressed_ms = self.sides[side as usize].pressed_ms;
        let goes_on =
            pressed_ms.is_some_and(|before| before <= at_ms && at_ms - before <= MAX_PRESS_GAP_MS);
        if !goes_on {
            confirmed.extend(self.close_one(side, time));
        }
        let seat = &mut self.sides[side as usize];
        seat.pressed_ms = Some(at_ms);
        for claim in &mut seat.waiting {
            // A press before the claim does not count.
            if claim.stands(time) && is_after(claim.at_ms) {
                claim.pressed = claim.pressed.saturating_add(1);
            }
        }
        let most = seat.open_claims(time).map(|claim| claim.presses).max();
        let decided = seat.decided(time).filter(|claim| Some(claim.presses) == most);
        confirmed.extend(decided.map(|claim| (side, claim.player.id.clone())));
        confirmed
    }

    /// Ends the series of presses because another event happened; the next press starts a new one.
    /// Returns the claims that are confirmed.
    pub(super) fn close(&mut self, time: PlayTime) -> Vec<Confirmed> {
        Side::BOTH.into_iter().filter_map(|side| self.close_one(side, time)).collect()
    }

    fn close_one(&mut self, side: Side, time: PlayTime) -> Option<Confirmed> {
        let seat = &mut self.sides[side as usize];
        let decided = seat.decided(time).map(|claim| (side, claim.player.id.clone()));
        seat.pressed_ms = None;
        seat.waiting.iter_mut().for_each(|claim| claim.pressed = 0);
        decided
    }

    /// Adds a claim. It replaces an earlier claim of the same player, and one that needs the same
    /// number of presses.
    pub(super) fn claim(&mut self, side: Side, player: Claimant, presses: u8, at_ms: u64) {
        *self.times.entry(player.id.clone()).or_default() += 1;
        let waiting = &mut self.sides[side as usize].waiting;
        waiting.retain(|claim| claim.player.id != player.id && claim.presses != presses);
        waiting.push(Claim { player, at_ms, presses, pressed: 0 });
    }

    /// Removes the holder and all claims of a seat.
    pub(super) fn free(&mut self, side: Side) {
        self.sides[side as usize] = Seat::default();
    }

    /// Removes an account's claim.
    pub(super) fn withdraw(&mut self, side: Side, id: &AccountId) {
        self.sides[side as usize].waiting.retain(|claim| claim.player.id != *id);
    }

    /// Confirms a player's claim on a seat, if there is one.
    pub(super) fn confirm(&mut self, side: Side, is_whose: impl Fn(&Claimant) -> bool) {
        let seat = &mut self.sides[side as usize];
        if let Some(place) = seat.waiting.iter().position(|claim| is_whose(&claim.player)) {
            let claim = seat.waiting.swap_remove(place);
            *seat = Seat { holder: Some(claim.player), ..Seat::default() };
        }
    }

    /// The confirmed holder of a side's seat.
    pub(super) fn holder(&self, side: Side) -> Option<&Claimant> {
        self.seat(side).holder.as_ref()
    }

    /// The claims as the pages display them.
    pub(super) fn shown(&self, time: PlayTime) -> [Vec<SeatClaim>; 2] {
        Side::BOTH.map(|side| {
            let seat = self.seat(side);
            let certain = seat.holder.iter().map(|holder| SeatClaim {
                player: holder.name.clone(),
                confirmed: true,
                presses: 0,
            });
            let waiting = seat.open_claims(time).map(|claim| SeatClaim {
                player: claim.player.name.clone(),
                confirmed: false,
                presses: claim.presses,
            });
            certain.chain(waiting).collect()
        })
    }

    /// Whether a claim has expired between two moments, so that the pages need an update.
    pub(super) fn lapses_between(&self, before: PlayTime, now: PlayTime) -> bool {
        let lapses = |claim: &Claim| claim.stands(before) && !claim.stands(now);
        self.sides.iter().flat_map(|seat| &seat.waiting).any(lapses)
    }

    const fn seat(&self, side: Side) -> &Seat {
        &self.sides[side as usize]
    }
}

impl Seat {
    fn is_wanted_by(&self, id: &AccountId, time: PlayTime) -> bool {
        self.holder
            .iter()
            .chain(self.open_claims(time).map(|claim| &claim.player))
            .any(|it| it.id == *id)
    }

    /// The claims that have not expired.
    fn open_claims(&self, time: PlayTime) -> impl Iterator<Item = &Claim> {
        self.waiting.iter().filter(move |claim| claim.stands(time))
    }

    /// Number of presses for a player's claim. It is that of the player's current claim, or the
    /// lowest that is unused. If too many claims wait, it is that of the oldest one, which is
    /// replaced.
    fn presses_for(&self, player: &Claimant, time: PlayTime) -> u8 {
        let own = self.open_claims(time).find(|claim| claim.player.id == player.id);
        let is_free = |presses: &u8| self.open_claims(time).all(|claim| claim.presses != *presses);
        let fewest = min_presses();
        own.map(|claim| claim.presses)
            .or_else(|| (fewest..).take(MAX_WAITING_CLAIMS).find(is_free))
            .or_else(|| self.open_claims(time).next().map(|claim| claim.presses))
            .unwrap_or(fewest)
    }

    /// The claim whose number of presses was reached, if there is exactly one.
    fn decided(&self, time: PlayTime) -> Option<&Claim> {
        let mut meant = self.open_claims(time).filter(|claim| claim.pressed == claim.presses);
        meant.next().filter(|_| meant.next().is_none())
    }
}

impl Claim {
    fn stands(&self, time: PlayTime) -> bool {
        let now_ms = time.ended_ms.map_or(time.now_ms, |ended| ended.min(time.now_ms));
        now_ms.saturating_sub(self.at_ms) <= CLAIM_TIMEOUT_MS
    }
}

/// The refusal for an unknown side.
pub(super) fn no_such_side() -> Refusal {
    let [red, black] = Side::BOTH.map(letter);
    Refusal::new("side", format!("expected the side `{red}` or `{black}`"))
}
