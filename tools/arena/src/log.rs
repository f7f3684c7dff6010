use crate::{End, LineLog, LineLogError, Verdict};
use core::fmt;
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, io, path::Path};

/// Game of a match, as stored in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedGame {
    /// Start position with all hidden information, after the set-up.
    pub start: String,
    /// The seats of the first player.
    pub seats: Vec<u8>,
    /// Actions, with revealed pieces as in records.
    pub actions: Vec<String>,
    /// Result for the first player: `won`, `drawn` or `lost`.
    pub verdict: String,
    /// Why it ended.
    pub end: String,
    /// Fault of the loser, such as an illegal move.
    pub problem: Option<String>,
    /// Longest time of each player for an action, in milliseconds.
    pub slowest_ms: [u64; 2],
}

/// Two games with the same deal and opening, with swapped seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedPair {
    /// Number of the pair, from 0.
    pub pair: u32,
    /// Its games.
    pub games: [LoggedGame; 2],
}

impl LoggedGame {
    /// Result for the first player; `None` if the text is invalid.
    pub fn verdict(&self) -> Option<Verdict> {
        Verdict::from_text(&self.verdict)
    }

    /// Why it ended; `None` if the text is invalid.
    pub fn end(&self) -> Option<End> {
        End::from_text(&self.end)
    }
}

/// Log of a match as JSON lines: one for the match, then one for each pair. An interrupted match
/// continues from its log.
pub struct MatchLog {
    lines: LineLog,
}

/// Why a log of a match cannot be opened.
#[derive(Debug)]
pub enum MatchLogError {
    /// The file is not the log of this match, or cannot be read and written.
    File(LineLogError),
    /// A line, counted from 1, is invalid.
    Line(usize, String),
}

impl MatchLog {
    /// Opens or creates the log of a match with these terms. Returns the pairs played before.
    ///
    /// # Errors
    /// If the file is not the log of this match, or has an invalid line.
    pub fn open(
        path: &Path,
        terms: &serde_json::Value,
    ) -> Result<(MatchLog, Vec<LoggedPair>), MatchLogError> {
        let (log, lines) = LineLog::open(path, &terms.to_string()).map_err(MatchLogError::File)?;
        let (mut pairs, mut known) = (Vec::new(), HashSet::new());
        // Line 1 describes the match.
        for (number, line) in (2..).zip(&lines) {
            let invalid = |problem: String| MatchLogError::Line(number, problem);
            let pair: LoggedPair =
                serde_json::from_str(line).map_err(|error| invalid(error.to_string()))?;
            if pair.games.iter().any(|game| game.verdict().is_none() || game.end().is_none()) {
                return Err(invalid("invalid verdict or ending".to_owned()));
            }
            if !known.insert(pair.pair) {
                return Err(invalid(format!("pair {} appears twice", pair.pair)));
            }
            pairs.push(pair);
        }
        Ok((MatchLog { lines: log }, pairs))
    }

    /// Appends a pair.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, pair: &LoggedPair) -> io::Result<()> {
        self.lines.write(&serde_json::to_string(pair)?)
    }
}

impl fmt::Display for MatchLogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchLogError::File(error) => error.fmt(f),
            MatchLogError::Line(number, problem) => write!(f, "line {number}: {problem}"),
        }
    }
}

impl core::error::Error for MatchLogError {}
