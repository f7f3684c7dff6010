//! Accounts and sessions in PostgreSQL.

use super::{
    PostgresOptions, PostgresStore,
    connection::{self, ANSWER},
    group::texts,
    migrations,
    moderation::standing,
    pool::Pool,
};
use crate::{
    Accounts, LoginSession, NewMailAddress, NewPassword, Player, StoreError,
    accounts::keys_beginning,
};
use async_trait::async_trait;
use protocol::{AccountId, UnixMs};
use sqlx::{Connection, PgConnection, Row, postgres::PgRow};
use std::collections::HashMap;
use tokio::time::timeout;

const SET_PASSWORD: &str = "UPDATE player SET password = $3 \
                            WHERE id = $1 AND password = $2 AND closed_ms IS NULL";
const SET_MAIL: &str = "UPDATE player SET mail = $3 \
                        WHERE id = $1 AND password = $2 AND closed_ms IS NULL RETURNING id";
/// Query for an account by its key.
const OF_KEY: &str = "SELECT id, key, name, password, since_ms, \
                             closed_ms, muted_ms, is_hidden, role, warning, mail \
                      FROM player WHERE key = $1";

/// Query for the open accounts with a mail address in lower case.
const OF_MAIL: &str = "SELECT id, key, name, password, since_ms, \
                              closed_ms, muted_ms, is_hidden, role, warning, mail \
                       FROM player WHERE mail IS NOT NULL AND lower(mail) = $1 \
                                     AND closed_ms IS NULL \
                       ORDER BY key LIMIT $2";

/// Query for all accounts, in the order of their registration.
pub(super) const ALL: &str = "SELECT id, key, name, password, since_ms, \
                                     closed_ms, muted_ms, is_hidden, role, warning, mail \
                              FROM player ORDER BY since_ms, id";

#[async_trait]
impl Accounts for PostgresStore {
    async fn add_player(&self, player: Player, session: LoginSession) -> Result<(), StoreError> {
        self.find_room().await?;
        let add = sqlx::query(
            "WITH added AS ( \
                 INSERT INTO player (id, key, name, password, since_ms, mail) \
                 VALUES ($1, $2, $3, $4, $5, $9) ON CONFLICT (key) DO NOTHING RETURNING id \
             ) \
             INSERT INTO session (token_hash, player_id, until_ms) \
             SELECT $6, $7, $8 FROM added RETURNING player_id",
        )
        .bind(player.id.into_string())
        .bind(player.key)
        .bind(player.name)
        .bind(player.password)
        .bind(player.since_ms.0 as i64)
        .bind(session.hash)
        .bind(session.player.into_string())
        .bind(session.until_ms.0 as i64)
        .bind(player.mail);
        self.row(add).await?.map(|_| ()).ok_or(StoreError::NameTaken)
    }

    async fn player_by_key(&self, key: &str) -> Result<Option<Player>, StoreError> {
        Ok(self.row(sqlx::query(OF_KEY).bind(key)).await?.as_ref().map(player))
    }

    async fn names_of(
        &self,
        ids: Vec<AccountId>,
    ) -> Result<HashMap<AccountId, String>, StoreError> {
        let names = "SELECT id, name FROM player WHERE id = ANY($1) AND closed_ms IS NULL";
        let names = sqlx::query(names).bind(texts(ids));
        Ok(self
            .rows(names)
            .await?
            .iter()
            .map(|row| (row.get::<String, _>(0).into(), row.get(1)))
            .collect())
    }

    async fn names_with_prefix(&self, key: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let [from, before] = keys_beginning(key);
        let names = "SELECT name FROM player WHERE key >= $1 AND key < $2 AND closed_ms IS NULL \
                     ORDER BY key LIMIT $3";
        let names = sqlx::query(names).bind(from).bind(before).bind(i64::from(limit));
        Ok(self.rows(names).await?.iter().map(|row| row.get(0)).collect())
    }

    async fn player_names(&self) -> Result<Vec<String>, StoreError> {
        let rows = self.rows(sqlx::query("SELECT name FROM player")).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    async fn add_session(
        &self,
        session: LoginSession,
        verified: String,
        instead: Option<String>,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        // The player's row is locked until the commit, so the password cannot change in between.
        let add = sqlx::query(
            "WITH known AS ( \
                 SELECT id FROM player \
                 WHERE id = $2 AND password = $4 AND closed_ms IS NULL FOR SHARE \
             ), over AS ( \
                 DELETE FROM session USING known WHERE until_ms <= $6 OR token_hash = $5 \
             ) \
             INSERT INTO session (token_hash, player_id, until_ms) \
             SELECT $1, id, $3 FROM known RETURNING player_id",
        )
        .bind(session.hash)
        .bind(session.player.into_string())
        .bind(session.until_ms.0 as i64)
        .bind(verified)
        .bind(instead)
        .bind(now_ms.0 as i64);
        self.row(add).await?.map(|_| ()).ok_or(StoreError::PasswordChanged)
    }

    async fn session(&self, hash: &str, now_ms: UnixMs) -> Result<Option<Player>, StoreError> {
        let of_hash = sqlx::query(
            "SELECT player.id, key, name, password, since_ms, \
                    closed_ms, muted_ms, is_hidden, role, warning, mail \
             FROM session JOIN player ON player.id = session.player_id \
             WHERE token_hash = $1 AND until_ms > $2 AND closed_ms IS NULL",
        )
        .bind(hash)
        .bind(now_ms.0 as i64);
        Ok(self.row(of_hash).await?.as_ref().map(player))
    }

    async fn sessions_of(
        &self,
        player: &AccountId,
        now_ms: UnixMs,
    ) -> Result<Vec<LoginSession>, StoreError> {
        let found = sqlx::query(
            "SELECT token_hash, until_ms FROM session \
             WHERE player_id = $1 AND until_ms > $2 ORDER BY until_ms DESC, token_hash",
        )
        .bind(player.as_str())
        .bind(now_ms.0 as i64);
        let session = |row: &PgRow| LoginSession {
            hash: row.get(0),
            player: player.clone(),
            until_ms: UnixMs(row.get::<i64, _>(1) as u64),
        };
        Ok(self.rows(found).await?.iter().map(session).collect())
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        let end = sqlx::query("DELETE FROM session WHERE token_hash = $1").bind(hash);
        self.rows(end).await.map(|_| ())
    }

    async fn set_password(&self, new: NewPassword) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, change_password(&mut connection, &new)).await;
        Pool::settle(connection, answer)
    }

    async fn set_mail(&self, new: NewMailAddress) -> Result<(), StoreError> {
        let set = sqlx::query(SET_MAIL).bind(new.player.into_string());
        let set = set.bind(new.verified).bind(new.mail);
        self.row(set).await?.map(|_| ()).ok_or(StoreError::PasswordChanged)
    }

    async fn players_by_mail(&self, mail: &str, limit: u32) -> Result<Vec<Player>, StoreError> {
        let found = sqlx::query(OF_MAIL).bind(mail.to_ascii_lowercase()).bind(i64::from(limit));
        Ok(self.rows(found).await?.iter().map(player).collect())
    }
}

/// Reads an account from a database, by its key, without changing the database. Servers may be
/// running on it.
///
/// # Errors
/// If the database is not one of servers of this version, or cannot be read.
pub async fn account_in_postgres(
    options: &PostgresOptions,
    key: &str,
) -> Result<Option<Player>, StoreError> {
    let mut connection = connection::open(options, None).await?;
    migrations::check_latest(&mut connection, &options.shown()).await?;
    let found = sqlx::query(OF_KEY).bind(key).fetch_optional(&mut connection).await?;
    Ok(found.as_ref().map(player))
}

/// Two statements: the second must see sessions that were added while the first waited for the
/// player's row.
async fn change_password(
    connection: &mut PgConnection,
    new: &NewPassword,
) -> Result<(), StoreError> {
    let mut change = connection.begin().await?;
    let changed = sqlx::query(SET_PASSWORD)
        .bind(new.player.as_str())
        .bind(&new.verified)
        .bind(&new.password)
        .execute(&mut *change)
        .await?;
    if changed.rows_affected() == 0 {
        return Err(StoreError::PasswordChanged);
    }
    sqlx::query("DELETE FROM session WHERE player_id = $1 AND token_hash <> $2")
        .bind(new.player.as_str())
        .bind(&new.kept_session)
        .execute(&mut *change)
        .await?;
    Ok(change.commit().await?)
}

pub(super) fn player(row: &PgRow) -> Player {
    Player {
        id: row.get::<String, _>(0).into(),
        key: row.get(1),
        name: row.get(2),
        password: row.get(3),
        since_ms: UnixMs(row.get::<i64, _>(4) as u64),
        standing: standing(row, 5),
        mail: row.get(10),
    }
}
