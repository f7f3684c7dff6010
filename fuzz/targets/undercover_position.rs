//! A position of undercover: what reads, is written, and the text that was written reads the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::position(games::Variant::Undercover, text));
