use crate::{Variant, dispatch::each};
use core::fmt;
use game::{Done, TextError};

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
pub type AnyDone = Done<AnyAction>;

impl AnyAction {
    /// Reads an action of `variant`.
    ///
    /// # Errors
    /// Names the place and what was expected there.
    pub fn parse(variant: Variant, text: &str) -> Result<AnyAction, TextError> {
        Ok(match variant {
            Variant::Xiangqi => AnyAction::Xiangqi(text.parse()?),
            Variant::Undercover => AnyAction::Undercover(text.parse()?),
            Variant::Sifang => AnyAction::Sifang(text.parse()?),
            Variant::Banqi => AnyAction::Banqi(text.parse()?),
        })
    }
}

impl fmt::Display for AnyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, action => action.fmt(f))
    }
}
