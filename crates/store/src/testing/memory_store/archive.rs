use super::{Contents, MemoryStore};
use crate::{Archive, ArchiveFilter, ClaimingPlayer, Cursor, Finished, Ladders, StoreError};
use async_trait::async_trait;
use protocol::{AccountId, GameId};
use tokio::sync::watch;

impl Contents {
    /// Inserts or replaces a finished game as the latest change.
    pub(super) fn put_finished(&mut self, finished: Finished) {
        self.changes += 1;
        self.finished.insert(finished.game.clone(), (self.changes, finished));
    }
}

#[async_trait]
impl Archive for MemoryStore {
    async fn archive(&self, filter: ArchiveFilter) -> Result<Vec<Finished>, StoreError> {
        let contents = self.contents();
        let games = contents.finished.values().map(|(_, game)| game);
        let mut found: Vec<&Finished> = games.filter(|game| matches(&filter, game)).collect();
        found.sort_by_key(|game| std::cmp::Reverse(game.position()));
        Ok(found.into_iter().take(filter.limit as usize).cloned().collect())
    }

    async fn finished_games(&self, games: Vec<GameId>) -> Result<Vec<Finished>, StoreError> {
        let contents = self.contents();
        let found = games.iter().filter_map(|game| contents.finished.get(game));
        Ok(found.map(|(_, game)| game.clone()).collect())
    }

    async fn finished_since(
        &self,
        cursor: Cursor,
        limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError> {
        let contents = self.contents();
        let mut found: Vec<&(i64, Finished)> =
            contents.finished.values().filter(|(change, _)| *change > cursor.change).collect();
        found.sort_by_key(|(change, _)| *change);
        found.truncate(limit as usize);
        let change = found.last().map_or(cursor.change, |(change, _)| *change);
        let games = found.into_iter().map(|(_, game)| game.clone()).collect();
        Ok((games, Cursor { change, game: GameId::default() }))
    }

    async fn claim_seat(
        &self,
        game: Finished,
        seat: u8,
        player: ClaimingPlayer,
    ) -> Result<(), StoreError> {
        let mut contents = self.contents();
        let known = contents.finished.get(&game.game).map(|(_, known)| known.clone());
        let mut claimed = known.unwrap_or(game);
        let place = claimed.players.get_mut(usize::from(seat)).ok_or(StoreError::SeatClaimed)?;
        if place.id.as_ref().is_some_and(|id| *id != player.id) {
            return Err(StoreError::SeatClaimed);
        }
        if place.id.is_none() {
            (place.id, place.name) = (Some(player.id), player.name);
            contents.put_finished(claimed);
            drop(contents);
            self.finished.send_modify(|changes| *changes += 1);
        }
        Ok(())
    }

    fn finished_hint(&self) -> watch::Receiver<u64> {
        self.finished.subscribe()
    }

    fn ladders(&self) -> Option<&dyn Ladders> {
        Some(self)
    }
}

fn matches(filter: &ArchiveFilter, game: &Finished) -> bool {
    let variant = game.ladder.variant();
    let has_player =
        |id: &AccountId| game.players.iter().any(|player| player.id.as_ref() == Some(id));
    filter.player.as_ref().is_none_or(has_player)
        && filter.variant.as_ref().is_none_or(|wanted| wanted == variant)
        && filter.id_prefix.as_ref().is_none_or(|prefix| game.game.starts_with(prefix))
        && filter.before.as_ref().is_none_or(|before| game.position() < *before)
}
