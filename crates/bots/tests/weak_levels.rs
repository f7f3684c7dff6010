//! The weak levels open as people do, and their generals stay at home.

use bots::{Bot, Level, Limits, Seeded, XiangqiBot};
use game::{Game, Observer, Seat, Turn};
use xiangqi::{
    Kind, Move, Options, Position, Xiangqi,
    notation::{Notation, write},
};

/// Games of each level. The program `level_games` plays more.
const GAMES: u64 = 60;

/// Maximum number of a level's games in which a general moves without need. Of 200 games of
/// each level, level 2 had one and the others none. A level with one in a hundred passes with
/// 98 %, one with one in ten fails with 95 %.
const MAX_WALKS: usize = 2;

/// Length of an opening in plies.
const PLIES: usize = 12;

/// First moves that have names: 中炮, 仕角炮, 过宫炮, 飞相, 仙人指路 and 起马, on either side.
const FIRST: [&str; 12] = [
    "炮二平五",
    "炮八平五",
    "炮二平四",
    "炮八平六",
    "炮二平六",
    "炮八平四",
    "相三进五",
    "相七进五",
    "兵三进一",
    "兵七进一",
    "马二进三",
    "马八进七",
];

/// Answers to the cannon in the middle: 屏风马, 反宫马, 单提马, 顺炮, 列炮, 飞象, 进卒, 上士.
const TO_THE_CANNON: [&str; 12] = [
    "马８进７",
    "马２进３",
    "马８进９",
    "马２进１",
    "炮８平５",
    "炮２平５",
    "象３进５",
    "象７进５",
    "卒３进１",
    "卒７进１",
    "士４进５",
    "士６进５",
];

/// Plays the opening of a game of a level against itself.
fn opening(level: Level, seed: u64) -> Vec<(Position, Move)> {
    let mut dice = Seeded::new(seed);
    let start = Position::start();
    let mut game = Xiangqi::from_position(Options::DEFAULT, start);
    let mut bots = [(); 2].map(|()| XiangqiBot::new(level));
    let mut played = Vec::new();
    while played.len() < PLIES
        && let Turn::Seat(seat) = game.turn()
    {
        let view = game.view(Observer::Seat(seat));
        let limits = Limits::of_nodes(2_000);
        let choice = bots[seat.index()].choose(&view, game.history(), &limits, &mut dice);
        let action = choice.expect("a move").action;
        played.push((game.position().clone(), action));
        game.play(seat, action).expect("a legal move");
    }
    played
}

fn told(opening: &[(Position, Move)]) -> Vec<String> {
    opening.iter().map(|(at, played)| write(at, *played, Notation::Chinese)).collect()
}

/// A general moves only in check: in at most one game of a hundred of all levels, and in at most
/// [`MAX_WALKS`] games of each.
#[test]
fn generals_stay_at_home() {
    let (mut walks, mut games) = (Vec::new(), 0);
    for level in Level::ALL.into_iter().take(6) {
        let before = walks.len();
        for seed in 0..GAMES {
            let opening = opening(level, seed);
            let is_walk = |(at, played): &(Position, Move)| {
                at.piece_at(played.from).is_some_and(|piece| piece.kind == Kind::General)
                    && !at.in_check(at.side_to_move())
            };
            games += 1;
            if opening.iter().any(is_walk) {
                walks.push(format!("{level}, seed {seed}: {}", told(&opening).join(" ")));
            }
        }
        let own = &walks[before..];
        assert!(own.len() <= MAX_WALKS, "{} of {GAMES}: {own:#?}", own.len());
    }
    assert!(walks.len() * 100 <= games, "{} of {games}: {walks:#?}", walks.len());
}

#[test]
fn first_moves_have_names() {
    let mut met = std::collections::HashSet::new();
    for level in Level::ALL {
        for seed in 0..20 {
            let opening = told(&opening_of_two(level, seed));
            assert!(FIRST.contains(&&*opening[0]), "{level}, seed {seed}: {opening:?}");
            let is_cannon = matches!(&*opening[0], "炮二平五" | "炮八平五");
            let is_known = !is_cannon || TO_THE_CANNON.contains(&&*opening[1]);
            assert!(is_known, "{level}, seed {seed}: {opening:?}");
            met.insert(opening.concat());
        }
    }
    // The levels do not always play the same.
    assert!(met.len() >= 12, "{met:?}");
}

/// The first two moves only.
fn opening_of_two(level: Level, seed: u64) -> Vec<(Position, Move)> {
    let mut game = Xiangqi::from_position(Options::DEFAULT, Position::start());
    let mut dice = Seeded::new(seed);
    let mut played = Vec::new();
    for seat in [0, 1].map(Seat::new) {
        let view = game.view(Observer::Seat(seat));
        let mut bot = XiangqiBot::new(level);
        let choice = bot.choose(&view, game.history(), &Limits::of_nodes(500), &mut dice);
        let action = choice.expect("a move").action;
        played.push((game.position().clone(), action));
        game.play(seat, action).expect("a legal move");
    }
    played
}
