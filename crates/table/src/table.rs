use crate::{
    Member, Party,
    play::Play,
    transcript::{HiddenChoice, Transcript},
};
use clock::Controls;
use commit_reveal::{Commitment, Salt, Seed};
use game::{Observer, Seat, SeatSet, Turn};
use games::{AnyGame, Variant};
use protocol::{Ask, Offer, SeatPlan, TablePlan};
use std::mem::Discriminant;

/// The seats and whoever looks on.
const VIEWERS: usize = Seat::MAX as usize + 1;
/// Nobody has been told anything.
pub(crate) const UNSEEN: [u64; VIEWERS] = [0; VIEWERS];

/// One table: the fold of its events.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) plan: TablePlan,
    pub(crate) variant: Variant,
    pub(crate) seed: Seed,
    pub(crate) commitment: Commitment,
    /// Whether the players' shares in the dice are fixed and shown before the game.
    pub(crate) commits_salts: bool,
    pub(crate) transcript: Transcript,
    /// What the seats have chosen in secret; of the first so many the hash was shown.
    pub(crate) choices: Vec<HiddenChoice>,
    pub(crate) shown_choices: usize,
    pub(crate) players: Vec<Option<Player>>,
    pub(crate) play: Option<Play>,
    pub(crate) offer: Option<PendingOffer>,
    /// What each party has offered since the last ply.
    pub(crate) offered: Vec<(Party, Discriminant<Offer>)>,
    pub(crate) rematch_agreed: bool,
    pub(crate) rematch: Option<String>,
    pub(crate) update_counts: [u64; VIEWERS],
    /// How many events have been taken in.
    pub(crate) events: usize,
    /// The one seat that may notice the last event, when it is nobody else's business.
    pub(crate) private_to: Option<Seat>,
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The name as shown; the level's name for the computer.
    pub name: String,
    /// The player's share in the dice, once it is known.
    pub salt: Option<Salt>,
    /// What the player has shown of it before.
    pub salt_commitment: Option<Commitment>,
    /// Peeks made (training tables).
    pub peeks: u16,
    /// The account, at a rated table.
    pub member: Option<Member>,
}

/// An offer waiting for answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PendingOffer {
    pub(crate) by: Seat,
    pub(crate) offer: Offer,
    pub(crate) missing: SeatSet,
}

/// What a computer seat is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked<'a> {
    /// Which seat.
    pub seat: Seat,
    /// What.
    pub ask: Ask,
    /// Its level's name.
    pub level: &'a str,
    /// Whether it may give up.
    pub resigns: bool,
}

impl Table {
    /// Everything chosen before the game. A start position in it may hold secrets: see
    /// [`Table::public_plan`].
    pub const fn plan(&self) -> &TablePlan {
        &self.plan
    }

    /// The plan as anyone may see it: without a start position in which something is hidden.
    pub fn public_plan(&self) -> TablePlan {
        let start = self.plan.start.clone().filter(|_| self.variant.is_open());
        TablePlan { start, ..self.plan.clone() }
    }

    /// The variant.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Its seats, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::first(self.variant.seats())
    }

    /// Who sits where; `None` for a seat still open.
    pub fn players(&self) -> &[Option<Player>] {
        &self.players
    }

    /// The seed's commitment.
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// Whether all seats are taken and the game (or its set-up) has begun.
    pub const fn has_started(&self) -> bool {
        self.play.is_some()
    }

    /// How many plies have been played since the set-up.
    pub fn plies(&self) -> usize {
        self.play.as_ref().map_or(0, |play| play.plies.len())
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// Whether the end has shown what was hidden: from there nobody goes back.
    pub(crate) fn is_revealed(&self) -> bool {
        self.is_over() && (self.variant.has_secrets() || self.variant.draws_chance())
    }

    /// Who may act now; before the start nobody.
    pub fn turn(&self) -> Turn {
        self.play.as_ref().map_or(Turn::Setup(SeatSet::EMPTY), |play| play.game.turn())
    }

    /// The game, secrets and all: for the referee's own use (bots get views).
    pub fn game(&self) -> Option<&AnyGame> {
        self.play.as_ref().map(|play| &play.game)
    }

    /// What the computer's seats are asked now. Who owes an answer gives it before it acts.
    pub fn computers_asked(&self) -> Vec<Asked<'_>> {
        if self.play.as_ref().is_none_or(|play| play.paused_since.is_some()) {
            return Vec::new();
        }
        let is_draw = |offer: &PendingOffer| offer.offer == Offer::Draw;
        let owing = self.offer.filter(is_draw).map_or(SeatSet::EMPTY, |offer| offer.missing);
        let acting = self.turn().seats().iter().filter(|&seat| !owing.contains(seat));
        let answers = owing.iter().map(|seat| (seat, Ask::Draw));
        let asked = answers.chain(acting.map(|seat| (seat, Ask::Act)));
        asked
            .filter_map(|(seat, ask)| match self.plan.seats.get(seat.index())? {
                SeatPlan::Computer { level, resigns } => {
                    Some(Asked { seat, ask, level, resigns: *resigns })
                }
                SeatPlan::Host | SeatPlan::Open => None,
            })
            .collect()
    }

    /// When [`Input::Tick`](crate::Input::Tick) is due next, in milliseconds since the epoch.
    pub fn deadline(&self) -> Option<u64> {
        let play = self.play.as_ref().filter(|play| play.paused_since.is_none())?;
        match play.game.turn() {
            Turn::Seat(_) => play.clock.deadline(),
            Turn::Setup(_) => self.setup_deadline(play),
            Turn::Over => None,
        }
    }

    pub(crate) fn setup_deadline(&self, play: &Play) -> Option<u64> {
        let limit_ms = u64::from(self.plan.setup_seconds) * 1000;
        (limit_ms > 0).then(|| play.step_since_ms + limit_ms)
    }

    /// Whether a rematch was agreed and its table is still to be opened.
    pub const fn wants_rematch(&self) -> bool {
        self.rematch_agreed && self.rematch.is_none()
    }

    /// The plan of the rematch: the same, the seats moved on by one (so that two sides swap).
    pub fn rematch_plan(&self) -> TablePlan {
        let mut plan = self.plan.clone();
        plan.seats.rotate_right(1);
        plan
    }

    /// The seat a player of this table's `seat` has in the rematch.
    pub fn rematch_seat(&self, seat: Seat) -> Seat {
        let seats = self.variant.seats() as usize;
        Seat::new(((seat.index() + 1) % seats) as u8)
    }

    /// The sequence of the last event told to `observer`.
    pub const fn last_update(&self, observer: Observer) -> u64 {
        self.update_counts[viewer_index(observer)]
    }

    pub(crate) fn name_of(&self, seat: Seat) -> String {
        let player = self.players.get(seat.index()).and_then(Option::as_ref);
        player.map(|player| player.name.clone()).unwrap_or_default()
    }

    pub(crate) fn controls(&self) -> Controls {
        self.plan.clock.parse().unwrap_or(Controls::NONE)
    }

    /// Whether the deal was drawn from the seed (and there is something to check).
    pub(crate) const fn draws_chance(&self) -> bool {
        self.variant.draws_chance() && self.plan.start.is_none()
    }
}

pub(crate) const fn viewer_index(observer: Observer) -> usize {
    match observer {
        Observer::Seat(seat) => seat.index(),
        Observer::Spectator => Seat::MAX as usize,
    }
}
