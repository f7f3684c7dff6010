//! Tests that all implementations give the same score, and that the score is symmetric in colours
//! and in left and right.

#[path = "common/games.rs"]
mod games;
#[path = "common/networks.rs"]
mod networks;

use conformance::TestDice;
use game::Dice;
use games::each_position;
use networks::any_network;
use nnue::Evaluator;
use std::sync::Arc;
use xiangqi::{Kind, Legality, Move, Piece, Position, Setup, Square};

/// Compares incremental evaluation over moves, turned pawns, null moves and undo with evaluation
/// from scratch and number by number.
#[test]
fn incremental_and_full_evaluation_agree() {
    let mut dice = TestDice::new(3);
    for seed in 0..40 {
        // Every second network has the largest weights that a file may have.
        let network = Arc::new(any_network(seed, seed % 2 == 0));
        let mut evaluator = Evaluator::new(network.clone());
        let check = |evaluator: &mut Evaluator, position: &Position| {
            let score = network.evaluate_scalar(position);
            let fen = position.fen();
            assert_eq!(network.evaluate(position), score, "seed {seed}: {fen}");
            assert_eq!(evaluator.evaluate(position), score, "seed {seed}: {fen}");
        };
        let mut position = Position::start();
        let mut made = Vec::new();
        for _ in 0..2_500 {
            let legal = position.legal_moves();
            match dice.roll(20) {
                0..=8 if !legal.is_empty() => {
                    let played = legal[dice.roll(legal.len() as u32) as usize];
                    evaluator.make(&position, played);
                    made.push((Step::Move(played), position.make(played)));
                }
                9 if !position.in_check(position.side_to_move()) => {
                    evaluator.make_null();
                    made.push((Step::Null, position.make_null()));
                }
                10 if !position.in_check(position.side_to_move()) => {
                    let mut pawns = position.pieces(!position.side_to_move(), Kind::Pawn);
                    let Some(pawn) = pawns.next() else { continue };
                    evaluator.make_turn(&position, pawn);
                    made.push((Step::Turn(pawn), position.make_turn(pawn)));
                }
                11..=17 => {
                    let Some((step, undo)) = made.pop() else { continue };
                    evaluator.unmake();
                    match step {
                        Step::Move(played) => position.unmake(played, undo),
                        Step::Turn(pawn) => position.unmake_turn(pawn, undo),
                        Step::Null => position.unmake_null(undo),
                    }
                }
                _ => check(&mut evaluator, &position),
            }
        }
        check(&mut evaluator, &position);
    }
}

enum Step {
    Move(Move),
    Turn(Square),
    Null,
}

/// Permutes the points of the board, and swaps the sides if `swaps`.
fn turned(position: &Position, swaps: bool, to: impl Fn(usize) -> usize) -> Position {
    let mut setup: Setup = position.to_setup();
    let before = setup.board;
    for (at, piece) in before.into_iter().enumerate() {
        let swapped =
            |piece: Piece| if swaps { Piece { side: !piece.side, ..piece } } else { piece };
        setup.board[to(at)] = piece.map(swapped);
    }
    setup.turn = if swaps { !setup.turn } else { setup.turn };
    Position::from_setup(&setup, Legality::Traditional).expect("a legal position")
}

#[test]
fn evaluations_are_symmetric() {
    let network = any_network(5, false);
    let mut mirrored_count = 0;
    each_position(11, 40, |position| {
        let score = network.evaluate(position);
        let fen = position.fen();
        let swapped = turned(position, true, |at| (9 - at / 9) * 9 + at % 9);
        assert_eq!(network.evaluate(&swapped), score, "{fen}");
        // With its general on the middle file, a side may be seen in either orientation.
        let is_aside = |side| position.general(side).file() != 4;
        if is_aside(xiangqi::Side::Red) && is_aside(xiangqi::Side::Black) {
            mirrored_count += 1;
            let mirrored = turned(position, false, |at| at / 9 * 9 + 8 - at % 9);
            assert_eq!(network.evaluate(&mirrored), score, "{fen}");
        }
    });
    assert!(mirrored_count > 100, "{mirrored_count}");
}

/// Turned pawns of undercover xiangqi may be on points without an input; these are ignored.
#[test]
fn pieces_without_an_input_are_ignored() {
    let network = any_network(6, false);
    let board = |fen: &str| {
        let setup: Setup = fen.parse().expect("a FEN");
        Position::from_setup(&setup, Legality::Undercover).expect("a position of undercover")
    };
    let with = board("3k5/9/9/9/9/9/9/9/P8/4K4 w - - 0 1");
    let without = board("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(network.evaluate(&with), network.evaluate(&without));
    assert_eq!(network.evaluate_scalar(&with), network.evaluate(&with));
    let mut evaluator = Evaluator::new(Arc::new(network));
    let before = evaluator.evaluate(&with);
    let mut position = with.clone();
    let played = "e0e1".parse().expect("a move");
    evaluator.make(&position, played);
    let undo = position.make(played);
    evaluator.evaluate(&position);
    evaluator.unmake();
    position.unmake(played, undo);
    assert_eq!(evaluator.evaluate(&position), before);
}
