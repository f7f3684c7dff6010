//! A conversation with the engine.

use std::{
    io::{BufRead, BufReader, PipeReader, PipeWriter, Read as _, Write, pipe},
    thread::{self, JoinHandle},
};

/// An engine at the other end of two pipes.
pub(crate) struct Talk {
    pub(crate) input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    engine: Option<JoinHandle<()>>,
}

impl Talk {
    pub(crate) fn new() -> Talk {
        let (commands, input) = pipe().expect("a pipe");
        let (output, answers) = pipe().expect("a pipe");
        let engine = thread::spawn(move || {
            engine::serve(BufReader::new(commands), answers).expect("the test reads what it says");
        });
        Talk { input: Some(input), output: BufReader::new(output), engine: Some(engine) }
    }

    /// After the handshake, with small tables.
    pub(crate) fn uci() -> Talk {
        let mut talk = Talk::new();
        talk.say("uci");
        talk.until("uciok");
        talk.say("setoption name Hash value 1");
        talk
    }

    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").expect("the engine listens");
    }

    /// Reads lines up to and including one that begins with this word.
    pub(crate) fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("the engine writes text");
            assert!(read > 0, "it ended before `{word}`: {lines:#?}");
            lines.push(line.trim_end().to_owned());
            if line.split_whitespace().next() == Some(word) {
                return lines;
            }
        }
    }

    /// The move of the next `bestmove`.
    pub(crate) fn best(&mut self) -> String {
        let lines = self.until("bestmove");
        lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned()
    }

    /// The message for a refused line.
    pub(crate) fn complaint(&mut self, line: &str) -> String {
        self.say(line);
        let complaint = self.until("info").concat();
        complaint.strip_prefix("info string ").expect("for people").to_owned()
    }

    /// Waits until the engine has ended. Returns its remaining output.
    pub(crate) fn end(mut self) -> Vec<String> {
        let rest = self.output.by_ref().lines().map(|line| line.expect("text")).collect();
        self.engine.take().expect("it ran").join().expect("it does not panic");
        rest
    }
}
