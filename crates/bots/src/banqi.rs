mod evaluate;
mod state;

use crate::{
    Bot, Choice, Level, Line, Lines,
    bot::{own_score, search_lines},
    ladder,
    strength::Strength,
};
use banqi::{Action, Banqi, BanqiView, Board, Piece};
use evaluate::value;
use game::{Dice, Played, View};
use games::Variant;
use search::{HistoryEntry, Limits, Score, SearchResult, Searcher};
use state::{BanqiState, Plan};

/// A player of banqi. It knows which pieces may still come up and reckons with each as likely as
/// it is.
pub struct BanqiBot {
    strength: Strength,
    searcher: Searcher<BanqiState>,
}

/// The size of its table.
const HASH_MB: usize = 8;

impl BanqiBot {
    /// A player of this level.
    pub fn new(level: Level) -> BanqiBot {
        let strength = Strength::of(level, &ladder::BANQI);
        BanqiBot {
            strength,
            searcher: Searcher::new(HASH_MB).with_score_margin(strength.score_margin),
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
            // Before the first flip all squares are alike.
            let action =
                legal.get(dice.roll(legal.len() as u32) as usize).copied().unwrap_or(first);
            return Some(Choice { action, score: 0, nodes: 0 });
        }
        let found = self.search(view, history, limits)?;
        let taken = |plan| match plan {
            Plan::Act(Action::Move(_, to)) => {
                view.board().piece(to).map_or(0, |prey| value(prey.kind))
            }
            _ => 0,
        };
        let choice = self.strength.pick(Variant::Banqi, &found, dice, taken);
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
        let score = self.search(view, history, limits)?.score;
        Some(own_score(view, score))
    }

    fn lines(
        &mut self,
        view: &BanqiView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        count: usize,
    ) -> Option<Lines<Action>> {
        // Before the first flip all squares are alike.
        view.board().turn()?;
        let (mut state, past) = prepare(view, history);
        let limits = self.strength.limit(limits);
        let found = search_lines(&mut self.searcher, &mut state, &past, &limits, count)?;
        let known = |line: Line<Plan>| {
            let acts = line.actions.into_iter().map_while(|plan| match plan {
                Plan::Act(action) => Some(action),
                Plan::Wait => None,
            });
            Line { actions: acts.collect(), score: line.score }
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
        let (state, past) = prepare(view, history);
        let limits = self.strength.limit(limits);
        Some(self.searcher.search(&mut state.only(action), &past, &limits)?.score)
    }
}

impl BanqiBot {
    /// For whoever is on move.
    fn search(
        &mut self,
        view: &BanqiView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<SearchResult<Plan>> {
        let (mut state, past) = prepare(view, history);
        self.searcher.search(&mut state, &past, &self.strength.limit(limits))
    }
}

/// What a search begins with.
fn prepare(view: &BanqiView, history: &[Played<Action>]) -> (BanqiState, Vec<HistoryEntry>) {
    let mut board = view.board().clone();
    board.recall(history.iter().filter_map(|played| Piece::from_letter(played.revealed?)));
    let past = earlier(&board, history);
    (BanqiState::new(board), past)
}

/// The positions before this one that could be repeated: quiet actions are walked
/// back, which needs no knowledge but the squares they went between.
fn earlier(board: &Board, history: &[Played<Action>]) -> Vec<HistoryEntry> {
    let mut earlier = Vec::new();
    let mut board = board.clone();
    for played in history.iter().rev().take(board.quiet().into()) {
        let Action::Move(from, to) = played.action else { break };
        if board.piece(to).is_none() || board.occupied().contains(from) {
            break;
        }
        // A quiet move played backwards is a quiet move.
        board.make(Action::Move(to, from), None);
        earlier.push(HistoryEntry { key: board.key(), in_check: false });
    }
    earlier.reverse();
    earlier
}
