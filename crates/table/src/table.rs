use crate::{
    Member, Party,
    judging::StateMark,
    play::Play,
    transcript::{HiddenChoice, Transcript},
};
use clock::Controls;
use commit_reveal::{Commitment, Salt, Seed};
use game::{Observer, Seat, SeatSet, Turn};
use games::{AnyGame, AnyPlayed, Decision, Variant};
use protocol::{AccountId, GameId, Offer, SeatPlan, TablePlan};
use std::{mem::Discriminant, sync::Arc};

/// Number of distinct observers: the seats and the spectator.
const VIEWERS: usize = Seat::MAX as usize + 1;
/// Update counts of a new table.
pub(crate) const NO_UPDATES: [u64; VIEWERS] = [0; VIEWERS];

/// State of one table, built from its events.
#[derive(Clone, Debug)]
pub struct Table {
    /// Shared by clones, because it almost never changes.
    pub(crate) plan: Arc<TablePlan>,
    pub(crate) variant: Variant,
    pub(crate) seed: Seed,
    /// Time of the opening, Unix ms.
    pub(crate) opened_ms: u64,
    pub(crate) commitment: Commitment,
    /// Whether players commit to and reveal their salts before the game.
    pub(crate) commits_salts: bool,
    pub(crate) transcript: Transcript,
    /// Secret choices of the seats. The hashes of the first `published_choices` are in the
    /// transcript.
    pub(crate) choices: Vec<HiddenChoice>,
    pub(crate) published_choices: usize,
    pub(crate) players: Vec<Option<SeatedPlayer>>,
    pub(crate) play: Option<Play>,
    pub(crate) offer: Option<PendingOffer>,
    /// Offers made by each party since the last ply.
    pub(crate) offered: Vec<(Party, Discriminant<Offer>)>,
    /// Seats that have given time since the last ply.
    pub(crate) gave_time: SeatSet,
    pub(crate) rematch_agreed: bool,
    pub(crate) rematch: Option<GameId>,
    pub(crate) departure: Option<Departure>,
    pub(crate) update_counts: [u64; VIEWERS],
    /// Number of applied events.
    pub(crate) events: usize,
    /// The only seat that receives the last event; `None` if all observers do.
    pub(crate) private_to: Option<Seat>,
    /// Identity of this state, for actions that were judged in it.
    pub(crate) mark: StateMark,
}

/// Player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedPlayer {
    /// Displayed name; for a computer player, the name of its level.
    pub name: String,
    /// The player's salt, once it is known.
    pub salt: Option<Salt>,
    /// The player's commitment to the salt.
    pub salt_commitment: Option<Commitment>,
    /// Number of peeks (training tables).
    pub peeks: u16,
    /// The account; none for guests and computers.
    pub member: Option<Member>,
}

/// The host's way to another table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// Id of the other table.
    pub table: GameId,
    /// The host's seat there; `None` while the host has none yet.
    pub seat: Option<u8>,
}

/// An offer waiting for answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PendingOffer {
    pub(crate) by: Seat,
    pub(crate) offer: Offer,
    pub(crate) missing: SeatSet,
}

/// Request to a computer seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComputerRequest<'a> {
    /// The computer seat.
    pub seat: Seat,
    /// The requested decision.
    pub decision: Decision,
    /// Name of its level.
    pub level: &'a str,
    /// Whether it may resign.
    pub resigns: bool,
}

impl Table {
    /// Plan of the table. Its starting position may contain secrets; see [`Table::public_plan`].
    pub fn plan(&self) -> &TablePlan {
        &self.plan
    }

    /// The plan without a starting position that hides something. Safe for every client.
    pub fn public_plan(&self) -> TablePlan {
        let start = self.plan.start.clone().filter(|_| self.variant.is_open());
        TablePlan { start, ..(*self.plan).clone() }
    }

    /// Variant of the game.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The seats, in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::first(self.variant.seats())
    }

    /// Players by seat; `None` for an open seat.
    pub fn players(&self) -> &[Option<SeatedPlayer>] {
        &self.players
    }

    /// Shows the players whose account has ended under another name. The transcript, which is signed,
    /// keeps the name under which a player sat down.
    pub fn rename_players(&mut self, name: &str, is_over: impl Fn(&AccountId) -> bool) {
        for player in self.players.iter_mut().flatten() {
            if player.member.as_ref().is_some_and(|member| is_over(&member.id)) {
                name.clone_into(&mut player.name);
            }
        }
    }

    /// Commitment of the seed.
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// Whether all seats are taken and the game (or its set-up) has begun.
    pub const fn has_started(&self) -> bool {
        self.play.is_some()
    }

    /// Number of plies since the set-up.
    pub fn plies(&self) -> usize {
        self.play.as_ref().map_or(0, |play| play.plies.len())
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// Whether the end of the game revealed its secrets. Such a game cannot be continued.
    pub(crate) fn is_revealed(&self) -> bool {
        self.is_over() && (self.variant.has_secrets() || self.variant.uses_seed())
    }

    /// The seats that may act now; none before the game starts.
    pub fn turn(&self) -> Turn {
        self.play.as_ref().map_or(Turn::Setup(SeatSet::EMPTY), |play| play.game.turn())
    }

    /// The game, secrets included. For the referee only; bots get views.
    pub fn game(&self) -> Option<&AnyGame> {
        self.play.as_ref().map(|play| &*play.game)
    }

    /// The actions that `observer` has been shown, in order: those of [`Snapshot::history`], typed.
    ///
    /// [`Snapshot::history`]: protocol::Snapshot::history
    pub fn history_for(&self, observer: Observer) -> Vec<AnyPlayed> {
        let Some(play) = &self.play else { return Vec::new() };
        // Texts are needed only where some actions are hidden.
        let hides = self.variant.has_secrets();
        let shown =
            play.plies.iter().filter(|ply| !hides || play.action_text(ply, observer).is_some());
        shown.map(|ply| ply.played).collect()
    }

    /// Requests to computer seats. A seat that owes an answer to an offer answers before it acts.
    pub fn computer_requests(&self) -> Vec<ComputerRequest<'_>> {
        if self.play.as_ref().is_none_or(|play| play.paused_since.is_some()) {
            return Vec::new();
        }
        let is_draw = |offer: &PendingOffer| offer.offer == Offer::Draw;
        let owing = self.open_offer().filter(is_draw).map_or(SeatSet::EMPTY, |offer| offer.missing);
        let acting = self.turn().seats().iter().filter(|&seat| !owing.contains(seat));
        let answers = owing.iter().map(|seat| (seat, Decision::Draw));
        let asked = answers.chain(acting.map(|seat| (seat, Decision::Act)));
        asked
            .filter_map(|(seat, decision)| match self.plan.seats.get(seat.index())? {
                SeatPlan::Computer { level, resigns } => {
                    Some(ComputerRequest { seat, decision, level, resigns: *resigns })
                }
                SeatPlan::Host | SeatPlan::Open => None,
            })
            .collect()
    }

    /// Time at which [`Input::Tick`](crate::Input::Tick) is due next, Unix ms.
    pub fn deadline(&self) -> Option<u64> {
        let play = self.play.as_ref().filter(|play| play.paused_since.is_none())?;
        match play.game.turn() {
            Turn::Seat(_) => play.clock.deadline(),
            Turn::Setup(_) => self.setup_deadline(play),
            Turn::Over => None,
        }
    }

    pub(crate) fn setup_deadline(&self, play: &Play) -> Option<u64> {
        let Turn::Setup(owing) = play.game.turn() else { return None };
        let controls = play.clock.controls();
        // By correspondence a player has as long for a choice as for a move.
        let days_ms = owing.iter().filter_map(|seat| {
            let control = controls.of(seat);
            control.cap_ms.filter(|_| control.days().is_some())
        });
        let limit_ms = days_ms.max().unwrap_or(u64::from(self.plan.setup_seconds) * 1000);
        (limit_ms > 0).then(|| play.step_since_ms + limit_ms)
    }

    /// Whether a rematch is agreed but its table is not open yet.
    pub const fn wants_rematch(&self) -> bool {
        self.rematch_agreed && self.rematch.is_none()
    }

    /// The other table to which the host moves or has moved. No player can join here then.
    pub const fn departure(&self) -> Option<&Departure> {
        self.departure.as_ref()
    }

    /// Whether the host is about to take a seat at another table.
    pub fn is_leaving(&self) -> bool {
        self.departure.as_ref().is_some_and(|departure| departure.seat.is_none())
    }

    /// Whether the host has one seat, and waits alone for players to join.
    pub fn host_may_leave(&self) -> bool {
        let hosts = self.plan.seats.iter().filter(|&seat| *seat == SeatPlan::Host).count();
        let open = self.plan.seats.iter().filter(|&seat| *seat == SeatPlan::Open).count();
        let free = self.players.iter().filter(|player| player.is_none()).count();
        hosts == 1 && open > 0 && open == free && self.departure.is_none()
    }

    /// Plan of the rematch: the same, with seats moved on by one, so that two sides swap. Its players
    /// are known, whatever their ratings are now.
    pub fn rematch_plan(&self) -> TablePlan {
        let mut plan = TablePlan { min_rating: 0, max_rating: 0, ..(*self.plan).clone() };
        plan.seats.rotate_right(1);
        plan
    }

    /// The rematch seat of the player in `seat`.
    pub fn rematch_seat(&self, seat: Seat) -> Seat {
        let seats = self.variant.seats() as usize;
        Seat::new(((seat.index() + 1) % seats) as u8)
    }

    /// Sequence number of the last update for `observer`.
    pub const fn last_update(&self, observer: Observer) -> u64 {
        self.update_counts[viewer_index(observer)]
    }

    pub(crate) fn name_of(&self, seat: Seat) -> String {
        let player = self.players.get(seat.index()).and_then(Option::as_ref);
        player.map(|player| player.name.clone()).unwrap_or_default()
    }

    /// The time controls of the game, or those of the plan before it starts.
    pub fn controls(&self) -> Controls {
        match &self.play {
            Some(play) => *play.clock.controls(),
            None => self.plan.clock.parse().unwrap_or(Controls::NONE),
        }
    }

    /// Whether the deal was drawn from the seed, so that there is something to verify.
    pub(crate) fn uses_seed(&self) -> bool {
        self.variant.uses_seed() && self.plan.start.is_none()
    }
}

pub(crate) const fn viewer_index(observer: Observer) -> usize {
    match observer {
        Observer::Seat(seat) => seat.index(),
        Observer::Spectator => Seat::MAX as usize,
    }
}
