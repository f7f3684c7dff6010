//! Who plays, as far as accounts say so.

use crate::{
    limits::{CLAIMS_PER_ACCOUNT, WAITING_CLAIMS},
    note::{Claimant, fewest_presses, letter},
};
use game::Refusal;
use protocol::SeatClaim;
use std::collections::BTreeMap;
use xiangqi::Side;

/// How long a claim waits for the clock button, in milliseconds of play.
const WAITS_MS: u64 = 120_000;

/// How soon a press must follow the one before, in milliseconds of the game's time. A player who
/// only plays presses once a move.
const NEXT_MS: u32 = 2_000;

/// The claims on both seats.
#[derive(Clone, Default)]
pub(super) struct Seats {
    sides: [Seat; 2],
    /// How often each account has claimed a seat.
    times: BTreeMap<String, u32>,
}

/// One side's seat. Whoever waits for it keeps it from nobody: the clock button decides, which is
/// pressed as often as the right one's page says.
#[derive(Clone, Default)]
struct Seat {
    holder: Option<Claimant>,
    /// The oldest first.
    waiting: Vec<Claim>,
    /// When its clock button was last pressed, by the game's time, with nothing else since.
    pressed_ms: Option<u32>,
}

#[derive(Clone)]
struct Claim {
    player: Claimant,
    at_ms: u64,
    /// How often the button is to be pressed.
    presses: u8,
    /// How often it has been pressed at once, since.
    pressed: u8,
}

/// When it is, by the steady clock: a claim lapses while play goes on. Once the game is over nobody
/// can press a button any more, and what waits then waits until the arbiter has looked at it.
#[derive(Clone, Copy)]
pub(super) struct PlayTime {
    pub(super) now_ms: u64,
    pub(super) ended_ms: Option<u64>,
}

/// A press of a clock button.
#[derive(Clone, Copy)]
pub(super) struct Press {
    pub(super) side: Side,
    /// The game's time.
    pub(super) at_ms: u32,
}

/// A seat and the account whose claim on it the button has confirmed.
pub(super) type Confirmed = (Side, String);

impl Seats {
    /// How often the clock button is to be pressed for this player's claim on this seat, if it may
    /// be made.
    pub(super) fn may_claim(
        &self,
        side: Side,
        player: &Claimant,
        time: PlayTime,
    ) -> Result<u8, Refusal> {
        if self.times.get(&player.id).is_some_and(|times| *times >= CLAIMS_PER_ACCOUNT) {
            return Err(Refusal::new("too-many", "you have claimed this game's seats too often"));
        }
        if self.seat(!side).is_wanted_by(&player.id, time) {
            return Err(Refusal::new("both-sides", "you claim the other side already"));
        }
        let seat = self.seat(side);
        match &seat.holder {
            Some(holder) => {
                let message = format!("this seat is {}'s for certain", holder.name);
                Err(Refusal::new("claimed", message))
            }
            None => Ok(seat.presses_for(player, time)),
        }
    }

    /// Whether this player may take back a claim. One that is confirmed stays: nobody leaves a
    /// rated game because it goes badly.
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
                "your seat is confirmed; only the arbiter frees it",
            ));
        }
        match seat.open_claims(time).any(|claim| claim.player.id == player.id) {
            true => Ok(()),
            false => Err(Refusal::new("no-claim", "you do not claim this seat")),
        }
    }

    /// Whether an arbiter can confirm a claim of this name, or free the seat.
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
            return Err("nobody claims this seat".to_owned());
        }
        match player {
            Some(name) if names.all(|player| player.name != name) => {
                Err(format!("{name} does not claim this seat"))
            }
            _ => Ok(()),
        }
    }

    /// A clock button was pressed, at a moment of the game's time of which `is_after` says whether it
    /// was after another: whose claim is confirmed by that.
    ///
    /// A claim is confirmed as soon as nobody waits who would have to press more often; else when it
    /// is clear that nothing more is pressed.
    pub(super) fn press(
        &mut self,
        Press { side, at_ms }: Press,
        time: PlayTime,
        is_after: impl Fn(u64) -> bool,
    ) -> Vec<Confirmed> {
        let mut confirmed: Vec<Confirmed> = self.close_one(!side, time).into_iter().collect();
        let pressed_ms = self.sides[side as usize].pressed_ms;
        let goes_on = pressed_ms.is_some_and(|before| before <= at_ms && at_ms - before <= NEXT_MS);
        if !goes_on {
            confirmed.extend(self.close_one(side, time));
        }
        let seat = &mut self.sides[side as usize];
        seat.pressed_ms = Some(at_ms);
        for claim in &mut seat.waiting {
            // What was pressed before the claim says nothing about it.
            if claim.stands(time) && is_after(claim.at_ms) {
                claim.pressed = claim.pressed.saturating_add(1);
            }
        }
        let most = seat.open_claims(time).map(|claim| claim.presses).max();
        let decided = seat.decided(time).filter(|claim| Some(claim.presses) == most);
        confirmed.extend(decided.map(|claim| (side, claim.player.id.clone())));
        confirmed
    }

    /// Something else has happened on the board: nothing more is pressed at once, and the next press
    /// is a first one. Whose claims are confirmed by what was pressed.
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

    /// Takes a claim in. It takes the place of an earlier one of the same player, and of one that is
    /// confirmed by as many presses.
    pub(super) fn claim(&mut self, side: Side, player: Claimant, presses: u8, at_ms: u64) {
        *self.times.entry(player.id.clone()).or_default() += 1;
        let waiting = &mut self.sides[side as usize].waiting;
        waiting.retain(|claim| claim.player.id != player.id && claim.presses != presses);
        waiting.push(Claim { player, at_ms, presses, pressed: 0 });
    }

    /// Nobody has this seat, and nobody waits for it.
    pub(super) fn free(&mut self, side: Side) {
        self.sides[side as usize] = Seat::default();
    }

    /// Takes back this account's claim.
    pub(super) fn withdraw(&mut self, side: Side, id: &str) {
        self.sides[side as usize].waiting.retain(|claim| claim.player.id != id);
    }

    /// Confirms this player's claim on a seat, if there is one.
    pub(super) fn confirm(&mut self, side: Side, is_whose: impl Fn(&Claimant) -> bool) {
        let seat = &mut self.sides[side as usize];
        if let Some(place) = seat.waiting.iter().position(|claim| is_whose(&claim.player)) {
            let claim = seat.waiting.swap_remove(place);
            *seat = Seat { holder: Some(claim.player), ..Seat::default() };
        }
    }

    /// Who plays this side for certain.
    pub(super) fn holder(&self, side: Side) -> Option<&Claimant> {
        self.seat(side).holder.as_ref()
    }

    /// As the pages show them.
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

    /// Whether a claim has lapsed between two moments, so that the pages must be told.
    pub(super) fn lapses_between(&self, before: PlayTime, now: PlayTime) -> bool {
        let lapses = |claim: &Claim| claim.stands(before) && !claim.stands(now);
        self.sides.iter().flat_map(|seat| &seat.waiting).any(lapses)
    }

    const fn seat(&self, side: Side) -> &Seat {
        &self.sides[side as usize]
    }
}

impl Seat {
    fn is_wanted_by(&self, id: &str, time: PlayTime) -> bool {
        self.holder
            .iter()
            .chain(self.open_claims(time).map(|claim| &claim.player))
            .any(|it| it.id == id)
    }

    /// The claims that wait and have not lapsed.
    fn open_claims(&self, time: PlayTime) -> impl Iterator<Item = &Claim> {
        self.waiting.iter().filter(move |claim| claim.stands(time))
    }

    /// How often this player is to press: as before, or as nobody else; where too many wait, as the
    /// one who has waited longest, and who has to ask again.
    fn presses_for(&self, player: &Claimant, time: PlayTime) -> u8 {
        let own = self.open_claims(time).find(|claim| claim.player.id == player.id);
        let is_free = |presses: &u8| self.open_claims(time).all(|claim| claim.presses != *presses);
        let fewest = fewest_presses();
        own.map(|claim| claim.presses)
            .or_else(|| (fewest..).take(WAITING_CLAIMS).find(is_free))
            .or_else(|| self.open_claims(time).next().map(|claim| claim.presses))
            .unwrap_or(fewest)
    }

    /// The one claim for which the button has been pressed as often as is wanted.
    fn decided(&self, time: PlayTime) -> Option<&Claim> {
        let mut meant = self.open_claims(time).filter(|claim| claim.pressed == claim.presses);
        meant.next().filter(|_| meant.next().is_none())
    }
}

impl Claim {
    fn stands(&self, time: PlayTime) -> bool {
        let now_ms = time.ended_ms.map_or(time.now_ms, |ended| ended.min(time.now_ms));
        now_ms.saturating_sub(self.at_ms) <= WAITS_MS
    }
}

/// The side whose clock button this is.
pub(super) fn clock_of(button: boardlink::Button) -> Option<Side> {
    match button {
        boardlink::Button::RedClock => Some(Side::Red),
        boardlink::Button::BlackClock => Some(Side::Black),
        _ => None,
    }
}

/// What a refused side is told.
pub(super) fn no_such_side() -> Refusal {
    let [red, black] = Side::BOTH.map(letter);
    Refusal::new("side", format!("expected the side `{red}` or `{black}`"))
}
