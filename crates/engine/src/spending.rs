use bots::Progress;
use std::time::Duration;
use uci::{Clock, Go};

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spending {
    pub(crate) nodes: u64,
    /// Maximum depth in plies.
    pub(crate) depth: u8,
    /// Stops at a mate in this many moves.
    pub(crate) mate: Option<u8>,
    /// Own time; `None` without a clock.
    pub(crate) time: Option<MoveTime>,
    /// The answer waits for `stop`.
    pub(crate) is_infinite: bool,
}

/// Time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTime {
    /// Intended time; `None` if all of it may be used.
    pub soft: Option<Duration>,
    /// Latest time for an answer.
    pub hard: Duration,
}

/// Assumed number of remaining moves, unless the clock says otherwise.
const MOVES_TO_GO: u32 = 32;

/// Maximum share of the remaining time for one move.
const MAX_SHARE: f64 = 0.6;

/// Additional depth for finding a mate in N, because captures and checks are extended. Beyond it
/// the answer is that there is no mate.
const BEYOND_MATE: u32 = 8;

/// Maximum depth.
const DEEPEST: u8 = 100;

impl Spending {
    /// The limits of a `go`. `is_first` is whether the mover is of the first side, `unit` the
    /// duration of a clock unit, `overhead` the transmission time of an answer.
    pub(crate) fn of(go: &Go, is_first: bool, unit: Duration, overhead: Duration) -> Spending {
        let side = if is_first { go.white } else { go.black };
        let clock = if go.own.remaining.is_some() { go.own } else { side };
        let by_clock = clock.remaining.map(|_| by_clock(clock, unit, go.moves_to_go, overhead));
        let by_move = go
            .move_time
            .map(|milliseconds| MoveTime { soft: None, hard: Duration::from_millis(milliseconds) });
        let by_mate = go.mate.map(|moves| moves.saturating_mul(2).saturating_add(BEYOND_MATE));
        let depth = go.depth.into_iter().chain(by_mate).min();
        let time = if go.infinite { None } else { by_move.or(by_clock) };
        let is_limited = time.is_some() || go.nodes.is_some() || depth.is_some();
        Spending {
            nodes: go.nodes.unwrap_or(u64::MAX).max(1),
            depth: depth.map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST.into()) as u8),
            mate: go.mate.map(|moves| u8::try_from(moves).unwrap_or(u8::MAX)),
            time,
            is_infinite: go.infinite || !is_limited,
        }
    }
}

/// An even share of the time until more is added, within what can be spared.
fn by_clock(
    clock: Clock,
    unit: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
) -> MoveTime {
    let seconds = |ticks: u64| ticks as f64 * unit.as_secs_f64();
    let left = (seconds(clock.remaining.unwrap_or(0)) - overhead.as_secs_f64()).max(0.001);
    let moves = moves_to_go.filter(|&moves| moves > 0).unwrap_or(MOVES_TO_GO).min(MOVES_TO_GO);
    let share = left / f64::from(moves) + 0.8 * seconds(clock.increment);
    let most = if moves == 1 { 0.95 * left } else { MAX_SHARE * left };
    let hard = (3.0 * share).min(most);
    // Limited to a day, so that absurd clocks fit a duration.
    let limit = |time: f64| Duration::from_secs_f64(time.min(86_400.0));
    MoveTime { soft: Some(limit(share.min(hard))), hard: limit(hard) }
}

impl MoveTime {
    /// For a player with this remaining time and increment.
    pub fn of_clock(remaining: Duration, increment: Duration) -> MoveTime {
        let clock = Clock {
            remaining: Some(remaining.as_millis() as u64),
            increment: increment.as_millis() as u64,
        };
        by_clock(clock, Duration::from_millis(1), None, Duration::from_millis(5))
    }

    /// Whether another depth is not worth starting: earlier when the best move has been stable and
    /// took most of the search, later when it is new.
    pub fn is_enough(&self, own_time: Duration, progress: &Progress) -> bool {
        let Some(soft) = self.soft else { return false };
        let stability = 1.3 - 0.1 * f64::from(progress.stable_depths.min(7));
        let effort = if progress.best_share > 85 { 0.6 } else { 1.0 };
        // The next depth takes longer than all earlier ones together.
        own_time >= soft.mul_f64(0.6 * stability * effort)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spending(line: &str, is_first: bool) -> Spending {
        let Ok(Some(uci::Command::Go(go))) = uci::Command::parse(line) else {
            panic!("{line}: no `go`");
        };
        Spending::of(&go, is_first, Duration::from_millis(1), Duration::from_millis(20))
    }

    #[test]
    fn limits() {
        let free = spending("go infinite", true);
        assert_eq!(spending("go", true), free);
        assert!(free.is_infinite && free.time.is_none());
        let table = [
            ("go depth 5", Spending { depth: 5, is_infinite: false, ..free }),
            ("go depth 0", Spending { depth: 1, is_infinite: false, ..free }),
            ("go depth 4000", Spending { is_infinite: false, ..free }),
            ("go nodes 77", Spending { nodes: 77, is_infinite: false, ..free }),
            ("go mate 2", Spending { mate: Some(2), depth: 12, is_infinite: false, ..free }),
            ("go infinite movetime 5 depth 5", Spending { depth: 5, ..free }),
        ];
        for (line, expected) in table {
            assert_eq!(spending(line, true), expected, "{line}");
        }
        let exact = MoveTime { soft: None, hard: Duration::from_millis(70) };
        assert_eq!(spending("go movetime 70 wtime 5", true).time, Some(exact));
    }

    #[test]
    fn clocks() {
        let clock = "go wtime 60000 btime 1000 winc 500";
        let time = |line: &str, is_first| {
            let time = spending(line, is_first).time.expect(line);
            (time.soft.expect(line).as_millis(), time.hard.as_millis())
        };
        let (soft, hard) = time(clock, true);
        assert!((2_000..3_000).contains(&soft) && hard < 9_000, "{soft} {hard}");
        let (soft, hard) = time(clock, false);
        assert!(soft < 40 && hard < 120, "{soft} {hard}");
        // The last move before more time is added may take nearly all of it, but not all.
        let (_, hard) = time("go wtime 1000 btime 1000 movestogo 1", true);
        assert!((900..980).contains(&hard), "{hard}");
        for line in ["go wtime 0", "go wtime -5", "go wtime 5 movestogo 0"] {
            assert!(time(line, true).1 <= 5, "{line}");
        }
        let absurd = "go wtime 18446744073709551615 winc 18446744073709551615";
        assert!(time(absurd, true).1 <= 86_400_000);
    }

    #[test]
    fn a_stable_move_is_played_sooner() {
        let time = MoveTime { soft: Some(Duration::from_secs(1)), hard: Duration::from_secs(3) };
        let at = |own_time, stable_depths, best_share| {
            let progress = Progress { depth: 9, score: 0, nodes: 1, stable_depths, best_share };
            time.is_enough(Duration::from_millis(own_time), &progress)
        };
        assert!(!at(500, 0, 50) && at(500, 7, 50) && at(300, 7, 95) && at(1_000, 0, 10));
    }
}
