//! Percent-encoding of names in addresses. Every byte except letters, digits and `-._~` is encoded.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The encoded characters.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Encodes a text for a part of an address.
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// Decodes a part of an address. An invalid escape is kept. Invalid UTF-8 becomes `\u{fffd}`, which
/// no name contains.
pub fn decode(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_read_back() {
        for text in ["", "plain", "a b/c?d&e=f#g%41", "许银川", "é~._-"] {
            let encoded = encode(text);
            assert!(
                encoded.is_ascii() && !encoded.contains(['/', '?', '&', '#', ' ']),
                "{encoded}"
            );
            assert_eq!(decode(&encoded), text);
        }
    }

    #[test]
    fn anything_can_be_decoded() {
        for (part, text) in
            [("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%41%", "A%"), ("%ff", "\u{fffd}")]
        {
            assert_eq!(decode(part), text);
        }
    }
}
