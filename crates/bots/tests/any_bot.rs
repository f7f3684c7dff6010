//! One bot for whichever game a table plays.

use bots::{AnyBot, Budget, Level, arena::Seeded};
use game::{Observer, Seat, Turn};
use games::{AnyGame, AnyView, Variant};

/// Every game is played by its bot from the first set-up choice on, from views as texts carry
/// them: whoever hands a bot a text gets an action that the referee takes.
#[test]
fn plays_every_game_from_texts() {
    for variant in Variant::ALL.iter().copied() {
        for level in Level::ALL {
            let mut dice = Seeded::new(5);
            let mut game = AnyGame::new(variant, "", &mut dice).unwrap();
            for ply in 0..40 {
                let Some(seat) = game.turn().seats().iter().next() else { break };
                let text = game.view(Observer::Seat(seat)).to_string();
                let view = AnyView::from_text(variant, "", Observer::Seat(seat), &text).unwrap();
                let mut told = game.history();
                told.retain(|done| game.tell(done, Observer::Seat(seat)).is_some());
                let mut bot = AnyBot::new(variant, level);
                let choice = bot.choose(&view, &told, &Budget::of_nodes(500), &mut dice);
                let choice = choice.unwrap_or_else(|| panic!("{variant} ply {ply}: no choice"));
                let done = game.play(seat, choice.action);
                done.unwrap_or_else(|refusal| panic!("{variant} ply {ply}: {refusal}"));
            }
        }
    }
}

#[test]
fn off_turn_and_in_another_game_it_does_nothing() {
    let mut dice = Seeded::new(5);
    let game = AnyGame::new(Variant::Xiangqi, "", &mut dice).unwrap();
    assert_eq!(game.turn(), Turn::Seat(Seat::new(0)));
    let budget = Budget::of_nodes(500);
    let waiting = game.view(Observer::Seat(Seat::new(1)));
    let mut bot = AnyBot::new(Variant::Xiangqi, Level::Easy);
    assert_eq!(bot.choose(&waiting, &[], &budget, &mut dice), None);
    let acting = game.view(Observer::Seat(Seat::new(0)));
    assert!(bot.choose(&acting, &[], &budget, &mut dice).is_some());
    let mut other = AnyBot::new(Variant::Banqi, Level::Easy);
    assert_eq!(other.choose(&acting, &[], &budget, &mut dice), None);
}
