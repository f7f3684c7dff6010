use core::{fmt, str::FromStr};
use game::{OptionWriter, TextError, read_options};

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

/// Gives the values of a choice their names in options.
macro_rules! names {
    ($choice:ident: $($variant:ident = $name:literal),+) => {
        impl $choice {
            const fn as_str(self) -> &'static str {
                match self { $($choice::$variant => $name,)+ }
            }

            fn from_name(name: &str) -> Option<$choice> {
                [$($choice::$variant),+].into_iter().find(|choice| choice.as_str() == name)
            }
        }
    };
}

names!(Selection: Choose = "choose", Random = "random");
names!(Rearrange: None = "none", System = "system", Manual = "manual");
names!(First: Random = "random", Red = "red", Black = "black");

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
        let wrong_value = |expected: &str| TextError::option_value(key, expected, value);
        match key {
            "barred" => {
                self.barred = value
                    .parse()
                    .ok()
                    .filter(|&moves| moves <= 200)
                    .ok_or_else(|| wrong_value("0 to 200 moves"))?;
            }
            "first" => {
                self.first = First::from_name(value)
                    .ok_or_else(|| wrong_value("`random`, `red` or `black`"))?;
            }
            "locks" => {
                self.locks = value
                    .parse()
                    .ok()
                    .filter(|&locks| locks <= 2)
                    .ok_or_else(|| wrong_value("0, 1 or 2"))?;
            }
            "rearrange" => {
                self.rearrange = Rearrange::from_name(value)
                    .ok_or_else(|| wrong_value("`none`, `system` or `manual`"))?;
            }
            "selection" => {
                self.selection = Selection::from_name(value)
                    .ok_or_else(|| wrong_value("`choose` or `random`"))?;
            }
            _ => return Err(TextError::unknown_option("undercover", key)),
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
        let mut writer = OptionWriter::new(f);
        writer.put("barred", self.barred, default.barred)?;
        writer.put("first", self.first.as_str(), default.first.as_str())?;
        writer.put("locks", self.locks, default.locks)?;
        let (limit, usual) = (self.xiangqi.quiet_limit, default.xiangqi.quiet_limit);
        writer.put_limit("quiet-limit", limit, usual, "off")?;
        writer.put("rearrange", self.rearrange.as_str(), default.rearrange.as_str())?;
        let (rule, usual) = (self.xiangqi.repetition, default.xiangqi.repetition);
        writer.put("repetition", rule.as_str(), usual.as_str())?;
        writer.put("selection", self.selection.as_str(), default.selection.as_str())
    }
}

impl FromStr for Options {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Options, TextError> {
        let mut options = Options::DEFAULT;
        read_options(text, |key, value| options.set(key, value.unwrap_or_default()))?;
        Ok(options)
    }
}
