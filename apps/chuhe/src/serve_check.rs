//! `chuhe serve --check`: looks at everything that could keep a server from starting, and starts none.

use crate::{
    arbiter_key::known_arbiter_key, house::Place, secret_files, serve::ServeArgs,
    signing_key::known_signing_key, terminal,
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

/// With what the names of our environment variables begin.
const PREFIX: &str = "CHUHE_";
/// A variable that is no setting: a secret that stands nowhere else.
const PASSWORD: &str = "CHUHE_MQTT_PASSWORD";
/// Written into the folder to see whether that can be done, and taken away again.
const PROBE: &str = ".chuhe-check";

/// Says all that is wrong, and ends with the status 1 then.
pub fn run(args: &ServeArgs) -> Result<ExitCode> {
    let folder = args.house().folder()?;
    secret_files::complain(args.secret_files(&folder));
    let mut faults = unknown_variables();
    let checks = [
        args.broker().map(drop),
        hints(args),
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
        "chuhe: nothing is wrong; it would listen on {}, with the folder {}",
        args.listen(),
        folder.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Variables that are named like settings and are none.
fn unknown_variables() -> Vec<anyhow::Error> {
    let mut known = BTreeSet::from([PASSWORD.to_owned()]);
    take_variables(&crate::Args::command(), &mut known);
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let unknown = names.filter(|name| name.starts_with(PREFIX) && !known.contains(name));
    unknown.map(|name| anyhow!("the environment has {name}, which is no setting")).collect()
}

fn take_variables(command: &clap::Command, known: &mut BTreeSet<String>) {
    let variables = command.get_arguments().filter_map(clap::Arg::get_env);
    known.extend(variables.map(|name| name.to_string_lossy().into_owned()));
    command.get_subcommands().for_each(|command| take_variables(command, known));
}

/// Whether a folder can be written to, or made.
fn usable(folder: &Path) -> Result<()> {
    let shown = folder.display();
    match std::fs::metadata(folder) {
        Ok(found) if !found.is_dir() => bail!("{shown} is no folder"),
        Ok(_) => {
            let probe = folder.join(PROBE);
            File::create(&probe).with_context(|| format!("cannot write to {shown}"))?;
            Ok(std::fs::remove_file(&probe)?)
        }
        // It would be made. Where a relative name ends, the folder is that of this process.
        Err(error) if error.kind() == ErrorKind::NotFound => match folder.parent() {
            Some(parent) if parent != Path::new("") => usable(parent),
            _ => Ok(()),
        },
        Err(error) => Err(error).with_context(|| format!("cannot use {shown}")),
    }
}

/// Whether the store can be opened, with the keys that are there.
fn store(args: &ServeArgs, folder: &Path) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let checked = match args.place()? {
        Place::File(options) => runtime.block_on(store::check_sqlite(&options)),
        Place::Postgres(options) => {
            // One that cannot be read is told of by itself; one that is not there would be drawn.
            let signing = known_signing_key(&args.sign_key_file(folder)).ok().flatten();
            let arbiter = known_arbiter_key(&args.arbiter_key_file(folder)).ok().flatten();
            let options = options.node(server::stamp(signing.as_ref(), arbiter.as_deref()));
            runtime.block_on(store::check_postgres(&options))
        }
    };
    checked.context("cannot open the games")
}

/// Whether hints could be had. A server would start without.
fn hints(args: &ServeArgs) -> Result<()> {
    let Some(address) = args.hints()? else { return Ok(()) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(NatsHints::reach(address)).context("no hints would come")
}

/// Whether what is counted can be told where it is to be.
fn metrics(args: &ServeArgs, folder: &Path) -> Result<()> {
    let Some(address) = args.metrics() else { return Ok(()) };
    ensure!(
        address != args.listen() || address.port() == 0,
        "--metrics {address} is where the pages are: it needs an address of its own"
    );
    // The server that has the folder has that address, too.
    if DataFolder::running(folder).is_some() { Ok(()) } else { free(address, folder) }
}

/// Whether an address can be listened on, or the server that has the folder does.
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
