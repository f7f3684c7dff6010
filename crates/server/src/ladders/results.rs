//! What a player's games have come to.

use super::{ArchivedGameRow, shown};
use explorer::Opening;
use protocol::{
    ACTIVE_DAYS, AccountId, Activity, ArchivedGame, GameId, HeadToHead, LadderId, OpeningName,
    OpeningResults, PlayerResults, RatingHistory, RatingPoint, SideResults, Streaks, Tally, UnixMs,
};
use rating::Change;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};
use store::Finished;

/// Difference of ratings from which an opponent is stronger or weaker.
const DIFFERENCE: i32 = 100;

/// Maximum number of points of a history.
const POINTS: usize = 200;

/// Maximum number of openings of a player.
const OPENINGS: usize = 12;

const DAY_MS: u64 = 24 * 3_600_000;

/// The results of a player in these games, the latest first.
pub(crate) fn results(
    player: &AccountId,
    reader: Option<&AccountId>,
    games: &[Finished],
    changes: &HashMap<GameId, Vec<Change>>,
    openings: &HashMap<String, &'static Opening>,
) -> PlayerResults {
    let mut by_opening: BTreeMap<(&str, u8), (&'static Opening, Tally)> = BTreeMap::new();
    let mut histories: BTreeMap<&LadderId, Vec<RatingPoint>> = BTreeMap::new();
    let mut sides: BTreeMap<(&str, u8), Tally> = BTreeMap::new();
    let [mut stronger, mut equal, mut weaker] = [Tally::default(); 3];
    let mut streaks = StreakCount::default();
    let mut with_reader = reader.filter(|&reader| reader != player).map(|_| empty());
    for game in games {
        let Ok(row) = serde_json::from_str::<ArchivedGameRow>(&game.text) else { continue };
        let Some(seat) = seat_of(game, player) else { continue };
        let add = |tally: &mut Tally| add(tally, &row.game, seat);
        streaks.count(row.game.winners.contains(&seat));
        add(sides.entry((game.ladder.variant(), seat)).or_default());
        if let Some(&opening) = openings.get(game.game.as_str()) {
            let (_, tally) =
                by_opening.entry((opening.id, seat)).or_insert((opening, Tally::default()));
            add(tally);
        }
        let own_side = side(&row, seat);
        let opponents = (0..game.players.len() as u8).filter(|&it| side(&row, it) != own_side);
        if let Some(ratings) = changes.get(&game.game) {
            let rating = |seat: u8| Some(shown(ratings.get(usize::from(seat))?.before).rating);
            if let Some(after) = ratings.get(usize::from(seat)) {
                let point = RatingPoint { at_ms: game.ended_ms, rating: shown(after.after).rating };
                histories.entry(&game.ladder).or_default().push(point);
            }
            let others: Vec<i32> = opponents.clone().filter_map(rating).collect();
            if let (Some(own), false) = (rating(seat), others.is_empty()) {
                let mean = others.iter().sum::<i32>() / others.len() as i32;
                match mean - own {
                    DIFFERENCE.. => add(&mut stronger),
                    ..=-100 => add(&mut weaker),
                    _ => add(&mut equal),
                }
            }
        }
        let reader_seat = reader.and_then(|reader| seat_of(game, reader));
        if let Some(met) = &mut with_reader
            && let Some(own) = reader_seat.filter(|own| opponents.clone().any(|it| it == *own))
        {
            self::add(&mut met.tally, &row.game, own);
            met.last.get_or_insert(row.game);
        }
    }
    let mut histories: Vec<RatingHistory> =
        histories.into_iter().map(|(ladder, points)| history(ladder, points)).collect();
    histories.sort_by_key(|history| Reverse(history.games));
    let side_results = |((variant, seat), tally): ((&str, u8), Tally)| SideResults {
        variant: variant.to_owned(),
        seat,
        tally,
    };
    let of_opening = |((_, seat), (opening, tally)): ((&str, u8), (&Opening, Tally))| {
        OpeningResults { opening: opening_name(opening), seat, tally }
    };
    let mut openings: Vec<OpeningResults> = by_opening.into_iter().map(of_opening).collect();
    openings.sort_by_key(|opening| Reverse(opening.tally.games()));
    openings.truncate(OPENINGS);
    PlayerResults {
        games: games.len() as u32,
        has_more: false,
        histories,
        sides: sides.into_iter().map(side_results).collect(),
        openings,
        stronger,
        equal,
        weaker,
        streaks: streaks.streaks(),
        activity: None,
        with_reader,
        relation: None,
    }
}

/// Counts the wins in a row, from the latest game back.
#[derive(Default)]
struct StreakCount {
    found: Streaks,
    running: u32,
    /// Whether a game that was not won has been counted.
    has_ended: bool,
}

impl StreakCount {
    fn count(&mut self, is_won: bool) {
        self.running = if is_won { self.running + 1 } else { 0 };
        self.has_ended |= !is_won;
        if !self.has_ended {
            self.found.current = self.running;
        }
        self.found.longest = self.found.longest.max(self.running);
    }

    const fn streaks(self) -> Streaks {
        self.found
    }
}

/// The numbers of these games on each of the last days; `None` if there were none.
pub(crate) fn activity(games: &[Finished], now_ms: UnixMs) -> Option<Activity> {
    let today = now_ms.0 / DAY_MS;
    let mut days = vec![0; ACTIVE_DAYS];
    for game in games {
        // A game cannot end after now, except by the clock of another server.
        let age = today.saturating_sub(game.ended_ms.0 / DAY_MS);
        let place = usize::try_from(age).ok().and_then(|age| (ACTIVE_DAYS - 1).checked_sub(age));
        if let Some(count) = place.and_then(|place| days.get_mut(place)) {
            *count += 1;
        }
    }
    let is_active = days.iter().any(|&count| count > 0);
    is_active.then(|| Activity { today_ms: UnixMs(today * DAY_MS), games: days })
}

/// The name of an opening in the languages of the pages.
pub(crate) fn opening_name(opening: &Opening) -> OpeningName {
    OpeningName {
        id: opening.id.to_owned(),
        en: opening.en.to_owned(),
        hans: opening.hans.to_owned(),
        hant: opening.hant.to_owned(),
        vi: opening.vi.to_owned(),
    }
}

fn empty() -> HeadToHead {
    HeadToHead { tally: Tally::default(), last: None }
}

fn seat_of(game: &Finished, player: &AccountId) -> Option<u8> {
    let seat = game.players.iter().position(|other| other.id.as_ref() == Some(player))?;
    u8::try_from(seat).ok()
}

/// The team of a seat. In games for two each seat is a team.
fn side(row: &ArchivedGameRow, seat: u8) -> u8 {
    row.scores.get(usize::from(seat)).map_or(seat, |score| score.0)
}

fn add(tally: &mut Tally, game: &ArchivedGame, seat: u8) {
    let count = match &game.winners[..] {
        [] => &mut tally.drawn,
        winners if winners.contains(&seat) => &mut tally.won,
        _ => &mut tally.lost,
    };
    *count += 1;
}

/// A history of points, the latest first. A long history has only the last of each day, and an even
/// longer one some of them.
fn history(ladder: &LadderId, latest_first: Vec<RatingPoint>) -> RatingHistory {
    let games = latest_first.len() as u32;
    let mut points = latest_first;
    if points.len() > POINTS {
        points.dedup_by_key(|point| point.at_ms.0 / DAY_MS);
    }
    points.reverse();
    if points.len() > POINTS {
        // Evenly spread, with the first and the last.
        let last = points.len() - 1;
        points = (0..POINTS).map(|at| points[at * last / (POINTS - 1)]).collect();
    }
    RatingHistory {
        variant: ladder.variant().to_owned(),
        speed: ladder.speed().to_owned(),
        games,
        points,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ArchivedPlayer, Place, UnixMs};
    use rating::Rating;
    use store::FinishedPlayer;

    const DAY: u64 = DAY_MS;

    fn game(number: u64, variant: &str, players: &[&str], winners: &[u8]) -> Finished {
        let id = GameId::from(format!("g{number}"));
        let named = |&name: &&str| ArchivedPlayer { name: name.to_owned(), rated: None };
        let row = ArchivedGameRow {
            game: ArchivedGame {
                place: Place::Table { table: id.clone() },
                variant: variant.to_owned(),
                clock: "5+3".to_owned(),
                ended_ms: UnixMs(number * DAY),
                plies: 40,
                reason: "checkmate".to_owned(),
                winners: winners.to_vec(),
                players: players.iter().map(named).collect(),
            },
            scores: match players.len() {
                4 => vec![(0, 2), (1, 0), (0, 2), (1, 0)],
                _ => Vec::new(),
            },
        };
        let player = |&name: &&str| FinishedPlayer { id: Some(name.into()), name: name.to_owned() };
        Finished {
            game: id,
            ladder: LadderId::of(variant, "blitz"),
            ended_ms: UnixMs(number * DAY),
            rated: true,
            text: serde_json::to_string(&row).expect("json"),
            players: players.iter().map(player).collect(),
        }
    }

    fn change(before: f64, after: f64) -> Change {
        let at = |rating| Rating { rating, ..Rating::START };
        Change { before: at(before), after: at(after) }
    }

    fn tally(won: u32, drawn: u32, lost: u32) -> Tally {
        Tally { won, drawn, lost }
    }

    #[test]
    fn results_are_counted() {
        let games = [
            game(4, "sifang", &["ada", "bo", "cy", "di"], &[0, 2]),
            game(3, "xiangqi", &["bo", "ada"], &[0]),
            game(2, "xiangqi", &["ada", "bo"], &[]),
            game(1, "xiangqi", &["ada", "cy"], &[0]),
        ];
        let changes = HashMap::from([
            ("g1".into(), vec![change(1500.0, 1520.0), change(1400.0, 1380.0)]),
            ("g2".into(), vec![change(1520.0, 1530.0), change(1619.0, 1609.0)]),
            ("g3".into(), vec![change(1640.0, 1650.0), change(1530.0, 1520.0)]),
        ]);
        let named = |moves: &str| {
            let moves: Vec<xiangqi::Move> =
                moves.split(' ').map(|text| text.parse().expect("a move")).collect();
            explorer::opening(&moves).expect("a known opening")
        };
        let openings = HashMap::from([
            ("g1".to_owned(), named("h2e2 h7e7")),
            ("g2".to_owned(), named("h2e2 h7e7")),
            ("g3".to_owned(), named("h2e2 h7e7")),
            ("other".to_owned(), named("h2e2 b7e7")),
        ]);
        let found = results(&"ada".into(), Some(&"bo".into()), &games, &changes, &openings);
        let by_opening: Vec<_> =
            found.openings.iter().map(|it| (&*it.opening.id, it.seat, it.tally)).collect();
        assert_eq!(
            by_opening,
            [("same-cannons", 0, tally(1, 1, 0)), ("same-cannons", 1, tally(0, 0, 1))]
        );
        assert_eq!((found.games, found.relation), (4, None));
        let sides: Vec<_> =
            found.sides.iter().map(|it| (&*it.variant, it.seat, it.tally)).collect();
        assert_eq!(
            sides,
            [
                ("sifang", 0, tally(1, 0, 0)),
                ("xiangqi", 0, tally(1, 1, 0)),
                ("xiangqi", 1, tally(0, 0, 1)),
            ]
        );
        assert_eq!(found.stronger, tally(0, 0, 1));
        assert_eq!(found.equal, tally(0, 1, 0));
        assert_eq!(found.weaker, tally(1, 0, 0));
        let [history] = &found.histories[..] else { panic!("{:?}", found.histories) };
        assert_eq!((&*history.variant, &*history.speed, history.games), ("xiangqi", "blitz", 3));
        let points: Vec<_> =
            history.points.iter().map(|it| (it.at_ms.0 / DAY, it.rating)).collect();
        assert_eq!(points, [(1, 1520), (2, 1530), (3, 1520)]);
        let met = found.with_reader.expect("a reader");
        assert_eq!(met.tally, tally(1, 1, 1));
        assert!(met.last.is_some_and(|game| game.variant == "sifang"));
        // Partners have not played each other, and no reader stands against themselves.
        let partner = results(&"ada".into(), Some(&"cy".into()), &games[..1], &changes, &openings);
        assert_eq!(partner.with_reader, Some(empty()));
        for reader in [None, Some("ada".into())] {
            let found = results(&"ada".into(), reader.as_ref(), &games, &changes, &openings);
            assert_eq!(found.with_reader, None);
        }
    }

    #[test]
    fn wins_in_a_row_are_counted() {
        // The results, the latest first.
        for (results, current, longest) in [
            ("", 0, 0),
            ("w", 1, 1),
            ("l", 0, 0),
            ("wwlw", 2, 2),
            ("wldwww", 1, 3),
            ("dww", 0, 2),
            ("lwwwlww", 0, 3),
        ] {
            let games = (1..).zip(results.chars()).map(|(number, result)| {
                let winners: &[u8] = match result {
                    'w' => &[0],
                    'l' => &[1],
                    _ => &[],
                };
                game(number, "xiangqi", &["ada", "bo"], winners)
            });
            let games: Vec<Finished> = games.collect();
            let none = (HashMap::new(), HashMap::new());
            let found = super::results(&"ada".into(), None, &games, &none.0, &none.1);
            assert_eq!(found.streaks, Streaks { current, longest }, "{results}");
        }
    }

    #[test]
    fn games_are_counted_by_day() {
        let now_ms = UnixMs(500 * DAY + 5);
        let on = |day: u64| game(day, "xiangqi", &["ada", "bo"], &[0]);
        let days = ACTIVE_DAYS as u64;
        assert_eq!(activity(&[], now_ms), None);
        assert_eq!(activity(&[on(500 - days)], now_ms), None, "too old");
        let games = [on(501), on(500), on(499), on(499), on(501 - days), on(450 - days)];
        let found = activity(&games, now_ms).expect("activity");
        assert_eq!((found.today_ms, found.games.len()), (UnixMs(500 * DAY), ACTIVE_DAYS));
        assert_eq!(found.games[ACTIVE_DAYS - 2..], [2, 2]);
        assert_eq!((found.games[0], found.games.iter().sum::<u32>()), (1, 5));
    }

    #[test]
    fn a_long_history_is_thinned() {
        let ladder = LadderId::of("xiangqi", "blitz");
        let point = |at: u64| RatingPoint { at_ms: UnixMs(at), rating: at as i32 };
        // Four games each day.
        let points = (0..4_000).rev().map(|game| point(game * DAY / 4)).collect();
        let found = history(&ladder, points);
        assert_eq!((found.games, found.points.len()), (4_000, POINTS));
        assert_eq!(found.points[0], point(3 * DAY / 4));
        assert_eq!(found.points.last(), Some(&point(3_999 * DAY / 4)));
        assert!(found.points.is_sorted_by_key(|point| point.at_ms));
    }
}
