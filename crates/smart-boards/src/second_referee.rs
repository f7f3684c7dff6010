//! Judging again: a second referee reads the raw sensors, and its moves are compared with those of
//! the board.

use crate::limits::REPLAYED_PLIES;
use sensing::{Button, Event, Input, Occupancy, Output, Progress, Referee, Settings, Settled};
use xiangqi::{Move, Position};

/// What the second referee's time begins with, so that it sees the pieces stand before the game.
const BEFORE_MS: u64 = 2_000;

/// The second referee of a game. It may lag behind: frames are not stored and some get lost. Then
/// it takes the game up from the board's own record, and has no opinion on what it did not see.
#[derive(Clone, Default)]
pub(crate) struct SecondReferee {
    referee: Option<Box<Referee>>,
    played: Vec<Move>,
    now_ms: u64,
    last_seen: Option<Occupancy>,
    /// While a log is read there is nothing to see.
    is_asleep: bool,
    /// Whether plies were played that it has not seen. It takes the game up when it sees again: doing
    /// that after every ply of a board whose frames get lost would cost the whole game each time.
    is_behind: bool,
    /// How many plies were played again for taking the game up.
    replayed: usize,
}

impl SecondReferee {
    /// Has no opinion until it is woken.
    pub(crate) fn sleep(&mut self) {
        self.is_asleep = true;
    }

    /// Takes the game up where it stands.
    pub(crate) fn wake(&mut self, settings: Settings, plies: Vec<Move>, at_ms: u32) {
        self.is_asleep = false;
        match plies.is_empty() {
            true => self.begin(settings),
            false => self.resume(settings, plies, at_ms),
        }
    }

    /// The game begins.
    pub(crate) fn begin(&mut self, settings: Settings) {
        if self.is_asleep {
            return;
        }
        self.is_behind = false;
        self.referee = Some(Box::new(Referee::new(settings)));
        self.played.clear();
        self.input_at(0, Input::Frame(start()));
        self.input_at(BEFORE_MS / 2, Input::Tick);
        self.input_at(BEFORE_MS, Input::Button(Button::Start));
    }

    /// A ply was played that it has not seen.
    pub(crate) fn fall_behind(&mut self) {
        self.referee = None;
        self.is_behind = !self.is_asleep;
    }

    /// So many plies are left, which it may not have seen.
    pub(crate) fn go_back(&mut self, plies: usize, at_ms: u32) {
        self.played.truncate(plies);
        self.now_ms = u64::from(at_ms) + BEFORE_MS;
        self.fall_behind();
    }

    /// Whether it has to take the game up before it sees on.
    pub(crate) const fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// What the sensors said.
    pub(crate) fn see(&mut self, at_ms: u32, seen: Occupancy) {
        self.last_seen = Some(seen);
        self.input_at(u64::from(at_ms) + BEFORE_MS, Input::Frame(seen));
    }

    /// Nothing but time has passed.
    pub(crate) fn pass(&mut self, at_ms: u32) {
        self.input_at(u64::from(at_ms) + BEFORE_MS, Input::Tick);
    }

    /// A button was pressed.
    pub(crate) fn press(&mut self, at_ms: u32, button: Button) {
        self.input_at(u64::from(at_ms) + BEFORE_MS, Input::Button(button));
    }

    /// Whether it has seen so many plies.
    pub(crate) fn has_played(&self, plies: usize) -> bool {
        self.played.len() == plies
    }

    /// What it has read at `place` if that is another move; `None` as well where it has no opinion.
    pub(crate) fn disagrees(&self, place: usize, action: Move) -> Option<Move> {
        self.played.get(place).copied().filter(|own| *own != action)
    }

    /// Takes the game up after these plies.
    pub(crate) fn resume(&mut self, settings: Settings, plies: Vec<Move>, at_ms: u32) {
        self.now_ms = u64::from(at_ms) + BEFORE_MS;
        self.resume_now(settings, plies);
    }

    /// The same at the moment of the last input.
    pub(crate) fn resume_now(&mut self, settings: Settings, plies: Vec<Move>) {
        if self.is_asleep {
            return;
        }
        self.is_behind = false;
        self.replayed += plies.len();
        if self.replayed > REPLAYED_PLIES {
            return;
        }
        let progress = Progress { at_ms: self.now_ms, ..Progress::default() };
        let settled = plies.iter().map(|&action| Settled { action, left: Default::default() });
        // Without a clock of its own: it would see flags fall that never fell.
        let settings = Settings { controls: Settings::DEFAULT.controls, ..settings };
        let resumed = Referee::resume(settings, progress, settled, &mut |_| {});
        // A game that the rules do not allow cannot be taken up: no opinion from there on.
        self.referee = resumed.ok().map(Box::new);
        self.played = plies;
        if let Some(seen) = self.last_seen {
            self.input_at(self.now_ms, Input::Frame(seen));
        }
    }

    fn input_at(&mut self, at_ms: u64, input: Input) {
        let Some(referee) = &mut self.referee else { return };
        self.now_ms = self.now_ms.max(at_ms);
        let played = &mut self.played;
        referee.input(self.now_ms, input, &mut |Output { event, .. }| match event {
            Event::Move(ply) => played.push(ply.action),
            Event::Takeback { plies, .. } => played.truncate(plies.into()),
            _ => {}
        });
    }
}

/// All thirty-two pieces where a game starts.
fn start() -> Occupancy {
    let pieces = Position::start().to_setup();
    pieces.pieces().fold(Occupancy::default(), |seen, (square, _)| seen.with(square, true))
}
