//! The state of the lobby for its viewers: how it is read, and which differences are sent.
//!
//! One task reads the lobby at most four times a second, while there are viewers. All viewers get
//! the same texts, each of which is made once. A viewer that was away for a while gets the
//! differences since then, or the whole state.

use crate::{
    base::HubError,
    limits::{
        COUNTS_SHARED_EVERY, FEED_BYTES, FEED_EVERY, PRESENCE_MS, REFRESH_EVERY,
        UNHINTED_FEED_EVERY,
    },
    lobby::{Lobby, live::LIVE},
};
use protocol::{FromLobby, GameId, LobbyCounts, LobbyState};
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{
            AtomicBool, AtomicUsize,
            Ordering::{Relaxed, SeqCst},
        },
    },
    time::Duration,
};
use tokio::{sync::watch, time::Instant};

/// What viewers of the lobby receive.
pub(crate) struct Feed {
    state: Mutex<FeedState>,
    /// Number of the latest state.
    latest: watch::Sender<u64>,
    viewers: AtomicUsize,
    /// Whether the seeks of the store have changed since they were read.
    is_stale: AtomicBool,
    /// Held while the lobby is read.
    reading: tokio::sync::Mutex<()>,
}

struct FeedState {
    /// Distinguishes the numbers of this server's life from those of others.
    epoch: String,
    number: u64,
    shown: LobbyState,
    /// Time at which the lobby was read last.
    refreshed_at: Option<Instant>,
    /// Time at which the seeks were read last.
    read_at: Option<Instant>,
    /// The latest updates without gaps; the last one leads to `number`.
    updates: VecDeque<Arc<str>>,
    update_bytes: usize,
    snapshot: Option<Arc<str>>,
    counts_at: Option<Instant>,
    /// Numbers of people at the other servers.
    elsewhere: LobbyCounts,
}

/// A viewer of the lobby, counted until it is dropped.
pub(super) struct ViewerCount<'a>(&'a Feed);

impl Drop for ViewerCount<'_> {
    fn drop(&mut self) {
        self.0.viewers.fetch_sub(1, SeqCst);
    }
}

impl Feed {
    pub(super) fn new(epoch: &str) -> Feed {
        Feed {
            state: Mutex::new(FeedState {
                epoch: epoch.to_owned(),
                number: 0,
                shown: LobbyState { cursor: format!("{epoch}.0"), ..LobbyState::default() },
                refreshed_at: None,
                read_at: None,
                updates: VecDeque::new(),
                update_bytes: 0,
                snapshot: None,
                counts_at: None,
                elsewhere: LobbyCounts::default(),
            }),
            latest: watch::Sender::new(0),
            viewers: AtomicUsize::new(0),
            is_stale: AtomicBool::new(true),
            reading: tokio::sync::Mutex::new(()),
        }
    }

    /// Number of viewers at this server.
    pub(super) fn viewers(&self) -> usize {
        self.viewers.load(SeqCst)
    }

    pub(super) fn enter(&self) -> ViewerCount<'_> {
        self.viewers.fetch_add(1, SeqCst);
        ViewerCount(self)
    }

    /// Notes that the seeks have changed.
    pub(super) fn mark_stale(&self) {
        self.is_stale.store(true, Relaxed);
    }

    /// Changes with every new state.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.latest.subscribe()
    }

    /// The texts that lead a viewer from its state to the latest, and that state's number. Without
    /// a state, or after too many changes, this is the whole state.
    pub(super) fn since(&self, number: Option<u64>) -> (u64, Vec<Arc<str>>) {
        let mut state = self.lock();
        let missing = number.and_then(|number| state.number.checked_sub(number));
        let missing = missing.and_then(|missing| usize::try_from(missing).ok());
        if let Some(missing) = missing.filter(|&missing| missing <= state.updates.len()) {
            let known = state.updates.len() - missing;
            return (state.number, state.updates.iter().skip(known).cloned().collect());
        }
        (state.number, vec![state.snapshot()])
    }

    /// The number in a cursor of this server's life.
    pub(super) fn number_of(&self, cursor: &str) -> Option<u64> {
        let (epoch, number) = cursor.split_once('.')?;
        number.parse().ok().filter(|_| epoch == self.lock().epoch)
    }

    fn lock(&self) -> MutexGuard<'_, FeedState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FeedState {
    /// Text of the whole state, made once for all viewers.
    fn snapshot(&mut self) -> Arc<str> {
        let shown = &self.shown;
        let made = || text_of(&FromLobby::Snapshot(shown.clone()));
        self.snapshot.get_or_insert_with(made).clone()
    }

    /// Shows a new state. Returns its number if it differs.
    fn show(&mut self, later: LobbyState) -> Option<u64> {
        let cursor = format!("{}.{}", self.epoch, self.number + 1);
        let later = LobbyState { cursor, ..later };
        let update = self.shown.update_to(&later)?;
        let text = text_of(&FromLobby::Update(update));
        self.update_bytes += text.len();
        self.updates.push_back(text);
        while self.update_bytes > FEED_BYTES
            && let Some(oldest) = self.updates.pop_front()
        {
            self.update_bytes -= oldest.len();
        }
        (self.shown, self.snapshot) = (later, None);
        self.number += 1;
        Some(self.number)
    }
}

fn text_of(message: &FromLobby) -> Arc<str> {
    // Serialisation cannot fail.
    serde_json::to_string(message).unwrap_or_default().into()
}

impl Lobby {
    /// Reads the lobby for its viewers, forever.
    pub(crate) async fn keep_feed(self: Arc<Lobby>) {
        let mut ticks = tokio::time::interval(FEED_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if self.feed.viewers() > 0
                && let Err(error) = self.refresh_feed(Duration::ZERO).await
            {
                tracing::debug!(%error, "failed to read the lobby");
            }
        }
    }

    /// Reads the lobby unless it was read less than `max_age` ago, and shows it to the viewers.
    pub(super) async fn refresh_feed(self: &Arc<Lobby>, max_age: Duration) -> Result<(), HubError> {
        let _turn = self.feed.reading.lock().await;
        let now = Instant::now();
        let (mut later, read_at, counts_at) = {
            let state = self.feed.lock();
            if state.refreshed_at.is_some_and(|at| now - at < max_age) {
                return Ok(());
            }
            (state.shown.clone(), state.read_at, state.counts_at)
        };
        let is_due = |at: Option<Instant>, every| at.is_none_or(|at| now - at >= every);
        // The list of a single server is in memory. That of the store is read after hints, and
        // otherwise rarely.
        let are_heard =
            self.tables.app.config.hints.as_ref().is_some_and(|hints| hints.are_heard());
        let every = if are_heard { REFRESH_EVERY } else { UNHINTED_FEED_EVERY };
        let is_stale = self.feed.is_stale.swap(false, Relaxed);
        let reads = !self.tables.app.is_shared() || is_stale || is_due(read_at, every);
        if reads {
            later.seeks = self.seeks().await.inspect_err(|_| self.feed.mark_stale())?;
        }
        later.live = self.live().await;
        later.waits = self.waits.medians();
        let counts = is_due(counts_at, REFRESH_EVERY);
        if counts {
            later.counts = self.counts();
        }
        let mut state = self.feed.lock();
        state.refreshed_at = Some(now);
        if reads {
            state.read_at = Some(now);
        }
        if counts {
            state.counts_at = Some(now);
        }
        let number = state.show(later);
        drop(state);
        if let Some(number) = number {
            self.feed.latest.send_replace(number);
        }
        Ok(())
    }

    /// Numbers of people at this server.
    fn own_counts(&self) -> LobbyCounts {
        let (_, viewers) = self.tables.census();
        let online = viewers + self.feed.viewers();
        LobbyCounts { online: online as u32, playing: self.tables.playing() as u32 }
    }

    /// Numbers of people at all servers.
    fn counts(&self) -> LobbyCounts {
        let (own, elsewhere) = (self.own_counts(), self.feed.lock().elsewhere);
        LobbyCounts {
            online: own.online.saturating_add(elsewhere.online),
            playing: own.playing.saturating_add(elsewhere.playing),
        }
    }

    /// Exchanges the numbers of people, the accounts that are online and the waiting times with the
    /// other servers, forever.
    pub(crate) async fn share_counts(self: Arc<Lobby>) {
        let app = self.tables.app.clone();
        let mut ticks = tokio::time::interval(COUNTS_SHARED_EVERY);
        loop {
            ticks.tick().await;
            let Some(nodes) = app.store.cluster() else { return };
            let (own, now_ms) = (self.own_counts(), app.now_ms());
            let own = [
                (GameId::from(LOBBY), format!("{} {};", own.online, own.playing)),
                (GameId::from(ONLINE), self.online.text()),
                (GameId::from(WAITS), self.waits.text()),
            ];
            // Failures are repeated next time.
            let _ = nodes.set_presence(&app.node, own.to_vec(), now_ms + PRESENCE_MS).await;
            let asked = [LOBBY, ONLINE, WAITS].map(GameId::from).to_vec();
            let Ok(rows) = nodes.present_elsewhere(&app.node, asked, now_ms).await else {
                continue;
            };
            let of = |name: &str| {
                let own = rows.iter().filter(|(row, _)| row.as_str() == name);
                own.map(|(_, text)| &**text).collect::<String>()
            };
            self.feed.lock().elsewhere = sum(&of(LOBBY));
            self.online.set_elsewhere(&of(ONLINE));
            self.waits.set_elsewhere(&of(WAITS));
        }
    }

    /// Notes that the seeks have changed, here and at the other servers.
    pub(super) fn seeks_changed(&self) {
        self.feed.mark_stale();
        self.hint_others();
    }

    /// Tells the other servers that the lobby has changed.
    pub(super) fn hint_others(&self) {
        self.tables.app.hint(&LOBBY.into(), 0);
    }

    /// Handles a hint of another server, if it is about the lobby.
    pub(crate) fn hint(&self, name: &GameId) {
        match name.as_str() {
            LOBBY => {
                self.feed.mark_stale();
                self.challenges.mark_stale();
            }
            LIVE => self.live.mark_stale(),
            _ => {}
        }
    }
}

/// Name of the lobby in hints. No table and no board has it.
const LOBBY: &str = "lobby";

/// Name of the list of accounts that are online. No table and no board has it.
const ONLINE: &str = "lobby-online";

/// Name of the waiting times. No table and no board has it.
const WAITS: &str = "lobby-waits";

/// Sum of the numbers of several servers, each written as `online playing;`.
fn sum(text: &str) -> LobbyCounts {
    let pair = |counts: &str| {
        let (online, playing) = counts.split_once(' ')?;
        Some(LobbyCounts { online: online.parse().ok()?, playing: playing.parse().ok()? })
    };
    text.split(';').filter_map(pair).fold(LobbyCounts::default(), |sum, next| LobbyCounts {
        online: sum.online.saturating_add(next.online),
        playing: sum.playing.saturating_add(next.playing),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(online: u32) -> LobbyState {
        let counts = LobbyCounts { online, playing: 0 };
        LobbyState { counts, ..LobbyState::default() }
    }

    #[test]
    fn counts_of_servers_are_added() {
        for (text, expected) in [
            ("", (0, 0)),
            ("3 1;", (3, 1)),
            ("3 1;40 20;", (43, 21)),
            ("3 1;x;7;2 2;", (5, 3)),
            ("4294967295 1;1 1;", (u32::MAX, 2)),
        ] {
            let found = sum(text);
            assert_eq!((found.online, found.playing), expected, "{text}");
        }
    }

    /// A viewer that comes back gets what it has missed, or everything.
    #[test]
    fn a_viewer_gets_what_it_has_missed() {
        let feed = Feed::new("e");
        assert_eq!(feed.lock().show(state(0)), None);
        for online in 1..=3 {
            assert_eq!(feed.lock().show(state(online)), Some(online.into()));
        }
        for (cursor, texts, kind) in [
            ("", 1, "snapshot"),
            ("e.3", 0, ""),
            ("e.1", 2, "update"),
            ("e.0", 3, "update"),
            ("e.9", 1, "snapshot"),
            ("other.2", 1, "snapshot"),
            ("e.x", 1, "snapshot"),
        ] {
            let (number, found) = feed.since(feed.number_of(cursor));
            assert_eq!((number, found.len()), (3, texts), "{cursor}");
            assert!(found.iter().all(|text| text.contains(kind)), "{cursor}: {found:?}");
        }
        // Old updates give way.
        for online in 4..20_000 {
            feed.lock().show(state(online));
        }
        assert!(feed.lock().update_bytes <= FEED_BYTES);
        assert!(feed.since(Some(3)).1[0].contains("snapshot"));
    }
}
