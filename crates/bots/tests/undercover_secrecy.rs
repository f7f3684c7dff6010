//! The computer's actions and the hints do not depend on the own mole, except for the turn of the
//! mole and for moves that would capture it.

use bots::{Bot, Level, Limits, Seeded, UndercoverBot};
use game::{Dice, Game, Observer, Played, Seat, Turn, View};
use undercover::{Action, Options, Stage, Undercover, UndercoverView};
use xiangqi::{Kind, Side, Square};

/// A position of play, with one view for each pawn that can be the mover's mole.
struct Case {
    name: String,
    views: Vec<(Square, UndercoverView)>,
    history: Vec<Played<Action>>,
}

fn case(options: &str, plies: usize, seed: u64) -> Option<Case> {
    let mut dice = Seeded::new(seed);
    let rules: Options = options.parse().expect("options");
    let mut game = Undercover::dealt(rules, &mut dice);
    let mut history = Vec::new();
    loop {
        let (seats, is_setup) = match game.turn() {
            Turn::Setup(seats) => (seats, true),
            Turn::Seat(seat) => (game::SeatSet::only(seat), false),
            _ => return None,
        };
        if !is_setup && history.len() == plies {
            break;
        }
        for seat in seats.iter() {
            let legal = game.view(Observer::Seat(seat)).legal();
            let moves: Vec<Action> =
                legal.into_iter().filter(|action| !matches!(action, Action::Turn(_))).collect();
            let drawn = *moves.get(dice.roll(moves.len() as u32) as usize)?;
            let played = game.play(seat, drawn).expect("a legal action");
            if !is_setup {
                history.push(played);
            }
        }
    }
    let seat = game.turn().seats().iter().next()?;
    let view = game.view(Observer::Seat(seat));
    assert_eq!(view.stage(), Stage::Play);
    let views = with_each_mole(rules, seat, &view.to_string());
    Some(Case { name: format!("{options:?} seed {seed} {view}"), views, history })
}

/// The view of a seat with this text, once for each pawn that can be its mole.
fn with_each_mole(rules: Options, seat: Seat, text: &str) -> Vec<(Square, UndercoverView)> {
    let observer = Observer::Seat(seat);
    let with_moles = |moles: &str| {
        let mut fields: Vec<&str> = text.split(' ').collect();
        fields[6] = moles;
        UndercoverView::from_text(rules, observer, &fields.join(" ")).expect("a view")
    };
    let of_square = |at: Square| {
        (at, with_moles(&if seat.index() == 0 { format!("{at}/?") } else { format!("?/{at}") }))
    };
    let pawns = UndercoverView::from_text(rules, observer, text).expect("a view");
    pawns.board().pieces(!Side::of_seat(seat).expect("a side"), Kind::Pawn).map(of_square).collect()
}

/// Checks the answers of all views of a case: the same action, except for turns and captures of the
/// own mole. Returns the moles that are turned.
fn assert_same(
    case: &Case,
    who: &str,
    answer: impl Fn(&UndercoverView) -> Option<Action>,
) -> Vec<Square> {
    let answers: Vec<(Square, Option<Action>)> =
        case.views.iter().map(|(mole, view)| (*mole, answer(view))).collect();
    let is_turn = |action: &Option<Action>| matches!(action, Some(Action::Turn(_)));
    let moves: Vec<_> = answers.iter().filter(|(_, action)| !is_turn(action)).collect();
    let captured = |mole: &Square| {
        let captures = |action: &Option<Action>| matches!(action, Some(Action::Move(played)) if played.to == *mole);
        moves.iter().any(|(other, action)| other != mole && captures(action))
    };
    let free: Vec<_> = moves.iter().filter(|(mole, _)| !captured(mole)).collect();
    for pair in free.windows(2) {
        assert_eq!(pair[0].1, pair[1].1, "{who}, {}: {answers:?}", case.name);
    }
    answers.iter().filter(|(_, action)| is_turn(action)).map(|(mole, _)| *mole).collect()
}

fn cases(count: u64) -> Vec<Case> {
    let sets =
        ["", "barred=0", "barred=0 locks=2", "barred=1 rearrange=manual", "barred=0 first=black"];
    let mut cases = Vec::new();
    for seed in 0..count {
        let plies = [0, 1, 6, 13, 24, 41][(seed % 6) as usize];
        cases.extend(case(sets[(seed % 5) as usize], plies, 40 + seed));
    }
    cases
}

#[test]
fn moves_are_the_same_for_every_own_mole() {
    for case in cases(60) {
        for level in Level::ALL {
            let nodes = if level == Level::Top { 4_000 } else { 1_000 };
            assert_same(&case, level.as_str(), |view| {
                let mut bot = UndercoverBot::new(level);
                let limits = Limits::of_nodes(nodes);
                let choice = bot.choose(view, &case.history, &limits, &mut Seeded::new(9));
                choice.map(|choice| choice.action)
            });
        }
    }
}

/// Positions of Red in which turning one of Black's pawns gains much, and that pawn.
const GAINS: [(&str, &str); 4] = [
    // The turned pawn mates: a chariot protects it, and the generals may not face each other.
    ("3k5/3p5/9/8p/rr7/9/2p6/9/3R5/4K4 w - - 0 20 d8/? 0/0", "d8"),
    // It mates between two horses.
    ("3nkn3/4p4/4R4/p7p/9/9/9/9/9/3K5 w - - 0 20 e8/? 0/0", "e8"),
    // It checks the general and attacks a chariot.
    ("4k4/4pr3/9/p2N4p/9/9/9/9/9/3K5 w - - 0 20 e8/? 0/0", "e8"),
    // It attacks a chariot and a cannon.
    ("3k5/9/9/p7p/1rpc5/9/3N5/9/9/4K4 w - - 0 20 c5/? 0/0", "c5"),
];

/// With every other mole the move is the same, unless turning that one is good as well.
#[test]
fn the_mole_is_turned_where_that_gains_much() {
    for (text, gains) in GAINS {
        let views = with_each_mole(Options::DEFAULT, Seat::new(0), text);
        let case = Case { name: text.to_owned(), views, history: Vec::new() };
        for level in [Level::Five, Level::Seven, Level::Top] {
            for seed in 0..3 {
                let turned = assert_same(&case, level.as_str(), |view| {
                    let mut bot = UndercoverBot::new(level);
                    let limits = Limits::of_nodes(4_000);
                    let choice = bot.choose(view, &[], &limits, &mut Seeded::new(seed));
                    choice.map(|choice| choice.action)
                });
                assert!(
                    turned.iter().any(|mole| mole.to_string() == gains),
                    "{level}, seed {seed}, {text}: {turned:?}"
                );
            }
        }
    }
}

#[test]
fn hints_are_the_same_for_every_own_mole() {
    for case in cases(24) {
        assert_same(&case, "hints", |view| {
            let mut bot = UndercoverBot::new(Level::Top);
            let lines = bot.lines(view, &case.history, &Limits::of_nodes(4_000), 1)?;
            lines.lines.first()?.actions.first().copied()
        });
    }
}

/// The other side sees whether the computer accepts a draw.
#[test]
fn draw_offers_do_not_depend_on_the_own_mole() {
    for case in cases(12) {
        let evaluate = |view: &UndercoverView| {
            let mut bot = UndercoverBot::new(Level::Top);
            bot.evaluate(view, &case.history, &Limits::of_nodes(2_000))
        };
        let scores: Vec<_> = case.views.iter().map(|(_, view)| evaluate(view)).collect();
        assert!(scores.windows(2).all(|pair| pair[0] == pair[1]), "{}: {scores:?}", case.name);
    }
}
