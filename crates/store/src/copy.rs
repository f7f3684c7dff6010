//! Everything of one store into another of another kind: rows as they are, each log and each game's
//! tokens proven where they come from and again where they went, before anything is committed.

use crate::{
    Finished, Player, PostgresOptions, Session, SqliteOptions, StoreError, chain,
    keyring::Keyring,
    linked::{self, EventRow, Head},
};
use async_trait::async_trait;

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

/// One game with all that hangs on it.
pub(crate) struct GameRows {
    pub(crate) id: String,
    pub(crate) rules: i64,
    pub(crate) created_ms: i64,
    pub(crate) head: Head,
    pub(crate) is_open: bool,
    pub(crate) due_ms: Option<i64>,
    pub(crate) events: Vec<Option<EventRow>>,
    /// In their order: the hash and the seats.
    pub(crate) tokens: Vec<(String, String)>,
    pub(crate) finished: Option<Finished>,
}

/// Everything that hangs on no game.
pub(crate) struct HouseRows {
    pub(crate) players: Vec<Player>,
    pub(crate) sessions: Vec<Session>,
    /// Each with its name and its sealed key.
    pub(crate) boards: Vec<(String, String, Vec<u8>)>,
    pub(crate) alive_ms: Option<i64>,
}

/// One side of a copy: a transaction on a store that nobody else writes.
#[async_trait]
pub(crate) trait Side: Send {
    async fn house(&mut self) -> Result<HouseRows, StoreError>;
    /// The games that began after a place, in the order of beginning, and the place of the last.
    async fn games(&mut self, after: i64, limit: i64) -> Result<(Vec<GameRows>, i64), StoreError>;
    async fn put_house(&mut self, house: &HouseRows) -> Result<(), StoreError>;
    /// Puts a game behind those that are there.
    async fn put_game(&mut self, game: &GameRows) -> Result<(), StoreError>;
    async fn commit(self: Box<Self>) -> Result<(), StoreError>;
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
    mut source: Box<dyn Side>,
    mut target: Box<dyn Side>,
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
    side: &mut dyn Side,
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
