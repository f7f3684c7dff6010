use crate::{Dialect, Info, OptionSpec, words::Words};

/// Reply from an engine to an interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name …`, `id author …`.
    Id {
        /// `name` or `author`; in UCCI also `version`, `copyright` and `user`.
        field: String,
        /// Value of the field.
        value: String,
    },
    /// `option …`, to be written. A parsed line becomes [`Reply::OptionNamed`], without the type.
    Option(OptionSpec),
    /// A parsed `option` line: the engine has an option with this name.
    OptionNamed(String),
    /// `uciok` or `ucciok`.
    Ok(Dialect),
    /// `readyok`.
    ReadyOk,
    /// `info …`: progress of the search.
    Info(Info),
    /// `info string …`, in UCCI `info message …`: text for people.
    Text(String),
    /// `bestmove …`; in UCCI `nobestmove` if there is no move.
    BestMove(BestMove),
    /// `bye` (UCCI).
    Bye,
}

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The move to play; `None` if there is no legal move.
    pub action: Option<String>,
    /// The expected answer of the opponent.
    pub ponder: Option<String>,
    /// Whether the engine offers a draw, or accepts the offered one (UCCI).
    pub draw: bool,
    /// Whether the engine resigns (UCCI).
    pub resign: bool,
}

impl Reply {
    /// Writes the reply as a line, without the line break.
    pub fn line(&self, dialect: Dialect) -> String {
        match self {
            Reply::Id { field, value } => format!("id {field} {value}"),
            Reply::Option(spec) => spec.line(dialect),
            Reply::OptionNamed(name) => format!("option name {name}"),
            Reply::Ok(dialect) => format!("{}ok", dialect.as_str()),
            Reply::ReadyOk => "readyok".to_owned(),
            Reply::Info(info) => info.line(dialect),
            Reply::Text(text) => match dialect {
                Dialect::Uci => format!("info string {}", one_line(text)),
                Dialect::Ucci => format!("info message {}", one_line(text)),
            },
            Reply::BestMove(best) => best.line(dialect),
            Reply::Bye => "bye".to_owned(),
        }
    }

    /// Parses a line of an engine. Returns `None` for unknown lines.
    pub fn parse(line: &str) -> Option<Reply> {
        let mut words = Words::of(line);
        Some(match words.next()? {
            "id" => {
                let field = words.next()?.to_owned();
                Reply::Id { field, value: words.rest().join(" ") }
            }
            "option" => Reply::OptionNamed(OptionSpec::name_in(&mut words)?),
            "uciok" => Reply::Ok(Dialect::Uci),
            "ucciok" => Reply::Ok(Dialect::Ucci),
            "readyok" => Reply::ReadyOk,
            "info" if matches!(words.peek(), Some("string" | "message")) => {
                words.next();
                Reply::Text(words.rest().join(" "))
            }
            "info" => Reply::Info(Info::parse(&mut words)),
            "bestmove" => Reply::BestMove(BestMove::parse(&mut words)),
            "nobestmove" => Reply::BestMove(BestMove::default()),
            "bye" => Reply::Bye,
            _ => return None,
        })
    }
}

impl BestMove {
    fn line(&self, dialect: Dialect) -> String {
        let Some(action) = &self.action else {
            return match dialect {
                Dialect::Uci => "bestmove (none)",
                Dialect::Ucci => "nobestmove",
            }
            .to_owned();
        };
        let mut line = format!("bestmove {action}");
        if let Some(ponder) = &self.ponder {
            line.push_str(" ponder ");
            line.push_str(ponder);
        }
        if dialect == Dialect::Ucci {
            line.push_str(if self.draw { " draw" } else { "" });
            line.push_str(if self.resign { " resign" } else { "" });
        }
        line
    }

    fn parse(words: &mut Words<'_>) -> BestMove {
        let mut best =
            BestMove { action: words.next().and_then(non_null_move), ..BestMove::default() };
        while let Some(word) = words.next() {
            match word {
                "ponder" => best.ponder = words.next().and_then(non_null_move),
                "draw" => best.draw = true,
                "resign" => best.resign = true,
                _ => {}
            }
        }
        best
    }
}

/// Returns the move, unless the word is one of those by which engines say that there is none.
fn non_null_move(word: &str) -> Option<String> {
    let none = ["(none)", "none", "0000", "null", "NULL"];
    (!none.contains(&word)).then(|| word.to_owned())
}

/// Replaces control characters, so that a text from outside stays on one line.
fn one_line(text: &str) -> String {
    text.split(|letter: char| letter.is_control()).collect::<Vec<_>>().join(" ")
}
