//! Going on after a power cut.

use super::{Referee, Stage};
use crate::{Output, Prompt, Settings};
use clock::Left;
use core::fmt;
use xiangqi::Move;

/// A ply of the record, with what both sides had left after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The ply.
    pub action: Move,
    /// What both sides had left, Red first: [`crate::Played::left`].
    pub left: [Left; 2],
}

/// How far the board had got when the power went.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Progress {
    /// The number of the last output.
    pub seq: u32,
    /// The referee's own time at the last output.
    pub at_ms: u64,
    /// How many alarms Red and Black had had.
    pub alarms: [u8; 2],
    /// How long the side on move had been thinking.
    pub spent_ms: u64,
}

/// The record holds a ply that cannot have been played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResumeError {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// What it says.
    pub action: Move,
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {} of the record, {}, cannot have been played", self.ply, self.action)
    }
}

impl core::error::Error for ResumeError {}

impl Referee {
    /// A referee in the middle of a game, from its record. It asks for the board to look as it did
    /// after the last ply; until then no clock runs.
    ///
    /// # Errors
    /// If the plies cannot have been played one after another.
    pub fn resume(
        settings: Settings,
        progress: Progress,
        plies: impl IntoIterator<Item = Settled>,
        emit: &mut impl FnMut(Output),
    ) -> Result<Referee, ResumeError> {
        let mut referee = Referee::new(settings);
        for (index, Settled { action, left }) in plies.into_iter().enumerate() {
            let is_captured = referee.captures_general(action);
            if referee.refuses(action) || is_captured {
                return Err(ResumeError { ply: index + 1, action });
            }
            let before = referee.timing.left();
            referee.score.play(action, before);
            referee.timing.set_left(left);
        }
        referee.seq = progress.seq;
        referee.alarms = progress.alarms;
        // The time of the move under way, as if it had begun that long ago.
        let turn = referee.position().side_to_move();
        let began = progress.at_ms.saturating_sub(progress.spent_ms);
        referee.timing.start(turn, began);
        referee.timing.pause(progress.at_ms);
        referee.now = progress.at_ms;
        referee.quiet_since = progress.at_ms;
        referee.stage = Stage::Resuming;
        let points = referee.differing();
        referee.told = points;
        referee.out(emit).prompt_at(Prompt::Resume, points);
        Ok(referee)
    }
}
