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
            other => return Err(ParseError::unknown("limit of `go`:", other)),
        }
        Ok(())
    }

    /// The line that says it.
    pub(crate) fn line(&self, dialect: Dialect) -> String {
        let mut line = String::from("go");
        let mut word = |name: &str, value: Option<u64>| {
            if let Some(value) = value {
                line.push_str(&format!(" {name} {value}"));
            }
        };
        let increment = |clock: Clock| Some(clock.increment).filter(|&increment| increment > 0);
        match dialect {
            Dialect::Uci => {
                word("wtime", self.white.remaining);
                word("btime", self.black.remaining);
                word("winc", increment(self.white));
                word("binc", increment(self.black));
            }
            Dialect::Ucci => {
                word("time", self.own.remaining);
                word("increment", increment(self.own));
            }
        }
        word("movestogo", self.moves_to_go.map(u64::from));
        if dialect == Dialect::Ucci {
            word("opptime", self.opponent.remaining);
            word("oppincrement", increment(self.opponent));
            word("oppmovestogo", self.opponent_moves_to_go.map(u64::from));
        }
        word("depth", self.depth.map(u64::from));
        word("nodes", self.nodes);
        word("mate", self.mate.map(u64::from));
        word("movetime", self.move_time);
        for (name, is_set) in
            [("infinite", self.infinite), ("ponder", self.ponder), ("draw", self.draw_offered)]
        {
            if is_set {
                line.push(' ');
                line.push_str(name);
            }
        }
        if !self.search_moves.is_empty() {
            line.push_str(" searchmoves ");
            line.push_str(&self.search_moves.join(" "));
        }
        line
    }
}
