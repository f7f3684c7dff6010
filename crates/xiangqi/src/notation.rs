//! The notations: Chinese 炮二平五, WXF `C2=5`, Vietnamese `P2-5`, ICCS `h2e2`, UCI (the same, ranks
//! from 0 or from 1) and SAN `Che3`. A move is written from its position and read against it, so a
//! text means one legal move or none.
//!

//! # Chinese, WXF and Vietnamese
//!
//! Files are counted 1–9 from the mover's right. Chinese writes Red's numbers as 一…九 and Black's
//! as １…９. Of equal pieces on a file, 前 and 后 (`+`, `-`) name front and rear, and 中 (`.`)
//! the middle of three pawns. 一…五 (`a`…`e`) count the pawns that share a file, file by file
//! from the right and from the front. They are written for four or more pawns on a file, and
//! for several pawns on each of two files. Advisors and elephants need none.
//!

//! Vietnamese players write `Tg S T X P M B` (tướng, sĩ, tượng, xe, pháo, mã, binh), `.` forwards,
//! `/` backwards and `-` sideways. `t` (trước) is the front one, `g` (giữa) the middle one, `s` (sau)
//! the rear one. `C` is also read as a pawn (chốt), and `V` as an elephant.
//! `P5.4` means a cannon here and a pawn in WXF, so [`read`] prefers WXF, and [`read_as`] Vietnamese.
//!

//! Many people write less than that. A text that names a file with several such pieces, or counts
//! the pawns of one file only, is read if one legal move fits.
//!

//! # SAN
//!
//! The piece's FEN letter and the target, with files `a`–`i` and ranks 1–10 from Red's side. `x` is a
//! capture, `+` a check, `#` a checkmate. Where several such pieces can go there, the file it comes
//! from stands before the target, or its rank, or both.
//!
//! ```
//! use xiangqi::{Position, notation::{Notation, read, write}};
//!
//! let position = Position::start();
//! let played = read(&position, "C2=5")?;
//! let written = Notation::ALL.map(|notation| write(&position, played, notation));
//! assert_eq!(written, ["炮二平五", "C2=5", "P2-5", "h2e2", "h2e2", "h3e3", "Che3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod plain;
mod san;

use crate::{Kind, Move, Position, Side, Square};
use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, str::FromStr};
use game::TextError;
use plain::{Mark, Pattern};
use san::San;

/// A way of writing moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// 炮二平五
    Chinese,
    /// `C2=5`
    Wxf,
    /// `P2-5`
    Vietnamese,
    /// `h2e2`
    Iccs,
    /// `h2e2`, the ranks from 0.
    Uci,
    /// `h3e3`: UCI as programs write it that count ranks from 1.
    UciFromOne,
    /// `Che3`, `Pxc5+`: as in chess, the ranks from 1.
    San,
}

impl Notation {
    /// Every notation.
    pub const ALL: [Notation; 7] = [
        Notation::Chinese,
        Notation::Wxf,
        Notation::Vietnamese,
        Notation::Iccs,
        Notation::Uci,
        Notation::UciFromOne,
        Notation::San,
    ];

    /// Name of the notation in settings and requests, as [`FromStr`] reads it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Notation::Chinese => "chinese",
            Notation::Wxf => "wxf",
            Notation::Vietnamese => "vietnamese",
            Notation::Iccs => "iccs",
            Notation::Uci => "uci",
            Notation::UciFromOne => "uci-1",
            Notation::San => "san",
        }
    }
}

/// Error for an unknown name of a notation.
///
/// ```
/// use xiangqi::notation::Notation;
///
/// for notation in Notation::ALL {
///     assert_eq!(notation.as_str().parse(), Ok(notation));
/// }
/// let error = "morse".parse::<Notation>().unwrap_err();
/// let expected = "expected chinese, wxf, vietnamese, iccs, uci, uci-1 or san, found `morse`";
/// assert_eq!(error.to_string(), expected);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownNotation(String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first @ .., last] = Notation::ALL.map(Notation::as_str);
        write!(f, "expected {} or {last}, found `{}`", first.join(", "), self.0)
    }
}

impl core::error::Error for UnknownNotation {}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(text: &str) -> Result<Notation, UnknownNotation> {
        let found = Notation::ALL.into_iter().find(|notation| notation.as_str() == text);
        found.ok_or_else(|| UnknownNotation(text.to_owned()))
    }
}

/// How much a text in Chinese, WXF or Vietnamese may leave out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Nothing.
    Exact,
    /// The mark of one of several pieces on a file, or the pawns on other files.
    Loose,
}

/// Writes a legal move of `position`. A move from an empty point is written as coordinates.
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
        Notation::UciFromOne => san::square(played.from) + &san::square(played.to),
        Notation::San => san::write(position, played).unwrap_or_else(|| played.to_string()),
        Notation::Wxf => {
            relative(position, played).map_or_else(|| played.to_string(), |parts| parts.wxf())
        }
        Notation::Vietnamese => relative(position, played)
            .map_or_else(|| played.to_string(), |parts| parts.vietnamese()),
        Notation::Chinese => {
            relative(position, played).map_or_else(|| played.to_string(), |parts| parts.chinese())
        }
    }
}

/// Reads a move in any of the notations, except UCI from rank 1, which looks like UCI and must be
/// asked for with [`read_as`]. Accepts traditional and simplified characters, half- and full-width
/// digits, capitals or not.
///
/// # Errors
/// Names the text, and the legal moves that it could mean if there are several.
///
/// ```
/// use xiangqi::{Position, notation::read};
///
/// let position = Position::start();
/// for text in ["h2e2", "H2-E2", "C2=5", "c2.5", "P2-5", "炮二平五", "砲2平5", "Che3"] {
///     assert_eq!(read(&position, text)?.to_string(), "h2e2", "{text}");
/// }
/// let error = read(&position, "马8进8").unwrap_err();
/// assert_eq!(error.message, "no legal move is written `马8进8`");
/// let error = read(&position, "Ce3").unwrap_err();
/// assert_eq!(error.message, "`Ce3` could be b2e2 or h2e2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(position: &Position, text: &str) -> Result<Move, TextError> {
    let trimmed = text.trim();
    let by_squares = coordinates(trimmed);
    let mut meant = san::read(position, trimmed);
    if meant.is_empty()
        && let Some(played) = by_squares
    {
        return match position.check_move(played) {
            Ok(()) => Ok(played),
            Err(refusal) => Err(TextError::new("action-text", 0, refusal.to_string())),
        };
    }
    for pattern in [Pattern::read, Pattern::read_vietnamese] {
        if meant.is_empty() {
            meant = meant_by(position, pattern(trimmed));
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
            let mut texts: Vec<String> = several.iter().map(Move::to_string).collect();
            texts.sort();
            let message = format!("`{shown}` could be {}", texts.join(" or "));
            Err(TextError::new("action-text", 0, message))
        }
    }
}

/// The legal moves that a pattern means: those written so, or else those that it may mean.
fn meant_by(position: &Position, pattern: Option<Pattern>) -> Vec<Move> {
    let Some(pattern) = pattern else { return Vec::new() };
    let legal = position.legal_moves();
    let meant = [Reading::Exact, Reading::Loose].map(|reading| {
        let fits = |&&played: &&Move| fits(position, played, &pattern, reading);
        legal.iter().filter(fits).copied().collect()
    });
    meant.into_iter().find(|moves: &Vec<Move>| !moves.is_empty()).unwrap_or_default()
}

/// Whether a text is a move in Vietnamese, and in no other notation.
///
/// ```
/// use xiangqi::notation::is_vietnamese;
///
/// assert!(["M2.3", "X9-8", "Tg5.1"].into_iter().all(is_vietnamese));
/// assert!(!["P2-5", "H2+3", "h2e2", "B3.1", "Mã"].into_iter().any(is_vietnamese));
/// ```
pub fn is_vietnamese(text: &str) -> bool {
    text.trim_start().starts_with(['M', 'S', 'T', 'X', 'm', 's', 't', 'x'])
        && Pattern::read_vietnamese(text).is_some()
}

/// Parses `h2e2`, `H2-E2`.
fn coordinates(text: &str) -> Option<Move> {
    /// Number of characters of a move with a dash.
    const MAX_CHARS: usize = 5;
    let signs = text.chars().filter(|&c| c != '-').take(MAX_CHARS);
    let plain: String = signs.map(|c| c.to_ascii_lowercase()).collect();
    Move::from_str(&plain).ok()
}

/// Returns the move that a text in Chinese, WXF, Vietnamese or SAN means although it is illegal, so that the
/// referee can explain why. It is the only move of the side to move that is written so, first among
/// those that the piece could make if nothing forbade it, then among all. `None` if there is none,
/// or several.
///
/// ```
/// use xiangqi::{Position, notation};
///
/// let start = Position::start();
/// let played = notation::read_illegal(&start, "车九进五").expect("one chariot is on file 9");
/// assert_eq!(played.to_string(), "a0a5");
/// ```
pub fn read_illegal(position: &Position, text: &str) -> Option<Move> {
    let trimmed = text.trim();
    let san = San::readings(trimmed);
    let patterns = [Pattern::read(trimmed), Pattern::read_vietnamese(trimmed)];
    let mut possible = Vec::new();
    let mut others = Vec::new();
    for from in position.side(position.turn) {
        for to in Square::all().filter(|&to| to != from) {
            let played = Move { from, to };
            let is_meant = san.iter().any(|san| san.fits(position, played))
                || patterns.iter().flatten().any(|pattern| {
                    // Pieces that move in straight lines have their file or their steps written,
                    // never both.
                    let is_slanted = from.file() != to.file() && from.rank() != to.rank();
                    !(is_slanted && moves_straight(pattern.kind))
                        && fits(position, played, pattern, Reading::Exact)
                });
            if is_meant {
                match position.check_move(played) {
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
/// // The same four characters with ranks from 0 and from 1.
/// let position = Position::start();
/// assert_eq!(read_as(&position, "h3e3", Notation::UciFromOne)?.to_string(), "h2e2");
/// assert!(read(&position, "h3e3").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_as(position: &Position, text: &str, notation: Notation) -> Result<Move, TextError> {
    if notation == Notation::Vietnamese
        && let [played] = meant_by(position, Pattern::read_vietnamese(text.trim()))[..]
    {
        return Ok(played);
    }
    if notation != Notation::UciFromOne {
        return read(position, text);
    }
    let squares = |played: &Move| san::square(played.from) + &san::square(played.to);
    let found = position.legal_moves().into_iter().find(|played| squares(played) == text);
    found.ok_or_else(|| {
        let message = format!("no legal move is written `{}`", text.escape_debug());
        TextError::new("action-text", 0, message)
    })
}

/// A move from the mover's point of view.
struct Relative {
    side: Side,
    kind: Kind,
    mark: Option<Mark>,
    file: u8,
    step: Step,
}

/// Direction and number of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    /// `=`, `+` or `-`.
    sign: char,
    number: u8,
}

impl Step {
    const fn of(side: Side, kind: Kind, played: Move) -> Step {
        let forward = (played.to.rank() as i8 - played.from.rank() as i8) * side.forward();
        let sign = match forward {
            0 => '=',
            1.. => '+',
            _ => '-',
        };
        let number = if forward != 0 && moves_straight(kind) {
            forward.unsigned_abs()
        } else {
            file_of(side, played.to)
        };
        Step { sign, number }
    }
}

fn relative(position: &Position, played: Move) -> Option<Relative> {
    let piece = position.piece_at(played.from)?;
    let places = Places::of(position, played.from, piece.kind, piece.side);
    Some(Relative {
        side: piece.side,
        kind: piece.kind,
        mark: places.and_then(Places::mark),
        file: file_of(piece.side, played.from),
        step: Step::of(piece.side, piece.kind, played),
    })
}

/// Whether a pattern means a move, be it legal or not.
fn fits(position: &Position, played: Move, pattern: &Pattern, reading: Reading) -> bool {
    let Some(piece) = position.piece_at(played.from).filter(|piece| piece.kind == pattern.kind)
    else {
        return false;
    };
    if Step::of(piece.side, piece.kind, played) != pattern.step {
        return false;
    }
    let file = file_of(piece.side, played.from);
    if pattern.file.is_some_and(|wanted| wanted != file) {
        return false;
    }
    let places = Places::of(position, played.from, piece.kind, piece.side);
    match (pattern.mark, reading) {
        (None, Reading::Exact) => places.is_none_or(|places| places.mark().is_none()),
        (None, Reading::Loose) => true,
        (Some(mark), Reading::Exact) => {
            pattern.file.is_none() && places.is_some_and(|places| places.is_written(mark))
        }
        (Some(mark), Reading::Loose) => places.is_some_and(|places| places.is_on_file(mark)),
    }
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

/// Place of a piece among its equals, from the front and from 0.
#[derive(Clone, Copy)]
struct Places {
    /// Number of such pieces on its file.
    sharing: usize,
    /// Its place among them.
    on_file: usize,
    /// Number of such pieces that share a file with another.
    crowd: usize,
    /// Its place among them, file by file from the mover's right.
    in_crowd: usize,
}

impl Places {
    /// `None` for pieces that need no mark.
    fn of(position: &Position, from: Square, kind: Kind, side: Side) -> Option<Places> {
        if matches!(kind, Kind::General | Kind::Advisor | Kind::Elephant) {
            return None;
        }
        let all = position.pieces(side, kind);
        let count_on = |file: u8| all.filter(|square| square.file() == file).count();
        let order = |square: Square| (file_of(side, square), 9 - side.relative_rank(square.rank()));
        let is_before = |square: &Square| order(*square) < order(from);
        let crowd = || all.filter(|square| count_on(square.file()) >= 2);
        let sharing = count_on(from.file());
        Some(Places {
            sharing,
            on_file: all.filter(|square| square.file() == from.file() && is_before(square)).count(),
            crowd: if sharing < 2 { 0 } else { crowd().count() },
            in_crowd: if sharing < 2 { 0 } else { crowd().filter(is_before).count() },
        })
    }

    /// The mark that is written; `None` if the piece is alone on its file.
    fn mark(self) -> Option<Mark> {
        if self.sharing < 2 {
            return None;
        }
        Some(match (self.crowd == self.sharing, self.sharing, self.in_crowd) {
            (true, 2 | 3, 0) => Mark::Front,
            (true, 3, 1) => Mark::Middle,
            (true, 2, 1) | (true, 3, 2) => Mark::Rear,
            _ => Mark::Number(self.in_crowd as u8 + 1),
        })
    }

    /// Whether a mark is the one that is written, or counts up to three pawns on a file.
    fn is_written(self, mark: Mark) -> bool {
        match (self.mark(), mark) {
            (Some(own), _) if own == mark => true,
            (Some(Mark::Front), Mark::Number(number)) => number == 1,
            (Some(Mark::Middle), Mark::Number(number)) => number == 2,
            (Some(Mark::Rear), Mark::Number(number)) => self.sharing == 3 && number == 3,
            _ => false,
        }
    }

    /// Whether a mark fits if only the pieces on the same file count.
    const fn is_on_file(self, mark: Mark) -> bool {
        self.sharing >= 2
            && match mark {
                Mark::Front => self.on_file == 0,
                Mark::Middle => self.sharing % 2 == 1 && self.on_file == self.sharing / 2,
                Mark::Rear => self.on_file + 1 == self.sharing,
                Mark::Number(number) => self.on_file + 1 == number as usize,
            }
    }
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

impl Relative {
    fn wxf(&self) -> String {
        let letter = plain::letter(self.kind);
        let mark = match self.mark {
            None => char::from(b'0' + self.file),
            Some(Mark::Front) => '+',
            Some(Mark::Middle) => '.',
            Some(Mark::Rear) => '-',
            Some(Mark::Number(number)) => char::from(b'a' + number - 1),
        };
        format!("{letter}{mark}{}{}", self.step.sign, self.step.number)
    }

    fn vietnamese(&self) -> String {
        let name = match self.kind {
            Kind::General => "Tg",
            Kind::Advisor => "S",
            Kind::Elephant => "T",
            Kind::Horse => "M",
            Kind::Chariot => "X",
            Kind::Cannon => "P",
            Kind::Pawn => "B",
        };
        let mark = match self.mark {
            None => char::from(b'0' + self.file),
            Some(Mark::Front) => 't',
            Some(Mark::Middle) => 'g',
            Some(Mark::Rear) => 's',
            Some(Mark::Number(number)) => char::from(b'a' + number - 1),
        };
        let way = match self.step.sign {
            '+' => '.',
            '-' => '/',
            _ => '-',
        };
        format!("{name}{mark}{way}{}", self.step.number)
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
        let way = match self.step.sign {
            '+' => '进',
            '-' => '退',
            _ => '平',
        };
        let number = numeral(self.step.number);
        match self.mark {
            None => format!("{name}{}{way}{number}", numeral(self.file)),
            Some(rank) => {
                let rank = match rank {
                    Mark::Front => '前',
                    Mark::Middle => '中',
                    Mark::Rear => '后',
                    Mark::Number(number) => NUMERALS[usize::from(number) - 1],
                };
                format!("{rank}{name}{way}{number}")
            }
        }
    }
}
