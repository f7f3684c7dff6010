use xiangqi::{Bitboard, Square};

/// Four digits as segments: bit 0 is a, bit 6 is g; bit 7 of the second digit is the colon.
pub type Face = [u8; 4];

const DIGITS: [u8; 10] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];
/// The files a to i in seven segments.
const FILES: [u8; 9] = [0x77, 0x7c, 0x39, 0x5e, 0x79, 0x71, 0x3d, 0x76, 0x10];
const DASH: u8 = 0x40;
const COLON: u8 = 0x80;
/// Time for which each pair of points is shown, in milliseconds.
const POINT_MS: u32 = 900;

/// Shown while the log is full: `FULL`.
pub(crate) const FULL: Face = [0x71, 0x3e, 0x38, 0x38];
/// Shown between games.
pub(crate) const IDLE: Face = [DASH; 4];

/// A remaining time: minutes and seconds; hours and minutes from 100 minutes on; seconds and tenths
/// below ten seconds. Seconds are rounded up.
pub(crate) fn time(left_ms: u64) -> Face {
    // Times beyond the range of the display saturate.
    let left_ms = u32::try_from(left_ms).unwrap_or(u32::MAX);
    let seconds = left_ms.div_ceil(1_000);
    if left_ms > 0 && left_ms < 10_000 {
        return [0, digit(left_ms / 1_000) | COLON, digit(left_ms / 100), 0];
    }
    let (high, low) = if seconds < 6_000 {
        (seconds / 60, seconds % 60)
    } else {
        (seconds / 3_600, seconds / 60 % 60)
    };
    [digit(high / 10), digit(high) | COLON, digit(low / 10), digit(low)]
}

/// The differing points in turn, one on each display.
pub(crate) fn points(points: Bitboard, now_ms: u64) -> [Face; 2] {
    let pairs = points.len().div_ceil(2).max(1);
    let turn = now_ms as u32 / POINT_MS % pairs;
    let mut shown = points.skip(turn as usize * 2);
    [point(shown.next()), point(shown.next())]
}

fn point(square: Option<Square>) -> Face {
    square.map_or(IDLE, |square| {
        [DASH, FILES[square.file() as usize], DIGITS[square.rank() as usize], DASH]
    })
}

const fn digit(number: u32) -> u8 {
    DIGITS[(number % 10) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let (zero, one, nine, five) = (DIGITS[0], DIGITS[1], DIGITS[9], DIGITS[5]);
        for (left_ms, face) in [
            (0, [zero, zero | COLON, zero, zero]),
            (99, [0, zero | COLON, zero, 0]),
            (9_999, [0, nine | COLON, nine, 0]),
            (10_000, [zero, zero | COLON, one, zero]),
            (10_001, [zero, zero | COLON, one, one]),
            (60_000, [zero, one | COLON, zero, zero]),
            (5_999_000, [nine, nine | COLON, five, nine]),
            (6_000_000, [zero, one | COLON, DIGITS[4], zero]),
        ] {
            assert_eq!(time(left_ms), face, "{left_ms}");
        }
    }

    #[test]
    fn points_take_turns() {
        let square = |name: &str| name.parse::<Square>().expect("a point");
        let three: Bitboard = ["h2", "e2", "a9"]
            .map(|name| Bitboard::only(square(name)))
            .into_iter()
            .fold(Bitboard::EMPTY, |all, one| all | one);
        assert_eq!(points(three, 0), [point(Some(square("e2"))), point(Some(square("h2")))]);
        assert_eq!(points(three, POINT_MS.into()), [point(Some(square("a9"))), IDLE]);
        assert_eq!(points(three, (2 * POINT_MS).into()), points(three, 0));
        assert_eq!(points(Bitboard::EMPTY, 0), [IDLE, IDLE]);
    }
}
