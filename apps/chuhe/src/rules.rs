//! `chuhe rules`.

use crate::terminal::Results;
use anyhow::Result;
use std::io::{BufRead, BufReader, Read, Write};

/// Answers every line of the standard input. Lines over the limit get an error.
pub fn run() -> Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut output = Results::new();
    let mut line = Vec::new();
    while read_line(&mut input, &mut line, rules_query::LINE_BYTES)? {
        if !line.iter().all(u8::is_ascii_whitespace) {
            output.write_all(rules_query::answer(&line).as_bytes())?;
            output.write_all(b"\n")?;
        }
        // A client that sends one question at a time waits for this answer.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    Ok(output.finish()?)
}

/// Reads a line without its line ending, at most `most + 1` bytes of it; the rest of a longer line
/// is skipped. Returns `false` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, most: usize) -> Result<bool> {
    line.clear();
    let most = most as u64 + 1;
    if input.take(most).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    } else if line.len() as u64 == most {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}
