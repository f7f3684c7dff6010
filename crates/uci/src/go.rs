use crate::{Dialect, ParseError, words::Words};

/// Limits of a search, as given by `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Moves to search; all moves if empty.
    pub search_moves: Vec<String>,
    /// Whether the opponent is still thinking. Time counts from `ponderhit` on.
    pub ponder: bool,
    /// Whether only `stop` ends the search.
    pub infinite: bool,
    /// Whether the opponent offers a draw (UCCI).
    pub draw_offered: bool,
    /// Clock of the first side (UCI).
    pub white: Clock,
    /// Clock of the second side (UCI).
    pub black: Clock,
    /// Clock of the side to move (UCCI).
    pub own: Clock,
    /// Clock of the opponent (UCCI).
    pub opponent: Clock,
    /// Number of moves until time is added to the mover's clock.
    pub moves_to_go: Option<u32>,
    /// Number of moves until time is added to the opponent's clock (UCCI).
    pub opponent_moves_to_go: Option<u32>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in this number of moves.
    pub mate: Option<u32>,
    /// Time for this move, in milliseconds.
    pub move_time: Option<u64>,
    /// Unknown words, which are ignored.
    pub unknown: Vec<String>,
}

/// Clock in a `go` command, in milliseconds. UCCI uses seconds unless its option `usemillisec` is
/// set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Remaining time.
    pub remaining: Option<u64>,
    /// Increment for each move.
    pub increment: u64,
}

/// All keywords of `go` in both protocols.
const KEYWORDS: [&str; 18] = [
    "searchmoves",
    "ponder",
    "draw",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
];

impl Go {
    /// Parses the words after `go`. The keywords of both protocols are accepted.
    pub(crate) fn parse(words: &mut Words<'_>) -> Result<Go, ParseError> {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            go.set(word, words)?;
        }
        Ok(go)
    }

    fn set(&mut self, word: &str, words: &mut Words<'_>) -> Result<(), ParseError> {
        let place = format!("go {word}");
        match word {
            "searchmoves" => {
                let moves = words.take_until(|word| KEYWORDS.contains(&word));
                if moves.is_empty() {
                    return Err(ParseError::expected(&place, "moves", words.peek()));
                }
                self.search_moves = moves.into_iter().map(str::to_owned).collect();
            }
            "ponder" => self.ponder = true,
            "infinite" => self.infinite = true,
            "draw" => self.draw_offered = true,
            "wtime" => self.white.remaining = Some(words.number(&place)?),
            "btime" => self.black.remaining = Some(words.number(&place)?),
            "winc" => self.white.increment = words.number(&place)?,
            "binc" => self.black.increment = words.number(&place)?,
            "time" => self.own.remaining = Some(words.number(&place)?),
            "increment" => self.own.increment = words.number(&place)?,
            "opptime" => self.opponent.remaining = Some(words.number(&place)?),
            "oppincrement" => self.opponent.increment = words.number(&place)?,
            "movestogo" => self.moves_to_go = Some(words.small_number(&place)?),
            "oppmovestogo" => self.opponent_moves_to_go = Some(words.small_number(&place)?),
            "depth" if words.peek() == Some("infinite") => {
                words.next();
                self.infinite = true;
            }
            "depth" => self.depth = Some(words.small_number(&place)?),
            "nodes" => self.nodes = Some(words.number(&place)?),
            "mate" => self.mate = Some(words.small_number(&place)?),
            "movetime" => self.move_time = Some(words.number(&place)?),
            other => self.unknown.push(other.to_owned()),
        }
        Ok(())
    }

    /// Converts all times to seconds. Remaining time is rounded up to at least one second.
    pub fn in_seconds(self) -> Go {
        let seconds = |milliseconds: Option<u64>| milliseconds.map(|time| (time / 1000).max(1));
        let clock = |clock: Clock| Clock {
            remaining: seconds(clock.remaining),
            increment: clock.increment / 1000,
        };
        Go {
            white: clock(self.white),
            black: clock(self.black),
            own: clock(self.own),
            opponent: clock(self.opponent),
            move_time: seconds(self.move_time),
            ..self
        }
    }

    /// Writes the command as a line.
    ///
    /// UCCI has no `searchmoves`. It expresses a mate as a depth in plies, and a time for this move
    /// as a clock for one move.
    pub(crate) fn line(&self, dialect: Dialect) -> String {
        match dialect {
            Dialect::Uci => self.uci_line(),
            Dialect::Ucci => self.ucci_line(),
        }
    }

    fn uci_line(&self) -> String {
        let mut line = String::from("go");
        word(&mut line, "wtime", self.white.remaining);
        word(&mut line, "btime", self.black.remaining);
        word(&mut line, "winc", self.white.added());
        word(&mut line, "binc", self.black.added());
        word(&mut line, "movestogo", self.moves_to_go.map(u64::from));
        word(&mut line, "depth", self.depth.map(u64::from));
        word(&mut line, "nodes", self.nodes);
        word(&mut line, "mate", self.mate.map(u64::from));
        word(&mut line, "movetime", self.move_time);
        flag(&mut line, "infinite", self.infinite);
        flag(&mut line, "ponder", self.ponder);
        if !self.search_moves.is_empty() {
            line.push_str(" searchmoves ");
            line.push_str(&self.search_moves.join(" "));
        }
        line
    }

    /// UCCI requires the words about pondering and draws before the limits.
    fn ucci_line(&self) -> String {
        let mut line = String::from("go");
        flag(&mut line, "ponder", self.ponder);
        flag(&mut line, "draw", self.draw_offered);
        let (remaining, moves_to_go) = match self.move_time {
            Some(_) => (self.move_time, Some(1)),
            None => (self.own.remaining, self.moves_to_go),
        };
        word(&mut line, "time", remaining);
        word(&mut line, "increment", self.own.added());
        word(&mut line, "movestogo", moves_to_go.map(u64::from));
        word(&mut line, "opptime", self.opponent.remaining);
        word(&mut line, "oppincrement", self.opponent.added());
        word(&mut line, "oppmovestogo", self.opponent_moves_to_go.map(u64::from));
        let by_mate = self.mate.map(|moves| moves.saturating_mul(2));
        let depth = self.depth.into_iter().chain(by_mate).min();
        word(&mut line, "depth", depth.map(u64::from));
        word(&mut line, "nodes", self.nodes);
        flag(&mut line, "depth infinite", self.infinite);
        line
    }
}

impl Clock {
    /// The increment, if it is not 0.
    fn added(self) -> Option<u64> {
        Some(self.increment).filter(|&increment| increment > 0)
    }
}

fn word(line: &mut String, name: &str, value: Option<u64>) {
    if let Some(value) = value {
        line.push_str(&format!(" {name} {value}"));
    }
}

fn flag(line: &mut String, name: &str, is_set: bool) {
    if is_set {
        line.push_str(&format!(" {name}"));
    }
}
