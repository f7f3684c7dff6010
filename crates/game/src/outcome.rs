use crate::{Ground, Seat, SeatSet};
use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)*) => {
        /// Why a game ended.
        ///
        /// One closed list for all games. The text of a reason is kebab case and stable.
        ///
        /// ```
        /// use game::Reason;
        ///
        /// let reason: Reason = "perpetual-chase".parse()?;
        /// assert_eq!(reason, Reason::PerpetualChase);
        /// assert_eq!(reason.to_string(), "perpetual-chase");
        /// assert!("boredom".parse::<Reason>().is_err());
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Reason { $($(#[$doc])* $variant,)* }

        impl Reason {
            /// Every reason, in declaration order.
            pub const ALL: &[Reason] = &[$(Reason::$variant,)*];

            /// Stable text used in files and on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Reason::$variant => $text,)* }
            }
        }
    };
}

reasons! {
    /// The side to move is in check and has no legal action (xiangqi).
    Checkmate = "checkmate",
    /// The side to move is not in check and has no legal action (xiangqi). The side to move loses.
    Stalemate = "stalemate",
    /// One side gave check on every move of a repeated cycle, the other did not.
    PerpetualCheck = "perpetual-check",
    /// One side chased the same piece on every move of a repeated cycle, the other did not.
    PerpetualChase = "perpetual-chase",
    /// A position repeated and neither side was at fault: a draw.
    Repetition = "repetition",
    /// The limit of plies without progress was reached: a draw.
    QuietLimit = "quiet-limit",
    /// Neither side can still win: a draw.
    Material = "material",
    /// The marshals that decide the game were captured (sifang, teams).
    Marshals = "marshals",
    /// The race to capture marshals is decided (sifang, solo).
    Race = "race",
    /// All pieces of the other side or sides are gone (sifang `capture-all`).
    CaptureAll = "capture-all",
    /// The agreed number of plies has been played (sifang).
    MoveLimit = "move-limit",
    /// A side reached the points needed to win (banqi).
    Points = "points",
    /// The side to move has no action (banqi).
    NoAction = "no-action",
    /// The general was captured (smart board, with `capture-general`).
    GeneralCaptured = "general-captured",
    /// A player resigned.
    Resignation = "resignation",
    /// A player's time ran out.
    FlagFall = "flag-fall",
    /// The players agreed on a draw.
    Agreement = "agreement",
    /// A player made too many illegal moves (smart board).
    Alarms = "alarms",
    /// A player left and did not come back.
    Abandoned = "abandoned",
    /// An arbiter decided the game (smart board).
    Arbiter = "arbiter",
    /// A file states the result but not its reason.
    Unstated = "unstated",
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is not the name of a [`Reason`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseReasonError;

impl fmt::Display for ParseReasonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a known reason for the end of a game")
    }
}

impl core::error::Error for ParseReasonError {}

impl FromStr for Reason {
    type Err = ParseReasonError;

    fn from_str(text: &str) -> Result<Reason, ParseReasonError> {
        Reason::ALL.iter().copied().find(|reason| reason.as_str() == text).ok_or(ParseReasonError)
    }
}

/// Points scored in a game, counted in halves because shared places in sifang give half points.
///
/// ```
/// use game::Points;
///
/// assert_eq!(Points::whole(2).to_string(), "2");
/// // Two sides that share the places for 3 and 2 points.
/// assert_eq!(Points::halves(5).to_string(), "2.5");
/// assert!(Points::halves(5) > Points::whole(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Points {
    halves: u16,
}

impl Points {
    /// Creates whole points.
    pub const fn whole(points: u16) -> Points {
        Points { halves: points * 2 }
    }

    /// Creates points from a number of halves.
    pub const fn halves(halves: u16) -> Points {
        Points { halves }
    }

    /// Number of half points.
    pub const fn in_halves(self) -> u16 {
        self.halves
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.halves / 2)?;
        if self.halves % 2 == 1 { f.write_str(".5") } else { Ok(()) }
    }
}

/// Result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub reason: Reason,
    /// The winning seat, or seats of the winning team; empty for a draw.
    pub winners: SeatSet,
    /// Points by seat index; zero for seats that the game does not have.
    pub scores: [Points; Seat::MAX as usize],
    /// The referee's explanation in English, where the reason alone is not enough: which pieces
    /// checked or chased, on which squares. Empty otherwise. Never contains a secret.
    pub detail: String,
    /// The facts of `detail` as codes and values, for other languages. Empty where `detail` is
    /// empty.
    pub grounds: Vec<Ground>,
}

impl Outcome {
    /// Creates the outcome of a two-player game, scored 2 for a win, 1 for a draw and 0 for a loss.
    ///
    /// ```
    /// use game::{Outcome, Points, Reason, Seat};
    ///
    /// let won = Outcome::duel(Reason::Checkmate, Some(Seat::new(1)));
    /// assert_eq!(won.scores[..2], [Points::whole(0), Points::whole(2)]);
    /// let drawn = Outcome::duel(Reason::QuietLimit, None);
    /// assert!(drawn.winners.is_empty());
    /// assert_eq!(drawn.scores[..2], [Points::whole(1), Points::whole(1)]);
    /// ```
    pub fn duel(reason: Reason, winner: Option<Seat>) -> Outcome {
        let mut scores = [Points::default(); Seat::MAX as usize];
        match winner {
            Some(seat) => scores[seat.index()] = Points::whole(2),
            None => scores[..2].fill(Points::whole(1)),
        }
        let winners = winner.map_or(SeatSet::EMPTY, SeatSet::only);
        Outcome { reason, winners, scores, detail: String::new(), grounds: Vec::new() }
    }

    /// Adds the referee's explanation.
    ///
    /// ```
    /// use game::{Ground, Outcome, Reason};
    ///
    /// let drawn = Outcome::duel(Reason::Repetition, None);
    /// assert!(drawn.detail.is_empty());
    /// let ground = Ground::new("nobody-checked-or-chased");
    /// let outcome = drawn.because("neither side checked or chased".into(), vec![ground.clone()]);
    /// assert_eq!(outcome.detail, "neither side checked or chased");
    /// assert_eq!(outcome.grounds, [ground]);
    /// ```
    pub fn because(mut self, detail: String, grounds: Vec<Ground>) -> Outcome {
        self.detail = detail;
        self.grounds = grounds;
        self
    }
}
