use crate::{
    accounts::{Accounts, Member},
    actor::{self, Handle, TableView},
    app_state::{AppState, TimeCredits},
    arbiter::Arbiter,
    config::{Config, Env},
    deletion_locks::{DeletionLock, DeletionLocks},
    error::HubError,
    game_clock::GameClock,
    health::Health,
    ladders::Ladders,
    limits::{self, AWAY_MS, CLOCK_READ_EVERY},
    live::Live,
    log,
    metrics::Metrics,
    net::Hosts,
    outage_log::OutageLog,
    outages::Outages,
    quotas::Quotas,
    rate_limiter::RateLimiter,
    readings::{Reading, ReadingKey, Readings, RestingTable, Text},
    seeks::{Maker, Seeks},
    shows::Shows,
    smart_boards::{Listener, SmartBoards},
    table_creation::JoiningPlayer,
    think_queue::ThinkQueue,
    token,
    visitor::Visitor,
};
use futures_util::future::{join, join_all};
use game::{Refusal, Seat};
use protocol::{Created, Joined, OpenRequest, SeatPlan, TableInfo, TablePlan};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};
use store::Store;
use tokio::{
    sync::{Semaphore, broadcast},
    task::JoinSet,
};

/// All tables of a server.
pub struct Hub {
    pub(crate) app: Arc<AppState>,
    pub(crate) rate_limiter: Arc<RateLimiter>,
    pub(crate) accounts: Accounts,
    pub(crate) arbiter: Arbiter,
    pub(crate) boards: Arc<SmartBoards>,
    /// Broker subscriptions; dropped with the hub.
    _listening: JoinSet<()>,
    pub(crate) seeks: Seeks,
    pub(crate) live: Live,
    pub(crate) hosts: Arc<Hosts>,
    pub(crate) health: Health,
    /// Turns to read a whole log.
    reading: Semaphore,
    /// Turns to write the text of a whole game.
    writing: Semaphore,
    readings: Readings,
    tables: Mutex<HashMap<String, Handle>>,
    /// Tables that are being deleted. Locked after `tables`.
    deletion_locks: DeletionLocks,
    /// Outages before this server started and, with other servers, since then.
    outages: Mutex<Outages>,
    /// Whether other servers used the store when this one started.
    has_others: bool,
    /// Time of the last successful commit, Unix ms.
    stored_ms: AtomicU64,
    /// Last heartbeat in the store when this server started, by any server.
    last_alive_ms: Option<u64>,
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
        let arbiter = Arbiter::new(&config.arbiter)?;
        let boards = Arc::new(SmartBoards::open(store.clone(), &config).await?);
        let mut listening = JoinSet::new();
        if let Some(broker) = &config.broker {
            listening.spawn(Listener::new(broker)?.listen(boards.clone()));
        }
        let ladders = Ladders::open(store.clone()).await?;
        let accounts = Accounts::open(store.clone(), &config).await?;
        let thinkers = ThinkQueue::new(limits::THINKERS);
        let computer_permits = Arc::new(Semaphore::new(limits::KEPT_COMPUTERS));
        let (outage_status, _) = broadcast::channel(limits::OUTAGE_CHANGES);
        let time_credits = TimeCredits::default();
        let hosts = Arc::new(Hosts::new(&config));
        let quotas = Quotas::new();
        let metrics = Metrics::new();
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
        let app = Arc::new(AppState {
            config,
            clock,
            store: store.clone(),
            thinkers,
            computer_permits,
            outage_status,
            ladders,
            read_log: OutageLog::new("failed to read new events of tables"),
            quotas,
            time_credits,
            shows: Shows::default(),
            metrics,
            node,
        });
        let hub = Arc::new(Hub {
            app,
            accounts,
            rate_limiter,
            arbiter,
            boards,
            _listening: listening,
            seeks: Seeks::default(),
            live: Live::default(),
            hosts,
            health: Health::default(),
            reading: Semaphore::new(limits::READERS),
            writing: Semaphore::new(limits::READERS),
            readings: Readings::default(),
            tables: Mutex::default(),
            deletion_locks: DeletionLocks::default(),
            outages: Mutex::new(outages),
            has_others,
            stored_ms: AtomicU64::new(boot_ms),
            last_alive_ms,
        });
        let due = if takes_up { store.games_with_deadline().await? } else { Vec::new() };
        for id in due {
            if let Err(error) = hub.table(&id).await {
                tracing::error!(table = id, %error, "failed to load table with a running clock");
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
            self.clear_away(),
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
                self.watched().iter().for_each(|(_, table)| table.resend_clocks());
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
        let AppState { clock, store, outage_status, time_credits, .. } = &*self.app;
        let stall_ms = limits::OUTAGE_AFTER.as_millis() as u64;
        let mut ticks = tokio::time::interval(Duration::from_secs(1));
        let mut stored_ms = clock.now_ms();
        let mut known = None;
        let mut noted_ms = self.last_alive_ms;
        let mut has_failed = false;
        let alive_log = OutageLog::new("failed to store heartbeat");
        let stall_log = OutageLog::new("cannot store, clocks stopped");
        let mut known_doubts = 0;
        // Since when the store can commit while a table still owes time.
        let mut held_ms: Option<u64> = None;
        loop {
            ticks.tick().await;
            let now_ms = clock.now_ms();
            // If the server dies before crediting every clock, the time to credit survives in the store.
            let is_long = |since_ms| now_ms.saturating_sub(since_ms) >= limits::CREDIT_MS;
            let is_held = time_credits.are_open() && !held_ms.is_some_and(is_long);
            let alive_ms = noted_ms.filter(|_| is_held).unwrap_or(now_ms);
            let is_stored = match tokio::time::timeout(
                limits::OUTAGE_AFTER,
                store.mark_alive(alive_ms),
            )
            .await
            {
                Ok(Ok(())) => {
                    alive_log.works();
                    true
                }
                Ok(Err(error)) => {
                    alive_log.fails(&error);
                    // The log decides whether an uncertain heartbeat was stored.
                    alive_ms == now_ms && self.is_noted(alive_ms).await
                }
                Err(_) => {
                    alive_log.fails(&"the store does not answer");
                    false
                }
            };
            // A full disk may accept this small row but no game.
            let doubts = self.app.metrics.doubts();
            let in_doubt = std::mem::replace(&mut known_doubts, doubts) != doubts;
            let is_stored = is_stored && (!(has_failed || in_doubt) || self.can_store().await);
            has_failed = !is_stored;
            if is_stored {
                if known.is_some() && self.app.is_shared() {
                    // Recorded before any server ends a game by time-out because of it.
                    self.outages().add(stored_ms, clock.now_ms());
                }
                (stored_ms, noted_ms) = (now_ms, Some(alive_ms));
                self.stored_ms.store(now_ms, SeqCst);
                held_ms = time_credits.are_open().then(|| held_ms.unwrap_or(now_ms));
            }
            let is_stalled = clock.now_ms().saturating_sub(stored_ms) >= stall_ms;
            let stall = is_stalled.then_some(stored_ms);
            match stall {
                Some(_) => stall_log.fails(&format_args!("since {} s", stall_ms / 1000)),
                None => stall_log.works(),
            }
            if std::mem::replace(&mut known, stall) != stall {
                // There may be no tables in memory.
                let _ = outage_status.send(stall);
            }
        }
    }

    /// Whether the store has a heartbeat of that time.
    async fn is_noted(&self, alive_ms: u64) -> bool {
        let noted = tokio::time::timeout(limits::OUTAGE_AFTER, self.app.store.last_alive()).await;
        // Another server may have stored a later one.
        matches!(noted, Ok(Ok(Some(ms))) if ms >= alive_ms)
    }

    async fn run_housekeeping(&self) {
        let mut ticks = tokio::time::interval(Duration::from_secs(1));
        loop {
            ticks.tick().await;
            self.rate_limiter.forget();
            self.forget_asleep();
            self.app.quotas.forget();
            self.accounts.forget();
            self.arbiter.forget(self.app.config.env.steady_ms());
            self.app.ladders.catch_up().await;
            self.boards.publish_aged().await;
        }
    }

    /// Opens a table for a host.
    ///
    /// # Errors
    /// If the plan is invalid or the store fails.
    pub(crate) async fn open(
        &self,
        request: OpenRequest,
        visitor: Visitor,
    ) -> Result<Created, HubError> {
        check_levels(&request.plan)?;
        if request.plan.seats.iter().all(|seat| matches!(seat, SeatPlan::Computer { .. })) {
            self.app.shows.check_free(&Maker::of(&visitor))?;
        }
        let Visitor { address, account } = visitor;
        self.accounts.check_name(&request.name, account.as_ref()).await?;
        self.app.quotas.admit(address, account.as_ref().map(|account| &*account.id))?;
        let token = token::from_random(self.app.config.env.random()?);
        let joining = self.app.joining_player(&request.plan, request.name, account).await?;
        let (table, seats) = self.app.open(request.plan, joining, &token).await?;
        Ok(Created { table, token, seats })
    }

    /// Seats a player at a table.
    pub(crate) async fn join(
        &self,
        table: &Handle,
        name: String,
        seat: Option<Seat>,
        account: Option<Member>,
    ) -> Result<Joined, HubError> {
        let joining = match account {
            // Only accounts are rated; for guests the plan does not matter.
            None => JoiningPlayer { name, member: None },
            Some(_) => {
                let plan = table.info().await?.plan;
                self.app.joining_player(&plan, name, account).await?
            }
        };
        table.join(joining, seat).await
    }

    /// The actor of a table, loaded from its log if needed.
    pub(crate) async fn table(self: &Arc<Hub>, id: &str) -> Result<Handle, HubError> {
        if let Some(handle) = self.running(id) {
            return Ok(handle);
        }
        let log = self.app.store.load(id).await?;
        let tokens = self.app.store.tokens(id).await?;
        // The last event may have been committed before an outage.
        let last_ms = log.last().map_or(0, |event| event.at_ms);
        let away_ms = self.outages().owed_since(last_ms);
        // Other servers have credited shorter absences.
        let least_ms = if self.has_others { limits::OUTAGE_AFTER.as_millis() as u64 } else { 0 };
        let away_ms = if away_ms < least_ms { 0 } else { away_ms };
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = tables.get(id).filter(|handle| handle.is_alive()) {
            return Ok(handle.clone());
        }
        if self.deletion_locks.has(id) {
            return Err(HubError::NoTable(id.to_owned()));
        }
        let handle = actor::spawn(self.app.clone(), id.to_owned(), &log, tokens, away_ms)?;
        tables.retain(|_, handle| handle.is_alive());
        tables.insert(id.to_owned(), handle.clone());
        self.readings.forget_resting(id);
        Ok(handle)
    }

    /// A table without an actor, from memory or from its log. A long log takes a core a while to
    /// replay: a few are replayed at a time, outside the runtime's own threads.
    pub(crate) async fn read_at_rest(&self, id: &str) -> Result<RestingTable, HubError> {
        let _turn = self.reading.acquire().await.map_err(|_| HubError::Busy)?;
        if let Some(known) = self.readings.resting(id)
            && !self.has_moved_on(id, known.len).await
        {
            return Ok(known);
        }
        let log = self.app.store.load(id).await?;
        let (len, last_ms) = (log.len() as u64, log.last().map_or(0, |event| event.at_ms));
        let game = id.to_owned();
        let replayed = tokio::task::spawn_blocking(move || log::replay(&game, &log));
        let table = Arc::new(replayed.await.map_err(|_| HubError::Busy)??);
        let resting = RestingTable { table, len, last_ms };
        // An actor that was started meanwhile may have changed it.
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.get(id).is_none_or(|handle| !handle.is_alive()) {
            self.readings.keep_resting(id, resting.clone());
        }
        drop(tables);
        Ok(resting)
    }

    /// Whether another server may have written to a log that had this many events.
    async fn has_moved_on(&self, id: &str, len: u64) -> bool {
        let Some(nodes) = self.app.store.cluster() else { return false };
        let moved = nodes.changed_logs(vec![(id.to_owned(), len)]).await;
        moved.map_or(true, |moved| !moved.is_empty())
    }

    /// A text of a whole game, as the token's seat or a spectator may know it. No actor is started
    /// for it, and an actor that runs only hands out a shared copy of its table.
    pub(crate) async fn read(
        &self,
        id: &str,
        token: &str,
        reading: Reading,
    ) -> Result<Text, HubError> {
        let is_signed = reading == Reading::Transcript;
        let view = match self.running(id) {
            Some(handle) => handle.view(token.to_owned(), is_signed).await?,
            None => {
                let RestingTable { table, len, last_ms } = self.read_at_rest(id).await?;
                let (observer, _) = actor::observer(&self.app.store.tokens(id).await?, token, None);
                let head = is_signed.then(|| self.app.signed_head(id, &table, last_ms));
                TableView { table, len, observer, head }
            }
        };
        let key = ReadingKey::of(id, reading, &view);
        if let Some(text) = self.readings.text(&key) {
            return Ok(text);
        }
        let _turn = self.writing.acquire().await.map_err(|_| HubError::Busy)?;
        // Another request may have built it meanwhile.
        if let Some(text) = self.readings.text(&key) {
            return Ok(text);
        }
        let (app, game) = (self.app.clone(), id.to_owned());
        let built = tokio::task::spawn_blocking(move || app.write(&game, reading, view));
        let text = built.await.map_err(|_| HubError::Busy)?;
        self.readings.keep(key, text.clone());
        Ok(text)
    }

    /// Public information on a table. Starts no actor.
    pub(crate) async fn info(&self, id: &str) -> Result<TableInfo, HubError> {
        if let Some(handle) = self.running(id) {
            return handle.info().await;
        }
        let RestingTable { table, .. } = self.read_at_rest(id).await?;
        Ok(actor::info(id, &table, self.app.now_ms()))
    }

    /// Running games of an account. Starts no actor: tables outside memory have no running clock,
    /// and those at other servers are read from their logs.
    pub(crate) async fn games_of(&self, account: &str) -> Vec<TableInfo> {
        let handles: Vec<Handle> = {
            let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            let is_theirs = |handle: &&Handle| handle.is_alive() && handle.has_member(account);
            tables.values().filter(is_theirs).cloned().collect()
        };
        // Only the account's own tables are queried, all at once.
        let asked = handles.iter().map(|handle| handle.game_of(account.to_owned()));
        let (answers, elsewhere) = join(join_all(asked), self.games_elsewhere(account)).await;
        // A table that has just ended gives no answer.
        let mut games: Vec<TableInfo> = answers.into_iter().flatten().flatten().collect();
        games.extend(elsewhere);
        games.sort_by(|a, b| a.table.cmp(&b.table));
        games
    }

    /// Numbers of tables in memory and of their viewers.
    pub(crate) fn census(&self) -> (usize, usize) {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let awake = tables.values().filter(|table| table.is_alive());
        awake.fold((0, 0), |(tables, viewers), table| (tables + 1, viewers + table.viewers()))
    }

    /// Removes tables whose actors have ended.
    fn forget_asleep(&self) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|_, handle| handle.is_alive());
    }

    /// Locks a table against loading while it is deleted. Returns `None` if it is in memory or being
    /// deleted already.
    pub(crate) fn lock_for_deletion(&self, id: &str) -> Option<DeletionLock> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.get(id).is_some_and(Handle::is_alive) {
            return None;
        }
        self.readings.forget_resting(id);
        self.deletion_locks.lock(id)
    }

    fn outages(&self) -> MutexGuard<'_, Outages> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no commit was possible for a while.
    pub(crate) fn is_stalled(&self, now_ms: u64) -> bool {
        now_ms.saturating_sub(self.stored_ms.load(SeqCst))
            >= limits::OUTAGE_AFTER.as_millis() as u64
    }

    /// Checks that new viewers and players may be accepted.
    ///
    /// # Errors
    /// [`HubError::CutOff`] if other servers may have continued without this one for long.
    pub(crate) fn admit_newcomer(&self) -> Result<(), HubError> {
        let now_ms = self.app.now_ms();
        let silent_ms = now_ms.saturating_sub(self.stored_ms.load(SeqCst));
        if self.app.is_shared() && silent_ms >= limits::CUT_OFF_MS {
            Err(HubError::CutOff)
        } else {
            Ok(())
        }
    }

    /// Tables with viewers.
    pub(crate) fn watched(&self) -> Vec<(String, Handle)> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let watched = tables.iter().filter(|(_, table)| table.is_alive() && table.viewers() > 0);
        let mut watched: Vec<_> = watched.map(|(id, table)| (id.clone(), table.clone())).collect();
        watched.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        watched
    }

    /// Whether this is so of any table with an actor.
    pub(crate) fn any_table(&self, is_so: impl Fn(&Handle) -> bool) -> bool {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.values().any(|table| table.is_alive() && is_so(table))
    }

    pub(crate) fn running(&self, id: &str) -> Option<Handle> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.get(id).filter(|handle| handle.is_alive()).cloned()
    }
}

/// Outage before a server's start. With other servers, short gaps between heartbeats are none.
fn away(last_alive_ms: Option<u64>, boot_ms: u64, has_others: bool) -> Outages {
    let least_ms = if has_others { AWAY_MS } else { 0 };
    let mut outages = Outages::default();
    if let Some(alive_ms) = last_alive_ms
        && boot_ms.saturating_sub(alive_ms) > least_ms
    {
        outages.add(alive_ms, boot_ms);
    }
    outages
}

/// Starts the game clock. Servers that share a store take all times from it.
async fn start_clock(
    config: Config,
    store: &dyn Store,
    last_alive_ms: Option<u64>,
) -> Result<(Config, Arc<GameClock>), HubError> {
    let own = config.env.clone();
    let Some(nodes) = store.cluster() else {
        return Ok((config, Arc::new(GameClock::alone(own, last_alive_ms))));
    };
    let clock = Arc::new(GameClock::shared(own, nodes).await?);
    Ok((Config { env: clock.clone(), ..config }, clock))
}

/// The table does not know the computer's levels, so the server checks them.
fn check_levels(plan: &TablePlan) -> Result<(), Refusal> {
    for seat in &plan.seats {
        if let protocol::SeatPlan::Computer { level, .. } = seat {
            level
                .parse::<bots::Level>()
                .map_err(|error| Refusal::new("level", error.to_string()))?;
        }
    }
    Ok(())
}
