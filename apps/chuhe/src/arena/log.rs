use anyhow::{Context, Result, bail};
use atomic_file::LineLog;
use bots::arena::{End, Verdict};
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, path::Path};

/// A game of a match, as the log keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct LoggedGame {
    /// The referee's position text it began from, after the set-up where there is one.
    pub(super) start: String,
    /// The seats of the first player.
    pub(super) seats: Vec<u8>,
    /// With what came up, as in records.
    pub(super) actions: Vec<String>,
    /// For the first player: `won`, `drawn` or `lost`.
    pub(super) verdict: String,
    /// Why it ended.
    pub(super) end: String,
    /// What was wrong with the player who lost, where something was.
    pub(super) problem: Option<String>,
    /// The longest that either player took for an action, in milliseconds.
    pub(super) slowest_ms: [u64; 2],
}

/// A pair of games with the same beginning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct LoggedPair {
    pub(super) pair: u32,
    pub(super) games: [LoggedGame; 2],
}

impl LoggedGame {
    pub(super) fn verdict(&self) -> Option<Verdict> {
        Verdict::from_text(&self.verdict)
    }

    pub(super) fn end(&self) -> Option<End> {
        End::from_text(&self.end)
    }
}

/// A file with one line for the match and one for each pair. A match that was interrupted goes on
/// where it ended.
pub(super) struct Log {
    lines: LineLog,
}

impl Log {
    /// Opens a match's log, or begins it; returns what was played already.
    pub(super) fn open(path: &Path, terms: &serde_json::Value) -> Result<(Log, Vec<LoggedPair>)> {
        let place = || path.display().to_string();
        let first = serde_json::to_string(terms)?;
        let (log, lines) = LineLog::open(path, &first).with_context(place)?;
        let (mut pairs, mut known) = (Vec::new(), HashSet::new());
        // The first line is that of the match.
        for (number, line) in (2..).zip(&lines) {
            let pair: LoggedPair = serde_json::from_str(line)
                .with_context(|| format!("{}: line {number}", place()))?;
            if pair.games.iter().any(|game| game.verdict().is_none() || game.end().is_none()) {
                bail!("{}: line {number}: no verdict", place());
            }
            if !known.insert(pair.pair) {
                bail!("{}: line {number}: pair {} stands in it twice", place(), pair.pair);
            }
            pairs.push(pair);
        }
        Ok((Log { lines: log }, pairs))
    }

    /// Adds a line.
    pub(super) fn write(&mut self, line: &impl Serialize) -> Result<()> {
        Ok(self.lines.write(&serde_json::to_string(line)?)?)
    }
}
