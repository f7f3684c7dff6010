use crate::{Button, Piece, Point, Points, Settings};
use serde::{Deserialize, Serialize};

/// One event of a game's record.
///
/// ```
/// use boardlink::{Body, Button, Event};
/// // `(board, game, seq)` identifies the event; a repeated delivery is equal to the first.
/// let event = Event { game: 7, seq: 0, at_ms: 0, body: Body::Pressed { button: Button::Start } };
/// let again = event;
/// assert_eq!(again, event);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Number of the game, given by the board; later games have greater numbers.
    pub game: u32,
    /// Position in the game's record, from 0 without gaps.
    pub seq: u32,
    /// Time since the game began, in milliseconds.
    pub at_ms: u32,
    /// What happened.
    pub body: Body,
}

/// The kinds of events, with their data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Body {
    /// All thirty-two pieces are on their starting points and the game begins.
    Setup {
        /// Time control and rules of the game.
        settings: Settings,
    },
    /// A move was completed and accepted.
    Move {
        /// The origin.
        from: Point,
        /// The destination.
        to: Point,
        /// The piece that moved.
        piece: Piece,
        /// The captured piece, or code 0.
        captured: Piece,
        /// Time in milliseconds that the piece had been standing when the event was made. The piece
        /// landed, and the clocks switched, that long before `at_ms`.
        stood_ms: u16,
        /// Remaining time of Red and of Black.
        left: [Left; 2],
    },
    /// A player did something illegal.
    Alarm {
        /// Whether Black did it.
        by_black: bool,
        /// Index of the reason in `sensing::Reason::ALL`.
        reason: u8,
        /// The attempted move, if it was one.
        tried: Option<(Point, Point)>,
        /// The other points concerned.
        points: Points,
    },
    /// Pieces are on wrong points, or a sensor is faulty.
    Disturbed {
        /// Index of the cause in `sensing::Cause::ALL`.
        cause: u8,
        /// The points that differ.
        points: Points,
    },
    /// The sensor readings fit more than one move.
    Ambiguous {
        /// Points of the candidate moves.
        points: Points,
    },
    /// The board shows the game's position again.
    Restored,
    /// The last move was taken back by agreement.
    TakenBack {
        /// Number of plies that remain.
        plies: u16,
    },
    /// A button was pressed.
    Pressed {
        /// Which button.
        button: Button,
    },
    /// The position has been repeated; an arbiter decides what follows.
    Repeated {
        /// Number of occurrences, 2 or more.
        times: u8,
    },
    /// The board restarted after a power cut and continues the game.
    Resumed,
    /// The game is over.
    End {
        /// Index of the reason in `game::Reason::ALL`.
        reason: u8,
        /// The result.
        result: Result,
    },
}

/// Remaining time of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Left {
    /// Main time in milliseconds.
    pub main_ms: u32,
    /// Remaining byo-yomi periods, including the current one.
    pub periods: u8,
}

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Result {
    /// The game is drawn.
    Draw,
    /// Red won.
    Red,
    /// Black won.
    Black,
}
