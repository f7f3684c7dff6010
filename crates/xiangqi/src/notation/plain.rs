//! One plain spelling for what people type: `C2=5`, `fC-2` (front), `mP+1`, `rH+3` (rear), `2P+1`.

use crate::Kind;
use alloc::{string::String, vec::Vec};

/// The letter of a kind in WXF.
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

/// The plain spelling of a text in Chinese or WXF; of anything else, something no move is spelt as.
pub(super) fn plain(text: &str) -> String {
    let mut signs: Vec<char> =
        text.chars().filter(|c| !c.is_whitespace()).take(12).map(sign).collect();
    // Small letters count pawns, but never at the beginning. There `r` is the rear piece if a piece
    // follows (`rH+3`), else a chariot (`r9=8`).
    let is_rank = matches!(signs.as_slice(), ['f' | 'm' | 'r', next, ..] if next.is_alphabetic());
    if let Some(first) = signs.first_mut().filter(|_| !is_rank) {
        *first = sign(first.to_ascii_uppercase());
    }
    match *signs.as_slice() {
        // C+-2 and P.+1, Pb+1: the mark stands behind the letter.
        [piece @ 'A'..='Z', mark @ ('+' | '-' | '=' | 'a'..='e'), way, number] => {
            [rank(mark), piece, way, number].iter().collect()
        }
        // +C-2: before it.
        [mark @ ('+' | '-'), piece, way, number] => {
            [rank(mark), piece, way, number].iter().collect()
        }
        _ => signs.iter().collect(),
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

/// One sign for all the characters that mean the same.
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
