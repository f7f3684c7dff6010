//! Random positions with their legal moves, for comparison with another implementation:
//! `positions SEED GAMES` prints `FEN<tab>move move …`, one position a line.
#![allow(clippy::print_stdout)]

use std::io::{BufWriter, Write};
use xiangqi::Position;

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let (Some(Ok(seed)), Some(Ok(games))) = (args.next(), args.next()) else {
        eprintln!("usage: positions SEED GAMES");
        std::process::exit(2);
    };
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..150 {
            let mut legal = position.legal_moves();
            legal.sort_unstable();
            let texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
            writeln!(output, "{}\t{}", position.fen(), texts.join(" "))?;
            if legal.is_empty() {
                break;
            }
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            position.make(legal[(state % legal.len() as u64) as usize]);
        }
    }
    output.flush()
}
