use super::{evaluation::value, judge::Judge, sight};
use crate::oversight::Oversight;
use game::Reason;
use nnue::Network;
use search::{Cycle, MoveOrdering, Rules, Score, SearchState, WIN};
use std::sync::Arc;
use xiangqi::{Kind, Move, Options, Position, Side, Square, Undo, draw_reason};

/// Xiangqi as a search state.
#[derive(Clone)]
pub(super) struct XiangqiState {
    position: Position,
    judge: Judge,
    options: Options,
    /// The only moves at the root, if set.
    root_moves: Option<Vec<Move>>,
    /// What a weak level overlooks.
    oversight: Option<Oversight<Move>>,
    ply: u32,
}

impl XiangqiState {
    /// A position with its rules, evaluated by the network or, without one, by the weights. At the
    /// root only `root_moves` are searched, if given.
    pub(super) fn new(
        position: Position,
        options: Options,
        root_moves: Option<Vec<Move>>,
        network: Option<Arc<Network>>,
    ) -> XiangqiState {
        let judge = Judge::new(&position, network);
        XiangqiState { position, judge, options, root_moves, oversight: None, ply: 0 }
    }

    /// Hides what is overlooked.
    pub(super) fn with_oversight(self, oversight: Oversight<Move>) -> XiangqiState {
        XiangqiState { oversight: Some(oversight), ..self }
    }

    fn is_open(&self, played: Move) -> bool {
        self.ply > 0 || self.root_moves.as_ref().is_none_or(|moves| moves.contains(&played))
    }

    /// Removes what is overlooked.
    fn leave_out_overlooked(&self, list: &mut Vec<Move>) {
        if let Some(oversight) = &self.oversight {
            list.retain(|&played| sight::sees(oversight, &self.position, played));
        }
    }
}

impl Rules for XiangqiState {
    type Action = Move;
    type Chance = ();
    type Undo = Undo;

    fn side(&self) -> bool {
        self.position.side_to_move() == Side::Black
    }

    fn actions_into(&self, list: &mut Vec<Move>) {
        self.position.for_each_legal_move(|played| list.push(played));
        if self.ply == 0 {
            list.retain(|&played| self.is_open(played));
        }
        if self.oversight.is_some() {
            let all = list.clone();
            self.leave_out_overlooked(list);
            if list.is_empty() {
                *list = all;
            }
        }
    }

    fn make(&mut self, action: Move, _: Option<()>) -> Undo {
        self.ply += 1;
        if let Some(oversight) = &mut self.oversight {
            oversight.make(Some(action));
        }
        self.judge.make(&self.position, action);
        self.position.make(action)
    }

    fn unmake(&mut self, action: Move, undo: Undo) {
        self.ply -= 1;
        if let Some(oversight) = &mut self.oversight {
            oversight.unmake();
        }
        self.judge.unmake();
        self.position.unmake(action, undo);
    }

    fn key(&self) -> u64 {
        self.position.key() ^ self.oversight.as_ref().map_or(0, Oversight::salt)
    }

    fn ended(&self) -> Option<Score> {
        let reason = draw_reason(&self.position, &self.options)?;
        // A caller that asks about a position with insufficient material wants a move nevertheless.
        if self.ply == 0 && reason == Reason::Material {
            return None;
        }
        // A mate on the last ply counts before the limit.
        self.position.has_legal_move().then_some(0)
    }

    fn repeated(&self, cycle: Cycle) -> Score {
        repeated(cycle)
    }

    fn no_moves_score(&self) -> Score {
        // All moves may be overlooked.
        let has_moves = self.oversight.is_some() && self.position.has_legal_move();
        if has_moves { self.evaluate() } else { -WIN }
    }

    fn reversible_plies(&self) -> usize {
        self.position.quiet().into()
    }

    fn in_check(&self) -> bool {
        self.position.in_check(self.position.side_to_move())
    }

    fn gives_check(&self, action: Move) -> bool {
        self.position.gives_check(action)
    }
}

impl MoveOrdering for XiangqiState {
    const HISTORY_SIZE: usize = Square::COUNT * Square::COUNT;
    const STAGED: bool = true;
    const PIECE_SQUARES: usize = PIECE_SQUARES;
    const CAPTURE_CLASSES: usize = CAPTURE_CLASSES;

    fn captures_into(&self, list: &mut Vec<Move>) {
        self.position.for_each_legal_capture(|played| list.push(played));
        self.leave_out_overlooked(list);
    }

    fn quiets_into(&self, list: &mut Vec<Move>) {
        self.position.for_each_legal_quiet(|played| list.push(played));
        self.leave_out_overlooked(list);
    }

    fn capture_value(&self, action: Move) -> Score {
        capture_value(&self.position, action)
    }

    fn history_index(&self, action: Move) -> usize {
        action.from.index() * Square::COUNT + action.to.index()
    }

    fn piece_square(&self, action: Move) -> usize {
        piece_square(&self.position, action)
    }

    fn capture_class(&self, action: Move) -> usize {
        capture_class(&self.position, action)
    }

    fn decode(&self, index: usize) -> Option<Move> {
        let from = Square::from_index(index / Square::COUNT)?;
        let to = Square::from_index(index % Square::COUNT)?;
        Some(Move { from, to }).filter(|&played| self.is_legal(played))
    }

    fn is_legal(&self, action: Move) -> bool {
        let is_seen = |oversight| sight::sees(oversight, &self.position, action);
        self.position.is_legal(action)
            && self.is_open(action)
            && self.oversight.as_ref().is_none_or(is_seen)
    }
}

impl SearchState for XiangqiState {
    const SELECTIVE: bool = true;
    const QUIESCENCE_PLIES: i32 = 64;
    const PATH_SCORE: Score = PATH_SCORE;

    fn may_skip(&self) -> bool {
        self.oversight.is_none()
    }

    fn noisy_into(&self, list: &mut Vec<Move>) {
        if !self.oversight.as_ref().is_some_and(Oversight::is_beyond_horizon) {
            self.captures_into(list);
        }
    }

    fn allows_table_cutoff(&self) -> bool {
        !nears_quiet_limit(&self.position, &self.options)
    }

    fn evaluate(&self) -> Score {
        faded(self.judge.evaluate(&self.position), &self.position)
    }

    fn victim_value(&self, action: Move) -> Score {
        victim_value(&self.position, action)
    }

    fn wins_exchange(&self, action: Move, threshold: Score) -> bool {
        self.position.wins_exchange(action, &EXCHANGE_VALUES, threshold)
    }

    fn correction_keys(&self) -> [u64; 2] {
        correction_keys(&self.position)
    }

    fn null_move(&mut self) -> Option<Undo> {
        if self.oversight.is_some() {
            return None;
        }
        let side = self.position.side_to_move();
        // In positions with few pieces, the obligation to move may be what loses (zugzwang).
        has_fighters(&self.position, side).then(|| {
            self.ply += 1;
            self.judge.make_null();
            self.position.make_null()
        })
    }

    fn undo_null_move(&mut self, undo: Undo) {
        self.ply -= 1;
        self.judge.unmake();
        self.position.unmake_null(undo);
    }
}

/// Score of giving perpetual check: the checking side must deviate or lose.
const PERPETUAL: Score = 20_000;

/// Scores of at least this size come from repetition.
pub(crate) const PATH_SCORE: Score = PERPETUAL - 1_000;

/// The score of a repeated position for the side to move.
pub(crate) const fn repeated(cycle: Cycle) -> Score {
    match (cycle.mover_in_check, cycle.other_in_check) {
        (true, false) => PERPETUAL,
        (false, true) => -PERPETUAL,
        _ => 0,
    }
}

/// Reduces an evaluation by the number of plies without a capture: an advantage that was not
/// converted is likely to end in a draw.
pub(crate) fn faded(score: Score, position: &Position) -> Score {
    score - score * Score::from(position.quiet().min(120)) / 253
}

/// Number of plies before the quiet limit from which table entries are not used.
const LIMIT_NEAR: u16 = 12;

/// Whether a position is so near the quiet limit that results found with another number of quiet
/// plies may not hold.
pub(crate) fn nears_quiet_limit(position: &Position, options: &Options) -> bool {
    options.quiet_limit.is_some_and(|limit| position.quiet().saturating_add(LIMIT_NEAR) >= limit)
}

/// Whether a side has enough pieces to always have a harmless move.
pub(crate) fn has_fighters(position: &Position, side: Side) -> bool {
    let fighters = [Kind::Chariot, Kind::Horse, Kind::Cannon];
    fighters.iter().map(|&kind| position.pieces(side, kind).len()).sum::<u32>() >= 2
}

/// Exchange values by kind.
pub(crate) const EXCHANGE_VALUES: [Score; 7] = {
    let mut values = [0; 7];
    let mut at = 0;
    while at < 7 {
        values[at] = value(Kind::ALL[at]);
        at += 1;
    }
    values
};

/// Value of the captured piece.
pub fn victim_value(position: &Position, played: Move) -> Score {
    position.piece_at(played.to).map_or(0, |prey| EXCHANGE_VALUES[prey.kind as usize])
}

/// Capture value for move ordering: most valuable victim, then least valuable attacker; 0 for quiet
/// moves.
pub(crate) fn capture_value(position: &Position, played: Move) -> Score {
    match (position.piece_at(played.from), position.piece_at(played.to)) {
        (Some(hunter), Some(prey)) => {
            16 * EXCHANGE_VALUES[prey.kind as usize]
                - EXCHANGE_VALUES[hunter.kind as usize].min(1_000)
        }
        _ => 0,
    }
}

/// Number of side, kind and square combinations.
pub(crate) const PIECE_SQUARES: usize = 14 * Square::COUNT;

/// Index of a moving piece and its target.
pub(crate) fn piece_square(position: &Position, played: Move) -> usize {
    let piece = position.piece_at(played.from);
    let number = piece.map_or(0, |piece| piece.side.index() * 7 + piece.kind as usize);
    number * Square::COUNT + played.to.index()
}

/// Number of kinds.
pub(crate) const CAPTURE_CLASSES: usize = 7;

/// Kind of the captured piece.
pub(crate) fn capture_class(position: &Position, played: Move) -> usize {
    position.piece_at(played.to).map_or(0, |prey| prey.kind as usize)
}

/// Hashes of the pawns, and of the advisors and elephants.
pub(crate) fn correction_keys(position: &Position) -> [u64; 2] {
    let [red, black] = Side::BOTH;
    let pair = |kind| {
        let (ours, theirs) =
            (position.pieces(red, kind).bits(), position.pieces(black, kind).bits());
        mixed(ours) ^ mixed(theirs).rotate_left(32)
    };
    [pair(Kind::Pawn), pair(Kind::Advisor) ^ pair(Kind::Elephant).rotate_left(11)]
}

const fn mixed(bits: u128) -> u64 {
    let folded = bits as u64 ^ ((bits >> 64) as u64).rotate_left(31);
    let product = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 29
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seeded, xiangqi::shipped_network};
    use game::Dice;

    /// Over moves, null moves and undoing, the incremental evaluation equals a fresh one.
    #[test]
    fn the_judge_follows_the_moves() {
        for network in [None, shipped_network()] {
            let new =
                |position| XiangqiState::new(position, Options::DEFAULT, None, network.clone());
            let mut dice = Seeded::new(5);
            let mut state = new(Position::start());
            let mut made = Vec::new();
            for _ in 0..2_000 {
                let mut legal = Vec::new();
                state.actions_into(&mut legal);
                match dice.roll(5) {
                    0 | 1 if !legal.is_empty() => {
                        let played = legal[dice.roll(legal.len() as u32) as usize];
                        made.push((Some(played), state.make(played, None)));
                    }
                    2 if !state.in_check() => {
                        made.extend(state.null_move().map(|undo| (None, undo)));
                    }
                    3 => match made.pop() {
                        Some((Some(played), undo)) => state.unmake(played, undo),
                        Some((None, undo)) => state.undo_null_move(undo),
                        None => {}
                    },
                    _ => {}
                }
                let fresh = new(state.position.clone()).evaluate();
                assert_eq!(state.evaluate(), fresh, "{}", state.position.fen());
            }
        }
    }
}
