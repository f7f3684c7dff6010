//! The file of a network.
//!
//! All numbers are little-endian. Eight bytes of name and seven numbers of 16 bits say what follows:
//! version, inputs, neurons a side, outputs, and what 1 is in the hidden layer, in the second
//! layer's weights and in the score (by how much a chance grows e-fold). Then come, in 16 bits each,
//! the weights of the inputs, the biases of the neurons, the weights of the outputs (of each first
//! those of the mover's neurons); in 32 bits the biases of the outputs; and the SHA-256 of it all.

use crate::{
    HIDDEN, UNIT,
    features::{BUCKETS, INPUTS},
    network::{MOST_BIAS, MOST_HIDDEN, MOST_OUTPUT, Network, ONE_HIDDEN, ONE_OUTPUT},
    row::Row,
};
use core::fmt;
use sha2::{Digest, Sha256};

const NAME: &[u8; 8] = b"chuhe-nn";

/// What must stand in the file's head, and what it is.
const HEAD: [(&str, u16); 7] = [
    ("version", 1),
    ("inputs", INPUTS as u16),
    ("neurons", HIDDEN as u16),
    ("outputs", BUCKETS as u16),
    ("1 in the hidden layer", ONE_HIDDEN as u16),
    ("1 in the second layer", ONE_OUTPUT as u16),
    ("unit of the score", UNIT as u16),
];

const HASH: usize = 32;
const NUMBERS_AT: usize = NAME.len() + 2 * HEAD.len();
const ROWS: usize = INPUTS + 1 + 2 * BUCKETS;

/// Bytes that are no network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// They do not begin as a network's file does.
    Name,
    /// The file is of another version, or the network of another shape.
    Head {
        /// Of what.
        field: &'static str,
        /// What it has to be.
        expected: u16,
        /// What it is.
        found: u16,
    },
    /// There are too many bytes or too few.
    Length {
        /// So many a file has.
        expected: usize,
        /// So many there are.
        found: usize,
    },
    /// The bytes are not those that were written.
    Hash,
    /// A number is so large that a sum might not fit.
    Number {
        /// Where it begins, in bytes.
        at: usize,
        /// What it is.
        found: i32,
        /// How large it may be, with either sign.
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
    /// How many bytes a network's file has.
    pub const BYTES: usize = NUMBERS_AT + 2 * ROWS * HIDDEN + 4 * BUCKETS + HASH;

    /// The network as a file's content.
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

    /// Reads what [`Network::to_bytes`] wrote.
    ///
    /// ```
    /// use nnue::{Network, NetworkError};
    ///
    /// assert_eq!(Network::from_bytes(b"PK").unwrap_err(), NetworkError::Name);
    /// ```
    ///
    /// # Errors
    /// Says what is wrong with the bytes; none that are not whole make a network.
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
        let mut reader = Reader { bytes: content, at: NUMBERS_AT };
        let features = (0..INPUTS).map(|_| reader.row(MOST_HIDDEN)).collect::<Result<_, _>>()?;
        let bias = reader.row(MOST_HIDDEN)?;
        let mut output = [[Row::ZERO; 2]; BUCKETS];
        for row in output.as_flattened_mut() {
            *row = reader.row(MOST_OUTPUT)?;
        }
        let mut output_bias = [0; BUCKETS];
        for bias in &mut output_bias {
            *bias = within(reader.at, i32::from_le_bytes(reader.take()), MOST_BIAS)?;
        }
        Ok(Network { features, bias, output, output_bias })
    }
}

/// Reads numbers one after the other; the length has been checked.
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
            within(at, (*number).into(), most.into())?;
        }
        Ok(Row::new(&numbers))
    }
}

fn within(at: usize, found: i32, most: i32) -> Result<i32, NetworkError> {
    if (-most..=most).contains(&found) {
        Ok(found)
    } else {
        Err(NetworkError::Number { at, found, most })
    }
}
