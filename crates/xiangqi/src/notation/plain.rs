//! Texts in Chinese and WXF as players type them. One plain spelling comes first: `C2=5`, `fC-2`
//! (front), `mP+1`, `rH+3` (rear), `2P+1`.

use super::Step;
use crate::Kind;
use alloc::vec::Vec;

/// Mark of one of several equal pieces on a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Front,
    Middle,
    Rear,
    /// Counted from 1.
    Number(u8),
}

/// A text in Chinese, WXF or Vietnamese, taken apart.
pub(super) struct Pattern {
    pub(super) kind: Kind,
    /// File of the piece, from the mover's right.
    pub(super) file: Option<u8>,
    pub(super) mark: Option<Mark>,
    pub(super) step: Step,
}

impl Pattern {
    /// `None` for a text that has no such form.
    pub(super) fn read(text: &str) -> Option<Pattern> {
        let [first, second, sign @ ('=' | '+' | '-'), number] = *plain(text).as_slice() else {
            return None;
        };
        let step = Step { sign, number: digit(number)? };
        let (kind, file, mark) = match (kind(first), kind(second)) {
            (Some(kind), None) => (kind, Some(digit(second)?), None),
            (None, Some(kind)) => (kind, None, Some(mark(first)?)),
            // `前六平五`: a pawn, by its mark and its file.
            (None, None) if !first.is_ascii_digit() => {
                (Kind::Pawn, Some(digit(second)?), Some(mark(first)?))
            }
            _ => return None,
        };
        Some(Pattern { kind, file, mark, step })
    }

    /// Parses `P2-5`, `Tg5.1`, `Xt/3`, capitals or not. `None` for a text that has no such form.
    pub(super) fn read_vietnamese(text: &str) -> Option<Pattern> {
        /// Number of characters of the longest text.
        const MAX_CHARS: usize = 5;
        let signs = text.chars().filter(|c| !c.is_whitespace()).take(MAX_CHARS + 1);
        let signs: Vec<char> = signs.map(|c| c.to_ascii_lowercase()).collect();
        let (kind, place, way, number) = match *signs.as_slice() {
            ['t', 'g', place, way, number] => (Kind::General, place, way, number),
            [letter, place, way, number] => (vietnamese_kind(letter)?, place, way, number),
            _ => return None,
        };
        let sign = match way {
            '.' => '+',
            '/' => '-',
            '-' | '–' | '－' | '−' => '=',
            _ => return None,
        };
        let step = Step { sign, number: digit(number)? };
        let mark = match place {
            't' => Some(Mark::Front),
            'g' => Some(Mark::Middle),
            's' => Some(Mark::Rear),
            'a'..='e' => Some(Mark::Number(place as u8 - b'a' + 1)),
            _ => None,
        };
        let file = if mark.is_none() { Some(digit(place)?) } else { None };
        Some(Pattern { kind, file, mark, step })
    }
}

/// Kind of a small letter in Vietnamese.
const fn vietnamese_kind(letter: char) -> Option<Kind> {
    Some(match letter {
        's' => Kind::Advisor,
        't' | 'v' => Kind::Elephant,
        'm' => Kind::Horse,
        'x' => Kind::Chariot,
        'p' => Kind::Cannon,
        'b' | 'c' => Kind::Pawn,
        _ => return None,
    })
}

fn digit(sign: char) -> Option<u8> {
    sign.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as u8)
}

fn mark(sign: char) -> Option<Mark> {
    match sign {
        'f' => Some(Mark::Front),
        'm' => Some(Mark::Middle),
        'r' => Some(Mark::Rear),
        _ => digit(sign).map(Mark::Number),
    }
}

/// Kind of a letter of the plain spelling.
const fn kind(letter: char) -> Option<Kind> {
    Some(match letter {
        'K' => Kind::General,
        'A' => Kind::Advisor,
        'E' => Kind::Elephant,
        'H' => Kind::Horse,
        'R' => Kind::Chariot,
        'C' => Kind::Cannon,
        'P' => Kind::Pawn,
        _ => return None,
    })
}

/// Letter of a kind in WXF.
pub(super) const fn letter(kind: Kind) -> char {
    match kind {
        Kind::General => 'K',
        Kind::Advisor => 'A',
        Kind::Elephant => 'E',
        Kind::Horse => 'H',
        Kind::Chariot => 'R',
        Kind::Cannon => 'C',
        Kind::Pawn => 'P',
    }
}

/// Plain spelling of a text in Chinese or WXF. Any other text has a spelling that no move has.
fn plain(text: &str) -> Vec<char> {
    let mut signs: Vec<char> =
        text.chars().filter(|c| !c.is_whitespace()).take(12).map(sign).collect();
    // Small letters count pawns, except at the beginning. There `r` is the rear piece if a piece
    // follows (`rH+3`), and a chariot otherwise (`r9=8`).
    let is_rank = matches!(signs.as_slice(), ['f' | 'm' | 'r', next, ..] if next.is_alphabetic());
    let is_typed = text.trim_start().starts_with(|c: char| c.is_ascii());
    if let Some(first) = signs.first_mut().filter(|_| is_typed && !is_rank) {
        *first = sign(first.to_ascii_uppercase());
    }
    match *signs.as_slice() {
        // `C+-2`, `P.+1`, `Pb+1`: the mark is behind the letter.
        [piece @ 'A'..='Z', mark @ ('+' | '-' | '=' | 'a'..='e'), way, number] => {
            Vec::from([rank(mark), piece, way, number])
        }
        // `+C-2`: the mark is before it.
        [mark @ ('+' | '-'), piece, way, number] => Vec::from([rank(mark), piece, way, number]),
        _ => signs,
    }
}

const fn rank(mark: char) -> char {
    match mark {
        '+' => 'f',
        '=' => 'm',
        '-' => 'r',
        'a' => '1',
        'b' => '2',
        'c' => '3',
        'd' => '4',
        'e' => '5',
        other => other,
    }
}

/// One sign for all characters of the same meaning.
fn sign(typed: char) -> char {
    match typed {
        '帅' | '帥' | '将' | '將' | 'K' | 'k' | 'G' | 'g' => 'K',
        '仕' | '士' | 'A' => 'A',
        '相' | '象' | 'E' | 'B' => 'E',
        '马' | '馬' | '傌' | 'H' | 'h' | 'N' | 'n' => 'H',
        '车' | '車' | '俥' | 'R' => 'R',
        '炮' | '砲' | '包' | 'C' => 'C',
        '兵' | '卒' | 'P' | 'p' => 'P',
        '平' | '=' | '.' | '．' | '＝' => '=',
        '进' | '進' | '+' | '＋' => '+',
        '退' | '-' | '－' | '−' => '-',
        '前' => 'f',
        '中' => 'm',
        '后' | '後' => 'r',
        '一' => '1',
        '二' => '2',
        '三' => '3',
        '四' => '4',
        '五' => '5',
        '六' => '6',
        '七' => '7',
        '八' => '8',
        '九' => '9',
        '１'..='９' => char::from(b'1' + (typed as u32 - '１' as u32) as u8),
        other => other,
    }
}
