//! In which games accounts sit, in SQLite.

use super::{SqliteStore, job::Job, rows::all};
use crate::{SeatedPlayers, StoreError};
use async_trait::async_trait;
use protocol::GameId;
use rusqlite::{Connection, params};

#[async_trait]
impl SeatedPlayers for SqliteStore {
    async fn record_players(&self, game: &GameId, players: Vec<String>) -> Result<(), StoreError> {
        self.writer.ask(Job::RecordPlayers { game: game.to_owned(), players }).await
    }

    async fn games_of_player(&self, player: &str, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let question = "SELECT game_id FROM playing WHERE player_id = ?1 \
                        ORDER BY game_id DESC LIMIT ?2";
        let player = player.to_owned();
        let ask = move |connection: &Connection| {
            all(connection, question, params![player, limit], |row| {
                Ok(GameId::from(row.get::<_, String>(0)?))
            })
        };
        self.readers.ask(ask).await
    }

    async fn remove_players(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        self.writer.ask(Job::RemovePlayers(games)).await
    }
}

pub(super) fn record(
    connection: &Connection,
    game: &GameId,
    players: &[String],
) -> rusqlite::Result<()> {
    let put = "INSERT OR IGNORE INTO playing (player_id, game_id) VALUES (?1, ?2)";
    let mut put = connection.prepare_cached(put)?;
    for player in players {
        put.execute(params![player, game.as_str()])?;
    }
    Ok(())
}

pub(super) fn remove(connection: &Connection, games: &[GameId]) -> rusqlite::Result<()> {
    let mut remove = connection.prepare_cached("DELETE FROM playing WHERE game_id = ?1")?;
    for game in games {
        remove.execute([game.as_str()])?;
    }
    Ok(())
}
