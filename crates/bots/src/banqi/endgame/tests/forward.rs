use super::board;
use banqi::{Action, Board, Color, Piece, Square};

/// A forward solver that uses the rules only. For every placement of some pieces it computes the
/// result after each number of quiet plies, from the sixtieth, which is a draw, down to none.
pub(super) struct Forward {
    pieces: Vec<Piece>,
    boards: Vec<Board>,
    /// The successors of each board.
    nexts: Vec<Vec<Next>>,
}

/// The result of an action.
#[derive(Clone, Copy)]
enum Next {
    /// A quiet move to the board with this number.
    Quiet(usize),
    /// A capture with this value for the side then to move.
    Known(i8),
}

/// The pieces left after a capture, and the value of each of their placements by [`number_of`].
type Smaller = (Vec<Piece>, Vec<i8>);

const LIMIT: u16 = 60;

impl Forward {
    /// `pieces` must be sorted.
    pub(super) fn new(pieces: Vec<Piece>) -> Forward {
        let without = |at| {
            let mut left = pieces.clone();
            left.remove(at);
            let has = |color| left.iter().any(|piece: &Piece| piece.color == color);
            (has(Color::Red) && has(Color::Black)).then(|| Forward::new(left).at_count_zero())
        };
        let smaller: Vec<Smaller> = (0..pieces.len()).filter_map(without).collect();
        let mut boards = Vec::new();
        let mut numbers = vec![None; 2 << (5 * pieces.len())];
        for places in 0..1_usize << (5 * pieces.len()) {
            let square = |at: usize| Square::all().nth(places >> (5 * at) & 31);
            let squares: Vec<Square> = (0..pieces.len()).filter_map(square).collect();
            if (1..squares.len()).any(|at| squares[..at].contains(&squares[at])) {
                continue;
            }
            let red = board(&pieces, &squares, Color::Red, 0);
            let mut black = red.clone();
            black.wait();
            for board in [red, black] {
                // Equal pieces may be exchanged.
                numbers[number_of(&pieces, &board)].get_or_insert_with(|| {
                    boards.push(board);
                    boards.len() - 1
                });
            }
        }
        let next = |board: &Board, action| {
            let mut after = board.clone();
            after.make(action, None);
            if !board.captures(action) {
                return numbers[number_of(&pieces, &after)].map(Next::Quiet);
            }
            if let Some((_, winner)) = after.ending() {
                return Some(Next::Known(if winner == after.turn() { 1 } else { -1 }));
            }
            let is_left = |(left, _): &&Smaller| {
                let there = |piece| left.iter().filter(|&&other| other == piece).count();
                Piece::all().all(|piece| after.squares_of(piece).len() as usize == there(piece))
            };
            let (left, worth) = smaller.iter().find(is_left)?;
            Some(Next::Known(worth[number_of(left, &after)]))
        };
        let nexts = |board: &Board| {
            let mut actions: Vec<Action> = Vec::new();
            board.actions_into(&mut actions);
            let known = |action| next(board, action).expect("every action leads somewhere");
            actions.into_iter().map(known).collect()
        };
        let nexts = boards.iter().map(nexts).collect();
        Forward { pieces, boards, nexts }
    }

    /// Calls `tell` for each board and number of quiet plies with the value for the side to move.
    pub(super) fn for_each(&self, mut tell: impl FnMut(&Board, u16, i8)) {
        let mut worth = self.at_limit();
        for quiet in (0..LIMIT).rev() {
            worth = self.one_count_earlier(&worth);
            self.boards.iter().zip(&worth).for_each(|(board, &worth)| tell(board, quiet, worth));
        }
    }

    /// The value of every board without quiet plies.
    fn at_count_zero(self) -> Smaller {
        let mut worth = self.at_limit();
        for _ in 0..LIMIT {
            worth = self.one_count_earlier(&worth);
        }
        let mut by_number = vec![0; 2 << (5 * self.pieces.len())];
        for (board, worth) in self.boards.iter().zip(worth) {
            by_number[number_of(&self.pieces, board)] = worth;
        }
        (self.pieces, by_number)
    }

    /// At the limit every board is drawn, unless the side to move has no action.
    fn at_limit(&self) -> Vec<i8> {
        self.nexts.iter().map(|nexts| if nexts.is_empty() { -1 } else { 0 }).collect()
    }

    fn one_count_earlier(&self, after: &[i8]) -> Vec<i8> {
        let worth = |next: &Next| match *next {
            Next::Quiet(number) => -after[number],
            Next::Known(worth) => -worth,
        };
        self.nexts.iter().map(|nexts| nexts.iter().map(worth).max().unwrap_or(-1)).collect()
    }
}

/// A number for a board with these pieces, independent of the order of equal ones.
fn number_of(pieces: &[Piece], board: &Board) -> usize {
    let square = |at: usize| {
        let alike = pieces[..at].iter().filter(|&&other| other == pieces[at]).count();
        board.squares_of(pieces[at]).nth(alike).map_or(0, Square::index)
    };
    let places = (0..pieces.len()).fold(0, |number, at| number << 5 | square(at));
    places << 1 | usize::from(board.turn() == Some(Color::Black))
}
