//! Data that servers on one disk share outside the logs: presence and seeks.

use std::collections::BTreeMap;
use store::{ListedSeek, NewSeek};

#[derive(Default)]
pub(crate) struct Lobby {
    /// Present seats by game and server, with their expiry.
    present: BTreeMap<(String, String), (String, u64)>,
    /// Seeks by their numbers.
    seeks: BTreeMap<i64, NewSeek>,
    last: i64,
}

impl Lobby {
    pub(crate) fn set_presence(&mut self, node: &str, seats: Vec<(String, String)>, until_ms: u64) {
        for (game, seats) in seats {
            self.present.insert((game, node.to_owned()), (seats, until_ms));
        }
    }

    pub(crate) fn present_elsewhere(
        &self,
        node: &str,
        games: &[String],
        now_ms: u64,
    ) -> Vec<(String, String)> {
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        for ((game, other), (seats, until_ms)) in &self.present {
            if games.contains(game) && other != node && *until_ms > now_ms {
                found.entry(game.clone()).or_default().push_str(seats);
            }
        }
        found.into_iter().collect()
    }

    pub(crate) fn seeks(&self, now_ms: u64) -> Vec<ListedSeek> {
        let waiting = self.seeks.iter().filter(|(_, seek)| seek.until_ms > now_ms);
        waiting.map(|(&number, seek)| ListedSeek { number, seek: seek.clone() }).collect()
    }

    pub(crate) fn take_seek(
        &mut self,
        kind: &str,
        excluded: &[i64],
        now_ms: u64,
    ) -> Option<ListedSeek> {
        let is_meant =
            |seek: &ListedSeek| seek.seek.kind == kind && !excluded.contains(&seek.number);
        let found = self.seeks(now_ms).into_iter().find(is_meant)?;
        self.seeks.remove(&found.number);
        Some(found)
    }

    pub(crate) fn add_seek(&mut self, seek: NewSeek, excluded: &[i64]) -> Option<ListedSeek> {
        let taken = self.take_seek(&seek.kind, excluded, seek.since_ms);
        if taken.is_none() {
            self.last += 1;
            self.seeks.insert(self.last, seek);
        }
        taken
    }

    pub(crate) fn restore_seek(&mut self, ListedSeek { number, seek }: ListedSeek) {
        self.seeks.insert(number, seek);
    }

    pub(crate) fn renew_seeks(&mut self, games: &[String], until_ms: u64) {
        let meant = self.seeks.values_mut().filter(|seek| games.contains(&seek.game));
        meant.for_each(|seek| seek.until_ms = until_ms);
    }

    pub(crate) fn remove_seeks(&mut self, games: &[String]) {
        self.seeks.retain(|_, seek| !games.contains(&seek.game));
    }

    pub(crate) fn remove_expired(&mut self, now_ms: u64) {
        self.present.retain(|_, (_, until_ms)| *until_ms > now_ms);
        self.seeks.retain(|_, seek| seek.until_ms > now_ms);
    }
}
