//! `chuhe admin`: what the operator of a server does for its players.

use crate::{
    storage::{StorageArgs, StoreLocation, runtime},
    terminal,
};
use anyhow::{Context, Result, ensure};
use server::{Env, Role, SystemEnv, account_key, office_act, reset_link as link};
use store::{Player, account_in_file, account_in_postgres, act_in_file, act_in_postgres};

const HOUR_MS: u64 = 3_600_000;

/// Subcommands of `chuhe admin`.
#[derive(clap::Subcommand)]
pub enum AdminCommand {
    /// Print a link with which a player can choose a new password, once; the server may be running
    ResetLink(ResetLinkArgs),
    /// Give an account an office: owner, moderator or arbiter; the server may be running
    Grant(GrantArgs),
    /// Take an account's office; the server may be running
    Revoke(RevokeArgs),
}

/// Arguments of `chuhe admin grant`.
#[derive(clap::Args)]
pub struct GrantArgs {
    /// Name of the account
    name: String,
    /// Office: owner, moderator or arbiter
    #[arg(value_parser = role)]
    role: Role,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Arguments of `chuhe admin revoke`.
#[derive(clap::Args)]
pub struct RevokeArgs {
    /// Name of the account
    name: String,
    #[command(flatten)]
    storage: StorageArgs,
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
        AdminCommand::Grant(GrantArgs { name, role, storage }) => {
            set_office(&name, Some(role), &storage)
        }
        AdminCommand::Revoke(RevokeArgs { name, storage }) => set_office(&name, None, &storage),
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

/// Parses the name of an office.
fn role(text: &str) -> std::result::Result<Role, String> {
    Role::parse(text).ok_or_else(|| {
        let names: Vec<&str> = Role::ALL.into_iter().map(Role::as_str).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// Sets an account's office, with an entry in the audit log.
fn set_office(name: &str, role: Option<Role>, storage: &StorageArgs) -> Result<()> {
    let player = runtime()?.block_on(async {
        let player = find(storage, &account_key(name)).await?;
        let player = player.with_context(|| format!("there is no account named `{name}`"))?;
        ensure!(player.standing.closed_ms.is_none(), "the account `{name}` is closed");
        let act = office_act(player.id.clone(), role, SystemEnv.now_ms());
        match storage.place()? {
            StoreLocation::File(options) => act_in_file(&options, act).await?,
            StoreLocation::Postgres(options) => act_in_postgres(&options, act).await?,
        }
        anyhow::Ok(player)
    })?;
    let said = match role {
        Some(role) => format!("{}: {}", player.name, role.as_str()),
        None => format!("{}: no office", player.name),
    };
    Ok(terminal::print(said)?)
}

async fn find(storage: &StorageArgs, key: &str) -> Result<Option<Player>> {
    Ok(match storage.place()? {
        StoreLocation::File(options) => account_in_file(&options, key).await?,
        StoreLocation::Postgres(options) => account_in_postgres(&options, key).await?,
    })
}
