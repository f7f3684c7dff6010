//! Incremental evaluation of the positions of a line.

use super::evaluation::{PieceSum, evaluate_with, held_back, pawn_worth};
use core::cell::RefCell;
use nnue::{Evaluator, Network, feature};
use search::Score;
use std::sync::{Arc, LazyLock};
use xiangqi::{Bitboard, Kind, Move, Piece, Position, Side, Square};

/// The network for xiangqi and undercover that ships with the program
/// (`docs/engine-design.md`). `None` only if its file were damaged, which a test excludes.
pub fn shipped_network() -> Option<Arc<Network>> {
    static SHIPPED: LazyLock<Option<Arc<Network>>> =
        LazyLock::new(|| Network::from_bytes(include_bytes!("xiangqi.nn")).ok().map(Arc::new));
    SHIPPED.clone()
}

/// Evaluates the positions of a line. It must be called for every move made and unmade.
#[derive(Clone)]
pub(crate) enum Judge {
    /// The fitted weights. The sum of the piece values is updated incrementally: before the line,
    /// and after each of its steps.
    Weights(Vec<PieceSum>),
    /// The network. It computes on demand; the cell is needed because evaluation does not change
    /// the state.
    Network(RefCell<Evaluator>),
}

impl Judge {
    /// Creates a judge for lines that begin with a position.
    pub(crate) fn new(position: &Position, network: Option<Arc<Network>>) -> Judge {
        match network {
            None => Judge::Weights(vec![PieceSum::of(position)]),
            Some(network) => Judge::Network(RefCell::new(Evaluator::new(network))),
        }
    }

    /// Must be called before a move is made.
    #[inline]
    pub(crate) fn make(&mut self, position: &Position, played: Move) {
        match self {
            Judge::Weights(line) => {
                line.push(last_of(line, position).after(position, played));
            }
            Judge::Network(evaluator) => evaluator.get_mut().make(position, played),
        }
    }

    /// Must be called before the pawn on a point changes sides.
    pub(crate) fn make_turn(&mut self, position: &Position, square: Square) {
        match self {
            Judge::Weights(line) => {
                line.push(last_of(line, position).after_turn(position, square));
            }
            Judge::Network(evaluator) => evaluator.get_mut().make_turn(position, square),
        }
    }

    /// Must be called before a null move.
    pub(crate) fn make_null(&mut self) {
        match self {
            Judge::Weights(line) => line.extend(line.last().copied()),
            Judge::Network(evaluator) => evaluator.get_mut().make_null(),
        }
    }

    /// Must be called after the last step is undone.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        match self {
            Judge::Weights(line) => {
                line.pop();
            }
            Judge::Network(evaluator) => evaluator.get_mut().unmake(),
        }
    }

    /// Static evaluation of the line's last position for the side to move, in hundredths of a pawn.
    #[inline]
    pub(crate) fn evaluate(&self, position: &Position) -> Score {
        match self {
            Judge::Weights(line) => evaluate_with(position, last_of(line, position)),
            Judge::Network(evaluator) => {
                let score = evaluator.borrow_mut().evaluate(position) + strays_worth(position);
                held_back(position, score)
            }
        }
    }
}

/// The sum of the piece values in the line's last position.
#[inline]
fn last_of(line: &[PieceSum], position: &Position) -> PieceSum {
    line.last().copied().unwrap_or_else(|| PieceSum::of(position))
}

/// Points by side that its pawns cannot reach and for which the network has no input.
static STRAY: LazyLock<[Bitboard; 2]> = LazyLock::new(|| {
    Side::BOTH.map(|side| {
        let pawn = Piece { side, kind: Kind::Pawn };
        let is_stray = |square: &Square| feature(side, false, pawn, *square).is_none();
        Square::all().filter(is_stray).fold(Bitboard::EMPTY, Bitboard::with)
    })
});

/// Value for the side to move of pawns on points that pawns cannot reach. In undercover a revealed
/// pawn can be on one.
#[inline]
fn strays_worth(position: &Position) -> Score {
    let strays = |side: Side| position.pieces(side, Kind::Pawn) & STRAY[side.index()];
    let mover = position.side_to_move();
    let (own, other) = (strays(mover), strays(!mover));
    if (own | other).is_empty() {
        return 0;
    }
    let worth =
        |side, strays: Bitboard| -> Score { strays.map(|square| pawn_worth(side, square)).sum() };
    worth(mover, own) - worth(!mover, other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seeded;
    use game::Dice;
    use xiangqi::Legality;

    #[test]
    fn the_network_that_ships_is_whole() {
        let network = shipped_network().expect("a network");
        // An extra chariot is worth something for either side.
        let odds = [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1",
            "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1",
        ];
        for fen in odds {
            let score = network.evaluate(&Position::from_fen(fen).expect("a legal position"));
            assert!((-3_000..-300).contains(&score), "{fen}: {score}");
        }
    }

    /// A pawn on an unreachable point counts for its side, although the network ignores it.
    #[test]
    fn strays_count() {
        let lone = Position::from_fen("3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1").expect("a position");
        assert_eq!(strays_worth(&lone), 0);
        let mut setup = lone.to_setup();
        let home: Square = "b2".parse().expect("a point");
        for (side, is_gain) in [(Side::Red, true), (Side::Black, false)] {
            let at = if side == Side::Red { home.index() } else { 89 - home.index() };
            setup.board[at] = Some(Piece { side, kind: Kind::Pawn });
            let position = Position::from_setup(&setup, Legality::Undercover).expect("a position");
            setup.board[at] = None;
            assert_eq!(strays_worth(&position) > 0, is_gain, "{}", position.fen());
        }
    }

    /// Over moves, reveals, null moves and undoing, the incremental evaluation equals a fresh one.
    #[test]
    fn what_is_kept_up_is_as_from_nothing() {
        for network in [None, shipped_network()] {
            let mut dice = Seeded::new(5);
            let mut position = Position::start();
            let mut judge = Judge::new(&position, network.clone());
            let mut made = Vec::new();
            for _ in 0..3_000 {
                let mover = position.side_to_move();
                let legal = position.legal_moves();
                let pawns: Vec<Square> = position.pieces(!mover, Kind::Pawn).collect();
                match dice.roll(12) {
                    0..=4 if !legal.is_empty() => {
                        let played = legal[dice.roll(legal.len() as u32) as usize];
                        judge.make(&position, played);
                        made.push((Step::Move(played), position.make(played)));
                    }
                    5 if !pawns.is_empty() && !position.in_check(mover) => {
                        let pawn = pawns[dice.roll(pawns.len() as u32) as usize];
                        judge.make_turn(&position, pawn);
                        made.push((Step::Turn(pawn), position.make_turn(pawn)));
                    }
                    6 if !position.in_check(mover) => {
                        judge.make_null();
                        made.push((Step::Null, position.make_null()));
                    }
                    7..=10 => {
                        let Some((step, undo)) = made.pop() else { continue };
                        judge.unmake();
                        match step {
                            Step::Move(played) => position.unmake(played, undo),
                            Step::Turn(pawn) => position.unmake_turn(pawn, undo),
                            Step::Null => position.unmake_null(undo),
                        }
                    }
                    _ => {}
                }
                let fresh = Judge::new(&position, network.clone());
                assert_eq!(judge.evaluate(&position), fresh.evaluate(&position));
            }
        }
    }

    enum Step {
        Move(Move),
        Turn(Square),
        Null,
    }
}
