//! Smart boards, each with its key.

use super::{
    SqliteStore,
    job::{Job, JobError},
};
use crate::{
    Board, Eboards, StoreError,
    eboards::{place, unsealed},
    keyring::Keyring,
};
use async_trait::async_trait;
use sqlx::{Row, SqliteConnection};

#[async_trait]
impl Eboards for SqliteStore {
    async fn put_board(&self, board: Board) -> Result<(), StoreError> {
        self.writer.ask(Job::PutBoard(board)).await
    }

    async fn boards(&self) -> Result<Vec<Board>, StoreError> {
        let rows = sqlx::query("SELECT id, name, key FROM board ORDER BY name, id")
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| unsealed(row.get(0), row.get(1), row.get(2), &self.keys)).collect()
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
