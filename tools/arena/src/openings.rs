use bots::{Bot, Level, Limits, Manner, Score, Seeded, UndercoverBot, XiangqiBot};
use game::Played;
use undercover::UndercoverView;
use xiangqi::XiangqiView;

/// Default maximum imbalance of an opening, in hundredths of a pawn.
pub const MAX_IMBALANCE: Score = 60;

/// Maximum number of nodes for evaluating an opening.
const EVEN_NODES: u64 = 4_000;

/// Accepts every opening, for games without a random opening or with random numbers in play.
pub fn any_opening<V, A>(_: &V, _: &[Played<A>]) -> bool {
    true
}

/// Whether a short search finds neither side of xiangqi ahead by more than `most`. It starts with an
/// empty table, so that the result does not depend on earlier calls.
pub fn is_even_xiangqi(most: Score, view: &XiangqiView, history: &[Played<xiangqi::Move>]) -> bool {
    let mut judge = XiangqiBot::new(Level::Top);
    let score = judge.evaluate(view, history, &Limits::of_nodes(EVEN_NODES));
    score.is_some_and(|score| score.abs() <= most)
}

/// The same for undercover, with a search that ignores the moles.
pub fn is_even_undercover(
    most: Score,
    view: &UndercoverView,
    history: &[Played<undercover::Action>],
) -> bool {
    let mut judge = UndercoverBot::with_manner(Level::Top, Manner::NeverTurns);
    let limits = Limits::of_nodes(EVEN_NODES);
    let choice = judge.choose(view, history, &limits, &mut Seeded::new(0));
    choice.is_some_and(|choice| choice.score.abs() <= most)
}
