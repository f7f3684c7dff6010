use crate::{Button, Occupancy, PieceCode, Prompt, Reason};
use clock::Left;
use xiangqi::{Bitboard, Move, Side};

/// An input to the referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// The readings of all sensors, valid until the next frame. Frames may come at any rate, or
    /// only when a reading changes.
    Frame(Occupancy),
    /// A button was pressed.
    Button(Button),
    /// Only time has passed.
    Tick,
    /// The arbiter ends the game, for example after a repetition.
    Ruling(Ending),
}

/// An output of the referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// Sequence number, from 1 without gaps over the board's lifetime.
    pub seq: u32,
    /// Time in milliseconds on the referee's own clock, which never runs backwards.
    pub at_ms: u64,
    /// What is reported.
    pub event: Event,
}

/// What an output reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// All 32 pieces are on their starting points.
    Setup,
    /// The game begins or continues, with this side on move.
    Turn(Side),
    /// A ply was played.
    Move(Played),
    /// A player did something illegal. Play waits until the board shows the settled position again.
    Alarm(Alarm),
    /// The board changed in a way that no move explains. Play waits as after an alarm, except for
    /// [`Cause::ClockStepped`].
    Disturbed {
        /// Kind of the disturbance.
        cause: Cause,
        /// The points concerned.
        points: Bitboard,
    },
    /// The board shows the settled position again.
    Restored,
    /// The sensors' readings fit more than one move; the players must choose.
    Ambiguous {
        /// Points of the candidate moves.
        points: Bitboard,
    },
    /// The last ply was taken back, and the clocks with it.
    Takeback {
        /// The ply that was taken back.
        played: Move,
        /// Number of plies that remain.
        plies: u16,
        /// Time shown on both clocks in milliseconds, Red's first.
        clocks: [u64; 2],
    },
    /// A button was pressed.
    Pressed(Button),
    /// A message to the players.
    Prompt {
        /// The message.
        prompt: Prompt,
        /// The number spoken with it, or 0.
        number: u16,
        /// The points it refers to.
        points: Bitboard,
    },
    /// The position has been repeated. At its third occurrence the arbiter must decide: the referee
    /// cannot, because the ruling depends on the whole game.
    Repetition {
        /// Number of occurrences, 2 or more.
        times: u8,
    },
    /// The game is over.
    End(Ending),
}

/// A ply that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Origin and destination.
    pub action: Move,
    /// The piece that moved.
    pub piece: PieceCode,
    /// The captured piece, or [`PieceCode::NONE`].
    pub captured: PieceCode,
    /// Number of the ply, from 1.
    pub ply: u16,
    /// Time at which the piece landed and the clocks switched.
    pub landed_ms: u64,
    /// Time shown on both clocks in milliseconds, Red's first; 0 without a time control.
    pub clocks: [u64; 2],
    /// Remaining time of both sides, Red's first, with the byo-yomi periods left, as
    /// [`crate::Referee::resume`] needs it.
    pub left: [Left; 2],
}

/// An illegal action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alarm {
    /// The side that committed it.
    pub side: Side,
    /// The rule that was broken.
    pub reason: Reason,
    /// The attempted move, if it was one.
    pub tried: Option<Move>,
    /// All points concerned: those of the move and those of obstacles.
    pub points: Bitboard,
    /// Number of alarms of this side so far.
    pub count: u8,
}

/// Kinds of disturbance.
///
/// ```
/// use sensing::Cause;
///
/// let names: Vec<&str> = Cause::ALL.iter().map(|cause| cause.as_str()).collect();
/// assert_eq!(names, ["missing", "extra", "scattered", "flicker", "clock-stepped"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// Pieces are missing.
    Missing,
    /// A point that should be empty is occupied.
    Extra,
    /// Some pieces are missing, some points that should be empty are occupied, and no move explains
    /// it.
    Scattered,
    /// A sensor changes continually.
    Flicker,
    /// The time of the input ran backwards. Play continues at once from the same moment.
    ClockStepped,
}

impl Cause {
    /// Every cause, in the order of their numbers on the wire.
    pub const ALL: &[Cause] =
        &[Cause::Missing, Cause::Extra, Cause::Scattered, Cause::Flicker, Cause::ClockStepped];

    /// Stable name of the cause, used in files and messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            Cause::Missing => "missing",
            Cause::Extra => "extra",
            Cause::Scattered => "scattered",
            Cause::Flicker => "flicker",
            Cause::ClockStepped => "clock-stepped",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The reason.
    pub reason: game::Reason,
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
}
