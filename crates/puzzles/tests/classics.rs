//! Proves the composed mates that the pages ship.

use bots::xiangqi::{MateProof, prove_mate};
use puzzles::Classic;
use xiangqi::Position;

/// Maximum number of moves. The longer ones take minutes; the example `prove_classics` proves them.
const MAX_MOVES: usize = 5;

/// Every composition is a mate in the stated number of moves, and in no smaller number.
#[test]
fn every_composition_is_a_mate_in_its_number_of_moves() {
    for classic in Classic::all().filter(|classic| classic.moves <= MAX_MOVES) {
        let code = classic.code;
        let position =
            Position::from_fen(&format!("{} w - - 0 1", classic.board)).expect("a board");
        let MateProof::Mate(line) = prove_mate(&position, classic.moves as u32, &mut |_| true)
        else {
            panic!("{code}: no mate in {}", classic.moves)
        };
        assert_eq!(line.len(), 2 * classic.moves - 1, "{code}: {line:?}");
        let mut end = position;
        for played in line {
            assert!(end.is_legal(played), "{code}: {played}");
            end.make(played);
        }
        assert!(!end.has_legal_move(), "{code}");
    }
}
