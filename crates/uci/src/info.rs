use crate::{Dialect, words::Words};
use std::fmt::Write;

/// Progress of a search, as reported by an engine. Missing values are `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Completed depth in plies.
    pub depth: Option<u32>,
    /// Length of the longest line searched, in plies.
    pub selective_depth: Option<u32>,
    /// Rank of the line among several, from 1.
    pub multi_pv: Option<u32>,
    /// Score for the side to move.
    pub score: Option<Score>,
    /// Whether the score is only a bound.
    pub bound: Option<Bound>,
    /// Expected wins, draws and losses, out of 1,000.
    pub wdl: Option<[u16; 3]>,
    /// Number of nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Share of the hash table in use, in thousandths.
    pub hash_full: Option<u32>,
    /// Time spent, in milliseconds.
    pub time: Option<u64>,
    /// Principal variation.
    pub line: Vec<String>,
}

/// Score for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mates in this number of own moves; negative if it is mated.
    Mate(i32),
}

/// Direction in which the true score may differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// Score of an immediate mate in UCCI, which expresses every score in hundredths of a pawn.
const UCCI_MATE: i32 = 10_000;

impl Info {
    pub(crate) fn line(&self, dialect: Dialect) -> String {
        let mut line = String::from("info");
        append(&mut line, "depth", self.depth);
        if dialect == Dialect::Uci {
            append(&mut line, "seldepth", self.selective_depth);
            append(&mut line, "multipv", self.multi_pv);
        }
        self.put_score(&mut line, dialect);
        append(&mut line, "nodes", self.nodes);
        if dialect == Dialect::Uci {
            append(&mut line, "nps", self.nps);
            append(&mut line, "hashfull", self.hash_full);
        }
        append(&mut line, "time", self.time);
        append(&mut line, "pv", (!self.line.is_empty()).then(|| self.line.join(" ")));
        line
    }

    fn put_score(&self, line: &mut String, dialect: Dialect) {
        match (self.score, dialect) {
            (None, _) => {}
            (Some(Score::Centipawns(score)), Dialect::Uci) => {
                append(line, "score", Some(format!("cp {score}")));
            }
            (Some(Score::Mate(moves)), Dialect::Uci) => {
                append(line, "score", Some(format!("mate {moves}")));
            }
            (Some(Score::Centipawns(score)), Dialect::Ucci) => append(line, "score", Some(score)),
            (Some(Score::Mate(moves)), Dialect::Ucci) => {
                let sign = if moves > 0 { 1 } else { -1 };
                append(line, "score", Some(sign * (UCCI_MATE - moves.abs())));
            }
        }
        if dialect == Dialect::Uci {
            match self.bound {
                Some(Bound::Lower) => line.push_str(" lowerbound"),
                Some(Bound::Upper) => line.push_str(" upperbound"),
                None => {}
            }
            if let Some([wins, draws, losses]) = self.wdl {
                append(line, "wdl", Some(format!("{wins} {draws} {losses}")));
            }
        }
    }

    /// Parses the words after `info`. Unknown words are ignored.
    pub(crate) fn parse(words: &mut Words<'_>) -> Info {
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(words),
                "seldepth" => info.selective_depth = number(words),
                "multipv" => info.multi_pv = number(words),
                "score" => info.score = score(words),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "wdl" => info.wdl = wdl(words),
                "nodes" => info.nodes = number(words),
                "nps" => info.nps = number(words),
                "hashfull" => info.hash_full = number(words),
                "time" => info.time = number(words),
                "pv" => info.line = words.rest(),
                "string" | "message" => drop(words.rest()),
                _ => {}
            }
        }
        info
    }
}

fn append(line: &mut String, name: &str, value: Option<impl std::fmt::Display>) {
    if let Some(value) = value {
        // Writing to a string cannot fail.
        let _ = write!(line, " {name} {value}");
    }
}

fn number<T: std::str::FromStr>(words: &mut Words<'_>) -> Option<T> {
    words.next()?.parse().ok()
}

fn score(words: &mut Words<'_>) -> Option<Score> {
    match words.next()? {
        "cp" => number(words).map(Score::Centipawns),
        "mate" => number(words).map(Score::Mate),
        plain => plain.parse().ok().map(Score::Centipawns),
    }
}

fn wdl(words: &mut Words<'_>) -> Option<[u16; 3]> {
    Some([number(words)?, number(words)?, number(words)?])
}
