use crate::Square;
use alloc::format;
use core::{fmt, str::FromStr};
use game::{OptionWriter, TextError, read_options};

/// Rules of one game. Each variation is a value.
///
/// The text consists of `key=value` words sorted by key, only those that differ from
/// [`Options::SEED`]. The empty text is the default. Options equal to another preset are written as
/// its name.
///
/// A parsed text may begin with the name of a preset, `seed` included, followed by changes. A
/// yes-or-no key without a value means `yes`.
///
/// ```
/// use banqi::Options;
///
/// // A preset with one change.
/// let options: Options = "taiwan target=60".parse()?;
/// assert!(options.cannon_steps && !options.cannon_takes_hidden);
/// assert_eq!(options.target, Some(60));
/// assert_eq!(options.to_string(), "cannon-steps=yes cannon-takes-hidden=no");
/// // Options equal to a preset are written as its name.
/// assert_eq!("face-up-at-start=4".parse::<Options>()?.to_string(), "tiantian");
/// let error = "target=60 no-such=1".parse::<Options>().unwrap_err();
/// assert_eq!((error.code, error.at), ("option", 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// `cannon-steps`: a cannon may also move one square to an empty square. Default `no`.
    pub cannon_steps: bool,
    /// `cannon-takes-hidden`: a cannon may capture a face-down piece. Default `yes`.
    pub cannon_takes_hidden: bool,
    /// `face-up-at-start`: number of randomly chosen pieces that start face up, `0..=31`. Default
    /// 0.
    pub face_up_at_start: u8,
    /// `general-takes-soldier`: the general may capture soldiers. Default `no`.
    pub general_takes_soldier: bool,
    /// `generals-take-each-other`: a general may capture the other general. Default `yes`.
    pub generals_take_each_other: bool,
    /// `own-capture-scores`: who gets the points when a cannon captures a face-down piece of its
    /// own colour. Default `opponent`.
    pub own_capture_scores: OwnCaptureScores,
    /// `quiet-limit`: number of plies without a flip or capture that draws the game. `None` (text
    /// `none`) for no limit. Default 60.
    pub quiet_limit: Option<u16>,
    /// `target`: points needed to win. Default 60.
    ///
    /// With `None` (text `none`) points are counted but do not decide the game. It is then played
    /// until a side has no action or no pieces.
    pub target: Option<u16>,
}

/// Who gets the points when a cannon captures a face-down piece of its own colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnCaptureScores {
    /// The opponent: the points of a piece always go to the other colour.
    Opponent,
    /// Neither side.
    None,
}

impl Options {
    /// The default: the rules of `docs/rules/banqi.md`.
    pub const SEED: Options = Options {
        cannon_steps: false,
        cannon_takes_hidden: true,
        face_up_at_start: 0,
        general_takes_soldier: false,
        generals_take_each_other: true,
        own_capture_scores: OwnCaptureScores::Opponent,
        quiet_limit: Some(60),
        target: Some(60),
    };

    /// Rules of 天天象棋: four pieces start face up.
    pub const TIANTIAN: Options = Options { face_up_at_start: 4, ..Options::SEED };

    /// Rules of most banqi engines: cannons may step and capture only face-up pieces, and points do
    /// not decide the game.
    pub const TAIWAN: Options =
        Options { cannon_steps: true, cannon_takes_hidden: false, target: None, ..Options::SEED };

    /// The named rule sets.
    pub const PRESETS: [(&'static str, Options); 3] =
        [("seed", Options::SEED), ("tiantian", Options::TIANTIAN), ("taiwan", Options::TAIWAN)];

    fn set(&mut self, key: &str, value: Option<&str>) -> Result<(), TextError> {
        let wrong_value =
            |expected| TextError::option_value(key, expected, value.unwrap_or_default());
        match key {
            "cannon-steps" => self.cannon_steps = flag(key, value)?,
            "cannon-takes-hidden" => self.cannon_takes_hidden = flag(key, value)?,
            "face-up-at-start" => {
                self.face_up_at_start = number(key, value, 0..=Square::COUNT as u16 - 1)? as u8;
            }
            "general-takes-soldier" => self.general_takes_soldier = flag(key, value)?,
            "generals-take-each-other" => self.generals_take_each_other = flag(key, value)?,
            "own-capture-scores" => {
                self.own_capture_scores = match value {
                    Some("opponent") => OwnCaptureScores::Opponent,
                    Some("none") => OwnCaptureScores::None,
                    _ => return Err(wrong_value("`opponent` or `none`")),
                };
            }
            "quiet-limit" => self.quiet_limit = limit(key, value)?,
            "target" => self.target = limit(key, value)?,
            _ => return Err(TextError::unknown_option("banqi", key)),
        }
        Ok(())
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::SEED
    }
}

impl FromStr for Options {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Options, TextError> {
        let (mut options, mut is_first) = (Options::SEED, true);
        read_options(text, |key, value| {
            let is_preset = core::mem::take(&mut is_first) && value.is_none();
            match Options::PRESETS.iter().find(|(name, _)| is_preset && *name == key) {
                Some((_, preset)) => options = *preset,
                None => options.set(key, value)?,
            }
            Ok(())
        })?;
        Ok(options)
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seed = Options::SEED;
        if *self == seed {
            return Ok(());
        }
        if let Some((name, _)) = Options::PRESETS.iter().find(|(_, preset)| preset == self) {
            return f.write_str(name);
        }
        let yes = |is_so: bool| if is_so { "yes" } else { "no" };
        let mut writer = OptionWriter::new(f);
        writer.put("cannon-steps", yes(self.cannon_steps), yes(seed.cannon_steps))?;
        let (takes, usual) = (self.cannon_takes_hidden, seed.cannon_takes_hidden);
        writer.put("cannon-takes-hidden", yes(takes), yes(usual))?;
        writer.put("face-up-at-start", self.face_up_at_start, seed.face_up_at_start)?;
        let (takes, usual) = (self.general_takes_soldier, seed.general_takes_soldier);
        writer.put("general-takes-soldier", yes(takes), yes(usual))?;
        let (takes, usual) = (self.generals_take_each_other, seed.generals_take_each_other);
        writer.put("generals-take-each-other", yes(takes), yes(usual))?;
        let scores = |scores| if scores == OwnCaptureScores::None { "none" } else { "opponent" };
        let (own, usual) = (scores(self.own_capture_scores), scores(seed.own_capture_scores));
        writer.put("own-capture-scores", own, usual)?;
        writer.put_limit("quiet-limit", self.quiet_limit, seed.quiet_limit, "none")?;
        writer.put_limit("target", self.target, seed.target, "none")
    }
}

fn flag(key: &str, value: Option<&str>) -> Result<bool, TextError> {
    match value {
        None | Some("yes") => Ok(true),
        Some("no") => Ok(false),
        Some(found) => Err(TextError::option_value(key, "`yes` or `no`", found)),
    }
}

fn limit(key: &str, value: Option<&str>) -> Result<Option<u16>, TextError> {
    match value {
        Some("none" | "off") => Ok(None),
        _ => number(key, value, 1..=9999).map(Some),
    }
}

fn number(
    key: &str,
    value: Option<&str>,
    range: core::ops::RangeInclusive<u16>,
) -> Result<u16, TextError> {
    let digits = value.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = digits.and_then(|text| text.parse().ok()).filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        TextError::option_value(key, &expected, value.unwrap_or_default())
    })
}
