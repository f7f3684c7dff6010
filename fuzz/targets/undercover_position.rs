//! The text of an undercover position survives a round trip.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::position(games::Variant::Undercover, text));
