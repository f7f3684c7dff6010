//! A board in QEMU that replays recorded inputs and is connected to a bridge.
//!
//! ```sh
//! chuhe board simulate --games 3 | cargo run -p emulated -- /tmp/board 4001 &
//! chuhe board bridge --tcp 127.0.0.1:4001 …
//! ```
//!
//! The first argument is the folder of the board's flash, the second the TCP port of its line.
//!
//! Lines on standard input are those of `chuhe board simulate`, handled as fast as the board
//! accepts them. `{"power":"cut"}` cuts the power. After the last line the board stays on, in real
//! time, until it is killed.

use anyhow::{Context, Result, bail};
use boardlink::{Button, ToBoard};
use emulated::{Machine, image};
use sensing::Occupancy;
use serde_json::Value;
use std::{
    io::BufRead,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, port] = words.as_slice() else {
        bail!("which folder, which port? `emulated FOLDER PORT < frames.jsonl`");
    };
    let folder = PathBuf::from(folder);
    let port = port.parse().context("the port")?;
    std::fs::create_dir_all(&folder).context("making the folder")?;
    let image = image()?;
    let mut board = Board::switch_on(&image, &folder, port)?;
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line.context("reading the lines")?;
        board.take(&line).with_context(|| format!("line {}: {line}", number + 1))?;
    }
    board.stay_on()
}

/// A board, and the time of the inputs.
struct Board<'a> {
    image: &'a Path,
    folder: &'a Path,
    port: u16,
    machine: Machine,
    seen: Occupancy,
    now_ms: u64,
    powered_ms: u64,
}

impl<'a> Board<'a> {
    fn switch_on(image: &'a Path, folder: &'a Path, port: u16) -> Result<Board<'a>> {
        let machine = Machine::start_apart(image, folder, port)?;
        Ok(Board { image, folder, port, machine, seen: Occupancy::EMPTY, now_ms: 0, powered_ms: 0 })
    }

    fn take(&mut self, line: &str) -> Result<()> {
        let line: Value = serde_json::from_str(line)?;
        if line["power"] == "cut" {
            // Two machines cannot share one flash file: the old one ends before the new one starts.
            self.machine.end();
            self.machine = Machine::start_apart(self.image, self.folder, self.port)?;
            self.powered_ms = self.now_ms;
            return self.inject(&ToBoard::Inject { ranks: self.seen.to_rows() });
        }
        self.pass(line["t"].as_u64().context("a line without a time")?)?;
        if let Some(text) = line["occ"].as_str() {
            self.seen = text.parse()?;
            self.inject(&ToBoard::Inject { ranks: self.seen.to_rows() })?;
        }
        if let Some(name) = line["button"].as_str() {
            let button = Button::from_name(name).context("no such button")?;
            self.inject(&ToBoard::Press(button))?;
        }
        Ok(())
    }

    fn pass(&mut self, at_ms: u64) -> Result<()> {
        self.now_ms = self.now_ms.max(at_ms);
        let at_ms = u32::try_from(self.now_ms - self.powered_ms).context("the time of a board")?;
        self.inject(&ToBoard::Now { at_ms })
    }

    fn inject(&mut self, order: &ToBoard) -> Result<()> {
        self.machine.inject(order).map(drop)
    }

    /// Advances the time, so that the board resends unacknowledged events.
    fn stay_on(&mut self) -> Result<()> {
        let (began, from_ms) = (Instant::now(), self.now_ms);
        loop {
            std::thread::sleep(Duration::from_millis(50));
            self.pass(from_ms + began.elapsed().as_millis() as u64)?;
        }
    }
}
