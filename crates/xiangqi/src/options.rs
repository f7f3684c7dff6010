use core::{fmt, str::FromStr};
use game::{OptionWriter, TextError, read_options};

/// How a repeated position is judged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RepetitionRule {
    /// AXF/WXF: perpetual check and perpetual chase lose, everything else is a draw.
    #[default]
    Axf,
    /// Perpetual check loses, everything else is a draw.
    Simple,
    /// Repetition never ends a game.
    Off,
}

impl RepetitionRule {
    /// Text in options: `axf`, `simple`, `off`.
    pub const fn as_str(self) -> &'static str {
        match self {
            RepetitionRule::Axf => "axf",
            RepetitionRule::Simple => "simple",
            RepetitionRule::Off => "off",
        }
    }

    /// Returns the rule with this text. `none` means `off`.
    pub fn from_name(name: &str) -> Option<RepetitionRule> {
        let name = if name == "none" { "off" } else { name };
        [RepetitionRule::Axf, RepetitionRule::Simple, RepetitionRule::Off]
            .into_iter()
            .find(|rule| rule.as_str() == name)
    }
}

/// Options of one game: `quiet-limit=N|off` and `repetition=axf|simple|off`.
///
/// ```
/// use xiangqi::{Options, RepetitionRule};
///
/// let options: Options = "quiet-limit=off repetition=simple".parse()?;
/// assert_eq!(options.quiet_limit, None);
/// assert_eq!(options.repetition, RepetitionRule::Simple);
/// // Default values are not written.
/// assert_eq!(Options::DEFAULT.to_string(), "");
/// assert_eq!("quiet-limit=120".parse::<Options>()?, Options::DEFAULT);
/// assert_eq!("quiet-limit=many".parse::<Options>().unwrap_err().code, "option");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Number of plies without a capture after which the game is drawn; `None` (`off`) for no
    /// limit.
    pub quiet_limit: Option<u16>,
    /// How a repeated position is judged.
    pub repetition: RepetitionRule,
}

impl Options {
    /// Default options: a draw after 120 plies without a capture (sixty moves each), AXF
    /// repetition.
    pub const DEFAULT: Options =
        Options { quiet_limit: Some(120), repetition: RepetitionRule::Axf };

    /// Sets one option by its key. Games that extend xiangqi use it as well.
    ///
    /// Returns `None` if the key is not an option of xiangqi, and an error (`option`) if the value
    /// is invalid.
    ///
    /// ```
    /// use xiangqi::Options;
    ///
    /// let mut options = Options::DEFAULT;
    /// assert_eq!(options.set("quiet-limit", "60"), Some(Ok(())));
    /// assert_eq!(options.quiet_limit, Some(60));
    /// assert!(options.set("quiet-limit", "-1").is_some_and(|set| set.is_err()));
    /// assert_eq!(options.set("locks", "2"), None, "not one of xiangqi's");
    /// ```
    pub fn set(&mut self, key: &str, value: &str) -> Option<Result<(), TextError>> {
        match key {
            "quiet-limit" => Some(quiet_limit(value).map(|limit| self.quiet_limit = limit)),
            "repetition" => Some(
                RepetitionRule::from_name(value)
                    .map(|rule| self.repetition = rule)
                    .ok_or_else(|| TextError::option_value(key, "`axf`, `simple` or `off`", value)),
            ),
            _ => None,
        }
    }
}

/// Parses the value of `quiet-limit`.
fn quiet_limit(value: &str) -> Result<Option<u16>, TextError> {
    // All games accept `none`, the text of JSON's `null`.
    if matches!(value, "off" | "none") {
        return Ok(None);
    }
    match value.parse() {
        Ok(limit @ 1..=1000) => Ok(Some(limit)),
        _ => Err(TextError::option_value("quiet-limit", "1 to 1000 plies or `off`", value)),
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
        writer.put_limit("quiet-limit", self.quiet_limit, default.quiet_limit, "off")?;
        writer.put("repetition", self.repetition.as_str(), default.repetition.as_str())
    }
}

impl FromStr for Options {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Options, TextError> {
        let mut options = Options::DEFAULT;
        read_options(text, |key, value| {
            let unknown = || Err(TextError::unknown_option("xiangqi", key));
            options.set(key, value.unwrap_or_default()).unwrap_or_else(unknown)
        })?;
        Ok(options)
    }
}
