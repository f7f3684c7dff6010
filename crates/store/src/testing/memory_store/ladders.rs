use super::{LadderRows, MemoryStore};
use crate::{
    Advance, Cursor, Ended, Finished, LadderFold, LadderMeeting, LadderPlayer, Ladders, RatedGame,
    StoreError,
};
use async_trait::async_trait;
use protocol::{AccountId, GameId, LadderId, UnixMs};
use std::cmp::Reverse;

impl LadderRows {
    fn apply(&mut self, advance: Advance) -> Result<(), StoreError> {
        let (expected, found) = (advance.expected, self.fold.step);
        if expected != found {
            return Err(StoreError::FoldMoved { expected, found });
        }
        if advance.is_anew {
            *self = LadderRows::default();
        }
        for game in &advance.removed_games {
            self.games.remove(game);
        }
        for meeting in &advance.removed_meetings {
            self.meetings.remove(meeting);
        }
        let games = advance.games.into_iter().map(|game| (game.ended.game.clone(), game));
        self.games.extend(games);
        let players = advance.players.into_iter();
        self.players.extend(players.map(|row| ((row.player.clone(), row.ladder.clone()), row)));
        self.meetings.extend(advance.meetings);
        let (version, progress) = (advance.version, advance.progress);
        self.fold = LadderFold { version, step: found + 1, progress };
        Ok(())
    }

    /// The players of a ladder who have a rated game.
    fn rated(&self, ladder: &LadderId) -> Vec<&LadderPlayer> {
        let rows = self.players.values();
        rows.filter(|row| row.ladder == *ladder && row.games > 0).collect()
    }
}

#[async_trait]
impl Ladders for MemoryStore {
    async fn ladder_fold(&self) -> Result<LadderFold, StoreError> {
        Ok(self.contents().ladders.fold.clone())
    }

    async fn finished_so_far(&self) -> Result<Cursor, StoreError> {
        Ok(Cursor { change: self.contents().changes, game: GameId::default() })
    }

    async fn finished_in_order(
        &self,
        behind: Option<Ended>,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError> {
        let behind =
            behind.unwrap_or(Ended { ended_ms: UnixMs::default(), game: GameId::default() });
        let contents = self.contents();
        let games = contents.finished.values().map(|(_, game)| game);
        let mut found: Vec<&Finished> = games.filter(|game| game.position() > behind).collect();
        found.sort_by_key(|game| game.position());
        Ok(found.into_iter().take(limit as usize).cloned().collect())
    }

    async fn rated_games(&self, games: Vec<GameId>) -> Result<Vec<RatedGame>, StoreError> {
        let contents = self.contents();
        Ok(games.iter().filter_map(|game| contents.ladders.games.get(game)).cloned().collect())
    }

    async fn rated_from(
        &self,
        ladder: &LadderId,
        from: Ended,
    ) -> Result<Vec<RatedGame>, StoreError> {
        let contents = self.contents();
        let games = contents.ladders.games.values();
        let mut found: Vec<RatedGame> =
            games.filter(|game| game.ladder == *ladder && game.ended >= from).cloned().collect();
        found.sort_by(|one, other| one.ended.cmp(&other.ended));
        Ok(found)
    }

    async fn ladder_players(
        &self,
        ladders: Vec<LadderId>,
        players: Vec<AccountId>,
    ) -> Result<Vec<LadderPlayer>, StoreError> {
        let contents = self.contents();
        let rows = contents.ladders.players.values();
        let found =
            rows.filter(|row| ladders.contains(&row.ladder) && players.contains(&row.player));
        Ok(found.cloned().collect())
    }

    async fn ladder_breadths(
        &self,
        ladders: Vec<LadderId>,
        rank: u32,
    ) -> Result<Vec<(LadderId, u32)>, StoreError> {
        let contents = self.contents();
        let at_rank = |ladder: LadderId| {
            let mut breadths: Vec<u32> =
                contents.ladders.rated(&ladder).iter().map(|row| row.breadth).collect();
            breadths.sort_unstable_by_key(|&breadth| Reverse(breadth));
            let breadth = *breadths.get(rank.saturating_sub(1) as usize)?;
            Some((ladder, breadth))
        };
        Ok(ladders.into_iter().filter_map(at_rank).collect())
    }

    async fn ladder_top(
        &self,
        ladder: &LadderId,
        now_ms: UnixMs,
        breadth: u32,
        most: u32,
    ) -> Result<Vec<LadderPlayer>, StoreError> {
        let contents = self.contents();
        let mut rows = contents.ladders.rated(ladder);
        let is_closed = |row: &LadderPlayer| {
            let player = contents.players.get(&row.player);
            player.is_some_and(|player| player.standing.closed_ms.is_some())
        };
        rows.retain(|row| !is_closed(row));
        let is_settled =
            |row: &LadderPlayer| row.settled_until_ms >= now_ms && row.breadth >= breadth;
        rows.sort_by(|one, other| {
            is_settled(other)
                .cmp(&is_settled(one))
                .then(other.rating.total_cmp(&one.rating))
                .then(other.games.cmp(&one.games))
                .then(one.player.cmp(&other.player))
        });
        Ok(rows.into_iter().take(most as usize).cloned().collect())
    }

    async fn meetings(
        &self,
        ladder: &LadderId,
        pairs: Vec<(AccountId, AccountId)>,
        after_ms: UnixMs,
    ) -> Result<Vec<LadderMeeting>, StoreError> {
        let contents = self.contents();
        let is_of = |met: &LadderMeeting, (one, other): &(AccountId, AccountId)| {
            met.one == *one && met.other == *other
        };
        let found = contents.ladders.meetings.iter().filter(|met| {
            met.ladder == *ladder
                && met.ended.ended_ms > after_ms
                && pairs.iter().any(|pair| is_of(met, pair))
        });
        Ok(found.cloned().collect())
    }

    async fn advance(&self, advance: Advance) -> Result<(), StoreError> {
        self.contents().ladders.apply(advance)
    }
}
