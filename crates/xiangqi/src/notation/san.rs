//! SAN: chess-style letters with ranks from 1, as pychess and others write them.

use crate::{Kind, Move, Piece, Position, Square};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

/// A text in SAN, taken apart.
pub(super) struct San {
    kind: Kind,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    is_capture: bool,
    to: Square,
}

impl San {
    /// Parses `Che3`, `Pxc5`, `N5f7`, `Ra1xa4+`. A pawn's letter may be missing. Returns what the
    /// text could be, the likelier first.
    pub(super) fn readings(text: &str) -> Vec<San> {
        let text = text.trim_end_matches(['+', '#']);
        let Some(letter) = text.chars().next().filter(char::is_ascii_alphabetic) else {
            return Vec::new();
        };
        // `c3e3` and `C3E3` are coordinates: only `C3e3` begins with the letter of a piece.
        let rest = &text[1..];
        let is_square = matches!(letter.to_ascii_lowercase(), 'a'..='i')
            && rest.starts_with(|c: char| c.is_ascii_digit());
        let is_capital = letter.is_ascii_uppercase() && !rest.contains(|c: char| c.is_uppercase());
        let piece = Piece::from_letter(letter.to_ascii_uppercase());
        let of_piece =
            piece.filter(|_| is_capital || !is_square).and_then(|piece| San::of(piece.kind, rest));
        let of_pawn = San::of_pawn(text).filter(|_| letter.is_ascii_lowercase());
        of_pawn.into_iter().chain(of_piece).collect()
    }

    /// Parses `c5` and `cxd5`.
    fn of_pawn(text: &str) -> Option<San> {
        let san = San::of(Kind::Pawn, text)?;
        // A second square would be a move by coordinates.
        san.from_rank.is_none().then_some(san)
    }

    /// Parses what follows the piece's letter.
    fn of(kind: Kind, text: &str) -> Option<San> {
        let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let rank = &text[before.len()..];
        let file = before.chars().next_back().filter(char::is_ascii)?;
        let origin = &before[..before.len() - 1];
        let to = Square::new(file_number(file)?, rank_number(rank)?)?;
        let bare = origin.strip_suffix(['x', 'X', ':', '-', '×']).unwrap_or(origin);
        let is_capture = bare.len() < origin.len() && !origin.ends_with('-');
        let digits = bare.trim_start_matches(|c: char| file_number(c).is_some());
        let from_file = match bare.len() - digits.len() {
            0 => None,
            1 => file_number(bare.chars().next()?),
            _ => return None,
        };
        let from_rank = if digits.is_empty() { None } else { Some(rank_number(digits)?) };
        Some(San { kind, from_file, from_rank, is_capture, to })
    }

    /// Whether the text means a move, be it legal or not.
    pub(super) fn fits(&self, position: &Position, played: Move) -> bool {
        played.to == self.to
            && position.piece_at(played.from).is_some_and(|piece| piece.kind == self.kind)
            && self.from_file.is_none_or(|file| file == played.from.file())
            && self.from_rank.is_none_or(|rank| rank == played.from.rank())
            && (!self.is_capture || position.piece_at(played.to).is_some())
    }
}

/// Returns the legal moves that a text means.
pub(super) fn read(position: &Position, text: &str) -> Vec<Move> {
    let readings = San::readings(text);
    if readings.is_empty() {
        return Vec::new();
    }
    let legal = position.legal_moves();
    let meant = readings.iter().map(|san| {
        let fits = |&&played: &&Move| san.fits(position, played);
        legal.iter().filter(fits).copied().collect()
    });
    meant.into_iter().find(|moves: &Vec<Move>| !moves.is_empty()).unwrap_or_default()
}

fn file_number(file: char) -> Option<u8> {
    matches!(file, 'a'..='i').then(|| file as u8 - b'a')
}

fn rank_number(rank: &str) -> Option<u8> {
    let number = rank.parse::<u8>().ok()?;
    let is_plain = !rank.starts_with(['0', '+']);
    number.checked_sub(1).filter(|&number| is_plain && number < 10)
}

/// Writes a square with ranks from 1: `h3`, `a10`.
pub(super) fn square(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1)
}

/// Writes a legal move; `None` if no piece is there.
pub(super) fn write(position: &Position, played: Move) -> Option<String> {
    let kind = position.piece_at(played.from)?.kind;
    let others = position.legal_moves();
    let others: Vec<Square> = others
        .into_iter()
        .filter(|other| other.to == played.to && other.from != played.from)
        .map(|other| other.from)
        .filter(|&from| position.piece_at(from).is_some_and(|piece| piece.kind == kind))
        .collect();
    let shares =
        |same: fn(Square, Square) -> bool| others.iter().any(|&other| same(other, played.from));
    let origin = square(played.from);
    let (file, rank) = origin.split_at(1);
    let origin = if others.is_empty() {
        ""
    } else if !shares(|one, two| one.file() == two.file()) {
        file
    } else if !shares(|one, two| one.rank() == two.rank()) {
        rank
    } else {
        &origin
    };
    let capture = if position.piece_at(played.to).is_some() { "x" } else { "" };
    let mut after = position.clone();
    after.make(played);
    let ending = match (after.in_check(after.side_to_move()), after.has_legal_move()) {
        (true, false) => "#",
        (true, true) => "+",
        _ => "",
    };
    let target = square(played.to);
    Some([kind.letter().to_string().as_str(), origin, capture, &target, ending].concat())
}
