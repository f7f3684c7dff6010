//! Who plays, as far as accounts say so.

use crate::note::{Claimant, letter};
use game::Refusal;
use protocol::SeatClaim;
use std::collections::BTreeMap;
use xiangqi::Side;

/// How long a claim waits for the clock button, in milliseconds of play.
const WAITS_MS: u64 = 120_000;

/// How soon the second press must follow the first, in milliseconds of the game's time. A player who
/// only plays presses once a move.
const TWICE_MS: u32 = 2_000;

/// How often one account may claim seats of a game: nobody keeps them from the others for long.
const TIMES: u32 = 10;

/// The claims on both seats.
#[derive(Default)]
pub(super) struct Seats {
    claims: [Option<Claim>; 2],
    /// How often each account has claimed a seat.
    times: BTreeMap<String, u32>,
}

struct Claim {
    player: Claimant,
    at_ms: u64,
    is_confirmed: bool,
    /// When the button was last pressed since, by the game's time.
    pressed_ms: Option<u32>,
}

/// When it is: a claim lapses while play goes on. Once the game is over nobody can press a button
/// any more, and what stands then stands until the arbiter has looked at it.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) now_ms: u64,
    pub(super) ended_ms: Option<u64>,
}

impl Seats {
    /// Whether this player may claim this seat.
    pub(super) fn may_claim(
        &self,
        side: Side,
        player: &Claimant,
        moment: Moment,
    ) -> Result<(), Refusal> {
        if self.times.get(&player.id).is_some_and(|times| *times >= TIMES) {
            return Err(Refusal::new("too-many", "you have claimed this game's seats too often"));
        }
        if self.standing(!side, moment).is_some_and(|claim| claim.player.id == player.id) {
            return Err(Refusal::new("both-sides", "you claim the other side already"));
        }
        match self.standing(side, moment) {
            Some(claim) if claim.player.id != player.id || claim.is_confirmed => {
                let name = &claim.player.name;
                Err(Refusal::new("claimed", format!("this seat is claimed by {name}")))
            }
            _ => Ok(()),
        }
    }

    /// Whether this player may take back a claim. One that is confirmed stays: nobody leaves a
    /// rated game because it goes badly.
    pub(super) fn may_withdraw(
        &self,
        side: Side,
        player: &Claimant,
        moment: Moment,
    ) -> Result<(), Refusal> {
        match self.standing(side, moment).filter(|claim| claim.player.id == player.id) {
            Some(claim) if claim.is_confirmed => {
                Err(Refusal::new("confirmed", "your seat is confirmed; only the arbiter frees it"))
            }
            Some(_) => Ok(()),
            None => Err(Refusal::new("no-claim", "you do not claim this seat")),
        }
    }

    /// Whether an arbiter can confirm a claim of this name, or free the seat.
    pub(super) fn may_settle(
        &self,
        side: Side,
        player: Option<&str>,
        moment: Moment,
    ) -> Result<(), String> {
        let Some(claim) = self.standing(side, moment) else {
            return Err("nobody claims this seat".to_owned());
        };
        match player {
            Some(name) if name != claim.player.name => {
                Err(format!("{name} does not claim this seat"))
            }
            _ => Ok(()),
        }
    }

    /// A press of this side's clock button, at a moment of the game's time of which `is_after` says
    /// whether it was after another. The second of two confirms: whose claim, if that is news.
    pub(super) fn press(
        &mut self,
        side: Side,
        at_ms: u32,
        moment: Moment,
        is_after: impl Fn(u64) -> bool,
    ) -> Option<&str> {
        if let Some(other) = &mut self.claims[!side as usize] {
            other.pressed_ms = None;
        }
        let claim = self.standing_mut(side, moment).filter(|claim| !claim.is_confirmed)?;
        if !is_after(claim.at_ms) {
            return None;
        }
        let before = claim.pressed_ms.replace(at_ms);
        let is_second = before.is_some_and(|before| before <= at_ms && at_ms - before <= TWICE_MS);
        is_second.then_some(claim.player.id.as_str())
    }

    /// Something else has happened on the board: the next press is a first one.
    pub(super) fn interrupt(&mut self) {
        self.claims.iter_mut().flatten().for_each(|claim| claim.pressed_ms = None);
    }

    pub(super) fn claim(&mut self, side: Side, player: Claimant, at_ms: u64) {
        *self.times.entry(player.id.clone()).or_default() += 1;
        self.claims[side as usize] =
            Some(Claim { player, at_ms, is_confirmed: false, pressed_ms: None });
    }

    pub(super) fn free(&mut self, side: Side) {
        self.claims[side as usize] = None;
    }

    /// Confirms the claim on a seat if it is this player's.
    pub(super) fn confirm(&mut self, side: Side, is_whose: impl Fn(&Claimant) -> bool) {
        if let Some(claim) =
            self.claims[side as usize].as_mut().filter(|claim| is_whose(&claim.player))
        {
            claim.is_confirmed = true;
        }
    }

    /// Who plays this side for certain.
    pub(super) fn holder(&self, side: Side) -> Option<&Claimant> {
        let claim = self.claims[side as usize].as_ref()?;
        claim.is_confirmed.then_some(&claim.player)
    }

    /// As the pages show them.
    pub(super) fn shown(&self, moment: Moment) -> [Option<SeatClaim>; 2] {
        Side::BOTH.map(|side| {
            let claim = self.standing(side, moment)?;
            let player = claim.player.name.clone();
            Some(SeatClaim { player, confirmed: claim.is_confirmed })
        })
    }

    /// Whether a claim has lapsed between two moments, so that the pages must be told.
    pub(super) fn lapses_between(&self, before: Moment, now: Moment) -> bool {
        Side::BOTH
            .into_iter()
            .any(|side| self.standing(side, before).is_some() && self.standing(side, now).is_none())
    }

    fn standing(&self, side: Side, moment: Moment) -> Option<&Claim> {
        self.claims[side as usize].as_ref().filter(|claim| claim.stands(moment))
    }

    fn standing_mut(&mut self, side: Side, moment: Moment) -> Option<&mut Claim> {
        self.claims[side as usize].as_mut().filter(|claim| claim.stands(moment))
    }
}

impl Claim {
    fn stands(&self, moment: Moment) -> bool {
        let now_ms = moment.ended_ms.map_or(moment.now_ms, |ended| ended.min(moment.now_ms));
        self.is_confirmed || now_ms.saturating_sub(self.at_ms) <= WAITS_MS
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
