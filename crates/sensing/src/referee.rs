//! The state machine: what comes in, in which order things happen, what goes out.

mod buttons;
mod judging;
mod resume;
mod watching;

use crate::{
    Cause, Ending, Event, Input, Occupancy, Output, Pieces, Prompt, Settings,
    hypotheses::Hypotheses, reading::Candidates, score::Score, sensors::Sensors, timing::Timing,
};
use xiangqi::{Bitboard, Move, Position, Side, Square};

pub use resume::{Progress, ResumeError, Settled};

/// The last moment of a referee's own time, in milliseconds: 290 million years. What is due is at
/// most a game's time control ahead, and past this it would not fit the 64 bits any more: then it
/// would be due at once, again and again.
pub const LATEST_MS: u64 = u64::MAX / 2;

/// The referee of one board. Fixed in size, without a heap, a clock or a pin.
///
/// ```
/// use sensing::{Event, Input, Occupancy, Referee, Settings};
///
/// let mut referee = Referee::new(Settings::DEFAULT);
/// let start: Occupancy = "1ff/000/082/155/000/000/155/082/000/1ff".parse()?;
/// let mut events = Vec::new();
/// referee.input(0, Input::Frame(start), &mut |output| events.push(output.event));
/// referee.input(1_000, Input::Tick, &mut |output| events.push(output.event));
/// assert_eq!(events[0], Event::Setup);
/// # Ok::<(), sensing::OccupancyError>(())
/// ```
#[derive(Clone)]
pub struct Referee {
    settings: Settings,
    sensors: Sensors,
    hypotheses: Hypotheses,
    score: Score,
    timing: Timing,
    stage: Stage,
    /// The referee's own time, and the time that was given for it.
    now: u64,
    given: Option<u64>,
    seq: u32,
    /// Since when nothing was lifted or put down.
    quiet_since: u64,
    /// When the board is to be looked at again though nothing changes.
    look_at: Option<u64>,
    /// When the piece landed that is about to be judged.
    landed: Option<u64>,
    /// What the players were asked to choose from, and when the piece in question landed.
    asked: Option<(Candidates, u64)>,
    /// The candidate's point that was lifted to choose it.
    tapped: Option<Square>,
    /// The first own piece that the side on move has lifted, where that obliges.
    touched: Option<Square>,
    alarms: [u8; 2],
    /// The points that the players were last told to put right.
    told: Bitboard,
    ending: Option<Ending>,
    /// Start was pressed while the pieces stood, but were not believed yet.
    is_start_pressed: bool,
    /// Since the game ended, the pieces have stood otherwise than where one starts.
    is_cleared: bool,
}

/// What the board is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// It waits for the pieces to be set up.
    SettingUp,
    /// The pieces stand; start, or the first move, begins the game.
    Ready,
    /// The game is on.
    Playing,
    /// The board must first be put back as it was; the clock runs.
    Restoring,
    /// The same after a power cut; the clock does not run.
    Resuming,
    /// The players put plies back: the board is to look as it did after this many.
    TakingBack {
        /// How many plies will be left.
        plies: u16,
    },
    /// The game is over. The next one can begin when the pieces are set up again.
    Over,
}

/// Where outputs go; gives each its number.
struct Out<'a> {
    seq: &'a mut u32,
    now: u64,
    emit: &'a mut dyn FnMut(Output),
}

impl Out<'_> {
    fn event(&mut self, event: Event) {
        *self.seq = self.seq.wrapping_add(1);
        (self.emit)(Output { seq: *self.seq, at_ms: self.now, event });
    }

    fn prompt(&mut self, prompt: Prompt) {
        self.prompt_at(prompt, Bitboard::EMPTY);
    }

    fn prompt_at(&mut self, prompt: Prompt, points: Bitboard) {
        self.event(Event::Prompt { prompt, number: 0, points });
    }
}

impl Referee {
    /// A referee that waits for the pieces to be set up.
    pub fn new(settings: Settings) -> Referee {
        Referee {
            settings,
            sensors: Sensors::new(settings.debounce_ms),
            hypotheses: Hypotheses::new(),
            score: Score::new(),
            timing: Timing::new(settings.controls),
            stage: Stage::SettingUp,
            now: 0,
            given: None,
            seq: 0,
            quiet_since: 0,
            look_at: None,
            landed: None,
            asked: None,
            tapped: None,
            touched: None,
            alarms: [0; 2],
            told: Bitboard::EMPTY,
            ending: None,
            is_start_pressed: false,
            is_cleared: false,
        }
    }

    /// Takes an input in. First everything happens that was due before `at_ms`, in its order, then
    /// the input.
    ///
    /// `at_ms` counts milliseconds from anywhere. If it steps back, the referee's own time goes on
    /// from where it was, and a disturbance tells of it. At [`LATEST_MS`] its own time stands
    /// still, however far what is given jumps or its jumps add up.
    ///
    /// ```
    /// use sensing::{Button, Event, Input, Occupancy, Reason, Referee, Settings};
    ///
    /// let start: Occupancy = "1ff/000/082/155/000/000/155/082/000/1ff".parse()?;
    /// let (horse, beyond) = ("b0".parse()?, "d1".parse()?);
    /// let mut referee = Referee::new(Settings::DEFAULT);
    /// let mut reasons = Vec::new();
    /// let mut emit = |output: sensing::Output| {
    ///     if let Event::Alarm(alarm) = output.event {
    ///         reasons.push(alarm.reason);
    ///     }
    /// };
    /// referee.input(0, Input::Frame(start), &mut emit);
    /// referee.input(1_000, Input::Button(Button::Start), &mut emit);
    /// // The elephant on c0 stands on the horse's leg.
    /// let moved = start.with(horse, false).with(beyond, true);
    /// referee.input(2_000, Input::Frame(start.with(horse, false)), &mut emit);
    /// referee.input(2_500, Input::Frame(moved), &mut emit);
    /// referee.input(4_000, Input::Tick, &mut emit);
    /// assert_eq!(reasons, [Reason::BlockedLeg]);
    /// assert_eq!(referee.alarms(), [1, 0]);
    /// let (missing, too_many) = referee.difference();
    /// assert_eq!((missing.first(), too_many.first()), (Some(horse), Some(beyond)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn input(&mut self, at_ms: u64, input: Input, emit: &mut impl FnMut(Output)) {
        let stepped = self.given.is_some_and(|given| at_ms < given);
        let passed = match self.given {
            Some(given) => at_ms.saturating_sub(given),
            None if self.seq == 0 => at_ms,
            None => 0,
        };
        self.given = Some(at_ms);
        self.advance(self.now.saturating_add(passed).min(LATEST_MS), emit);
        if stepped {
            let cause = Cause::ClockStepped;
            self.out(emit).event(Event::Disturbed { cause, points: Bitboard::EMPTY });
            self.out(emit).event(Event::Restored);
        }
        match input {
            Input::Frame(frame) => self.frame(frame, emit),
            Input::Button(button) => self.press(button, emit),
            Input::Tick => {}
            Input::Ruling(ending) => {
                if self.is_under_way() {
                    self.end(ending, emit);
                }
            }
        }
    }

    /// When, on the referee's own time, something will happen without any input but
    /// [`Input::Tick`]; `None` if nothing will.
    ///
    /// ```
    /// use sensing::{Button, Input, Occupancy, Referee, Settings};
    ///
    /// let start: Occupancy = "1ff/000/082/155/000/000/155/082/000/1ff".parse()?;
    /// let mut referee = Referee::new(Settings { controls: "5".parse()?, ..Settings::DEFAULT });
    /// let mut emit = |_| ();
    /// referee.input(0, Input::Frame(start), &mut emit);
    /// referee.input(1_000, Input::Button(Button::Start), &mut emit);
    /// // Whoever calls may sleep until a side is to be warned, or a flag falls.
    /// let next = referee.next_deadline().ok_or("a clock runs")?;
    /// assert!(next > 1_000 && next <= 301_000, "{next}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_deadline(&self) -> Option<u64> {
        let sensors = self.sensors.due(self.now);
        let clock = self.timing.next_mark(self.now).filter(|_| self.is_clocked());
        [sensors, self.look_at, clock, self.flag()].into_iter().flatten().min()
    }

    /// When, on the referee's own time, it will look at the board again though nothing changes: so
    /// long something stands there that has not settled.
    pub fn next_look(&self) -> Option<u64> {
        [self.sensors.next_ripe(self.now), self.look_at].into_iter().flatten().min()
    }

    /// The referee's own time in milliseconds, which never runs backwards.
    pub const fn now_ms(&self) -> u64 {
        self.now
    }

    /// What the board is doing.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The settings the board plays by.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The last settled position.
    pub const fn position(&self) -> &Position {
        self.score.position()
    }

    /// Which piece stands where in the last settled position.
    pub const fn pieces(&self) -> &Pieces {
        self.score.pieces()
    }

    /// How many plies were played.
    pub const fn plies(&self) -> u16 {
        self.score.plies()
    }

    /// The last plies, at most 512 of them, the oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.score.moves()
    }

    /// Milliseconds on both clocks now, Red's first; 0 without a limit.
    pub fn clocks(&self) -> [u64; 2] {
        self.timing.shown(self.now)
    }

    /// How many alarms Red and Black have had.
    pub const fn alarms(&self) -> [u8; 2] {
        self.alarms
    }

    /// How the game ended.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// What the sensors are believed to say.
    pub const fn occupancy(&self) -> Occupancy {
        Occupancy(self.sensors.stable())
    }

    /// The points at which the board differs from what it should look like: pieces missing, and
    /// pieces too many.
    pub fn difference(&self) -> (Bitboard, Bitboard) {
        let (wanted, found) = (self.wanted(), self.sensors.stable());
        (wanted & !found, found & !wanted)
    }

    /// What the board should look like.
    fn wanted(&self) -> Bitboard {
        match self.stage {
            Stage::TakingBack { plies } => match self.score.position_after(plies) {
                Some(position) => position.occupied(),
                None => self.position().occupied(),
            },
            Stage::SettingUp | Stage::Over => Position::start().occupied(),
            _ => self.position().occupied(),
        }
    }

    fn differing(&self) -> Bitboard {
        self.wanted() ^ self.sensors.stable() | self.sensors.flickering()
    }

    /// Lets time pass: everything that is due until `until` happens at its own moment.
    fn advance(&mut self, until: u64, emit: &mut impl FnMut(Output)) {
        while let Some(due) = self.next_deadline().filter(|&due| due <= until) {
            self.now = self.now.max(due);
            let own = self.position().side(self.position().side_to_move());
            if let Some(change) = self.sensors.believe(own, self.now) {
                self.changed(change, emit);
            } else if self.sensors.end_window(self.now) {
                self.look_at = Some(self.now);
            } else if self.look_at.is_some_and(|at| at <= self.now) {
                self.look_at = None;
                self.look(false, emit);
            } else {
                self.tick(emit);
            }
        }
        self.now = self.now.max(until);
    }

    fn frame(&mut self, frame: Occupancy, emit: &mut impl FnMut(Output)) {
        let flickering = self.sensors.flickering();
        self.is_start_pressed &= frame.0 == self.sensors.raw();
        self.sensors.frame(frame, self.now);
        if self.sensors.flickering() != flickering {
            self.look(false, emit);
        }
    }

    /// Says what the clock has to say, and lets the flag fall.
    fn tick(&mut self, emit: &mut impl FnMut(Output)) {
        if !self.is_clocked() {
            return;
        }
        if let Some(warning) = self.timing.warning(self.now) {
            let prompt = match warning {
                30_000 => Prompt::Seconds30,
                10_000 => Prompt::Seconds10,
                5_000 => Prompt::Seconds5,
                4_000 => Prompt::Seconds4,
                3_000 => Prompt::Seconds3,
                2_000 => Prompt::Seconds2,
                _ => Prompt::Seconds1,
            };
            self.out(emit).prompt(prompt);
        }
        if self.flag().is_some_and(|flag| flag <= self.now) {
            let winner = self.timing.running().map(|side| !side);
            self.out(emit).prompt(Prompt::Flag);
            self.end(Ending { reason: game::Reason::FlagFall, winner }, emit);
        }
    }

    /// When the flag falls. A piece that landed before is judged first.
    fn flag(&self) -> Option<u64> {
        let flag = self.timing.flag().filter(|_| self.is_clocked())?;
        let is_landing = self.landed.is_some_and(|landed| landed < flag);
        let is_open = is_landing || self.sensors.is_pending_before(flag, self.now);
        (!is_open).then_some(flag)
    }

    /// Ends the game and says so.
    fn end(&mut self, ending: Ending, emit: &mut impl FnMut(Output)) {
        self.timing.stop(self.now);
        self.stage = Stage::Over;
        self.ending = Some(ending);
        self.is_cleared = !self.differing().is_empty();
        self.forget_touches();
        self.look_at = None;
        let number = self.plies();
        let mut out = self.out(emit);
        out.event(Event::End(ending));
        let said = match ending.reason {
            game::Reason::Checkmate => Some(Prompt::Checkmate),
            game::Reason::Stalemate => Some(Prompt::Stalemate),
            game::Reason::GeneralCaptured => Some(Prompt::GeneralCaptured),
            game::Reason::Resignation => Some(Prompt::Resigned),
            game::Reason::Alarms => Some(Prompt::TooManyAlarms),
            _ => None,
        };
        if let Some(prompt) = said {
            out.prompt(prompt);
        }
        out.prompt(match (ending.winner, ending.reason) {
            (Some(Side::Red), _) => Prompt::RedWins,
            (Some(Side::Black), _) => Prompt::BlackWins,
            (None, game::Reason::Abandoned) => Prompt::BrokenOff,
            (None, _) => Prompt::Draw,
        });
        let points = Bitboard::EMPTY;
        out.event(Event::Prompt { prompt: Prompt::MovesPlayed, number, points });
    }

    /// Whether a game has begun and not ended.
    const fn is_under_way(&self) -> bool {
        matches!(
            self.stage,
            Stage::Playing | Stage::Restoring | Stage::Resuming | Stage::TakingBack { .. }
        )
    }

    const fn is_clocked(&self) -> bool {
        self.is_under_way()
    }

    /// What was lifted and put down so far does not count any more.
    fn forget_touches(&mut self) {
        self.hypotheses = Hypotheses::new();
        self.landed = None;
        self.asked = None;
        self.tapped = None;
    }

    fn out<'a>(&'a mut self, emit: &'a mut dyn FnMut(Output)) -> Out<'a> {
        Out { seq: &mut self.seq, now: self.now, emit }
    }
}
