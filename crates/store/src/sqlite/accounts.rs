//! Accounts and sessions in SQLite.

use super::{
    SqliteOptions, SqliteStore,
    connection::connect_to_look,
    job::{Job, JobError},
    moderation::standing,
    on_blocking_thread,
    rows::all,
    schema,
};
use crate::{
    Accounts, LoginSession, NewMailAddress, NewPassword, Player, Standing, StoreError,
    accounts::keys_beginning,
};
use async_trait::async_trait;
use protocol::{AccountId, UnixMs};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};
use std::collections::HashMap;

/// Query for an account by its key.
const OF_KEY: &str = "SELECT id, key, name, password, since_ms, \
                             closed_ms, muted_ms, is_hidden, role, warning, mail \
                      FROM player WHERE key = ?1";

/// Query for the open accounts with a mail address in lower case.
const OF_MAIL: &str = "SELECT id, key, name, password, since_ms, \
                              closed_ms, muted_ms, is_hidden, role, warning, mail \
                       FROM player WHERE mail IS NOT NULL AND lower(mail) = ?1 \
                                     AND closed_ms IS NULL \
                       ORDER BY key LIMIT ?2";

/// Query for all accounts, in the order of their registration.
pub(super) const ALL: &str = "SELECT id, key, name, password, since_ms, \
                                     closed_ms, muted_ms, is_hidden, role, warning, mail \
                              FROM player ORDER BY rowid";

#[async_trait]
impl Accounts for SqliteStore {
    async fn add_player(&self, player: Player, session: LoginSession) -> Result<(), StoreError> {
        self.writer.ask(Job::AddPlayer { player, session }).await
    }

    async fn player_by_key(&self, key: &str) -> Result<Option<Player>, StoreError> {
        let key = key.to_owned();
        self.readers.ask(move |connection| find(connection, OF_KEY, [key])).await
    }

    async fn names_of(
        &self,
        ids: Vec<AccountId>,
    ) -> Result<HashMap<AccountId, String>, StoreError> {
        let name = "SELECT name FROM player WHERE id = ?1 AND closed_ms IS NULL";
        let find = move |connection: &Connection| {
            let mut find = connection.prepare_cached(name)?;
            let mut names = HashMap::new();
            for id in ids {
                if let Some(name) = find.query_row([id.as_str()], |row| row.get(0)).optional()? {
                    names.insert(id, name);
                }
            }
            Ok(names)
        };
        self.readers.ask(find).await
    }

    async fn names_with_prefix(&self, key: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let [from, before] = keys_beginning(key);
        let names = "SELECT name FROM player WHERE key >= ?1 AND key < ?2 AND closed_ms IS NULL \
                     ORDER BY key LIMIT ?3";
        let values = (from, before, limit);
        self.readers.ask(move |connection| all(connection, names, values, |row| row.get(0))).await
    }

    async fn player_names(&self) -> Result<Vec<String>, StoreError> {
        let names = "SELECT name FROM player";
        self.readers.ask(move |connection| all(connection, names, [], |row| row.get(0))).await
    }

    async fn add_session(
        &self,
        session: LoginSession,
        verified: String,
        instead: Option<String>,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        self.writer.ask(Job::SignIn { session, verified, instead, now_ms }).await
    }

    async fn session(&self, hash: &str, now_ms: UnixMs) -> Result<Option<Player>, StoreError> {
        let question = "SELECT player.id, key, name, password, since_ms, \
                               closed_ms, muted_ms, is_hidden, role, warning, mail \
                        FROM session JOIN player ON player.id = session.player_id \
                        WHERE token_hash = ?1 AND until_ms > ?2 AND closed_ms IS NULL";
        let values = (hash.to_owned(), now_ms.0 as i64);
        self.readers.ask(move |connection| find(connection, question, values)).await
    }

    async fn sessions_of(
        &self,
        player: &AccountId,
        now_ms: UnixMs,
    ) -> Result<Vec<LoginSession>, StoreError> {
        let question = "SELECT token_hash, until_ms FROM session \
                        WHERE player_id = ?1 AND until_ms > ?2 ORDER BY until_ms DESC, token_hash";
        let player = player.clone();
        let find = move |connection: &Connection| {
            all(connection, question, params![player.as_str(), now_ms.0 as i64], |row| {
                let until_ms = UnixMs(row.get::<_, i64>(1)? as u64);
                Ok(LoginSession { hash: row.get(0)?, player: player.clone(), until_ms })
            })
        };
        self.readers.ask(find).await
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.writer.ask(Job::SignOut { hash: hash.to_owned() }).await
    }

    async fn set_password(&self, new: NewPassword) -> Result<(), StoreError> {
        self.writer.ask(Job::SetPassword(new)).await
    }

    async fn set_mail(&self, new: NewMailAddress) -> Result<(), StoreError> {
        self.writer.ask(Job::SetMail(new)).await
    }

    async fn players_by_mail(&self, mail: &str, limit: u32) -> Result<Vec<Player>, StoreError> {
        let values = (mail.to_ascii_lowercase(), limit);
        self.readers.ask(move |connection| all(connection, OF_MAIL, values, player)).await
    }
}

/// Reads an account from a database, by its key. A server may be running on the database.
///
/// # Errors
/// If the file does not exist, is not a database of this version, or cannot be read.
pub async fn account_in_file(
    options: &SqliteOptions,
    key: &str,
) -> Result<Option<Player>, StoreError> {
    let (options, key) = (options.clone(), key.to_owned());
    on_blocking_thread(move || {
        let file = options.file();
        if !file.exists() {
            let what = "there is no such database".to_owned();
            return Err(StoreError::File { file: file.to_owned(), what });
        }
        let connection = connect_to_look(file)?;
        schema::check_latest(&connection, file)?;
        Ok(find(&connection, OF_KEY, [key])?)
    })
    .await
}

/// Returns the account that a query finds.
fn find(
    connection: &Connection,
    question: &str,
    values: impl Params,
) -> rusqlite::Result<Option<Player>> {
    connection.prepare_cached(question)?.query_row(values, player).optional()
}

pub(super) fn player(row: &Row<'_>) -> rusqlite::Result<Player> {
    Ok(Player {
        id: row.get::<_, String>(0)?.into(),
        key: row.get(1)?,
        name: row.get(2)?,
        password: row.get(3)?,
        since_ms: UnixMs(row.get::<_, i64>(4)? as u64),
        standing: standing(row, 5)?,
        mail: row.get(10)?,
    })
}

pub(super) fn add(
    connection: &Connection,
    player: &Player,
    session: &LoginSession,
) -> Result<(), JobError> {
    let of_key = "SELECT 1 FROM player WHERE key = ?1";
    if connection.prepare_cached(of_key)?.exists([&player.key])? {
        return Err(StoreError::NameTaken.into());
    }
    insert_player(connection, player)?;
    Ok(insert_session(connection, session)?)
}

pub(super) fn insert_player(connection: &Connection, player: &Player) -> rusqlite::Result<()> {
    let insert = "INSERT INTO player (id, key, name, password, since_ms, \
                                      closed_ms, muted_ms, is_hidden, role, warning, mail) \
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    let Standing { closed_ms, muted_ms, is_hidden, role, warning } = &player.standing;
    let ms = |time: &Option<UnixMs>| time.map(|ms| ms.0 as i64);
    connection.prepare_cached(insert)?.execute(params![
        player.id.as_str(),
        player.key,
        player.name,
        player.password,
        player.since_ms.0 as i64,
        ms(closed_ms),
        ms(muted_ms),
        is_hidden,
        role,
        warning,
        player.mail,
    ])?;
    Ok(())
}

pub(super) fn sign_in(
    connection: &Connection,
    session: &LoginSession,
    verified: &str,
    instead: Option<&str>,
    now_ms: UnixMs,
) -> Result<(), JobError> {
    check_verified(connection, &session.player, verified)?;
    let end = "DELETE FROM session WHERE until_ms <= ?1 OR token_hash = ?2";
    connection.prepare_cached(end)?.execute(params![now_ms.0 as i64, instead])?;
    Ok(insert_session(connection, session)?)
}

pub(super) fn insert_session(
    connection: &Connection,
    session: &LoginSession,
) -> rusqlite::Result<()> {
    let insert = "INSERT INTO session (token_hash, player_id, until_ms) VALUES (?1, ?2, ?3)";
    let values = params![session.hash, session.player.as_str(), session.until_ms.0 as i64];
    connection.prepare_cached(insert)?.execute(values).map(|_| ())
}

pub(super) fn sign_out(connection: &Connection, hash: &str) -> rusqlite::Result<()> {
    let end = "DELETE FROM session WHERE token_hash = ?1";
    connection.prepare_cached(end)?.execute([hash]).map(|_| ())
}

pub(super) fn set_password(connection: &Connection, new: &NewPassword) -> Result<(), JobError> {
    check_verified(connection, &new.player, &new.verified)?;
    let set = "UPDATE player SET password = ?2 WHERE id = ?1";
    connection.prepare_cached(set)?.execute(params![new.player.as_str(), new.password])?;
    let end = "DELETE FROM session WHERE player_id = ?1 AND token_hash <> ?2";
    connection.prepare_cached(end)?.execute(params![new.player.as_str(), new.kept_session])?;
    Ok(())
}

pub(super) fn set_mail(connection: &Connection, new: &NewMailAddress) -> Result<(), JobError> {
    check_verified(connection, &new.player, &new.verified)?;
    let set = "UPDATE player SET mail = ?2 WHERE id = ?1";
    connection.prepare_cached(set)?.execute(params![new.player.as_str(), new.mail])?;
    Ok(())
}

/// Fails if the password has changed since it was verified, or the account was closed.
fn check_verified(connection: &Connection, player: &str, verified: &str) -> Result<(), JobError> {
    let of_player = "SELECT 1 FROM player WHERE id = ?1 AND password = ?2 AND closed_ms IS NULL";
    if connection.prepare_cached(of_player)?.exists([player, verified])? {
        Ok(())
    } else {
        Err(StoreError::PasswordChanged.into())
    }
}
