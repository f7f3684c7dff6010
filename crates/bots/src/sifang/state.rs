use super::{
    evaluate::{evaluate, value},
    network::{LOGIT_ONE, Network},
    sight::sees,
};
use crate::{evaluation_scale::SIFANG_ODDS_UNIT, oversight::Oversight};
use game::{Outcome, Points, Position as _};
use search::{Cycle, MoveOrdering, Rules, Score, SearchState, WIN};
use sifang::{Mode, Move, Point, Position, Side, Status, Undo};
use std::sync::Arc;

/// Sifang as a search state: the root side and its ally against the rest.
///
/// In solo mode only one opponent moves between two of the root's moves, the one with the strongest
/// reply (best-reply search).
#[derive(Clone)]
pub(super) struct SifangState {
    position: Position,
    root: Side,
    /// Number of plies from the root.
    ply: u16,
    /// The only move at the root, if set.
    only: Option<Move>,
    /// Evaluates races.
    network: Option<Arc<Network>>,
    /// What a weak level overlooks.
    oversight: Option<Oversight<Move>>,
    /// The moves of all sides since the root's last one.
    recent: Vec<Move>,
}

impl SifangState {
    /// `network` evaluates races.
    pub(super) fn new(
        position: Position,
        root: Side,
        network: Option<&Arc<Network>>,
    ) -> SifangState {
        let network = network.filter(|_| position.races()).cloned();
        let (oversight, recent) = (None, Vec::new());
        SifangState { root, position, ply: 0, only: None, network, oversight, recent }
    }

    /// Hides what is overlooked. `recent` are the moves of all sides since the root's last one.
    pub(super) fn with_oversight(
        self,
        oversight: Option<Oversight<Move>>,
        recent: Vec<Move>,
    ) -> SifangState {
        SifangState { oversight, recent, ..self }
    }

    /// Appends every action of the seat to move, or of the seats that reply jointly.
    fn all_into(&self, list: &mut Vec<Move>) {
        if !self.is_joint_reply() {
            return self.position.legal_into(list);
        }
        let mut asked = self.position.clone();
        for side in Side::ALL.into_iter().filter(|&side| side != self.root) {
            asked.give_turn(side);
            asked.legal_into(list);
        }
    }

    /// Removes what is overlooked.
    fn leave_out_overlooked(&self, list: &mut Vec<Move>) {
        if let Some(oversight) = &self.oversight {
            list.retain(|&played| sees(oversight, &self.recent, &self.position, played));
        }
    }

    /// Restricts the root to one move.
    pub(super) fn only(self, only: Move) -> SifangState {
        SifangState { only: Some(only), ..self }
    }

    fn can_move(&self, side: Side) -> bool {
        let mut pieces = self.position.board().pieces().filter(|(_, piece)| piece.side == side);
        pieces.any(|(point, _)| !self.position.targets(point).is_empty())
    }

    /// Whether one opponent replies for all of them here.
    fn is_joint_reply(&self) -> bool {
        self.position.mode() == Mode::Solo && self.position.side_to_move() != self.root
    }

    /// Converts a score of the root's side to one of the side to move.
    fn turned(&self, score: Score) -> Score {
        if self.side() { -score } else { score }
    }
}

impl Rules for SifangState {
    type Action = Move;
    type Chance = ();
    /// Includes whose turn it was.
    type Undo = (Undo, Side);

    /// `false` for the root's side.
    fn side(&self) -> bool {
        !self.position.mode().allied(self.root, self.position.side_to_move())
    }

    fn actions_into(&self, list: &mut Vec<Move>) {
        if let Some(only) = self.only.filter(|_| self.ply == 0) {
            return list.push(only);
        }
        self.all_into(list);
        self.leave_out_overlooked(list);
        if list.is_empty() {
            self.all_into(list);
        }
    }

    fn make(&mut self, action: Move, _: Option<()>) -> (Undo, Side) {
        self.ply += 1;
        if let Some(oversight) = &mut self.oversight {
            oversight.make(Some(action));
        }
        let turn = self.position.side_to_move();
        let is_joint_reply = self.is_joint_reply();
        if is_joint_reply && let Some(piece) = self.position.board().at(action.from) {
            self.position.give_turn(piece.side);
        }
        let undo = self.position.make(action);
        if is_joint_reply && self.can_move(self.root) {
            self.position.give_turn(self.root);
        }
        (undo, turn)
    }

    fn unmake(&mut self, action: Move, (undo, turn): (Undo, Side)) {
        self.ply -= 1;
        if let Some(oversight) = &mut self.oversight {
            oversight.unmake();
        }
        self.position.unmake(action, undo);
        self.position.give_turn(turn);
    }

    fn key(&self) -> u64 {
        key(&self.position, self.root) ^ self.oversight.as_ref().map_or(0, Oversight::salt)
    }

    fn ended(&self) -> Option<Score> {
        if self.network.is_some()
            && let Status::Placed(place) = self.position.status(self.root)
        {
            return Some(self.turned(worth_of_place(place)));
        }
        let outcome = self.position.ending()?;
        let worth = match self.network {
            Some(_) => worth_of_points(outcome.scores[self.root.seat().index()]),
            None => worth(&outcome, self.root, self.position.mode()),
        };
        Some(self.turned(worth))
    }

    fn repeated(&self, _: Cycle) -> Score {
        if self.network.is_none() {
            return 0;
        }
        let points = self.position.draw_scores()[self.root.seat().index()];
        self.turned(worth_of_points(points))
    }
}

impl MoveOrdering for SifangState {
    const HISTORY_SIZE: usize = Point::PLACES * Point::PLACES;

    fn capture_value(&self, action: Move) -> Score {
        let board = self.position.board();
        match (board.at(action.from), board.at(action.to)) {
            (Some(hunter), Some(prey)) => 16 * value(prey.kind) - value(hunter.kind),
            _ => 0,
        }
    }

    fn history_index(&self, action: Move) -> usize {
        (action.from.index() * Point::PLACES + action.to.index()) % Self::HISTORY_SIZE
    }
}

impl SearchState for SifangState {
    /// Captures by four sides would otherwise be followed too far.
    const QUIESCENCE_PLIES: i32 = 4;

    fn noisy_into(&self, list: &mut Vec<Move>) {
        if self.oversight.as_ref().is_some_and(Oversight::is_beyond_horizon) {
            return;
        }
        self.all_into(list);
        self.leave_out_overlooked(list);
        let board = self.position.board();
        list.retain(|played| match (board.at(played.from), board.at(played.to)) {
            // A piece that captures a much smaller one is likely to be recaptured.
            (Some(hunter), Some(prey)) => value(prey.kind) + 200 >= value(hunter.kind),
            _ => false,
        });
    }

    fn evaluate(&self) -> Score {
        self.turned(match &self.network {
            Some(network) => {
                let score = score_of(network.logit(&self.position, self.root));
                short_of(score, worth_of_place(self.position.next_place()))
            }
            None => evaluate(&self.position, self.root),
        })
    }
}

/// The key of a position. It includes the root, because scores differ between roots in solo mode,
/// and the way the game ends.
pub(super) fn key(position: &Position, root: Side) -> u64 {
    let eyes = match position.mode() {
        Mode::Solo => 5 * (position.options().end as u64 + 1) + root.index() as u64,
        mode => mode.team(root) as u64 + 1,
    };
    position.key() ^ eyes.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The score for these log odds. It never reaches a proven loss.
fn score_of(logit: i32) -> Score {
    (logit * SIFANG_ODDS_UNIT / LOGIT_ONE).clamp(-MAX_ODDS, MAX_ODDS)
}

const MAX_ODDS: Score = 16 * SIFANG_ODDS_UNIT;

/// Value of this many points of three: [`worth_in_race`].
pub(super) fn worth_of_points(points: Points) -> Score {
    worth_in_race(points.in_halves())
}

/// Value of this many half points of a race: with one sixth of the points the odds are one to five.
/// The last place is worse than any odds but not a proven loss, because the search lets only one
/// opponent move between two own moves.
fn worth_in_race(halves: u16) -> Score {
    const BY_HALVES: [Score; 7] = [-MAX_ODDS - 1, -1_770, -762, 0, 762, 1_770, WIN];
    BY_HALVES[usize::from(halves.min(6))]
}

/// Value of a place of a race, from 1 to 4.
fn worth_of_place(place: u8) -> Score {
    worth_in_race(8 - 2 * u16::from(place.min(4)))
}

/// Compresses a score so that it stays below `best`: a possible result is worth less than an
/// achieved one.
fn short_of(score: Score, best: Score) -> Score {
    const NEAR: Score = 200;
    const MIN_LOSS: Score = 50;
    let from = best - NEAR;
    if score <= from { score } else { (from + (score - from) / 4).min(best - MIN_LOSS) }
}

/// Value of an outcome for the root; in solo mode a place below the first is worth its points.
fn worth(outcome: &Outcome, root: Side, mode: Mode) -> Score {
    if outcome.winners.contains(root.seat()) {
        return WIN;
    }
    if mode != Mode::Solo {
        return if outcome.winners.is_empty() { 0 } else { -WIN };
    }
    let halves = Score::from(outcome.scores[root.seat().index()].in_halves());
    (halves - 3) * 10_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_points_are_worth_their_odds() {
        for halves in 1..=5_u16 {
            let odds = f64::from(halves) / f64::from(6 - halves);
            let expected = odds.ln() * f64::from(SIFANG_ODDS_UNIT);
            assert!((f64::from(worth_in_race(halves)) - expected).abs() < 2.0, "{halves}");
        }
        assert!(worth_in_race(0) < -MAX_ODDS && !search::is_decided(worth_in_race(0)));
        assert_eq!(worth_in_race(6), WIN);
    }

    /// No possible result is worth as much as an achieved one, and the function is monotonic.
    #[test]
    fn to_come_in_is_best() {
        for best in [worth_in_race(2), worth_in_race(4), worth_in_race(6)] {
            let mut before = Score::MIN;
            for score in (-MAX_ODDS..=MAX_ODDS).step_by(7) {
                let short = short_of(score, best);
                assert!(short < best && short >= before && short <= score, "{score} of {best}");
                before = short;
            }
        }
    }
}
