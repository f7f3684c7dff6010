//! Proves all composed mates, in about two minutes:
//! `cargo run --release -p puzzles --features generate --example prove_classics`.

#![allow(clippy::print_stdout)]

use bots::xiangqi::{MateProof, prove_mate};
use puzzles::Classic;
use std::process::ExitCode;
use xiangqi::Position;

fn main() -> ExitCode {
    let (mut proved, mut failed) = (0, 0);
    for Classic { code, moves, board, .. } in Classic::all() {
        let position = Position::from_fen(&format!("{board} w - - 0 1"));
        let proof = position.map(|position| prove_mate(&position, moves as u32, &mut |_| true));
        match proof {
            Ok(MateProof::Mate(line)) if line.len() == 2 * moves - 1 => proved += 1,
            other => {
                println!("{code}: expected a mate in {moves}, found {other:?}");
                failed += 1;
            }
        }
    }
    println!("{proved} mates proved, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}
