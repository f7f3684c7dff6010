//! Accounts and sessions.

use super::{
    SqliteStore,
    job::{Job, JobError},
};
use crate::{Accounts, NewPassword, Player, Session, StoreError};
use async_trait::async_trait;
use sqlx::{Row, SqliteConnection, SqlitePool, sqlite::SqliteRow};

#[async_trait]
impl Accounts for SqliteStore {
    async fn add_player(&self, player: Player, session: Session) -> Result<(), StoreError> {
        self.writer.ask(Job::AddPlayer { player, session }).await
    }

    async fn player_by_key(&self, key: &str) -> Result<Option<Player>, StoreError> {
        let of_key = "SELECT id, key, name, password, since_ms FROM player WHERE key = $1";
        find(&self.readers, of_key, key).await
    }

    async fn player_by_id(&self, id: &str) -> Result<Option<Player>, StoreError> {
        let of_id = "SELECT id, key, name, password, since_ms FROM player WHERE id = $1";
        find(&self.readers, of_id, id).await
    }

    async fn player_names(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT name FROM player").fetch_all(&self.readers).await?)
    }

    async fn add_session(
        &self,
        session: Session,
        proven: String,
        instead: Option<String>,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        self.writer.ask(Job::SignIn { session, proven, instead, now_ms }).await
    }

    async fn session(&self, hash: &str, now_ms: u64) -> Result<Option<Player>, StoreError> {
        let row = sqlx::query(
            "SELECT player.id, key, name, password, since_ms \
             FROM session JOIN player ON player.id = session.player_id \
             WHERE token_hash = $1 AND until_ms > $2",
        )
        .bind(hash)
        .bind(now_ms as i64)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.as_ref().map(player))
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.writer.ask(Job::SignOut { hash: hash.to_owned() }).await
    }

    async fn set_password(&self, new: NewPassword) -> Result<(), StoreError> {
        self.writer.ask(Job::SetPassword(new)).await
    }
}

async fn find(
    pool: &SqlitePool,
    query: &'static str,
    text: &str,
) -> Result<Option<Player>, StoreError> {
    let row = sqlx::query(query).bind(text).fetch_optional(pool).await?;
    Ok(row.as_ref().map(player))
}

fn player(row: &SqliteRow) -> Player {
    Player {
        id: row.get(0),
        key: row.get(1),
        name: row.get(2),
        password: row.get(3),
        since_ms: row.get::<i64, _>(4) as u64,
    }
}

pub(super) async fn add(
    connection: &mut SqliteConnection,
    player: &Player,
    session: &Session,
) -> Result<(), JobError> {
    let is_taken = sqlx::query("SELECT 1 FROM player WHERE key = $1")
        .bind(&player.key)
        .fetch_optional(&mut *connection)
        .await?
        .is_some();
    if is_taken {
        return Err(StoreError::NameTaken.into());
    }
    sqlx::query(
        "INSERT INTO player (id, key, name, password, since_ms) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(&player.id)
    .bind(&player.key)
    .bind(&player.name)
    .bind(&player.password)
    .bind(player.since_ms as i64)
    .execute(&mut *connection)
    .await?;
    Ok(insert_session(connection, session).await?)
}

pub(super) async fn sign_in(
    connection: &mut SqliteConnection,
    session: &Session,
    proven: &str,
    instead: Option<&str>,
    now_ms: u64,
) -> Result<(), JobError> {
    check_proven(connection, &session.player, proven).await?;
    sqlx::query("DELETE FROM session WHERE until_ms <= $1 OR token_hash = $2")
        .bind(now_ms as i64)
        .bind(instead)
        .execute(&mut *connection)
        .await?;
    Ok(insert_session(connection, session).await?)
}

async fn insert_session(
    connection: &mut SqliteConnection,
    session: &Session,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO session (token_hash, player_id, until_ms) VALUES ($1, $2, $3)")
        .bind(&session.hash)
        .bind(&session.player)
        .bind(session.until_ms as i64)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn sign_out(
    connection: &mut SqliteConnection,
    hash: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM session WHERE token_hash = $1").bind(hash).execute(connection).await?;
    Ok(())
}

pub(super) async fn set_password(
    connection: &mut SqliteConnection,
    new: &NewPassword,
) -> Result<(), JobError> {
    check_proven(connection, &new.player, &new.proven).await?;
    sqlx::query("UPDATE player SET password = $2 WHERE id = $1")
        .bind(&new.player)
        .bind(&new.password)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM session WHERE player_id = $1 AND token_hash <> $2")
        .bind(&new.player)
        .bind(&new.kept)
        .execute(connection)
        .await?;
    Ok(())
}

/// Between proving a password and this job another may have changed it.
async fn check_proven(
    connection: &mut SqliteConnection,
    player: &str,
    proven: &str,
) -> Result<(), JobError> {
    let still = sqlx::query("SELECT 1 FROM player WHERE id = $1 AND password = $2")
        .bind(player)
        .bind(proven)
        .fetch_optional(connection)
        .await?;
    still.map(|_| ()).ok_or(JobError::Refused(StoreError::PasswordChanged))
}
