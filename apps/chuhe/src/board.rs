//! `chuhe board`: smart boards.

mod bridge;
mod live;
mod referee;
mod settings;
mod simulate;

use crate::terminal;
use anyhow::{Context, Result};
use std::process::ExitCode;

/// Arguments of `chuhe board`.
#[derive(clap::Args)]
pub struct BoardArgs {
    #[command(subcommand)]
    command: BoardCommand,
}

#[derive(clap::Subcommand)]
enum BoardCommand {
    /// Referee a board: sensor frames and buttons as JSON lines in, moves and alarms as JSON lines
    /// out
    Referee(settings::SettingsArgs),
    /// Simulate people at a board: print the sensor frames, or play live at a server
    Simulate(simulate::SimulateArgs),
    /// Forward a board's messages to its server, and the answers back
    Bridge(bridge::BridgeArgs),
    /// Print a position in the board's square numbers
    Index(IndexArgs),
}

/// Arguments of `chuhe board index`.
#[derive(clap::Args)]
struct IndexArgs {
    /// FEN of the position, or `start`
    #[arg(default_value = "start")]
    position: String,
}

/// Runs a subcommand. A failed check gives exit status 1 and is not an error.
pub fn run(args: &BoardArgs) -> Result<ExitCode> {
    match &args.command {
        BoardCommand::Referee(settings) => referee::run(settings.settings()?)?,
        BoardCommand::Simulate(args) => return simulate::run(args),
        BoardCommand::Bridge(args) => bridge::run(args)?,
        BoardCommand::Index(args) => index(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn index(args: &IndexArgs) -> Result<()> {
    let position = match args.position.as_str() {
        "start" => xiangqi::Position::start(),
        fen => xiangqi::Position::from_fen(fen).context("the position")?,
    };
    Ok(terminal::print(board_host::index(&position))?)
}
