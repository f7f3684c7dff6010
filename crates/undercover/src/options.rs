use alloc::format;
use core::{fmt, str::FromStr};
use game::TextError;

/// How the moles are selected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Selection {
    /// Each side chooses its mole.
    #[default]
    Choose,
    /// The system selects one of the opponent's unlocked pawns for each side.
    Random,
}

/// Whether pawns change places after the selection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rearrange {
    /// Pawns keep their places.
    #[default]
    None,
    /// The system rearranges the pawns.
    System,
    /// Each player may rearrange the own pawns.
    Manual,
}

/// Which side moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum First {
    /// Drawn by the system after the set-up.
    #[default]
    Random,
    /// Red moves first.
    Red,
    /// Black moves first.
    Black,
}

/// Options of one game: `barred=N`, `first=random|red|black`, `locks=0|1|2`,
/// `rearrange=none|system|manual`, `selection=choose|random`, and the options of traditional
/// xiangqi.
///
/// ```
/// use undercover::{First, Options, Rearrange};
///
/// let options: Options = "first=red locks=1 rearrange=manual quiet-limit=60".parse()?;
/// assert_eq!((options.first, options.locks), (First::Red, 1));
/// assert_eq!((options.rearrange, options.barred), (Rearrange::Manual, 3));
/// // The options of traditional xiangqi are valid here as well.
/// assert_eq!(options.xiangqi.quiet_limit, Some(60));
/// let error = "locks=3".parse::<Options>().unwrap_err();
/// assert_eq!(error.message, "expected 0, 1 or 2 for `locks`, found `3`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Number of own moves required before a side may turn its mole; 0 to 200.
    pub barred: u16,
    /// The side that moves first after the set-up.
    pub first: First,
    /// Maximum number of own pawns that each side may lock; 0 to 2.
    pub locks: u8,
    /// Whether pawns change places after the selection.
    pub rearrange: Rearrange,
    /// How the moles are selected.
    pub selection: Selection,
    /// Options of traditional xiangqi: repetition and quiet limit.
    pub xiangqi: xiangqi::Options,
}

impl Options {
    /// Default options: each side chooses, no locks, pawns keep their places, three moves before a
    /// turn, first move drawn.
    pub const DEFAULT: Options = Options {
        barred: 3,
        first: First::Random,
        locks: 0,
        rearrange: Rearrange::None,
        selection: Selection::Choose,
        xiangqi: xiangqi::Options::DEFAULT,
    };

    fn set(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        if let Some(result) = self.xiangqi.set(key, value) {
            return result;
        }
        let wrong_value = |expected: &str| {
            let found = value.escape_debug();
            TextError::new("option", 0, format!("expected {expected} for `{key}`, found `{found}`"))
        };
        match key {
            "barred" => {
                self.barred = value
                    .parse()
                    .ok()
                    .filter(|&moves| moves <= 200)
                    .ok_or_else(|| wrong_value("0 to 200 moves"))?;
            }
            "first" => {
                self.first = match value {
                    "random" => First::Random,
                    "red" => First::Red,
                    "black" => First::Black,
                    _ => return Err(wrong_value("`random`, `red` or `black`")),
                };
            }
            "locks" => {
                self.locks = value
                    .parse()
                    .ok()
                    .filter(|&locks| locks <= 2)
                    .ok_or_else(|| wrong_value("0, 1 or 2"))?;
            }
            "rearrange" => {
                self.rearrange = match value {
                    "none" => Rearrange::None,
                    "system" => Rearrange::System,
                    "manual" => Rearrange::Manual,
                    _ => return Err(wrong_value("`none`, `system` or `manual`")),
                };
            }
            "selection" => {
                self.selection = match value {
                    "choose" => Selection::Choose,
                    "random" => Selection::Random,
                    _ => return Err(wrong_value("`choose` or `random`")),
                };
            }
            _ => {
                let message = format!("undercover has no option `{}`", key.escape_debug());
                return Err(TextError::new("option", 0, message));
            }
        }
        Ok(())
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::DEFAULT
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Options::DEFAULT;
        let mut space = "";
        let mut word = |f: &mut fmt::Formatter<'_>, key: &str, value: &dyn fmt::Display| {
            let written = write!(f, "{space}{key}={value}");
            space = " ";
            written
        };
        if self.barred != default.barred {
            word(f, "barred", &self.barred)?;
        }
        match self.first {
            First::Random => {}
            First::Red => word(f, "first", &"red")?,
            First::Black => word(f, "first", &"black")?,
        }
        if self.locks != default.locks {
            word(f, "locks", &self.locks)?;
        }
        match self.xiangqi.quiet_limit {
            limit if limit == default.xiangqi.quiet_limit => {}
            Some(limit) => word(f, "quiet-limit", &limit)?,
            None => word(f, "quiet-limit", &"off")?,
        }
        match self.rearrange {
            Rearrange::None => {}
            Rearrange::System => word(f, "rearrange", &"system")?,
            Rearrange::Manual => word(f, "rearrange", &"manual")?,
        }
        if self.xiangqi.repetition != default.xiangqi.repetition {
            word(f, "repetition", &self.xiangqi.repetition.as_str())?;
        }
        match self.selection {
            Selection::Choose => Ok(()),
            Selection::Random => word(f, "selection", &"random"),
        }
    }
}

impl FromStr for Options {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Options, TextError> {
        let mut options = Options::DEFAULT;
        let mut at = 0;
        for word in text.split(' ').filter(|_| !text.is_empty()) {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            options.set(key, value).map_err(|error| error.shifted(at))?;
            at += word.len() + 1;
        }
        Ok(options)
    }
}
