use crate::{
    accounts::{Accounts, Member},
    actor::{self, Stub},
    boards::{self, Boards},
    config::Config,
    ladders::Ladders,
    limits,
    seeks::Seeks,
    token,
    visitors::Visitors,
};
use fair::{Salt, Seed};
use game::Refusal;
use protocol::{Created, OpenRequest, TablePlan};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use store::{Append, SeatToken, Store, StoreError};
use table::Table;
use tokio::sync::Semaphore;

/// The version of the rules that new games are played under.
pub(crate) const RULES: u32 = 1;

/// All tables of a server.
pub struct Hub {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) thinkers: Arc<Semaphore>,
    pub(crate) visitors: Arc<Visitors>,
    pub(crate) accounts: Accounts,
    pub(crate) ladders: Ladders,
    pub(crate) boards: Arc<Boards>,
    pub(crate) seeks: Seeks,
    tables: Mutex<HashMap<String, Stub>>,
    /// When this server began, and when the one before it was last alive.
    boot_ms: u64,
    last_alive_ms: Option<u64>,
}

/// Who sits down.
pub(crate) struct Sitter {
    pub(crate) name: String,
    pub(crate) member: Option<table::Member>,
}

/// Why a request about a table cannot be met.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// The rules of the table say no.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// There is no such table.
    #[error("there is no table `{0}`")]
    NoTable(String),
    /// The store failed.
    #[error("{0}")]
    Store(StoreError),
    /// The table has too much to do.
    #[error("the table is too busy; try again")]
    Busy,
}

impl From<StoreError> for HubError {
    fn from(error: StoreError) -> HubError {
        match error {
            StoreError::NoGame(id) => HubError::NoTable(id),
            error => HubError::Store(error),
        }
    }
}

impl Hub {
    /// A hub over a store; tables with a running clock are taken up at once, and the time the
    /// server was away is given back.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn start(config: Config, store: Arc<dyn Store>) -> Result<Arc<Hub>, HubError> {
        let last_alive_ms = store.last_alive().await?;
        let boot_ms = config.source.now_ms();
        store.mark_alive(boot_ms).await?;
        let boards = Arc::new(Boards::open(store.clone(), config.source.clone()).await?);
        if let Some((host, port)) = config.broker.clone() {
            tokio::spawn(boards::broker::listen(boards.clone(), host, port));
        }
        let ladders = Ladders::open(&*store).await?;
        let accounts = Accounts::open(store.clone(), &config).await?;
        let hub = Arc::new(Hub {
            config,
            accounts,
            ladders,
            store: store.clone(),
            thinkers: Arc::new(Semaphore::new(limits::THINKERS)),
            visitors: Arc::new(Visitors::new()),
            boards,
            seeks: Seeks::default(),
            tables: Mutex::default(),
            boot_ms,
            last_alive_ms,
        });
        for id in store.with_deadline().await? {
            if let Err(error) = hub.table(&id).await {
                tracing::error!(table = id, %error, "a table with a running clock cannot be taken up");
            }
        }
        Ok(hub)
    }

    /// Notes every second that the server is alive.
    pub(crate) async fn beat(self: Arc<Hub>) {
        let mut ticks = tokio::time::interval(std::time::Duration::from_secs(1));
        loop {
            ticks.tick().await;
            self.visitors.forget();
            self.accounts.forget();
            self.ladders.catch_up();
            self.boards.look_for_silence().await;
            if let Err(error) = self.store.mark_alive(self.config.source.now_ms()).await {
                tracing::error!(%error, "cannot note that the server is alive");
            }
        }
    }

    /// Opens a table for a host.
    ///
    /// # Errors
    /// When the plan cannot be, or the store fails.
    pub(crate) async fn open(
        &self,
        request: OpenRequest,
        account: Option<Member>,
    ) -> Result<Created, HubError> {
        let salt: Salt = request
            .salt
            .parse()
            .map_err(|error: fair::ParseHexError| Refusal::new("salt", error.to_string()))?;
        check_levels(&request.plan)?;
        let token = token::from_random(self.config.source.random());
        let sitter = self.sitter(&request.plan, request.name, account);
        let (table, seats) = self.open_with(request.plan, sitter, salt, Some(&token)).await?;
        Ok(Created { table, token, seats })
    }

    /// Who sits down at a table: at a rated one under the account's own name, with the strength of
    /// this moment.
    pub(crate) fn sitter(
        &self,
        plan: &TablePlan,
        typed: String,
        account: Option<Member>,
    ) -> Sitter {
        let Some((account, (variant, speed))) =
            account.filter(|_| plan.rated).zip(table::ladder(plan))
        else {
            return Sitter { name: typed, member: None };
        };
        let (ladder, now_ms) = (format!("{variant}/{speed}"), self.config.source.now_ms());
        let strength = self.ladders.strength(&ladder, &account.id, now_ms);
        let member = table::Member { id: account.id, strength };
        Sitter { name: account.name, member: Some(member) }
    }

    async fn open_with(
        &self,
        plan: TablePlan,
        Sitter { name, member }: Sitter,
        salt: Salt,
        token: Option<&str>,
    ) -> Result<(String, Vec<u8>), HubError> {
        let seed = Seed::new(self.config.source.random());
        let id = token::short_id(self.config.source.random());
        let events =
            table::open(plan, &name, member.as_ref(), salt, seed, self.config.source.now_ms())?;
        let seats: Vec<u8> = Table::replay(&events).map_or_else(Vec::new, |table| {
            table
                .seats()
                .filter(|&seat| table.party(seat) == table::Party::Host)
                .map(|seat| seat.index() as u8)
                .collect()
        });
        let deadline_ms = Table::replay(&events).and_then(|table| table.deadline());
        let append = Append {
            game: id.clone(),
            expected: 0,
            events: events.iter().map(|event| actor::to_log(event, None)).collect(),
            token: token.map(|token| SeatToken { hash: token::hash(token), seats: seats.clone() }),
            deadline_ms,
            finished: None,
        };
        self.store.create(RULES, append).await?;
        tracing::info!(table = id, "opened");
        Ok((id, seats))
    }

    /// The actor of a table, taken up from the log if need be.
    pub(crate) async fn table(self: &Arc<Hub>, id: &str) -> Result<Stub, HubError> {
        if let Some(stub) = self.running(id) {
            return Ok(stub);
        }
        let log = self.store.load(id).await?;
        let tokens = self.store.tokens(id).await?;
        // What was committed before this server began may have waited for it.
        let last_ms = log.last().map_or(0, |event| event.at_ms);
        let away_ms = match self.last_alive_ms {
            Some(alive) if last_ms < self.boot_ms => {
                self.boot_ms.saturating_sub(alive.max(last_ms))
            }
            _ => 0,
        };
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stub) = tables.get(id).filter(|stub| stub.is_alive()) {
            return Ok(stub.clone());
        }
        let stub = actor::spawn(self.clone(), id.to_owned(), log, tokens, away_ms)?;
        tables.retain(|_, stub| stub.is_alive());
        tables.insert(id.to_owned(), stub.clone());
        Ok(stub)
    }

    fn running(&self, id: &str) -> Option<Stub> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.get(id).filter(|stub| stub.is_alive()).cloned()
    }

    /// Opens the rematch of a table: the same plan with the seats moved on, the same tokens, the
    /// same players. Returns its id.
    pub(crate) async fn open_rematch(
        &self,
        old: &Table,
        tokens: &[SeatToken],
    ) -> Result<String, HubError> {
        let plan = old.rematch_plan();
        let host = old.seats().find(|&seat| old.party(seat) == table::Party::Host);
        let player = |seat: game::Seat| old.players().get(seat.index()).cloned().flatten();
        // Who sat down as a member does so again, as strong as now.
        let sitter = |player: &table::Player| {
            let account = player.member.as_ref().map(|member| member.id.clone());
            let account = account.map(|id| Member { id, name: player.name.clone() });
            self.sitter(&plan, player.name.clone(), account)
        };
        let (host, salt) = host.and_then(player).map_or_else(
            || (Sitter { name: "host".to_owned(), member: None }, Salt::default()),
            |player| (sitter(&player), player.salt),
        );
        let (id, _) = self.open_with(plan.clone(), host, salt, None).await?;
        let log = self.store.load(&id).await?;
        let mut expected = log.len() as u64;
        let mut table = actor::replay(&log).ok_or(HubError::Busy)?;
        for seat in old.seats() {
            let new_seat = old.rematch_seat(seat);
            let joins = match old.party(seat) {
                table::Party::Guest(_) => player(seat),
                table::Party::Host | table::Party::Computer(_) => None,
            };
            let Some(player) = joins else { continue };
            let Sitter { name, member } = sitter(&player);
            let input = table::Input::Join {
                seat: Some(new_seat),
                name: &name,
                salt: player.salt,
                member: member.as_ref(),
            };
            let events = table.decide(self.config.source.now_ms(), input)?;
            events.iter().for_each(|event| table.evolve(event));
            let append = Append {
                game: id.clone(),
                expected,
                events: events.iter().map(|event| actor::to_log(event, None)).collect(),
                token: None,
                deadline_ms: table.deadline(),
                finished: None,
            };
            expected += append.events.len() as u64;
            self.store.append(append).await?;
        }
        for token in tokens {
            let seats = token
                .seats
                .iter()
                .filter_map(|&seat| game::Seat::checked(seat))
                .map(|seat| old.rematch_seat(seat).index() as u8)
                .collect();
            let token = SeatToken { hash: token.hash.clone(), seats };
            let append = Append {
                game: id.clone(),
                expected,
                events: Vec::new(),
                token: Some(token),
                deadline_ms: table.deadline(),
                finished: None,
            };
            self.store.append(append).await?;
        }
        Ok(id)
    }
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
