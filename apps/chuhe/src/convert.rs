//! `chuhe convert`.

use crate::{output, terminal};
use anyhow::{Context, Result, anyhow, bail};
use record::{Format, Problem, Record};
use std::{io::Read, path::Path, process::ExitCode};
use xiangqi::notation::Notation;

/// Maximum number of bytes read; above the limit of every format.
const FILE_BYTES: u64 = 16 << 20;

/// Arguments of `chuhe convert`.
#[derive(clap::Args)]
pub struct ConvertArgs {
    /// File to read, in any format (chuhe, PGN, DhtmlXQ, a game site's text, WXF, XQF); `-` for the
    /// standard input
    input: String,
    /// Format to write: chuhe, pgn or dhtmlxq; by default from the output's file name, else chuhe
    #[arg(long)]
    to: Option<Format>,
    /// Notation of the moves in PGN: chinese, iccs, wxf, vietnamese, uci, uci-1 (ranks from 1)
    /// or san
    #[arg(long, default_value = "chinese")]
    notation: Notation,
    /// Write what can be read of a file with illegal moves: each game up to the first of them
    #[arg(long)]
    keep_going: bool,
    /// Open the seal of a running game and write its secrets; without it the game stays sealed
    #[arg(long)]
    reveal: bool,
    /// File to write; `-` for the standard output
    #[arg(short, long, default_value = "-")]
    output: String,
}

/// Converts the games of a file. Problems of the file are printed as `FILE:LINE:COLUMN: code:
/// message`, or without a place if they concern the whole file. Then nothing is written and the
/// exit status is 1.
pub fn run(args: &ConvertArgs) -> Result<ExitCode> {
    let bytes = read_input(&args.input)?;
    let name = Some(args.input.as_str()).filter(|&name| name != "-");
    let format = args.to.unwrap_or_else(|| by_name(&args.output));
    let text = match convert(&bytes, name, format, args) {
        Ok(text) => text?,
        Err(problems) => {
            for problem in &problems {
                complain(&args.input, problem);
            }
            return Ok(ExitCode::FAILURE);
        }
    };
    match args.output.as_str() {
        "-" => output::print(&text)?,
        path => output::write(Path::new(path), &text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a problem of the file.
fn complain(input: &str, problem: &Problem) {
    let gap = if problem.is_of_file() { " " } else { "" };
    terminal::complain_as_it_is(format_args!("{input}:{gap}{problem}"));
}

/// Returns the text to write, or the problems of the file.
fn convert(
    bytes: &[u8],
    name: Option<&str>,
    format: Format,
    args: &ConvertArgs,
) -> Result<Result<String>, Vec<Problem>> {
    if !record::is_sealed(bytes) {
        let record::Reading { records, problems, warnings } = record::read_all(bytes, name);
        if !problems.is_empty() && (!args.keep_going || records.is_empty()) {
            return Err(problems);
        }
        for problem in problems.iter().chain(&warnings) {
            complain(&args.input, problem);
        }
        for (number, record) in (1..).zip(&records) {
            for oddity in record.oddities() {
                terminal::complain_as_it_is(format_args!(
                    "{}: game {number}: {oddity}",
                    args.input
                ));
            }
        }
        return Ok(write_all(&records, format, args.notation));
    }
    let sealed = record::read_sealed(bytes)?;
    if args.reveal {
        return Ok(write_all(&[sealed.reveal()], format, args.notation));
    }
    if format != Format::Chuhe {
        return Ok(Err(anyhow!(
            "the secrets of this game are sealed, and {format} has no seals; use --to chuhe, or \
             --reveal"
        )));
    }
    Ok(record::write_sealed(&sealed).context("the game is not running"))
}

/// Reads a file, or the standard input for `-`.
pub(crate) fn read_input(name: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if name == "-" {
        std::io::stdin().lock().take(FILE_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        let file = std::fs::File::open(name).with_context(|| format!("cannot open {name}"))?;
        file.take(FILE_BYTES + 1)
            .read_to_end(&mut bytes)
            .with_context(|| format!("cannot read {name}"))?;
    }
    Ok(bytes)
}

fn by_name(output: &str) -> Format {
    let ending = output.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    let named =
        Format::ALL.into_iter().find(|format| ending.as_deref() == Some(format.extension()));
    named.unwrap_or(Format::Chuhe)
}

fn write_all(records: &[Record], format: Format, notation: Notation) -> Result<String> {
    if format == Format::Chuhe && records.len() > 1 {
        bail!("a chuhe file contains one game, but the input has {}; use --to pgn", records.len());
    }
    let mut texts = Vec::with_capacity(records.len());
    for (number, record) in (1..).zip(records) {
        let text = record::write_as(record, format, notation);
        texts.push(text.with_context(|| format!("game {number}"))?);
    }
    // PGN separates games by a blank line; the other formats ignore it.
    Ok(texts.join("\n"))
}
