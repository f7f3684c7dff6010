//! The xiangqi player and engine.

mod bench;
mod book;
mod engine;
pub mod evaluation;
mod habits;
mod judge;
mod mate_proof;
mod past;
mod sight;
mod state;

use crate::{
    Bot, Choice, Level, Lines,
    bot::{own_score, search_lines},
    levels,
    oversight::Oversight,
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
pub use mate_proof::{MateProof, prove_mate};
pub use state::victim_value;

pub(crate) use book::{Reach, book_move};
pub(crate) use evaluation::pawn_worth;
pub(crate) use habits::{MAX_RELUCTANCE, reluctance};
pub(crate) use judge::Judge;
pub(crate) use past::Past;
pub(crate) use sight::sees;
pub(crate) use state::{
    CAPTURE_CLASSES, EXCHANGE_VALUES, PATH_SCORE, PIECE_SQUARES, capture_class, capture_value,
    correction_keys, faded, has_fighters, nears_quiet_limit, piece_square, repeated,
};

/// A xiangqi player.
pub struct XiangqiBot {
    strength: Strength,
    reach: Reach,
    searcher: Searcher<XiangqiState>,
}

/// Transposition table size in MiB.
const HASH_MB: usize = 16;

impl XiangqiBot {
    /// Creates a player of this level.
    pub fn new(level: Level) -> XiangqiBot {
        let strength = Strength::of(level, &levels::XIANGQI);
        let margin = strength.exact_margin(MAX_RELUCTANCE);
        XiangqiBot {
            strength,
            reach: Reach::of(level),
            searcher: Searcher::new(HASH_MB).with_score_margin(margin),
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
        let position = view.position();
        if let Some(action) = book_move(position, self.reach, dice) {
            return Some(Choice { action, score: 0, nodes: 0 });
        }
        let moves = moves(history);
        let (mut state, mut past) = prepare(view, history);
        if let Some(attention) = self.strength.attention {
            let oversight = Oversight::draw(attention, moves.last().copied(), dice);
            past.entries.iter_mut().for_each(|entry| entry.key ^= oversight.salt());
            state = state.with_oversight(oversight);
        }
        let limits = self.strength.limit(limits);
        let mut found = self.searcher.search(&mut state, &past.entries, &limits)?;
        let own = own_moves(&moves);
        self.strength.heed_habits(&mut found, |played| reluctance(position, &own, played));
        Some(self.strength.pick(Variant::Xiangqi, &found, dice))
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

fn moves(history: &[Played<Move>]) -> Vec<Move> {
    history.iter().map(|played| played.action).collect()
}

/// The moves of the side to move.
pub(crate) fn own_moves(moves: &[Move]) -> Vec<Move> {
    let mut own: Vec<Move> = moves.iter().rev().skip(1).step_by(2).copied().collect();
    own.reverse();
    own
}

/// Prepares a search.
fn prepare(view: &XiangqiView, history: &[Played<Move>]) -> (XiangqiState, Past) {
    let past = Past::of(view.position(), &moves(history));
    let root_moves = past.playable(view.position(), view.options());
    (state_of(view, root_moves), past)
}

/// Converts a view to a search state. If given, only `root_moves` are searched at the root.
fn state_of(view: &XiangqiView, root_moves: Option<Vec<Move>>) -> XiangqiState {
    XiangqiState::new(view.position().clone(), *view.options(), root_moves, shipped_network())
}
