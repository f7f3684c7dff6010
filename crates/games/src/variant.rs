use core::{fmt, str::FromStr};
use game::{Game, TextError};

/// Generates the enum and the list of its variants from one list, so that they cannot differ.
macro_rules! variants {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The games of the workspace.
        ///
        /// ```
        /// use games::Variant;
        ///
        /// let variant: Variant = "sifang".parse()?;
        /// assert_eq!((variant, variant.seats()), (Variant::Sifang, 4));
        /// let error = "chess".parse::<Variant>().unwrap_err();
        /// assert_eq!(error.to_string(), "expected a variant: xiangqi, undercover, sifang or banqi");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Variant { $($(#[$doc])* $name,)* }

        impl Variant {
            /// All variants, in display order.
            pub const ALL: [Variant; [$(stringify!($name)),*].len()] = [$(Variant::$name),*];
        }
    };
}

variants! {
    /// Traditional xiangqi 象棋.
    Xiangqi,
    /// Undercover xiangqi 臥底兵.
    Undercover,
    /// Sifang 四方象棋.
    Sifang,
    /// Banqi 暗棋.
    Banqi,
}

/// Calls `$body` with `$game` naming the variant's [`Game`] type.
macro_rules! with_type {
    ($variant:expr, $game:ident => $body:expr) => {
        match $variant {
            Variant::Xiangqi => {
                type $game = xiangqi::Xiangqi;
                $body
            }
            Variant::Undercover => {
                type $game = undercover::Undercover;
                $body
            }
            Variant::Sifang => {
                type $game = sifang::Sifang;
                $body
            }
            Variant::Banqi => {
                type $game = banqi::Banqi;
                $body
            }
        }
    };
}

impl Variant {
    /// Id in texts, the same as [`Game::VARIANT`]: `xiangqi`, `undercover`, `sifang`, `banqi`.
    pub const fn as_str(self) -> &'static str {
        with_type!(self, G => G::VARIANT)
    }

    /// Number of seats.
    pub const fn seats(self) -> u8 {
        with_type!(self, G => G::SEATS)
    }

    /// Name of the rules without any option, for files that must name their rules.
    pub const fn default_rules(self) -> &'static str {
        match self {
            Variant::Banqi => "seed",
            Variant::Xiangqi | Variant::Undercover | Variant::Sifang => "default",
        }
    }

    /// Returns the canonical form of an options text.
    ///
    /// # Errors
    /// Names the option that is unknown or has an invalid value.
    ///
    /// ```
    /// use games::Variant;
    ///
    /// assert_eq!(Variant::Banqi.canonical_options("face-up-at-start=4")?, "tiantian");
    /// assert_eq!(Variant::Xiangqi.canonical_options("quiet-limit=120")?, "");
    /// assert_eq!(Variant::Xiangqi.canonical_options("locks=1").unwrap_err().code, "option");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical_options(self, options: &str) -> Result<alloc::string::String, TextError> {
        use alloc::string::ToString;
        with_type!(self, G => options.parse::<<G as Game>::Options>().map(|read| read.to_string()))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is not the name of a [`Variant`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownVariant;

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a variant: ")?;
        for (index, variant) in Variant::ALL.iter().enumerate() {
            f.write_str(match index {
                0 => "",
                _ if index + 1 == Variant::ALL.len() => " or ",
                _ => ", ",
            })?;
            f.write_str(variant.as_str())?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownVariant {}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL.into_iter().find(|variant| variant.as_str() == text).ok_or(UnknownVariant)
    }
}
