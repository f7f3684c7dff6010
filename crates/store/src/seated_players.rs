use crate::StoreError;
use async_trait::async_trait;
use protocol::GameId;

/// In which games accounts sit: a list of places to look at. It is written beside the log and not
/// with it, so an entry may be missing or late; the log decides.
#[async_trait]
pub trait SeatedPlayers: Send + Sync {
    /// Records that these players sit in a game, for [`SeatedPlayers::games_of_player`].
    async fn record_players(&self, game: &GameId, players: Vec<String>) -> Result<(), StoreError>;

    /// Returns recorded games of a player, at most `limit`. Some may be finished.
    async fn games_of_player(&self, player: &str, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// Removes the records of who sits in these games.
    async fn remove_players(&self, games: Vec<GameId>) -> Result<(), StoreError>;
}
