//! Where a server keeps what it keeps, and what can be done with it beside playing: `chuhe backup`,
//! `chuhe restore`, `chuhe store`.

use crate::terminal;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use store::{DataFolder, SqliteOptions};

/// A server's folder and key.
#[derive(clap::Args)]
pub struct House {
    /// The folder of the games; `arbiter.key` in it lets smart boards in
    #[arg(long, env = "CHUHE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The file of the key with which secrets are sealed; without it `store.key` in the folder
    #[arg(long, env = "CHUHE_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
}

impl House {
    /// The folder.
    pub fn folder(&self) -> Result<PathBuf> {
        match &self.data {
            Some(folder) => Ok(folder.clone()),
            None => data_folder(),
        }
    }

    /// How its database is opened.
    pub fn options(&self) -> Result<SqliteOptions> {
        let options = SqliteOptions::new(&DataFolder::database(&self.folder()?));
        Ok(match &self.key_file {
            Some(file) => options.key_file(file.clone()),
            None => options,
        })
    }
}

/// The user's data folder by the XDG rules, or the platform's.
fn data_folder() -> Result<PathBuf> {
    let variable =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = variable("XDG_DATA_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".local/share")))
        .context("there is no home folder; name one with --data")?;
    Ok(base.join("chuhe"))
}

/// How to make a backup.
#[derive(clap::Args)]
pub struct BackupArgs {
    /// The file to write; it must not be there yet
    file: PathBuf,
    #[command(flatten)]
    keys: Keys,
    #[command(flatten)]
    house: House,
}

/// Whether a backup can be read by itself. Nobody should get either without having chosen it.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Keys {
    /// Put the key in: whoever has the file can read everything, moles of running games as well
    #[arg(long)]
    with_key: bool,
    /// Leave the key out: without a copy of `store.key` the file is of no use
    #[arg(long)]
    without_key: bool,
}

/// How to put a backup back.
#[derive(clap::Args)]
pub struct RestoreArgs {
    /// The backup
    file: PathBuf,
    /// Replace what is in the folder; it stays there under names that end with `.before-restore`
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    house: House,
}

/// What to do with what is stored.
#[derive(clap::Subcommand)]
pub enum StoreCommand {
    /// Seal everything with a new key and forget the old one; no server may be running
    RotateKey(House),
}

/// Copies everything into one file, while a server runs or not.
pub fn backup(args: &BackupArgs) -> Result<()> {
    let BackupArgs { file, keys, house } = args;
    runtime()?.block_on(store::backup(&house.options()?, file, keys.with_key))?;
    terminal::print(format_args!("chuhe: everything up to now is in {}", file.display()))?;
    if keys.without_key {
        terminal::print(
            "chuhe: keep a copy of the key, in another place: without it this is of no use",
        )?;
    }
    Ok(())
}

/// Puts a backup into a folder.
pub fn restore(args: RestoreArgs) -> Result<()> {
    let folder = DataFolder::take(&args.house.folder()?)?;
    let database = DataFolder::database(folder.path());
    if database.exists() && !args.replace {
        bail!("{} is there already; --replace sets it aside", database.display());
    }
    runtime()?.block_on(store::restore(&args.file, &folder, args.house.key_file))?;
    Ok(terminal::print(format_args!("chuhe: {} is as it was", folder.path().display()))?)
}

/// Does something with what is stored.
pub fn store(command: StoreCommand) -> Result<()> {
    let StoreCommand::RotateKey(house) = command;
    let database = DataFolder::database(&house.folder()?);
    if !database.exists() {
        bail!("there is no {}", database.display());
    }
    let _folder = DataFolder::take(&house.folder()?)?;
    let id = runtime()?.block_on(store::rotate_key(&house.options()?))?;
    Ok(terminal::print(format_args!(
        "chuhe: everything is sealed with key {id}; backups without a key need the old one"
    ))?)
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")
}
