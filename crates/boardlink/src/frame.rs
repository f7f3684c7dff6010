use core::{fmt, marker::PhantomData};
use crc::{CRC_32_ISO_HDLC, Crc, Table};
use serde::{Serialize, de::DeserializeOwned};

/// Maximum length of a message in postcard form, in bytes.
pub const MAX_MESSAGE: usize = 80;

/// Maximum length of a frame in bytes: message, CRC, the byte that COBS adds, and the final zero.
pub const MAX_FRAME: usize = MAX_MESSAGE + CRC_BYTES + 2;

const CRC_BYTES: usize = 4;
const _: () = assert!(MAX_MESSAGE + CRC_BYTES < 254, "COBS adds a single byte");

/// Computed without a lookup table: 1 KB of flash matters more here than the time for 70 bytes.
const CRC: Crc<u32, Table<0>> = Crc::<u32, Table<0>>::new(&CRC_32_ISO_HDLC);

/// Encodes a message as one frame and returns it, including the final zero.
///
/// # Errors
/// [`TooLong`] if the message exceeds [`MAX_MESSAGE`]; no message of this crate does.
///
/// ```
/// use boardlink::{MAX_FRAME, ToBoard, write_frame};
///
/// let mut buffer = [0; MAX_FRAME];
/// let frame = write_frame(&ToBoard::Who, &mut buffer)?;
/// // The wire format is a contract: body, CRC-32, COBS stuffing, a zero.
/// assert_eq!(frame, [0x01, 0x05, 0x8d, 0xef, 0x02, 0xd2, 0x00]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_frame<'a, M: Serialize>(
    message: &M,
    into: &'a mut [u8; MAX_FRAME],
) -> Result<&'a [u8], TooLong> {
    let mut plain = [0; MAX_MESSAGE + CRC_BYTES];
    let length = postcard::to_slice(message, &mut plain[..MAX_MESSAGE]).map_err(|_| TooLong)?.len();
    let sum = CRC.checksum(&plain[..length]).to_le_bytes();
    plain[length..length + CRC_BYTES].copy_from_slice(&sum);
    let end = cobs::encode(&plain[..length + CRC_BYTES], into);
    into[end] = 0;
    Ok(&into[..=end])
}

/// The message exceeds [`MAX_MESSAGE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the message is longer than {MAX_MESSAGE} bytes")
    }
}

impl core::error::Error for TooLong {}

/// Decodes messages from a stream of bytes. After any input, the next zero byte resynchronises it.
///
/// ```
/// use boardlink::{Decoder, FrameError, MAX_FRAME, ToBoard, write_frame};
///
/// let mut buffer = [0; MAX_FRAME];
/// let mut stream = write_frame(&ToBoard::Who, &mut buffer)?.to_vec();
/// let mut damaged = stream.clone();
/// damaged[2] ^= 0x10;
/// damaged.append(&mut stream);
///
/// let mut decoder = Decoder::default();
/// let received: Vec<_> = damaged.into_iter().filter_map(|byte| decoder.push(byte)).collect();
/// assert_eq!(received, [Err(FrameError::Checksum), Ok(ToBoard::Who)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Decoder<M> {
    frame: [u8; MAX_FRAME],
    length: usize,
    message: PhantomData<fn() -> M>,
}

impl<M: DeserializeOwned> Default for Decoder<M> {
    fn default() -> Decoder<M> {
        Decoder { frame: [0; MAX_FRAME], length: 0, message: PhantomData }
    }
}

impl<M: DeserializeOwned> Decoder<M> {
    /// Takes the next byte. Returns a message or an error with the last byte of a frame, and `None`
    /// before that. Empty frames are skipped: a sender may start with a zero to end an earlier
    /// partial frame.
    pub fn push(&mut self, byte: u8) -> Option<Result<M, FrameError>> {
        if byte != 0 {
            if let Some(place) = self.frame.get_mut(self.length) {
                *place = byte;
            }
            self.length = (self.length + 1).min(MAX_FRAME + 1);
            return None;
        }
        let length = core::mem::take(&mut self.length);
        match self.frame.get_mut(..length) {
            Some([]) => None,
            Some(frame) => Some(read(frame)),
            None => Some(Err(FrameError::TooLong)),
        }
    }
}

fn read<M: DeserializeOwned>(frame: &mut [u8]) -> Result<M, FrameError> {
    let length = cobs::decode_in_place(frame).map_err(|_| FrameError::Stuffing)?;
    let (message, sum) =
        frame[..length].split_last_chunk::<CRC_BYTES>().ok_or(FrameError::Checksum)?;
    if CRC.checksum(message) != u32::from_le_bytes(*sum) {
        return Err(FrameError::Checksum);
    }
    match postcard::take_from_bytes(message) {
        Ok((message, [])) => Ok(message),
        _ => Err(FrameError::Message),
    }
}

/// Why a frame could not be decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameError {
    /// The frame exceeds [`MAX_FRAME`].
    TooLong,
    /// The bytes are not valid COBS.
    Stuffing,
    /// The checksum is wrong or missing.
    Checksum,
    /// The checksum is right, but the body is not a message of this protocol.
    Message,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FrameError::TooLong => "the frame is too long",
            FrameError::Stuffing => "the frame is not stuffed by COBS",
            FrameError::Checksum => "the frame's checksum is wrong",
            FrameError::Message => "the frame holds no message of this protocol",
        })
    }
}

impl core::error::Error for FrameError {}
