//! Each level beats the one below it.

use bots::{
    BanqiBot, Bot, Level, Limits, SifangBot, UndercoverBot, XiangqiBot,
    arena::{self, Match, MatchScore},
};
use game::Game;

/// A match of the level above against the level below, by nodes, so that it is the same everywhere.
fn versus<G: Game, B: Bot<G>>(
    new: fn(Level) -> B,
    upper: Level,
    lower: Level,
    Games { pairs, nodes, options }: Games,
) -> MatchScore {
    let rules = Match::<G> {
        options: options.parse().unwrap_or_else(|error| panic!("{options}: {error}")),
        seed: 2024,
        opening: 0,
        limits: [Limits::of_nodes(nodes); 2],
        plies: 400,
        seats: arena::EVEN,
    };
    arena::play(&rules, pairs, [&mut new(upper), &mut new(lower)], |_| true)
}

/// Which games are played.
#[derive(Clone, Copy)]
struct Games {
    pairs: u32,
    /// What each choice may cost.
    nodes: u64,
    options: &'static str,
}

fn climbs<G: Game, B: Bot<G>>(new: fn(Level) -> B, games: Games) {
    let steps = Level::ALL.into_iter().zip(Level::ALL.into_iter().skip(1));
    for (lower, upper) in steps {
        let score = versus::<G, B>(new, upper, lower, games);
        let score = score.score();
        let case = format!("{} {:?}: {upper} against {lower}", G::VARIANT, games.options);
        eprintln!("{case}: {score:.3} {score:?}");
        assert!(score >= 0.75, "{case}: {score:?}");
    }
}

#[test]
fn banqi() {
    climbs::<banqi::Banqi, _>(BanqiBot::new, Games { pairs: 10, nodes: 30_000, options: "" });
}

#[test]
fn xiangqi() {
    climbs::<xiangqi::Xiangqi, _>(XiangqiBot::new, Games { pairs: 10, nodes: 8_000, options: "" });
}

#[test]
fn undercover() {
    let options = "locks=1 rearrange=manual";
    climbs::<undercover::Undercover, _>(
        UndercoverBot::new,
        Games { pairs: 10, nodes: 8_000, options },
    );
}

#[test]
fn sifang() {
    climbs::<sifang::Sifang, _>(SifangBot::new, Games { pairs: 10, nodes: 3_000, options: "" });
}
