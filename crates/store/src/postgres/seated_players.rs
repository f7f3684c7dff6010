//! In which games accounts sit, in PostgreSQL.

use super::{PostgresStore, group::texts};
use crate::{SeatedPlayers, StoreError};
use async_trait::async_trait;
use protocol::GameId;
use sqlx::Row;

#[async_trait]
impl SeatedPlayers for PostgresStore {
    async fn record_players(&self, game: &GameId, players: Vec<String>) -> Result<(), StoreError> {
        self.find_room().await?;
        let note = sqlx::query(
            "INSERT INTO playing (player_id, game_id) SELECT player_id, $2 \
             FROM unnest($1::text[]) AS p(player_id) ON CONFLICT DO NOTHING",
        );
        self.rows(note.bind(players).bind(game.as_str())).await.map(|_| ())
    }

    async fn games_of_player(&self, player: &str, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let playing = sqlx::query(
            "SELECT game_id FROM playing WHERE player_id = $1 ORDER BY game_id DESC LIMIT $2",
        );
        let rows = self.rows(playing.bind(player).bind(i64::from(limit))).await?;
        Ok(rows.iter().map(|row| row.get::<String, _>(0).into()).collect())
    }

    async fn remove_players(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        let end = sqlx::query("DELETE FROM playing WHERE game_id = ANY($1)").bind(texts(games));
        self.rows(end).await.map(|_| ())
    }
}
