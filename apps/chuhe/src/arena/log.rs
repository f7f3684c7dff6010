use anyhow::{Context, Result, bail};
use atomic_file::LineLog;
use bots::arena::{End, Verdict};
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, path::Path};

/// Game of a match, as stored in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct LoggedGame {
    /// Start position with all hidden information, after the set-up.
    pub(super) start: String,
    /// The seats of the first player.
    pub(super) seats: Vec<u8>,
    /// Actions, with revealed pieces as in records.
    pub(super) actions: Vec<String>,
    /// Result for the first player: `won`, `drawn` or `lost`.
    pub(super) verdict: String,
    /// Why it ended.
    pub(super) end: String,
    /// Fault of the loser, such as an illegal move.
    pub(super) problem: Option<String>,
    /// Longest time of each player for an action, in milliseconds.
    pub(super) slowest_ms: [u64; 2],
}

/// Two games with the same deal and opening, with swapped seats.
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

/// JSON lines: one for the match, then one for each pair. An interrupted match continues from its
/// log.
pub(super) struct Log {
    lines: LineLog,
}

impl Log {
    /// Opens or creates the log of a match. Returns the pairs played before.
    pub(super) fn open(path: &Path, terms: &serde_json::Value) -> Result<(Log, Vec<LoggedPair>)> {
        let place = || path.display().to_string();
        let first = serde_json::to_string(terms)?;
        let (log, lines) = LineLog::open(path, &first).with_context(place)?;
        let (mut pairs, mut known) = (Vec::new(), HashSet::new());
        // Line 1 describes the match.
        for (number, line) in (2..).zip(&lines) {
            let pair: LoggedPair = serde_json::from_str(line)
                .with_context(|| format!("{}: line {number}", place()))?;
            if pair.games.iter().any(|game| game.verdict().is_none() || game.end().is_none()) {
                bail!("{}: line {number}: invalid verdict or ending", place());
            }
            if !known.insert(pair.pair) {
                bail!("{}: line {number}: pair {} appears twice", place(), pair.pair);
            }
            pairs.push(pair);
        }
        Ok((Log { lines: log }, pairs))
    }

    /// Appends a line.
    pub(super) fn write(&mut self, line: &impl Serialize) -> Result<()> {
        Ok(self.lines.write(&serde_json::to_string(line)?)?)
    }
}
