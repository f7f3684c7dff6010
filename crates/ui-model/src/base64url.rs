//! Bytes in the letters, digits, `-` and `_` of an address (RFC 4648, section 5, without padding).

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Encodes bytes.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits =
            (0..).zip(chunk).fold(0, |bits, (at, &byte)| bits | u32::from(byte) << (16 - 8 * at));
        for at in 0..=chunk.len() {
            text.push(char::from(DIGITS[(bits >> (18 - 6 * at) & 63) as usize]));
        }
    }
    text
}

/// Decodes a text. `None` if it has another character or an impossible length.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for chunk in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for (at, digit) in (0..).zip(chunk) {
            let value = DIGITS.iter().position(|it| it == digit)?;
            bits |= (value as u32) << (18 - 6 * at);
        }
        let count = chunk.len().checked_sub(1).filter(|&count| count > 0)?;
        bytes.extend((0..count).map(|at| (bits >> (16 - 8 * at)) as u8));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        for (plain, text) in
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")]
        {
            assert_eq!(encode(plain.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(plain.as_bytes()));
        }
        assert_eq!(encode(b"\xfb\xff\xfe"), "-__-");
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&all)), Some(all));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["Z", "Zm9vY", "Zm9+", "Zg==", "许"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
