//! The options of each game as form fields. The games parse and validate the resulting text, and a
//! test keeps both in step.

use crate::Variant;
use i18n::{Language, Message, fill};

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Key in the options text.
    pub key: &'static str,
    /// Label.
    pub label: Message,
    /// Possible values.
    pub values: Values,
}

/// The possible values of an option.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these; the first is the default.
    OneOf(&'static [(&'static str, Message)]),
    /// `yes` or `no`.
    Flag {
        /// Whether it is on by default.
        default: bool,
    },
    /// One of these numbers, shown as written.
    Numbers {
        /// The numbers on offer.
        offered: &'static [&'static str],
        /// The default.
        default: &'static str,
    },
}

impl OptionSpec {
    /// The default value, which the options text omits.
    pub fn default_value(&self) -> &'static str {
        match self.values {
            Values::OneOf(list) => list.first().map_or("", |(value, _)| value),
            Values::Flag { default: true } => "yes",
            Values::Flag { default: false } => "no",
            Values::Numbers { default, .. } => default,
        }
    }
}

/// The options of a game, in the order shown.
pub const fn of(variant: Variant) -> &'static [OptionSpec] {
    match variant {
        Variant::Xiangqi => XIANGQI,
        Variant::Undercover => UNDERCOVER,
        Variant::Sifang => SIFANG,
        Variant::Banqi => BANQI,
    }
}

/// The named rule sets of a game, by their text.
pub const fn presets(variant: Variant) -> &'static [(&'static str, Message)] {
    match variant {
        Variant::Banqi => &[
            ("", Message::PresetSeed),
            ("tiantian", Message::PresetTiantian),
            ("taiwan", Message::PresetTaiwan),
        ],
        Variant::Xiangqi | Variant::Undercover | Variant::Sifang => &[],
    }
}

/// An options text in words, one for each option that differs from the default: `Pawns each side
/// may lock: 2`. An unknown word is kept.
pub fn option_words(language: Language, variant: Variant, options: &str) -> Vec<String> {
    let say = |message: Message| message.in_language(language);
    options
        .split_whitespace()
        .map(|word| {
            let preset = presets(variant).iter().find(|(name, _)| *name == word);
            if let Some((_, message)) = preset {
                return say(*message).to_owned();
            }
            let known = word.split_once('=').and_then(|(key, value)| {
                let spec = of(variant).iter().find(|spec| spec.key == key)?;
                Some((spec, value))
            });
            let Some((spec, value)) = known else { return word.to_owned() };
            let value = match spec.values {
                Values::OneOf(list) => list
                    .iter()
                    .find(|(name, _)| *name == value)
                    .map_or(value, |(_, message)| say(*message)),
                Values::Flag { .. } => say(if value == "yes" { Message::Yes } else { Message::No }),
                Values::Numbers { .. } if matches!(value, "off" | "none") => say(Message::None),
                Values::Numbers { .. } => value,
            };
            fill(say(Message::Labelled), &[say(spec.label), value])
        })
        .collect()
}

const fn spec(key: &'static str, label: Message, values: Values) -> OptionSpec {
    OptionSpec { key, label, values }
}

const XIANGQI: &[OptionSpec] = &[
    spec(
        "repetition",
        Message::Repetition,
        Values::OneOf(&[
            ("axf", Message::RepetitionAxf),
            ("simple", Message::RepetitionSimple),
            ("off", Message::RepetitionOff),
        ]),
    ),
    spec(
        "quiet-limit",
        Message::QuietLimit,
        Values::Numbers { offered: &["80", "100", "120", "200", "off"], default: "120" },
    ),
];

const UNDERCOVER: &[OptionSpec] = &[
    spec("locks", Message::Locks, Values::Numbers { offered: &["0", "1", "2"], default: "0" }),
    spec(
        "selection",
        Message::Selection,
        Values::OneOf(&[
            ("choose", Message::SelectionChoose),
            ("random", Message::SelectionRandom),
        ]),
    ),
    spec(
        "rearrange",
        Message::Rearrange,
        Values::OneOf(&[
            ("none", Message::None),
            ("system", Message::RearrangeSystem),
            ("manual", Message::RearrangeManual),
        ]),
    ),
    spec(
        "barred",
        Message::Barred,
        Values::Numbers { offered: &["0", "3", "5", "10", "15", "20"], default: "3" },
    ),
    spec(
        "first",
        Message::FirstMove,
        Values::OneOf(&[
            ("random", Message::AtRandom),
            ("red", Message::FirstRed),
            ("black", Message::FirstBlack),
        ]),
    ),
];

const SIFANG: &[OptionSpec] = &[
    spec(
        "mode",
        Message::Mode,
        Values::OneOf(&[
            ("ns", Message::ModeNs),
            ("se", Message::ModeSe),
            ("sw", Message::ModeSw),
            ("solo", Message::ModeSolo),
        ]),
    ),
    spec(
        "end",
        Message::EndStandard,
        Values::OneOf(&[
            ("standard", Message::EndUsual),
            ("capture-all", Message::EndCaptureAll),
            ("first-marshal", Message::EndFirstMarshal),
            ("points", Message::EndMoveLimit),
        ]),
    ),
    spec(
        "move-limit",
        Message::MoveLimitPlies,
        Values::Numbers { offered: &["100", "200", "400", "800"], default: "400" },
    ),
    spec(
        "quiet-limit",
        Message::QuietLimit,
        Values::Numbers { offered: &["100", "200", "400", "off"], default: "200" },
    ),
];

const BANQI: &[OptionSpec] = &[
    spec("cannon-steps", Message::CannonSteps, Values::Flag { default: false }),
    spec("cannon-takes-hidden", Message::CannonTakesHidden, Values::Flag { default: true }),
    spec("general-takes-soldier", Message::GeneralTakesSoldier, Values::Flag { default: false }),
    spec(
        "generals-take-each-other",
        Message::GeneralsTakeEachOther,
        Values::Flag { default: true },
    ),
    spec(
        "own-capture-scores",
        Message::OwnCaptureScores,
        Values::OneOf(&[("opponent", Message::Yes), ("none", Message::No)]),
    ),
    spec(
        "face-up-at-start",
        Message::FaceUpAtStart,
        Values::Numbers { offered: &["0", "2", "4", "8"], default: "0" },
    ),
    spec(
        "target",
        Message::Target,
        Values::Numbers { offered: &["30", "45", "60", "none"], default: "60" },
    ),
    spec(
        "quiet-limit",
        Message::QuietLimit,
        Values::Numbers { offered: &["40", "60", "100", "none"], default: "60" },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(values: &Values) -> Vec<&'static str> {
        match *values {
            Values::OneOf(list) => list.iter().map(|(value, _)| *value).collect(),
            Values::Flag { .. } => vec!["yes", "no"],
            Values::Numbers { offered, .. } => offered.to_vec(),
        }
    }

    #[test]
    fn options_are_said_in_words() {
        for (variant, options, language, words) in [
            (
                Variant::Undercover,
                "barred=10 locks=2",
                Language::English,
                &["Earliest reveal (own moves): 10", "Pawns each side may lock: 2"][..],
            ),
            (Variant::Undercover, "locks=2", Language::SimplifiedChinese, &["可锁定己方兵卒：2"]),
            (
                Variant::Sifang,
                "mode=solo quiet-limit=off",
                Language::SimplifiedChinese,
                &["打法：单打：各自为战", "自然限着（步）：无"],
            ),
            (
                Variant::Banqi,
                "taiwan cannon-steps=yes",
                Language::SimplifiedChinese,
                &["台湾规则", "炮可走一步：是"],
            ),
            (Variant::Xiangqi, "", Language::English, &[]),
        ] {
            assert_eq!(option_words(language, variant, options), words, "{options}");
        }
    }

    #[test]
    fn the_games_take_every_value_that_is_offered() {
        for variant in Variant::ALL {
            for spec in of(variant) {
                for value in offered(&spec.values) {
                    let text = format!("{}={value}", spec.key);
                    let canonical = variant.canonical_options(&text);
                    let expected = if value == spec.default_value() { "" } else { &text };
                    // A named rule set is written by its name.
                    let named = presets(variant).iter().map(|(name, _)| *name);
                    let fits = |canonical: &str| {
                        canonical == expected || named.clone().any(|name| name == canonical)
                    };
                    assert!(
                        canonical.as_deref().is_ok_and(fits),
                        "{variant} {text}: {canonical:?}"
                    );
                }
            }
            for (preset, _) in presets(variant) {
                assert_eq!(variant.canonical_options(preset).as_deref(), Ok(*preset), "{variant}");
            }
        }
    }
}
