use crate::{
    accounts::{Accounts, Member},
    actor::{self, Handle, TableView},
    app_state::{AppState, Debts},
    arbiter::Arbiter,
    config::{Config, Source},
    cut_off_log::CutOffLog,
    eboards::{Eboards, Listener},
    error::HubError,
    game_clock::GameClock,
    health::Health,
    ladders::Ladders,
    limits::{self, AWAY_MS, CLOCK_READ_EVERY},
    live::Live,
    log,
    metrics::Metrics,
    net::Hosts,
    opening::JoiningPlayer,
    outages::Outages,
    quotas::Quotas,
    rate_limiter::RateLimiter,
    readings::{Reading, ReadingKey, Readings, RestingTable, Text},
    seeks::{Maker, Seeks},
    shows::Shows,
    think_queue::ThinkQueue,
    token,
    visitor::Visitor,
};
use futures_util::future::{join, join_all};
use game::{Refusal, Seat};
use protocol::{Created, Joined, OpenRequest, SeatPlan, TableInfo, TablePlan};
use std::{
    collections::{HashMap, HashSet},
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
    pub(crate) boards: Arc<Eboards>,
    /// Whoever hears the boards through a broker, as long as there is a hub.
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
    /// The tables that are being cleared away. Locked after `tables`.
    leaving: Mutex<HashSet<String>>,
    /// When nothing could be stored: before this server began, and, where there are others, since.
    outages: Mutex<Outages>,
    /// Whether other servers were on the store when this one began.
    has_others: bool,
    /// When something could last be stored.
    stored_ms: AtomicU64,
    /// When the server before this one, or another, was last alive when this one began.
    last_alive_ms: Option<u64>,
}

impl Hub {
    /// A hub over a store; tables with a running clock are taken up at once, and the time the
    /// server was away is given back.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn start(config: Config, store: Arc<dyn Store>) -> Result<Arc<Hub>, HubError> {
        let last_alive_ms = store.last_alive().await?;
        let (config, clock) = start_clock(config, &*store, last_alive_ms).await?;
        // Shows whether the server can store. It counts as alive once the time is given back.
        let started_ms = clock.now_ms();
        store.mark_alive(last_alive_ms.unwrap_or(started_ms)).await?;
        let arbiter = Arbiter::new(&config.arbiter)?;
        let boards = Arc::new(Eboards::open(store.clone(), &config).await?);
        let mut listening = JoinSet::new();
        if let Some(broker) = &config.broker {
            listening.spawn(Listener::new(broker)?.listen(boards.clone()));
        }
        let ladders = Ladders::open(store.clone()).await?;
        let accounts = Accounts::open(store.clone(), &config).await?;
        let thinkers = ThinkQueue::new(limits::THINKERS);
        let computer_room = Arc::new(Semaphore::new(limits::KEPT_COMPUTERS));
        let (house_stall, _) = broadcast::channel(limits::STALL_CHANGES);
        let debts = Debts::default();
        let hosts = Arc::new(Hosts::new(&config));
        let quotas = Quotas::new();
        let metrics = Metrics::new();
        let rate_limiter = Arc::new(RateLimiter::new(metrics.turned_away.clone()));
        // And for as long as it has had to wait until here.
        let boot_ms = clock.now_ms();
        let has_others = store.nodes().is_some_and(|nodes| !nodes.is_first());
        let outages = away(last_alive_ms, boot_ms, has_others);
        // Where others have been alive they have looked after the clocks.
        let takes_up = store.nodes().is_none() || !outages.is_empty();
        let node = match store.nodes() {
            Some(_) => token::from_random(config.source.random()?),
            None => String::new(),
        };
        let app = Arc::new(AppState {
            config,
            clock,
            store: store.clone(),
            thinkers,
            computer_room,
            house_stall,
            ladders,
            news_log: CutOffLog::new("no news of tables can be read"),
            quotas,
            debts,
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
            leaving: Mutex::default(),
            outages: Mutex::new(outages),
            has_others,
            stored_ms: AtomicU64::new(boot_ms),
            last_alive_ms,
        });
        let due = if takes_up { store.with_deadline().await? } else { Vec::new() };
        for id in due {
            if let Err(error) = hub.table(&id).await {
                tracing::error!(table = id, %error, "a table with a running clock cannot be taken up");
            }
        }
        Ok(hub)
    }

    /// What happens every second, for good; [`serve`](crate::serve) sees to it. Keeping
    /// house may have to wait for a board or the store; whether anything can be stored is found out
    /// all the same.
    pub async fn heartbeat(self: Arc<Hub>) {
        tokio::join!(
            self.keep_clock(),
            self.note_alive(),
            self.keep_house(),
            self.clear_away(),
            self.live_among_nodes()
        );
    }

    /// Reads the game clock several times a second, so that it notices when the process was stopped.
    async fn keep_clock(&self) {
        let mut ticks = tokio::time::interval(CLOCK_READ_EVERY);
        loop {
            ticks.tick().await;
            self.app.clock.keep();
        }
    }

    /// Whether a game could be stored.
    async fn can_store(&self) -> bool {
        let probe = tokio::time::timeout(limits::STALL, self.app.store.health());
        matches!(probe.await, Ok(Ok(())))
    }

    /// Notes that the server is alive, which is at the same time how it finds out whether anything
    /// can be stored.
    async fn note_alive(&self) {
        let AppState { clock, store, house_stall, debts, .. } = &*self.app;
        let stall_ms = limits::STALL.as_millis() as u64;
        let mut ticks = tokio::time::interval(Duration::from_secs(1));
        let mut stored_ms = clock.now_ms();
        let mut known = None;
        let mut noted_ms = self.last_alive_ms;
        let mut has_failed = false;
        let alive_log = CutOffLog::new("it cannot be noted that the server is alive");
        let stall_log = CutOffLog::new("nothing can be stored: the clocks stand");
        let mut known_doubts = 0;
        // Since when it can store, and a table still owes time.
        let mut held_ms: Option<u64> = None;
        loop {
            ticks.tick().await;
            let now_ms = clock.now_ms();
            // Were it killed before all time is given back, that time would be owed still.
            let is_long = |since_ms| now_ms.saturating_sub(since_ms) >= limits::DEBT_MS;
            let is_held = debts.are_open() && !held_ms.is_some_and(is_long);
            let alive_ms = noted_ms.filter(|_| is_held).unwrap_or(now_ms);
            let is_stored =
                match tokio::time::timeout(limits::STALL, store.mark_alive(alive_ms)).await {
                    Ok(Ok(())) => {
                        alive_log.works();
                        true
                    }
                    Ok(Err(error)) => {
                        alive_log.fails(&error);
                        // As with a table's log: what is true stands in the store.
                        alive_ms == now_ms && self.is_noted(alive_ms).await
                    }
                    Err(_) => {
                        alive_log.fails(&"the store does not answer");
                        false
                    }
                };
            // A disk that is full may have room for this one number, but for no game.
            let doubts = self.app.metrics.doubts();
            let in_doubt = std::mem::replace(&mut known_doubts, doubts) != doubts;
            let is_stored = is_stored && (!(has_failed || in_doubt) || self.can_store().await);
            has_failed = !is_stored;
            if is_stored {
                if known.is_some() && self.app.is_shared() {
                    // Known before anybody lets a flag fall for it.
                    self.outages().add(stored_ms, clock.now_ms());
                }
                (stored_ms, noted_ms) = (now_ms, Some(alive_ms));
                self.stored_ms.store(now_ms, SeqCst);
                held_ms = debts.are_open().then(|| held_ms.unwrap_or(now_ms));
            }
            let is_stalled = clock.now_ms().saturating_sub(stored_ms) >= stall_ms;
            let stall = is_stalled.then_some(stored_ms);
            match stall {
                Some(_) => stall_log.fails(&format_args!("since {} s", stall_ms / 1000)),
                None => stall_log.works(),
            }
            if std::mem::replace(&mut known, stall) != stall {
                // Maybe no table is awake.
                let _ = house_stall.send(stall);
            }
        }
    }

    /// Whether the store has it that the server was alive then.
    async fn is_noted(&self, alive_ms: u64) -> bool {
        let noted = tokio::time::timeout(limits::STALL, self.app.store.last_alive()).await;
        // Another server may have noted more.
        matches!(noted, Ok(Ok(Some(ms))) if ms >= alive_ms)
    }

    async fn keep_house(&self) {
        let mut ticks = tokio::time::interval(Duration::from_secs(1));
        loop {
            ticks.tick().await;
            self.rate_limiter.forget();
            self.forget_asleep();
            self.app.quotas.forget();
            self.accounts.forget();
            self.arbiter.forget(self.app.config.source.steady_ms());
            self.app.ladders.catch_up().await;
            self.boards.look_for_silence().await;
        }
    }

    /// Opens a table for a host.
    ///
    /// # Errors
    /// When the plan cannot be, or the store fails.
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
        let token = token::from_random(self.app.config.source.random()?);
        let joining = self.app.joining_player(&request.plan, request.name, account).await?;
        let (table, seats) = self.app.open(request.plan, joining, &token).await?;
        Ok(Created { table, token, seats })
    }

    /// Sits somebody down at a table.
    pub(crate) async fn join(
        &self,
        table: &Handle,
        name: String,
        seat: Option<Seat>,
        account: Option<Member>,
    ) -> Result<Joined, HubError> {
        let joining = match account {
            // Nobody else is rated: what is played there need not be known.
            None => JoiningPlayer { name, member: None },
            Some(_) => {
                let plan = table.info().await?.plan;
                self.app.joining_player(&plan, name, account).await?
            }
        };
        table.join(joining, seat).await
    }

    /// The actor of a table, taken up from the log if need be.
    pub(crate) async fn table(self: &Arc<Hub>, id: &str) -> Result<Handle, HubError> {
        if let Some(handle) = self.running(id) {
            return Ok(handle);
        }
        let log = self.app.store.load(id).await?;
        let tokens = self.app.store.tokens(id).await?;
        // What was committed before nothing could be stored may have waited for it.
        let last_ms = log.last().map_or(0, |event| event.at_ms);
        let away_ms = self.outages().owed_since(last_ms);
        // What is so little another server has given back but for a moment.
        let least_ms = if self.has_others { limits::STALL.as_millis() as u64 } else { 0 };
        let away_ms = if away_ms < least_ms { 0 } else { away_ms };
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = tables.get(id).filter(|handle| handle.is_alive()) {
            return Ok(handle.clone());
        }
        if self.leaving().contains(id) {
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
        let Some(nodes) = self.app.store.nodes() else { return false };
        let moved = nodes.moved_on(vec![(id.to_owned(), len)]).await;
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

    /// What a guest sees of a table before sitting down. Nobody is woken for it.
    pub(crate) async fn info(&self, id: &str) -> Result<TableInfo, HubError> {
        if let Some(handle) = self.running(id) {
            return handle.info().await;
        }
        let RestingTable { table, .. } = self.read_at_rest(id).await?;
        Ok(actor::info(id, &table, self.app.now_ms()))
    }

    /// The running games of an account. Nobody is woken for it: a table that was put away has no
    /// clock that runs, and what other servers have is read.
    pub(crate) async fn games_of(&self, account: &str) -> Vec<TableInfo> {
        let handles: Vec<Handle> = {
            let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            let is_theirs = |handle: &&Handle| handle.is_alive() && handle.has_member(account);
            tables.values().filter(is_theirs).cloned().collect()
        };
        // Only the account's own tables are asked, and all of them at once.
        let asked = handles.iter().map(|handle| handle.game_of(account.to_owned()));
        let (answers, elsewhere) = join(join_all(asked), self.games_elsewhere(account)).await;
        // A table that has just ended has no answer.
        let mut games: Vec<TableInfo> = answers.into_iter().flatten().flatten().collect();
        games.extend(elsewhere);
        games.sort_by(|a, b| a.table.cmp(&b.table));
        games
    }

    /// How many tables have an actor, and how many look on at them.
    pub(crate) fn census(&self) -> (usize, usize) {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let awake = tables.values().filter(|table| table.is_alive());
        awake.fold((0, 0), |(tables, viewers), table| (tables + 1, viewers + table.viewers()))
    }

    /// Tables whose actors have ended take no room.
    fn forget_asleep(&self) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|_, handle| handle.is_alive());
    }

    /// Keeps a table from being taken up until [`Hub::let_return`]; `false` if it runs, or another
    /// clears it away already.
    pub(crate) fn keep_asleep(&self, id: &str) -> bool {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.get(id).is_some_and(Handle::is_alive) {
            return false;
        }
        self.readings.forget_resting(id);
        self.leaving().insert(id.to_owned())
    }

    pub(crate) fn let_return(&self, id: &str) {
        self.leaving().remove(id);
    }

    fn leaving(&self) -> MutexGuard<'_, HashSet<String>> {
        self.leaving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn outages(&self) -> MutexGuard<'_, Outages> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has not been known for a while that anything can be stored.
    pub(crate) fn is_stalled(&self, now_ms: u64) -> bool {
        now_ms.saturating_sub(self.stored_ms.load(SeqCst)) >= limits::STALL.as_millis() as u64
    }

    /// Whether whoever comes anew may be let in.
    ///
    /// # Errors
    /// [`HubError::CutOff`] when others may long have gone on without this server.
    pub(crate) fn admit_newcomer(&self) -> Result<(), HubError> {
        let now_ms = self.app.now_ms();
        let silent_ms = now_ms.saturating_sub(self.stored_ms.load(SeqCst));
        match self.app.is_shared() && silent_ms >= limits::CUT_OFF_MS {
            true => Err(HubError::CutOff),
            false => Ok(()),
        }
    }

    /// The tables at which somebody looks on.
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

/// The time until a server's beginning in which nobody was there. Where others are, each notes now and
/// then that it lives, and what is so short is none.
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
    let own = config.source.clone();
    let Some(nodes) = store.nodes() else {
        return Ok((config, Arc::new(GameClock::alone(own, last_alive_ms))));
    };
    let clock = Arc::new(GameClock::shared(own, nodes).await?);
    Ok((Config { source: clock.clone(), ..config }, clock))
}

/// The table does not know the computer's levels; whoever runs the computer does.
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
