use core::fmt;
use xiangqi::Side;

macro_rules! buttons {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)*) => {
        /// A button of the board.
        ///
        /// ```
        /// use sensing::Button;
        ///
        /// assert_eq!(Button::from_name("red-clock"), Some(Button::RedClock));
        /// assert_eq!(Button::Takeback.to_string(), "takeback");
        /// assert_eq!(Button::ALL.len(), 8);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Button { $($(#[$doc])* $variant,)* }

        impl Button {
            /// Every button, in the order of their numbers on the wire.
            pub const ALL: &[Button] = &[$(Button::$variant,)*];

            /// Stable name of the button, used in files and messages.
            pub const fn as_str(self) -> &'static str {
                match self { $(Button::$variant => $text,)* }
            }
        }
    };
}

buttons! {
    /// Starts the game once the pieces are set up.
    Start = "start",
    /// Red's side of the chess clock: accepts Red's landing at once.
    RedClock = "red-clock",
    /// Black's side of the chess clock: accepts Black's landing at once.
    BlackClock = "black-clock",
    /// Red resigns.
    RedResign = "red-resign",
    /// Black resigns.
    BlackResign = "black-resign",
    /// The players have agreed to a draw: a single press ends the game.
    Draw = "draw",
    /// The players have agreed to take back the last ply; each further press takes back one more.
    Takeback = "takeback",
    /// Drops the game and waits for the pieces to be set up.
    Reset = "reset",
}

impl Button {
    /// The button with this name.
    pub fn from_name(name: &str) -> Option<Button> {
        Button::ALL.iter().copied().find(|button| button.as_str() == name)
    }

    /// The side whose clock button this is.
    pub(crate) const fn clock_of(self) -> Option<Side> {
        match self {
            Button::RedClock => Some(Side::Red),
            Button::BlackClock => Some(Side::Black),
            _ => None,
        }
    }
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
