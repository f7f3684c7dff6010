//! `chuhe admin`: what the operator of a server does for its players.

use crate::{
    storage::{StorageArgs, StoreLocation, runtime},
    terminal,
};
use anyhow::{Context, Result, ensure};
use server::{Env, SystemEnv, account_key, reset_link as link};
use store::{Player, account_in_file, account_in_postgres};

const HOUR_MS: u64 = 3_600_000;

/// Subcommands of `chuhe admin`.
#[derive(clap::Subcommand)]
pub enum AdminCommand {
    /// Print a link with which a player can choose a new password, once; the server may be running
    ResetLink(ResetLinkArgs),
}

/// Arguments of `chuhe admin reset-link`.
#[derive(clap::Args)]
pub struct ResetLinkArgs {
    /// Name of the player's account
    name: String,
    /// Address of the server as the player opens it, such as `https://club.example`
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8686")]
    address: String,
    /// Number of hours for which the link is valid
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u64).range(1..=720))]
    hours: u64,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Runs a subcommand of `chuhe admin`.
pub fn run(command: AdminCommand) -> Result<()> {
    match command {
        AdminCommand::ResetLink(args) => reset_link(&args),
    }
}

fn reset_link(args: &ResetLinkArgs) -> Result<()> {
    let is_http = ["http://", "https://"].iter().any(|scheme| args.address.starts_with(scheme));
    ensure!(is_http, "--address: expected a URL that begins with http:// or https://");
    let player = runtime()?.block_on(find(&args.storage, &account_key(&args.name)))?;
    let player = player.with_context(|| format!("there is no account named `{}`", args.name))?;
    let until_ms = SystemEnv.now_ms() + args.hours * HOUR_MS;
    terminal::print(link(&args.address, &player, until_ms))?;
    terminal::complain(format_args!(
        "the link works once, within {} hours; it opens the account, so give it to the player only",
        args.hours
    ));
    Ok(())
}

async fn find(storage: &StorageArgs, key: &str) -> Result<Option<Player>> {
    Ok(match storage.place()? {
        StoreLocation::File(options) => account_in_file(&options, key).await?,
        StoreLocation::Postgres(options) => account_in_postgres(&options, key).await?,
    })
}
