//! Copies a whole store to a backend of the other kind. Rows are copied unchanged. Each log and
//! each game's tokens are verified at the source and again at the target before the commit.

use crate::{
    PostgresOptions, SqliteOptions, StoreError, copy_endpoint::CopyEndpoint, keyring::Keyring,
    password_cost,
};

/// Number of games read at once.
const PAGE: i64 = 200;

/// Numbers of copied rows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Copied {
    /// Number of games.
    pub games: u64,
    /// Number of events.
    pub events: u64,
    /// Number of accounts.
    pub players: u64,
}

/// Copies a SQLite file into an empty PostgreSQL database. No server may use either. Both use the
/// same key file.
///
/// # Errors
/// If either cannot be opened, the target is not empty, or a log is damaged. Then nothing is
/// written.
pub async fn copy_to_postgres(
    from: &SqliteOptions,
    to: PostgresOptions,
) -> Result<Copied, StoreError> {
    if !from.file().exists() {
        let what = "there is no such database".to_owned();
        return Err(StoreError::File { file: from.file().to_owned(), what });
    }
    let name = to.shown();
    let (source, keys) = crate::sqlite::copy_endpoint(from).await?;
    let target = crate::postgres::copy_endpoint(to).await?;
    copy(source, target, &keys, from.file().display().to_string(), name).await
}

/// Copies a PostgreSQL database into a SQLite file that is missing or empty.
///
/// # Errors
/// As [`copy_to_postgres`].
pub async fn copy_to_sqlite(
    from: PostgresOptions,
    to: &SqliteOptions,
) -> Result<Copied, StoreError> {
    let shown = from.shown();
    let source = crate::postgres::copy_endpoint(from).await?;
    let (target, keys) = crate::sqlite::copy_endpoint(to).await?;
    copy(source, target, &keys, shown, to.file().display().to_string()).await
}

async fn copy(
    mut source: Box<dyn CopyEndpoint>,
    mut target: Box<dyn CopyEndpoint>,
    keys: &Keyring,
    from: String,
    name: String,
) -> Result<Copied, StoreError> {
    let shared = target.shared_rows().await?;
    let has_games = !target.games(i64::MIN, 1).await?.0.is_empty();
    if has_games || !shared.players.is_empty() || !shared.boards.is_empty() {
        let what = "it is not empty; the target of a copy must be empty".to_owned();
        return Err(StoreError::Unfit { database: name, what });
    }
    let shared = source.shared_rows().await?;
    password_cost::check(&shared.players)
        .map_err(|what| StoreError::Unfit { database: from, what })?;
    target.put_shared_rows(&shared).await?;
    let mut copied = Copied { players: shared.players.len() as u64, ..Copied::default() };
    let mut after = i64::MIN;
    loop {
        let (games, last) = source.games(after, PAGE).await?;
        if games.is_empty() {
            break;
        }
        for game in &games {
            game.check(keys)?;
            target.put_game(game).await?;
            copied.games += 1;
            copied.events += game.events.len() as u64;
        }
        after = last;
    }
    source.commit().await?;
    check_all(target.as_mut(), keys, copied, name).await?;
    target.commit().await?;
    Ok(copied)
}

/// Reads back and verifies what was written, before it is committed.
async fn check_all(
    endpoint: &mut dyn CopyEndpoint,
    keys: &Keyring,
    copied: Copied,
    name: String,
) -> Result<(), StoreError> {
    let players = endpoint.shared_rows().await?.players.len() as u64;
    let mut found = Copied { players, ..Copied::default() };
    let mut after = i64::MIN;
    loop {
        let (games, last) = endpoint.games(after, PAGE).await?;
        if games.is_empty() {
            break;
        }
        for game in &games {
            game.check(keys)?;
            found.games += 1;
            found.events += game.events.len() as u64;
        }
        after = last;
    }
    if found == copied {
        return Ok(());
    }
    let what = format!("of {copied:?} only {found:?} can be read back");
    Err(StoreError::Unfit { database: name, what })
}
