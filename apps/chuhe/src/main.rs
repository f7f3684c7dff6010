//! `chuhe`: one home for the Chinese-chess family.

// Only `terminal.rs` prints: it does not panic when an output pipe is closed.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod admin;
mod arbiter_key;
mod arena;
mod board;
mod broker_args;
mod config_file;
mod convert;
mod engine;
mod explorer;
mod input;
mod output;
mod perft;
mod picture;
mod puzzles;
mod rules;
mod secret_files;
mod serve;
mod serve_check;
mod service_manager;
mod signing_key;
mod storage;
mod terminal;
mod traces;
mod verify_deal;

use clap::{
    Parser, Subcommand,
    error::{ContextKind, ContextValue},
};
use config_file::ArgumentError;
use std::{io, process::ExitCode};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Play and host the Chinese-chess family: xiangqi, undercover xiangqi, sifang, banqi
#[derive(Parser)]
#[command(version, about)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play on this device; with --lan, other devices in the network can join
    Play(Box<serve::PlayArgs>),
    /// Run a server
    Serve(Box<serve::ServeArgs>),
    /// Copy a server's data into one file; the server may be running
    Backup(storage::BackupArgs),
    /// Restore a backup into a folder; no server may be running on it
    Restore(storage::RestoreArgs),
    /// Maintain the stored data: change the key, copy between databases
    #[command(subcommand)]
    Store(storage::StoreCommand),
    /// Help the players of a server: links for a new password
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Answer questions about the rules: JSON lines in, JSON lines out
    Rules,
    /// Convert a game file to another format, or list its errors
    Convert(convert::ConvertArgs),
    /// Import games of xiangqi into the opening explorer, and list their errors
    Import(explorer::ImportArgs),
    /// The opening explorer: its collections, and indexing the archive again
    #[command(subcommand)]
    Explorer(explorer::ExplorerCommand),
    /// Smart boards: referee, simulation and bridge
    Board(Box<board::BoardArgs>),
    /// Count the leaf nodes of a position's move tree
    Perft(perft::PerftArgs),
    /// Draw a position as an SVG picture
    Picture(picture::PictureArgs),
    /// Play a match between two computer players and estimate the difference in strength
    Arena(arena::ArenaArgs),
    /// Find puzzles in games, and collect them
    #[command(subcommand)]
    Puzzles(puzzles::PuzzlesCommand),
    /// Run as an engine for other programs, over UCI or UCCI on standard input and output
    Engine(engine::EngineArgs),
    /// Search a fixed set of xiangqi positions; print the node count and nodes per second
    Bench,
    /// Check a finished game's deal and log against the server's commitment and signatures
    VerifyDeal(verify_deal::VerifyDealArgs),
}

fn main() -> ExitCode {
    let done = match config_file::parse::<Args>() {
        Ok(args) => run(args.command),
        Err(ArgumentError::Usage(error)) => usage(error),
        Err(ArgumentError::File(faults)) => {
            faults.into_iter().for_each(terminal::complain);
            Ok(ExitCode::from(2))
        }
    };
    match done {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::complain(format_args!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Prints help, or a usage error with its values escaped and without passwords.
fn usage(mut error: clap::Error) -> anyhow::Result<ExitCode> {
    let shown: Vec<(ContextKind, String)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => {
                Some((kind, terminal::without_password(&terminal::shown(text)).into_owned()))
            }
            _ => None,
        })
        .collect();
    // clap's suggestion repeats the address with its password.
    if shown.iter().any(|(_, text)| text.contains(terminal::PASSWORD)) {
        error.remove(ContextKind::Suggested);
    }
    for (kind, text) in shown {
        error.insert(kind, ContextValue::String(text));
    }
    error.print()?;
    Ok(ExitCode::from(if error.use_stderr() { 2 } else { 0 }))
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Play(args) => serve::play(*args),
        Command::Serve(args) if args.is_check() => return serve_check::run(&args),
        Command::Serve(args) => serve::serve(*args),
        Command::Backup(args) => storage::backup(&args),
        Command::Restore(args) => storage::restore(args),
        Command::Store(command) => storage::store(command),
        Command::Admin(command) => admin::run(command),
        Command::Rules => rules::run(),
        Command::Convert(args) => return convert::run(&args),
        Command::Import(args) => return explorer::import(&args),
        Command::Explorer(command) => explorer::run(command),
        Command::Board(args) => return board::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Picture(args) => picture::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Puzzles(command) => puzzles::run(&command),
        Command::Engine(args) => engine::run(&args),
        Command::Bench => engine::bench(),
        Command::VerifyDeal(args) => return verify_deal::run(&args),
    }
    .map(|()| ExitCode::SUCCESS)
}

/// Whether the error is a closed output pipe, as with `chuhe … | head`. The program then ends
/// without an error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
