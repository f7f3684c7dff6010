use crate::{Variant, dispatch::each};
use core::fmt;
use game::{ParsePlayedError, Played, Seat, TextError};

/// One action of any game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AnyAction {
    /// Action of xiangqi.
    Xiangqi(xiangqi::Action),
    /// Action of undercover xiangqi.
    Undercover(undercover::Action),
    /// Action of sifang.
    Sifang(sifang::Action),
    /// Action of banqi.
    Banqi(banqi::Action),
}

/// A played action of any game.
pub type AnyPlayed = Played<AnyAction>;

impl AnyAction {
    /// Parses an action of `variant`.
    ///
    /// # Errors
    /// Names the position in the text and what was expected there.
    ///
    /// ```
    /// use games::{AnyAction, Variant};
    ///
    /// // The same text in two games: a point of the xiangqi board, and a piece to flip in banqi.
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

    /// The only seat that can play this action, if the action itself names a seat.
    ///
    /// Only sifang's `out:` does. Other actions belong to the seat to move.
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

    /// Parses a played action of `variant`, with `=letter` if it revealed a piece.
    ///
    /// # Errors
    /// If the text is not an action of `variant` with an optional `=letter`.
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

/// Converts a played action of one game with `wrap`.
pub(crate) fn wrap<A>(played: Played<A>, wrap: impl Fn(A) -> AnyAction) -> AnyPlayed {
    Played { seat: played.seat, action: wrap(played.action), revealed: played.revealed }
}

impl fmt::Display for AnyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, action => action.fmt(f))
    }
}
