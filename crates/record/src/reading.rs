//! The games of a text or file, with the problems found in it.

use crate::{
    Problem, Record, ReplayedRecord,
    limits::FILE_BYTES,
    text::{self, Report, Source},
};

/// Everything that can be read of a file, and everything that is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading<R = Record> {
    /// The games, each up to its first illegal move.
    pub records: Vec<R>,
    /// Problems that keep the file from being read whole, in the order of their places.
    pub problems: Vec<Problem>,
    /// What the reader may want to know although the games are whole, in the order of their places:
    ///
    /// - Variations that were cut at an illegal move. The rest of such a variation is kept as a
    ///   comment.
    /// - An encoding that was guessed (`encoding`), if the text does not look like a Chinese one.
    pub warnings: Vec<Problem>,
}

impl Reading<ReplayedRecord> {
    pub(crate) fn of(report: Report<'_>, records: Vec<ReplayedRecord>) -> Reading<ReplayedRecord> {
        let Report { mut problems, mut cuts, .. } = report;
        text::sort(&mut problems);
        text::sort(&mut cuts);
        Reading { records, problems, warnings: cuts }
    }

    pub(crate) fn of_problems(problems: Vec<Problem>) -> Reading<ReplayedRecord> {
        Reading { records: Vec::new(), problems, warnings: Vec::new() }
    }

    pub(crate) fn of_problem(problem: Problem) -> Reading<ReplayedRecord> {
        Reading::of_problems(vec![problem])
    }
}

/// Reads the games of a text, each problem with its place.
pub(crate) type GameReader = fn(&mut Report<'_>) -> Vec<ReplayedRecord>;

/// Reads the games of a text in any encoding that this build reads.
pub(crate) fn read_strictly(bytes: &[u8], games: GameReader) -> Result<Vec<Record>, Vec<Problem>> {
    let source = Source::read(bytes, FILE_BYTES).map_err(|problem| vec![problem])?;
    let mut report = Report::new(&source);
    let records = games(&mut report);
    report.finish(records.into_iter().map(ReplayedRecord::into_record).collect())
}
