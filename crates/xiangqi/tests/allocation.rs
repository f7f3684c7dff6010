//! Checks that the operations of a search do not allocate.

use allocation_counter::measure;
use game::Position as _;
use xiangqi::{Move, Position, perft};

const POSITIONS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
    "3k5/4R4/4R4/1cc6/3n1n3/3N1N3/1CC6/4r4/4r4/5K3 w - - 0 1",
    "3k5/2P1P4/2P1P4/4P4/9/9/p8/2p1p4/2p1p4/5K3 b - - 7 40",
];

#[test]
fn the_counter_counts() {
    let counted = measure(|| {
        std::hint::black_box(vec![0_u8; 100]);
    });
    assert_eq!(counted.count_total, 1);
}

#[test]
fn make_and_unmake_allocate_nothing() {
    for fen in POSITIONS {
        let mut position = Position::from_fen(fen).expect(fen);
        let moves = position.legal_moves();
        assert!(!moves.is_empty(), "{fen}");
        let counted = measure(|| {
            for &played in &moves {
                let undo = position.make(played);
                position.unmake(played, undo);
            }
        });
        assert_eq!(counted.count_total, 0, "{fen}");
    }
}

/// A search reuses its move lists.
#[test]
fn a_list_filled_again_allocates_nothing() {
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect(fen);
        let mut list: Vec<Move> = Vec::with_capacity(128);
        let counted = measure(|| {
            for _ in 0..10 {
                list.clear();
                position.legal_into(&mut list);
            }
        });
        assert_eq!(counted.count_total, 0, "{fen}");
    }
}

#[test]
fn perft_does_not_allocate_per_node() {
    let position = Position::start();
    let count = |depth| measure(|| assert!(perft(&position, depth) > 0)).count_total;
    let (shallow, deep) = (count(2), count(3));
    assert!(deep <= shallow + 16, "depth 2: {shallow} allocations, depth 3: {deep}");
}
