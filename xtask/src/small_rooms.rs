//! The one list of crates that are `no_std`: `cargo verify` builds them for the browser and for the
//! firmware, and the test of the walls looks into their sources.

pub const NO_STD: &[&str] = &[
    "game",
    "commit-reveal",
    "clock",
    "protocol",
    "xiangqi",
    "undercover",
    "sifang",
    "banqi",
    "games",
    "boardlink",
    "sensing",
];
