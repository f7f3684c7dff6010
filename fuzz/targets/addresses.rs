//! Addresses as people type them: what reads is written, and that reads the same.
#![no_main]

use board_host::bridge::ServerUrl;
use broker::{Broker, HostPort};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(address) = HostPort::parse(text, Some(1883)) {
        assert_eq!(HostPort::parse(&address.to_string(), None).as_ref(), Ok(&address), "{text:?}");
    }
    if let Ok(broker) = Broker::new(text, None) {
        let written = broker.to_string();
        let again = Broker::new(&written, None).expect("our own text reads");
        assert_eq!(again.to_string(), written, "{text:?}");
        assert!(!written.chars().any(char::is_control));
    }
    match ServerUrl::new(text, None) {
        Ok(_) => assert!(!text.chars().any(char::is_control), "{text:?}"),
        Err(error) => assert!(!error.to_string().chars().any(char::is_control), "{text:?}"),
    }
});
