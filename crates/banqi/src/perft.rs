use crate::{Board, Position};
use alloc::vec::Vec;
use game::Position as _;

/// Counts the sequences of `depth` actions with all pieces known. A finished game has none.
///
/// ```
/// use banqi::{Options, Position, perft};
///
/// let dealt = "********/********/********/******** - 0/0 0 0 PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb";
/// let position = Position::from_text(Options::SEED, dealt)?;
/// assert_eq!([1, 2, 3].map(|depth| perft(&position, depth)), [32, 992, 30_238]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    count(&mut position.clone(), depth)
}

/// Counts like [`perft`], but counts an action that reveals a piece once for each distinct piece it
/// may reveal.
///
/// ```
/// use banqi::{Board, Options, perft_chance};
///
/// // 32 squares, each with one of 14 distinct pieces.
/// let start = Board::start(Options::SEED);
/// assert_eq!([1, 2].map(|depth| perft_chance(&start, depth)), [32 * 14, 192_448]);
/// ```
pub fn perft_chance(board: &Board, depth: u32) -> u64 {
    count_chance(&mut board.clone(), depth)
}

fn count(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut actions = Vec::new();
    position.legal_into(&mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    let mut nodes = 0;
    for action in actions {
        let undo = position.make(action);
        nodes += count(position, depth - 1);
        position.unmake(action, undo);
    }
    nodes
}

fn count_chance(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut actions = Vec::new();
    board.actions_into(&mut actions);
    let pieces = board.unseen().kinds();
    if depth == 1 {
        let (turning, open): (Vec<_>, Vec<_>) =
            actions.into_iter().partition(|&action| board.reveals(action));
        return (turning.len() * pieces.count() + open.len()) as u64;
    }
    let pieces: Vec<_> = pieces.map(|(piece, _)| Some(piece)).collect();
    let mut nodes = 0;
    for action in actions {
        let revealed = if board.reveals(action) { &pieces[..] } else { &[None] };
        for &piece in revealed {
            let undo = board.make(action, piece);
            nodes += count_chance(board, depth - 1);
            board.unmake(action, undo);
        }
    }
    nodes
}
