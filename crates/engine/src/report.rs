use crate::move_text::MoveText;
use bots::{
    Score,
    analysis::{moves_to_win, win_chance},
};
use games::Variant;
use std::time::{Duration, Instant};
use uci::Info;

/// Progress of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) depth: Option<u32>,
    pub(crate) selective_depth: Option<u32>,
    /// Fill level of the table in thousandths.
    pub(crate) hash_full: Option<u32>,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// Best first.
    pub(crate) lines: Vec<Line>,
}

/// An expected line.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// For the side to move.
    pub(crate) score: Score,
    /// In our text format; empty if there is no move.
    pub(crate) moves: Vec<String>,
}

impl Report {
    /// The `info` lines of a report. With `winnable`
    /// ([`Root::winnable`](crate::root::Root::winnable)) they contain win, draw and loss chances.
    pub(crate) fn infos(&self, move_text: MoveText, winnable: Option<[f64; 2]>) -> Vec<Info> {
        let variant = move_text.variant;
        let is_single = self.lines.len() == 1;
        let micros = self.time.as_micros().max(1);
        let nps = u128::from(self.nodes) * 1_000_000 / micros;
        self.lines
            .iter()
            .enumerate()
            .map(|(index, line)| Info {
                depth: self.depth,
                selective_depth: self.selective_depth,
                hash_full: self.hash_full,
                multi_pv: (!is_single).then_some(index as u32 + 1),
                score: Some(score_of(line.score)),
                wdl: winnable.map(|winnable| wdl(variant, line.score, winnable)),
                nodes: Some(self.nodes),
                nps: Some(u64::try_from(nps).unwrap_or(u64::MAX)),
                time: Some(self.time.as_millis() as u64),
                line: line.moves.iter().map(|played| move_text.write(played)).collect(),
                ..Info::default()
            })
            .collect()
    }
}

fn score_of(score: Score) -> uci::Score {
    moves_to_win(score).map_or(uci::Score::Centipawns(score), uci::Score::Mate)
}

/// Wins, draws and losses per thousand. Wins plus half the draws are the expected points of
/// [`win_chance`]. Draws become rarer the better one side stands, and more frequent if a side lacks
/// the pieces to win.
fn wdl(variant: Variant, score: Score, winnable: [f64; 2]) -> [u16; 3] {
    let draws = 4.0 * drawn_among_equals(variant);
    // Computed for the worse side, so that both sides get the same result.
    let chance = win_chance(variant, -score.abs());
    let [own, other] = winnable;
    let losing = own.min(other) * (chance - draws * chance * (1.0 - chance) / 2.0);
    // The winning share that makes the points match the chance.
    let winning = losing + 1.0 - 2.0 * chance;
    let [winning, losing] = [winning, losing].map(|share| (1000.0 * share).round() as u16);
    let drawn = 1000u16.saturating_sub(winning + losing);
    if score > 0 { [winning, drawn, losing] } else { [losing, drawn, winning] }
}

/// Share of draws of the strongest player against itself at 3,000 nodes. At most one half, so that
/// no chance is negative.
const fn drawn_among_equals(variant: Variant) -> f64 {
    match variant {
        Variant::Xiangqi => 0.30,
        Variant::Undercover => 0.25,
        Variant::Sifang => 0.15,
        Variant::Banqi => 0.05,
    }
}

/// Limits reports to ten lines per second.
pub(crate) struct Throttle {
    next: Instant,
    waiting: Option<Report>,
}

/// Minimum time between two lines; leaves room for the last line, which is never delayed.
const PAUSE: Duration = Duration::from_millis(111);

impl Throttle {
    pub(crate) fn new() -> Throttle {
        Throttle { next: Instant::now() + PAUSE, waiting: None }
    }

    /// Stores a report, replacing an older one.
    pub(crate) fn put(&mut self, report: Report) {
        self.waiting = Some(report);
    }

    /// The report that may be sent now.
    pub(crate) fn due(&mut self, now: Instant) -> Option<Report> {
        if now < self.next {
            return None;
        }
        let report = self.waiting.take()?;
        self.next = now + PAUSE * report.lines.len().max(1) as u32;
        Some(report)
    }

    /// The report that is still delayed at the end of a search.
    pub(crate) fn last(self) -> Option<Report> {
        self.waiting
    }

    /// When to call [`Throttle::due`] again.
    pub(crate) fn wake_at(&self) -> Option<Instant> {
        self.waiting.as_ref().map(|_| self.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let table = [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)];
        for (plies, moves) in table {
            let expected = uci::Score::Mate(moves);
            if plies % 2 == 1 {
                assert_eq!(score_of(search::WIN - plies), expected, "mates in {plies} plies");
            } else {
                let mated = uci::Score::Mate(-moves);
                assert_eq!(score_of(plies - search::WIN), mated, "mated in {plies} plies");
            }
        }
        assert_eq!(score_of(-31), uci::Score::Centipawns(-31));
    }

    #[test]
    fn chances_add_up_and_mirror() {
        for variant in Variant::ALL {
            for score in [0, 17, 150, 470, 900, 5_000, 100_000, search::WIN - 3] {
                for winnable in [[1.0; 2], [0.0, 1.0], [0.125, 0.25], [0.0; 2]] {
                    let place = format!("{variant} {score} {winnable:?}");
                    let [wins, draws, losses] = wdl(variant, score, winnable);
                    assert_eq!(wins + draws + losses, 1000, "{place}");
                    let [one, other] = winnable;
                    let mirrored = wdl(variant, -score, [other, one]);
                    assert_eq!(mirrored, [losses, draws, wins], "{place}");
                    let points = (f64::from(wins) + f64::from(draws) / 2.0) / 1000.0;
                    let chance = win_chance(variant, score);
                    assert!((points - chance).abs() < 0.001, "{place}: {points} {chance}");
                }
            }
            assert_eq!(wdl(variant, search::WIN - 3, [1.0; 2]), [1000, 0, 0], "{variant}");
        }
    }

    /// A side without the pieces to win never wins.
    #[test]
    fn who_cannot_win_does_not() {
        let table = [
            (0, [0.0, 0.0], [0, 1000, 0]),
            (0, [1.0, 0.0], [0, 1000, 0]),
            (0, [1.0, 1.0], [350, 300, 350]),
            (20, [0.125, 0.0], [21, 979, 0]),
            (-20, [0.0, 0.125], [0, 979, 21]),
            (600, [1.0, 0.0], [564, 436, 0]),
            (-20, [1.0, 0.0], [0, 979, 21]),
        ];
        for (score, winnable, expected) in table {
            assert_eq!(wdl(Variant::Xiangqi, score, winnable), expected, "{score} {winnable:?}");
        }
    }

    #[test]
    fn the_newest_report_goes_out_when_it_may() {
        let report = |depth| Report {
            depth: Some(depth),
            lines: vec![Line { score: 0, moves: vec!["h2e2".to_owned()] }; 2],
            ..Report::default()
        };
        let mut throttle = Throttle::new();
        let start = throttle.next;
        throttle.put(report(1));
        throttle.put(report(2));
        assert!(throttle.due(start - Duration::from_millis(1)).is_none());
        assert_eq!(throttle.due(start).and_then(|report| report.depth), Some(2));
        throttle.put(report(3));
        assert_eq!(throttle.wake_at(), Some(start + 2 * PAUSE));
        assert!(throttle.due(start + PAUSE).is_none());
        assert_eq!(throttle.last().and_then(|report| report.depth), Some(3));
    }
}
