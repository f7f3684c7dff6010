//! The computer's actions and the hints do not depend on the own mole, except for the turn of the
//! mole and for moves that would capture it.

use bots::{Bot, Level, Limits, Seeded, UndercoverBot};
use game::{Dice, Game, Observer, Played, Turn, View};
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
    let side = Side::of_seat(seat)?;
    let observer = Observer::Seat(seat);
    let view = game.view(observer);
    assert_eq!(view.stage(), Stage::Play);
    let text = view.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let with_mole = |square: Square| {
        let moles = if side == Side::Red { format!("{square}/?") } else { format!("?/{square}") };
        let mut fields = fields.clone();
        fields[6] = &moles;
        UndercoverView::from_text(rules, observer, &fields.join(" ")).expect("a view")
    };
    let views = view.board().pieces(!side, Kind::Pawn).map(|at| (at, with_mole(at))).collect();
    Some(Case { name: format!("{options:?} seed {seed} {text}"), views, history })
}

/// Checks the answers of all views of a case: the same action, except for turns and captures of the
/// own mole. Returns the number of turns.
fn assert_same(case: &Case, who: &str, answer: impl Fn(&UndercoverView) -> Option<Action>) -> u32 {
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
    (answers.len() - moves.len()) as u32
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
    let mut turns = 0;
    for case in cases(60) {
        for level in Level::ALL {
            let nodes = if level == Level::Top { 4_000 } else { 1_000 };
            turns += assert_same(&case, level.as_str(), |view| {
                let mut bot = UndercoverBot::new(level);
                let limits = Limits::of_nodes(nodes);
                let choice = bot.choose(view, &case.history, &limits, &mut Seeded::new(9));
                choice.map(|choice| choice.action)
            });
        }
    }
    // The mole is still turned where that gains much.
    assert!(turns > 10, "{turns}");
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
