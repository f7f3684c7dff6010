//! `chuhe serve --check`: checks everything that could keep a server from starting, without
//! starting one.

use crate::{
    arbiter_key::known_arbiter_key, secret_files, serve::ServeArgs, signing_key::known_signing_key,
    storage::StoreLocation, terminal,
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::CommandFactory;
use server::NatsHints;
use std::{
    collections::BTreeSet,
    fs::File,
    io::ErrorKind,
    net::{SocketAddr, TcpListener},
    path::Path,
    process::ExitCode,
};
use store::DataFolder;

/// Prefix of the project's environment variables.
const PREFIX: &str = "CHUHE_";
/// Variable that has no option, because secrets do not belong on a command line.
const PASSWORD: &str = "CHUHE_MQTT_PASSWORD";
/// File that is created and deleted to test whether the folder is writable.
const PROBE: &str = ".chuhe-check";

/// Reports all faults. The exit status is 1 if there are any.
pub fn run(args: &ServeArgs) -> Result<ExitCode> {
    let folder = args.storage().folder()?;
    secret_files::complain(args.secret_files(&folder));
    let mut faults = unknown_variables();
    let checks = [
        args.broker().map(drop),
        hints(args),
        mail(args),
        args.collector().map(drop),
        usable(&folder),
        known_arbiter_key(&args.arbiter_key_file(&folder)).map(drop),
        known_signing_key(&args.sign_key_file(&folder)).map(drop),
        store(args, &folder),
        free(args.listen(), &folder),
        metrics(args, &folder),
    ];
    faults.extend(checks.into_iter().filter_map(Result::err));
    for fault in &faults {
        terminal::complain(format_args!("{fault:#}"));
    }
    if !faults.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    terminal::print(format_args!(
        "chuhe: no faults found; the server would listen on {}, with the folder {}",
        args.listen(),
        folder.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Environment variables with the prefix that are not settings.
fn unknown_variables() -> Vec<anyhow::Error> {
    let mut known = BTreeSet::from([PASSWORD.to_owned()]);
    take_variables(&crate::Args::command(), &mut known);
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let unknown = names.filter(|name| name.starts_with(PREFIX) && !known.contains(name));
    unknown.map(|name| anyhow!("the environment variable {name} is not a setting")).collect()
}

fn take_variables(command: &clap::Command, known: &mut BTreeSet<String>) {
    let variables = command.get_arguments().filter_map(clap::Arg::get_env);
    known.extend(variables.map(|name| name.to_string_lossy().into_owned()));
    command.get_subcommands().for_each(|command| take_variables(command, known));
}

/// Checks that a folder is writable or can be created.
fn usable(folder: &Path) -> Result<()> {
    let shown = folder.display();
    match std::fs::metadata(folder) {
        Ok(found) if !found.is_dir() => bail!("{shown} is not a folder"),
        Ok(_) => {
            let probe = folder.join(PROBE);
            File::create(&probe).with_context(|| format!("cannot write to {shown}"))?;
            Ok(std::fs::remove_file(&probe)?)
        }
        // A server would create the folder. A relative path without a parent lies in the working
        // directory.
        Err(error) if error.kind() == ErrorKind::NotFound => match folder.parent() {
            Some(parent) if parent != Path::new("") => usable(parent),
            _ => Ok(()),
        },
        Err(error) => Err(error).with_context(|| format!("cannot use {shown}")),
    }
}

/// Checks that the store opens with the existing keys.
fn store(args: &ServeArgs, folder: &Path) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let checked = match args.place()? {
        StoreLocation::File(options) => runtime.block_on(store::check_sqlite(&options)),
        StoreLocation::Postgres(options) => {
            // An unreadable key is reported by its own check. A missing key is created at the
            // start.
            let signing = known_signing_key(&args.sign_key_file(folder)).ok().flatten();
            let arbiter = known_arbiter_key(&args.arbiter_key_file(folder)).ok().flatten();
            let options = options.node(server::stamp(signing.as_ref(), arbiter.as_deref()));
            runtime.block_on(store::check_postgres(&options))
        }
    };
    checked.context("cannot open the store")
}

/// Checks that the NATS server is reachable. A server starts without it, too.
fn hints(args: &ServeArgs) -> Result<()> {
    let Some(address) = args.hints()? else { return Ok(()) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(NatsHints::reach(address)).context("the server would start without hints")
}

/// Checks that the mail server is reachable. A server starts without it, too.
fn mail(args: &ServeArgs) -> Result<()> {
    let Some(server) = args.mail()? else { return Ok(()) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(server.reach()).context("the server would start without sending mail")
}

/// Checks that the metrics address is free and not that of the pages.
fn metrics(args: &ServeArgs, folder: &Path) -> Result<()> {
    let Some(address) = args.metrics() else { return Ok(()) };
    ensure!(
        address != args.listen() || address.port() == 0,
        "--metrics {address} is the address of the pages; expected a different address"
    );
    // A server that already runs on the folder occupies the metrics address as well.
    if DataFolder::running(folder).is_some() { Ok(()) } else { free(address, folder) }
}

/// Checks that an address is free or in use by the server that runs on the folder.
fn free(listen: SocketAddr, folder: &Path) -> Result<()> {
    let Err(error) = TcpListener::bind(listen) else { return Ok(()) };
    let is_ours = error.kind() == ErrorKind::AddrInUse
        && DataFolder::running(folder)
            .is_some_and(|running| running.address.ends_with(&format!(":{}/", listen.port())));
    if is_ours {
        return Ok(());
    }
    Err(error).with_context(|| format!("cannot listen on {listen}"))
}
