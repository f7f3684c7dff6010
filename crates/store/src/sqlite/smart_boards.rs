//! Smart boards and their keys in SQLite.

use super::{
    SqliteStore,
    job::{Job, JobError},
    rows::all,
};
use crate::{
    Board, SmartBoards, StoreError,
    keyring::Keyring,
    smart_boards::{context, unsealed},
};
use async_trait::async_trait;
use rusqlite::{Connection, params};

#[async_trait]
impl SmartBoards for SqliteStore {
    async fn put_board(&self, board: Board) -> Result<(), StoreError> {
        self.writer.ask(Job::PutBoard(board)).await
    }

    async fn boards(&self) -> Result<Vec<Board>, StoreError> {
        let question = "SELECT id, name, key FROM board ORDER BY name, id";
        let rows = self.readers.ask(move |connection| {
            all(connection, question, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        });
        let rows: Vec<(String, String, Vec<u8>)> = rows.await?;
        let boards = rows.into_iter();
        boards.map(|(id, name, key)| unsealed(id, name, &key, &self.keys)).collect()
    }
}

/// The ids of the boards with their keys, encrypted unless an old version wrote them.
pub(super) fn sealed_keys(connection: &Connection) -> rusqlite::Result<Vec<(String, Vec<u8>)>> {
    all(connection, "SELECT id, key FROM board", [], |row| Ok((row.get(0)?, row.get(1)?)))
}

pub(super) fn put(connection: &Connection, board: &Board, keys: &Keyring) -> Result<(), JobError> {
    let sealed = keys.seal(&context(&board.id), &board.key)?;
    let put = "INSERT INTO board (id, name, key) VALUES (?1, ?2, ?3) \
               ON CONFLICT (id) DO UPDATE SET name = ?2, key = ?3";
    connection.prepare_cached(put)?.execute(params![
        board.id.as_str(),
        board.name,
        sealed.bytes
    ])?;
    Ok(())
}
