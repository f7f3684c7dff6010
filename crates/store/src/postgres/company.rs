//! When an append waits for others to be committed with it.

use std::{
    collections::{HashSet, VecDeque},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};

/// As many are company enough: more would hardly make one cheaper.
pub(super) const COMPANY: usize = 16;
/// How long after a commit the next one waits for company, while there is any. A commit costs both
/// sides as much processor time as several appends.
const WINDOW: Duration = Duration::from_millis(4);
/// There is company while so many of the last appends, of so many games, came within so long.
const LATEST: usize = 8;
const GAMES: usize = 4;
const WITHIN: Duration = Duration::from_millis(40);

/// Who has come lately, and whether that makes it worth waiting for more.
pub(super) struct Company {
    enough: Arc<Notify>,
    latest: VecDeque<(Instant, String)>,
}

impl Company {
    /// `enough` is told when [`COMPANY`] are waiting.
    pub(super) fn new(enough: Arc<Notify>) -> Company {
        Company { enough, latest: VecDeque::with_capacity(LATEST) }
    }

    /// Appends to these games are committed now.
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

    /// Until there is company enough, or the time is over. Whoever plays alone is never kept waiting.
    pub(super) async fn gather(&self, waiting: impl Fn() -> usize) {
        if self.is_expected() {
            let until = Instant::now() + WINDOW;
            // It may have been told of those who were committed meanwhile.
            while waiting() < COMPANY && timeout_at(until, self.enough.notified()).await.is_ok() {}
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
    async fn only_who_has_company_is_kept_waiting() {
        let millis = Duration::from_millis;
        for (what, games, apart, expected) in [
            ("nobody yet", vec![], 0, false),
            ("too few", vec!["a", "b", "c", "d"], 0, false),
            ("many games", vec!["a", "b", "c", "d", "e", "f", "g", "h"], 1, true),
            ("few of them at a time", vec!["a", "b", "c", "d", "e", "f", "g", "h"], 9, false),
            ("one that hurries", vec!["a"; 20], 1, false),
            ("a long group", vec!["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], 0, true),
        ] {
            let mut company = Company::new(Arc::new(Notify::new()));
            for game in &games {
                company.note([*game].into_iter());
                advance(millis(apart)).await;
            }
            assert_eq!(company.is_expected(), expected, "{what}");
            let since = Instant::now();
            company.enough.notify_one();
            company.gather(|| 0).await;
            assert_eq!(since.elapsed() >= WINDOW, expected, "{what}");
            let since = Instant::now();
            company.gather(|| COMPANY).await;
            assert_eq!(since.elapsed(), Duration::ZERO, "{what}: enough have come");
        }
    }
}
