use crate::{Dialect, Go, ParseError, words::Words};

/// Command from an interface to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci` or `ucci`: asks for the engine's identity and options.
    Handshake(Dialect),
    /// `debug on`, `debug off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `setoption name Hash value 64`, in UCCI `setoption hashsize 64`.
    SetOption {
        /// Name of the option.
        name: String,
        /// Value of the option; `None` for a button.
        value: Option<String>,
    },
    /// `ucinewgame`: the next position belongs to another game.
    NewGame,
    /// `position …`, or a bare `fen …` or `startpos …`.
    Position {
        /// Position before the moves.
        start: Start,
        /// Moves played from there.
        moves: Vec<String>,
        /// Whether the word `position` was omitted, as in the UCI dialect of xiangqi boards
        /// (Cyclone). This form always counts ranks from 0.
        is_bare: bool,
    },
    /// `banmoves …` (UCCI): moves that must not be played in the current position.
    BanMoves(Vec<String>),
    /// `go …`.
    Go(Go),
    /// `stop`: stops the search and asks for the best move so far.
    Stop,
    /// `ponderhit`: the opponent played the expected move.
    PonderHit {
        /// Whether the opponent also offers a draw (UCCI).
        draw_offered: bool,
    },
    /// `quit`.
    Quit,
}

/// Position before the moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The standard starting position.
    Usual,
    /// A position in FEN.
    Fen(String),
}

impl Command {
    /// Parses a line. Returns `None` for an empty line.
    ///
    /// # Errors
    /// Names the word that is wrong.
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

    /// Writes the command as a line, without the line break.
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

/// Parses `name <words> value <words>`. In UCCI, the name is one word and both keywords are
/// omitted.
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
        // UCCI uses an option in place of a command.
        "newgame" => Command::NewGame,
        _ => Command::SetOption { name, value },
    })
}

/// Writes a `setoption` line. UCCI cannot express names with several words or the name `name`; the
/// UCI form is used for these.
fn option_line(dialect: Dialect, name: &str, value: Option<&str>) -> String {
    let is_ucci = dialect == Dialect::Ucci && name != "name" && !name.contains(' ');
    match (is_ucci, value) {
        (false, Some(value)) => format!("setoption name {name} value {value}"),
        (false, None) => format!("setoption name {name}"),
        // UCCI does not distinguish an empty value from no value.
        (true, None | Some("")) => format!("setoption {name}"),
        (true, Some(value)) => format!("setoption {name} {value}"),
    }
}

/// Parses `startpos` or `[fen] <text>`, then `moves` and any number of moves.
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
