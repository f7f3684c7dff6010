//! The xiangqi player and engine.

mod bench;
mod engine;
pub mod evaluation;
mod judge;
mod past;
mod state;

use crate::{
    Bot, Choice, Level, Lines,
    bot::{own_score, search_lines},
    levels,
    strength::Strength,
};
use game::{Dice, Played, View};
use games::Variant;
use search::{Limits, Params, Score, SearchResult, Searcher};
use state::XiangqiState;
use xiangqi::{Move, Xiangqi, XiangqiView};

pub use bench::bench;
pub use engine::{Engine, IllegalMove};
pub use judge::shipped_network;
pub use state::victim_value;

pub(crate) use evaluation::pawn_worth;
pub(crate) use judge::Judge;
pub(crate) use past::Past;
pub(crate) use state::{
    CAPTURE_CLASSES, EXCHANGE_VALUES, PATH_SCORE, PIECE_SQUARES, capture_class, capture_value,
    correction_keys, faded, has_fighters, nears_quiet_limit, piece_square, repeated,
};

/// A xiangqi player.
pub struct XiangqiBot {
    strength: Strength,
    searcher: Searcher<XiangqiState>,
}

/// Transposition table size in MiB.
const HASH_MB: usize = 16;

impl XiangqiBot {
    /// Creates a player of this level.
    pub fn new(level: Level) -> XiangqiBot {
        let strength = Strength::of(level, &levels::XIANGQI);
        XiangqiBot {
            strength,
            searcher: Searcher::new(HASH_MB).with_score_margin(strength.score_margin),
        }
    }

    /// Sets the search parameters.
    pub fn set_params(&mut self, params: Params) {
        self.searcher.set_params(params);
    }
}

impl Bot<Xiangqi> for XiangqiBot {
    fn choose(
        &mut self,
        view: &XiangqiView,
        history: &[Played<Move>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Move>> {
        view.legal().first()?;
        let found = self.search(view, history, limits)?;
        let taken = |played| victim_value(view.position(), played);
        Some(self.strength.pick(Variant::Xiangqi, &found, dice, taken))
    }

    fn evaluate(
        &mut self,
        view: &XiangqiView,
        history: &[Played<Move>],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        let score = self.search(view, history, limits)?.score;
        Some(own_score(view, score))
    }

    fn lines(
        &mut self,
        view: &XiangqiView,
        history: &[Played<Move>],
        limits: &Limits<'_>,
        count: usize,
    ) -> Option<Lines<Move>> {
        let (mut state, past) = prepare(view, history);
        let limits = self.strength.limit(limits);
        search_lines(&mut self.searcher, &mut state, &past.entries, &limits, count, &mut |_| {})
    }

    fn value(
        &mut self,
        view: &XiangqiView,
        history: &[Played<Move>],
        action: Move,
        limits: &Limits<'_>,
    ) -> Option<Score> {
        let past = prepare(view, history).1;
        let only = Some(vec![action]);
        let mut state = state_of(view, only);
        let limits = self.strength.limit(limits);
        Some(self.searcher.search(&mut state, &past.entries, &limits)?.score)
    }
}

impl XiangqiBot {
    /// Searches for the side to move.
    fn search(
        &mut self,
        view: &XiangqiView,
        history: &[Played<Move>],
        limits: &Limits<'_>,
    ) -> Option<SearchResult<Move>> {
        let (mut state, past) = prepare(view, history);
        self.searcher.search(&mut state, &past.entries, &self.strength.limit(limits))
    }
}

/// Prepares a search.
fn prepare(view: &XiangqiView, history: &[Played<Move>]) -> (XiangqiState, Past) {
    let moves: Vec<Move> = history.iter().map(|played| played.action).collect();
    let past = Past::of(view.position(), &moves);
    let root_moves = past.playable(view.position(), view.options());
    (state_of(view, root_moves), past)
}

/// Converts a view to a search state. If given, only `root_moves` are searched at the root.
fn state_of(view: &XiangqiView, root_moves: Option<Vec<Move>>) -> XiangqiState {
    XiangqiState::new(view.position().clone(), *view.options(), root_moves, shipped_network())
}
