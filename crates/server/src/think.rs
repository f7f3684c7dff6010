//! Computer seats: a bot gets its seat's view and what that seat was told, and nothing else.

use bots::{Answer, ComputerSeat, Level, Limits, Question};
use commit_reveal::{Seed, SeedDice};
use protocol::Command;
use std::time::{Duration, Instant};

/// What the seat does. Blocks while it thinks.
///
/// `luck` is for the bot's dice.
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

/// After which time a level answers that must not let its time tell anything: always longer than
/// it may think.
pub(crate) fn steady_pace(level: Level) -> Duration {
    level.patience() + Duration::from_millis(100)
}
