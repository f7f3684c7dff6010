//! The list of `no_std` crates. `cargo verify` builds them for the browser and for the firmware,
//! and `xtask/tests/dependency_rules.rs` checks their sources.

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
