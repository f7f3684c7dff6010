use core::fmt;
use serde::{Deserialize, Serialize};

/// A button of a board.
///
/// ```
/// use boardlink::Button;
///
/// // A key register has one bit per button.
/// let register = 0b0010_0010_u8;
/// let pressed = (0..8).filter(|bit| register >> bit & 1 == 1).map(|bit| Button::ALL[bit]);
/// assert_eq!(pressed.collect::<Vec<_>>(), [Button::RedClock, Button::Draw]);
///
/// assert_eq!(Button::from_name("red-clock"), Some(Button::RedClock));
/// assert_eq!(Button::Takeback.to_string(), "takeback");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Button {
    /// Starts the game once the pieces are set up.
    Start,
    /// Red's side of the chess clock: accepts Red's landing at once.
    RedClock,
    /// Black's side of the chess clock: accepts Black's landing at once.
    BlackClock,
    /// Red resigns.
    RedResign,
    /// Black resigns.
    BlackResign,
    /// The players have agreed to a draw: a single press ends the game.
    Draw,
    /// The players have agreed to take back the last ply; each further press takes back one more.
    Takeback,
    /// Drops the game and waits for the pieces to be set up.
    Reset,
}

impl Button {
    /// Every button, in the order of the bits in a key register and of the numbers on the wire.
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

    /// Stable name of the button, used in files and messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            Button::Start => "start",
            Button::RedClock => "red-clock",
            Button::BlackClock => "black-clock",
            Button::RedResign => "red-resign",
            Button::BlackResign => "black-resign",
            Button::Draw => "draw",
            Button::Takeback => "takeback",
            Button::Reset => "reset",
        }
    }

    /// The button with this name.
    pub fn from_name(name: &str) -> Option<Button> {
        Button::ALL.into_iter().find(|button| button.as_str() == name)
    }
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
