//! The second referee of a game: it reads the raw sensors, and its moves are compared with the
//! board's.

use crate::limits::MAX_REPLAYED_PLIES;
use sensing::{Button, Event, Input, Occupancy, Output, Progress, Referee, Settings, Settled};
use xiangqi::{Move, Position};

/// Offset of its time against the game's, in milliseconds: it needs to see the pieces set up before
/// the start.
const BEFORE_MS: u64 = 2_000;

/// The second referee of a game. It can fall behind, because frames are not stored and some are
/// lost. It then resumes the game from the board's record, and reports nothing about plies it has
/// not seen.
#[derive(Clone, Default)]
pub(crate) struct SecondReferee {
    referee: Option<Box<Referee>>,
    played: Vec<Move>,
    now_ms: u64,
    last_seen: Option<Occupancy>,
    /// Whether it is inactive because a log is being read, which contains no frames.
    is_asleep: bool,
    /// Whether plies were played that it has not seen. It resumes at the next frame. Resuming after
    /// every ply would replay the whole game each time.
    is_behind: bool,
    /// Number of plies replayed so far.
    replayed: usize,
}

impl SecondReferee {
    /// Deactivates it until [`SecondReferee::wake`].
    pub(crate) fn sleep(&mut self) {
        self.is_asleep = true;
    }

    /// Activates it after these plies.
    pub(crate) fn wake(&mut self, settings: Settings, plies: Vec<Move>, at_ms: u32) {
        self.is_asleep = false;
        if plies.is_empty() { self.begin(settings) } else { self.resume(settings, plies, at_ms) }
    }

    /// Starts a game.
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

    /// Records that a ply was played that it has not seen.
    pub(crate) fn fall_behind(&mut self) {
        self.referee = None;
        self.is_behind = !self.is_asleep;
    }

    /// Goes back to a number of plies after a takeback, which it may not have seen.
    pub(crate) fn go_back(&mut self, plies: usize, at_ms: u32) {
        self.played.truncate(plies);
        self.now_ms = u64::from(at_ms) + BEFORE_MS;
        self.fall_behind();
    }

    /// Whether it has to resume the game before it can take frames.
    pub(crate) const fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Takes in a frame of sensor readings.
    pub(crate) fn see(&mut self, at_ms: u32, seen: Occupancy) {
        self.last_seen = Some(seen);
        self.input_at(u64::from(at_ms) + BEFORE_MS, Input::Frame(seen));
    }

    /// Advances its time.
    pub(crate) fn pass(&mut self, at_ms: u32) {
        self.input_at(u64::from(at_ms) + BEFORE_MS, Input::Tick);
    }

    /// Takes in a pressed button.
    pub(crate) fn press(&mut self, at_ms: u32, button: Button) {
        self.input_at(u64::from(at_ms) + BEFORE_MS, Input::Button(button));
    }

    /// Whether it has read exactly this number of plies.
    pub(crate) fn has_played(&self, plies: usize) -> bool {
        self.played.len() == plies
    }

    /// The move that it has read at index `place`, if that differs; `None` also if it has not seen
    /// the ply.
    pub(crate) fn disagrees(&self, place: usize, action: Move) -> Option<Move> {
        self.played.get(place).copied().filter(|own| *own != action)
    }

    /// Resumes the game after these plies.
    pub(crate) fn resume(&mut self, settings: Settings, plies: Vec<Move>, at_ms: u32) {
        self.now_ms = u64::from(at_ms) + BEFORE_MS;
        self.resume_now(settings, plies);
    }

    /// The same, at the time of the last input.
    pub(crate) fn resume_now(&mut self, settings: Settings, plies: Vec<Move>) {
        if self.is_asleep {
            return;
        }
        self.is_behind = false;
        self.replayed += plies.len();
        if self.replayed > MAX_REPLAYED_PLIES {
            return;
        }
        let progress = Progress { at_ms: self.now_ms, ..Progress::default() };
        let settled = plies.iter().map(|&action| Settled { action, left: Default::default() });
        // Without a clock: its flags could fall at the wrong time.
        let settings = Settings { controls: Settings::DEFAULT.controls, ..settings };
        let resumed = Referee::resume(settings, progress, settled, &mut |_| {});
        // An illegal game cannot be resumed: there is no second opinion from here on.
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

/// The readings of the starting position.
fn start() -> Occupancy {
    let pieces = Position::start().to_setup();
    pieces.pieces().fold(Occupancy::default(), |seen, (square, _)| seen.with(square, true))
}
