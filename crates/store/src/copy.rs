//! Everything of one store into another of another kind: rows as they are, each log and each game's
//! tokens proven where they come from and again where they went, before anything is committed.

use crate::{
    PostgresOptions, SqliteOptions, StoreError, chain,
    copy_side::{CopySide, GameRows},
    keyring::Keyring,
    linked,
};

/// How many games are read at once.
const PAGE: i64 = 200;

/// What was copied.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Copied {
    /// How many games.
    pub games: u64,
    /// How many events of theirs.
    pub events: u64,
    /// How many accounts.
    pub players: u64,
}

/// Copies everything from a file into an empty database. Both must stand still; the keys stay where
/// they are, and both use them.
///
/// # Errors
/// If either cannot be opened, the database has something in it, or a log is damaged; nothing is
/// written then.
pub async fn copy_to_postgres(
    from: &SqliteOptions,
    to: PostgresOptions,
) -> Result<Copied, StoreError> {
    if !from.file().exists() {
        let what = "there is no such database".to_owned();
        return Err(StoreError::File { file: from.file().to_owned(), what });
    }
    let name = to.shown();
    let (source, keys) = crate::sqlite::side(from).await?;
    let target = crate::postgres::side(to).await?;
    copy(source, target, &keys, name).await
}

/// The way back: from a database into a file that is not there yet, or empty.
///
/// # Errors
/// As [`copy_to_postgres`].
pub async fn copy_to_sqlite(
    from: PostgresOptions,
    to: &SqliteOptions,
) -> Result<Copied, StoreError> {
    let source = crate::postgres::side(from).await?;
    let (target, keys) = crate::sqlite::side(to).await?;
    copy(source, target, &keys, to.file().display().to_string()).await
}

async fn copy(
    mut source: Box<dyn CopySide>,
    mut target: Box<dyn CopySide>,
    keys: &Keyring,
    name: String,
) -> Result<Copied, StoreError> {
    let house = target.house().await?;
    let has_games = !target.games(i64::MIN, 1).await?.0.is_empty();
    if has_games || !house.players.is_empty() || !house.boards.is_empty() {
        let what = "there is something in it already; a copy wants an empty one".to_owned();
        return Err(StoreError::Unfit { database: name, what });
    }
    let house = source.house().await?;
    target.put_house(&house).await?;
    let mut copied = Copied { players: house.players.len() as u64, ..Copied::default() };
    let mut after = i64::MIN;
    loop {
        let (games, last) = source.games(after, PAGE).await?;
        if games.is_empty() {
            break;
        }
        for game in &games {
            check(game, keys)?;
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

/// Reads back what was written, before it counts.
async fn check_all(
    side: &mut dyn CopySide,
    keys: &Keyring,
    copied: Copied,
    name: String,
) -> Result<(), StoreError> {
    let players = side.house().await?.players.len() as u64;
    let mut found = Copied { players, ..Copied::default() };
    let mut after = i64::MIN;
    loop {
        let (games, last) = side.games(after, PAGE).await?;
        if games.is_empty() {
            break;
        }
        for game in &games {
            check(game, keys)?;
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

/// Proves a game's log and tokens.
fn check(game: &GameRows, keys: &Keyring) -> Result<(), StoreError> {
    let head = Some((game.head.events, game.head.hash.clone()));
    linked::prove(&game.id, head, game.events.clone(), keys)?;
    let hash = game.tokens.iter().fold(String::new(), |hash, (token, seats)| {
        chain::with_token(&hash, &game.id, token, seats)
    });
    match hash == game.head.tokens_hash && game.tokens.len() as i64 == game.head.tokens {
        true => Ok(()),
        false => Err(StoreError::DamagedTokens(game.id.clone())),
    }
}
