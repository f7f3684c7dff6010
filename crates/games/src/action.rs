use crate::{Variant, dispatch::each};
use core::fmt;
use game::{ParsePlayedError, Played, Seat, TextError};

/// One action of any game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AnyAction {
    /// Of xiangqi.
    Xiangqi(xiangqi::Action),
    /// Of undercover xiangqi.
    Undercover(undercover::Action),
    /// Of sifang.
    Sifang(sifang::Action),
    /// Of banqi.
    Banqi(banqi::Action),
}

/// An action of any game that was played.
pub type AnyPlayed = Played<AnyAction>;

impl AnyAction {
    /// Reads an action of `variant`.
    ///
    /// # Errors
    /// Names the place and what was expected there.
    ///
    /// ```
    /// use games::{AnyAction, Variant};
    ///
    /// // One text, two games: here a point of xiangqi's board, there a piece to be turned up.
    /// assert!(AnyAction::parse(Variant::Banqi, "c2").is_ok());
    /// assert_eq!(AnyAction::parse(Variant::Xiangqi, "c2").unwrap_err().code, "action-text");
    /// assert_eq!(AnyAction::parse(Variant::Sifang, "7d10d")?.to_string(), "7d10d");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(variant: Variant, text: &str) -> Result<AnyAction, TextError> {
        Ok(match variant {
            Variant::Xiangqi => AnyAction::Xiangqi(text.parse()?),
            Variant::Undercover => AnyAction::Undercover(text.parse()?),
            Variant::Sifang => AnyAction::Sifang(text.parse()?),
            Variant::Banqi => AnyAction::Banqi(text.parse()?),
        })
    }

    /// The seat that alone can do this, where the action says so whoever is on move.
    ///
    /// ```
    /// use game::Seat;
    /// use games::{AnyAction, Variant};
    ///
    /// assert_eq!(AnyAction::parse(Variant::Sifang, "out:g")?.named_seat(), Some(Seat::new(1)));
    /// assert_eq!(AnyAction::parse(Variant::Sifang, "7d7e")?.named_seat(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn named_seat(self) -> Option<Seat> {
        match self {
            AnyAction::Sifang(sifang::Action::Out(side)) => Some(side.seat()),
            AnyAction::Sifang(_)
            | AnyAction::Xiangqi(_)
            | AnyAction::Undercover(_)
            | AnyAction::Banqi(_) => None,
        }
    }

    /// Reads what a seat has done: an action of `variant`, with `=letter` where a piece came up.
    ///
    /// # Errors
    /// Says that it is no such text.
    ///
    /// ```
    /// use game::Seat;
    /// use games::{AnyAction, Variant};
    ///
    /// let flip = AnyAction::parse_played(Variant::Banqi, Seat::new(0), "c2=k")?;
    /// assert_eq!((flip.revealed, flip.to_string()), (Some('k'), "c2=k".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_played(
        variant: Variant,
        seat: Seat,
        text: &str,
    ) -> Result<AnyPlayed, ParsePlayedError> {
        Ok(match variant {
            Variant::Xiangqi => wrap(Played::parse(seat, text)?, AnyAction::Xiangqi),
            Variant::Undercover => wrap(Played::parse(seat, text)?, AnyAction::Undercover),
            Variant::Sifang => wrap(Played::parse(seat, text)?, AnyAction::Sifang),
            Variant::Banqi => wrap(Played::parse(seat, text)?, AnyAction::Banqi),
        })
    }
}

/// The same, done in any game.
pub(crate) fn wrap<A>(played: Played<A>, wrap: impl Fn(A) -> AnyAction) -> AnyPlayed {
    Played { seat: played.seat, action: wrap(played.action), revealed: played.revealed }
}

impl fmt::Display for AnyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, action => action.fmt(f))
    }
}
