use super::{
    endgame::{Endgames, Verdict},
    evaluate::{evaluate, value},
    scale::{CERTAIN_WIN, WORTH_ONE},
};
use crate::oversight::Oversight;
use banqi::{Action, Board, Kind, Piece, Square, Undo};
use search::{MoveOrdering, Rules, Score, SearchState, WIN};

/// Banqi as a search state: the face-up board, with chance where a piece is turned up.
///
/// At the root every flip is searched separately, because even one far from the face-up pieces may
/// be a cannon's target or screen. Deeper in the tree all flips are one plan, `Wait`: a flip far
/// from the fight.
#[derive(Clone)]
pub(super) struct BanqiState {
    board: Board,
    root_ply: u32,
    /// Number of `Wait`s so far. Each was a flip, so earlier positions cannot recur.
    waits: u64,
    /// Mixed into the keys.
    salt: u64,
    /// The only action at the root, if set.
    only: Option<Plan>,
    endings: Option<Endings>,
    /// Confidence of the side to move at the root, added to its log odds.
    confidence: i32,
    /// What a weak level overlooks.
    oversight: Option<Oversight<Step>>,
}

/// A move from one square to another.
pub(super) type Step = (Square, Square);

/// Endgame tables for a search.
#[derive(Clone)]
pub(super) struct Endings {
    pub(super) tables: Endgames,
    /// Whether draws are played on in the hope of a mistake.
    pub(super) ignores_draws: bool,
    /// Number of plies from the root in which tables are not used, because earlier positions could
    /// recur and draw.
    pub(super) silent_plies: u32,
}

/// Maximum score of a drawn ending.
const MAX_DRAWN: Score = 50 * WORTH_ONE;

/// An action, or waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    Act(Action),
    Wait,
}

impl BanqiState {
    pub(super) fn new(board: Board) -> BanqiState {
        BanqiState {
            root_ply: board.ply(),
            board,
            waits: 0,
            salt: 0,
            only: None,
            endings: None,
            confidence: 0,
            oversight: None,
        }
    }

    /// Hides what is overlooked.
    pub(super) fn with_oversight(self, oversight: Option<Oversight<Step>>) -> BanqiState {
        BanqiState { oversight, ..self }
    }

    /// Whether the level sees a move. Quiet moves are seen.
    fn sees(&self, from: Square, to: Square) -> bool {
        let Some(oversight) = &self.oversight else { return true };
        if self.board.piece(to).is_none() {
            return true;
        }
        let difficulty = self.difficulty(oversight, from, to);
        !oversight.misses(from.index() * Square::COUNT + to.index(), oversight.moment(), difficulty)
    }

    /// How difficult it is to see a capture, in percent of an ordinary one.
    fn difficulty(&self, oversight: &Oversight<Step>, from: Square, to: Square) -> u32 {
        let hunter = self.board.piece(from).map(|piece| piece.kind);
        let length = from.file().abs_diff(to.file()) + from.rank().abs_diff(to.rank());
        let by_length = match (hunter, length) {
            // A cannon needs a screen.
            (Some(Kind::Cannon), 0..=3) => 120,
            (Some(Kind::Cannon), _) => 170,
            _ => 90,
        };
        // A piece that has just moved draws attention, and so does what it attacks.
        let by_last = match oversight.last() {
            Some((_, last)) if last == to => 40,
            Some((_, last)) if last == from => 70,
            _ => 100,
        };
        by_length * by_last / 100
    }

    /// Restricts the root to one action.
    pub(super) fn only(self, action: Action) -> BanqiState {
        BanqiState { only: Some(Plan::Act(action)), ..self }
    }

    /// Adds endgame tables.
    pub(super) fn with_endings(self, endings: Option<Endings>) -> BanqiState {
        BanqiState { endings, ..self }
    }

    /// Sets the salt of the keys, so that table entries of earlier searches do not match. Keys of
    /// the history must be salted as well.
    pub(super) fn with_salt(self, salt: u64) -> BanqiState {
        BanqiState { salt, ..self }
    }

    /// Sets the confidence of the side to move at the root.
    pub(super) fn with_confidence(self, confidence: i32) -> BanqiState {
        BanqiState { confidence, ..self }
    }

    /// Returns the endgame tables.
    pub(super) fn into_tables(self) -> Option<Endgames> {
        self.endings.map(|endings| endings.tables)
    }

    fn is_root(&self) -> bool {
        self.board.ply() == self.root_ply
    }

    fn is_roots_turn(&self) -> bool {
        (self.board.ply() - self.root_ply).is_multiple_of(2)
    }

    fn each_move(&self, mut take: impl FnMut(Square, Square)) {
        let Some(mover) = self.board.turn() else { return };
        for from in self.board.face_up(mover) {
            for to in self.board.targets(from).filter(|&to| self.sees(from, to)) {
                take(from, to);
            }
        }
    }
}

impl Rules for BanqiState {
    type Action = Plan;
    type Chance = Piece;
    type Undo = Undo;

    fn side(&self) -> bool {
        self.board.ply() % 2 == 1
    }

    fn actions_into(&self, list: &mut Vec<Plan>) {
        if let Some(only) = self.only.filter(|_| self.is_root()) {
            return list.push(only);
        }
        self.each_move(|from, to| list.push(Plan::Act(Action::Move(from, to))));
        let down = self.board.face_down();
        if self.is_root() {
            list.extend(down.map(|square| Plan::Act(Action::Flip(square))));
        } else if !down.is_empty() {
            list.push(Plan::Wait);
        }
    }

    fn chances_into(&self, plan: Plan, list: &mut Vec<(u32, Piece)>) {
        if let Plan::Act(action) = plan
            && self.board.reveals(action)
        {
            list.extend(self.board.unseen().kinds().map(|(piece, count)| (count.into(), piece)));
        }
    }

    fn make(&mut self, plan: Plan, chance: Option<Piece>) -> Undo {
        if let Some(oversight) = &mut self.oversight {
            oversight.make(match plan {
                Plan::Act(Action::Move(from, to)) => Some((from, to)),
                _ => None,
            });
        }
        match plan {
            Plan::Act(action) => self.board.make(action, chance),
            Plan::Wait => {
                self.waits += 1;
                self.board.wait()
            }
        }
    }

    fn unmake(&mut self, plan: Plan, undo: Undo) {
        if let Some(oversight) = &mut self.oversight {
            oversight.unmake();
        }
        match plan {
            Plan::Act(action) => self.board.unmake(action, undo),
            Plan::Wait => {
                self.waits -= 1;
                self.board.unwait(undo);
            }
        }
    }

    fn key(&self) -> u64 {
        self.board.key() ^ self.waits.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.salt
    }

    fn no_moves_score(&self) -> Score {
        // All moves may be overlooked.
        let can_move = |from| !self.board.targets(from).is_empty();
        let has_moves = self.board.turn().is_some_and(|it| self.board.face_up(it).any(can_move));
        if self.oversight.is_some() && has_moves { self.evaluate() } else { -WIN }
    }

    fn ended(&self) -> Option<Score> {
        let (_, winner) = self.board.ending()?;
        Some(match winner {
            None => 0,
            Some(_) if winner == self.board.turn() => WIN,
            Some(_) => -WIN,
        })
    }
}

impl MoveOrdering for BanqiState {
    const HISTORY_SIZE: usize = Square::COUNT * Square::COUNT + 1;

    fn capture_value(&self, plan: Plan) -> Score {
        let Plan::Act(Action::Move(from, to)) = plan else { return 0 };
        match (self.board.piece(from), self.board.piece(to)) {
            (Some(hunter), Some(prey)) => 16 * value(prey.kind) - value(hunter.kind),
            _ => 0,
        }
    }

    fn history_index(&self, plan: Plan) -> usize {
        match plan {
            Plan::Act(Action::Move(from, to)) => from.index() * Square::COUNT + to.index(),
            Plan::Act(Action::Flip(square)) => square.index() * (Square::COUNT + 1),
            Plan::Wait => Square::COUNT * Square::COUNT,
        }
    }
}

impl SearchState for BanqiState {
    const CHANCE_BOUND: Score = CERTAIN_WIN;

    fn noisy_into(&self, list: &mut Vec<Plan>) {
        if self.oversight.as_ref().is_some_and(Oversight::is_beyond_horizon) {
            return;
        }
        self.each_move(|from, to| {
            if self.board.piece(to).is_some() {
                list.push(Plan::Act(Action::Move(from, to)));
            }
        });
    }

    fn proven_score(&mut self) -> Option<Score> {
        let endings = self.endings.as_mut()?;
        let verdict = endings.tables.ask(&self.board)?;
        if self.board.ply() < self.root_ply + endings.silent_plies {
            return None;
        }
        // The distance to the next capture plus the maximum number of quiet plies before each later
        // one. The winner thus prefers captures and is never slower than the score says.
        let captures_left = self.board.occupied().len() as Score - 2;
        let limit = self.board.options().quiet_limit.map_or(0, Score::from);
        let most = |plies: u8| Score::from(plies) + captures_left * limit;
        match verdict {
            Verdict::Win(plies) => Some(WIN - most(plies)),
            Verdict::Loss(plies) => Some(most(plies) - WIN),
            Verdict::Draw if endings.ignores_draws => None,
            // Among draws, prefer those in which the opponent can still go wrong.
            Verdict::Draw => Some((evaluate(&self.board, 0) / 100).clamp(-MAX_DRAWN, MAX_DRAWN)),
        }
    }

    fn evaluate(&self) -> Score {
        let confidence = if self.is_roots_turn() { self.confidence } else { -self.confidence };
        evaluate(&self.board, confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use banqi::Options;

    /// `f1` touches no face-up piece, but the cannon on `h1` can land there.
    #[test]
    fn every_square_that_lies_face_down_is_flipped_by_itself() {
        let text = "*******1/*******1/*******1/*******C b 0/0 0 3 KAABBRRNNCPPPPPkaabbrrnnccpp";
        let board = Board::from_text(Options::SEED, text).expect("a board");
        let mut plans = Vec::new();
        BanqiState::new(board).actions_into(&mut plans);
        let flips = plans.iter().filter(|plan| matches!(plan, Plan::Act(Action::Flip(_))));
        assert_eq!(flips.count(), 28);
    }
}
