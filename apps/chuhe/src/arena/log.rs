use crate::input;
use anyhow::{Context, Result, bail, ensure};
use bots::arena::{End, Verdict};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Write},
    path::Path,
};

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
        VERDICTS.into_iter().find(|(_, text)| *text == self.verdict).map(|(verdict, _)| verdict)
    }

    pub(super) fn end(&self) -> Option<End> {
        End::from_text(&self.end)
    }
}

const VERDICTS: [(Verdict, &str); 3] =
    [(Verdict::Won, "won"), (Verdict::Drawn, "drawn"), (Verdict::Lost, "lost")];

/// The text of a verdict.
pub(super) const fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Won => "won",
        Verdict::Drawn => "drawn",
        Verdict::Lost => "lost",
    }
}

/// A file with one line for the match and one for each pair. A match that was interrupted goes on
/// where it ended.
pub(super) struct Log {
    file: File,
}

impl Log {
    /// Opens a match's log, or begins it; returns what was played already.
    pub(super) fn open(path: &Path, terms: &serde_json::Value) -> Result<(Log, Vec<LoggedPair>)> {
        let place = || format!("{}", path.display());
        let first = serde_json::to_string(terms)?;
        let text = match fs::metadata(path) {
            Ok(found) => {
                ensure!(found.is_file(), "{}: expected a file", place());
                input::text(path)?
            }
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(place),
        };
        // A line that was being written when the power went is played again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let begun = lines.next();
        match begun {
            Some(known) if known == first => {}
            Some(known) => bail!("{}: it is the log of another match: {known}", place()),
            // Nothing is written over what somebody else has written.
            None => ensure!(first.starts_with(&text), "{}: it is no log of a match", place()),
        }
        let (mut pairs, mut known) = (Vec::new(), HashSet::new());
        for (number, line) in lines.enumerate() {
            let pair: LoggedPair = serde_json::from_str(line)
                .with_context(|| format!("{}: line {}", path.display(), number + 2))?;
            if pair.games.iter().any(|game| game.verdict().is_none() || game.end().is_none()) {
                bail!("{}: line {}: no verdict", path.display(), number + 2);
            }
            if !known.insert(pair.pair) {
                let (line, pair) = (number + 2, pair.pair);
                bail!("{}: line {line}: pair {pair} stands in it twice", path.display());
            }
            pairs.push(pair);
        }
        let file = OpenOptions::new().append(true).create(true).open(path).with_context(place)?;
        file.set_len(whole as u64).with_context(place)?;
        let mut log = Log { file };
        if begun.is_none() {
            log.write(terms).with_context(place)?;
        }
        Ok((log, pairs))
    }

    /// Adds a line.
    pub(super) fn write(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())?;
        Ok(self.file.flush()?)
    }
}
