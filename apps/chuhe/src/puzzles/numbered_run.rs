//! Runs of numbered tasks, which continue where they were interrupted.

use super::progress::pace;
use crate::terminal;
use anyhow::{Context, Result, anyhow};
use arena::{LineLog, in_threads};
use std::{
    collections::BTreeSet,
    path::Path,
    time::{Duration, Instant},
};

/// Time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(10);

/// A run with the log of its results: one line per task, which begins with the task's number and a
/// tab.
pub(super) struct NumberedRun<'a> {
    output: &'a Path,
    log: LineLog,
    lines: Vec<String>,
    done: BTreeSet<u32>,
}

/// A finished task.
pub(super) struct TaskResult {
    /// Line for the log.
    pub(super) line: String,
    /// What the run counts in this task.
    pub(super) count: usize,
}

/// Number of tasks, and what was counted in them.
pub(super) struct Tally {
    /// Number of finished tasks, with those of earlier runs.
    pub(super) done: usize,
    /// Number of tasks that this run has finished.
    pub(super) finished: usize,
    /// Sum of the counts of these tasks.
    pub(super) count: usize,
}

impl<'a> NumberedRun<'a> {
    /// Opens or creates the log with this first line.
    ///
    /// # Errors
    /// If the file is another log, or cannot be read and written.
    pub(super) fn open(output: &'a Path, first: &str) -> Result<NumberedRun<'a>> {
        let (log, lines) = LineLog::open(output, first)
            .map_err(|error| anyhow!("--output: {}: {error}", output.display()))?;
        let done: BTreeSet<u32> =
            lines.iter().filter_map(|line| line.split('\t').next()?.parse().ok()).collect();
        Ok(NumberedRun { output, log, lines, done })
    }

    /// The lines of earlier runs.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Does the tasks below `tasks` that are left, and logs their results. Prints a line of progress
    /// from time to time, with the pace of the `unit` that a task is.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub(super) fn finish(
        mut self,
        tasks: u32,
        unit: &str,
        threads: u32,
        work: impl Fn(u32) -> Option<TaskResult> + Sync,
        progress: impl Fn(&Tally) -> String,
    ) -> Result<Tally> {
        let left: Vec<u32> = (0..tasks).filter(|number| !self.done.contains(number)).collect();
        let (begun, mut told) = (Instant::now(), Instant::now());
        let mut tally = Tally { done: self.done.len(), finished: 0, count: 0 };
        let work = |place: u32| work(*left.get(place as usize)?);
        in_threads(threads as usize, left.len() as u32, work, |result| {
            let Some(TaskResult { line, count }) = result else { return Ok(()) };
            tally.done += 1;
            tally.finished += 1;
            tally.count += count;
            if told.elapsed() >= PROGRESS {
                told = Instant::now();
                let pace = pace(tally.finished, left.len(), begun.elapsed());
                let progress = progress(&tally);
                terminal::complain_as_it_is(format_args!("{progress}, {pace} {unit} per minute"));
            }
            self.log.write(&line)
        })
        .with_context(|| format!("cannot write {}", self.output.display()))?;
        Ok(tally)
    }
}
