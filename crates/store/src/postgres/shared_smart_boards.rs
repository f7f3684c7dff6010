//! Board state shared between servers.

use super::PostgresStore;
use crate::{SharedBoardChange, SharedBoardState, SharedSmartBoards, StoreError};
use async_trait::async_trait;
use protocol::{BoardId, UnixMs};
use sqlx::{Row, postgres::PgRow};

#[async_trait]
impl SharedSmartBoards for PostgresStore {
    async fn board_state(
        &self,
        board: &BoardId,
        nonce: u64,
    ) -> Result<SharedBoardState, StoreError> {
        let begun = SharedBoardState::begun(board, nonce);
        let find = "SELECT board_id, changes, nonce, heard_ms, view FROM board_news \
                    WHERE board_id = $1";
        let find = || sqlx::query(find).bind(board.as_str());
        if let Some(found) = self.row(find()).await? {
            return Ok(news(&found));
        }
        // Of two concurrent inserts the second finds the first one's row.
        let begin = "INSERT INTO board_news (board_id, changes, nonce, heard_ms, view) \
                     VALUES ($1, 0, $2, 0, '') ON CONFLICT DO NOTHING";
        self.rows(sqlx::query(begin).bind(board.as_str()).bind(nonce as i64)).await?;
        Ok(self.row(find()).await?.as_ref().map_or(begun, news))
    }

    async fn changed_boards(
        &self,
        known: Vec<(BoardId, u64)>,
    ) -> Result<Vec<SharedBoardState>, StoreError> {
        let (boards, changes): (Vec<String>, Vec<i64>) =
            known.into_iter().map(|(board, changes)| (board.into_string(), changes as i64)).unzip();
        let changed = "SELECT n.board_id, n.changes, n.nonce, n.heard_ms, n.view \
                       FROM unnest($1::text[], $2::bigint[]) AS k(board_id, changes) \
                       JOIN board_news n ON n.board_id = k.board_id COLLATE \"C\" \
                       WHERE n.changes <> k.changes";
        let rows = self.rows(sqlx::query(changed).bind(boards).bind(changes)).await?;
        Ok(rows.iter().map(news).collect())
    }

    async fn record_board_change(&self, noted: SharedBoardChange) -> Result<u64, StoreError> {
        let note = "INSERT INTO board_news AS n (board_id, changes, nonce, heard_ms, view) \
                    VALUES ($1, 1, $3, $4, $5) \
                    ON CONFLICT (board_id) DO UPDATE SET changes = n.changes + 1, \
                        nonce = CASE WHEN n.nonce = $2 THEN $3 ELSE n.nonce END, \
                        heard_ms = greatest(n.heard_ms, excluded.heard_ms), view = excluded.view \
                    RETURNING changes";
        let note = sqlx::query(note)
            .bind(noted.board.into_string())
            .bind(noted.nonce_before as i64)
            .bind(noted.nonce as i64)
            .bind(noted.heard_ms.0 as i64)
            .bind(noted.view);
        Ok(self.row(note).await?.map_or(0, |row| row.get::<i64, _>(0) as u64))
    }
}

fn news(row: &PgRow) -> SharedBoardState {
    SharedBoardState {
        board: row.get::<String, _>(0).into(),
        changes: row.get::<i64, _>(1) as u64,
        nonce: row.get::<i64, _>(2) as u64,
        heard_ms: UnixMs(row.get::<i64, _>(3) as u64),
        view: row.get(4),
    }
}
