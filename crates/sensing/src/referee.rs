//! The state machine: inputs, the order in which things happen, outputs.

mod buttons;
mod judging;
mod resume;
mod watching;

use crate::{
    Cause, Ending, Event, Input, Occupancy, Output, Pieces, Prompt, Settings,
    hypotheses::Hypotheses, reading::Candidates, score::Score, sensors::Sensors, timing::Timing,
};
use xiangqi::{Bitboard, Move, Position, Side, Square};

pub use buttons::clock_of;
pub use resume::{Progress, ResumeError, Settled};

/// The last moment of a referee's own time, in milliseconds: 290 million years. No deadline is
/// further away than one full time control, so deadlines fit into 64 bits. A saturated deadline
/// would be due at once, again and again.
pub const LATEST_MS: u64 = u64::MAX / 2;

/// The referee of one board. Its size is fixed; it uses no heap, clock or pin.
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
    /// The referee's own time.
    now: u64,
    /// Time of the last input.
    last_input_ms: Option<u64>,
    seq: u32,
    /// Time of the last lift or landing.
    quiet_since: u64,
    /// Time of the next check of the board if nothing changes before.
    check_at: Option<u64>,
    /// Time at which the piece landed that is about to be judged.
    landed: Option<u64>,
    /// The candidates that the players were asked to choose from, and the landing time of the
    /// piece.
    asked: Option<(Candidates, u64)>,
    /// The destination of the candidate that a player is choosing: its piece was lifted.
    tapped: Option<Square>,
    /// With touch-move, the first own piece with a legal move that the side on move has lifted.
    touched: Option<Square>,
    alarms: [u8; 2],
    /// The points of the last prompt to restore the board.
    prompted: Bitboard,
    ending: Option<Ending>,
    /// Whether start was pressed while the pieces were set up but not debounced yet.
    is_start_pressed: bool,
    /// Whether the pieces have left the starting position since the game ended.
    is_cleared: bool,
}

/// State of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The board waits for the pieces to be set up.
    SettingUp,
    /// The pieces are set up; start, or the first move, begins the game.
    Ready,
    /// A game is being played.
    Playing,
    /// The settled position must be restored first; the clock runs.
    Restoring,
    /// The same after a power cut; the clock is stopped.
    Resuming,
    /// The players undo plies on the board, down to a number of plies.
    TakingBack {
        /// Number of plies that will remain.
        plies: u16,
    },
    /// The game is over. The next one can begin once the pieces are set up again.
    Over,
}

/// Numbers the outputs and passes them to the callback.
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
    /// Creates a referee that waits for the pieces to be set up.
    pub fn new(settings: Settings) -> Referee {
        Referee {
            settings,
            sensors: Sensors::new(settings.debounce_ms),
            hypotheses: Hypotheses::new(),
            score: Score::new(),
            timing: Timing::new(settings.controls),
            stage: Stage::SettingUp,
            now: 0,
            last_input_ms: None,
            seq: 0,
            quiet_since: 0,
            check_at: None,
            landed: None,
            asked: None,
            tapped: None,
            touched: None,
            alarms: [0; 2],
            prompted: Bitboard::EMPTY,
            ending: None,
            is_start_pressed: false,
            is_cleared: false,
        }
    }

    /// Takes in an input. Everything that is due up to `at_ms` happens first, in order; then the
    /// input.
    ///
    /// `at_ms` counts milliseconds from any origin. If it steps back, the referee's own time
    /// continues from where it was, and a [`Cause::ClockStepped`] disturbance reports it. At
    /// [`LATEST_MS`] the referee's own time stops.
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
    /// // The elephant on c0 blocks the horse's leg.
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
        let stepped = self.last_input_ms.is_some_and(|given| at_ms < given);
        let passed = match self.last_input_ms {
            Some(given) => at_ms.saturating_sub(given),
            None if self.seq == 0 => at_ms,
            None => 0,
        };
        self.last_input_ms = Some(at_ms);
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

    /// The time, on the referee's own clock, of the next event that needs no input except
    /// [`Input::Tick`]; `None` if there is none.
    ///
    /// ```
    /// use sensing::{Button, Input, Occupancy, Referee, Settings};
    ///
    /// let start: Occupancy = "1ff/000/082/155/000/000/155/082/000/1ff".parse()?;
    /// let mut referee = Referee::new(Settings { controls: "5".parse()?, ..Settings::DEFAULT });
    /// let mut emit = |_| ();
    /// referee.input(0, Input::Frame(start), &mut emit);
    /// referee.input(1_000, Input::Button(Button::Start), &mut emit);
    /// // The caller may sleep until the next warning or flag fall.
    /// let next = referee.next_deadline().ok_or("a clock runs")?;
    /// assert!(next > 1_000 && next <= 301_000, "{next}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_deadline(&self) -> Option<u64> {
        let sensors = self.sensors.due(self.now);
        let clock = self.timing.next_mark(self.now).filter(|_| self.is_under_way());
        [sensors, self.check_at, clock, self.flag()].into_iter().flatten().min()
    }

    /// The time, on the referee's own clock, of the next check of the board that needs no change.
    /// There is one while something on the board has not settled.
    pub fn next_look(&self) -> Option<u64> {
        [self.sensors.next_stable(self.now), self.check_at].into_iter().flatten().min()
    }

    /// The referee's own time in milliseconds, which never runs backwards.
    pub const fn now_ms(&self) -> u64 {
        self.now
    }

    /// State of the board.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The board's settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The last settled position.
    pub const fn position(&self) -> &Position {
        self.score.position()
    }

    /// The numbered pieces of the last settled position, by point.
    pub const fn pieces(&self) -> &Pieces {
        self.score.pieces()
    }

    /// Number of plies played.
    pub const fn plies(&self) -> u16 {
        self.score.plies()
    }

    /// The last plies, at most 512, the oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.score.moves()
    }

    /// Time shown on both clocks now in milliseconds, Red's first; 0 without a time control.
    pub fn clocks(&self) -> [u64; 2] {
        self.timing.shown(self.now)
    }

    /// Number of alarms of Red and of Black.
    pub const fn alarms(&self) -> [u8; 2] {
        self.alarms
    }

    /// How the game ended; `None` while it is not over.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The debounced readings of the sensors.
    pub const fn occupancy(&self) -> Occupancy {
        Occupancy(self.sensors.stable())
    }

    /// The points at which the board differs from the position it should show: missing pieces, and
    /// extra ones.
    pub fn difference(&self) -> (Bitboard, Bitboard) {
        let (wanted, found) = (self.wanted(), self.sensors.stable());
        (wanted & !found, found & !wanted)
    }

    /// The points that should be occupied.
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

    /// Advances the time to `until`; everything due happens at its own moment.
    fn advance(&mut self, until: u64, emit: &mut impl FnMut(Output)) {
        while let Some(due) = self.next_deadline().filter(|&due| due <= until) {
            self.now = self.now.max(due);
            let own = self.position().side(self.position().side_to_move());
            if let Some(change) = self.sensors.believe(own, self.now) {
                self.changed(change, emit);
            } else if self.sensors.end_window(self.now) {
                self.check_at = Some(self.now);
            } else if self.check_at.is_some_and(|at| at <= self.now) {
                self.check_at = None;
                self.check(false, emit);
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
            self.check(false, emit);
        }
    }

    /// Gives the warnings of the clock, and ends the game when the flag falls.
    fn tick(&mut self, emit: &mut impl FnMut(Output)) {
        if !self.is_under_way() {
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

    /// Time at which the flag falls; `None` while a landing from before the flag
    /// awaits judgement.
    fn flag(&self) -> Option<u64> {
        let flag = self.timing.flag().filter(|_| self.is_under_way())?;
        let is_landing = self.landed.is_some_and(|landed| landed < flag);
        let is_open = is_landing || self.sensors.is_pending_before(flag, self.now);
        (!is_open).then_some(flag)
    }

    /// Ends the game and reports it.
    fn end(&mut self, ending: Ending, emit: &mut impl FnMut(Output)) {
        self.timing.stop(self.now);
        self.stage = Stage::Over;
        self.ending = Some(ending);
        self.is_cleared = !self.differing().is_empty();
        self.forget_touches();
        self.check_at = None;
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

    /// Forgets all lifts and landings since the settled position.
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
