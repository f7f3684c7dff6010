//! Each level beats the one below it.

use bots::{
    BanqiBot, Bot, Budget, Level, UndercoverBot, XiangqiBot,
    arena::{self, Match, Standing},
};
use game::Game;

/// A match of the level above against the level below, by nodes, so that it is the same everywhere.
fn versus<G: Game, B: Bot<G>>(
    new: fn(Level) -> B,
    upper: Level,
    lower: Level,
    pairs: u32,
    options: &str,
) -> Standing {
    let rules = Match::<G> {
        options: options.parse().unwrap_or_else(|error| panic!("{options}: {error}")),
        pairs,
        seed: 2024,
        budgets: [Budget::of_nodes(NODES); 2],
        plies: 600,
        seats: arena::even,
    };
    arena::play(&rules, [&mut new(upper), &mut new(lower)], |_| true)
}

/// About a quarter of a second in a release build.
const NODES: u64 = 50_000;

fn climbs<G: Game, B: Bot<G>>(new: fn(Level) -> B, pairs: u32, options: &str) {
    for (lower, upper) in Level::ALL.into_iter().zip(Level::ALL.into_iter().skip(1)) {
        let standing = versus::<G, B>(new, upper, lower, pairs, options);
        eprintln!(
            "{} {options:?}: {upper} against {lower}: {standing:?} {:.3}",
            G::VARIANT,
            standing.score()
        );
        assert!(standing.score() >= 0.75, "{} {upper} against {lower}: {standing:?}", G::VARIANT);
    }
}

#[test]
fn banqi() {
    climbs::<banqi::Banqi, _>(BanqiBot::new, 10, "");
}

#[test]
fn xiangqi() {
    climbs::<xiangqi::Xiangqi, _>(XiangqiBot::new, 10, "");
}

#[test]
fn undercover() {
    climbs::<undercover::Undercover, _>(UndercoverBot::new, 10, "locks=1 rearrange=manual");
}

/// The full matches: `cargo test --release -p bots -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn full_banqi() {
    for options in ["", "taiwan"] {
        climbs::<banqi::Banqi, _>(BanqiBot::new, 100, options);
    }
}

/// As [`full_banqi`].
#[test]
#[ignore = "takes minutes"]
fn full_xiangqi() {
    climbs::<xiangqi::Xiangqi, _>(XiangqiBot::new, 100, "");
}

/// As [`full_banqi`].
#[test]
#[ignore = "takes minutes"]
fn full_undercover() {
    climbs::<undercover::Undercover, _>(UndercoverBot::new, 100, "");
}
