//! Tests of endings, scores and undo.

use banqi::{Banqi, Options};
use game::{Game, Observer, Outcome, Reason, Seat, SeatSet, Turn, View};

/// Plays `actions`. The text of each played action, with its revealed piece, must match.
fn play(game: &mut Banqi, actions: &str) {
    for text in actions.split_whitespace() {
        let Turn::Seat(seat) = game.turn() else { panic!("over before {text}") };
        let action = text.split('=').next().unwrap().parse().unwrap();
        let played = game.play(seat, action).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_eq!(played.to_string(), text);
        assert_eq!(game.describe_for(&played, Observer::Spectator).as_deref(), Some(text));
    }
}

fn read(options: &str, text: &str) -> Banqi {
    Banqi::from_text(options.parse().unwrap(), text).unwrap()
}

/// Options, position, actions, position after them, reason, letter of the winner (`-` for a draw).
const TABLE: &[(&str, &str, &str, &str, &str, char)] = &[
    // Points: 30 for a general, 10 for an advisor, 5 for an elephant, chariot, horse or cannon, 1
    // for a pawn.
    ("", "8/8/8/Pk5* r 30/0 3 8 c", "a1b1", "8/8/8/1P5* b 60/0 0 9 c", "points", 'r'),
    ("", "8/8/8/Ka5* r 50/0 3 8 c", "a1b1", "8/8/8/1K5* b 60/0 0 9 c", "points", 'r'),
    ("", "8/8/8/Kb5* r 55/0 3 8 c", "a1b1", "8/8/8/1K5* b 60/0 0 9 c", "points", 'r'),
    ("", "8/8/8/Kr5* r 55/0 3 8 c", "a1b1", "8/8/8/1K5* b 60/0 0 9 c", "points", 'r'),
    ("", "8/8/8/Kn5* r 55/0 3 8 c", "a1b1", "8/8/8/1K5* b 60/0 0 9 c", "points", 'r'),
    ("", "8/8/8/Kc5* r 55/0 3 8 c", "a1b1", "8/8/8/1K5* b 60/0 0 9 c", "points", 'r'),
    ("", "8/8/8/Pp5* b 0/59 3 9 c", "b1a1", "8/8/8/p6* r 0/60 0 10 c", "points", 'b'),
    // A cannon that captures its own face-down piece gives the points to the opponent and may lose.
    ("", "8/8/8/CP*5 r 9/50 3 8 A", "a1c1=A", "8/8/8/1PC5 b 9/60 0 9 -", "points", 'b'),
    // The option `target`.
    ("target=5", "8/8/8/Kn5* r 0/0 3 8 c", "a1b1", "8/8/8/1K5* b 5/0 0 9 c", "points", 'r'),
    // No action: the last piece is captured, or it cannot move.
    ("", "8/8/8/Kn6 r 0/0 3 8 -", "a1b1", "8/8/8/1K6 b 5/0 0 9 -", "no-action", 'r'),
    ("", "8/8/8/c6K r 0/0 3 8 -", "h1g1", "8/8/8/c5K1 b 0/0 4 9 -", "no-action", 'r'),
    // Without a target, losing the last piece decides the game even if pieces can be flipped.
    ("taiwan", "8/8/8/Kn5* r 0/0 3 8 P", "a1b1", "8/8/8/1K5* b 5/0 0 9 P", "no-action", 'r'),
    // The quiet limit. A side without an action loses before the limit applies.
    ("", "8/8/8/K5*p r 7/3 59 8 c", "a1b1", "8/8/8/1K4*p b 7/3 60 9 c", "quiet-limit", '-'),
    (
        "quiet-limit=4",
        "8/8/8/K5*p r 7/3 3 8 c",
        "a1b1",
        "8/8/8/1K4*p b 7/3 4 9 c",
        "quiet-limit",
        '-',
    ),
    ("", "8/8/8/c6K r 0/0 59 8 -", "h1g1", "8/8/8/c5K1 b 0/0 60 9 -", "no-action", 'r'),
];

#[test]
fn ends() {
    for &(options, position, actions, after, reason, winner) in TABLE {
        let mut game = read(options, position);
        play(&mut game, actions);
        assert_eq!(game.truth_text(), after, "{position}");
        let outcome = game.outcome().unwrap_or_else(|| panic!("{position}: not over"));
        assert_eq!(outcome.reason.as_str(), reason, "{position}");
        let winners = game.seat_of(winner).map_or(SeatSet::EMPTY, SeatSet::only);
        assert_eq!(outcome.winners, winners, "{position}");
        let scores: Vec<_> = ['r', 'b']
            .map(|c| game.seat_of(c).unwrap().index())
            .map(|i| outcome.scores[i].to_string())
            .into();
        assert_eq!(scores.join("/"), after.split(' ').nth(2).unwrap(), "{position}: scores");
        // The end of a game opens every view, also when parsed from a text.
        let view = game.view(Observer::Spectator);
        assert_eq!((view.turn(), view.to_string()), (Turn::Over, after.to_owned()));
        assert_eq!(read(options, after).outcome(), Some(outcome), "{after}");
        // Undoing all actions leads back to the start.
        while game.undo() {}
        assert_eq!(game.truth_text(), position);
        assert_eq!(game.outcome(), None, "{position}: taken back");
    }
}

#[test]
fn own_captures_can_score_nothing() {
    let mut game = read("own-capture-scores=none", "8/8/8/CP*4* r 9/50 3 8 Ac");
    play(&mut game, "a1c1=A");
    assert_eq!(game.truth_text(), "8/8/8/1PC4* b 9/50 0 9 c");
    assert_eq!(game.outcome(), None);
}

#[test]
fn the_quiet_limit_can_be_lifted() {
    let mut game = read("quiet-limit=none", "8/8/8/K5*p r 0/0 400 8 c");
    play(&mut game, "a1b1");
    assert_eq!(game.outcome(), None);
    assert_eq!(game.warning(), None);
}

#[test]
fn the_third_repetition_is_a_draw() {
    let mut game = read("", "8/8/8/K5*p r 7/3 0 8 c");
    let round = "a1a2 h1h2 a2a1 h2h1 ";
    play(&mut game, "a1a2");
    assert_eq!(game.warning(), None);
    play(&mut game, "h1h2 a2a1 h2h1");
    assert!(game.warning().unwrap().code == "repetition-count");
    play(&mut game, round);
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.winners), (Reason::Repetition, SeatSet::EMPTY));
    assert_eq!(outcome.scores[..2].iter().map(ToString::to_string).collect::<Vec<_>>(), ["7", "3"]);
    assert!(game.undo());
    assert_eq!(game.outcome(), None);
    assert_eq!(game.truth_text(), "8/8/7p/K5*1 b 7/3 7 15 c");
}

#[test]
fn a_flip_begins_a_new_count() {
    let mut game = read("", "8/8/8/K5*p r 0/0 0 8 c");
    play(&mut game, "a1a2 h1h2 a2a1 h2h1");
    assert!(game.warning().is_some());
    play(&mut game, "g1=c");
    assert_eq!(game.warning(), None);
    play(&mut game, "h1h2 a1a2 h2h1 a2a1");
    assert!(game.warning().is_some());
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_warning_before_the_quiet_limit() {
    let mut game = read("", "8/8/8/K5*p r 0/0 48 8 c");
    play(&mut game, "a1b1");
    assert_eq!(game.warning(), None);
    play(&mut game, "h1h2");
    let warning = game.warning().unwrap();
    assert_eq!((warning.code, &warning.values[..]), ("quiet-limit", &["10".to_owned()][..]));
}

#[test]
fn the_first_flip_decides_the_colours() {
    for (piece, seat_0, seat_1) in [('k', 'b', 'r'), ('P', 'r', 'b')] {
        let hidden = if piece == 'k' { "kP" } else { "Pk" };
        let mut game = read("", &format!("*6*/8/8/8 - 0/0 0 0 {hidden}"));
        assert_eq!(Seat::first(2).map(|seat| game.seat_letter(seat)).collect::<String>(), "--");
        assert_eq!((game.seat_of('-'), game.seat_of('r')), (None, None));
        play(&mut game, &format!("a4={piece}"));
        assert_eq!(game.seat_letter(Seat::new(0)), seat_0);
        assert_eq!(game.seat_letter(Seat::new(1)), seat_1);
        assert_eq!(game.turn(), Turn::Seat(Seat::new(1)));
        assert!(game.undo());
        assert_eq!(game.seat_letter(Seat::new(0)), '-');
    }
}

#[test]
fn ended_from_outside() {
    let start = "*7/8/8/K6p r 0/0 0 2 c";
    let mut game = read("", start);
    play(&mut game, "a4=c");
    let resigned = Outcome::duel(Reason::Resignation, Some(Seat::new(0)));
    game.conclude(resigned.clone());
    assert_eq!(game.outcome(), Some(&resigned));
    let agreed = Outcome::duel(Reason::Agreement, None);
    game.conclude(agreed.clone());
    assert_eq!(
        game.outcome(),
        Some(&agreed),
        "an outcome set from outside replaces the one by the rules"
    );
    assert!(game.legal(Seat::new(1)).is_empty());
    assert!(game.undo());
    assert_eq!((game.outcome(), game.truth_text().as_str()), (None, start));
    assert!(!game.undo());

    game.conclude(resigned);
    let view = game.view(Observer::Seat(Seat::new(1)));
    assert_eq!(view.to_string(), start, "the end of the game opens the views");
    assert_eq!(view.revealed().map(<[_]>::len), Some(1));
}

#[test]
fn only_the_referee_sees_face_down_pieces() {
    let game = read("", "*7/8/8/K6p r 0/0 0 2 c");
    let peek = |square: &str| game.peek(square.parse().unwrap()).map(|piece| piece.letter());
    assert_eq!([peek("a4"), peek("a1"), peek("b2")], [Some('c'), None, None]);
}

#[test]
fn the_presets_play_as_they_say() {
    let mut dice = SmallDice(7);
    let deal = Banqi::deal(&Options::TIANTIAN, &mut dice);
    assert!(!format!("{deal:?}").contains("Piece"));
    let game = Banqi::start(Options::TIANTIAN, deal);
    assert_eq!(game.board().face_down().len(), 28);
    assert_eq!(game.legal(Seat::new(0)).len(), 28, "only flips before the colours are decided");
    let game = Banqi::start(Options::SEED, Banqi::deal(&Options::SEED, &mut dice));
    assert_eq!(game.board(), &banqi::Board::start(Options::SEED));
}

struct SmallDice(u64);

impl game::Dice for SmallDice {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(sides)) as u32
    }
}
