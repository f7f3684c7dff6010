//! Resuming a game after a power cut.

use super::{Referee, Stage};
use crate::{Output, Prompt, Settings};
use clock::Left;
use core::fmt;
use xiangqi::Move;

/// A ply of the record, with the remaining time of both sides after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The ply.
    pub action: Move,
    /// Remaining time of both sides, Red's first, from [`crate::Played::left`].
    pub left: [Left; 2],
}

/// State of a board at the power cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Progress {
    /// Sequence number of the last output.
    pub seq: u32,
    /// The referee's own time at the last output.
    pub at_ms: u64,
    /// Number of alarms of Red and of Black.
    pub alarms: [u8; 2],
    /// Time that the side on move had spent on the current move, in milliseconds.
    pub spent_ms: u64,
}

/// The record contains an impossible ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResumeError {
    /// Number of the ply, from 1.
    pub ply: usize,
    /// The ply.
    pub action: Move,
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {} of the record, {}, cannot have been played", self.ply, self.action)
    }
}

impl core::error::Error for ResumeError {}

impl Referee {
    /// Creates a referee in the middle of a game, from its record. No clock runs until the board
    /// shows the position after the last ply.
    ///
    /// # Errors
    /// If a ply could not have been played in the position before it.
    ///
    /// ```
    /// use sensing::{Progress, Referee, Settings, Settled, Stage};
    ///
    /// let left = Default::default();
    /// let played = |text: &str| text.parse().map(|action| Settled { action, left });
    /// let progress = Progress { seq: 20, at_ms: 60_000, alarms: [0, 1], spent_ms: 2_000 };
    /// let plies = [played("h2e2")?, played("h9g7")?];
    /// let referee = Referee::resume(Settings::DEFAULT, progress, plies, &mut |_| ())?;
    /// assert_eq!((referee.stage(), referee.plies()), (Stage::Resuming, 2));
    ///
    /// // A record with an impossible ply is rejected.
    /// let plies = [played("h2e2")?, played("h2e2")?];
    /// let error = Referee::resume(Settings::DEFAULT, progress, plies, &mut |_| ()).err();
    /// assert_eq!(error.map(|error| error.ply), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(
        settings: Settings,
        progress: Progress,
        plies: impl IntoIterator<Item = Settled>,
        emit: &mut impl FnMut(Output),
    ) -> Result<Referee, ResumeError> {
        let mut referee = Referee::new(settings);
        referee.take_up(progress, plies, emit)?;
        Ok(referee)
    }

    /// Does the same with a new referee in place: the stack of a small controller has no space for
    /// a second one.
    ///
    /// # Errors
    /// If a ply could not have been played in the position before it. The caller must then replace
    /// the referee.
    pub fn take_up(
        &mut self,
        progress: Progress,
        plies: impl IntoIterator<Item = Settled>,
        emit: &mut impl FnMut(Output),
    ) -> Result<(), ResumeError> {
        for (index, Settled { action, left }) in plies.into_iter().enumerate() {
            let is_captured = self.captures_general(action);
            if self.refuses(action) || is_captured {
                return Err(ResumeError { ply: index + 1, action });
            }
            let before = self.timing.left();
            self.score.play(action, before);
            self.timing.set_left(left);
        }
        self.seq = progress.seq;
        self.alarms = progress.alarms;
        // Accounts for the time already spent on the current move.
        let turn = self.position().side_to_move();
        let began = progress.at_ms.saturating_sub(progress.spent_ms);
        self.timing.start(turn, began);
        self.timing.pause(progress.at_ms);
        self.now = progress.at_ms;
        self.quiet_since = progress.at_ms;
        self.stage = Stage::Resuming;
        let points = self.differing();
        self.prompted = points;
        self.out(emit).prompt_at(Prompt::Resume, points);
        Ok(())
    }
}
