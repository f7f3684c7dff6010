use crate::{Piece, Point, Points, Settings};
use serde::{Deserialize, Serialize};

/// One settled event of a game.
///
/// ```
/// use boardlink::{Body, Button, Event};
///
/// // `(board, game, seq)` names it for ever; told twice, it is the same.
/// let event = Event { game: 7, seq: 0, at_ms: 0, body: Body::Pressed { button: Button::Start } };
/// let again = event;
/// assert_eq!(again, event);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// The game, numbered by the board; later games have greater numbers.
    pub game: u32,
    /// The place in the game's record, from 0 without gaps.
    pub seq: u32,
    /// Milliseconds since the game began.
    pub at_ms: u32,
    /// What happened.
    pub body: Body,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Body {
    /// All thirty-two pieces stand on their points and the game begins.
    Setup {
        /// How it is played.
        settings: Settings,
    },
    /// A move, settled and accepted.
    Move {
        /// The point it left.
        from: Point,
        /// The point it reached.
        to: Point,
        /// The piece that moved.
        piece: Piece,
        /// The piece it captured, or code 0.
        captured: Piece,
        /// How long the piece has stood, in milliseconds: it landed so long before the event, and
        /// then the clocks changed over.
        stood_ms: u16,
        /// What is left to Red and to Black.
        left: [Left; 2],
    },
    /// Something was done that may not be done.
    Alarm {
        /// Whether Black did it.
        by_black: bool,
        /// The reason's number in the referee's list.
        reason: u8,
        /// The move that was tried, if it was one.
        tried: Option<(Point, Point)>,
        /// The other points concerned.
        points: Points,
    },
    /// Pieces stand where they should not, or a sensor lies.
    Disturbed {
        /// The cause's number in the referee's list.
        cause: u8,
        /// The points that differ.
        points: Points,
    },
    /// What happened could mean more than one move.
    Ambiguous {
        /// The points of the candidates.
        points: Points,
    },
    /// The board stands again as the game does.
    Restored,
    /// The last move was taken back by agreement.
    TakenBack {
        /// How many plies are left.
        plies: u16,
    },
    /// A button was pressed.
    Pressed {
        /// Which button.
        button: Button,
    },
    /// The position has occurred this often: somebody must rule.
    Repeated {
        /// How often, 2 or more.
        times: u8,
    },
    /// The board came back after a power cut and goes on with the game.
    Resumed,
    /// The game is over.
    End {
        /// The reason's number in the contract's list of reasons.
        reason: u8,
        /// Whom the end favours.
        result: Result,
    },
}

/// What is left of a side's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Left {
    /// Main time in milliseconds.
    pub main_ms: u32,
    /// Byo-yomi periods, the one under way included.
    pub periods: u8,
}

/// Whom a game's end favours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Result {
    /// Nobody: the game is drawn.
    Draw,
    /// Red won.
    Red,
    /// Black won.
    Black,
}

/// The buttons of a board.
///
/// ```
/// use boardlink::Button;
///
/// // A key register has one bit for each.
/// let register = 0b0010_0010_u8;
/// let pressed = (0..8).filter(|bit| register >> bit & 1 == 1).map(|bit| Button::ALL[bit]);
/// assert_eq!(pressed.collect::<Vec<_>>(), [Button::RedClock, Button::Draw]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Button {
    /// Begin the game.
    Start,
    /// Red has moved.
    RedClock,
    /// Black has moved.
    BlackClock,
    /// Red gives up.
    RedResign,
    /// Black gives up.
    BlackResign,
    /// The players have agreed on a draw: one press ends the game.
    Draw,
    /// Ask to take a move back, or agree to it.
    Takeback,
    /// Put an end to this game and wait for the next.
    Reset,
}

impl Button {
    /// Every button, in the order of their bits in a key register.
    pub const ALL: [Button; 8] = [
        Button::Start,
        Button::RedClock,
        Button::BlackClock,
        Button::RedResign,
        Button::BlackResign,
        Button::Draw,
        Button::Takeback,
        Button::Reset,
    ];
}
