//! `chuhe`: one home for the Chinese-chess family.

mod arena;
mod board;
mod convert;
mod engine;
mod house;
mod perft;
mod picture;
mod rules;
mod serve;
mod signing_key;
mod verify_deal;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// One home for the Chinese-chess family: xiangqi, undercover xiangqi, sifang, banqi.
#[derive(Parser)]
#[command(version, about)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play on this device, and let others in your network join
    Play(serve::PlayArgs),
    /// Serve the games on an address
    Serve(serve::ServeArgs),
    /// Copy everything a server keeps into one file, while it runs
    Backup(house::BackupArgs),
    /// Put a backup into a folder in which no server runs
    Restore(house::RestoreArgs),
    /// Look after what is stored
    #[command(subcommand)]
    Store(house::StoreCommand),
    /// Answer questions about the rules: JSON lines in, JSON lines out
    Rules,
    /// Turn a game's file into another format, or list what is wrong with it
    Convert(convert::ConvertArgs),
    /// Smart boards: referee one, simulate people at one
    Board(Box<board::BoardArgs>),
    /// Count the leaf actions of a position
    Perft(perft::PerftArgs),
    /// Draw a position as an SVG picture
    Picture(picture::PictureArgs),
    /// Let two computer players play many games and show how much stronger one is
    Arena(arena::ArenaArgs),
    /// Play for other programs' boards over UCI or UCCI, on standard input and output
    Engine(engine::EngineArgs),
    /// Search some positions of xiangqi: prints the nodes, always as many, and nodes a second
    Bench,
    /// Check a finished game's deal against its commitment, and show what the dice gave
    VerifyDeal(verify_deal::VerifyDealArgs),
}

fn main() -> ExitCode {
    match run(Args::parse().command) {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chuhe: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Play(args) => serve::play(args),
        Command::Serve(args) => serve::serve(args),
        Command::Backup(args) => house::backup(&args),
        Command::Restore(args) => house::restore(args),
        Command::Store(command) => house::store(command),
        Command::Rules => rules::run(),
        Command::Convert(args) => return convert::run(&args),
        Command::Board(args) => return board::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Picture(args) => picture::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Bench => engine::bench(),
        Command::VerifyDeal(args) => verify_deal::run(&args),
    }
    .map(|()| ExitCode::SUCCESS)
}

/// Whether whoever reads us has gone away, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
