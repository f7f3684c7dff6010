use crate::{Ground, Seat, SeatSet};
use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)*) => {
        /// Why a game ended. One closed list for all games; the text is the field's, in kebab case.
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
            /// Every reason, in the order of this list.
            pub const ALL: &[Reason] = &[$(Reason::$variant,)*];

            /// Its stable text, as files and the wire have it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Reason::$variant => $text,)* }
            }
        }
    };
}

reasons! {
    /// The side to move is in check and has no legal action (xiangqi).
    Checkmate = "checkmate",
    /// The side to move is not in check and has no legal action (xiangqi): a loss as well.
    Stalemate = "stalemate",
    /// One side checked on every move of a repeated cycle, the other did not.
    PerpetualCheck = "perpetual-check",
    /// One side chased the same piece on every move of a repeated cycle, the other did not.
    PerpetualChase = "perpetual-chase",
    /// A position repeated and nobody was to blame: a draw.
    Repetition = "repetition",
    /// Too many plies without progress: a draw.
    QuietLimit = "quiet-limit",
    /// Neither side can win any more: a draw.
    Material = "material",
    /// The marshals that had to fall have fallen (sifang, teams).
    Marshals = "marshals",
    /// The race of the marshals is decided (sifang, solo).
    Race = "race",
    /// All pieces of the other side or sides are gone (sifang `capture-all`).
    CaptureAll = "capture-all",
    /// The agreed number of plies has been played (sifang).
    MoveLimit = "move-limit",
    /// The points needed were reached (banqi).
    Points = "points",
    /// The side to move has no action (banqi).
    NoAction = "no-action",
    /// The general was captured (over the board, with `capture-general`).
    GeneralCaptured = "general-captured",
    /// A player gave up.
    Resignation = "resignation",
    /// A player's time ran out.
    FlagFall = "flag-fall",
    /// The players agreed on a draw.
    Agreement = "agreement",
    /// A player made too many illegal tries (over the board).
    Alarms = "alarms",
    /// A player left and did not come back.
    Abandoned = "abandoned",
    /// An arbiter decided (over the board).
    Arbiter = "arbiter",
    /// A file tells the result and not how it came about.
    Unstated = "unstated",
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no known [`Reason`].
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

/// Points a game gives, in steps of one half (shared places in sifang give halves).
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
    /// So many whole points.
    pub const fn whole(points: u16) -> Points {
        Points { halves: points * 2 }
    }

    /// So many half points.
    pub const fn halves(halves: u16) -> Points {
        Points { halves }
    }

    /// How many half points these are.
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

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub reason: Reason,
    /// The winning seat, or seats of the winning team; empty for a draw.
    pub winners: SeatSet,
    /// Points by seat index; seats the game does not have stay at zero.
    pub scores: [Points; Seat::MAX as usize],
    /// The referee's explanation in English where the reason alone does not say enough: which
    /// pieces checked or chased, on which squares. Empty otherwise. Never holds a secret.
    pub detail: String,
    /// What `detail` says, for whoever words it in another language; empty where it is.
    pub grounds: Vec<Ground>,
}

impl Outcome {
    /// An outcome of a game for two, scored 2/1/0: won by `winner`, or drawn.
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

    /// The same outcome with the referee's explanation.
    ///
    /// ```
    /// use game::{Ground, Outcome, Reason};
    ///
    /// let drawn = Outcome::duel(Reason::Repetition, None);
    /// assert!(drawn.detail.is_empty());
    /// let ground = Ground::new("nobody-checked-or-chased");
    /// let told = drawn.because("neither side checked or chased".into(), vec![ground.clone()]);
    /// assert_eq!(told.detail, "neither side checked or chased");
    /// assert_eq!(told.grounds, [ground]);
    /// ```
    pub fn because(mut self, detail: String, grounds: Vec<Ground>) -> Outcome {
        self.detail = detail;
        self.grounds = grounds;
        self
    }
}
