//! The text of a time control survives a round trip.
#![no_main]

use clock::Controls;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(controls) = text.parse::<Controls>() {
        let written = controls.to_string();
        assert_eq!(written.parse::<Controls>().as_ref(), Ok(&controls), "{text:?} {written:?}");
    }
});
