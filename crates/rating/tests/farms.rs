//! Tests of rating farms: how little fake accounts can change a ranking, and that honest clubs are
//! not harmed.

use rating::{Contest, Entrant, Ladder, Place};

const DAY_MS: u64 = 24 * 3_600_000;
/// Start of an evening, in milliseconds after midnight.
const EVENING_MS: u64 = 18 * 3_600_000;

/// A ladder with players of known strength. Results come from a deterministic generator.
struct World {
    ladder: Ladder,
    games: u32,
    state: u64,
    now_ms: u64,
}

impl World {
    fn new() -> World {
        World { ladder: Ladder::default(), games: 0, state: 7, now_ms: 0 }
    }

    fn draw(&mut self, below: u64) -> u64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % below
    }

    /// Adds a game that ends at once. `points` are those of the first player, in halves.
    fn play(&mut self, one: &str, other: &str, points: u16) {
        self.now_ms += 1;
        self.games += 1;
        let entrant = |player: &str, side, points| Entrant { player: player.into(), side, points };
        let entrants = vec![entrant(one, 0, points), entrant(other, 1, 2 - points)];
        let game = format!("g{:06}", self.games);
        self.ladder.settle(Contest::new(game, self.now_ms, entrants).expect("two players"));
    }

    /// Adds a game between two players whose strengths differ by `by` points. Draws do not occur.
    fn contest(&mut self, one: &str, other: &str, by: f64) {
        let expected = 1.0 / (1.0 + 10_f64.powf(-by / 400.0));
        let has_won = (self.draw(1_000) as f64) < 1_000.0 * expected;
        self.play(one, other, if has_won { 2 } else { 0 });
    }

    /// A community whose members meet at random, with `games` games each evening. The first member
    /// is the weakest; each other one is 20 points stronger than the one before.
    fn community(members: u64, days: u64, games: u64) -> World {
        let mut world = World::new();
        for day in 0..days {
            world.now_ms = day * DAY_MS + EVENING_MS;
            for _ in 0..games {
                let one = world.draw(members);
                let other = (one + 1 + world.draw(members - 1)) % members;
                let by = 20.0 * (one as f64 - other as f64);
                world.contest(&member(one), &member(other), by);
            }
        }
        world.now_ms = days * DAY_MS + EVENING_MS;
        world
    }

    fn ranking(&self) -> Vec<Place> {
        self.ladder.ranking(self.now_ms)
    }

    fn rating(&self, player: &str) -> f64 {
        self.ladder.entry_of(player).map_or(1500.0, |entry| entry.rating.rating)
    }

    fn place(&self, player: &str) -> Place {
        self.ranking().into_iter().find(|place| &*place.player == player).expect("a place")
    }

    /// Names of fake accounts. With `is_clique`, each has played all the others.
    fn farm(&mut self, accounts: u64, is_clique: bool) -> Vec<String> {
        let names: Vec<String> = (0..accounts).map(|n| format!("farm{n:03}")).collect();
        for (index, one) in names.iter().enumerate().filter(|_| is_clique) {
            for other in &names[..index] {
                self.play(one, other, 1);
            }
        }
        names
    }
}

fn member(n: u64) -> String {
    format!("member{n:02}")
}

/// An observed attack: twelve accounts, created and beaten within a second, raised a weak player
/// from 1191 to 1804 and to first place.
#[test]
fn wins_against_new_accounts_raise_little() {
    let mut world = World::new();
    // A small server: eight members, and one player who has lost to five of them.
    for round in 0..60 {
        world.now_ms = round * DAY_MS + EVENING_MS;
        for _ in 0..8 {
            let one = world.draw(8);
            let other = (one + 1 + world.draw(7)) % 8;
            let by = 20.0 * (one as f64 - other as f64);
            world.contest(&member(one), &member(other), by);
        }
    }
    for n in 0..5 {
        world.play("booster", &member(n), 0);
    }
    let before = world.rating("booster");
    assert!(before < 1300.0, "{before}");
    for account in world.farm(12, false) {
        world.play("booster", &account, 2);
    }
    let after = world.place("booster");
    assert!(after.rating.rating < before + 80.0, "{before} {after:?}");
    assert!(!after.is_ranked, "{after:?}");
    let first = &world.ranking()[0];
    assert!(first.is_ranked && first.player.starts_with("member"), "{first:?}");
}

/// Accounts created on the same day give a community member little rating and no place, whatever
/// they played among themselves before.
#[test]
fn accounts_of_one_day_change_little() {
    let mut community = World::community(20, 60, 20);
    // The booster has lost to eight members, three each day.
    for n in 0..8 {
        if n % 3 == 0 {
            community.now_ms += DAY_MS;
        }
        community.play("booster", &member(n), 0);
    }
    community.now_ms += DAY_MS;
    let before = community.rating("booster");
    for (accounts, is_clique, most) in
        [(12, false, 15.0), (50, false, 40.0), (12, true, 150.0), (50, true, 500.0)]
    {
        let mut world = World { ladder: community.ladder.clone(), ..community };
        for account in world.farm(accounts, is_clique) {
            world.play("booster", &account, 2);
        }
        let place = world.place("booster");
        let gain = place.rating.rating - before;
        assert!((0.0..most).contains(&gain), "{accounts} {is_clique}: {before} {place:?}");
        assert!(!place.is_ranked, "{accounts} {is_clique}: {place:?}");
    }
}

/// Accounts that only know each other can raise one of themselves without limit, but not into the
/// ranking of a broader community.
#[test]
fn isolated_farms_are_not_ranked() {
    let mut world = World::community(20, 60, 20);
    for day in 0..3 {
        world.now_ms += day * DAY_MS;
        for account in world.farm(40, day == 0) {
            world.play("hub", &account, 2);
        }
    }
    let hub = world.place("hub");
    assert!(hub.rating.rating > 1800.0 && !hub.is_ranked, "{hub:?}");
    // Their games do not count for members either: the fake account is unknown to the community.
    let (best, before) = (member(19), world.rating(&member(19)));
    world.play("hub", &best, 2);
    assert!((world.rating(&best) - before).abs() < 15.0, "{before} {}", world.rating(&best));
    // In the other direction a member's result counts in full and corrects the fake rating.
    let high = world.rating("hub");
    for n in 10..16 {
        world.play("hub", &member(n), 0);
    }
    assert!(world.rating("hub") < high - 250.0, "{high} {}", world.rating("hub"));
}

/// A new club of six that plays a round each evening: its members are ranked as early as without
/// any rule about opponents.
#[test]
fn small_clubs_are_ranked() {
    let mut world = World::new();
    for evening in 0..30 {
        world.now_ms = evening * 7 * DAY_MS + EVENING_MS;
        for one in 0..6 {
            for other in 0..one {
                let by = 60.0 * (one as f64 - other as f64);
                world.contest(&member(one), &member(other), by);
            }
        }
    }
    let places = world.ranking();
    assert!(places.iter().all(|place| place.is_ranked), "{places:?}");
    let spread = places[0].rating.rating - places[5].rating.rating;
    assert!((150.0..600.0).contains(&spread), "{places:?}");
    // Each member has met the five others, so every result counts in full.
    let settled = world.ladder.settled();
    let last = &settled[settled.len() - 1];
    let full = last.changes[0].before.met(&[(
        last.changes[1].before,
        last.contest.entrants()[0].points.cmp(&last.contest.entrants()[1].points),
    )]);
    assert_eq!(last.changes[0].after.rating, full.rating);
}

/// A newcomer's results count at once, and ten opponents on four days give a place in the ranking.
#[test]
fn newcomers_are_ranked_after_enough_opponents() {
    let mut world = World::community(20, 60, 20);
    world.play("new", &member(10), 2);
    assert!(world.rating("new") > 1600.0, "the first result counts in full");
    let mut is_ranked = Vec::new();
    for day in 0..4 {
        for game in 0..5 {
            let other = (5 * day + game) % 20;
            let by = 200.0 - 20.0 * other as f64;
            world.contest("new", &member(other), by);
        }
        is_ranked.push(world.place("new").is_ranked);
        world.now_ms += DAY_MS;
    }
    assert_eq!(is_ranked, [false, false, false, true]);
}

/// Two players who only meet each other have established ratings but no place in a community.
#[test]
fn isolated_pairs_are_not_ranked() {
    let mut world = World::community(20, 60, 20);
    for _ in 0..40 {
        world.now_ms += 7 * DAY_MS;
        world.contest("ann", "ben", 0.0);
    }
    let place = world.place("ann");
    assert!(!place.rating.is_provisional() && !place.is_ranked, "{place:?}");
}
