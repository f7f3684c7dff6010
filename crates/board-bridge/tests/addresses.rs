//! Parsing a server's address never panics, whatever the text.

use board_bridge::ServerUrl;
use proptest::prelude::*;

/// Parts of addresses, and texts that do not belong in one, in any order.
fn strange_address() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "http://",
        "https://",
        "mqtt://",
        "//",
        "/",
        ":",
        "::",
        "[",
        "]",
        "[::1]",
        "127.0.0.1",
        "boards",
        ".",
        "example",
        "-",
        "@",
        "user",
        "?",
        "#",
        "%",
        "%00",
        "0",
        "8686",
        "65536",
        " ",
        "\t",
        "\n",
        "\u{0}",
        "\u{feff}",
        "棋",
    ]);
    prop::collection::vec(pieces, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn is_taken_or_refused_in_one_line(text in prop_oneof![".*", strange_address()]) {
        match ServerUrl::new(&text, None) {
            Ok(_) => prop_assert!(!text.chars().any(char::is_control), "{text:?}"),
            Err(error) => {
                let error = error.to_string();
                prop_assert!(!error.chars().any(char::is_control), "{error:?}");
            }
        }
    }
}
