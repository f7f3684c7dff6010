//! The banqi player, and the evaluation of games that points decide.

mod endgame;
mod evaluate;
mod features;
mod network;
mod scale;
mod state;
mod weights;

use crate::{
    Bot, Choice, Level, Line, Lines,
    bot::{own_score, search_lines},
    levels,
    oversight::Oversight,
    strength::Strength,
};
use banqi::{Action, Banqi, BanqiView, Board, Piece};
use endgame::Endgames;
use game::{Dice, Played, View};
use games::Variant;
use scale::Scale;
use search::{HistoryEntry, Limits, Score, SearchResult, Searcher};
use state::{BanqiState, Endings, Plan, Step};

pub use endgame::{ExactEndings, Verdict};
pub use features::{FEATURE_ONE, FEATURES, Features, features};
pub use network::{INPUT_ONE, NEURON_MAX, NEURON_ONE, NEURONS, Network, OUTPUT_ONE};
pub use weights::NETWORK;

/// A banqi player. It knows which pieces are still face down and weights each by its probability.
pub struct BanqiBot {
    strength: Strength,
    searcher: Searcher<BanqiState>,
    /// Endgame tables; only at the top level.
    endgames: Option<Endgames>,
    /// Assumed superiority over the opponent, added to the logarithm of the odds.
    confidence: i32,
}

/// The better player has little to gain and much to lose from luck. The strongest player therefore
/// evaluates as if its odds were thirty-three times better, which makes it avoid fair gambles. No
/// loss against an equal opponent was measured (`docs/engine-experiments.md`).
const CONFIDENCE: i32 = 3_600;

/// Transposition table size in MiB.
const HASH_MB: usize = 8;

impl BanqiBot {
    /// Creates a player of this level.
    pub fn new(level: Level) -> BanqiBot {
        let strength = Strength::of(level, &levels::BANQI);
        BanqiBot {
            strength,
            searcher: Searcher::new(HASH_MB),
            endgames: (level == Level::Top).then(Endgames::default),
            confidence: if level == Level::Top { CONFIDENCE } else { 0 },
        }
    }
}

impl Bot<Banqi> for BanqiBot {
    fn choose(
        &mut self,
        view: &BanqiView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        let legal = view.legal();
        let first = *legal.first()?;
        if view.board().turn().is_none() {
            // Before the first flip all squares are equivalent.
            let action =
                legal.get(dice.roll(legal.len() as u32) as usize).copied().unwrap_or(first);
            return Some(Choice { action, score: 0, nodes: 0 });
        }
        let last = history.last().and_then(step_of);
        let attention = self.strength.attention;
        let oversight = attention.map(|attention| Oversight::draw(attention, last, dice));
        let mut found = self
            .search(view, history, limits, self.confidence, oversight)
            // All moves may be overlooked.
            .or_else(|| self.search(view, history, limits, self.confidence, None))?;
        let own = history.iter().rev().nth(1).and_then(step_of);
        self.strength.heed_habits(&mut found, |plan| reluctance(view.board(), own, plan));
        let choice = self.strength.pick(Variant::Banqi, &found, dice);
        match choice.action {
            Plan::Act(action) => Some(Choice { action, score: choice.score, nodes: choice.nodes }),
            Plan::Wait => Some(Choice { action: first, score: choice.score, nodes: choice.nodes }),
        }
    }

    fn evaluate(
        &mut self,
        view: &BanqiView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        view.board().turn()?;
        let score = self.search(view, history, limits, 0, None)?.score;
        Some(own_score(view, score))
    }

    fn lines(
        &mut self,
        view: &BanqiView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        count: usize,
    ) -> Option<Lines<Action>> {
        // Before the first flip all squares are equivalent.
        view.board().turn()?;
        let (mut state, past) = self.prepare(view, history, 0, None);
        let limits = self.strength.limit(limits);
        let found =
            search_lines(&mut self.searcher, &mut state, &past, &limits, count, &mut |_| {});
        self.keep(state);
        let found = found?;
        let scale = Scale::of(view.board().options());
        let known = |line: Line<Plan>| {
            let acts = line.actions.into_iter().map_while(|plan| match plan {
                Plan::Act(action) => Some(action),
                Plan::Wait => None,
            });
            Line { actions: acts.collect(), score: scale.told(line.score) }
        };
        let mut lines: Vec<Line<Action>> = found.lines.into_iter().map(known).collect();
        lines.retain(|line| !line.actions.is_empty());
        (!lines.is_empty()).then_some(Lines { lines, depth: found.depth, nodes: found.nodes })
    }

    fn value(
        &mut self,
        view: &BanqiView,
        history: &[Played<Action>],
        action: Action,
        limits: &Limits<'_>,
    ) -> Option<Score> {
        view.board().turn()?;
        let (state, past) = self.prepare(view, history, 0, None);
        let limits = self.strength.limit(limits);
        let mut state = state.only(action);
        let found = self.searcher.search(&mut state, &past, &limits);
        self.keep(state);
        Some(Scale::of(view.board().options()).told(found?.score))
    }
}

impl BanqiBot {
    /// Searches for the side to move with this confidence, without what is overlooked.
    fn search(
        &mut self,
        view: &BanqiView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        confidence: i32,
        oversight: Option<Oversight<Step>>,
    ) -> Option<SearchResult<Plan>> {
        let (mut state, past) = self.prepare(view, history, confidence, oversight);
        let scale = Scale::of(view.board().options());
        let margin = self.strength.exact_margin(BACK_AND_FORTH);
        self.searcher.set_score_margin(scale.most(margin));
        let found = self.searcher.search(&mut state, &past, &self.strength.limit(limits));
        self.keep(state);
        let mut found = found?;
        let told = |score| scale.told_by(confidence, score);
        found.score = told(found.score);
        found.root_moves.iter_mut().for_each(|root| root.score = told(root.score));
        Some(found)
    }

    /// Prepares a search. [`BanqiBot::keep`] takes the endgame tables back afterwards.
    fn prepare(
        &mut self,
        view: &BanqiView,
        history: &[Played<Action>],
        confidence: i32,
        oversight: Option<Oversight<Step>>,
    ) -> (BanqiState, Vec<HistoryEntry>) {
        let mut board = view.board().clone();
        board.recall(history.iter().filter_map(|played| Piece::from_letter(played.revealed?)));
        let mut past = earlier(&board, history);
        let turn = oversight.as_ref().map_or(0, Oversight::salt);
        let salt = salt(&board, &past, confidence) ^ turn;
        past.iter_mut().for_each(|entry| entry.key ^= salt);
        let endings = self.endgames.take().map(|mut tables| {
            tables.prepare(&board);
            Endings {
                ignores_draws: tables.ask(&board) == Some(Verdict::Draw),
                silent_plies: if has_repetition(&past) { 3 } else { 0 },
                tables,
            }
        });
        let state = BanqiState::new(board).with_salt(salt).with_endings(endings);
        (state.with_confidence(confidence).with_oversight(oversight), past)
    }

    /// Keeps the endgame tables for the next search.
    fn keep(&mut self, state: BanqiState) {
        self.endgames = state.into_tables();
    }
}

/// The move of an action, if it is one.
const fn step_of(played: &Played<Action>) -> Option<Step> {
    match played.action {
        Action::Move(from, to) => Some((from, to)),
        Action::Flip(_) => None,
    }
}

/// By how much a plan must be better than others for a person to play it, in hundredths of a
/// point. People do not move a piece straight back while there are pieces to flip. `own` is the
/// mover's last move.
fn reluctance(board: &Board, own: Option<Step>, plan: Plan) -> Score {
    let Plan::Act(Action::Move(from, to)) = plan else { return 0 };
    let goes_back = own == Some((to, from)) && board.piece(to).is_none();
    let has_flips = !board.face_down().is_empty();
    if goes_back && has_flips { BACK_AND_FORTH } else { 0 }
}

/// Reluctance to move a piece straight back.
const BACK_AND_FORTH: Score = 600;

/// Separates table entries of different searches once positions can repeat: a draw by repetition
/// holds only for the history in which it was found. Also separates searches with different
/// confidence.
fn salt(board: &Board, past: &[HistoryEntry], confidence: i32) -> u64 {
    let number = if past.is_empty() { 0 } else { u64::from(board.ply()) };
    (number + (u64::from(confidence.unsigned_abs()) << 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// Whether a position has occurred twice.
fn has_repetition(past: &[HistoryEntry]) -> bool {
    let mut keys: Vec<u64> = past.iter().map(|entry| entry.key).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// Returns the earlier positions that could be repeated. Quiet moves are undone, which needs only
/// their squares.
fn earlier(board: &Board, history: &[Played<Action>]) -> Vec<HistoryEntry> {
    let mut earlier = Vec::new();
    let mut board = board.clone();
    for played in history.iter().rev().take(board.quiet().into()) {
        let Action::Move(from, to) = played.action else { break };
        if board.piece(to).is_none() || board.occupied().contains(from) {
            break;
        }
        // A reversed quiet move is a quiet move.
        board.make(Action::Move(to, from), None);
        earlier.push(HistoryEntry { key: board.key(), in_check: false });
    }
    earlier.reverse();
    earlier
}
