//! Parsing an address never panics, whatever the text.

use broker::{Broker, HostPort};
use proptest::prelude::*;

/// Parts of addresses, and texts that do not belong in one, in any order.
fn strange_address() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "mqtt://",
        "mqtts://",
        "https://",
        "//",
        "/",
        ":",
        "::",
        "[",
        "]",
        "[::1]",
        "127.0.0.1",
        "broker",
        ".",
        "local",
        "-",
        "_",
        "@",
        "user",
        "?",
        "#",
        "%",
        "%00",
        "0",
        "1883",
        "65536",
        "+8",
        " ",
        "\t",
        "\n",
        "\u{0}",
        "\u{feff}",
        "棋",
        "é",
    ]);
    prop::collection::vec(pieces, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_reads_is_written_and_reads_the_same(text in prop_oneof![".*", strange_address()]) {
        if let Ok(address) = HostPort::parse(&text, Some(1883)) {
            let again = HostPort::parse(&address.to_string(), None);
            prop_assert_eq!(again.as_ref(), Ok(&address));
        }
        match Broker::new(&text, None) {
            Ok(broker) => {
                let written = broker.to_string();
                prop_assert!(!written.chars().any(char::is_control), "{written:?}");
                let again = Broker::new(&written, None).expect("our own text reads");
                prop_assert_eq!(again.to_string(), written);
            }
            Err(error) => {
                let error = error.to_string();
                prop_assert!(!error.chars().any(char::is_control), "{error:?}");
            }
        }
    }
}
