//! All parts of a server, and its periodic tasks.

use super::{
    liveness::{Effect, Heartbeat, Liveness},
    reviews::Reviews,
};
use crate::{
    accounts::Accounts,
    base::{Config, Env, HubError, token},
    cluster::{GameClock, Leases},
    ladders::Ladders,
    limits::{self, AWAY_MS, CLOCK_READ_EVERY},
    lobby::Lobby,
    moderation::Moderation,
    net::{Hosts, RateLimiter},
    ops::{Health, Metrics, OutageLog, Readout},
    pictures::Pictures,
    puzzles::Puzzles,
    smart_boards::{Arbiter, Listener, SmartBoards},
    studies::Studies,
    tables::{AppState, ChatRelay, Outages, Quotas, Shows, Tables, ThinkQueue, TimeCredits},
};
use protocol::UnixMs;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};
use store::Store;
use tokio::{
    sync::{Semaphore, broadcast},
    task::JoinSet,
};

/// All parts of a server.
pub struct Hub {
    pub(crate) app: Arc<AppState>,
    pub(crate) rate_limiter: Arc<RateLimiter>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) moderation: Moderation,
    pub(crate) arbiter: Arbiter,
    pub(crate) boards: Arc<SmartBoards>,
    /// Broker subscriptions; dropped with the hub.
    _listening: JoinSet<()>,
    pub(crate) hosts: Arc<Hosts>,
    pub(crate) health: Health,
    pub(crate) pictures: Pictures,
    pub(crate) studies: Studies,
    pub(crate) puzzles: Puzzles,
    pub(crate) reviews: Reviews,
    /// Time of the last successful commit, Unix ms.
    stored_ms: AtomicU64,
    /// Last heartbeat in the store when this server started, by any server.
    last_alive_ms: Option<UnixMs>,
}

impl Hub {
    /// Starts a hub on a store. Tables with a running clock are loaded at once, and the time of the
    /// absence is credited.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn start(config: Config, store: Arc<dyn Store>) -> Result<Arc<Hub>, HubError> {
        let last_alive_ms = store.last_alive().await?;
        let (config, clock) = start_clock(config, &*store, last_alive_ms).await?;
        // Shows whether the server can store. It counts as alive once the time is given back.
        let started_ms = clock.now_ms();
        store.mark_alive(last_alive_ms.unwrap_or(started_ms)).await?;
        let arbiter = Arbiter::new(store.clone(), &config)?;
        let boards = Arc::new(SmartBoards::open(store.clone(), &config).await?);
        let mut listening = JoinSet::new();
        if let Some(broker) = &config.broker {
            listening.spawn(Listener::new(broker)?.listen(boards.clone()));
        }
        let ladders = Ladders::open(store.clone()).await?;
        let metrics = Metrics::new();
        let mails = metrics.mails.clone();
        let accounts = Arc::new(Accounts::open(store.clone(), &config, mails).await?);
        let studies = Studies::new(store.clone(), &config, accounts.standings().clone());
        let puzzles = Puzzles::new(store.clone(), &config);
        let thinkers = ThinkQueue::new(limits::THINKERS);
        let computer_permits = Arc::new(Semaphore::new(limits::KEPT_COMPUTERS));
        let (outage_status, _) = broadcast::channel(limits::OUTAGE_CHANGES);
        let time_credits = TimeCredits::default();
        let hosts = Arc::new(Hosts::new(&config));
        let quotas = Quotas::new();
        let rate_limiter = Arc::new(RateLimiter::new(metrics.turned_away.clone()));
        // The time until now is credited as well.
        let boot_ms = clock.now_ms();
        let has_others = store.cluster().is_some_and(|nodes| !nodes.is_first());
        let outages = away(last_alive_ms, boot_ms, has_others);
        // If other servers were running, they have handled the clocks.
        let takes_up = store.cluster().is_none() || !outages.is_empty();
        let node = match store.cluster() {
            Some(_) => token::from_random(config.env.random()?),
            None => String::new(),
        };
        let leases = Leases::new(store.clone(), node.clone());
        let app = Arc::new(AppState {
            config,
            clock,
            store: store.clone(),
            thinkers,
            computer_permits,
            outage_status,
            ladders,
            read_log: OutageLog::new("failed to read new events of tables"),
            chat_relay: ChatRelay::default(),
            quotas,
            time_credits,
            shows: Shows::default(),
            metrics,
            leases,
            node,
            standings: accounts.standings().clone(),
        });
        let tables = Tables::new(app.clone(), accounts.clone(), outages, has_others);
        let tables = Arc::new(tables);
        let epoch = format!("{:x}{}", boot_ms.0, app.node.get(..8).unwrap_or_default());
        let lobby = Arc::new(Lobby::new(tables.clone(), accounts.clone(), &epoch));
        let moderation = Moderation::open(accounts.clone(), tables.clone(), lobby.clone()).await?;
        let hub = Arc::new(Hub {
            lobby,
            moderation,
            tables,
            app,
            accounts,
            rate_limiter,
            arbiter,
            boards,
            _listening: listening,
            hosts,
            health: Health::default(),
            pictures: Pictures::new(),
            studies,
            puzzles,
            reviews: Reviews::default(),
            stored_ms: AtomicU64::new(boot_ms.0),
            last_alive_ms,
        });
        hub.lobby.restore_seeks().await?;
        let due = if takes_up { store.games_with_deadline().await? } else { Vec::new() };
        for id in due {
            if let Err(error) = hub.tables.load(&id).await {
                tracing::error!(table = id.as_str(), %error, "failed to load table with a running clock");
            }
        }
        Ok(hub)
    }

    /// Runs all periodic tasks, forever; started by [`serve`](crate::serve). The heartbeat
    /// continues even if housekeeping waits for a board or the store.
    pub async fn heartbeat(self: Arc<Hub>) {
        tokio::join!(
            self.keep_clock(),
            self.note_alive(),
            self.run_housekeeping(),
            self.tables.clear_away(),
            self.lobby.clone().match_waiting(),
            self.lobby.clone().keep_feed(),
            self.lobby.clone().share_counts(),
            self.lobby.clone().share_live(),
            self.lobby.clone().keep_challenges(),
            self.index_archive(),
            self.accounts.follow_blocks(),
            self.moderation.follow(),
            self.moderation.end_closed(),
            self.moderation.review_games(),
            self.run_cluster_tasks()
        );
    }

    /// Reads the game clock several times a second, so that it notices when the process was stopped.
    /// The pages, whose countdowns went on meanwhile, then get the clocks again.
    async fn keep_clock(&self) {
        let mut ticks = tokio::time::interval(CLOCK_READ_EVERY);
        let mut known_stops = self.app.clock.stops();
        loop {
            ticks.tick().await;
            self.app.clock.keep();
            let stops = self.app.clock.stops();
            if stops != known_stops {
                known_stops = stops;
                self.tables.watched().iter().for_each(|(_, table)| table.resend_clocks());
            }
        }
    }

    /// Whether a game could be stored now.
    async fn can_store(&self) -> bool {
        let probe = tokio::time::timeout(limits::OUTAGE_AFTER, self.app.store.health());
        matches!(probe.await, Ok(Ok(())))
    }

    /// Stores heartbeats, which also test whether the store can commit.
    async fn note_alive(&self) {
        let AppState { clock, outage_status, time_credits, .. } = &*self.app;
        let mut ticks = tokio::time::interval(Duration::from_secs(1));
        let mut liveness = Liveness::new(clock.now_ms(), self.last_alive_ms);
        let alive_log = OutageLog::new("failed to store heartbeat");
        let outage_log = OutageLog::new("cannot store, clocks stopped");
        loop {
            ticks.tick().await;
            let sent_ms = clock.now_ms();
            let alive_ms = liveness.alive_ms(sent_ms, time_credits.are_open());
            let is_stored = self.store_heartbeat(sent_ms, alive_ms, &alive_log).await;
            let needs_probe = liveness.needs_probe(self.app.metrics.doubts());
            let is_stored = is_stored && (!needs_probe || self.can_store().await);
            let effects = liveness.heard(Heartbeat {
                sent_ms,
                now_ms: clock.now_ms(),
                alive_ms,
                is_stored,
                owes: time_credits.are_open(),
                is_shared: self.app.is_shared(),
            });
            for effect in effects {
                match effect {
                    Effect::AddOutage { from_ms, to_ms } => {
                        self.tables.outages().add(from_ms, to_ms);
                    }
                    Effect::Stored(now_ms) => self.stored_ms.store(now_ms.0, SeqCst),
                    Effect::Announce(outage_ms) => {
                        match outage_ms {
                            Some(_) => {
                                let seconds = limits::OUTAGE_AFTER.as_secs();
                                outage_log.fails(&format_args!("since {seconds} s"));
                            }
                            None => outage_log.works(),
                        }
                        // There may be no tables in memory.
                        let _ = outage_status.send(outage_ms);
                    }
                }
            }
        }
    }

    /// Stores a heartbeat. Returns whether it is in the store.
    async fn store_heartbeat(&self, now_ms: UnixMs, alive_ms: UnixMs, log: &OutageLog) -> bool {
        let stored = self.app.store.mark_alive(alive_ms);
        match tokio::time::timeout(limits::OUTAGE_AFTER, stored).await {
            Ok(Ok(())) => {
                log.works();
                true
            }
            Ok(Err(error)) => {
                log.fails(&error);
                // The log decides whether an uncertain heartbeat was stored.
                alive_ms == now_ms && self.is_noted(alive_ms).await
            }
            Err(_) => {
                log.fails(&"the store does not answer");
                false
            }
        }
    }

    /// Whether the store has a heartbeat of that time.
    async fn is_noted(&self, alive_ms: UnixMs) -> bool {
        let noted = tokio::time::timeout(limits::OUTAGE_AFTER, self.app.store.last_alive()).await;
        // Another server may have stored a later one.
        matches!(noted, Ok(Ok(Some(ms))) if ms >= alive_ms)
    }

    async fn run_housekeeping(&self) {
        let mut ticks = tokio::time::interval(Duration::from_secs(1));
        loop {
            ticks.tick().await;
            self.rate_limiter.forget();
            self.pictures.forget();
            self.puzzles.forget();
            self.tables.forget_asleep();
            self.app.quotas.forget();
            self.accounts.forget();
            self.arbiter.forget();
            self.app.ladders.catch_up().await;
            self.boards.publish_aged();
        }
    }

    /// Whether no commit was possible for a while.
    pub(crate) fn is_stalled(&self, now_ms: UnixMs) -> bool {
        now_ms.since(UnixMs(self.stored_ms.load(SeqCst))) >= limits::OUTAGE_AFTER.as_millis() as u64
    }

    /// Values for the metrics.
    pub(crate) fn readout(&self) -> Readout {
        let (tables, viewers) = self.tables.census();
        let hints = self.app.config.hints.as_ref();
        Readout {
            tables,
            viewers,
            seeks: (!self.app.is_shared()).then(|| self.lobby.waiting()),
            thinkers: self.app.thinkers.waiting(),
            is_stalled: self.is_stalled(self.app.now_ms()),
            are_hints_away: hints.is_some_and(|hints| !hints.are_heard()),
        }
    }

    /// Checks that new viewers and players may be accepted.
    ///
    /// # Errors
    /// [`HubError::CutOff`] if other servers may have continued without this one for long.
    pub(crate) fn admit_newcomer(&self) -> Result<(), HubError> {
        let now_ms = self.app.now_ms();
        let silent_ms = now_ms.since(UnixMs(self.stored_ms.load(SeqCst)));
        if self.app.is_shared() && silent_ms >= limits::CUT_OFF_MS {
            Err(HubError::CutOff)
        } else {
            Ok(())
        }
    }
}

/// Outage before a server's start. With other servers, short gaps between heartbeats are none.
fn away(last_alive_ms: Option<UnixMs>, boot_ms: UnixMs, has_others: bool) -> Outages {
    let least_ms = if has_others { AWAY_MS } else { 0 };
    let mut outages = Outages::default();
    if let Some(alive_ms) = last_alive_ms
        && boot_ms.since(alive_ms) > least_ms
    {
        outages.add(alive_ms, boot_ms);
    }
    outages
}

/// Starts the game clock. Servers that share a store take all times from it.
async fn start_clock(
    config: Config,
    store: &dyn Store,
    last_alive_ms: Option<UnixMs>,
) -> Result<(Config, Arc<GameClock>), HubError> {
    let own = config.env.clone();
    let Some(nodes) = store.cluster() else {
        return Ok((config, Arc::new(GameClock::alone(own, last_alive_ms))));
    };
    let clock = Arc::new(GameClock::shared(own, nodes).await?);
    Ok((Config { env: clock.clone(), ..config }, clock))
}
