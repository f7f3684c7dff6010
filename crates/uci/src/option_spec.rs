use crate::{Dialect, words::Words};

/// An option as an engine announces it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name; in UCCI a single word.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// At first.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// At first.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// At first.
        default: String,
        /// All of them.
        values: Vec<String>,
    },
    /// Nothing: it is pressed.
    Button,
    /// Any text.
    Text {
        /// At first.
        default: String,
    },
}

impl OptionSpec {
    pub(crate) fn line(&self, dialect: Dialect) -> String {
        let OptionSpec { name, kind } = self;
        let head = match dialect {
            Dialect::Uci => format!("option name {name} type"),
            Dialect::Ucci => format!("option {name} type"),
        };
        match kind {
            OptionKind::Check { default } => format!("{head} check default {default}"),
            OptionKind::Spin { default, min, max } => match dialect {
                Dialect::Uci => format!("{head} spin default {default} min {min} max {max}"),
                Dialect::Ucci => format!("{head} spin min {min} max {max} default {default}"),
            },
            OptionKind::Combo { default, values } => {
                let vars: String = values.iter().map(|value| format!(" var {value}")).collect();
                match dialect {
                    Dialect::Uci => format!("{head} combo default {default}{vars}"),
                    Dialect::Ucci => format!("{head} combo{vars} default {default}"),
                }
            }
            OptionKind::Button => format!("{head} button"),
            OptionKind::Text { default } if default.is_empty() => {
                format!("{head} string default <empty>")
            }
            OptionKind::Text { default } => format!("{head} string default {default}"),
        }
    }

    /// The name in an `option` line of either protocol, without its leading word: what is needed
    /// to know whether an engine has it.
    pub(crate) fn name_in(words: &mut Words<'_>) -> Option<String> {
        if words.peek() == Some("name") {
            words.next();
        }
        let name = words.take_until(|word| word == "type").join(" ");
        Some(name).filter(|name| !name.is_empty())
    }
}
