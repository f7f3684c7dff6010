//! The text of a sifang position survives a round trip.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::position(games::Variant::Sifang, text));
