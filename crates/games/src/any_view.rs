use crate::{AnyAction, Variant, dispatch::each};
use alloc::vec::Vec;
use core::fmt;
use game::{Observer, Outcome, TextError, Turn, View};

/// What one observer may know of any game.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyView {
    /// View of xiangqi.
    Xiangqi(xiangqi::XiangqiView),
    /// View of undercover xiangqi.
    Undercover(undercover::UndercoverView),
    /// View of sifang.
    Sifang(sifang::SifangView),
    /// View of banqi.
    Banqi(banqi::BanqiView),
}

impl AnyView {
    /// Parses the text of a view, with the options of its game.
    ///
    /// # Errors
    /// Names the position in the text (or in the options) and what was expected there.
    ///
    /// ```
    /// use game::{Observer, Seat};
    /// use games::{AnyView, Variant};
    ///
    /// let red = Observer::Seat(Seat::new(0));
    /// let view = AnyView::from_text(Variant::Banqi, "", red, "8/8/8/K**4p r 0/0 0 8 ?")?;
    /// let legal: Vec<String> = view.legal().iter().map(ToString::to_string).collect();
    /// assert_eq!(legal, ["a1a2", "b1", "c1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_text(
        variant: Variant,
        options: &str,
        observer: Observer,
        text: &str,
    ) -> Result<AnyView, TextError> {
        Ok(match variant {
            Variant::Xiangqi => {
                AnyView::Xiangqi(View::from_text(options.parse()?, observer, text)?)
            }
            Variant::Undercover => {
                AnyView::Undercover(View::from_text(options.parse()?, observer, text)?)
            }
            Variant::Sifang => AnyView::Sifang(View::from_text(options.parse()?, observer, text)?),
            Variant::Banqi => AnyView::Banqi(View::from_text(options.parse()?, observer, text)?),
        })
    }

    /// Variant of the game.
    pub const fn variant(&self) -> Variant {
        match self {
            AnyView::Xiangqi(_) => Variant::Xiangqi,
            AnyView::Undercover(_) => Variant::Undercover,
            AnyView::Sifang(_) => Variant::Sifang,
            AnyView::Banqi(_) => Variant::Banqi,
        }
    }

    /// The observer for whom the view was made.
    pub fn observer(&self) -> Observer {
        each!(self, view => view.observer())
    }

    /// Whether something on the board or about a side is hidden from the observer.
    pub fn hides_something(&self) -> bool {
        match self {
            AnyView::Xiangqi(_) | AnyView::Sifang(_) => false,
            AnyView::Undercover(view) => view.hides_something(),
            AnyView::Banqi(view) => view.hides_something(),
        }
    }

    /// The seats that may act now.
    pub fn turn(&self) -> Turn {
        each!(self, view => view.turn())
    }

    /// The outcome, if the game is over and the view's text shows how it ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        each!(self, view => view.outcome())
    }

    /// Lists the observer's own legal actions, sorted by text.
    pub fn legal(&self) -> Vec<AnyAction> {
        match self {
            AnyView::Xiangqi(view) => view.legal().into_iter().map(AnyAction::Xiangqi).collect(),
            AnyView::Undercover(view) => {
                view.legal().into_iter().map(AnyAction::Undercover).collect()
            }
            AnyView::Sifang(view) => view.legal().into_iter().map(AnyAction::Sifang).collect(),
            AnyView::Banqi(view) => view.legal().into_iter().map(AnyAction::Banqi).collect(),
        }
    }
}

impl fmt::Display for AnyView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, view => view.fmt(f))
    }
}
