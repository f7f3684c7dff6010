mod evaluate;
mod state;

pub(crate) use evaluate::value;

use crate::{Bot, Choice, Level, Line, Lines, bot::search_lines, ladder, strength::Strength};
use game::{Dice, Played, Position as _, View};
use games::Variant;
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

impl SifangBot {
    /// A player of this level.
    pub fn new(level: Level) -> SifangBot {
        SifangBot { level, depth: u8::MAX, searcher: Searcher::new(HASH_MB) }
    }

    /// The strongest one that looks no further than this.
    pub(crate) fn to_depth(depth: u8) -> SifangBot {
        SifangBot { depth, ..SifangBot::new(Level::Top) }
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
        let board = view.position().board();
        let taken = |played: Move| board.at(played.to).map_or(0, |prey| value(prey.kind));
        let Choice { action, score, nodes } = strength.pick(Variant::Sifang, &found, dice, taken);
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
        let is_alone = mode == Mode::Solo;
        Strength::of(self.level, if is_alone { &ladder::SIFANG_ALONE } else { &ladder::SIFANG })
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
