//! Plays a game of undercover xiangqi and prints, after each action, the text of the referee, both
//! players and a spectator, and how the action is described to each of them.
//!
//! `cargo run -p chuhe-undercover --example undercover_views`
#![allow(clippy::print_stdout)]

use game::{Dice, Game, Observer, Refusal, Seat};
use std::fmt::Write;
use undercover::{Action, Undercover};

/// Locks, moles, and a mole that is turned as soon as possible.
const ACTIONS: [(u8, &str); 7] = [
    (0, "lock:e3"),
    (1, "lock:-"),
    (0, "mole:e6"),
    (1, "mole:c3"),
    (0, "h2e2"),
    (1, "h9g7"),
    (0, "@e6"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", views()?);
    Ok(())
}

pub(crate) fn views() -> Result<String, Box<dyn std::error::Error>> {
    let options = "barred=1 first=red locks=1".parse()?;
    let mut game = Undercover::dealt(options, &mut NoDice);
    let mut text = String::new();
    for (seat, action) in ACTIONS {
        show(&mut game, Seat::new(seat), action.parse()?, &mut text)?;
    }
    Ok(text)
}

/// Plays an action and prints what each observer receives.
fn show(
    game: &mut Undercover,
    seat: Seat,
    action: Action,
    text: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let played = game.play(seat, action).map_err(|refusal: Refusal| refusal.to_string())?;
    writeln!(text, "{} plays {action}", name(Observer::Seat(seat)))?;
    // The board is the same for all observers; the fields after it differ.
    let secrets = |position: String| position.splitn(7, ' ').nth(6).unwrap_or("").to_owned();
    writeln!(text, "  referee    {}", secrets(game.truth_text()))?;
    for observer in Observer::all(Undercover::SEATS) {
        let seen = secrets(game.view(observer).to_string());
        let announced =
            game.describe_for(&played, observer).unwrap_or_else(|| "nothing".to_owned());
        writeln!(text, "  {:<10} {seen:<24} announced: {announced}", name(observer))?;
    }
    Ok(())
}

const fn name(observer: Observer) -> &'static str {
    match observer {
        Observer::Spectator => "spectator",
        Observer::Seat(seat) if seat.index() == 0 => "Red",
        Observer::Seat(_) => "Black",
    }
}

/// These options need no randomness.
struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _: u32) -> u32 {
        0
    }
}
