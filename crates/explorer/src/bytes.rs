//! Numbers and texts as bytes. Small numbers take one byte.

use crate::IndexError;

/// The value cannot be read.
pub(crate) const DAMAGED: IndexError = IndexError::Damaged("a value ends too early");

/// Appends a number, seven bits per byte, the lowest first.
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a text with its length.
pub(crate) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// Reads bytes from the front.
pub(crate) struct Bytes<'b>(pub(crate) &'b [u8]);

impl<'b> Bytes<'b> {
    pub(crate) fn byte(&mut self) -> Result<u8, IndexError> {
        let (&first, rest) = self.0.split_first().ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(first)
    }

    pub(crate) fn number(&mut self) -> Result<u64, IndexError> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(IndexError::Damaged("a number is too long"))
    }

    pub(crate) fn text(&mut self) -> Result<&'b str, IndexError> {
        let length = self.number()? as usize;
        let (text, rest) = self.0.split_at_checked(length).ok_or(DAMAGED)?;
        self.0 = rest;
        std::str::from_utf8(text).map_err(|_| IndexError::Damaged("a text is not UTF-8"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_read() {
        let numbers = [0, 1, 127, 128, 300, 8_099, 1 << 40, u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| put(&mut bytes, number));
        put_text(&mut bytes, "許銀川");
        let mut read = Bytes(&bytes);
        for number in numbers {
            assert_eq!(read.number().unwrap(), number);
        }
        assert_eq!(read.text().unwrap(), "許銀川");
        assert!(read.byte().is_err());
        assert!(Bytes(&[9, b'a']).text().is_err());
        assert!(Bytes(&[0xff; 11]).number().is_err());
    }
}
