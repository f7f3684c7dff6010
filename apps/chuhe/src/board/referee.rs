//! `chuhe board referee`.

use crate::{rules::read_line, terminal::Results};
use anyhow::Result;
use board_host::{LINE_BYTES, Lines};
use sensing::Settings;
use std::io::{BufReader, Write};

/// Answers every line of the standard input until it ends.
pub(super) fn run(settings: Settings) -> Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut output = Results::new();
    let mut lines = Lines::new(settings);
    let (mut line, mut answer) = (Vec::new(), String::new());
    while read_line(&mut input, &mut line, LINE_BYTES)? {
        answer.clear();
        lines.answer(&line, &mut answer);
        output.write_all(answer.as_bytes())?;
        // A board that sends one frame at a time waits for this answer.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    answer.clear();
    lines.finish(&mut answer);
    output.write_all(answer.as_bytes())?;
    Ok(output.finish()?)
}
