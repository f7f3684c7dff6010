//! Regressions of the banqi player.

use banqi::{Action, Banqi, Options};
use bots::{BanqiBot, Bot, Level, Limits, Seeded};
use game::{Game, Observer, Turn};

/// Regression: nineteen points ahead it repeated the position for the third time, because it
/// applied a draw by repetition found in one line to all others.
#[test]
fn a_lead_is_not_repeated_away() {
    let text = "1a1c1P1p/4**R1/B1a2*1k/1A1P1K** b 23/42 1 66 Prbpn";
    let mut game = Banqi::from_text(Options::SEED, text).unwrap();
    let mut bot = BanqiBot::new(Level::Top);
    let moves = "h2h3 g3g2 h3g3 g2h2 g3g2 h2h3 g2g3 h3h2 g3g2 h2h3";
    for (ply, action) in moves.split(' ').enumerate() {
        if ply % 2 == 0 {
            choose(&mut bot, &game);
        }
        let Turn::Seat(seat) = game.turn() else { panic!("over after {ply} plies") };
        game.play(seat, action.parse().unwrap()).unwrap();
    }
    let (action, score) = choose(&mut bot, &game);
    assert_ne!(action.to_string(), "g2g3", "score {score}");
    // The score expresses odds, not points. The draw would score as far below zero, because of the
    // player's assumed superiority.
    assert!(score > 300, "{action}: {score}");
}

fn choose(bot: &mut BanqiBot, game: &Banqi) -> (Action, i32) {
    let Turn::Seat(seat) = game.turn() else { panic!("over") };
    let view = game.view(Observer::Seat(seat));
    let limits = Limits::of_nodes(2_000);
    let choice = bot.choose(&view, game.history(), &limits, &mut Seeded::new(1)).unwrap();
    (choice.action, choice.score)
}
