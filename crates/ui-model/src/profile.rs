//! A player's page: the plot of the ratings, and the results in groups.

use crate::{
    Variant,
    explorer::opening_words,
    players::{read_speed, side_of_seat, speed_message},
};
use games::board::Side;
use i18n::{Language, Message, fill, side_name, variant_name};
use protocol::{
    Activity, OpeningResults, PlayerResults, RatingHistory, RatingPoint, SideResults, Tally,
};

/// Number of ladders in a plot: as many as can be told apart.
pub const LINES: usize = 4;

/// Size of the plot: width and height.
pub const PLOT: (f64, f64) = (640.0, 260.0);

/// Margins of the plot: left, top, right and bottom.
const MARGINS: [f64; 4] = [60.0, 12.0, 12.0, 36.0];

const DAY_MS: u64 = 24 * 3_600_000;

/// Smallest time that a plot shows, in milliseconds.
const LEAST_TIME_MS: u64 = 60_000;

/// Smallest range of ratings in a plot.
const LEAST_RANGE: i32 = 100;

/// The time that a plot shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlotTime {
    /// The last 92 days.
    ThreeMonths,
    /// The last 366 days.
    OneYear,
    /// Everything.
    All,
}

impl PlotTime {
    /// All of them, the shortest first.
    pub const ALL: [PlotTime; 3] = [PlotTime::ThreeMonths, PlotTime::OneYear, PlotTime::All];

    /// Stable name.
    pub const fn id(self) -> &'static str {
        match self {
            PlotTime::ThreeMonths => "3-months",
            PlotTime::OneYear => "1-year",
            PlotTime::All => "all",
        }
    }

    /// Its label.
    pub const fn message(self) -> Message {
        match self {
            PlotTime::ThreeMonths => Message::ThreeMonths,
            PlotTime::OneYear => Message::OneYear,
            PlotTime::All => Message::AllTime,
        }
    }

    const fn days(self) -> Option<u64> {
        match self {
            PlotTime::ThreeMonths => Some(92),
            PlotTime::OneYear => Some(366),
            PlotTime::All => None,
        }
    }
}

/// A day of a player's activity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActiveDay {
    /// Start of the day in UTC, Unix ms.
    pub at_ms: u64,
    /// Number of games.
    pub games: u32,
    /// Shade: 0 for none, 4 for most games.
    pub shade: u8,
    /// Row: 1 for Monday, 7 for Sunday.
    pub row: u8,
}

/// The days of a player's activity, the oldest first. A column shows a week.
pub fn active_days(activity: &Activity) -> Vec<ActiveDay> {
    let count = activity.games.len() as u64;
    let day = |(place, &games): (u64, &u32)| {
        let at_ms = activity.today_ms.0.saturating_sub((count - 1 - place) * DAY_MS);
        let shade = match games {
            0 => 0,
            1 => 1,
            2..=3 => 2,
            4..=6 => 3,
            _ => 4,
        };
        // The first day of 1970 was a Thursday.
        ActiveDay { at_ms, games, shade, row: ((at_ms / DAY_MS + 3) % 7) as u8 + 1 }
    };
    (0..).zip(&activity.games).map(day).collect()
}

/// The plot of a player's ratings.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingPlot {
    /// The ladders, the one with most games first.
    pub lines: Vec<PlotLine>,
    /// Heights and ratings of the horizontal lines.
    pub ratings: Vec<(f64, i32)>,
    /// Places and times of the labels below, Unix ms.
    pub times: Vec<(f64, u64)>,
}

/// The ratings on one ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct PlotLine {
    /// Variant id.
    pub variant: String,
    /// Speed class.
    pub speed: String,
    /// Data of the SVG path.
    pub path: String,
    /// Place of the last rating.
    pub end: (f64, f64),
    /// The first rating.
    pub first: i32,
    /// The lowest rating.
    pub lowest: i32,
    /// The highest rating.
    pub highest: i32,
    /// The last rating.
    pub last: i32,
}

impl RatingPlot {
    /// The plot of a time that ends now. `None` if there is no rating in it.
    pub fn new(histories: &[RatingHistory], time: PlotTime, now_ms: u64) -> Option<RatingPlot> {
        let since_ms = time.days().map_or(0, |days| now_ms.saturating_sub(days * DAY_MS));
        let shown: Vec<(&RatingHistory, Vec<RatingPoint>)> = histories
            .iter()
            .map(|history| (history, within(&history.points, since_ms)))
            .filter(|(_, points)| !points.is_empty())
            .take(LINES)
            .collect();
        let all = || shown.iter().flat_map(|(_, points)| points);
        let from_ms = all().map(|point| point.at_ms.0).min()?;
        let from_ms = if time == PlotTime::All { from_ms } else { since_ms.max(from_ms) };
        let until_ms = now_ms.max(from_ms + LEAST_TIME_MS);
        let (step, low, high) =
            range(all().map(|point| point.rating).min()?, all().map(|point| point.rating).max()?);
        let [left, top, right, bottom] = MARGINS;
        let (width, height) = (PLOT.0 - left - right, PLOT.1 - top - bottom);
        let x = |at_ms: u64| {
            let part = at_ms.saturating_sub(from_ms) as f64 / (until_ms - from_ms) as f64;
            left + part.min(1.0) * width
        };
        let y = |rating: i32| top + f64::from(high - rating) / f64::from(high - low) * height;
        let line = |(history, points): &(&RatingHistory, Vec<RatingPoint>)| {
            let places: Vec<(f64, f64)> =
                points.iter().map(|point| (x(point.at_ms.0), y(point.rating))).collect();
            let words: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let ratings = || points.iter().map(|point| point.rating);
            Some(PlotLine {
                variant: history.variant.clone(),
                speed: history.speed.clone(),
                path: format!("M{}", words.join("L")),
                end: *places.last()?,
                first: ratings().next()?,
                lowest: ratings().min()?,
                highest: ratings().max()?,
                last: ratings().next_back()?,
            })
        };
        let count = 4;
        let time_at = |at: u64| from_ms + (until_ms - from_ms) * at / count;
        Some(RatingPlot {
            lines: shown.iter().filter_map(line).collect(),
            ratings: (low..=high).step_by(step as usize).map(|it| (y(it), it)).collect(),
            times: (0..=count).map(|at| (x(time_at(at)), time_at(at))).collect(),
        })
    }
}

/// Number of days of [`recent_change`].
pub const CHANGE_DAYS: u64 = 30;

/// How the rating on a ladder has changed in the last [`CHANGE_DAYS`] days. `None` without a rated game
/// in that time, and if the rating before it is not known.
pub fn recent_change(
    histories: &[RatingHistory],
    variant: &str,
    speed: &str,
    now_ms: u64,
) -> Option<i32> {
    let is_it = |history: &&RatingHistory| history.variant == variant && history.speed == speed;
    let points = &histories.iter().find(is_it)?.points;
    let since_ms = now_ms.saturating_sub(CHANGE_DAYS * DAY_MS);
    let first = points.partition_point(|point| point.at_ms.0 < since_ms);
    let before = points.get(first.checked_sub(1)?)?;
    let last = points.last().filter(|_| first < points.len())?;
    Some(last.rating - before.rating)
}

/// The points since a time. The rating at that time is the last one before it.
fn within(points: &[RatingPoint], since_ms: u64) -> Vec<RatingPoint> {
    let first = points.partition_point(|point| point.at_ms.0 < since_ms);
    if first == points.len() {
        return Vec::new();
    }
    let mut shown = points[first..].to_vec();
    if let Some(before) = first.checked_sub(1).and_then(|at| points.get(at)) {
        let at_ms = protocol::UnixMs(since_ms);
        shown.insert(0, RatingPoint { at_ms, ..*before });
    }
    shown
}

/// Round ratings around a range: the step between two lines, the lowest and the highest.
fn range(lowest: i32, highest: i32) -> (i32, i32, i32) {
    let spread = (highest - lowest).max(LEAST_RANGE);
    let step = [25, 50, 100, 200, 500].into_iter().find(|step| spread / step <= 4).unwrap_or(1_000);
    let low = lowest.div_euclid(step) * step;
    let high = (highest.max(low + LEAST_RANGE) + step - 1).div_euclid(step) * step;
    (step, low, high)
}

/// Name of a ladder: `Xiangqi · Rapid`.
pub fn ladder_name(language: Language, variant: &str, speed: &str) -> String {
    let game = match variant.parse::<Variant>() {
        Ok(variant) => variant_name(language, variant),
        Err(_) => variant,
    };
    let pace = read_speed(speed).map_or(speed, |pace| speed_message(pace).in_language(language));
    format!("{game}\u{a0}· {pace}")
}

/// How results are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    /// By game.
    Game,
    /// By game and side.
    Side,
    /// By the rating of the opponent.
    Opponent,
    /// By opening and side, in xiangqi.
    Opening,
}

impl Grouping {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Grouping; 4] =
        [Grouping::Game, Grouping::Side, Grouping::Opponent, Grouping::Opening];

    /// Stable name.
    pub const fn id(self) -> &'static str {
        match self {
            Grouping::Game => "game",
            Grouping::Side => "side",
            Grouping::Opponent => "opponent",
            Grouping::Opening => "opening",
        }
    }

    /// Its label.
    pub const fn message(self) -> Message {
        match self {
            Grouping::Game => Message::GameTitle,
            Grouping::Side => Message::BySide,
            Grouping::Opponent => Message::ByOpponent,
            Grouping::Opening => Message::ByOpening,
        }
    }

    /// The groups with their names. Groups without games are left out.
    pub fn rows(self, language: Language, results: &PlayerResults) -> Vec<(String, Tally)> {
        let say = |message: Message| message.in_language(language).to_owned();
        let mut rows = match self {
            Grouping::Game => {
                let known = Variant::ALL.into_iter();
                known
                    .map(|variant| {
                        (variant_name(language, variant).to_owned(), sum(results, variant))
                    })
                    .collect()
            }
            Grouping::Side => {
                results.sides.iter().map(|side| (side_words(language, side), side.tally)).collect()
            }
            Grouping::Opponent => vec![
                (say(Message::OpponentStronger), results.stronger),
                (say(Message::OpponentEqual), results.equal),
                (say(Message::OpponentWeaker), results.weaker),
            ],
            Grouping::Opening => {
                let words = |it: &OpeningResults| {
                    let seat = if it.seat == 0 { Side::Red } else { Side::Black };
                    let name = opening_words(language, &it.opening);
                    (format!("{name}\u{a0}· {}", side_name(language, seat)), it.tally)
                };
                results.openings.iter().map(words).collect()
            }
        };
        rows.retain(|(_, tally)| tally.games() > 0);
        rows
    }
}

fn sum(results: &PlayerResults, variant: Variant) -> Tally {
    let own = results.sides.iter().filter(|side| side.variant == variant.as_str());
    own.fold(Tally::default(), |sum, SideResults { tally, .. }| Tally {
        won: sum.won + tally.won,
        drawn: sum.drawn + tally.drawn,
        lost: sum.lost + tally.lost,
    })
}

/// A seat of a game: `Xiangqi · Red`.
fn side_words(language: Language, side: &SideResults) -> String {
    let Ok(variant) = side.variant.parse::<Variant>() else { return side.variant.clone() };
    let seat = match side_of_seat(variant, side.seat) {
        Some(of_seat) => side_name(language, of_seat),
        None if side.seat == 0 => Message::MovingFirst.in_language(language),
        None => Message::MovingSecond.in_language(language),
    };
    format!("{}\u{a0}· {seat}", variant_name(language, variant))
}

/// The share of points in percent: a draw is half a win.
pub fn share(tally: Tally) -> u32 {
    let games = tally.games().max(1);
    (100 * (2 * tally.won + tally.drawn) + games) / (2 * games)
}

/// A tally in figures: `12–3–5`.
pub fn tally_figures(tally: Tally) -> String {
    format!("{}–{}–{}", tally.won, tally.drawn, tally.lost)
}

/// A tally in words, for screen readers.
pub fn tally_words(language: Language, tally: Tally) -> String {
    let counts = [tally.won, tally.drawn, tally.lost].map(|count| count.to_string());
    let counts: Vec<&str> = counts.iter().map(String::as_str).collect();
    fill(Message::TallyWords.in_language(language), &counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::UnixMs;

    fn history(variant: &str, points: &[(u64, i32)]) -> RatingHistory {
        let point =
            |&(day, rating): &(u64, i32)| RatingPoint { at_ms: UnixMs(day * DAY_MS), rating };
        RatingHistory {
            variant: variant.to_owned(),
            speed: "rapid".to_owned(),
            games: points.len() as u32,
            points: points.iter().map(point).collect(),
        }
    }

    #[test]
    fn a_plot_has_round_lines_and_every_point_inside() {
        let histories = [
            history("xiangqi", &[(400, 1462), (600, 1588), (1000, 1530)]),
            history("banqi", &[(10, 1700)]),
        ];
        let plot = RatingPlot::new(&histories, PlotTime::All, 1001 * DAY_MS).expect("a plot");
        assert_eq!(plot.lines.len(), 2);
        let line = &plot.lines[0];
        assert_eq!((line.first, line.lowest, line.highest, line.last), (1462, 1462, 1588, 1530));
        let ratings: Vec<i32> = plot.ratings.iter().map(|line| line.1).collect();
        assert_eq!(ratings, [1450, 1500, 1550, 1600, 1650, 1700]);
        for line in &plot.lines {
            let numbers =
                line.path[1..].split(['L', ' ']).map(|it| it.parse::<f64>().expect("a number"));
            let numbers: Vec<f64> = numbers.collect();
            for place in numbers.chunks(2) {
                assert!((MARGINS[0]..=PLOT.0).contains(&place[0]), "{}", line.path);
                assert!((0.0..=PLOT.1 - MARGINS[3]).contains(&place[1]), "{}", line.path);
            }
        }
        assert_eq!(plot.times.len(), 5);
        // A shorter time begins with the rating at its start.
        let plot =
            RatingPlot::new(&histories, PlotTime::ThreeMonths, 1001 * DAY_MS).expect("a plot");
        let [line] = &plot.lines[..] else { panic!("one ladder") };
        assert_eq!((line.first, line.last), (1588, 1530));
        assert_eq!(RatingPlot::new(&histories, PlotTime::OneYear, 3000 * DAY_MS), None);
        assert_eq!(RatingPlot::new(&[], PlotTime::All, 5), None);
        // Times of a wrong clock are no error.
        assert!(RatingPlot::new(&histories, PlotTime::All, 0).is_some());
    }

    #[test]
    fn a_range_is_never_empty() {
        for (lowest, highest, expected) in [
            (1500, 1500, (25, 1500, 1600)),
            (1511, 1560, (25, 1500, 1600)),
            (-30, 30, (25, -50, 50)),
            (1200, 1900, (200, 1200, 2000)),
        ] {
            assert_eq!(range(lowest, highest), expected, "{lowest} {highest}");
        }
    }

    #[test]
    fn activity_is_drawn_by_weeks() {
        use protocol::UnixMs;
        // Monday, 12 January 1970, is the twelfth day.
        let activity =
            Activity { today_ms: UnixMs(11 * DAY_MS), games: vec![0, 1, 3, 4, 6, 7, 99] };
        let days = active_days(&activity);
        assert_eq!(days.iter().map(|day| day.shade).collect::<Vec<_>>(), [0, 1, 2, 3, 3, 4, 4]);
        assert_eq!(days.iter().map(|day| day.row).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 1]);
        assert_eq!((days[0].at_ms, days[6].at_ms), (5 * DAY_MS, 11 * DAY_MS));
        assert_eq!(active_days(&Activity { today_ms: UnixMs(0), games: Vec::new() }), []);
        let early = Activity { today_ms: UnixMs(0), games: vec![1; 84] };
        assert_eq!(active_days(&early)[0].at_ms, 0, "no overflow");
    }

    #[test]
    fn the_rating_change_of_a_month_is_known() {
        let histories = [history("xiangqi", &[(10, 1500), (40, 1540), (71, 1520), (90, 1578)])];
        let change = |day: u64| recent_change(&histories, "xiangqi", "rapid", day * DAY_MS);
        for (day, expected) in [
            // The first game has no rating before it.
            (30, None),
            (60, Some(78)),
            (100, Some(38)),
            (110, Some(58)),
            (130, None),
        ] {
            assert_eq!(change(day), expected, "day {day}");
        }
        assert_eq!(recent_change(&histories, "banqi", "rapid", 100 * DAY_MS), None);
    }

    #[test]
    fn results_are_grouped() {
        let tally = |won, drawn, lost| Tally { won, drawn, lost };
        let side =
            |variant: &str, seat, tally| SideResults { variant: variant.to_owned(), seat, tally };
        let results = PlayerResults {
            games: 9,
            has_more: false,
            histories: Vec::new(),
            sides: vec![
                side("xiangqi", 0, tally(2, 1, 0)),
                side("xiangqi", 1, tally(1, 0, 3)),
                side("banqi", 1, tally(0, 0, 1)),
            ],
            openings: vec![OpeningResults {
                opening: protocol::OpeningName {
                    id: "central".to_owned(),
                    en: "Central cannon".to_owned(),
                    hans: "中炮".to_owned(),
                    hant: "中炮".to_owned(),
                    vi: "Pháo đầu".to_owned(),
                },
                seat: 1,
                tally: tally(1, 0, 1),
            }],
            stronger: tally(0, 0, 4),
            equal: tally(0, 0, 0),
            weaker: tally(3, 1, 0),
            streaks: protocol::Streaks::default(),
            activity: None,
            with_reader: None,
            relation: None,
        };
        let rows = |grouping: Grouping| grouping.rows(Language::English, &results);
        assert_eq!(
            rows(Grouping::Game),
            [("Xiangqi".to_owned(), tally(3, 1, 3)), ("Banqi".to_owned(), tally(0, 0, 1))]
        );
        let sides: Vec<String> = rows(Grouping::Side).into_iter().map(|row| row.0).collect();
        assert_eq!(
            sides,
            ["Xiangqi\u{a0}· Red", "Xiangqi\u{a0}· Black", "Banqi\u{a0}· Moving second"]
        );
        assert_eq!(rows(Grouping::Opponent).len(), 2);
        let openings = rows(Grouping::Opening);
        assert_eq!(openings, [("Central cannon\u{a0}· Black".to_owned(), tally(1, 0, 1))]);
        assert_eq!([tally(3, 1, 0), tally(0, 0, 4), tally(0, 0, 0)].map(share), [88, 0, 0]);
        assert_eq!(tally_words(Language::English, tally(3, 1, 0)), "3 won, 1 drawn, 0 lost");
        assert_eq!(tally_figures(tally(3, 1, 0)), "3–1–0");
    }
}
