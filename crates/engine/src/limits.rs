use std::time::Duration;
use uci::{Clock, Go};

/// What a search may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    pub(crate) nodes: u64,
    /// Plies.
    pub(crate) depth: u8,
    /// Own time; none without a clock.
    pub(crate) time: Option<Allowance>,
    /// The answer waits for `stop`.
    pub(crate) infinite: bool,
}

/// Time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Allowance {
    /// After this nothing new is begun.
    pub(crate) soft: Duration,
    /// Then there must be an answer.
    pub(crate) hard: Duration,
}

/// As many moves a game is thought to last from any position on, where no clock says otherwise.
const MOVES_TO_GO: u32 = 32;

/// Of what is left, no move may take more than this part.
const LARGEST_PART: f64 = 0.6;

impl Limits {
    /// What `go` asks for. `is_first` tells whether the mover is of the first side, `unit` how
    /// long one tick of its clock is, `overhead` what the way of an answer takes.
    pub(crate) fn of(go: &Go, is_first: bool, unit: Duration, overhead: Duration) -> Limits {
        let side = if is_first { go.white } else { go.black };
        let clock = if go.own.remaining.is_some() { go.own } else { side };
        let by_clock = clock.remaining.map(|_| allowance(clock, unit, go.moves_to_go, overhead));
        let by_move = go.move_time.map(|milliseconds| {
            let time = Duration::from_millis(milliseconds);
            Allowance { soft: time, hard: time }
        });
        let by_mate = go.mate.map(|moves| moves.saturating_mul(2));
        let depth = go.depth.into_iter().chain(by_mate).min().unwrap_or(u32::MAX);
        let is_free = by_clock.is_none() && by_move.is_none() && go.nodes.is_none();
        Limits {
            nodes: go.nodes.unwrap_or(u64::MAX).max(1),
            depth: u8::try_from(depth).unwrap_or(u8::MAX).max(1),
            time: if go.infinite { None } else { by_move.or(by_clock) },
            infinite: go.infinite || is_free && depth == u32::MAX,
        }
    }
}

/// An even share of what is left until more comes, and no more than what can be spared.
fn allowance(
    clock: Clock,
    unit: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
) -> Allowance {
    let seconds = |ticks: u64| ticks as f64 * unit.as_secs_f64();
    let left = (seconds(clock.remaining.unwrap_or(0)) - overhead.as_secs_f64()).max(0.001);
    let increment = seconds(clock.increment);
    let moves = f64::from(moves_to_go.filter(|&moves| moves > 0).unwrap_or(MOVES_TO_GO));
    let share = left / moves + 0.8 * increment;
    let most = if moves_to_go == Some(1) { 0.95 * left } else { LARGEST_PART * left };
    let hard = (3.0 * share).min(most);
    let soft = share.min(hard);
    // Beyond a day nothing is worth counting; it keeps absurd clocks within a duration.
    let day = 86_400.0;
    let [soft, hard] = [soft, hard].map(|time| Duration::from_secs_f64(time.min(day)));
    Allowance { soft, hard }
}
