use core::fmt;

/// Length of the longest value, a signature.
const MAX_BYTES: usize = 64;

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
    /// Expected number of digits.
    pub expected: usize,
}

impl fmt::Display for ParseHexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} hex digits (0-9, a-f)", self.expected)
    }
}

impl core::error::Error for ParseHexError {}

/// Writes at most 64 bytes as hex digits. They are written at once: a server writes a signature for
/// every move.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    let mut digits = [0; 2 * MAX_BYTES];
    f.write_str(base16ct::lower::encode_str(bytes, &mut digits).map_err(|_| fmt::Error)?)
}

pub(crate) fn read<const N: usize>(text: &str) -> Result<[u8; N], ParseHexError> {
    let mut bytes = [0; N];
    match base16ct::lower::decode(text, &mut bytes) {
        Ok(read) if read.len() == N => Ok(bytes),
        _ => Err(ParseHexError { expected: 2 * N }),
    }
}

/// Implements `Display` and `FromStr` for a type that wraps bytes, as hex digits.
macro_rules! hex_text {
    ($type:ident) => {
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::hex::write(f, &self.0)
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::ParseHexError;

            fn from_str(text: &str) -> Result<$type, $crate::ParseHexError> {
                $crate::hex::read(text).map($type)
            }
        }
    };
}

pub(crate) use hex_text;
