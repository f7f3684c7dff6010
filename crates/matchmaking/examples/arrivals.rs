//! Simulates 10,000 arrivals in one pool and prints how long players wait, by the difference of the
//! ratings and by the range of ratings that they want.
//!
//! ```sh
//! cargo run --release -p chuhe-matchmaking --example arrivals -- [seconds between arrivals]
//! ```

#![allow(clippy::print_stdout)]

use matchmaking::{Seeker, match_players};
use std::collections::BTreeMap;

const ARRIVALS: u64 = 10_000;
/// Interval between two runs of the rule, in milliseconds.
const TICK_MS: u64 = 250;
/// A player gives up after this time, in milliseconds.
const PATIENCE_MS: u64 = 300_000;

fn main() {
    let interval_s: f64 = std::env::args().nth(1).map_or(5.0, |text| {
        text.parse().expect("the argument is the mean time between two arrivals, in seconds")
    });
    let seed = 20_261_127;
    println!("seed {seed}, one arrival every {interval_s} s");
    let mut random = Random(seed);
    let mut waiting: Vec<Seeker<u64>> = Vec::new();
    let mut waits: BTreeMap<u16, Vec<u64>> = BTreeMap::new();
    let mut ranges = [Vec::new(), Vec::new()];
    let (mut now_ms, mut arrived, mut left) = (0, 0, 0);
    let mut next_ms = 0;
    while arrived < ARRIVALS || !waiting.is_empty() {
        while arrived < ARRIVALS && next_ms <= now_ms {
            waiting.push(arrival(arrived, next_ms, &mut random));
            arrived += 1;
            next_ms += (-interval_s * 1_000.0 * (1.0 - random.unit()).ln()) as u64;
        }
        for found in match_players(&waiting, now_ms) {
            let pair: Vec<_> =
                waiting.extract_if(.., |seeker| found.contains(&seeker.number)).collect();
            let gap = pair[0].rating.abs_diff(pair[1].rating);
            let times = pair.iter().map(|seeker| now_ms - seeker.since_ms);
            waits.entry(gap / 100 * 100).or_default().extend(times);
            for (seeker, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                let is_wanted = |(min, max): (u16, u16)| (min..=max).contains(&other.rating);
                assert!(seeker.wanted.is_none_or(is_wanted), "an opponent outside the range");
                ranges[usize::from(seeker.wanted.is_some())].push(now_ms - seeker.since_ms);
            }
        }
        let before = waiting.len();
        waiting.retain(|seeker| now_ms - seeker.since_ms < PATIENCE_MS);
        left += before - waiting.len();
        now_ms += TICK_MS;
    }
    println!("rating difference   players   median wait   90 % wait at most");
    for (gap, times) in waits {
        print_waits(&format!("{gap:>7} to {:<7}", gap + 99), times);
    }
    println!("wanted ratings");
    for (name, times) in ["all", "own ± 50 to 300"].into_iter().zip(ranges) {
        print_waits(&format!("{name:<18}"), times);
    }
    println!("{left} players left after {} s without an opponent", PATIENCE_MS / 1_000);
}

fn print_waits(name: &str, mut times: Vec<u64>) {
    times.sort_unstable();
    let Some(last) = times.len().checked_sub(1) else { return };
    let at = |percent: usize| times[last * percent / 100] as f64 / 1_000.0;
    println!("{name} {:>9} {:>11.1} s {:>14.1} s", times.len(), at(50), at(90));
}

fn arrival(number: u64, since_ms: u64, random: &mut Random) -> Seeker<u64> {
    // The sum of 12 uniform numbers is close to a normal distribution with variance 1.
    let normal: f64 = (0..12).map(|_| random.unit()).sum::<f64>() - 6.0;
    let rating = (1_500.0 + 300.0 * normal).clamp(600.0, 2_800.0) as u16;
    let is_provisional = random.unit() < 0.2;
    let first_surplus = (random.unit() * 5.0) as i32 - 2;
    // One player in four asks for a range around the own rating.
    let wanted = (random.unit() < 0.25).then(|| {
        let half = 50 + (random.unit() * 250.0) as u16;
        (rating - half, rating + half)
    });
    Seeker {
        number,
        player: number,
        rating,
        is_provisional,
        since_ms,
        first_surplus,
        wanted,
        ..Seeker::default()
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / (u64::MAX as f64 + 1.0)
    }
}
