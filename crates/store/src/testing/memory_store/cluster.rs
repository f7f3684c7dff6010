use super::{ClusterRows, MemoryStore, game_log::first_by};
use crate::{ClusterStore, ListedSeek, NewSeek, SEEK_PAUSE_MS, SharedChatLine, StoreError};
use async_trait::async_trait;
use protocol::{GameId, UnixMs};
use std::{collections::BTreeMap, time::Duration};

impl ClusterRows {
    fn take_lease(&mut self, name: &str, holder: &str, now_ms: UnixMs, until_ms: UnixMs) -> bool {
        let held = self.leases.get(name);
        if held.is_some_and(|(by, until_ms)| by != holder && *until_ms >= now_ms) {
            return false;
        }
        self.leases.insert(name.to_owned(), (holder.to_owned(), until_ms));
        true
    }

    fn seeks(&self, now_ms: UnixMs, after_ms: UnixMs) -> impl Iterator<Item = ListedSeek> {
        let is_listed = move |(number, seek): &(&i64, &NewSeek)| {
            let is_taken = self.taken_seeks.get(number).is_some_and(|until_ms| *until_ms > now_ms);
            seek.until_ms > after_ms && !is_taken
        };
        let listed = self.seeks.iter().filter(is_listed);
        listed.map(|(&number, seek)| ListedSeek { number, seek: seek.clone() })
    }

    fn add_seek(&mut self, seek: NewSeek, max_per_creator: u32) {
        let own = self.seeks.iter().filter(|(_, other)| other.creator == seek.creator);
        let own: Vec<i64> = own.map(|(number, _)| *number).collect();
        let surplus = (own.len() + 1).saturating_sub(max_per_creator as usize);
        for number in own.iter().take(surplus) {
            self.seeks.remove(number);
        }
        self.last_seek += 1;
        if !self.seeks.values().any(|other| other.game == seek.game) {
            self.seeks.insert(self.last_seek, seek);
        }
    }

    /// When all uses of a key have expired after one more use now, and the latest time allowed.
    fn next_use(
        &self,
        key: &str,
        now_ms: UnixMs,
        every: Duration,
        at_once: u32,
    ) -> (Option<UnixMs>, UnixMs, UnixMs) {
        let every_ms = every.as_millis() as u64;
        let used = self.uses.get(key).copied();
        let empty_ms = used.unwrap_or(now_ms).max(now_ms) + every_ms;
        (used, empty_ms, now_ms + every_ms * u64::from(at_once))
    }
}

#[async_trait]
impl ClusterStore for MemoryStore {
    fn cluster_id(&self) -> &str {
        "00000000000000000000000000000000"
    }

    fn is_first(&self) -> bool {
        self.node.is_some_and(|node| node.is_first)
    }

    async fn clock_ms(&self) -> Result<UnixMs, StoreError> {
        Ok((self.clock)())
    }

    async fn changed_logs(&self, known: Vec<(GameId, u64)>) -> Result<Vec<GameId>, StoreError> {
        let contents = self.contents();
        let length = |game: &GameId| contents.games.get(game).map(|game| game.log.len() as u64);
        let changed = known.into_iter().filter(|(game, events)| length(game) != Some(*events));
        Ok(changed.map(|(game, _)| game).collect())
    }

    async fn claim_due(
        &self,
        now_ms: UnixMs,
        until_ms: UnixMs,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut contents = self.contents();
        let games = contents.games.iter();
        let due = games.filter_map(|(id, game)| Some((game.deadline_ms?, id.as_str())));
        let due = due.filter(|(deadline_ms, _)| *deadline_ms <= now_ms);
        let due: Vec<GameId> =
            first_by(due, limit as usize).into_iter().map(GameId::from).collect();
        for id in &due {
            if let Some(game) = contents.games.get_mut(id) {
                game.deadline_ms = Some(until_ms);
            }
        }
        Ok(due)
    }

    async fn take_lease(
        &self,
        name: &str,
        holder: &str,
        term: Duration,
    ) -> Result<bool, StoreError> {
        let now_ms = (self.clock)();
        let until_ms = now_ms + term.as_millis() as u64;
        Ok(self.contents().cluster.take_lease(name, holder, now_ms, until_ms))
    }

    async fn release_lease(&self, name: &str, holder: &str) -> Result<(), StoreError> {
        self.contents().cluster.leases.retain(|other, (by, _)| other != name || by != holder);
        Ok(())
    }

    async fn set_presence(
        &self,
        node: &str,
        seats: Vec<(GameId, String)>,
        until_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let rows =
            seats.into_iter().map(|(game, seats)| ((game, node.to_owned()), (seats, until_ms)));
        self.contents().cluster.presence.extend(rows);
        Ok(())
    }

    async fn present_elsewhere(
        &self,
        node: &str,
        games: Vec<GameId>,
        now_ms: UnixMs,
    ) -> Result<Vec<(GameId, String)>, StoreError> {
        let contents = self.contents();
        let mut found: BTreeMap<&GameId, String> = BTreeMap::new();
        for ((game, other), (seats, until_ms)) in &contents.cluster.presence {
            if games.contains(game) && other != node && *until_ms > now_ms {
                found.entry(game).or_default().push_str(seats);
            }
        }
        Ok(found.into_iter().map(|(game, seats)| (game.to_owned(), seats)).collect())
    }

    async fn seeks(&self, now_ms: UnixMs, after_ms: UnixMs) -> Result<Vec<ListedSeek>, StoreError> {
        Ok(self.contents().cluster.seeks(now_ms, after_ms).collect())
    }

    async fn take_seek(
        &self,
        number: i64,
        now_ms: UnixMs,
        until_ms: UnixMs,
    ) -> Result<Option<ListedSeek>, StoreError> {
        let cluster = &mut self.contents().cluster;
        let taken = cluster.seeks(now_ms, now_ms).find(|listed| listed.number == number);
        if taken.is_some() {
            cluster.taken_seeks.insert(number, until_ms);
        }
        Ok(taken)
    }

    async fn add_seek(&self, seek: NewSeek, max_per_creator: u32) -> Result<(), StoreError> {
        self.contents().cluster.add_seek(seek, max_per_creator);
        Ok(())
    }

    async fn return_seek(&self, number: i64, until_ms: UnixMs) -> Result<(), StoreError> {
        let taken = &mut self.contents().cluster.taken_seeks;
        if taken.get(&number) == Some(&until_ms) {
            taken.remove(&number);
        }
        Ok(())
    }

    async fn renew_seeks(&self, games: Vec<GameId>, until_ms: UnixMs) -> Result<(), StoreError> {
        let mut contents = self.contents();
        let meant = contents.cluster.seeks.values_mut().filter(|seek| games.contains(&seek.game));
        meant.for_each(|seek| seek.until_ms = seek.until_ms.max(until_ms));
        Ok(())
    }

    async fn remove_seeks(&self, games: Vec<GameId>) -> Result<(), StoreError> {
        self.contents().cluster.seeks.retain(|_, seek| !games.contains(&seek.game));
        Ok(())
    }

    async fn admit(
        &self,
        key: &str,
        now_ms: UnixMs,
        every: Duration,
        at_once: u32,
    ) -> Result<bool, StoreError> {
        let cluster = &mut self.contents().cluster;
        let (used, empty_ms, latest_ms) = cluster.next_use(key, now_ms, every, at_once);
        let is_admitted = used.is_none() || empty_ms <= latest_ms;
        if is_admitted {
            cluster.uses.insert(key.to_owned(), empty_ms);
        }
        Ok(is_admitted)
    }

    async fn would_admit(
        &self,
        key: &str,
        now_ms: UnixMs,
        every: Duration,
        at_once: u32,
    ) -> Result<bool, StoreError> {
        let contents = self.contents();
        let (used, empty_ms, latest_ms) = contents.cluster.next_use(key, now_ms, every, at_once);
        Ok(used.is_none() || empty_ms <= latest_ms)
    }

    async fn add_chat_lines(
        &self,
        lines: Vec<(GameId, String)>,
        until_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let cluster = &mut self.contents().cluster;
        for (game, text) in lines {
            cluster.last_chat += 1;
            let line = SharedChatLine { number: cluster.last_chat, game, text };
            cluster.chat.push((line, until_ms));
        }
        Ok(())
    }

    async fn last_chat_number(&self) -> Result<i64, StoreError> {
        Ok(self.contents().cluster.chat.last().map_or(0, |(line, _)| line.number))
    }

    async fn chat_lines_after(
        &self,
        number: i64,
        limit: u32,
    ) -> Result<Vec<SharedChatLine>, StoreError> {
        let contents = self.contents();
        let lines = contents.cluster.chat.iter().map(|(line, _)| line);
        let lines = lines.filter(|line| line.number > number);
        Ok(lines.take(limit as usize).cloned().collect())
    }

    async fn remove_expired(&self, now_ms: UnixMs) -> Result<(), StoreError> {
        let own_now_ms = (self.clock)();
        let cluster = &mut self.contents().cluster;
        cluster.presence.retain(|_, (_, until_ms)| *until_ms > now_ms);
        cluster.seeks.retain(|_, seek| seek.until_ms + SEEK_PAUSE_MS > now_ms);
        cluster.uses.retain(|_, empty_ms| *empty_ms > now_ms);
        cluster.chat.retain(|(_, until_ms)| *until_ms > now_ms);
        cluster.leases.retain(|_, (_, until_ms)| *until_ms >= own_now_ms);
        Ok(())
    }
}
