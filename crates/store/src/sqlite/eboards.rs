//! Smart boards, each with its key.

use super::{
    SqliteStore,
    keyring::{Keyring, text_of},
    writer::{Job, JobError},
};
use crate::{Board, Eboards, StoreError};
use async_trait::async_trait;
use sqlx::{Row, SqliteConnection, sqlite::SqliteRow};

#[async_trait]
impl Eboards for SqliteStore {
    async fn put_board(&self, board: Board) -> Result<(), StoreError> {
        self.writer.ask(Job::PutBoard(board)).await
    }

    async fn boards(&self) -> Result<Vec<Board>, StoreError> {
        let rows = sqlx::query("SELECT id, name, key FROM board ORDER BY name, id")
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| read(row, &self.keys)).collect()
    }
}

/// For what a board's key is sealed.
pub(super) fn place(board: &str) -> String {
    format!("chuhe board {board}")
}

fn read(row: &SqliteRow, keys: &Keyring) -> Result<Board, StoreError> {
    let id: String = row.get(0);
    let unseal = |sealed: &[u8]| text_of(&keys.unseal(&place(&id), sealed)?)?.try_into().ok();
    match unseal(row.get(2)) {
        Some(key) => Ok(Board { name: row.get(1), key, id }),
        None => Err(StoreError::DamagedBoard(id)),
    }
}

pub(super) async fn put(
    connection: &mut SqliteConnection,
    board: &Board,
    keys: &Keyring,
) -> Result<(), JobError> {
    let sealed = keys.seal(&place(&board.id), &board.key)?;
    sqlx::query(
        "INSERT INTO board (id, name, key) VALUES ($1, $2, $3) \
         ON CONFLICT (id) DO UPDATE SET name = $2, key = $3",
    )
    .bind(&board.id)
    .bind(&board.name)
    .bind(sealed.bytes)
    .execute(connection)
    .await?;
    Ok(())
}
