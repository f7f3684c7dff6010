//! Tests of the properties of a ladder.

use proptest::prelude::*;
use rating::{
    Contest, Entrant, Ladder, Meeting, NoContest, PAIR_WINDOW_MS, PlayerState, Rating, Settled,
    Tally,
};

const DAY_MS: u64 = 24 * 3_600_000;

fn entrant(player: &str, side: u8, points: u16) -> Entrant {
    Entrant { player: player.into(), side, points }
}

fn duel(game: &str, ended_ms: u64, winner: &str, loser: &str) -> Contest {
    Contest::new(game, ended_ms, vec![entrant(winner, 0, 2), entrant(loser, 1, 0)]).unwrap()
}

fn rating(ladder: &Ladder, player: &str) -> Rating {
    ladder.entry_of(player).unwrap().rating
}

#[test]
fn contests_need_two_different_players() {
    for entrants in [
        vec![],
        vec![entrant("a", 0, 2)],
        vec![entrant("a", 0, 2), entrant("a", 1, 0)],
        vec![entrant("a", 0, 2), entrant("b", 0, 2)],
        vec![entrant("a", 0, 3), entrant("b", 1, 2), entrant("c", 2, 1), entrant("a", 3, 0)],
    ] {
        assert_eq!(Contest::new("g", 1, entrants.clone()), Err(NoContest), "{entrants:?}");
    }
}

#[test]
fn both_ratings_change_once() {
    let mut ladder = Ladder::default();
    ladder.settle(duel("g1", 1, "a", "b"));
    let (a, b) = (rating(&ladder, "a"), rating(&ladder, "b"));
    assert!((a.rating - 1662.3).abs() < 0.1 && (b.rating - 1337.7).abs() < 0.1, "{a:?} {b:?}");
    assert_eq!(a.deviation, b.deviation);
    ladder.settle(duel("g1", 1, "a", "b"));
    assert_eq!((rating(&ladder, "a"), rating(&ladder, "b"), ladder.len()), (a, b, 1));
    assert_eq!(ladder.entry_of("a").unwrap().games, 1);
    assert_eq!(ladder.entry_of("c"), None);
    let changes = ladder.changes("g1").unwrap();
    assert_eq!((changes[0].before, changes[0].after), (Rating::START, a));
    assert_eq!((changes[1].before, changes[1].after), (Rating::START, b));
    assert_eq!(ladder.changes("g2"), None);
}

#[test]
fn corrections_change_all_later_ratings() {
    let games = |first: Contest| {
        [first, duel("g2", 2, "a", "c"), duel("g3", 3, "c", "b"), duel("g4", 4, "d", "e")]
    };
    let fold = |games: &[Contest]| {
        let mut ladder = Ladder::default();
        games.iter().for_each(|game| ladder.settle(game.clone()));
        ladder
    };
    let mut ladder = fold(&games(duel("g1", 1, "a", "b")));
    ladder.settle(duel("g1", 1, "b", "a"));
    let truth = fold(&games(duel("g1", 1, "b", "a")));
    assert_eq!(ladder.ranking(9), truth.ranking(9));
    // Another time gives another position in the order.
    ladder.settle(duel("g1", 5, "b", "a"));
    let mut late = games(duel("g1", 5, "b", "a"));
    late.rotate_left(1);
    assert_eq!(ladder.ranking(9), fold(&late).ranking(9));
    ladder.strike("g1");
    ladder.strike("nowhere");
    assert_eq!(ladder.ranking(9), fold(&late[..3]).ranking(9));
    assert_eq!((ladder.len(), ladder.changes("g1")), (3, None));
    for game in ["g2", "g3", "g4"] {
        ladder.strike(game);
    }
    assert!(ladder.is_empty() && ladder.ranking(9).is_empty());
}

/// Four sides: three meetings at once. Two teams: the two opponents, never the ally.
#[test]
fn four_players_meet_in_pairs() {
    let four = |sides: [u8; 4], points: [u16; 4]| {
        let names = ["r", "y", "b", "g"];
        let entrants = (0..4).map(|i| entrant(names[i], sides[i], points[i])).collect();
        let mut ladder = Ladder::default();
        ladder.settle(Contest::new("g", 1, entrants).unwrap());
        names.map(|name| rating(&ladder, name).rating)
    };
    let [r, y, b, g] = four([0, 1, 2, 3], [6, 4, 2, 0]);
    assert!(r > y && y > 1500.0 && b < 1500.0 && b > g, "{r} {y} {b} {g}");
    assert!((r + g - 3000.0).abs() < 1e-6 && (y + b - 3000.0).abs() < 1e-6);
    // Shared places are draws between their players.
    let [r, y, b, g] = four([0, 1, 2, 3], [6, 3, 3, 0]);
    assert!((y - 1500.0).abs() < 1e-6 && y == b && r > y && y > g);
    let [r, y, b, g] = four([0, 1, 0, 1], [4, 0, 4, 0]);
    assert!(r == b && y == g && r > 1500.0 && (r + y - 3000.0).abs() < 1e-6);
    // Calculated by hand: two wins at once.
    let start = Rating::START;
    let by_hand = start.met(&[(start, std::cmp::Ordering::Greater); 2]).rating;
    assert_eq!(r, by_hand);
    assert_eq!(four([0, 1, 0, 1], [2, 2, 2, 2]), [1500.0; 4]);
}

#[test]
fn the_strongest_come_first_and_the_provisional_last() {
    let mut ladder = Ladder::default();
    // `a` and `b` play weekly until both ratings are established; `z` wins once and is provisional.
    const END_MS: u64 = 40 * 7 * DAY_MS;
    for game in 0..40 {
        let (winner, loser) = if game % 4 == 0 { ("b", "a") } else { ("a", "b") };
        ladder.settle(duel(&format!("g{game:02}"), game * 7 * DAY_MS, winner, loser));
    }
    ladder.settle(duel("z", END_MS, "z", "a"));
    let names = |now_ms: u64| {
        ladder.ranking(now_ms).into_iter().map(|p| p.player.to_string()).collect::<Vec<_>>()
    };
    assert!(rating(&ladder, "z").rating > rating(&ladder, "a").rating);
    assert_eq!(names(END_MS), ["a", "b", "z"]);
    // Three years later all ratings are provisional.
    assert_eq!(names(END_MS + 3 * 365 * DAY_MS), ["z", "a", "b"]);
}

/// Results of a few players at times that often coincide.
fn contests() -> impl Strategy<Value = Vec<Contest>> {
    let contest = (0_u64..40, 0_usize..6, 1_usize..6, 0_u16..3);
    prop::collection::vec(contest, 1..60).prop_map(|drawn| {
        let contest = |(index, (days, one, apart, points)): (usize, (u64, usize, usize, u16))| {
            let names = ["a", "b", "c", "d", "e", "f"];
            let entrants = vec![
                entrant(names[one], 0, points),
                entrant(names[(one + apart) % 6], 1, 2 - points),
            ];
            Contest::new(format!("g{index}"), days * DAY_MS, entrants).unwrap()
        };
        drawn.into_iter().enumerate().map(contest).collect()
    })
}

proptest! {
    /// The ladder is the same to the last bit for any order and repetition of the results.
    #[test]
    fn the_order_of_insertion_does_not_matter(
        contests in contests(),
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..80),
    ) {
        let mut ladder = Ladder::default();
        contests.iter().for_each(|contest| ladder.settle(contest.clone()));
        let mut shuffled = Ladder::default();
        for index in order {
            shuffled.settle(index.get(&contests).clone());
        }
        contests.iter().rev().for_each(|contest| shuffled.settle(contest.clone()));
        let now_ms = 50 * DAY_MS;
        prop_assert_eq!(ladder.ranking(now_ms), shuffled.ranking(now_ms));
        for player in ["a", "b", "c", "d", "e", "f"] {
            prop_assert_eq!(ladder.entry_of(player), shuffled.entry_of(player));
        }
        for rank in ladder.ranking(now_ms) {
            prop_assert!(rank.rating.rating.is_finite());
            prop_assert!((20.0..=350.0).contains(&rank.rating.deviation), "{:?}", rank);
        }
    }
}

/// An observed attack: fifteen games resigned before they began gained 370 points.
#[test]
fn ratings_cannot_be_farmed() {
    let mut ladder = Ladder::default();
    for game in 0..15 {
        let won = duel(&format!("g{game:02}"), game * 60_000, "farmer", "helper");
        ladder.settle(won.cut_short());
    }
    assert_eq!(ladder.entry_of("farmer"), None, "won without a game");
    let helper = ladder.entry_of("helper").unwrap();
    assert!(helper.rating.rating < 1300.0 && helper.games == 13, "{helper:?}");
    // Played to the end, the first game counts like one between any two players; the others add
    // little.
    let mut ladder = Ladder::default();
    let mut after = Vec::new();
    for game in 0..15 {
        ladder.settle(duel(&format!("g{game:02}"), game * 60_000, "farmer", "helper"));
        after.push(rating(&ladder, "farmer"));
    }
    assert!((after[0].rating - 1662.3).abs() < 0.1, "{after:?}");
    assert!(after[14].rating < 1800.0, "{after:?}");
    assert!(after[14].is_provisional(), "one opponent says little: {after:?}");
}

#[test]
fn repeated_meetings_count_less_for_a_week() {
    let gain = |times: &[u64]| {
        let mut ladder = Ladder::default();
        for (game, &ended_ms) in times.iter().enumerate() {
            ladder.settle(duel(&format!("g{game}"), ended_ms, "a", "b"));
        }
        let changes = ladder.changes(&format!("g{}", times.len() - 1)).unwrap();
        changes[0].after.rating - changes[0].before.rating
    };
    let (second, late) = (gain(&[0, 1]), gain(&[0, 7 * DAY_MS]));
    assert!(second > 0.0 && late > 1.9 * second, "{second} {late}");
    // A different opponent counts in full.
    let mut ladder = Ladder::default();
    ladder.settle(duel("g1", 1, "a", "b"));
    ladder.settle(duel("g2", 2, "c", "d"));
    ladder.settle(duel("g3", 3, "c", "b"));
    let fresh = ladder.changes("g3").unwrap()[0];
    let expected =
        fresh.before.met(&[(ladder.changes("g1").unwrap()[1].after, std::cmp::Ordering::Greater)]);
    assert!((fresh.after.rating - expected.rating).abs() < 1e-3, "{fresh:?} {expected:?}");
}

#[test]
fn repeated_leaving_costs_rating() {
    let mut ladder = Ladder::default();
    let leave = |ladder: &mut Ladder, game: &str, at_ms: u64| {
        ladder.settle(duel(game, at_ms, "stayer", "leaver").cut_short());
        ladder.changes(game).map(|changes| changes[1].after.rating < changes[1].before.rating)
    };
    assert_eq!(leave(&mut ladder, "g1", 1), None);
    assert_eq!(leave(&mut ladder, "g2", 2), None);
    assert_eq!(leave(&mut ladder, "g3", 3), Some(true));
    assert_eq!(ladder.entry_of("stayer"), None, "no rating points are given for it");
    assert_eq!(leave(&mut ladder, "g4", 4), Some(true));
    ladder.settle(duel("g5", 5, "leaver", "stayer"));
    assert_eq!(leave(&mut ladder, "g6", 6), None, "a game that was played makes good");
    // An early draw has no leaver.
    let drawn = vec![entrant("a", 0, 1), entrant("b", 1, 1)];
    for game in ["d1", "d2", "d3", "d4"] {
        ladder.settle(Contest::new(game, 9, drawn.clone()).unwrap().cut_short());
        assert_eq!(ladder.changes(game), None);
    }
}

proptest! {
    /// Short games and meetings are undone and redone like everything else.
    #[test]
    fn late_contests_give_the_same_ladder(
        games in prop::collection::vec((0_u64..20 * DAY_MS, 0_usize..4, 1_usize..4, any::<bool>()), 1..25),
        order in any::<u64>(),
    ) {
        let names = ["a", "b", "c", "d"];
        let contests: Vec<Contest> = games
            .iter()
            .enumerate()
            .map(|(game, &(at_ms, one, step, is_short))| {
                let contest = duel(&format!("g{game}"), at_ms, names[one], names[(one + step) % 4]);
                if is_short { contest.cut_short() } else { contest }
            })
            .collect();
        let (mut one, mut other) = (Ladder::default(), Ladder::default());
        contests.iter().for_each(|contest| one.settle(contest.clone()));
        let mut shuffled = contests.clone();
        shuffled.rotate_left(order as usize % contests.len());
        shuffled.iter().rev().for_each(|contest| other.settle(contest.clone()));
        other.settle(contests[order as usize % contests.len()].clone());
        prop_assert_eq!(one.ranking(30 * DAY_MS), other.ranking(30 * DAY_MS));
    }
}

proptest! {
    /// The stored end of a ladder is enough to continue as if all of it were present.
    #[test]
    fn ladders_resume_from_their_end(
        games in prop::collection::vec((0_u64..20 * DAY_MS, 0_usize..4, 1_usize..4, any::<bool>()), 2..25),
        news in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..6),
        from in any::<prop::sample::Index>(),
    ) {
        let names = ["a", "b", "c", "d"];
        let mut contests: Vec<Contest> = games
            .iter()
            .enumerate()
            .map(|(game, &(at_ms, one, step, is_short))| {
                let contest = duel(&format!("g{game}"), at_ms, names[one], names[(one + step) % 4]);
                if is_short { contest.cut_short() } else { contest }
            })
            .collect();
        contests.sort_by_key(|contest| contest.ended_ms());
        let mut whole = Ladder::default();
        contests.iter().for_each(|contest| whole.settle(contest.clone()));
        // Stored: everything from some position on, and recent meetings before it.
        let from = from.index(contests.len());
        let tail: Vec<Settled> = whole.settled()[from..].to_vec();
        let first_ms = tail[0].contest.ended_ms();
        let meetings: Vec<Meeting> = whole
            .settled()
            .iter()
            .flat_map(|settled| settled.contest.meetings())
            .filter(|meeting| meeting.at_ms + PAIR_WINDOW_MS > first_ms)
            .collect();
        let states = |ladder: &Ladder| names.map(|name| (name.into(), ladder.state_of(name)));
        let mut end = Ladder::resume(tail.clone(), states(&whole), meetings);
        // Some of the stored contests are corrected or struck.
        let news: Vec<(std::sync::Arc<str>, Option<Contest>)> = news
            .iter()
            .map(|(index, is_struck)| {
                let old = &index.get(&tail).contest;
                let turned = duel(old.game(), old.ended_ms(), "d", "a");
                (old.game().clone(), (!is_struck).then_some(turned))
            })
            .collect();
        end.revise(news.clone());
        // One change after the other gives the same as all at once; the last change of a game
        // counts.
        for (game, contest) in news {
            match contest {
                Some(contest) => whole.settle(contest),
                None => whole.strike(&game),
            }
        }
        prop_assert_eq!(end.settled(), &whole.settled()[from..]);
        let (end, whole): ([(_, PlayerState); 4], _) = (states(&end), states(&whole));
        prop_assert_eq!(end, whole);
    }
}

/// Numbers of this version of the calculation. Changing them requires a higher `VERSION`; otherwise
/// stored ladders would keep the old ones.
#[test]
fn version_2_gives_these_ratings() {
    assert_eq!(rating::VERSION, 2);
    let mut ladder = Ladder::default();
    for (game, days, winner, loser) in [
        ("g0", 0, "a", "b"),
        ("g1", 1, "a", "b"),
        ("g2", 5, "c", "a"),
        ("g3", 90, "b", "c"),
        ("g4", 91, "a", "c"),
        ("g5", 91, "d", "a"),
    ] {
        ladder.settle(duel(game, days * DAY_MS, winner, loser));
    }
    for game in 0..3 {
        ladder.settle(duel(&format!("s{game}"), (92 + game) * DAY_MS, "c", "b").cut_short());
    }
    let figures = ["a", "b", "c", "d"].map(|player| {
        let entry = ladder.entry_of(player).unwrap();
        let Rating { rating, deviation, volatility } = entry.rating;
        let (games, opponents) = (entry.games, entry.breadth.opponents());
        format!("{player} {games} {opponents} {rating:.6} {deviation:.6} {volatility:.9}")
    });
    let expected = [
        "a 5 3 1716.413253 235.901363 0.059997235",
        "b 4 2 1396.976824 226.093151 0.060007621",
        "c 3 2 1402.353269 235.389974 0.060007096",
        "d 1 1 1780.093775 286.461800 0.060002311",
    ];
    assert_eq!(figures, expected);
    // A game that was left too often is a loss.
    let tallies = ["a", "b", "c", "d"].map(|player| ladder.entry_of(player).unwrap().tally);
    let tally = |won, lost| Tally { won, drawn: 0, lost };
    assert_eq!(tallies, [tally(3, 2), tally(1, 3), tally(1, 2), tally(1, 0)]);
}

#[test]
fn results_are_those_against_the_best_opponent() {
    let game = |points: [u16; 4], sides: [u8; 4]| {
        let entrants = ["a", "b", "c", "d"].into_iter().zip(sides).zip(points);
        let entrants = entrants.map(|((player, side), points)| entrant(player, side, points));
        let mut ladder = Ladder::default();
        ladder.settle(Contest::new("g", 1, entrants.collect()).unwrap());
        ["a", "b", "c", "d"].map(|player| {
            let Tally { won, drawn, lost } = ladder.entry_of(player).unwrap().tally;
            (won, drawn, lost)
        })
    };
    let (won, drawn, lost) = ((1, 0, 0), (0, 1, 0), (0, 0, 1));
    assert_eq!(game([6, 4, 2, 0], [0, 1, 2, 3]), [won, lost, lost, lost]);
    assert_eq!(game([5, 5, 2, 0], [0, 1, 2, 3]), [drawn, drawn, lost, lost]);
    assert_eq!(game([2, 0, 2, 0], [0, 1, 0, 1]), [won, lost, won, lost]);
}
