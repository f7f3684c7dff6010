//! The tables of a server: the running ones, and those that are read from their logs.

use crate::{
    accounts::{Accounts, Member, Person, Visitor},
    base::{HubError, LogError, log, token},
    limits::{self, GAMES_ELSEWHERE},
    tables::{
        actor::{self, Handle, TableView},
        app_state::AppState,
        delayed::{Delayed, SeenTable},
        deletion_locks::{DeletionLock, DeletionLocks},
        outages::Outages,
        readings::{Reading, ReadingKey, Readings, RestingTable, Text},
        table_creation::JoiningPlayer,
    },
};
use futures_util::future::{join, join_all};
use game::{Observer, Refusal, Seat};
use protocol::{
    AccountId, Created, GameId, Joined, OpenRequest, SeatPlan, TableInfo, TablePlan, UnixMs,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use store::LoadedLog;
use table::Table;
use tokio::sync::Semaphore;

/// All tables of a server.
pub(crate) struct Tables {
    pub(crate) app: Arc<AppState>,
    accounts: Arc<Accounts>,
    /// Turns to read a whole log.
    reading: Semaphore,
    /// Turns to write the text of a whole game.
    writing: Semaphore,
    readings: Readings,
    running: Mutex<HashMap<GameId, Handle>>,
    /// Tables that are being deleted. Locked after `running`.
    deletion_locks: DeletionLocks,
    /// Outages before this server started and, with other servers, since then.
    outages: Mutex<Outages>,
    /// Whether other servers used the store when this one started.
    has_others: bool,
}

impl Tables {
    /// No running tables. The time of the outages is credited to each table that is loaded.
    pub(crate) fn new(
        app: Arc<AppState>,
        accounts: Arc<Accounts>,
        outages: Outages,
        has_others: bool,
    ) -> Tables {
        Tables {
            app,
            accounts,
            reading: Semaphore::new(limits::READERS),
            writing: Semaphore::new(limits::READERS),
            readings: Readings::default(),
            running: Mutex::default(),
            deletion_locks: DeletionLocks::default(),
            outages: Mutex::new(outages),
            has_others,
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
            self.app.shows.check_free(&Person::of(&visitor))?;
        }
        let Visitor { address, account } = visitor;
        self.accounts.check_name(&request.name, account.as_ref()).await?;
        self.app.quotas.admit(address, account.as_ref().map(|account| &account.id))?;
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
    pub(crate) async fn load(&self, id: &GameId) -> Result<Handle, HubError> {
        if let Some(handle) = self.running(id) {
            return Ok(handle);
        }
        let log = self.app.store.load(id).await?;
        let tokens = self.app.store.tokens(id).await?;
        // The last event may have been committed before an outage.
        let last_ms = log.last().map_or(UnixMs::default(), |event| event.at_ms);
        let away_ms = self.outages().owed_since(last_ms);
        // Other servers have credited shorter absences.
        let least_ms = if self.has_others { limits::OUTAGE_AFTER.as_millis() as u64 } else { 0 };
        let away_ms = if away_ms < least_ms { 0 } else { away_ms };
        let mut tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
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
    pub(crate) async fn read_at_rest(&self, id: &GameId) -> Result<RestingTable, HubError> {
        let _turn = self.reading.acquire().await.map_err(|_| HubError::Busy)?;
        let closings = self.app.standings.closings();
        if let Some(known) = self.readings.resting(id)
            && known.closings == closings
            && !self.has_moved_on(id, known.len).await
        {
            return Ok(known);
        }
        let log = self.app.store.load(id).await?;
        let (len, last_ms) =
            (log.len() as u64, log.last().map_or(UnixMs::default(), |event| event.at_ms));
        let game = id.to_owned();
        let replayed = tokio::task::spawn_blocking(move || {
            let (table, events) = log::replay_events(&game, &log)?;
            let delayed = Delayed::of(events, &table).map_err(|error| LogError {
                table: game,
                seq: error.seq,
                why: error.why,
            })?;
            Ok::<_, LogError>((table, delayed))
        });
        let (table, delayed) = replayed.await.map_err(|_| HubError::Busy)??;
        let delayed = delayed.filter(|_| !table.is_over());
        let table = self.app.standings.shown(Arc::new(table));
        let resting = RestingTable { table, delayed, len, last_ms, closings };
        // An actor that was started meanwhile may have changed it.
        let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.get(id).is_none_or(|handle| !handle.is_alive()) {
            self.readings.keep_resting(id, resting.clone());
        }
        drop(tables);
        Ok(resting)
    }

    /// Tables of finished games from their logs, which are read together. They are not kept.
    ///
    /// # Errors
    /// If none can be read. Problems of single games are in the result.
    pub(crate) async fn read_finished(
        &self,
        ids: Vec<GameId>,
    ) -> Result<Vec<(GameId, Result<Table, HubError>)>, HubError> {
        let _turn = self.reading.acquire().await.map_err(|_| HubError::Busy)?;
        let logs = self.app.store.load_logs(ids).await?;
        let replay = |LoadedLog { game, log }: LoadedLog| {
            let log = log.map_err(HubError::from);
            let table = log.and_then(|log| Ok(log::replay(&game, &log)?));
            (game, table)
        };
        let replayed =
            tokio::task::spawn_blocking(move || logs.into_iter().map(replay).collect::<Vec<_>>());
        replayed.await.map_err(|_| HubError::Busy)
    }

    /// Whether another server may have written to a log that had this many events.
    async fn has_moved_on(&self, id: &GameId, len: u64) -> bool {
        let Some(nodes) = self.app.store.cluster() else { return false };
        let moved = nodes.changed_logs(vec![(id.to_owned(), len)]).await;
        moved.map_or(true, |moved| !moved.is_empty())
    }

    /// A text of a whole game, as the token's seat or a spectator may know it. No actor is started
    /// for it, and an actor that runs only hands out a shared copy of its table.
    pub(crate) async fn read(
        &self,
        id: &GameId,
        token: &str,
        reading: Reading,
    ) -> Result<Text, HubError> {
        let is_signed = reading == Reading::Transcript;
        let closings = self.app.standings.closings();
        let view = match self.running(id) {
            Some(handle) => handle.view(token.to_owned(), is_signed).await?,
            None => {
                let resting = self.read_at_rest(id).await?;
                let (observer, _) = actor::observer(&self.app.store.tokens(id).await?, token, None);
                let (len, last_ms) = (resting.len, resting.last_ms);
                let SeenTable { table, now_ms, .. } = match observer {
                    Observer::Spectator => resting.spectated(last_ms),
                    Observer::Seat(_) => SeenTable::present(resting.table, last_ms),
                };
                let head = is_signed.then(|| self.app.signed_head(id, &table, now_ms));
                TableView { table, len, observer, head }
            }
        };
        let key = ReadingKey::of(id, reading, &view, closings);
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

    /// A table for its spectators. Starts no actor.
    pub(crate) async fn spectated(&self, id: &GameId) -> Result<Arc<Table>, HubError> {
        match self.running(id) {
            Some(handle) => Ok(handle.view(String::new(), false).await?.table),
            None => Ok(self.read_at_rest(id).await?.spectated(self.app.now_ms()).table),
        }
    }

    /// Public information on a table. Starts no actor.
    pub(crate) async fn info(&self, id: &GameId) -> Result<TableInfo, HubError> {
        if let Some(handle) = self.running(id) {
            return handle.info().await;
        }
        Ok(actor::info(id, &self.read_at_rest(id).await?.spectated(self.app.now_ms())))
    }

    /// Running games of an account. Starts no actor: tables outside memory, such as games without a
    /// clock that no player looks at, and those at other servers are read from their logs.
    pub(crate) async fn games_of(&self, account: &AccountId) -> Vec<TableInfo> {
        self.known_games_of(account).await.0
    }

    /// As [`Tables::games_of`]; also whether these are all, as far as a list can know.
    async fn known_games_of(&self, account: &AccountId) -> (Vec<TableInfo>, bool) {
        let handles: Vec<Handle> = {
            let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            let is_theirs = |handle: &&Handle| handle.is_alive() && handle.has_member(account);
            tables.values().filter(is_theirs).cloned().collect()
        };
        // Only the account's own tables are queried, all at once.
        let asked = handles.iter().map(|handle| handle.game_of(account.to_owned()));
        let (answers, (elsewhere, is_complete)) =
            join(join_all(asked), self.games_elsewhere(account)).await;
        // A table that has just ended gives no answer.
        let is_complete = is_complete && answers.iter().all(Result::is_ok);
        let mut games: Vec<TableInfo> = answers.into_iter().flatten().flatten().collect();
        games.extend(elsewhere);
        games.sort_by(|a, b| a.table.cmp(&b.table));
        (games, is_complete)
    }

    /// Public information on games that run here, at most `most`.
    pub(crate) async fn running_infos(&self, most: usize) -> Vec<TableInfo> {
        let handles: Vec<Handle> = {
            let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            tables.values().filter(|table| table.is_alive()).cloned().collect()
        };
        let asked = join_all(handles.iter().map(Handle::info)).await;
        let mut infos: Vec<TableInfo> = asked.into_iter().flatten().collect();
        let runs = |info: &TableInfo| !info.over && info.seats.iter().all(|seat| seat.taken);
        infos.retain(runs);
        infos.sort_by(|a, b| a.table.cmp(&b.table));
        infos.truncate(most);
        infos
    }

    /// Resigns the running games of a closed account. Returns whether none is left.
    pub(crate) async fn resign_for(&self, account: &AccountId) -> bool {
        let (games, mut is_done) = self.known_games_of(account).await;
        for game in games {
            let resigned = match self.load(&game.table).await {
                Ok(table) => table.resign_for(account.clone()).await,
                Err(error) => Err(error),
            };
            if let Err(error) = resigned {
                tracing::warn!(table = game.table.as_str(), %error, "failed to resign game");
                is_done = false;
            }
        }
        is_done
    }

    /// Numbers of tables in memory and of their viewers.
    pub(crate) fn census(&self) -> (usize, usize) {
        let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let awake = tables.values().filter(|table| table.is_alive());
        awake.fold((0, 0), |(tables, viewers), table| (tables + 1, viewers + table.viewers()))
    }

    /// Number of connected players of running games between people.
    pub(crate) fn playing(&self) -> usize {
        let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        tables.values().filter(|table| table.is_alive()).map(Handle::playing).sum()
    }

    /// Removes tables whose actors have ended.
    pub(crate) fn forget_asleep(&self) {
        let mut tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|_, handle| handle.is_alive());
    }

    /// Locks a table against loading while it is deleted. Returns `None` if it is in memory or being
    /// deleted already.
    pub(crate) fn lock_for_deletion(&self, id: &GameId) -> Option<DeletionLock> {
        let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.get(id).is_some_and(Handle::is_alive) {
            return None;
        }
        self.readings.forget_resting(id);
        self.deletion_locks.lock(id)
    }

    /// Outages since this server started.
    pub(crate) fn outages(&self) -> MutexGuard<'_, Outages> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tables with viewers.
    pub(crate) fn watched(&self) -> Vec<(GameId, Handle)> {
        let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let watched = tables.iter().filter(|(_, table)| table.is_alive() && table.viewers() > 0);
        let mut watched: Vec<_> = watched.map(|(id, table)| (id.clone(), table.clone())).collect();
        watched.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        watched
    }

    /// Tables whose host is moving to another table.
    pub(crate) fn leaving(&self) -> Vec<(GameId, Handle)> {
        let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let leaving = tables.iter().filter(|(_, table)| table.is_alive() && table.is_leaving());
        leaving.map(|(id, table)| (id.clone(), table.clone())).collect()
    }

    /// Public games that run here, with their players' accounts. No actor is asked.
    pub(crate) fn public_games(&self) -> Vec<(GameId, Vec<AccountId>)> {
        let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let games = tables.iter().filter(|(_, table)| table.is_alive() && table.has_public_game());
        let mut games: Vec<_> = games.map(|(id, table)| (id.clone(), table.accounts())).collect();
        games.sort_unstable();
        games
    }

    /// Whether this is so of any table with an actor.
    pub(crate) fn any(&self, is_so: impl Fn(&Handle) -> bool) -> bool {
        let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        tables.values().any(|table| table.is_alive() && is_so(table))
    }

    pub(crate) fn running(&self, id: &GameId) -> Option<Handle> {
        let tables = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        tables.get(id).filter(|handle| handle.is_alive()).cloned()
    }

    /// Running games of an account without an actor here, which may rest or run at another server,
    /// and whether these are all.
    async fn games_elsewhere(&self, account: &AccountId) -> (Vec<TableInfo>, bool) {
        let store = &self.app.store;
        let mut is_complete = true;
        let noted = store.games_of_player(account, GAMES_ELSEWHERE).await.unwrap_or_else(|error| {
            tracing::debug!(%error, "failed to list games without an actor here");
            is_complete = false;
            Vec::new()
        });
        is_complete &= noted.len() < GAMES_ELSEWHERE as usize;
        let (mut games, mut over) = (Vec::new(), Vec::new());
        for id in noted.into_iter().filter(|id| self.running(id).is_none()) {
            match self.read_at_rest(&id).await {
                Ok(resting) if resting.table.is_over() => over.push(id),
                Ok(resting) => {
                    let seen = SeenTable::present(resting.table, self.app.now_ms());
                    games.push(actor::info(&id, &seen));
                }
                Err(HubError::NoTable(_)) => over.push(id),
                Err(error) => {
                    tracing::debug!(table = id.as_str(), %error, "failed to read game");
                    is_complete = false;
                }
            }
        }
        if !over.is_empty()
            && let Err(error) = store.remove_players(over).await
        {
            // The next call tries again.
            tracing::debug!(%error, "failed to remove finished games from the list of running games");
        }
        (games, is_complete)
    }
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
