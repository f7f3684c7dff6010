use core::fmt;

/// The text is not the expected number of lower-case hex digits.
///
/// ```
/// use commit_reveal::{Salt, Seed};
///
/// assert_eq!("cafe".parse::<Salt>().unwrap_err().expected, 32);
/// assert_eq!(Seed::from_hex("cafe").unwrap_err().expected, 64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseHexError {
    /// How many digits were expected.
    pub expected: usize,
}

impl fmt::Display for ParseHexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} hex digits (0-9, a-f)", self.expected)
    }
}

impl core::error::Error for ParseHexError {}

pub(crate) fn write(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

pub(crate) fn read<const N: usize>(text: &str) -> Result<[u8; N], ParseHexError> {
    let error = ParseHexError { expected: 2 * N };
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return Err(error);
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0]).ok_or(error)? << 4 | digit(pair[1]).ok_or(error)?;
    }
    Ok(bytes)
}

const fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    }
}
