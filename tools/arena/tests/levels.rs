//! Levels far enough apart beat each other. The program `level_steps` measures the steps between
//! neighbours.

use arena::{Match, MatchScore};
use bots::{BanqiBot, Bot, Level, Limits, SifangBot, UndercoverBot, XiangqiBot};
use game::Game;

/// Distance between two levels that meet.
const APART: usize = 3;

/// A match of a level against a lower one, limited by nodes, so that the result is reproducible.
fn versus<G: Game, B: Bot<G>>(
    new: fn(Level) -> B,
    upper: Level,
    lower: Level,
    Games { pairs, nodes, options, plies }: Games,
) -> MatchScore {
    let rules = Match::<G> {
        options: options.parse().unwrap_or_else(|error| panic!("{options}: {error}")),
        seed: 2024,
        opening: 0,
        limits: [Limits::of_nodes(nodes); 2],
        plies,
        seats: arena::EVEN,
    };
    arena::play(&rules, pairs, [&mut new(upper), &mut new(lower)], |_| true)
}

/// The games of a match.
#[derive(Clone, Copy)]
struct Games {
    pairs: u32,
    /// Nodes for each choice: less than the strongest levels would use.
    nodes: u64,
    options: &'static str,
    /// Longer games are draws.
    plies: u32,
}

fn climbs<G: Game, B: Bot<G>>(new: fn(Level) -> B, games: Games) {
    let steps = Level::ALL.into_iter().zip(Level::ALL.into_iter().skip(APART));
    for (lower, upper) in steps {
        let score = versus::<G, B>(new, upper, lower, games);
        let case = format!("{} {:?}: {upper} against {lower}", G::VARIANT, games.options);
        eprintln!("{case}: {score:?}");
        assert!(score.score() >= 0.6, "{case}: {score:?}");
    }
}

#[test]
fn banqi() {
    climbs::<banqi::Banqi, _>(
        BanqiBot::new,
        Games { pairs: 8, nodes: 20_000, options: "", plies: 400 },
    );
}

#[test]
fn xiangqi() {
    climbs::<xiangqi::Xiangqi, _>(
        XiangqiBot::new,
        Games { pairs: 5, nodes: 12_000, options: "", plies: 400 },
    );
}

#[test]
fn undercover() {
    let options = "locks=1 rearrange=manual";
    climbs::<undercover::Undercover, _>(
        UndercoverBot::new,
        Games { pairs: 5, nodes: 12_000, options, plies: 400 },
    );
}

#[test]
fn sifang() {
    climbs::<sifang::Sifang, _>(
        SifangBot::new,
        Games { pairs: 4, nodes: 4_000, options: "", plies: 400 },
    );
}

#[test]
fn sifang_alone() {
    // Two remaining sides block each other for long.
    let games = Games { pairs: 2, nodes: 1_000, options: "mode=solo", plies: 1_000 };
    climbs::<sifang::Sifang, _>(SifangBot::new, games);
}
