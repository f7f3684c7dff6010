//! Measures the time to calculate a ladder from all games, as a server does at the start, and the
//! cost of a late result: `cargo bench -p chuhe-rating`.
#![allow(clippy::print_stdout)]

use rating::{Contest, Entrant, Ladder};
use std::{sync::Arc, time::Instant};

const GAMES: u64 = 100_000;
const PLAYERS: u64 = 5_000;

fn main() {
    let players: Vec<Arc<str>> = (0..PLAYERS).map(|i| format!("player{i:010}").into()).collect();
    let mut state = 1_u64;
    let mut draw = |below: u64| {
        // A linear congruential generator is enough to pair players.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let contests: Vec<Contest> = (0..GAMES)
        .map(|game| {
            let one = draw(PLAYERS);
            let other = (one + 1 + draw(PLAYERS - 1)) % PLAYERS;
            let points = draw(3) as u16;
            let entrant = |player: u64, side: u8, points: u16| Entrant {
                player: players[player as usize].clone(),
                side,
                points,
            };
            let entrants = vec![entrant(one, 0, points), entrant(other, 1, 2 - points)];
            // One game per minute.
            Contest::new(format!("game{game:012}"), game * 60_000, entrants)
                .expect("two players meet")
        })
        .collect();
    let mut ladder = Ladder::default();
    let begun = Instant::now();
    contests.iter().for_each(|contest| ladder.settle(contest.clone()));
    let fold = begun.elapsed();
    println!("{GAMES} games of {PLAYERS} players folded in {fold:.0?}");
    for back in [10, 1_000, GAMES] {
        let late = contests[(GAMES - back) as usize].clone();
        let begun = Instant::now();
        ladder.settle(late);
        println!("the game {back} before the end put right in {:.1?}", begun.elapsed());
    }
    let begun = Instant::now();
    let places = ladder.ranking(GAMES * 60_000).len();
    println!("a ranking of {places} in {:.1?}", begun.elapsed());
}
