//! Solves the game of Nim with a search: `cargo run -p chuhe-search --example nim`.
#![allow(clippy::print_stdout)]

#[path = "nim.rs"]
mod game;

use game::Nim;
use search::{Limits, Searcher, is_decided};
use std::fmt::Write;

pub(crate) fn main() {
    print!("{}", table());
}

/// Lists the best action for each number of matches.
pub(crate) fn table() -> String {
    let mut text = String::new();
    for left in 1..=12 {
        let mut searcher = Searcher::new(1);
        let found = searcher.search(&mut Nim::new(left), &[], &Limits::of_nodes(100_000));
        let said = match found {
            Some(found) if is_decided(found.score) && found.score > 0 => {
                format!("take {} and win: {:?}", found.action, found.pv)
            }
            _ => "lost against perfect play".to_owned(),
        };
        let _ = writeln!(text, "{left:2} matches: {said}");
    }
    text
}
