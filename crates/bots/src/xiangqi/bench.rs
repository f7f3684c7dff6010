use super::Engine;
use search::Limits;
use xiangqi::Position;

/// Openings, middlegames and endings, quiet and tactical.
const POSITIONS: [&str; 12] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3",
    "1rbakab1r/9/1cn3n1c/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/R1BAKABR1 w - - 0 8",
    "2bakab1r/4n4/2n1c4/pR2p1p1p/2p6/6P2/P1P1P3P/2N1C1N2/9/2BAKABR1 w - - 0 14",
    "r2akabr1/4n4/4b1n2/p1p1p3p/6p2/1CP6/P3P1P1P/2N1C1N2/4A4/1RB1KABR1 b - - 2 12",
    "3akab2/9/2n1b4/p3p1p1p/2pn5/2P3P2/P3P3P/2N1B1N2/4A4/2BAK4 w - - 0 22",
    "2ba1k3/4a4/2n1b4/p1R1p1r1p/9/2P3P2/P3P3P/2N1C4/4A4/2BAK1B2 b - - 3 24",
    "3k1ab2/4a4/b8/4p3p/2p3n2/4P1N2/P8/4B4/4A4/2BAK4 w - - 5 36",
    "4kab2/4a4/4b4/9/9/2p1P4/4c3P/4B4/4A4/2BK1A1N1 w - - 8 45",
    "3akab2/9/4b4/9/4p4/9/9/1R2C4/1r7/2BAKAB2 w - - 10 50",
    "4k4/4a4/3P5/9/9/9/9/9/4p4/3K1R3 w - - 0 60",
    "2bak4/4a4/4b4/3N5/9/9/9/4B4/3R1r3/2BAKA3 b - - 12 55",
];

const DEPTH: u8 = 9;

/// Searches the positions to a fixed depth and returns the number of nodes. The number is a
/// checksum of the engine's behaviour on every machine.
pub fn bench() -> u64 {
    let mut engine = Engine::new(16, 1);
    let limits = Limits::of_nodes(u64::MAX).to_depth(DEPTH);
    let mut nodes = 0;
    for fen in POSITIONS {
        let Ok(position) = Position::from_fen(fen) else { continue };
        engine.clear_hash();
        if engine.set_position(position, &[]).is_ok() {
            nodes += engine.search(&limits, &mut |_| {}).map_or(0, |found| found.nodes);
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_legal() {
        for fen in POSITIONS {
            assert!(Position::from_fen(fen).is_ok(), "{fen}: {:?}", Position::from_fen(fen));
        }
    }

    /// A change of search or evaluation changes this number and says so in its commit.
    #[test]
    fn checksum() {
        assert_eq!(bench(), 156_346);
    }
}
