use crate::{Button, Occupancy, PieceCode, Prompt, Reason};
use clock::Left;
use xiangqi::{Bitboard, Move, Side};

/// What comes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// What the sensors say from this moment until the next frame. Frames may come at any rate, or
    /// only when something changes.
    Frame(Occupancy),
    /// A button was pressed.
    Button(Button),
    /// Nothing but time has passed.
    Tick,
    /// Somebody with authority ends the game: who adjudicates repetition, or an arbiter.
    Ruling(Ending),
}

/// What goes out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// Its number, from 1 on without gaps, all the board's life.
    pub seq: u32,
    /// When, in milliseconds on the referee's own time, which never runs backwards.
    pub at_ms: u64,
    /// What happened or is to be said.
    pub event: Event,
}

/// What the referee has to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// All 32 pieces stand where a game starts.
    Setup,
    /// The game begins, or goes on, with this side on move.
    Turn(Side),
    /// A ply was made.
    Move(Played),
    /// A try that the rules do not allow. Play waits until the board is as it was.
    Alarm(Alarm),
    /// Something changed that no move explains. Play waits until the board is as it was.
    Disturbed {
        /// What it looks like.
        cause: Cause,
        /// The points concerned.
        points: Bitboard,
    },
    /// The board is again as it was.
    Restored,
    /// More than one move fits what was seen: the points to choose from.
    Ambiguous {
        /// The candidates' points.
        points: Bitboard,
    },
    /// The last ply was taken back, and the clocks with it.
    Takeback {
        /// The ply that was taken back.
        played: Move,
        /// How many plies are left.
        plies: u16,
        /// Milliseconds on both clocks, Red's first.
        clocks: [u64; 2],
    },
    /// A button was pressed.
    Pressed(Button),
    /// Something to say to the players.
    Prompt {
        /// What to say.
        prompt: Prompt,
        /// The number that goes with it, or 0.
        number: u16,
        /// The points that go with it.
        points: Bitboard,
    },
    /// The position has occurred this often. At the third time whoever adjudicates must rule; the
    /// referee does not, because that takes the whole game.
    Repetition {
        /// How often, 2 or more.
        times: u8,
    },
    /// The game is over.
    End(Ending),
}

/// A ply that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The ply: from where to where.
    pub action: Move,
    /// The piece that moved.
    pub piece: PieceCode,
    /// The piece it captured; [`PieceCode::NONE`] for none.
    pub captured: PieceCode,
    /// The number of the ply, from 1.
    pub ply: u16,
    /// When the piece landed: the moment at which the clocks changed over.
    pub landed_ms: u64,
    /// Milliseconds on both clocks, Red's first; 0 without a limit.
    pub clocks: [u64; 2],
    /// What both sides have left, Red first: what [`crate::Referee::resume`] wants to know.
    pub left: [Left; 2],
}

/// A try that the rules do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alarm {
    /// Who is to blame.
    pub side: Side,
    /// Why it is not allowed.
    pub reason: Reason,
    /// The move that was tried, if it was one.
    pub tried: Option<Move>,
    /// All points concerned: the move's, and what stood in its way.
    pub points: Bitboard,
    /// How many alarms this side has had.
    pub count: u8,
}

/// What a disturbance looks like.
///
/// ```
/// use sensing::Cause;
///
/// let names: Vec<&str> = Cause::ALL.iter().map(|cause| cause.as_str()).collect();
/// assert_eq!(names, ["missing", "extra", "scattered", "flicker", "clock-stepped"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// Pieces are gone.
    Missing,
    /// Something stands where nothing should.
    Extra,
    /// Pieces are gone here and stand there, and no move explains it.
    Scattered,
    /// A sensor changes all the time.
    Flicker,
    /// The time given ran backwards. Play goes on at once, from the same moment.
    ClockStepped,
}

impl Cause {
    /// Every cause, in the order of its number on the wire.
    pub const ALL: &[Cause] =
        &[Cause::Missing, Cause::Extra, Cause::Scattered, Cause::Flicker, Cause::ClockStepped];

    /// Its stable text.
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
    /// Why it ended.
    pub reason: game::Reason,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
}
