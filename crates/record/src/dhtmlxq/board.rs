//! `binit`: the squares of the 32 pieces.

use super::blocks::BlockValue;
use crate::text::{Report, shown};
use xiangqi::{Kind, Move, Piece, Position, Setup, Side, Square};

/// Pieces of a side in the order of `binit`.
const ORDER: [Kind; 16] = {
    use Kind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Pawn};
    [
        Chariot, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Chariot, Cannon,
        Cannon, Pawn, Pawn, Pawn, Pawn, Pawn,
    ]
};

const OFF_BOARD: &str = "99";

/// Parses a square of two digits.
pub(super) fn square(digits: &str) -> Option<Square> {
    let mut digits = digits.chars().map(|digit| digit.to_digit(10));
    let (file, from_top) = (digits.next()??, digits.next()??);
    Square::new(file as u8, 9 - from_top as u8)
}

/// Writes a square as two digits.
fn digits(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

/// Writes a move as four digits.
pub(super) fn write_move(played: Move) -> String {
    digits(played.from) + &digits(played.to)
}

/// Parses a move of four digits.
pub(super) fn read_move(four: &str) -> Option<Move> {
    Some(Move { from: square(four.get(..2)?)?, to: square(four.get(2..)?)? })
}

/// Reads the board. It has no side to move, which is set to Red.
pub(super) fn read(value: BlockValue<'_>, report: &mut Report<'_>) -> Option<Setup> {
    let lead = value.text.len() - value.text.trim_start().len();
    let (at, text) = (value.at + lead, value.text.trim());
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!(
            "expected a square of two digits for each of 32 pieces, found `{}`",
            shown(text)
        );
        report.add(at, "board-size", message);
        return None;
    }
    let mut setup = Setup::EMPTY;
    let mut is_sound = true;
    for index in 0..32 {
        let (side, kind) = (Side::BOTH[index / 16], ORDER[index % 16]);
        let pair = &text[index * 2..index * 2 + 2];
        if pair == OFF_BOARD {
            continue;
        }
        let fault = match square(pair).map(|square| &mut setup.board[square.index()]) {
            None => Some(format!("expected a square `00` to `89` or `99`, found `{pair}`")),
            Some(place @ None) => {
                *place = Some(Piece { side, kind });
                None
            }
            Some(Some(other)) => Some(format!("on `{pair}` stands {other} already")),
        };
        if let Some(message) = fault {
            report.add(at + index * 2, "pieces", message);
            is_sound = false;
        }
    }
    is_sound.then_some(setup)
}

/// Writes the board as sites do: each kind of piece from its side's right.
pub(super) fn write(position: &Position) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        let mut places = Kind::ALL.map(|kind| {
            let mut squares: Vec<Square> = position.pieces(side, kind).collect();
            squares.sort_by_key(|square| (square.file(), square.rank()));
            if side == Side::Black {
                // Pieces are taken from the end: from the smallest file on.
                squares.reverse();
            }
            squares
        });
        for kind in ORDER {
            let next = places[kind as usize].pop();
            text += &next.map_or_else(|| OFF_BOARD.to_owned(), digits);
        }
    }
    text
}
