//! The rules of quick pairing, as tables and with random pools.

use matchmaking::{COMPUTERS_AFTER_MS, MAX_WINDOW, Match, Seeker, match_players, window};
use proptest::prelude::*;

fn seeker(number: u64, rating: u16, since_ms: u64) -> Seeker<u64> {
    Seeker { number, player: number, rating, since_ms, ..Seeker::default() }
}

fn seats(matches: Vec<Match>) -> Vec<Vec<u64>> {
    matches.into_iter().map(|table| table.seats).collect()
}

/// Waiting time in seconds after which two players who arrived together meet, by their difference.
#[test]
fn the_window_grows_with_the_waiting_time() {
    for (gap, seconds) in [(0, 0), (100, 0), (101, 5), (125, 5), (126, 10), (400, 60), (500, 80)] {
        let pool = [seeker(1, 1500, 0), seeker(2, 1500 + gap, 0)];
        let meets = |ms: u64| !match_players(&pool, 2, ms).is_empty();
        assert!(meets(seconds * 1_000), "{gap} points after {seconds} s");
        assert!(seconds == 0 || !meets(seconds * 1_000 - 1), "{gap} points before {seconds} s");
    }
    let pool = [seeker(1, 1000, 0), seeker(2, 1501, 0)];
    assert!(match_players(&pool, 2, 3_600_000).is_empty(), "501 points never meet");
}

/// A player who has just arrived is not given a distant opponent because the other has waited.
#[test]
fn the_smaller_window_counts() {
    let pool = [seeker(1, 1500, 0), seeker(2, 1700, 60_000)];
    assert!(match_players(&pool, 2, 60_000).is_empty());
    assert_eq!(match_players(&pool, 2, 80_000).len(), 1);
}

#[test]
fn a_provisional_rating_doubles_the_limit() {
    for (is_provisional, gap, meets) in
        [(false, 101, false), (true, 101, true), (true, 200, true), (true, 201, false)]
    {
        let other = Seeker { is_provisional, ..seeker(2, 1500 + gap, 0) };
        let matches = match_players(&[seeker(1, 1500, 0), other], 2, 0);
        assert_eq!(!matches.is_empty(), meets, "{is_provisional} {gap}");
    }
}

#[test]
fn blocked_players_never_meet() {
    let blocks = Seeker { blocked: vec![2], ..seeker(1, 1500, 0) };
    for pool in [[blocks.clone(), seeker(2, 1500, 0)], [seeker(2, 1500, 0), blocks]] {
        assert!(match_players(&pool, 2, 3_600_000).is_empty());
    }
}

/// Lowest and highest rating count, for both players, however long they wait.
#[test]
fn a_range_of_ratings_is_obeyed_for_both() {
    for (ratings, wanted, meet) in [
        ([1500, 1550], [None, None], true),
        ([1500, 1550], [Some((1550, 1600)), None], true),
        ([1500, 1550], [Some((1500, 1550)), None], true),
        ([1500, 1550], [Some((1551, 1600)), None], false),
        ([1500, 1550], [Some((1400, 1549)), None], false),
        ([1500, 1550], [None, Some((1501, 1600))], false),
        ([1500, 1550], [None, Some((1500, 1500))], true),
        ([1500, 1550], [Some((1000, 1600)), Some((1000, 1499))], false),
    ] {
        let [a, b] = [0, 1]
            .map(|at: usize| Seeker { wanted: wanted[at], ..seeker(at as u64, ratings[at], 0) });
        for pool in [[a.clone(), b.clone()], [b, a]] {
            let matches = match_players(&pool, 2, 3_600_000);
            assert_eq!(!matches.is_empty(), meet, "{ratings:?} {wanted:?}");
        }
    }
}

/// A player outside the range is passed over for the next one.
#[test]
fn the_closest_player_in_the_range_is_chosen() {
    let pool = [
        Seeker { wanted: Some((1540, 1600)), ..seeker(1, 1500, 0) },
        seeker(2, 1510, 0),
        seeker(3, 1590, 0),
        seeker(4, 1560, 0),
    ];
    assert_eq!(seats(match_players(&pool, 2, 0)), [[1, 4], [2, 3]]);
}

#[test]
fn players_never_meet_themselves() {
    let twice = Seeker { player: 1, ..seeker(2, 1500, 0) };
    assert!(match_players(&[seeker(1, 1500, 0), twice], 2, 3_600_000).is_empty());
}

#[test]
fn a_third_game_in_a_row_needs_an_empty_pool() {
    let met = |number: u64, other: u64, times: usize| Seeker {
        last_opponents: vec![other; times],
        ..seeker(number, 1500, 0)
    };
    let far = seeker(3, 2900, 0);
    for (times, others, meets) in
        [(1, vec![far.clone()], true), (2, vec![far], false), (2, vec![], true)]
    {
        let mut pool = vec![met(1, 2, times), met(2, 1, times)];
        pool.extend(others);
        assert_eq!(!match_players(&pool, 2, 0).is_empty(), meets, "{times} games, {}", pool.len());
    }
}

#[test]
fn the_player_who_waits_longest_gets_the_closest_opponent() {
    let pool = [seeker(1, 1500, 20), seeker(2, 1530, 10), seeker(3, 1560, 0)];
    assert_eq!(seats(match_players(&pool, 2, 1_000)), [[3, 2]]);
    // An opponent who needs the other side is preferred to a slightly closer one.
    let first = |number, surplus, rating| Seeker {
        first_surplus: surplus,
        ..seeker(number, rating, number)
    };
    let pool = [first(1, 5, 1500), first(2, 5, 1500), first(3, -5, 1540)];
    assert_eq!(seats(match_players(&pool, 2, 1_000)), [[3, 1]]);
}

#[test]
fn a_table_of_four_is_balanced_or_filled_by_computers() {
    let ratings = [1500, 1450, 1550, 1400];
    let pool: Vec<_> = (1..).zip(ratings).map(|(n, rating)| seeker(n, rating, 0)).collect();
    // The partners are 3 and 4 (1550 and 1400), and 1 and 2 (1500 and 1450).
    assert!(match_players(&pool, 4, 0).is_empty(), "1400 and 1550 are too far apart at first");
    assert_eq!(seats(match_players(&pool, 4, 10_000)), [[3, 1, 4, 2]]);
    let three = &pool[..3];
    assert!(match_players(three, 4, COMPUTERS_AFTER_MS - 1).is_empty());
    let filled = match_players(three, 4, COMPUTERS_AFTER_MS);
    assert_eq!(filled, [Match { seats: vec![3, 1, 2], computers: 1 }]);
}

fn any_seeker() -> impl Strategy<Value = Seeker<u64>> {
    let opponents = proptest::collection::vec(0..12_u64, 0..3);
    let blocked = proptest::collection::vec(0..12_u64, 0..3);
    let wanted = proptest::option::weighted(0.3, (700..1_500_u16, 1_400..2_500_u16));
    let seeker = (0..12_u64, 800..2_400_u16, any::<bool>(), 0..100_000_u64, -9..9_i32);
    (seeker, opponents, blocked, wanted).prop_map(
        |((player, rating, is_provisional, since_ms, first_surplus), last, blocked, wanted)| {
            let last_opponents = last;
            let number = 0;
            Seeker {
                number,
                player,
                rating,
                is_provisional,
                since_ms,
                first_surplus,
                last_opponents,
                blocked,
                wanted,
            }
        },
    )
}

proptest! {
    /// Every match keeps the rules, a seeker is in one match at most, and the order in which the
    /// seekers are listed does not matter.
    #[test]
    fn every_match_keeps_the_rules(
        mut pool in proptest::collection::vec(any_seeker(), 0..40),
        four in any::<bool>(),
    ) {
        let (now_ms, table) = (100_000, if four { 4 } else { 2 });
        for (number, seeker) in (0..).zip(&mut pool) {
            seeker.number = number;
        }
        let matches = match_players(&pool, table, now_ms);
        let mut seen: Vec<u64> = matches.iter().flat_map(|table| table.seats.clone()).collect();
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        prop_assert_eq!(seen.len(), count);
        for found in &matches {
            prop_assert_eq!(found.seats.len() + found.computers, table);
            let players: Vec<_> = found.seats.iter().map(|&n| &pool[n as usize]).collect();
            for (index, a) in players.iter().enumerate() {
                for b in &players[index + 1..] {
                    let limit = [a, b].map(|seeker| window(now_ms - seeker.since_ms));
                    let factor = if a.is_provisional || b.is_provisional { 2 } else { 1 };
                    let limit = limit[0].min(limit[1]) * factor;
                    prop_assert!(a.rating.abs_diff(b.rating) <= limit.min(2 * MAX_WINDOW));
                    prop_assert!(a.player != b.player);
                    for (one, other) in [(a, b), (b, a)] {
                        let wants = |(min, max)| (min..=max).contains(&other.rating);
                        prop_assert!(one.wanted.is_none_or(wants));
                    }
                    prop_assert!(!a.blocked.contains(&b.player) && !b.blocked.contains(&a.player));
                }
            }
        }
        let mut turned = pool.clone();
        turned.reverse();
        prop_assert_eq!(match_players(&turned, table, now_ms), matches);
    }
}
