//! The rules of quick pairing, as tables and with random pools.

use matchmaking::{
    Joining, MAX_WINDOW, Seeker, match_players, match_tables, partner_of, table_for, window,
};
use proptest::prelude::*;

fn seeker(number: u64, rating: u16, since_ms: u64) -> Seeker<u64> {
    Seeker { number, player: number, rating, since_ms, ..Seeker::default() }
}

/// Waiting time in seconds after which two players who arrived together meet, by their difference.
#[test]
fn the_window_grows_with_the_waiting_time() {
    for (gap, seconds) in [(0, 0), (100, 0), (101, 5), (125, 5), (126, 10), (400, 60), (500, 80)] {
        let pool = [seeker(1, 1500, 0), seeker(2, 1500 + gap, 0)];
        let meets = |ms: u64| !match_players(&pool, ms).is_empty();
        assert!(meets(seconds * 1_000), "{gap} points after {seconds} s");
        assert!(seconds == 0 || !meets(seconds * 1_000 - 1), "{gap} points before {seconds} s");
    }
    let pool = [seeker(1, 1000, 0), seeker(2, 1501, 0)];
    assert!(match_players(&pool, 3_600_000).is_empty(), "501 points never meet");
}

/// A player who has just arrived is not given a distant opponent because the other has waited.
#[test]
fn the_smaller_window_counts() {
    let pool = [seeker(1, 1500, 0), seeker(2, 1700, 60_000)];
    assert!(match_players(&pool, 60_000).is_empty());
    assert_eq!(match_players(&pool, 80_000).len(), 1);
}

#[test]
fn a_provisional_rating_doubles_the_limit() {
    for (is_provisional, gap, meets) in
        [(false, 101, false), (true, 101, true), (true, 200, true), (true, 201, false)]
    {
        let other = Seeker { is_provisional, ..seeker(2, 1500 + gap, 0) };
        let matches = match_players(&[seeker(1, 1500, 0), other], 0);
        assert_eq!(!matches.is_empty(), meets, "{is_provisional} {gap}");
    }
}

#[test]
fn blocked_players_never_meet() {
    let blocks = Seeker { blocked: vec![2], ..seeker(1, 1500, 0) };
    for pool in [[blocks.clone(), seeker(2, 1500, 0)], [seeker(2, 1500, 0), blocks]] {
        assert!(match_players(&pool, 3_600_000).is_empty());
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
            let matches = match_players(&pool, 3_600_000);
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
    assert_eq!(match_players(&pool, 0), [[1, 4], [2, 3]]);
}

#[test]
fn players_never_meet_themselves() {
    let twice = Seeker { player: 1, ..seeker(2, 1500, 0) };
    assert!(match_players(&[seeker(1, 1500, 0), twice], 3_600_000).is_empty());
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
        assert_eq!(!match_players(&pool, 0).is_empty(), meets, "{times} games, {}", pool.len());
    }
}

#[test]
fn the_player_who_waits_longest_gets_the_closest_opponent() {
    let pool = [seeker(1, 1500, 20), seeker(2, 1530, 10), seeker(3, 1560, 0)];
    assert_eq!(match_players(&pool, 1_000), [[3, 2]]);
    // An opponent who needs the other side is preferred to a slightly closer one.
    let first = |number, surplus, rating| Seeker {
        first_surplus: surplus,
        ..seeker(number, rating, number)
    };
    let pool = [first(1, 5, 1500), first(2, 5, 1500), first(3, -5, 1540)];
    assert_eq!(match_players(&pool, 1_000), [[3, 1]]);
}

/// The rule for one chooser is the rule of the pool.
#[test]
fn one_seeker_takes_the_closest() {
    let met = |times| Seeker { last_opponents: vec![2; times], ..seeker(1, 1500, 0) };
    let others = [seeker(2, 1500, 0), seeker(3, 1540, 0), seeker(4, 1700, 0)];
    for (times, others, expected) in [
        (1, &others[1..], Some(3)),
        (2, &others[..], Some(3)),
        (2, &others[..1], Some(2)),
        (0, &others[..], Some(2)),
        (0, &others[2..], None),
        (0, &[], None),
    ] {
        let partner = partner_of(&met(times), others.iter(), 0).map(|other| other.number);
        assert_eq!(partner, expected, "{times} games, {} others", others.len());
    }
}

fn table(players: &[(u64, u16)]) -> Vec<Seeker<u64>> {
    players.iter().map(|&(number, rating)| seeker(number, rating, number)).collect()
}

/// A newcomer sits down where every player accepts the newcomer, at the table with the nearest
/// ratings.
#[test]
fn a_newcomer_joins_a_table_of_four() {
    let tables = [
        table(&[(1, 1500), (2, 1400)]),
        table(&[(3, 1600)]),
        table(&[(4, 1450), (5, 1450), (6, 1450), (7, 1450)]),
        table(&[(8, 1500), (9, 1500), (10, 1500)]),
    ];
    for (rating, now_ms, expected) in [
        (1500, 9, Some(3)),
        (1450, 9, Some(0)),
        (1590, 9, Some(1)),
        // The host at the first table would accept the player, but another one there does not.
        (1501, 9, Some(3)),
        (1350, 9, None),
        // The windows have grown.
        (1350, 5_010, None),
        (1350, 10_010, Some(0)),
        (2200, 9, None),
    ] {
        let newcomer = seeker(99, rating, 0);
        assert_eq!(table_for(&newcomer, &tables, now_ms), expected, "{rating} at {now_ms}");
    }
    let blocks = Seeker { blocked: vec![9], ..seeker(99, 1500, 0) };
    assert_eq!(table_for(&blocks, &tables, 9), Some(0));
    assert_eq!(table_for(&blocks, &tables[3..], 9), None);
}

/// Only a host who is alone goes, to the fullest table whose players accept the host.
#[test]
fn tables_of_four_join() {
    let found = |tables: &[Vec<Seeker<u64>>], fixed: &[u64]| -> Vec<(u64, u64)> {
        let joinings = match_tables(tables, |number| !fixed.contains(&number), 20);
        joinings.into_iter().map(|Joining { goes, stays }| (goes, stays)).collect()
    };
    let (one, two) = (table(&[(1, 1500)]), table(&[(2, 1520), (3, 1480)]));
    let (other, far) = (table(&[(4, 1510)]), table(&[(5, 2000)]));
    let full = table(&[(6, 1500), (7, 1500), (8, 1500), (9, 1500)]);
    let of = |tables: &[&Vec<Seeker<u64>>]| tables.iter().copied().cloned().collect::<Vec<_>>();
    for (tables, fixed, expected) in [
        (of(&[&one, &two]), &[][..], vec![(1, 2)]),
        (of(&[&two, &two]), &[], vec![]),
        (of(&[&one, &other]), &[], vec![(4, 1)]),
        (of(&[&one, &other]), &[4], vec![(1, 4)]),
        (of(&[&one, &other]), &[1, 4], vec![]),
        (of(&[&one, &two, &other]), &[], vec![(1, 2)]),
        (of(&[&one, &far]), &[], vec![]),
        (of(&[&one, &full]), &[], vec![]),
        (Vec::new(), &[], vec![]),
    ] {
        assert_eq!(found(&tables, fixed), expected, "{tables:?} {fixed:?}");
    }
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
    /// Every pair keeps the rules, a seeker is in one pair at most, and the order in which the seekers
    /// are listed does not matter.
    #[test]
    fn every_match_keeps_the_rules(
        mut pool in proptest::collection::vec(any_seeker(), 0..40),
    ) {
        let now_ms = 100_000;
        for (number, seeker) in (0..).zip(&mut pool) {
            seeker.number = number;
        }
        let matches = match_players(&pool, now_ms);
        let mut seen: Vec<u64> = matches.concat();
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        prop_assert_eq!(seen.len(), count);
        for found in &matches {
            let [a, b] = found.map(|number| &pool[number as usize]);
            check_pair(a, b, now_ms)?;
        }
        let mut turned = pool.clone();
        turned.reverse();
        prop_assert_eq!(match_players(&turned, now_ms), matches);
    }

    /// Every table of four that a host joins keeps the rules for all its players.
    #[test]
    fn every_table_keeps_the_rules(
        mut pool in proptest::collection::vec(any_seeker(), 0..30),
        sizes in proptest::collection::vec(1..5_usize, 0..30),
    ) {
        let now_ms = 100_000;
        for (number, seeker) in (0..).zip(&mut pool) {
            seeker.number = number;
        }
        let mut rest = &pool[..];
        let mut tables = Vec::new();
        for size in sizes {
            let (players, others) = rest.split_at(size.min(rest.len()));
            if !players.is_empty() {
                tables.push(players.to_vec());
            }
            rest = others;
        }
        let table = |number: u64| tables.iter().find(|players| players[0].number == number);
        let mut seen = Vec::new();
        for Joining { goes, stays } in match_tables(&tables, |number| number % 7 > 0, now_ms) {
            prop_assert!(goes % 7 > 0);
            let (Some(goes), Some(stays)) = (table(goes), table(stays)) else {
                return Err(TestCaseError::fail("a table that was not listed"));
            };
            prop_assert!(goes.len() == 1 && stays.len() < 4);
            for player in stays {
                check_pair(player, &goes[0], now_ms)?;
            }
            seen.extend([goes[0].number, stays[0].number]);
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        prop_assert_eq!(seen.len(), count);
    }
}

/// Checks that two players who meet accept each other.
fn check_pair(a: &Seeker<u64>, b: &Seeker<u64>, now_ms: u64) -> Result<(), TestCaseError> {
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
    Ok(())
}
