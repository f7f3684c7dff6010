//! Measures move generation and make/unmake: perft from the start and three middlegames, on one
//! thread.
//!
//! Compares with Fairy-Stockfish if it is installed, and prints the ratio of the speeds. Both run
//! in turn on the same machine.
//!
//! Run `cargo bench -p chuhe-xiangqi`; with `-- --deep` it also runs perft(6) from the start.
#![allow(clippy::print_stdout)]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    time::Instant,
};
use xiangqi::{Position, perft};

/// Position, depth, nodes.
const CASES: [(&str, u32, u64); 4] = [
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 5, 133_312_995),
    ("r3kab1r/4a4/4c1n2/p3p1C1p/2C6/9/P3P1P1P/2c6/3RA4/n1B1KABNR w - - 0 16", 5, 114_000_336),
    ("1r2kab2/4a4/4c4/p1R1C3r/3C4p/3n1p3/Pc2P1P1P/4B1N2/4A4/1R2KAB2 w - - 0 26", 5, 189_487_602),
    ("4kab2/4a4/2n1b4/2p5p/7R1/P1P1P4/4r2pP/N4N3/9/2BAKA3 w - - 0 31", 6, 46_763_594),
];

const PEER: &str = "/usr/games/fairy-stockfish";

fn main() {
    let deep = std::env::args().any(|arg| arg == "--deep");
    let mut peer = Peer::start();
    if peer.is_none() {
        println!("no {PEER}: install Debian's fairy-stockfish to see the ratio");
    }
    let mut ratios = Vec::new();
    for (fen, depth, nodes) in CASES {
        let position = Position::from_fen(fen).expect("a bench position is legal");
        let ours = speed(nodes, || perft(&position, depth));
        print!("d{depth} {nodes:>12} nodes  ours {ours:>7.1} Mnodes/s");
        if let Some(peer) = &mut peer {
            let theirs = speed(nodes, || peer.perft(fen, depth));
            ratios.push(ours / theirs);
            print!("  fairy-stockfish {theirs:>6.1}  ratio {:.2}", ours / theirs);
        }
        println!();
    }
    if !ratios.is_empty() {
        let product: f64 = ratios.iter().product();
        println!("geometric mean of the ratios: {:.2}", product.powf(1.0 / ratios.len() as f64));
    }
    if deep {
        let ours = speed(5_392_831_844, || perft(&Position::start(), 6));
        println!("d6   5392831844 nodes  ours {ours:>7.1} Mnodes/s");
    }
}

/// Speed in millions of nodes per second. Panics if the count is wrong.
fn speed(nodes: u64, count: impl FnOnce() -> u64) -> f64 {
    let began = Instant::now();
    let counted = count();
    let seconds = began.elapsed().as_secs_f64();
    assert_eq!(counted, nodes, "a wrong count is no speed");
    nodes as f64 / seconds / 1e6
}

struct Peer {
    input: std::process::ChildStdin,
    output: BufReader<std::process::ChildStdout>,
    child: std::process::Child,
}

impl Peer {
    fn start() -> Option<Peer> {
        let mut command = Command::new(PEER);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let input = child.stdin.take()?;
        let output = BufReader::new(child.stdout.take()?);
        let mut peer = Peer { input, output, child };
        peer.say("uci\nsetoption name UCI_Variant value xiangqi\nisready");
        peer.until("readyok");
        Some(peer)
    }

    fn perft(&mut self, fen: &str, depth: u32) -> u64 {
        self.say(&format!("position fen {fen}\ngo perft {depth}"));
        let line = self.until("Nodes searched:");
        line.trim().rsplit(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0)
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input, "{text}").expect("the peer listens");
    }

    fn until(&mut self, wanted: &str) -> String {
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("the peer speaks UTF-8");
            assert!(read > 0, "the peer ended before `{wanted}`");
            if line.contains(wanted) {
                return line;
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
