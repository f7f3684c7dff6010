//! Computer seats: a bot receives only its seat's view.

use bots::{Answer, ComputerSeat, Level, Limits, Question};
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
    Some(match computer.answer(question, &Limits::until(&stop), &mut dice)? {
        Answer::Act(action) => Command::Act { action: action.to_string() },
        Answer::Draw(yes) => Command::Answer { yes },
        Answer::Resign => Command::Resign,
    })
}

/// Fixed duration of answers for a level at seats with secrets; always longer than its maximum
/// search time.
pub(crate) fn steady_pace(level: Level) -> Duration {
    level.patience() + Duration::from_millis(100)
}
