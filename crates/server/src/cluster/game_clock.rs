//! The time by which games are played.
//!
//! It follows a monotonic clock, so that a change of the system's clock flags no player. Timestamps
//! that people read come from the system's clock.

use crate::{
    base::{Env, RngError},
    limits::STOPPED_MS,
};
use protocol::UnixMs;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use store::{ClusterStore, StoreError};

/// Number of times that the database's clock is read for one setting.
const READINGS: usize = 5;
/// Change of the system's clock against the game clock that is noted, in milliseconds.
const NOTED_MS: u64 = 1_000;
/// Maximum number of such changes that are kept.
const CHANGES: usize = 64;

/// A monotonic clock in Unix milliseconds.
///
/// A single server starts it from the system's clock. It stands still while the process is
/// stopped. Servers that share a store set it by the database's clock.
pub(crate) struct GameClock {
    own: Arc<dyn Env>,
    reading: Mutex<Reading>,
}

struct Reading {
    /// Difference to the environment's monotonic clock.
    ahead_ms: i64,
    /// The largest time that was returned.
    latest_ms: u64,
    /// The monotonic time of the last reading; `None` before [`GameClock::keep`] was called.
    seen_ms: Option<u64>,
    /// Number of times that the process was stopped.
    stops: u64,
    /// Differences between the system's clock and this one, each with the game time from which
    /// it holds.
    wall: VecDeque<(u64, i64)>,
}

impl GameClock {
    /// The clock of a single server. It starts no earlier than the last time that was stored, so
    /// that games go on where they were even if the system's clock was set back.
    pub(crate) fn alone(own: Arc<dyn Env>, last_alive_ms: Option<UnixMs>) -> GameClock {
        let wall_ms = own.now_ms().0;
        let began_ms = wall_ms.max(last_alive_ms.map_or(0, |alive| alive.0));
        let ahead_ms = difference(began_ms, own.steady_ms());
        let clock = GameClock::new(own, ahead_ms, began_ms);
        clock.note_wall(began_ms, wall_ms);
        clock
    }

    /// The clock of one of several servers, set by the database.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(crate) async fn shared(
        own: Arc<dyn Env>,
        nodes: &dyn ClusterStore,
    ) -> Result<GameClock, StoreError> {
        let clock = GameClock::new(own, 0, 0);
        clock.set(nodes).await?;
        Ok(clock)
    }

    fn new(own: Arc<dyn Env>, ahead_ms: i64, latest_ms: u64) -> GameClock {
        let reading =
            Reading { ahead_ms, latest_ms, seen_ms: None, stops: 0, wall: VecDeque::new() };
        GameClock { own, reading: Mutex::new(reading) }
    }

    /// Sets the clock by the database, with the reading that took the least time.
    ///
    /// # Errors
    /// When the database does not answer. The clock then runs on as before.
    pub(crate) async fn set(&self, nodes: &dyn ClusterStore) -> Result<(), StoreError> {
        let mut best: Option<(u64, i64)> = None;
        for _ in 0..READINGS {
            let before_ms = self.own.steady_ms();
            let there_ms = nodes.clock_ms().await?.0;
            let took_ms = self.own.steady_ms().saturating_sub(before_ms);
            let here_ms = before_ms + took_ms / 2;
            if best.is_none_or(|(least_ms, _)| took_ms < least_ms) {
                best = Some((took_ms, difference(there_ms, here_ms)));
            }
        }
        if let Some((_, ahead_ms)) = best {
            self.lock().ahead_ms = ahead_ms;
        }
        Ok(())
    }

    /// Reads the clock of a single server, as its heartbeat does several times a second. From the
    /// first call on a long time without a reading means that the process was stopped.
    pub(crate) fn keep(&self) {
        if self.own.notices_stops() {
            let steady_ms = self.own.steady_ms();
            self.lock().seen_ms.get_or_insert(steady_ms);
        }
        self.note_wall(self.now_ms().0, self.own.now_ms().0);
    }

    /// Number of times that the process was stopped since the server's start.
    pub(crate) fn stops(&self) -> u64 {
        self.lock().stops
    }

    /// The system's time at a game time, for timestamps that people read.
    pub(crate) fn wall_ms(&self, UnixMs(game_ms): UnixMs) -> UnixMs {
        let reading = self.lock();
        let known = reading.wall.iter().rev().find(|(from_ms, _)| *from_ms <= game_ms);
        UnixMs(game_ms.saturating_add_signed(known.map_or(0, |(_, ahead_ms)| *ahead_ms)))
    }

    fn note_wall(&self, game_ms: u64, wall_ms: u64) {
        let mut reading = self.lock();
        let ahead_ms = difference(wall_ms, game_ms);
        let known_ms = reading.wall.back().map_or(0, |(_, ahead_ms)| *ahead_ms);
        if ahead_ms.abs_diff(known_ms) >= NOTED_MS {
            if reading.wall.len() == CHANGES {
                reading.wall.pop_front();
            }
            reading.wall.push_back((game_ms, ahead_ms));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Reading> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Env for GameClock {
    fn now_ms(&self) -> UnixMs {
        let mut reading = self.lock();
        let steady_ms = self.own.steady_ms();
        let Reading { ahead_ms, latest_ms, seen_ms, stops, .. } = &mut *reading;
        let mut stopped_ms = 0;
        if let Some(seen_ms) = seen_ms {
            let since_ms = steady_ms.saturating_sub(*seen_ms);
            if since_ms >= STOPPED_MS {
                stopped_ms = since_ms;
                *stops += 1;
                *ahead_ms = ahead_ms.saturating_sub_unsigned(since_ms);
            }
            *seen_ms = steady_ms;
        }
        *latest_ms = (*latest_ms).max(steady_ms.saturating_add_signed(*ahead_ms));
        let now_ms = *latest_ms;
        drop(reading);
        if stopped_ms > 0 {
            tracing::warn!(stopped_ms, "process was stopped; game clocks stood still");
        }
        UnixMs(now_ms)
    }

    fn random(&self) -> Result<[u8; 32], RngError> {
        self.own.random()
    }
}

/// `a - b`, for times.
fn difference(a: u64, b: u64) -> i64 {
    a.wrapping_sub(b) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    /// An environment with both clocks in the test's hands.
    struct Hands {
        wall_ms: AtomicU64,
        steady_ms: AtomicU64,
    }

    impl Hands {
        fn new(wall_ms: u64) -> Arc<Hands> {
            let (wall_ms, steady_ms) = (AtomicU64::new(wall_ms), AtomicU64::new(7_000));
            Arc::new(Hands { wall_ms, steady_ms })
        }

        fn pass(&self, ms: u64) {
            self.wall_ms.fetch_add(ms, SeqCst);
            self.steady_ms.fetch_add(ms, SeqCst);
        }
    }

    impl Env for Hands {
        fn now_ms(&self) -> UnixMs {
            UnixMs(self.wall_ms.load(SeqCst))
        }

        fn steady_ms(&self) -> u64 {
            self.steady_ms.load(SeqCst)
        }

        fn notices_stops(&self) -> bool {
            true
        }

        fn random(&self) -> Result<[u8; 32], RngError> {
            Ok([0; 32])
        }
    }

    #[test]
    fn the_system_clock_moves_no_game_clock() {
        let hands = Hands::new(50_000_000);
        let clock = GameClock::alone(hands.clone(), Some(UnixMs(49_000_000)));
        assert_eq!(clock.now_ms().0, 50_000_000);
        clock.keep();
        hands.pass(500);
        for wall_ms in [90_000_000, 10_000_000] {
            hands.wall_ms.store(wall_ms, SeqCst);
            clock.keep();
            assert_eq!(clock.now_ms().0, 50_000_500);
            assert_eq!(clock.wall_ms(UnixMs(50_000_500)).0, wall_ms);
        }
        assert_eq!(clock.wall_ms(UnixMs(50_000_400)).0, 50_000_400, "before the change");
    }

    /// The clock of a single server does not go back when the server starts again.
    #[test]
    fn the_clock_starts_where_the_server_was_last_alive() {
        for (wall_ms, last_alive_ms, expected) in
            [(5_000, None, 5_000), (5_000, Some(4_000), 5_000), (5_000, Some(9_000), 9_000)]
        {
            let clock = GameClock::alone(Hands::new(wall_ms), last_alive_ms.map(UnixMs));
            assert_eq!(clock.now_ms().0, expected);
            assert_eq!(clock.wall_ms(UnixMs(expected)).0, wall_ms);
        }
    }

    #[test]
    fn the_clock_stands_while_the_process_is_stopped() {
        let hands = Hands::new(1_000_000);
        let clock = GameClock::alone(hands.clone(), None);
        hands.pass(10 * STOPPED_MS);
        assert_eq!(clock.now_ms().0, 1_000_000 + 10 * STOPPED_MS, "nothing keeps it yet");
        clock.keep();
        let mut expected = clock.now_ms().0;
        for (ms, counted) in [
            (STOPPED_MS - 1, STOPPED_MS - 1),
            (STOPPED_MS, 0),
            (1, 1),
            (3_600_000, 0),
            (STOPPED_MS - 1, STOPPED_MS - 1),
        ] {
            hands.pass(ms);
            expected += counted;
            assert_eq!(clock.now_ms().0, expected, "after {ms} ms");
        }
        clock.keep();
        assert_eq!(clock.wall_ms(UnixMs(expected)).0, hands.now_ms().0);
    }
}
