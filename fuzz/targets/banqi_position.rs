//! The text of a banqi position survives a round trip.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::position(games::Variant::Banqi, text));
