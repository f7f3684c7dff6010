//! Smart boards and their keys in PostgreSQL.

use super::PostgresStore;
use crate::{
    Board, SharedSmartBoards, SmartBoards, StoreError,
    smart_boards::{context, unsealed},
};
use async_trait::async_trait;
use sqlx::Row;

#[async_trait]
impl SmartBoards for PostgresStore {
    async fn put_board(&self, board: Board) -> Result<(), StoreError> {
        self.find_room().await?;
        let sealed = self.keys.seal(&context(&board.id), &board.key)?;
        let put = "INSERT INTO board (id, name, key) VALUES ($1, $2, $3) \
                   ON CONFLICT (id) DO UPDATE SET name = $2, key = $3";
        let put = sqlx::query(put).bind(board.id.into_string()).bind(board.name).bind(sealed.bytes);
        self.rows(put).await.map(|_| ())
    }

    async fn boards(&self) -> Result<Vec<Board>, StoreError> {
        let rows =
            self.rows(sqlx::query("SELECT id, name, key FROM board ORDER BY name, id")).await?;
        rows.iter().map(|row| unsealed(row.get(0), row.get(1), row.get(2), &self.keys)).collect()
    }

    fn shared_boards(&self) -> Option<&dyn SharedSmartBoards> {
        self.membership.as_ref().map(|_| self as &dyn SharedSmartBoards)
    }
}
