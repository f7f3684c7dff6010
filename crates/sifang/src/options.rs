use crate::{Kind, Mode};
use core::{fmt, str::FromStr};
use game::{OptionWriter, TextError, read_options};

/// Condition that ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum End {
    /// Teams: both marshals of a team are captured. Solo: the race is decided.
    #[default]
    Standard,
    /// Only one side or team has pieces.
    CaptureAll,
    /// The first marshal is captured. In solo, the other sides then share the better places.
    FirstMarshal,
    /// After `move-limit` plies, the points of captured pieces decide.
    Points,
}

impl End {
    const ALL: [End; 4] = [End::Standard, End::CaptureAll, End::FirstMarshal, End::Points];

    const fn as_str(self) -> &'static str {
        match self {
            End::Standard => "standard",
            End::CaptureAll => "capture-all",
            End::FirstMarshal => "first-marshal",
            End::Points => "points",
        }
    }
}

/// Points for a captured piece, for each kind in the order of [`Kind::ALL`].
///
/// ```
/// use sifang::{Kind, Values};
///
/// assert_eq!(Values::DEFAULT.of(Kind::Marshal), 10);
/// let values: Values = "T1B2F3A4C5I6M7".parse()?;
/// assert_eq!(values.of(Kind::Infantry), 6);
/// assert!("T1B2".parse::<Values>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Values([u8; 7]);

impl Values {
    /// Default values: roughly what a piece is worth on an open board.
    pub const DEFAULT: Values = Values([5, 5, 6, 6, 4, 2, 10]);

    /// Points for a captured piece of this kind.
    pub const fn of(self, kind: Kind) -> u8 {
        self.0[kind as usize]
    }
}

impl fmt::Display for Values {
    /// Writes `T5B5F6A6C4I2M10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Kind::ALL.iter().try_for_each(|kind| write!(f, "{}{}", kind.letter(), self.of(*kind)))
    }
}

impl FromStr for Values {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Values, TextError> {
        let error = || {
            TextError::new("option", 0, "expected values such as `T5B5F6A6C4I2M10`, each 0 to 99")
        };
        let mut values = [0; 7];
        let mut rest = text;
        for (value, kind) in values.iter_mut().zip(Kind::ALL) {
            rest = rest.strip_prefix(kind.letter()).ok_or_else(error)?;
            let length = rest.bytes().take_while(u8::is_ascii_digit).count();
            *value = rest[..length].parse().ok().filter(|&value| value <= 99).ok_or_else(error)?;
            rest = &rest[length..];
        }
        if rest.is_empty() { Ok(Values(values)) } else { Err(error()) }
    }
}

/// The options of one game: `end=…`, `mode=ns|se|sw|solo`, `move-limit=N`, `quiet-limit=N|off`,
/// `values=…`.
///
/// ```
/// use sifang::{End, Mode, Options};
///
/// let options: Options = "end=points mode=se move-limit=100 quiet-limit=off".parse()?;
/// assert_eq!((options.end, options.mode), (End::Points, Mode::SouthEast));
/// assert_eq!((options.move_limit, options.quiet_limit), (100, None));
/// assert_eq!(options.to_string(), "end=points mode=se move-limit=100 quiet-limit=off");
/// assert_eq!("mode=x".parse::<Options>().unwrap_err().code, "option");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Condition that ends the game.
    pub end: End,
    /// Teams or solo. The mode in a position's text takes precedence.
    pub mode: Mode,
    /// Number of plies after which the points decide (`end=points`).
    pub move_limit: u16,
    /// Number of plies without a capture after which the game is drawn; `None` (`off`) for no
    /// limit.
    pub quiet_limit: Option<u16>,
    /// Points for captured pieces (`end=points`).
    pub values: Values,
}

impl Options {
    /// Default options: north and south against east and west.
    pub const DEFAULT: Options = Options {
        end: End::Standard,
        mode: Mode::NorthSouth,
        move_limit: 400,
        quiet_limit: Some(200),
        values: Values::DEFAULT,
    };

    fn set(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        let wrong_value = |expected: &str| TextError::option_value(key, expected, value);
        match key {
            "end" => {
                let end = End::ALL.into_iter().find(|end| end.as_str() == value);
                self.end = end.ok_or_else(|| {
                    wrong_value("`standard`, `capture-all`, `first-marshal` or `points`")
                })?;
            }
            "mode" => {
                self.mode = Mode::from_name(value)
                    .ok_or_else(|| wrong_value("`ns`, `se`, `sw` or `solo`"))?;
            }
            "move-limit" => {
                let limit = value.parse().ok().filter(|limit| (4..=4000).contains(limit));
                self.move_limit = limit.ok_or_else(|| wrong_value("4 to 4000 plies"))?;
            }
            "quiet-limit" if matches!(value, "off" | "none") => self.quiet_limit = None,
            "quiet-limit" => {
                let limit = value.parse().ok().filter(|limit| (1..=1000).contains(limit));
                self.quiet_limit =
                    Some(limit.ok_or_else(|| wrong_value("1 to 1000 plies or `off`"))?);
            }
            "values" => self.values = value.parse()?,
            _ => return Err(TextError::unknown_option("sifang", key)),
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
        writer.put("end", self.end.as_str(), default.end.as_str())?;
        writer.put("mode", self.mode.as_str(), default.mode.as_str())?;
        writer.put("move-limit", self.move_limit, default.move_limit)?;
        writer.put_limit("quiet-limit", self.quiet_limit, default.quiet_limit, "off")?;
        writer.put("values", self.values, default.values)
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
