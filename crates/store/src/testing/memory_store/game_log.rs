use super::{Contents, Game, MemoryStore};
use crate::{Append, ClusterStore, GameLog, LoggedEvent, NewEvent, SeatToken, StoreError, Usage};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};
use std::collections::HashSet;

impl MemoryStore {
    /// Returns a game's events; empty if the game does not exist.
    pub fn log(&self, game: &GameId) -> Vec<LoggedEvent> {
        self.log_since(game, 0)
    }

    /// Returns a game's events after the first `known` ones.
    pub fn log_since(&self, game: &GameId, known: u64) -> Vec<LoggedEvent> {
        let contents = self.contents();
        let log = contents.games.get(game).map_or(&[][..], |game| &game.log);
        log.get(known as usize..).unwrap_or_default().to_vec()
    }

    /// Appends an event as another program might, whatever the log's length, and leaves the deadline
    /// unchanged. Does nothing if the game does not exist.
    pub fn push_event(&self, game: &GameId, event: NewEvent) {
        if let Some(game) = self.contents().games.get_mut(game) {
            game.push(event);
        }
    }

    fn change(&self, append: Append, is_new: bool) -> Result<(), StoreError> {
        let is_finished = append.finished.is_some();
        self.contents().commit(append, is_new)?;
        if is_finished {
            self.finished.send_modify(|changes| *changes += 1);
        }
        Ok(())
    }

    fn ids(&self, found: impl FnOnce(&Contents) -> Vec<&str>) -> Vec<GameId> {
        found(&self.contents()).into_iter().map(GameId::from).collect()
    }
}

impl Contents {
    /// Commits an append, all or nothing.
    fn commit(&mut self, append: Append, is_new: bool) -> Result<(), StoreError> {
        let Append { game: id, expected, events, token, deadline_ms, is_open, finished } = append;
        if is_new {
            self.create(&id, events.first().map_or(UnixMs::default(), |event| event.at_ms))?;
        }
        let check = || {
            let game = self.games.get(&id).ok_or_else(|| StoreError::NoGame(id.clone()))?;
            let found = game.log.len() as u64;
            if found != expected {
                return Err(StoreError::Stale { game: id.clone(), expected, found });
            }
            let is_known = |finished: &crate::Finished| self.games.contains_key(&finished.game);
            if game.repeats_command(&events) || !finished.as_ref().is_none_or(is_known) {
                return Err(StoreError::Database("a constraint is violated".to_owned()));
            }
            Ok(())
        };
        if let Err(error) = check() {
            if is_new {
                self.games.remove(&id);
            }
            return Err(error);
        }
        if let Some(game) = self.games.get_mut(&id) {
            events.into_iter().for_each(|event| game.push(event));
            game.tokens.extend(token);
            game.deadline_ms = deadline_ms;
            game.is_open &= is_open;
        }
        if let Some(finished) = finished {
            self.put_finished(finished);
        }
        Ok(())
    }

    fn create(&mut self, id: &GameId, created_ms: UnixMs) -> Result<(), StoreError> {
        if self.games.contains_key(id) {
            return Err(StoreError::Database(format!("game `{id}` exists")));
        }
        let game = Game {
            number: self.created,
            created_ms,
            log: Vec::new(),
            tokens: Vec::new(),
            deadline_ms: None,
            is_open: true,
        };
        self.created += 1;
        self.games.insert(id.to_owned(), game);
        Ok(())
    }

    fn delete_open(&mut self, id: &GameId, expected: u64) -> Result<(), StoreError> {
        let game = self.games.get(id).ok_or_else(|| StoreError::NoGame(id.to_owned()))?;
        if !game.is_open {
            return Err(StoreError::Begun(id.to_owned()));
        }
        let found = game.log.len() as u64;
        if found != expected {
            return Err(StoreError::Stale { game: id.to_owned(), expected, found });
        }
        self.games.remove(id);
        Ok(())
    }
}

impl Game {
    fn push(&mut self, event: NewEvent) {
        let NewEvent { command, public, secret, at_ms, .. } = event;
        let seq = self.log.len() as u64;
        self.log.push(LoggedEvent { seq, command, public, secret, at_ms });
    }

    /// Whether one of the events has the command id of another event.
    fn repeats_command(&self, events: &[NewEvent]) -> bool {
        let mut ids: HashSet<&str> =
            self.log.iter().filter_map(|event| event.command.as_deref()).collect();
        let mut new = events.iter().filter_map(|event| event.command.as_deref());
        !new.all(|id| ids.insert(id))
    }
}

#[async_trait]
impl GameLog for MemoryStore {
    async fn create(&self, _rules: u32, append: Append) -> Result<(), StoreError> {
        self.change(append, true)
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.change(append, false)
    }

    async fn load(&self, game: &GameId) -> Result<Vec<LoggedEvent>, StoreError> {
        let log = self.contents().games.get(game).map(|game| game.log.clone());
        log.ok_or_else(|| StoreError::NoGame(game.to_owned()))
    }

    async fn tokens(&self, game: &GameId) -> Result<Vec<SeatToken>, StoreError> {
        let tokens = self.contents().games.get(game).map(|game| game.tokens.clone());
        Ok(tokens.unwrap_or_default())
    }

    async fn open_before(&self, before_ms: UnixMs, limit: u32) -> Result<Vec<GameId>, StoreError> {
        Ok(self.ids(|contents| {
            let is_old = |game: &Game| game.is_open && game.created_ms < before_ms;
            let games = contents.games.iter().filter(|(_, game)| is_old(game));
            first_by(games.map(|(id, game)| (game.created_ms, id.as_str())), limit as usize)
        }))
    }

    async fn delete_open(&self, game: &GameId, expected: u64) -> Result<(), StoreError> {
        self.contents().delete_open(game, expected)
    }

    async fn games_with_deadline(&self) -> Result<Vec<GameId>, StoreError> {
        Ok(self.ids(|contents| {
            let games = contents.games.iter();
            let due = games.filter_map(|(id, game)| Some((game.deadline_ms?, id.as_str())));
            first_by(due, usize::MAX)
        }))
    }

    async fn games_with_prefix(&self, prefix: &str) -> Result<Vec<GameId>, StoreError> {
        Ok(self.ids(|contents| {
            let games = contents.games.iter().filter(|(id, _)| id.starts_with(prefix));
            first_by(games.map(|(id, game)| (game.number, id.as_str())), usize::MAX)
        }))
    }

    async fn mark_alive(&self, now_ms: UnixMs) -> Result<(), StoreError> {
        self.contents().alive_ms = Some(now_ms);
        Ok(())
    }

    async fn last_alive(&self) -> Result<Option<UnixMs>, StoreError> {
        Ok(self.contents().alive_ms)
    }

    async fn usage(&self) -> Result<Usage, StoreError> {
        let contents = self.contents();
        let events = contents.games.values().flat_map(|game| &game.log);
        let texts = events.map(|event| (event.public.len() + event.secret.len()) as u64);
        Ok(Usage { used_bytes: texts.sum(), max_bytes: None })
    }

    async fn health(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn cluster(&self) -> Option<&dyn ClusterStore> {
        self.node.is_some().then_some(self)
    }
}

/// The first ids, at most `limit`, ordered by number and then by id.
pub(super) fn first_by<'a, T: Ord>(
    numbered: impl Iterator<Item = (T, &'a str)>,
    limit: usize,
) -> Vec<&'a str> {
    let mut numbered: Vec<(T, &str)> = numbered.collect();
    numbered.sort_unstable();
    numbered.into_iter().map(|(_, id)| id).take(limit).collect()
}
