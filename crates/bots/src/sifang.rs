//! The sifang player.

mod evaluate;
mod network;
mod sight;
mod state;

pub use crate::evaluation_scale::SIFANG_ODDS_UNIT as ODDS_UNIT;
use evaluate::even_share;
pub(crate) use evaluate::{MIN_BIG, value};
pub use network::{
    GROUPS, INPUTS, MAX_BIAS, NEURON_ONE, NEURONS, Network, OUTPUT_ONE, each_input, group_of,
    shipped_network,
};

use crate::{
    Bot, Choice, Level, Line, Lines, bot::search_lines, levels, oversight::Oversight,
    strength::Strength,
};
use game::{Dice, Played, Position as _, View};
use games::Variant;
use search::{HistoryEntry, Limits, Score, SearchResult, Searcher};
use sifang::{Action, Board, Mode, Move, Position, Side, Sifang, SifangView, Status};
use state::{SifangState, worth_of_points};
use std::sync::Arc;

/// Plays one side of sifang. In teams it expects best play by its ally; alone it expects all others
/// to play against it.
pub struct SifangBot {
    level: Level,
    searcher: Searcher<SifangState>,
    /// Evaluates races.
    network: Option<Arc<Network>>,
}

/// Transposition table size in MiB.
const HASH_MB: usize = 8;

/// In races, levels from here on use the network; lower levels count pieces and steps to a goal.
const FIRST_BY_NETWORK: Level = Level::Eight;

impl SifangBot {
    /// Creates a player of this level.
    pub fn new(level: Level) -> SifangBot {
        SifangBot {
            level,
            searcher: Searcher::new(HASH_MB),
            network: if level >= FIRST_BY_NETWORK { shipped_network() } else { None },
        }
    }

    /// Replaces the network; `None` evaluates races by pieces and steps.
    pub fn with_network(self, network: Option<Arc<Network>>) -> SifangBot {
        SifangBot { network, searcher: Searcher::new(HASH_MB), ..self }
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
        let strength = self.strength(view.position());
        let mut earlier = earlier(view, history, root(view));
        let recent = since_own_move(history, root(view));
        let attention = strength.attention;
        let oversight =
            attention.map(|attention| Oversight::draw(attention, recent.last().copied(), dice));
        if let Some(oversight) = &oversight {
            earlier.iter_mut().for_each(|entry| entry.key ^= oversight.salt());
        }
        let mut state = self.state(view.position().clone(), root(view));
        state = state.with_oversight(oversight, recent);
        let mut found = self.search(view, state, &earlier, limits)?;
        let by_network = self.network.is_some() && view.position().races();
        if by_network && strength.score_margin > 0 {
            leave_no_piece(view, &earlier, limits, &mut found);
        }
        let own = last_own_move(history, root(view));
        let board = view.position().board();
        strength.heed_habits(&mut found, |played| reluctance(board, own, played));
        let Choice { action, score, nodes } = strength.pick(Variant::Sifang, &found, dice);
        Some(Choice { action: Action::Move(action), score, nodes })
    }

    fn evaluate(
        &mut self,
        view: &SifangView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        let earlier = earlier(view, history, root(view));
        let state = self.state(view.position().clone(), root(view));
        let score = self.search(view, state, &earlier, limits)?.score;
        let position = view.position();
        let is_ours = position.mode().allied(root(view), position.side_to_move());
        Some(if is_ours { score } else { -score })
    }

    fn worth_of_draw(&self, view: &SifangView) -> Score {
        let (position, root) = (view.position(), root(view));
        let has_fallen = matches!(position.status(root), Status::Fallen(_));
        match (position.mode(), position.races()) {
            // A player that can no longer race keeps its place, regardless of the others' play.
            (Mode::Solo, true) if has_fallen => Score::MAX,
            (Mode::Solo, true) if self.network.is_none() => even_share(position, root),
            (Mode::Solo, _) => worth_of_points(position.draw_scores()[root.seat().index()]),
            _ => 0,
        }
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
        // A separate search for the side to move, because in solo mode no side plays for another.
        let mover = position.side_to_move();
        let earlier = earlier(view, history, mover);
        let mut state = self.state(position.clone(), mover);
        let limits = self.strength(position).limit(limits);
        let found =
            search_lines(&mut self.searcher, &mut state, &earlier, &limits, count, &mut |_| {})?;
        // In solo mode the search lets one opponent reply for all, which is not a line of a game.
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
        let mut state = self.state(position.clone(), mover).only(only);
        let limits = self.strength(position).limit(limits);
        Some(self.searcher.search(&mut state, &earlier, &limits)?.score)
    }
}

impl SifangBot {
    fn state(&self, position: Position, root: Side) -> SifangState {
        SifangState::new(position, root, self.network.as_ref())
    }

    fn strength(&self, position: &Position) -> Strength {
        let table = if position.races() { &levels::SIFANG_ALONE } else { &levels::SIFANG };
        Strength::of(self.level, table)
    }

    /// Searches for the side to move from the viewer's knowledge.
    fn search(
        &mut self,
        view: &SifangView,
        mut state: SifangState,
        earlier: &[HistoryEntry],
        limits: &Limits<'_>,
    ) -> Option<SearchResult<Move>> {
        let strength = self.strength(view.position());
        self.searcher.set_score_margin(strength.exact_margin(BACK_AND_FORTH));
        self.searcher.search(&mut state, earlier, &strength.limit(limits))
    }
}

/// Removes moves, except the best, that lose a big piece when pieces are counted. The network
/// values pieces so little in a race that an imprecise player would give them away.
fn leave_no_piece(
    view: &SifangView,
    earlier: &[HistoryEntry],
    limits: &Limits<'_>,
    found: &mut SearchResult<Move>,
) {
    let mut state = SifangState::new(view.position().clone(), root(view), None);
    let mut searcher = Searcher::new(1).with_score_margin(MIN_BIG);
    let Some(counted) = searcher.search(&mut state, earlier, &limits.to_depth(1)) else { return };
    let Some(best) = counted.root_moves.iter().map(|root| root.score).max() else { return };
    let costs = |action| {
        let known = counted.root_moves.iter().find(|root| root.action == action);
        known.is_some_and(|root| root.score <= best - MIN_BIG)
    };
    found.nodes += counted.nodes;
    let action = found.action;
    found.root_moves.retain(|root| root.action == action || !costs(root.action));
}

/// By how much a move must be better than others for a person to play it. People do not move a piece
/// straight back. `own` is the mover's last move.
fn reluctance(board: &Board, own: Option<Move>, Move { from, to }: Move) -> Score {
    let goes_back = own.is_some_and(|own| own.from == to && own.to == from);
    if goes_back && board.at(to).is_none() { BACK_AND_FORTH } else { 0 }
}

/// Reluctance to move a piece straight back: half an infantry.
const BACK_AND_FORTH: Score = 80;

/// The moves of the other sides since the last one of `side`.
fn since_own_move(history: &[Played<Action>], side: Side) -> Vec<Move> {
    let others = history.iter().rev().take_while(|played| played.seat != side.seat());
    let mut moves: Vec<Move> = others.filter_map(|played| move_of(played.action)).collect();
    moves.reverse();
    moves
}

/// The last move of `side`.
fn last_own_move(history: &[Played<Action>], side: Side) -> Option<Move> {
    move_of(history.iter().rev().find(|played| played.seat == side.seat())?.action)
}

const fn move_of(action: Action) -> Option<Move> {
    match action {
        Action::Move(played) => Some(played),
        Action::Out(_) => None,
    }
}

/// The viewer's side; for a spectator the side to move.
fn root(view: &SifangView) -> Side {
    view.observer().seat().map_or(view.position().side_to_move(), Side::of_seat)
}

/// The positions since the last capture. Known only if the history leads from the usual start to
/// the current position.
fn earlier(view: &SifangView, history: &[Played<Action>], root: Side) -> Vec<HistoryEntry> {
    let position = view.position();
    let mut replayed = Position::start(*position.options());
    let mut earlier = Vec::new();
    for played in history {
        let step = match played.action {
            Action::Move(step) => step,
            Action::Out(side) => {
                // Earlier positions cannot recur.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seeded;
    use game::{Game, Observer};

    /// In solo mode, level 8 gives away no big piece unless the network prefers it.
    #[test]
    fn an_imprecise_level_gives_no_piece_away() {
        let mut left_out = 0;
        for seed in 0..24 {
            let mut dice = Seeded::new(seed);
            let mut game = Sifang::start("mode=solo".parse().expect("options"), ());
            for _ in 0..28 {
                let Some(seat) = game.turn().seats().iter().next() else { break };
                let legal = game.legal(seat);
                let action = legal[dice.roll(legal.len() as u32) as usize];
                game.play(seat, action).expect("a legal action");
            }
            let Some(seat) = game.turn().seats().iter().next() else { continue };
            let view = game.view(Observer::Seat(seat));
            let limits = Limits::of_nodes(4_000);
            let mut player = SifangBot::new(Level::Eight);
            let mut counting = SifangBot::new(Level::Five);
            let mut counted = |action| {
                let one = limits.to_depth(1);
                counting.value(&view, &[], Action::Move(action), &one).expect("a score")
            };
            let state = player.state(view.position().clone(), root(&view));
            let all = player.search(&view, state, &[], &limits).expect("a move");
            let most = all.root_moves.iter().map(|root| counted(root.action)).max();
            let least = most.expect("a move") - MIN_BIG;
            let margin = player.strength(view.position()).score_margin;
            let near = all.root_moves.iter().filter(|root| root.score > all.score - margin);
            if !near.clone().any(|root| counted(root.action) <= least) {
                continue;
            }
            left_out += 1;
            for _ in 0..20 {
                let choice = player.choose(&view, &[], &limits, &mut dice).expect("a move");
                let Action::Move(played) = choice.action else { panic!("{}", choice.action) };
                let is_best = played == all.action;
                assert!(is_best || counted(played) > least, "{}: {played}", view.position());
            }
        }
        assert!(left_out > 1, "{left_out}");
    }
}
