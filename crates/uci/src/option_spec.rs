use crate::{Dialect, words::Words};

/// Option that an engine announces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Name of the option; a single word in UCCI.
    pub name: String,
    /// Type and range of its value.
    pub kind: OptionKind,
}

/// Type and range of an option's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Default value.
        default: bool,
    },
    /// An integer.
    Spin {
        /// Default value.
        default: i64,
        /// Minimum value.
        min: i64,
        /// Maximum value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Default value.
        default: String,
        /// All permitted values.
        values: Vec<String>,
    },
    /// No value: pressing the button triggers an action.
    Button,
    /// Any text.
    Text {
        /// Default value.
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

    /// Parses the name from an `option` line of either protocol, after its first word. The name is
    /// enough to know whether an engine has the option.
    pub(crate) fn name_in(words: &mut Words<'_>) -> Option<String> {
        if words.peek() == Some("name") {
            words.next();
        }
        let name = words.take_until(|word| word == "type").join(" ");
        Some(name).filter(|name| !name.is_empty())
    }
}
