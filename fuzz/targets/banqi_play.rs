//! Actions and options of banqi as text, played from a position and undone.
#![no_main]

const START: &str =
    "********/********/********/******** - 0/0 0 0 PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb";

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::play(games::Variant::Banqi, START, text));
