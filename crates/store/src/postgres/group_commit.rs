//! Decides how long an append waits for others, to be committed with them.

use std::{
    collections::{HashSet, VecDeque},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};

/// Waiting stops at this number of appends; more would hardly reduce the cost of each.
pub(super) const MAX_GROUP: usize = 16;
/// How long to wait for more appends after a commit. A commit costs both sides as much processor
/// time as several appends.
const WINDOW: Duration = Duration::from_millis(4);
/// The writer waits for more appends if the last `LATEST` appends came within `WITHIN`, from at
/// least `GAMES` games.
const LATEST: usize = 8;
const GAMES: usize = 4;
const WITHIN: Duration = Duration::from_millis(40);

/// Recent appends, which decide whether waiting for more is worthwhile.
pub(super) struct GroupCommit {
    enough: Arc<Notify>,
    latest: VecDeque<(Instant, String)>,
}

impl GroupCommit {
    /// `enough` is notified when [`MAX_GROUP`] appends are waiting.
    pub(super) fn new(enough: Arc<Notify>) -> GroupCommit {
        GroupCommit { enough, latest: VecDeque::with_capacity(LATEST) }
    }

    /// Records that appends to these games are being committed.
    pub(super) fn note<'a>(&mut self, games: impl ExactSizeIterator<Item = &'a str>) {
        let now = Instant::now();
        let passed_over = games.len().saturating_sub(LATEST);
        for game in games.skip(passed_over) {
            if self.latest.len() == LATEST {
                self.latest.pop_front();
            }
            self.latest.push_back((now, game.to_owned()));
        }
    }

    /// Waits until enough appends are waiting or the window has passed. A single active game never
    /// waits.
    pub(super) async fn gather(&self, waiting: impl Fn() -> usize) {
        if self.is_expected() {
            let until = Instant::now() + WINDOW;
            // A notification may be left over from appends that were committed in the meantime.
            while waiting() < MAX_GROUP && timeout_at(until, self.enough.notified()).await.is_ok() {
            }
        }
    }

    fn is_expected(&self) -> bool {
        let is_recent = |(at, _): &(Instant, String)| at.elapsed() <= WITHIN;
        let games: HashSet<&str> = self.latest.iter().map(|(_, game)| game.as_str()).collect();
        self.latest.len() == LATEST
            && self.latest.front().is_some_and(is_recent)
            && games.len() >= GAMES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    #[tokio::test(start_paused = true)]
    async fn a_single_active_game_never_waits() {
        let millis = Duration::from_millis;
        for (what, games, apart, expected) in [
            ("no game yet", vec![], 0, false),
            ("too few", vec!["a", "b", "c", "d"], 0, false),
            ("many games", vec!["a", "b", "c", "d", "e", "f", "g", "h"], 1, true),
            ("few of them at a time", vec!["a", "b", "c", "d", "e", "f", "g", "h"], 9, false),
            ("one that hurries", vec!["a"; 20], 1, false),
            ("a long group", vec!["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], 0, true),
        ] {
            let mut group_commit = GroupCommit::new(Arc::new(Notify::new()));
            for game in &games {
                group_commit.note([*game].into_iter());
                advance(millis(apart)).await;
            }
            assert_eq!(group_commit.is_expected(), expected, "{what}");
            let since = Instant::now();
            group_commit.enough.notify_one();
            group_commit.gather(|| 0).await;
            assert_eq!(since.elapsed() >= WINDOW, expected, "{what}");
            let since = Instant::now();
            group_commit.gather(|| MAX_GROUP).await;
            assert_eq!(since.elapsed(), Duration::ZERO, "{what}: enough have come");
        }
    }
}
