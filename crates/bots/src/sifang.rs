mod evaluate;
mod state;

pub(crate) use evaluate::value;

use crate::{Bot, Choice, Level, Line, Lines, bot::search_lines, strength::Strength};
use game::{Dice, Played, Position as _, View};
use search::{HistoryEntry, Limits, Score, SearchResult, Searcher};
use sifang::{Action, Mode, Move, Position, Side, Sifang, SifangView};
use state::SifangState;

/// A player of one side of sifang. In teams it counts on its ally's best play; alone it counts on
/// all the others playing against it.
pub struct SifangBot {
    level: Level,
    /// How deep it looks at most, whatever its level.
    depth: u8,
    searcher: Searcher<SifangState>,
}

/// The size of its table.
const HASH_MB: usize = 8;

/// By level.
const STRENGTHS: [Strength; 4] = [
    Strength { depth: 1, nodes: 2_000, score_margin: 200, random_percent: 60 },
    Strength { depth: 1, nodes: 10_000, score_margin: 40, random_percent: 20 },
    Strength { depth: 2, nodes: 10_000, score_margin: 5, random_percent: 0 },
    Strength::FULL,
];

/// By level, alone against three. Looking further ahead helps less there, because nobody can tell
/// against whom the others will turn; so levels differ more by how often they do not think.
const STRENGTHS_ALONE: [Strength; 4] = [
    Strength { depth: 1, nodes: 2_000, score_margin: 300, random_percent: 95 },
    Strength { depth: 1, nodes: 10_000, score_margin: 60, random_percent: 65 },
    Strength { depth: 1, nodes: 10_000, score_margin: 40, random_percent: 28 },
    Strength::FULL,
];

impl SifangBot {
    /// A player of this level.
    pub fn new(level: Level) -> SifangBot {
        SifangBot { level, depth: u8::MAX, searcher: Searcher::new(HASH_MB) }
    }

    /// The strongest one that looks no further than this.
    pub(crate) fn to_depth(depth: u8) -> SifangBot {
        SifangBot { depth, ..SifangBot::new(Level::Hard) }
    }
}

impl Bot<Sifang> for SifangBot {
    fn choose(
        &mut self,
        view: &SifangView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        view.legal().first()?;
        let strength = self.strength(view.position().mode());
        let found = self.search(view, history, limits)?;
        let Choice { action, score, nodes } = strength.pick(&found, dice);
        Some(Choice { action: Action::Move(action), score, nodes })
    }

    fn evaluate(
        &mut self,
        view: &SifangView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        let score = self.search(view, history, limits)?.score;
        let position = view.position();
        let is_ours = position.mode().allied(root(view), position.side_to_move());
        Some(if is_ours { score } else { -score })
    }

    fn lines(
        &mut self,
        view: &SifangView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        count: usize,
    ) -> Option<Lines<Action>> {
        let position = view.position();
        let mode = position.mode();
        // A search of its own for whoever is on move: alone, nobody plays for anybody else.
        let mover = position.side_to_move();
        let earlier = earlier(view, history, mover);
        let mut state = SifangState::new(position.clone(), mover);
        let limits = self.strength(mode).limit(limits);
        let found = search_lines(&mut self.searcher, &mut state, &earlier, &limits, count)?;
        // Alone, the search lets one opponent answer for all: that is no line of a game.
        let most = if mode == Mode::Solo { 1 } else { usize::MAX };
        let acts = |line: Line<Move>| Line {
            actions: line.actions.into_iter().take(most).map(Action::Move).collect(),
            score: line.score,
        };
        let lines = found.lines.into_iter().map(acts).collect();
        Some(Lines { lines, depth: found.depth, nodes: found.nodes })
    }

    fn value(
        &mut self,
        view: &SifangView,
        history: &[Played<Action>],
        action: Action,
        limits: &Limits<'_>,
    ) -> Option<Score> {
        let Action::Move(only) = action else { return None };
        let position = view.position();
        let mover = position.side_to_move();
        let earlier = earlier(view, history, mover);
        let mut state = SifangState::new(position.clone(), mover).only(only);
        let limits = self.strength(position.mode()).limit(limits);
        Some(self.searcher.search(&mut state, &earlier, &limits)?.score)
    }
}

impl SifangBot {
    fn strength(&self, mode: Mode) -> Strength {
        self.level.of(if mode == Mode::Solo { &STRENGTHS_ALONE } else { &STRENGTHS })
    }

    /// For whoever is on move, as the viewer sees it.
    fn search(
        &mut self,
        view: &SifangView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<SearchResult<Move>> {
        let earlier = earlier(view, history, root(view));
        let strength = self.strength(view.position().mode());
        let mut state = SifangState::new(view.position().clone(), root(view));
        self.searcher.set_score_margin(strength.score_margin);
        let limits = strength.limit(limits).to_depth(self.depth);
        self.searcher.search(&mut state, &earlier, &limits)
    }
}

/// The viewer's side; a spectator looks with the side on move.
fn root(view: &SifangView) -> Side {
    view.observer().seat().map_or(view.position().side_to_move(), Side::of_seat)
}

/// The positions since the last capture. They are known only if the moves told lead from the usual
/// start to where the game is now.
fn earlier(view: &SifangView, history: &[Played<Action>], root: Side) -> Vec<HistoryEntry> {
    let position = view.position();
    let mut replayed = Position::start(*position.options());
    let mut earlier = Vec::new();
    for played in history {
        let step = match played.action {
            Action::Move(step) => step,
            Action::Out(side) => {
                // Nothing from before can come back.
                replayed.leave(side);
                earlier.clear();
                continue;
            }
        };
        if replayed.side_to_move().seat() != played.seat {
            return Vec::new();
        }
        earlier.push(HistoryEntry { key: state::key(&replayed, root), in_check: false });
        replayed.make(step);
    }
    if replayed.key() != position.key() {
        return Vec::new();
    }
    let quiet = earlier.len().min(position.quiet().into());
    earlier.split_off(earlier.len() - quiet)
}
