//! Actions and options of undercover as text, played from a position and undone.
#![no_main]

const START: &str =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0";

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::play(games::Variant::Undercover, START, text));
