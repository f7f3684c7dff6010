use crate::{Dialect, ParseError, words::Words};

/// What a search may spend, as `go` says it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Only these moves are to be looked at; all if there is none.
    pub search_moves: Vec<String>,
    /// The opponent is still thinking: time counts from `ponderhit` on.
    pub ponder: bool,
    /// No end but `stop`.
    pub infinite: bool,
    /// The opponent offers a draw (UCCI).
    pub draw_offered: bool,
    /// The first side's clock (UCI).
    pub white: Clock,
    /// The second side's clock (UCI).
    pub black: Clock,
    /// The mover's clock (UCCI).
    pub own: Clock,
    /// The other side's clock (UCCI).
    pub opponent: Clock,
    /// Moves until more time is added to the mover's clock.
    pub moves_to_go: Option<u32>,
    /// The same for the other side (UCCI).
    pub opponent_moves_to_go: Option<u32>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// A mate in so many moves is looked for.
    pub mate: Option<u32>,
    /// Milliseconds for this move.
    pub move_time: Option<u64>,
    /// Words that mean nothing here; they are passed over.
    pub unknown: Vec<String>,
}

/// A clock as `go` tells it: milliseconds; in UCCI seconds unless its option `usemillisec` is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub remaining: Option<u64>,
    /// Time added after each move.
    pub increment: u64,
}

/// Every word that means something in `go`, in either protocol.
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
    /// Reads what follows the word `go`; both protocols' words are understood in either.
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

    /// The same for a program that counts its clocks in seconds; a clock that still runs has one left.
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

    /// The line that says it. UCCI knows no `searchmoves`; there a mate is looked for by its plies, and a
    /// time for this move is a clock for one move.
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

    /// How the opponent's time is used comes before what may be spent.
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
    /// What is added after each move, if anything is.
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
