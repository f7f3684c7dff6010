use super::MemoryStore;
use crate::{SeatedPlayers, StoreError};
use async_trait::async_trait;
use protocol::GameId;

#[async_trait]
impl SeatedPlayers for MemoryStore {
    async fn record_players(&self, game: &GameId, players: Vec<String>) -> Result<(), StoreError> {
        let rows = players.into_iter().map(|player| (player, game.to_owned()));
        self.contents().playing.extend(rows);
        Ok(())
    }

    async fn games_of_player(&self, player: &str, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let contents = self.contents();
        let rows = contents.playing.iter().rev().filter(|(other, _)| other == player);
        Ok(rows.map(|(_, game)| game.clone()).take(limit as usize).collect())
    }

    async fn remove_players(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        self.contents().playing.retain(|(_, game)| !games.contains(game));
        Ok(())
    }
}
