//! Static evaluation by terms with weights fitted to games.
//!
//! Every term is a count for Red less the same count for Black, times a weight that is interpolated
//! between middlegame and endgame. The same code computes a score (`evaluate_with`) and the counts
//! for fitting ([`counts`]).

mod balance;
mod chances;
mod forces;
mod material;
mod mobility;
mod pawns;
mod places;
mod shelter;
mod tally;
mod terms;
mod threats;
mod weights;

use forces::Forces;
use material::Material;
use search::Score;
use tally::{Counter, Sum, Tally};
use xiangqi::{Kind, Position, Side, Square};

pub use tally::Counts;
pub use terms::{TERMS, Term};
pub use weights::WEIGHTS;

pub(crate) use places::{PieceSum, pawn_worth};

/// Exchange value of a piece, in hundredths of a pawn that has not crossed the river.
pub(crate) const fn value(kind: Kind) -> Score {
    match kind {
        Kind::General => 10_000,
        Kind::Chariot => 950,
        Kind::Cannon => 470,
        Kind::Horse => 430,
        Kind::Advisor => 210,
        Kind::Elephant => 210,
        Kind::Pawn => 100,
    }
}

/// Static evaluation for the side to move.
#[cfg(test)]
fn evaluate(position: &Position) -> Score {
    evaluate_with(position, PieceSum::of(position))
}

/// Static evaluation for the side to move, given the sum of the piece values.
pub(crate) fn evaluate_with(position: &Position, pieces: PieceSum) -> Score {
    let forces = Side::BOTH.map(|side| Forces::of(position, side));
    let [mut red, mut black] = [Sum::default(); 2];
    tally(position, &forces, Side::Red, &mut red);
    tally(position, &forces, Side::Black, &mut black);
    let material = [&forces[0].material, &forces[1].material];
    let score = chances::scaled(material, (pieces.sum() + red - black).score(phase(&forces)));
    if position.side_to_move() == Side::Red { score } else { -score }
}

/// Reduces a score of an evaluation that does not know drawn endings, for the side to move.
pub(crate) fn held_back(position: &Position, score: Score) -> Score {
    let mover = position.side_to_move();
    let ahead = if score > 0 { mover } else { !mover };
    if !position.pieces(ahead, Kind::Chariot).is_empty() {
        return score;
    }
    let [red, black] = Side::BOTH.map(|side| Material::of(position, side));
    let score = if mover == Side::Red { score } else { -score };
    let score = chances::scaled([&red, &black], score);
    if mover == Side::Red { score } else { -score }
}

/// The share of its advantage that a side can convert with its attacking pieces, `0..=1`. Its lead
/// is multiplied by this.
///
/// ```
/// use bots::xiangqi::evaluation::winnable;
/// use xiangqi::{Position, Side};
///
/// // Advisors and elephants do not cross the river; a lone cannon wins next to nothing.
/// let position = Position::from_fen("3ak4/4a4/9/9/9/9/9/9/2C6/3K5 w - - 0 1")?;
/// assert_eq!(winnable(&position, Side::Black), 0.0);
/// assert!(winnable(&position, Side::Red) < 0.2);
/// assert_eq!(winnable(&Position::start(), Side::Red), 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn winnable(position: &Position, side: Side) -> f64 {
    let [red, black] = Side::BOTH.map(|side| Material::of(position, side));
    chances::share([&red, &black], side)
}

/// The counts of all terms, for fitting. Their weighted sum is the score for Red.
pub fn counts(position: &Position) -> Counts {
    let forces = Side::BOTH.map(|side| Forces::of(position, side));
    let mut counter = Counter::new();
    for side in Side::BOTH {
        counter.sign = if side == Side::Red { 1 } else { -1 };
        places::tally(position, side, &mut counter);
        tally(position, &forces, side, &mut counter);
    }
    counter.counts(phase(&forces))
}

/// Counts all terms of one side except the piece values.
fn tally<T: Tally>(position: &Position, forces: &[Forces; 2], side: Side, to: &mut T) {
    let own = &forces[side.index()];
    let enemy = &forces[(!side).index()];
    if position.side_to_move() == side {
        to.add(terms::TEMPO, 1);
    }
    mobility::tally(own, enemy, to);
    threats::tally(position, side, own, enemy, to);
    shelter::tally(position, side, own, enemy, to);
    pawns::tally(position, side, enemy, to);
    balance::tally(own, enemy, to);
}

/// The phase of a full board.
const FULL: i32 = 48;

/// How much of the middlegame is left, out of [`FULL`].
fn phase(forces: &[Forces; 2]) -> i32 {
    let [red, black] = forces;
    let count = |kind| red.count(kind) + black.count(kind);
    let phase = 6 * count(Kind::Chariot) + 3 * (count(Kind::Horse) + count(Kind::Cannon));
    phase.min(FULL)
}

/// Index of a point by the rank from the side's own edge and the file from the nearer edge, below
/// 50.
fn place(side: Side, square: Square) -> usize {
    let rank = usize::from(side.relative_rank(square.rank()));
    let file = usize::from(square.file());
    rank * 5 + file.min(8 - file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seeded;
    use game::Dice;
    use xiangqi::Setup;

    /// Positions of random games.
    fn each_position(mut look: impl FnMut(&Position)) {
        let mut dice = Seeded::new(7);
        for _ in 0..40 {
            let mut position = Position::start();
            for _ in 0..150 {
                look(&position);
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position.make(legal[dice.roll(legal.len() as u32) as usize]);
            }
        }
    }

    /// The position with every point mapped by `to`, and colours exchanged if `swaps`.
    fn turned(position: &Position, swaps: bool, to: impl Fn(usize) -> usize) -> Option<Position> {
        let mut setup: Setup = position.to_setup();
        let before = setup.board;
        for (at, piece) in before.into_iter().enumerate() {
            let side = |side: Side| if swaps { !side } else { side };
            setup.board[to(at)] =
                piece.map(|piece| xiangqi::Piece { side: side(piece.side), ..piece });
        }
        setup.turn = if swaps { !setup.turn } else { setup.turn };
        Position::from_setup(&setup, xiangqi::Legality::Traditional).ok()
    }

    #[test]
    fn neither_colour_nor_left_and_right_matter() {
        each_position(|position| {
            let rotated = turned(position, true, |at| 89 - at).expect("a legal position");
            let mirrored = turned(position, false, |at| at / 9 * 9 + 8 - at % 9);
            let score = evaluate(position);
            assert_eq!(evaluate(&rotated), score, "{}", position.fen());
            assert_eq!(mirrored.map(|other| evaluate(&other)), Some(score), "{}", position.fen());
        });
    }

    #[test]
    fn counts_add_up_to_the_score() {
        each_position(|position| {
            let counted = counts(position);
            let mut sums = [0; 2];
            for (term, count) in counted.terms {
                let weight = WEIGHTS[usize::from(term)];
                sums[0] += i32::from(weight[0]) * i32::from(count);
                sums[1] += i32::from(weight[1]) * i32::from(count);
            }
            let forces = Side::BOTH.map(|side| Forces::of(position, side));
            let phase = phase(&forces);
            let score = (sums[0] * phase + sums[1] * (FULL - phase)) / FULL;
            let score = chances::scaled([&forces[0].material, &forces[1].material], score);
            let own = if position.side_to_move() == Side::Red { score } else { -score };
            assert_eq!(evaluate(position), own, "{}", position.fen());
        });
    }

    #[test]
    fn pieces_are_kept_up_move_by_move() {
        each_position(|position| {
            let pieces = PieceSum::of(position);
            for played in position.legal_moves() {
                let mut after = position.clone();
                after.make(played);
                let kept = pieces.after(position, played);
                assert_eq!(kept, PieceSum::of(&after), "{} {played}", position.fen());
            }
        });
    }

    #[test]
    fn terms_lie_end_to_end() {
        let mut end = 0;
        for term in TERMS {
            assert_eq!(term.start, end, "{}", term.name);
            end += term.len;
        }
        assert_eq!(end, WEIGHTS.len());
    }

    /// Endings that cannot be won.
    #[test]
    fn what_cannot_attack_is_not_ahead() {
        let table = [
            // Advisors and elephants against a lone horse.
            ("2bak4/4a4/4b4/9/9/9/9/4B4/9/2BAKA2N w - - 0 1", 120),
            ("2bak4/4a4/4b4/9/9/9/9/9/4C4/4K4 w - - 0 1", 120),
            ("3k5/9/9/9/9/9/p8/4B4/9/2BAKA3 w - - 0 1", 200),
        ];
        for (fen, most) in table {
            let position = Position::from_fen(fen).expect("a legal position");
            let score = evaluate(&position);
            assert!(score.abs() <= most, "{fen}: {score}");
        }
    }
}
