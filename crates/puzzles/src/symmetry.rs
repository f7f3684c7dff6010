//! Positions that are the same puzzle: mirror images, turned boards, and the colours exchanged, as far
//! as the rules of the game stay the same.

use crate::fnv::fnv_1a;
use games::AnyGame;
use xiangqi::{Piece, Position, Side, Square};

/// A number that is equal for positions that are the same puzzle. Counters do not matter.
pub(crate) fn key(position: &Position) -> u64 {
    let turn = position.side_to_move();
    let hash = |is_mirrored: bool| {
        let mut board = [0; Square::COUNT];
        for (square, piece) in position.all_pieces() {
            let file = if is_mirrored { 8 - square.file() } else { square.file() };
            let at = usize::from(turn.relative_rank(square.rank())) * 9 + usize::from(file);
            board[at] = code(piece, turn);
        }
        fnv_1a(board)
    };
    hash(false).min(hash(true))
}

/// As [`key`], for a position of any game. Counters, options and moles do not matter.
pub(crate) fn key_of_game(game: &AnyGame) -> u64 {
    let text = game.truth_text();
    let mut words = text.split(' ');
    let (board, turn) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match game {
        AnyGame::Xiangqi(game) => key(game.position()),
        AnyGame::Undercover(game) => key(game.position().board()),
        AnyGame::Banqi(_) => key_of_banqi(board, turn),
        AnyGame::Sifang(_) => key_of_sifang(board, turn),
    }
}

/// The key of a board of banqi: both axes are mirrored, because pieces move alike in every
/// direction, and the colours are exchanged.
fn key_of_banqi(board: &str, turn: &str) -> u64 {
    let is_exchanged = turn == "b";
    let cell = |letter: char| match letter {
        letter if !is_exchanged => letter,
        letter if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
        letter => letter.to_ascii_uppercase(),
    };
    let rows = board.split('/').map(|row| {
        let cells = row.chars().flat_map(|letter| match letter.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![cell(letter)],
        });
        cells.collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    let backwards = |rows: &[String]| -> Vec<String> {
        rows.iter().map(|row| row.chars().rev().collect()).collect()
    };
    let upside_down: Vec<String> = rows.iter().rev().cloned().collect();
    let images = [backwards(&rows), backwards(&upside_down), rows, upside_down];
    images.iter().map(|rows| fnv_1a(rows.join("/").into_bytes())).min().unwrap_or_default()
}

/// Width and height of sifang's board with the corners that it lacks.
const CROSS: usize = 13;

/// The key of a board of sifang: turned until the side on move is in the south. A mirror image is
/// another puzzle, because the sides take their turns in the other direction there.
fn key_of_sifang(board: &str, turn: &str) -> u64 {
    /// The sides in the order of their turns, counter-clockwise from the south.
    const SIDES: &str = "rgyb";
    let number = |side: Option<char>| side.and_then(|side| SIDES.find(side));
    let turns = number(turn.chars().next()).unwrap_or_default();
    let mut cells = vec![String::new(); CROSS * CROSS];
    for (row, text) in board.split('/').enumerate().take(CROSS) {
        // The first and last rows are shorter.
        let corner = 3usize.saturating_sub(row.min(CROSS - 1 - row));
        let mut at = row * CROSS + corner;
        for word in text.split(',') {
            if let Ok(empty) = word.parse::<usize>() {
                at += empty;
                continue;
            }
            let mut letters = word.chars();
            let side = number(letters.next()).unwrap_or_default();
            let side = (side + SIDES.len() - turns) % SIDES.len();
            if let Some(cell) = cells.get_mut(at) {
                *cell = format!("{side}{}", letters.as_str());
            }
            at += 1;
        }
    }
    for _ in 0..turns {
        // Clockwise: the east becomes the south.
        let from = |at: usize| (CROSS - 1 - at % CROSS) * CROSS + at / CROSS;
        cells = (0..CROSS * CROSS).map(|at| cells[from(at)].clone()).collect();
    }
    fnv_1a(cells.join(",").into_bytes())
}

fn code(piece: Piece, turn: Side) -> u8 {
    1 + piece.kind as u8 + if piece.side == turn { 0 } else { 7 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_banqi_are_mirrored_and_exchanged() {
        let key = key_of_banqi("7n/6BP/8/8", "r");
        for (board, turn) in [
            ("8/8/6BP/7n", "r"),
            ("n7/PB6/8/8", "r"),
            ("8/8/PB6/n7", "r"),
            ("7N/6bp/8/8", "b"),
            ("8/8/pb6/N7", "b"),
        ] {
            assert_eq!(key_of_banqi(board, turn), key, "{board} {turn}");
        }
        for (board, turn) in
            [("7n/6BP/8/8", "b"), ("7n/6PB/8/8", "r"), ("6n1/6BP/8/8", "r"), ("7*/6BP/8/8", "r")]
        {
            assert_ne!(key_of_banqi(board, turn), key, "{board} {turn}");
        }
    }

    /// The text of pieces of sifang by row and column of the square around the board.
    fn cross(pieces: &[(usize, usize, String)]) -> String {
        let row = |row: usize| {
            let corner = 3usize.saturating_sub(row.min(CROSS - 1 - row));
            let cells = (corner..CROSS - corner).map(|column| {
                let here = pieces.iter().find(|it| (it.0, it.1) == (row, column));
                here.map_or("1".to_owned(), |it| it.2.clone())
            });
            cells.collect::<Vec<_>>().join(",")
        };
        (0..CROSS).map(row).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn boards_of_sifang_are_turned_and_not_mirrored() {
        let next = |side: char| match side {
            'r' => 'g',
            'g' => 'y',
            'y' => 'b',
            _ => 'r',
        };
        let turned = |name: &str| format!("{}{}", next(name.chars().next().unwrap()), &name[1..]);
        let pieces = [(12, 6, "rM"), (9, 11, "gT"), (0, 4, "yI"), (6, 1, "bF"), (3, 0, "rC")];
        let pieces = pieces.map(|(row, column, name)| (row, column, name.to_owned()));
        let key = key_of_sifang(&cross(&pieces), "r");
        let (mut image, mut turn) = (pieces.clone(), 'r');
        for _ in 0..4 {
            // A quarter turn counter-clockwise: the south becomes the east.
            image = image.map(|(row, column, name)| (CROSS - 1 - column, row, turned(&name)));
            turn = next(turn);
            assert_eq!(key_of_sifang(&cross(&image), &turn.to_string()), key, "{turn}");
            let other = next(turn).to_string();
            assert_ne!(key_of_sifang(&cross(&image), &other), key, "{turn}");
        }
        assert_eq!(image, pieces);
        let mirrored = pieces.map(|(row, column, name)| (row, CROSS - 1 - column, name));
        assert_ne!(key_of_sifang(&cross(&mirrored), "r"), key);
    }
}
