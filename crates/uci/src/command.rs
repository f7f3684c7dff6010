use crate::{Dialect, Go, ParseError, words::Words};

/// What an interface says to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci` or `ucci`: tell who you are and what can be set.
    Handshake(Dialect),
    /// `debug on`, `debug off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `setoption name Hash value 64`, in UCCI `setoption hashsize 64`.
    SetOption {
        /// The option's name.
        name: String,
        /// Its value; none for a button.
        value: Option<String>,
    },
    /// `ucinewgame`: what comes next has nothing to do with what was before.
    NewGame,
    /// `position …`, or a bare `fen …` or `startpos …`.
    Position {
        /// Where the moves begin.
        start: Start,
        /// The moves played since.
        moves: Vec<String>,
        /// Said without the word `position`, as in the dialect of UCI that boards for xiangqi
        /// speak (Cyclone). It counts ranks from 0 whatever else was agreed.
        is_bare: bool,
    },
    /// `banmoves …` (UCCI): these may not be played in the position set last.
    BanMoves(Vec<String>),
    /// `go …`.
    Go(Go),
    /// `stop`: answer with what there is.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit {
        /// Together with a draw offer (UCCI).
        draw_offered: bool,
    },
    /// `quit`.
    Quit,
}

/// Where a game's moves begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The usual start.
    Usual,
    /// A position's text.
    Fen(String),
}

impl Command {
    /// Reads a line; `None` if there is nothing on it.
    ///
    /// # Errors
    /// Names the word that cannot be obeyed.
    pub fn parse(line: &str) -> Result<Option<Command>, ParseError> {
        let text = line.trim_start_matches('\u{feff}');
        let mut words = Words::of(text);
        let Some(word) = words.next() else { return Ok(None) };
        Ok(Some(match word {
            "uci" => Command::Handshake(Dialect::Uci),
            "ucci" => Command::Handshake(Dialect::Ucci),
            "debug" => Command::Debug(parse_switch(&mut words)?),
            "isready" => Command::IsReady,
            "setoption" => parse_option(&mut words)?,
            "ucinewgame" | "uccinewgame" => Command::NewGame,
            "position" => parse_position(&mut words, false)?,
            "fen" | "startpos" => parse_position(&mut Words::of(text), true)?,
            "banmoves" => Command::BanMoves(words.rest()),
            "go" => Command::Go(Go::parse(&mut words)?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit { draw_offered: words.next() == Some("draw") },
            "quit" | "exit" => Command::Quit,
            other => return Err(ParseError::unknown("command", other)),
        }))
    }

    /// The line that says it, without its end.
    pub fn line(&self, dialect: Dialect) -> String {
        match self {
            Command::Handshake(dialect) => dialect.as_str().to_owned(),
            Command::Debug(on) => format!("debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => "isready".to_owned(),
            Command::SetOption { name, value } => option_line(dialect, name, value.as_deref()),
            Command::NewGame => match dialect {
                Dialect::Uci => "ucinewgame".to_owned(),
                Dialect::Ucci => "setoption newgame".to_owned(),
            },
            Command::Position { start, moves, is_bare } => position_line(start, moves, *is_bare),
            Command::BanMoves(moves) => format!("banmoves {}", moves.join(" ")),
            Command::Go(go) => go.line(dialect),
            Command::Stop => "stop".to_owned(),
            Command::PonderHit { draw_offered } => {
                format!("ponderhit{}", if *draw_offered { " draw" } else { "" })
            }
            Command::Quit => "quit".to_owned(),
        }
    }
}

fn parse_switch(words: &mut Words<'_>) -> Result<bool, ParseError> {
    match words.next() {
        Some("on") | None => Ok(true),
        Some("off") => Ok(false),
        other => Err(ParseError::expected("debug", "`on` or `off`", other)),
    }
}

/// `name <words> value <words>`; UCCI has one word for the name and neither keyword.
fn parse_option(words: &mut Words<'_>) -> Result<Command, ParseError> {
    let (name, value) = if words.peek() == Some("name") {
        words.next();
        let name = words.take_until(|word| word == "value").join(" ");
        let has_value = words.next().is_some();
        (name, has_value.then(|| words.rest().join(" ")))
    } else {
        let name = words.next().unwrap_or_default().to_owned();
        let value = words.rest().join(" ");
        (name, Some(value).filter(|value| !value.is_empty()))
    };
    if name.is_empty() || name == "value" {
        let found = Some(name.as_str()).filter(|name| !name.is_empty());
        return Err(ParseError::expected("setoption", "an option's name", found));
    }
    Ok(match name.as_str() {
        // Of UCCI: a button that stands for a command.
        "newgame" => Command::NewGame,
        _ => Command::SetOption { name, value },
    })
}

/// UCCI has no line for a name of several words, or for one that is its rival's keyword: its rival's
/// line stands for that.
fn option_line(dialect: Dialect, name: &str, value: Option<&str>) -> String {
    let is_ucci = dialect == Dialect::Ucci && name != "name" && !name.contains(' ');
    match (is_ucci, value) {
        (false, Some(value)) => format!("setoption name {name} value {value}"),
        (false, None) => format!("setoption name {name}"),
        // UCCI cannot tell an empty value from none.
        (true, None | Some("")) => format!("setoption {name}"),
        (true, Some(value)) => format!("setoption {name} {value}"),
    }
}

/// `startpos` or `[fen] <text>`, then `moves` and any number of them, none included.
fn parse_position(words: &mut Words<'_>, is_bare: bool) -> Result<Command, ParseError> {
    let start = match words.peek() {
        Some("startpos") => {
            words.next();
            Start::Usual
        }
        word => {
            if word == Some("fen") {
                words.next();
            }
            let text = words.take_until(|word| word == "moves").join(" ");
            if text.is_empty() {
                let expected = "`startpos` or `fen` and a position";
                return Err(ParseError::expected("position", expected, words.peek()));
            }
            Start::Fen(text)
        }
    };
    let moves = match words.next() {
        None => Vec::new(),
        Some("moves") => words.rest(),
        other => return Err(ParseError::expected("position", "`moves`", other)),
    };
    Ok(Command::Position { start, moves, is_bare })
}

fn position_line(start: &Start, moves: &[String], is_bare: bool) -> String {
    let mut line = String::from(if is_bare { "" } else { "position " });
    match start {
        Start::Usual => line.push_str("startpos"),
        Start::Fen(fen) => {
            line.push_str("fen ");
            line.push_str(fen);
        }
    }
    if !moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&moves.join(" "));
    }
    line
}
