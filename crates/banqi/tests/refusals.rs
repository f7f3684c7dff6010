//! Every refusal code, with similar legal actions.

use banqi::{Banqi, BanqiView, Options};
use game::{Game, Observer, Seat, Turn, View};

/// Options, position, action, and the code of the refusal or `ok`.
const TABLE: &[(&str, &str, &str, &str)] = &[
    // Existence and ownership of the piece.
    ("", "*7/8/8/K6p r 0/0 0 2 c", "a4", "ok"),
    ("", "*7/8/8/K6p r 0/0 0 2 c", "b4", "no-piece"),
    ("", "*7/8/8/K6p r 0/0 0 2 c", "a1", "face-up"),
    ("", "*7/8/8/K6p r 0/0 0 2 c", "h1", "face-up"),
    ("", "*7/8/8/K6p r 0/0 0 2 c", "b1a1", "no-piece"),
    ("", "*7/8/8/K6p r 0/0 0 2 c", "a4a3", "face-down"),
    ("", "*7/8/8/K6p r 0/0 0 2 c", "h1h2", "not-your-piece"),
    ("", "*7/8/8/K6p r 0/0 0 2 c", "a1a1", "same-square"),
    ("", "*7/8/8/K6p r 0/0 0 2 c", "a1a2", "ok"),
    ("", "*7/8/8/K6p r 0/0 0 2 c", "a1a3", "not-adjacent"),
    ("", "*7/8/8/K6p r 0/0 0 2 c", "a1b2", "not-adjacent"),
    ("", "8/8/*7/K6p r 0/0 0 2 c", "a1a2", "face-down"),
    ("", "8/8/8/KA5p r 0/0 0 2 -", "a1b1", "own-piece"),
    ("tiantian", "*N6/8/8/8 - 0/0 0 0 c", "b4b3", "flip-first"),
    // Captures by rank.
    ("", "8/8/8/RNpb4 r 0/0 0 2 -", "b1c1", "ok"),
    ("", "8/8/8/RNr5 r 0/0 0 2 -", "b1c1", "rank-too-low"),
    ("", "8/8/8/RNn5 r 0/0 0 2 -", "b1c1", "ok"),
    ("", "8/8/8/APk5 r 0/0 0 2 -", "b1c1", "ok"),
    ("", "8/8/8/AKp5 r 0/0 0 2 -", "b1c1", "general-soldier"),
    ("general-takes-soldier", "8/8/8/AKp5 r 0/0 0 2 -", "b1c1", "ok"),
    ("", "8/8/8/AKk5 r 0/0 0 2 -", "b1c1", "ok"),
    ("generals-take-each-other=no", "8/8/8/AKk5 r 0/0 0 2 -", "b1c1", "generals"),
    ("", "8/8/8/APc5 r 0/0 0 2 -", "b1c1", "soldier-cannon"),
    ("", "8/8/8/PNc5 r 0/0 0 2 -", "b1c1", "ok"),
    ("", "8/8/8/PKa5 r 0/0 0 2 -", "b1c1", "ok"),
    ("", "8/8/8/PAk5 r 0/0 0 2 -", "b1c1", "rank-too-low"),
    ("", "8/8/8/KBa5 r 0/0 0 2 -", "b1c1", "rank-too-low"),
    ("", "8/8/8/KRb5 r 0/0 0 2 -", "b1c1", "rank-too-low"),
    // Moves of the cannon.
    ("", "8/8/8/C1P2k2 r 0/0 0 2 -", "a1f1", "ok"),
    ("", "8/8/8/C1p2k2 r 0/0 0 2 -", "a1f1", "ok"),
    ("", "8/8/8/C1*2k2 r 0/0 0 2 c", "a1f1", "ok"),
    ("", "8/8/8/C1*2*2 r 0/0 0 2 cP", "a1f1", "ok"),
    ("taiwan", "8/8/8/C1*2*2 r 0/0 0 2 cP", "a1f1", "face-down"),
    ("", "8/8/8/C1P2A2 r 0/0 0 2 -", "a1f1", "own-piece"),
    ("", "8/8/8/C1P2k2 r 0/0 0 2 -", "a1b1", "nothing-to-capture"),
    ("taiwan", "8/8/8/C1P2k2 r 0/0 0 2 -", "a1b1", "ok"),
    ("taiwan", "8/8/8/C1P2k2 r 0/0 0 2 -", "a1a3", "nothing-to-capture"),
    ("", "8/8/8/C1P2k1p r 0/0 0 2 -", "a1h1", "screen"),
    ("", "7P/8/8/C4k2 r 0/0 0 2 -", "a1f1", "screen"),
    ("", "7P/8/8/Cp6 r 0/0 0 2 -", "a1b1", "screen"),
    ("", "8/8/8/C*6 r 0/0 0 2 p", "a1b1", "screen"),
    ("", "8/8/3k4/C1P5 r 0/0 0 2 -", "a1d2", "not-in-line"),
    ("", "k7/8/A7/C7 r 0/0 0 2 -", "a1a4", "ok"),
    ("", "C7/a7/8/k7 r 0/0 0 2 -", "a4a1", "ok"),
    ("", "k3A2C/8/8/8 r 0/0 0 2 -", "h4a4", "ok"),
    ("", "Rk6/1c6/8/8 b 0/0 0 3 -", "b3b4", "own-piece"),
];

#[test]
fn judged() {
    for &(options, position, action, expected) in TABLE {
        let case = format!("{options:?} {position} {action}");
        let options: Options = options.parse().unwrap();
        let game = Banqi::from_text(options, position).unwrap_or_else(|e| panic!("{case}: {e}"));
        let Turn::Seat(mover) = game.turn() else { panic!("{case}: over") };
        let action = action.parse().unwrap();
        let verdict = game.judge(mover, action);
        let code = verdict.as_ref().map_or_else(|refusal| refusal.code, |()| "ok");
        assert_eq!(code, expected, "{case}");
        assert_eq!(game.legal(mover).contains(&action), verdict.is_ok(), "{case}: legal list");
        assert_eq!(game.view(Observer::Seat(mover)).judge(action), verdict, "{case}: view");
        let mut after = game.clone();
        assert_eq!(after.play(mover, action).is_ok(), verdict.is_ok(), "{case}: play");
        assert_eq!(after.truth_text() == position, verdict.is_err(), "{case}: text");
    }
}

#[test]
fn off_turn_and_after_the_end() {
    let game = Banqi::from_text(Options::SEED, "*7/8/8/K6p b 0/0 0 3 c").unwrap();
    let action = "a1a2".parse().unwrap();
    let (black, red) = (Seat::new(1), Seat::new(0));
    assert_eq!(game.judge(red, action).unwrap_err().code, "not-your-turn");
    assert_eq!(game.judge(black, action).unwrap_err().code, "not-your-piece");
    assert!(game.legal(red).is_empty());
    let spectator = game.view(Observer::Spectator);
    assert!(spectator.legal().is_empty());
    assert_eq!(spectator.judge(action).unwrap_err().code, "not-your-turn");

    let over = Banqi::from_text(Options::SEED, "*7/8/8/K6p r 0/60 0 2 c").unwrap();
    assert_eq!(over.judge(red, action).unwrap_err().code, "game-over");
    let view: BanqiView = over.view(Observer::Seat(red));
    assert_eq!(view.judge(action).unwrap_err().code, "game-over");
    assert!(view.legal().is_empty());
}
