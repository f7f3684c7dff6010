//! Measures how long the strongest level takes to answer, in every game. Run `cargo bench -p
//! chuhe-bots`. Exits with an error if an answer takes more than a second on one core.

use bots::{Answer, Decision, Level, Limits, Question, Seeded, answer};
use game::{Dice, Observer};
use games::{AnyGame, Variant};
use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

/// The longest allowed answer.
const SECOND: Duration = Duration::from_secs(1);

/// Positions measured in each game; consecutive ones are two plies apart.
const POSITIONS: usize = 12;

fn main() -> ExitCode {
    let table = [
        (Variant::Xiangqi, ""),
        (Variant::Undercover, ""),
        (Variant::Sifang, ""),
        (Variant::Sifang, "mode=solo"),
        (Variant::Banqi, ""),
    ];
    let mut is_kept = true;
    for (variant, options) in table {
        let longest = longest_answer(variant, options);
        is_kept &= longest <= SECOND;
        eprintln!("{variant} {options:9} longest answer {:4} ms", longest.as_millis());
    }
    if is_kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the longest of several answers in a game against random moves.
fn longest_answer(variant: Variant, options: &str) -> Duration {
    let mut dice = Seeded::new(3);
    let mut game = AnyGame::new(variant, options, &mut dice).expect("the options read");
    let mut longest = Duration::ZERO;
    for _ in 0..POSITIONS {
        let Some(seat) = game.turn().seats().iter().next() else { break };
        let observer = Observer::Seat(seat);
        let mut history = game.history();
        history.retain(|played| game.describe_for(played, observer).is_some());
        let view = game.view(observer);
        let question =
            Question { decision: Decision::Act, view, history, level: Level::Top, resigns: false };
        let asked = Instant::now();
        let until = asked + Level::Top.patience();
        let stop = || Instant::now() > until;
        let answer = answer(&question, &Limits::until(&stop), &mut dice);
        longest = longest.max(asked.elapsed());
        let Some(Answer::Act(action)) = answer else { break };
        game.play(seat, action).expect("a bot plays by the rules");
        let Some(other) = game.turn().seats().iter().next() else { break };
        let legal = game.legal(other);
        let drawn = legal[dice.roll(legal.len() as u32) as usize];
        game.play(other, drawn).expect("it is legal");
    }
    longest
}
