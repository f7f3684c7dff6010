//! Computer seats: a bot receives only its seat's view.

use bots::{ComputerSeat, Level, Limits, Question};
use commit_reveal::{Seed, SeedDice};
use protocol::Command;
use std::time::{Duration, Instant};

/// Runs the search and returns the seat's command. Blocks.
///
/// `luck` seeds the bot's random numbers.
pub(crate) fn answer(
    computer: &mut ComputerSeat,
    question: &Question,
    luck: [u8; 32],
) -> Option<Command> {
    let mut dice = SeedDice::new(&Seed::new(luck), &[]);
    let until = Instant::now() + question.level.patience();
    let stop = || Instant::now() > until;
    computer.answer(question, &Limits::until(&stop), &mut dice).map(analysis_protocol::command)
}

/// Fixed duration of answers for a level at seats with secrets; always longer than its maximum
/// search time.
pub(crate) fn steady_pace(level: Level) -> Duration {
    level.patience() + Duration::from_millis(100)
}
