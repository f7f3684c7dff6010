//! File format of a network.
//!
//! All numbers are little-endian. The file consists of:
//!
//! 1. The name `chuhe-nn`, 8 bytes.
//! 2. Seven 16-bit numbers: version, inputs, neurons for each side, output buckets, the
//!    representation of 1 in the hidden layer and in the output weights, and the score unit.
//! 3. 16-bit numbers: input weights, neuron biases, and output weights. For each bucket, the
//!    weights of the mover's neurons come first.
//! 4. 32-bit output biases.
//! 5. SHA-256 of everything before it.

use crate::{
    HIDDEN, UNIT,
    features::{BUCKETS, INPUTS},
    network::{HIDDEN_SCALE, MAX_BIAS, MAX_HIDDEN, MAX_OUTPUT, Network, OUTPUT_SCALE},
    row::Row,
};
use core::fmt;
use sha2::{Digest, Sha256};

const NAME: &[u8; 8] = b"chuhe-nn";

/// Fields of the file's head and their required values.
const HEAD: [(&str, u16); 7] = [
    ("version", 1),
    ("inputs", INPUTS as u16),
    ("neurons", HIDDEN as u16),
    ("outputs", BUCKETS as u16),
    ("1 in the hidden layer", HIDDEN_SCALE as u16),
    ("1 in the second layer", OUTPUT_SCALE as u16),
    ("unit of the score", UNIT as u16),
];

const HASH: usize = 32;
const WEIGHTS_OFFSET: usize = NAME.len() + 2 * HEAD.len();
const ROWS: usize = INPUTS + 1 + 2 * BUCKETS;

/// Error for bytes that are not a valid network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The bytes do not start with the name of the format.
    Name,
    /// A field of the head has an unsupported value.
    Head {
        /// Name of the field.
        field: &'static str,
        /// Required value.
        expected: u16,
        /// Value in the file.
        found: u16,
    },
    /// The number of bytes is wrong.
    Length {
        /// Number of bytes in a file.
        expected: usize,
        /// Number of bytes found.
        found: usize,
    },
    /// The hash does not match: the file is damaged.
    Hash,
    /// A weight is so large that a sum could overflow.
    Number {
        /// Byte offset of the weight.
        at: usize,
        /// Value of the weight.
        found: i32,
        /// Maximum absolute value.
        most: i32,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Name => {
                f.write_str("no network: the file does not begin with `chuhe-nn`")
            }
            NetworkError::Head { field, expected, found } => {
                write!(f, "another network: expected {expected} as its {field}, found {found}")
            }
            NetworkError::Length { expected, found } => {
                write!(f, "a damaged network: expected {expected} bytes, found {found}")
            }
            NetworkError::Hash => f.write_str("a damaged network: its SHA-256 is another"),
            NetworkError::Number { at, found, most } => {
                write!(f, "no sound network: byte {at} begins {found}, beyond ±{most}")
            }
        }
    }
}

impl core::error::Error for NetworkError {}

impl Network {
    /// Number of bytes in a network file.
    pub const BYTES: usize = WEIGHTS_OFFSET + 2 * ROWS * HIDDEN + 4 * BUCKETS + HASH;

    /// Serialises the network to the content of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Network::BYTES);
        bytes.extend(NAME);
        bytes.extend(HEAD.iter().flat_map(|(_, number)| number.to_le_bytes()));
        let rows = self.features.iter().chain([&self.bias]).chain(self.output.as_flattened());
        bytes.extend(rows.flat_map(Row::numbers).flat_map(i16::to_le_bytes));
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let hash = Sha256::digest(&bytes);
        bytes.extend(hash);
        bytes
    }

    /// Parses the output of [`Network::to_bytes`].
    ///
    /// ```
    /// use nnue::{Network, NetworkError};
    ///
    /// assert_eq!(Network::from_bytes(b"PK").unwrap_err(), NetworkError::Name);
    /// ```
    ///
    /// # Errors
    /// Names what is wrong with the bytes. Incomplete or damaged bytes are always rejected.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let head = bytes.strip_prefix(NAME).ok_or(NetworkError::Name)?;
        let length = NetworkError::Length { expected: Network::BYTES, found: bytes.len() };
        let (numbers, _) = head.as_chunks::<2>();
        for (at, &(field, expected)) in HEAD.iter().enumerate() {
            let found = u16::from_le_bytes(*numbers.get(at).ok_or(length.clone())?);
            if found != expected {
                return Err(NetworkError::Head { field, expected, found });
            }
        }
        if bytes.len() != Network::BYTES {
            return Err(length);
        }
        let (content, hash) = bytes.split_at(bytes.len() - HASH);
        if Sha256::digest(content)[..] != *hash {
            return Err(NetworkError::Hash);
        }
        let mut reader = Reader { bytes: content, at: WEIGHTS_OFFSET };
        let features = (0..INPUTS).map(|_| reader.row(MAX_HIDDEN)).collect::<Result<_, _>>()?;
        let bias = reader.row(MAX_HIDDEN)?;
        let mut output = [[Row::ZERO; 2]; BUCKETS];
        for row in output.as_flattened_mut() {
            *row = reader.row(MAX_OUTPUT)?;
        }
        let mut output_bias = [0; BUCKETS];
        for bias in &mut output_bias {
            *bias = check_range(reader.at, i32::from_le_bytes(reader.take()), MAX_BIAS)?;
        }
        Ok(Network { features, bias, output, output_bias })
    }
}

/// Reads consecutive numbers. The caller has checked the length.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut taken = [0; N];
        taken.copy_from_slice(&self.bytes[self.at..][..N]);
        self.at += N;
        taken
    }

    fn row(&mut self, most: i16) -> Result<Row, NetworkError> {
        let mut numbers = [0; HIDDEN];
        for number in &mut numbers {
            let at = self.at;
            *number = i16::from_le_bytes(self.take());
            check_range(at, (*number).into(), most.into())?;
        }
        Ok(Row::new(&numbers))
    }
}

fn check_range(at: usize, found: i32, most: i32) -> Result<i32, NetworkError> {
    if (-most..=most).contains(&found) {
        Ok(found)
    } else {
        Err(NetworkError::Number { at, found, most })
    }
}
