//! The folder and the database of a server, and the commands on them: `chuhe backup`, `chuhe
//! restore`, `chuhe store`.

use crate::{secret_files, terminal};
use anyhow::{Context, Result, bail, ensure};
use explorer::{Index, PostgresIndex, SqliteIndex};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use store::{DataFolder, PostgresOptions, Restore, SqliteOptions};

/// Prefix of a file name where a database address is accepted as well.
const FILE: &str = "sqlite:";

/// Error for `chuhe backup` with PostgreSQL.
const DUMP: &str = "a PostgreSQL database is backed up with its own tool, while the server runs: \
    `pg_dump --format=custom --file=FILE {}`; keep a copy of the key as well (docs/operations.md)";

/// Error for `chuhe restore` with PostgreSQL.
const PUT_BACK: &str = "a dump of `pg_dump` is restored into an empty database with `pg_restore \
    --dbname={} FILE`; the server needs the key of that time (docs/operations.md)";

/// Arguments for the folder, the key file and the database.
#[derive(Clone, clap::Args)]
pub struct StorageArgs {
    /// Data folder of the server, with its database and keys
    #[arg(long, env = "CHUHE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// File of the key that encrypts secrets in the database; by default `store.key` in the folder
    #[arg(long, env = "CHUHE_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// PostgreSQL database for the games, instead of a file in the folder:
    /// `postgres://USER:PASSWORD@HOST:PORT/DATABASE`
    #[arg(long, env = "CHUHE_STORE", value_name = "ADDRESS", hide_env_values = true)]
    store: Option<String>,
    /// File that contains this address, to keep the password off the command line
    #[arg(long, env = "CHUHE_STORE_FILE", value_name = "FILE")]
    store_file: Option<PathBuf>,
}

/// Where the games are stored.
pub enum StoreLocation {
    /// SQLite file.
    File(SqliteOptions),
    /// PostgreSQL database.
    Postgres(Box<PostgresOptions>),
}

impl StorageArgs {
    /// The folder.
    pub fn folder(&self) -> Result<PathBuf> {
        match &self.data {
            Some(folder) => Ok(folder.clone()),
            None => data_folder(),
        }
    }

    /// Returns the options to open the store.
    pub fn place(&self) -> Result<StoreLocation> {
        let Some(address) = self.address()? else { return Ok(StoreLocation::File(self.file()?)) };
        let options = PostgresOptions::new(&address, &self.keys()?)?;
        Ok(StoreLocation::Postgres(Box::new(options)))
    }

    /// Opens the index of the opening explorer: a file in the folder, or a schema of the database.
    pub async fn explorer(&self) -> Result<Arc<dyn Index>> {
        if let StoreLocation::Postgres(options) = self.place()? {
            let address = self.address()?.unwrap_or_default();
            let index = PostgresIndex::open(&address).await;
            let place = options.shown();
            return Ok(Arc::new(
                index.with_context(|| format!("cannot open the explorer in {place}"))?,
            ));
        }
        let folder = self.folder()?;
        if !folder.exists() {
            // Created with the right permissions, and unlocked again. A misspelt folder is noticed.
            drop(DataFolder::take(&folder)?);
            terminal::complain(format_args!("created the data folder {}", folder.display()));
        }
        let file = DataFolder::explorer(&folder);
        let index = SqliteIndex::open(&file).await.context("cannot open the explorer")?;
        Ok(Arc::new(index))
    }

    /// Returns the options of the SQLite file, for commands that only work on a file.
    ///
    /// # Errors
    /// For PostgreSQL: `instead`, in which `{}` is replaced by the database's address.
    fn file_alone(&self, instead: &str) -> Result<SqliteOptions> {
        match self.place()? {
            StoreLocation::File(options) => Ok(options),
            StoreLocation::Postgres(options) => {
                bail!("{}", instead.replace("{}", &options.shown()))
            }
        }
    }

    fn address(&self) -> Result<Option<String>> {
        let Some(file) = &self.store_file else { return Ok(self.store.clone()) };
        ensure!(
            self.store.is_none(),
            "the store has two addresses: one in `store` (--store, CHUHE_STORE), one in {} (`store-file`, \
             --store-file, CHUHE_STORE_FILE); leave one out",
            file.display()
        );
        secret_files::one_line(file, "an address").map(Some)
    }

    /// Files with the key and the password of the store.
    pub fn secret_files(&self, folder: &Path) -> Vec<PathBuf> {
        let key = self.key_file.clone().unwrap_or_else(|| DataFolder::keys(folder));
        self.store_file.iter().cloned().chain([key]).collect()
    }

    fn keys(&self) -> Result<PathBuf> {
        match &self.key_file {
            Some(file) => Ok(file.clone()),
            None => Ok(DataFolder::keys(&self.folder()?)),
        }
    }

    fn file(&self) -> Result<SqliteOptions> {
        let options = SqliteOptions::new(&DataFolder::database(&self.folder()?));
        Ok(match &self.key_file {
            Some(file) => options.key_file(file.clone()),
            None => options,
        })
    }
}

/// The user's data folder by the XDG rules, or the platform's default.
pub fn data_folder() -> Result<PathBuf> {
    let variable =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = variable("XDG_DATA_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".local/share")))
        .context("no home folder found; give a folder with --data")?;
    Ok(base.join("chuhe"))
}

/// Arguments of `chuhe backup`.
#[derive(clap::Args)]
pub struct BackupArgs {
    /// File to create; it must not exist
    file: PathBuf,
    #[command(flatten)]
    keys: Keys,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Whether the backup contains its key. There is no default, so that the choice is deliberate.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Keys {
    /// Include the key: any reader of the file can then read everything, including the moles of
    /// running games
    #[arg(long)]
    with_key: bool,
    /// Leave the key out: the file can then only be restored with a copy of `store.key`
    #[arg(long)]
    without_key: bool,
}

/// Arguments of `chuhe restore`.
#[derive(clap::Args)]
pub struct RestoreArgs {
    /// Backup to restore
    file: PathBuf,
    /// Replace the data in the folder; the old data is moved to a new folder in it,
    /// `chuhe.before-restore-1`
    #[arg(long)]
    replace: bool,
    /// Restore a backup that cannot be verified: it has no seal, was changed, or contains damaged
    /// games, which stay unreadable
    #[arg(long)]
    unverified: bool,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Subcommands of `chuhe store`.
#[derive(clap::Subcommand)]
pub enum StoreCommand {
    /// Encrypt all secrets with a new key and delete the old one; no server may be running
    RotateKey(StorageArgs),
    /// Copy all data from a file into an empty PostgreSQL database, or back, and verify the hash
    /// chain of every game; no server may be running
    Copy(CopyArgs),
}

/// Arguments of `chuhe store copy`.
#[derive(clap::Args)]
pub struct CopyArgs {
    /// Source: `sqlite:FILE` or `postgres://…`
    #[arg(long, env = "CHUHE_COPY_FROM", value_name = "PLACE", hide_env_values = true)]
    from: String,
    /// Destination: the other kind, without data
    #[arg(long, env = "CHUHE_COPY_TO", value_name = "PLACE", hide_env_values = true)]
    to: String,
    /// File of the key that encrypts secrets in both databases; by default `store.key` beside the
    /// SQLite file
    #[arg(long, env = "CHUHE_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
}

/// Copies the store into one file. A server may be running.
pub fn backup(args: &BackupArgs) -> Result<()> {
    let BackupArgs { file, keys, storage } = args;
    let options = storage.file_alone(DUMP)?;
    runtime()?.block_on(store::backup(&options, file, keys.with_key))?;
    terminal::print(format_args!("chuhe: backup written to {}", file.display()))?;
    if keys.without_key {
        terminal::print(
            "chuhe: keep a copy of the key in another place; the backup cannot be restored without it",
        )?;
    }
    Ok(())
}

/// Restores a backup into a folder.
pub fn restore(args: RestoreArgs) -> Result<()> {
    args.storage.file_alone(PUT_BACK)?;
    let folder = DataFolder::take(&args.storage.folder()?)?;
    let database = DataFolder::database(folder.path());
    if database.exists() && !args.replace {
        bail!("{} exists; --replace moves it to another folder", database.display());
    }
    let how = Restore { keys: args.storage.key_file, accepts_unverified: args.unverified };
    let restored = runtime()?.block_on(store::restore(&args.file, &folder, how))?;
    if let Some(what) = restored.unverified {
        terminal::print(format_args!("chuhe: not verified: {what}"))?;
    }
    terminal::print(format_args!("chuhe: {} is restored", folder.path().display()))?;
    if let Some(aside) = restored.aside {
        terminal::print(format_args!("chuhe: its previous data is in {}", aside.display()))?;
    }
    Ok(())
}

/// Runs a subcommand of `chuhe store`.
pub fn store(command: StoreCommand) -> Result<()> {
    match command {
        StoreCommand::RotateKey(storage) => rotate_key(&storage),
        StoreCommand::Copy(args) => copy(&args),
    }
}

fn rotate_key(storage: &StorageArgs) -> Result<()> {
    let place = storage.place()?;
    let database = DataFolder::database(&storage.folder()?);
    if matches!(place, StoreLocation::File(_)) && !database.exists() {
        bail!("{} does not exist", database.display());
    }
    let _folder = DataFolder::take(&storage.folder()?)?;
    let id = match place {
        StoreLocation::File(options) => runtime()?.block_on(store::rotate_key(&options))?,
        StoreLocation::Postgres(options) => {
            runtime()?.block_on(store::rotate_postgres_key(*options))?
        }
    };
    Ok(terminal::print(format_args!(
        "chuhe: all secrets are encrypted with key {id}; earlier backups without a key need the old key"
    ))?)
}

fn copy(args: &CopyArgs) -> Result<()> {
    let CopyArgs { from, to, key_file } = args;
    let (file, address, is_back) = match (from.strip_prefix(FILE), to.strip_prefix(FILE)) {
        (Some(file), None) => (Path::new(file), to, false),
        (None, Some(file)) => (Path::new(file), from, true),
        // The addresses may contain a password and are not repeated.
        _ => bail!(
            "expected `sqlite:FILE` as one of --from and --to, and `postgres://…` as the other"
        ),
    };
    let parent = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = DataFolder::take(parent.unwrap_or(Path::new(".")))?;
    let keys = key_file.clone().unwrap_or_else(|| DataFolder::keys(folder.path()));
    let database = PostgresOptions::new(address, &keys)?;
    let options = SqliteOptions::new(file).key_file(keys);
    let copied = if is_back {
        runtime()?.block_on(store::copy_to_sqlite(database, &options))?
    } else {
        runtime()?.block_on(store::copy_to_postgres(&options, database))?
    };
    Ok(terminal::print(format_args!(
        "chuhe: copied {} games with {} events, and {} accounts; all hash chains verified on both sides",
        copied.games, copied.events, copied.players
    ))?)
}

pub fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")
}
