//! The four notations: ICCS `h2e2`, UCI (the same, ranks from 0 or from 1), WXF `C2=5`, Chinese
//! 炮二平五. Written from a position, and read against it, so that a text means one legal move or
//! none.
//!
//! Files are counted 1–9 from the mover's right. Chinese writes Red's numbers as 一…九 and Black's
//! as １…９. Of several equal pieces on a file 前 and 后 (`+`, `-`) tell front and rear, 中 (`.`) the
//! middle one of three pawns; of four or five pawns on a file, and when two files hold several
//! pawns each, 一…五 (`a`…`e`) count the pawns that share a file, file by file from the mover's
//! right, from the front. Advisors and elephants never need it: their direction tells.
//!
//! ```
//! use xiangqi::{Position, notation::{Notation, read, write}};
//!
//! let position = Position::start();
//! let played = read(&position, "C2=5")?;
//! let written = Notation::ALL.map(|notation| write(&position, played, notation));
//! assert_eq!(written, ["炮二平五", "C2=5", "h2e2", "h2e2", "h3e3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod plain;

use crate::{Kind, Move, Position, Side, Square};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::str::FromStr;
use game::{TextError, sort_few};
use plain::plain;

/// A way of writing moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// 炮二平五
    Chinese,
    /// `C2=5`
    Wxf,
    /// `h2e2`
    Iccs,
    /// `h2e2`, the ranks from 0.
    Uci,
    /// `h3e3`: UCI as programs write it that count ranks from 1.
    UciFromOne,
}

impl Notation {
    /// Every notation.
    pub const ALL: [Notation; 5] =
        [Notation::Chinese, Notation::Wxf, Notation::Iccs, Notation::Uci, Notation::UciFromOne];
}

/// Where among its equals on a file a piece stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    Front,
    Middle,
    Rear,
    /// Counted from 1.
    Number(u8),
}

/// A move of `position` in a notation. The move must be legal: of one from an empty point the
/// coordinates are written.
///
/// ```
/// use xiangqi::{Position, notation::{Notation, write}};
///
/// // Two chariots on a file: the front one moves.
/// let position = Position::from_fen("3k5/9/4r4/9/4r4/9/9/9/9/5K3 b - - 0 1")?;
/// let played = "e5e3".parse()?;
/// assert_eq!(write(&position, played, Notation::Chinese), "前车进２");
/// assert_eq!(write(&position, played, Notation::Wxf), "R++2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(position: &Position, played: Move, notation: Notation) -> String {
    match notation {
        Notation::Iccs | Notation::Uci => played.to_string(),
        Notation::UciFromOne => {
            let square = |square: Square| {
                format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1)
            };
            square(played.from) + &square(played.to)
        }
        Notation::Wxf => {
            relative(position, played).map_or_else(|| played.to_string(), |parts| parts.wxf())
        }
        Notation::Chinese => {
            relative(position, played).map_or_else(|| played.to_string(), |parts| parts.chinese())
        }
    }
}

/// Reads a move in any of the notations, except UCI from rank 1, which reads like the others and
/// must be asked for with [`read_as`]. Traditional and simplified characters, half- and full-width
/// digits, capitals or not.
///
/// # Errors
/// What the text could not be: no legal move is written so, or more than one.
///
/// ```
/// use xiangqi::{Position, notation::read};
///
/// let position = Position::start();
/// for text in ["h2e2", "H2-E2", "C2=5", "c2.5", "炮二平五", "砲2平5"] {
///     assert_eq!(read(&position, text)?.to_string(), "h2e2", "{text}");
/// }
/// let error = read(&position, "马8进8").unwrap_err();
/// assert_eq!(error.message, "no legal move is written `马8进8`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, TextError> {
    let trimmed = text.trim();
    let coordinates: String =
        trimmed.chars().filter(|&c| c != '-').collect::<String>().to_ascii_lowercase();
    if let Ok(played) = Move::from_str(&coordinates) {
        return match position.judge(played) {
            Ok(()) => Ok(played),
            Err(refusal) => Err(TextError::new("action-text", 0, refusal.to_string())),
        };
    }
    let wanted = plain(trimmed);
    let mut meant: Vec<Move> = Vec::new();
    for played in position.legal_moves() {
        let is_meant =
            relative(position, played).is_some_and(|parts| parts.readings().contains(&wanted));
        if is_meant {
            meant.push(played);
        }
    }
    let shown: String = trimmed.chars().take(20).collect();
    let shown = shown.escape_debug();
    match meant.as_slice() {
        [played] => Ok(*played),
        [] => {
            let message = format!("no legal move is written `{shown}`");
            Err(TextError::new("action-text", 0, message))
        }
        several => {
            let texts: Vec<String> = several.iter().map(Move::to_string).collect();
            let message = format!("`{shown}` could be {}", texts.join(" or "));
            Err(TextError::new("action-text", 0, message))
        }
    }
}

/// The move that a text in Chinese or WXF means although it is not legal, so that the referee can
/// say why: the one move of the side to move that is written so, first among those that the piece
/// could make if nothing forbade it, then among all. `None` where there is none, or several.
///
/// ```
/// use xiangqi::{Position, notation};
///
/// let start = Position::start();
/// let played = notation::read_illegal(&start, "车九进五").expect("one chariot stands on file 9");
/// assert_eq!(played.to_string(), "a0a5");
/// ```
pub fn read_illegal(position: &Position, text: &str) -> Option<Move> {
    let wanted = plain(text.trim());
    let mut possible = Vec::new();
    let mut others = Vec::new();
    for from in Square::all() {
        if position.piece_at(from).is_none_or(|piece| piece.side != position.turn) {
            continue;
        }
        for to in Square::all().filter(|&to| to != from) {
            let played = Move { from, to };
            // What moves in straight lines is written by its file or by its steps, never by both.
            let is_slanted = from.file() != to.file() && from.rank() != to.rank();
            if is_slanted && position.piece_at(from).is_some_and(|piece| moves_straight(piece.kind))
            {
                continue;
            }
            if relative(position, played).is_some_and(|parts| parts.readings().contains(&wanted)) {
                match position.judge(played) {
                    Err(refusal) if refusal.code == "not-how-it-moves" => others.push(played),
                    _ => possible.push(played),
                }
            }
        }
    }
    match (&possible[..], &others[..]) {
        ([played], _) | ([], [played]) => Some(*played),
        _ => None,
    }
}

/// Reads a move in one notation.
///
/// # Errors
/// As [`read`].
///
/// ```
/// use xiangqi::{Position, notation::{Notation, read, read_as}};
///
/// // The same four signs, by who counts the ranks from 0 and who from 1.
/// let position = Position::start();
/// assert_eq!(read_as(&position, "h3e3", Notation::UciFromOne)?.to_string(), "h2e2");
/// assert!(read(&position, "h3e3").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_as(position: &Position, text: &str, notation: Notation) -> Result<Move, TextError> {
    if notation != Notation::UciFromOne {
        return read(position, text);
    }
    let found = position
        .legal_moves()
        .into_iter()
        .find(|&played| write(position, played, notation) == text);
    found.ok_or_else(|| {
        let message = format!("no legal move is written `{}`", text.escape_debug());
        TextError::new("action-text", 0, message)
    })
}

/// A move as its mover sees it.
struct Relative {
    side: Side,
    kind: Kind,
    rank: Option<Rank>,
    /// How many share the file, when several do.
    sharing: usize,
    file: u8,
    /// `=`, `+` or `-`.
    sign: char,
    number: u8,
}

fn relative(position: &Position, played: Move) -> Option<Relative> {
    let piece = position.piece_at(played.from)?;
    let side = piece.side;
    let forward = (played.to.rank() as i8 - played.from.rank() as i8) * side.forward();
    let sign = match forward {
        0 => '=',
        1.. => '+',
        _ => '-',
    };
    let number = if forward != 0 && moves_straight(piece.kind) {
        forward.unsigned_abs()
    } else {
        file_of(side, played.to)
    };
    let (rank, sharing) = rank_of(position, played.from, piece.kind, side);
    Some(Relative {
        side,
        kind: piece.kind,
        rank,
        sharing,
        file: file_of(side, played.from),
        sign,
        number,
    })
}

const fn moves_straight(kind: Kind) -> bool {
    matches!(kind, Kind::General | Kind::Chariot | Kind::Cannon | Kind::Pawn)
}

/// The file counted from the mover's right, 1–9.
const fn file_of(side: Side, square: Square) -> u8 {
    match side {
        Side::Red => 9 - square.file(),
        Side::Black => square.file() + 1,
    }
}

fn rank_of(position: &Position, from: Square, kind: Kind, side: Side) -> (Option<Rank>, usize) {
    if matches!(kind, Kind::General | Kind::Advisor | Kind::Elephant) {
        return (None, 1);
    }
    // From the mover's right, from the front.
    let order = |square: &Square| (file_of(side, *square), 9 - side.relative_rank(square.rank()));
    let mut all: Vec<Square> = position.pieces(side, kind).collect();
    sort_few(&mut all, |a, b| order(a) < order(b));
    let on_file =
        |square: &Square| all.iter().filter(|other| other.file() == square.file()).count();
    let sharing = on_file(&from);
    if sharing < 2 {
        return (None, 1);
    }
    let crowd: Vec<Square> = all.iter().copied().filter(|square| on_file(square) >= 2).collect();
    let place = crowd.iter().position(|&square| square == from).unwrap_or(0);
    let rank = match (crowd.len() == sharing, sharing, place) {
        (true, 2 | 3, 0) => Rank::Front,
        (true, 3, 1) => Rank::Middle,
        (true, 2, 1) | (true, 3, 2) => Rank::Rear,
        _ => Rank::Number(place as u8 + 1),
    };
    (Some(rank), sharing)
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

impl Relative {
    fn wxf(&self) -> String {
        let letter = plain::letter(self.kind);
        let mark = match self.rank {
            None => char::from(b'0' + self.file),
            Some(Rank::Front) => '+',
            Some(Rank::Middle) => '.',
            Some(Rank::Rear) => '-',
            Some(Rank::Number(number)) => char::from(b'a' + number - 1),
        };
        format!("{letter}{mark}{}{}", self.sign, self.number)
    }

    fn chinese(&self) -> String {
        let numeral = |number: u8| match self.side {
            Side::Red => NUMERALS[usize::from(number) - 1],
            Side::Black => WIDE_DIGITS[usize::from(number) - 1],
        };
        let name = match (self.kind, self.side) {
            (Kind::General, Side::Red) => '帅',
            (Kind::General, Side::Black) => '将',
            (Kind::Advisor, Side::Red) => '仕',
            (Kind::Advisor, Side::Black) => '士',
            (Kind::Elephant, Side::Red) => '相',
            (Kind::Elephant, Side::Black) => '象',
            (Kind::Horse, _) => '马',
            (Kind::Chariot, _) => '车',
            (Kind::Cannon, _) => '炮',
            (Kind::Pawn, Side::Red) => '兵',
            (Kind::Pawn, Side::Black) => '卒',
        };
        let way = match self.sign {
            '+' => '进',
            '-' => '退',
            _ => '平',
        };
        let number = numeral(self.number);
        match self.rank {
            None => format!("{name}{}{way}{number}", numeral(self.file)),
            Some(rank) => {
                let rank = match rank {
                    Rank::Front => '前',
                    Rank::Middle => '中',
                    Rank::Rear => '后',
                    Rank::Number(number) => NUMERALS[usize::from(number) - 1],
                };
                format!("{rank}{name}{way}{number}")
            }
        }
    }

    /// The plain texts (see [`plain`]) that mean this move; the first is how it is written.
    fn readings(&self) -> Vec<String> {
        let letter = plain::letter(self.kind);
        let tail = format!("{}{}", self.sign, self.number);
        let by_file = format!("{letter}{}{tail}", self.file);
        let Some(rank) = self.rank else { return alloc::vec![by_file] };
        let mark = match rank {
            Rank::Front => 'f',
            Rank::Middle => 'm',
            Rank::Rear => 'r',
            Rank::Number(number) => char::from(b'0' + number),
        };
        let mut readings = alloc::vec![format!("{mark}{letter}{tail}")];
        // Three pawns on a file are also counted 一, 二, 三.
        let counted = match rank {
            Rank::Front => Some(1),
            Rank::Middle => Some(2),
            Rank::Rear if self.sharing == 3 => Some(3),
            _ => None,
        };
        readings.extend(counted.map(|number| format!("{number}{letter}{tail}")));
        readings
    }
}
