//! `chuhe engine` and `chuhe bench` as programs. Tests the order of the lines.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdout, Command, Stdio},
};

struct Engine {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("chuhe starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Engine { child, output }
    }

    fn say(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("its input");
        writeln!(input, "{line}").expect("it listens");
    }

    /// Reads to the next line that begins with this word. Earlier lines must not contain a move.
    fn until(&mut self, word: &str) -> String {
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("text");
            assert!(read > 0, "it ended before `{word}`");
            if line.starts_with(word) {
                return line.trim_end().to_owned();
            }
            assert!(!line.starts_with("bestmove"), "before `{word}`: {line}");
        }
    }

    fn end(mut self) {
        drop(self.child.stdin.take());
        assert!(self.child.wait().expect("it ends").success());
    }
}

#[test]
fn a_conversation() {
    let mut engine = Engine::start();
    engine.say("uci");
    engine.until("uciok");
    engine.say("setoption name Hash value 1");
    engine.say("isready");
    engine.until("readyok");
    engine.say("position fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1");
    let refusal = engine.until("info string");
    assert!(refusal.contains("expected one general"), "{refusal}");
    engine.say("position startpos moves h2e2");
    engine.say("go movetime 30");
    assert!(engine.until("bestmove").len() >= "bestmove a0a0".len());
    engine.say("go infinite");
    engine.say("isready");
    engine.until("readyok");
    engine.say("stop");
    engine.until("bestmove");
    engine.say("go infinite");
    engine.end();
}

/// The node count of `chuhe bench` is the same in every run.
#[test]
fn bench_counts_the_same_nodes() {
    let bench = || {
        let output =
            Command::new(env!("CARGO_BIN_EXE_chuhe")).arg("bench").output().expect("chuhe starts");
        let line = String::from_utf8(output.stdout).expect("text");
        line.split(" nodes ").next().and_then(|count| count.parse::<u64>().ok()).expect("a count")
    };
    let nodes = bench();
    assert!(nodes > 0);
    assert_eq!(bench(), nodes);
}
