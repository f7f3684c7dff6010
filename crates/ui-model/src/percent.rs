//! Names in addresses: every byte but letters, digits and `-._~` stands as `%` and two digits.

/// The text as a part of an address.
pub(crate) fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded += &format!("%{byte:02X}");
        }
    }
    encoded
}

/// The text of a part of an address. What is not encoded as it should be stands for itself; what is
/// no UTF-8 becomes `\u{fffd}`, which no name has.
pub(crate) fn decode(part: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = part.as_bytes();
    while let [byte, tail @ ..] = rest {
        match (byte, tail) {
            (b'%', [high, low, after @ ..]) if digit(*high).is_some() && digit(*low).is_some() => {
                let value = digit(*high).unwrap_or(0) * 16 + digit(*low).unwrap_or(0);
                bytes.push(value as u8);
                rest = after;
            }
            _ => {
                bytes.push(*byte);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn digit(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(16)
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
