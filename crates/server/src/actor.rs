//! One table's actor: whoever wants something of the table asks here, one after the other.

use crate::{
    accounts::Member,
    app_state::AppState,
    error::HubError,
    finished::finished,
    limits::{IDLE, RECENT_EVENTS, TABLE_QUEUE, VIEWERS},
    log,
    opening::JoiningPlayer,
    think, token,
};
use bots::Question;
use commit_reveal::Salt;
use game::{Observer, Refusal, Seat};
use games::AnyAction;
use protocol::{Ask, Command, Joined, Snapshot, TableInfo, ToClient, Update};
use std::{
    collections::{HashSet, VecDeque},
    sync::Arc,
    time::Duration,
};
use store::{Append, LoggedEvent, SeatToken, StoreError};
use table::{Asked, Event, GameExport, Input, Table};
use tokio::sync::{mpsc, oneshot};

/// What others hold of a table's actor.
#[derive(Clone)]
pub(crate) struct Handle {
    queue: mpsc::Sender<Request>,
}

/// What a viewer's socket gets; closed when it reads too slowly.
pub(crate) type Outbox = mpsc::Sender<Arc<str>>;

enum Request {
    Join {
        name: String,
        salt: Salt,
        seat: Option<Seat>,
        account: Option<Member>,
        reply: oneshot::Sender<Result<Joined, HubError>>,
    },
    Waits {
        reply: oneshot::Sender<Option<bool>>,
    },
    Info {
        reply: oneshot::Sender<TableInfo>,
    },
    Export {
        token: String,
        reply: oneshot::Sender<Option<GameExport>>,
    },
    Attach {
        token: String,
        last: u64,
        seat: Option<u8>,
        outbox: Outbox,
        reply: oneshot::Sender<Result<u64, Refusal>>,
    },
    Do {
        viewer: u64,
        id: String,
        expect: u64,
        seat: u8,
        command: Command,
        lag_ms: u64,
    },
    Thought {
        seen: u64,
        seat: Seat,
        command: Option<Command>,
    },
    Detach {
        viewer: u64,
    },
}

impl Handle {
    pub(crate) fn is_alive(&self) -> bool {
        !self.queue.is_closed()
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<T, HubError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(request(reply)).await.map_err(|_| HubError::Busy)?;
        answer.await.map_err(|_| HubError::Busy)
    }

    pub(crate) async fn join(
        &self,
        name: String,
        salt: Salt,
        seat: Option<Seat>,
        account: Option<Member>,
    ) -> Result<Joined, HubError> {
        self.ask(|reply| Request::Join { name, salt, seat, account, reply }).await?
    }

    pub(crate) async fn info(&self) -> Result<TableInfo, HubError> {
        self.ask(|reply| Request::Info { reply }).await
    }

    /// Whether somebody sits there and waits for another; `None` when no seat is open.
    pub(crate) async fn waits(&self) -> Result<Option<bool>, HubError> {
        self.ask(|reply| Request::Waits { reply }).await
    }

    /// The game as the token's seat, or a spectator, may know it; `None` before it has begun.
    pub(crate) async fn export(&self, token: String) -> Result<Option<GameExport>, HubError> {
        self.ask(|reply| Request::Export { token, reply }).await
    }

    /// Begins to tell a viewer; returns its number.
    pub(crate) async fn attach(
        &self,
        token: String,
        last: u64,
        seat: Option<u8>,
        outbox: Outbox,
    ) -> Result<u64, HubError> {
        self.ask(|reply| Request::Attach { token, last, seat, outbox, reply })
            .await?
            .map_err(HubError::from)
    }

    pub(crate) async fn act(
        &self,
        viewer: u64,
        id: String,
        expect: u64,
        seat: u8,
        command: Command,
        lag_ms: u64,
    ) {
        let _ = self.queue.send(Request::Do { viewer, id, expect, seat, command, lag_ms }).await;
    }

    pub(crate) async fn detach(&self, viewer: u64) {
        let _ = self.queue.send(Request::Detach { viewer }).await;
    }
}

struct Viewer {
    number: u64,
    observer: Observer,
    seats: Vec<u8>,
    outbox: Outbox,
}

struct Actor {
    app: Arc<AppState>,
    id: String,
    table: Table,
    /// How many events are committed.
    seq: u64,
    tokens: Vec<SeatToken>,
    /// Ids of commands that are done.
    done: HashSet<String>,
    viewers: Vec<Viewer>,
    next_viewer: u64,
    /// The last events of each observer, for reconnecting.
    recent: Vec<(Observer, VecDeque<Update>)>,
    own_queue: mpsc::WeakSender<Request>,
    /// The seats for which a bot is thinking now, and since which event.
    thinking: Vec<(Seat, u64)>,
    is_paused: bool,
}

/// Starts the actor of a table from its log.
pub(crate) fn spawn(
    app: Arc<AppState>,
    id: String,
    log: Vec<LoggedEvent>,
    tokens: Vec<SeatToken>,
    away_ms: u64,
) -> Result<Handle, HubError> {
    let table = log::replay(&id, &log)?;
    let (queue, requests) = mpsc::channel(TABLE_QUEUE);
    let observers = Observer::all(table.variant().seats());
    let actor = Actor {
        app,
        id,
        seq: log.len() as u64,
        tokens,
        done: log.into_iter().filter_map(|event| event.command).collect(),
        viewers: Vec::new(),
        next_viewer: 1,
        recent: observers.map(|observer| (observer, VecDeque::new())).collect(),
        own_queue: queue.downgrade(),
        thinking: Vec::new(),
        is_paused: false,
        table,
    };
    tokio::spawn(actor.run(requests, away_ms));
    Ok(Handle { queue })
}

impl Actor {
    async fn run(mut self, mut requests: mpsc::Receiver<Request>, away_ms: u64) {
        if away_ms > 0 {
            self.decide_and_commit(Input::Credit { ms: away_ms }, None).await.ok();
        }
        self.after_change().await;
        loop {
            let wait = self.wait();
            tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => self.handle(request).await,
                    None => return,
                },
                () = tokio::time::sleep(wait) => {
                    if self.is_idle() {
                        return;
                    }
                    self.tick().await;
                }
            }
            self.after_change().await;
        }
    }

    /// Until the next thing that happens by itself.
    fn wait(&self) -> Duration {
        let now = self.now();
        match self.table.deadline() {
            Some(due) => Duration::from_millis(due.saturating_sub(now).clamp(1, 3_600_000)),
            None if self.is_paused => Duration::from_millis(500),
            None => IDLE,
        }
    }

    fn is_idle(&self) -> bool {
        self.viewers.is_empty()
            && self.table.deadline().is_none()
            && self.thinking.is_empty()
            && !self.is_paused
    }

    fn now(&self) -> u64 {
        self.app.config.source.now_ms()
    }

    async fn handle(&mut self, request: Request) {
        match request {
            Request::Join { name, salt, seat, account, reply } => {
                let joining = self.app.joining_player(self.table.plan(), name, account);
                let result = self.join(&joining, salt, seat).await;
                let _ = reply.send(result);
            }
            Request::Waits { reply } => {
                let _ = reply.send(self.waits());
            }
            Request::Info { reply } => {
                let _ = reply.send(self.info());
            }
            Request::Export { token, reply } => {
                let observer = self.observer(&token, None).0;
                let _ = reply.send(self.table.export(observer));
            }
            Request::Attach { token, last, seat, outbox, reply } => {
                let _ = reply.send(self.attach(&token, last, seat, outbox));
            }
            Request::Do { viewer, id, expect, seat, command, lag_ms } => {
                self.act(viewer, id, expect, seat, &command, lag_ms).await;
            }
            Request::Thought { seen, seat, command } => self.thought(seen, seat, command).await,
            Request::Detach { viewer } => self.viewers.retain(|other| other.number != viewer),
        }
    }

    async fn tick(&mut self) {
        if self.is_paused && self.decide_and_commit(Input::Resume, None).await.is_ok() {
            self.is_paused = false;
        }
        let due = self.table.deadline();
        // The same deadline makes the same id: a flag falls once, whoever notices.
        let id = due.map(|due| format!("tick-{due}-{}", self.seq));
        self.decide_and_commit(Input::Tick, id).await.ok();
    }

    async fn join(
        &mut self,
        JoiningPlayer { name, member }: &JoiningPlayer,
        salt: Salt,
        seat: Option<Seat>,
    ) -> Result<Joined, HubError> {
        let token = token::from_random(self.app.config.source.random()?);
        let now = self.now();
        let member = member.as_ref();
        let events = self.table.decide(now, Input::Join { seat, name, salt, member })?;
        let taken = events.first().and_then(Event::seat).unwrap_or_default();
        let kept = SeatToken { hash: token::hash(&token), seats: vec![taken] };
        self.commit(events, None, Some(kept.clone())).await.map_err(HubError::from)?;
        self.tokens.push(kept);
        Ok(Joined { token, seat: taken })
    }

    /// Whether somebody with a seat is looking on while another seat is open; `None` when no seat is.
    fn waits(&self) -> Option<bool> {
        let is_open = self.table.seat_states().iter().any(|seat| !seat.taken);
        let is_there = self.viewers.iter().any(|viewer| !viewer.seats.is_empty());
        (is_open && !self.table.is_over()).then_some(is_there)
    }

    fn info(&self) -> TableInfo {
        let snapshot = self.table.snapshot(self.now(), Observer::Spectator);
        TableInfo {
            table: self.id.clone(),
            plan: self.table.public_plan(),
            seats: self.table.seat_states(),
            commitment: snapshot.commitment,
            over: self.table.is_over(),
        }
    }

    /// Who looks with this token, and which seats it opens.
    fn observer(&self, token: &str, wanted: Option<u8>) -> (Observer, Vec<u8>) {
        let hash = token::hash(token);
        let seats =
            self.tokens.iter().find(|kept| kept.hash == hash).map(|kept| kept.seats.clone());
        let seats = seats.filter(|_| !token.is_empty()).unwrap_or_default();
        let seat = wanted.filter(|seat| seats.contains(seat)).or_else(|| seats.first().copied());
        let observer = seat.and_then(Seat::checked).map_or(Observer::Spectator, Observer::Seat);
        (observer, seats)
    }

    fn attach(
        &mut self,
        token: &str,
        last: u64,
        seat: Option<u8>,
        outbox: Outbox,
    ) -> Result<u64, Refusal> {
        let (observer, seats) = self.observer(token, seat);
        if !token.is_empty() && seats.is_empty() {
            return Err(Refusal::new("token", "this token opens no seat here"));
        }
        self.viewers.retain(|viewer| !viewer.outbox.is_closed());
        if self.viewers.len() >= VIEWERS {
            return Err(Refusal::new("too-many", "too many are looking at this table"));
        }
        match self.suffix(observer, last) {
            Some(suffix) => {
                suffix.for_each(|told| send(&outbox, &ToClient::Update(Box::new(told.clone()))))
            }
            None => send(&outbox, &ToClient::Snapshot(Box::new(self.snapshot(observer)))),
        }
        let number = self.next_viewer;
        self.next_viewer += 1;
        self.viewers.push(Viewer { number, observer, seats, outbox });
        Ok(number)
    }

    fn snapshot(&self, observer: Observer) -> Snapshot {
        self.table.snapshot(self.now(), observer)
    }

    /// The events after `last`, if they are all still here; `None` asks for a snapshot.
    fn suffix(&self, observer: Observer, last: u64) -> Option<impl Iterator<Item = &Update>> {
        let (_, recent) = self.recent.iter().find(|(other, _)| *other == observer)?;
        let newest = self.table.told_to(observer);
        let oldest = recent.front().map_or(newest + 1, |told| told.n);
        let has_all = last > 0 && last <= newest && last + 1 >= oldest;
        has_all.then(|| recent.iter().filter(move |told| told.n > last))
    }

    async fn act(
        &mut self,
        viewer: u64,
        id: String,
        expect: u64,
        seat: u8,
        command: &Command,
        lag_ms: u64,
    ) {
        let Some(asker) = self.viewers.iter().find(|other| other.number == viewer) else { return };
        let (observer, outbox) = (asker.observer, asker.outbox.clone());
        let refuse = |code: &str, message: String| {
            send(&outbox, &ToClient::Refused { id: id.clone(), code: code.into(), message });
        };
        if id.len() != 32 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return refuse("command-id", "expected a command id of 32 hex digits".into());
        }
        let Some(acting) = Seat::checked(seat).filter(|_| asker.seats.contains(&seat)) else {
            return refuse("not-your-seat", "this token does not open that seat".into());
        };
        if self.done.contains(&id) {
            let n = self.table.told_to(observer);
            return send(&outbox, &ToClient::Ack { id, n });
        }
        let newest = self.table.told_to(observer);
        if expect < newest {
            // It may have decided on what is no longer so: show it first.
            match self.suffix(observer, expect) {
                Some(suffix) => {
                    suffix.for_each(|told| send(&outbox, &ToClient::Update(Box::new(told.clone()))))
                }
                None => send(&outbox, &ToClient::Snapshot(Box::new(self.snapshot(observer)))),
            }
            return refuse(
                "stale",
                "something has happened meanwhile; look and choose again".into(),
            );
        }
        let input = Input::Seat { seat: acting, command, lag_ms };
        match self.decide_and_commit(input, Some(id.clone())).await {
            Ok(()) => send(&outbox, &ToClient::Ack { id, n: self.table.told_to(observer) }),
            Err(HubError::Refused(refusal)) => refuse(refusal.code, refusal.message),
            Err(error) => {
                tracing::error!(table = self.id, %error, "a command was not committed");
                refuse("not-stored", "the server could not store this; it did not happen".into());
            }
        }
    }

    async fn decide_and_commit(
        &mut self,
        input: Input<'_>,
        command: Option<String>,
    ) -> Result<(), HubError> {
        let events = self.table.decide(self.now(), input)?;
        if events.is_empty() {
            return Ok(());
        }
        self.commit(events, command, None).await.map_err(HubError::from)
    }

    /// Appends and commits; only then evolves and tells. When the commit fails, the table is read
    /// again from the log, which knows what is true.
    async fn commit(
        &mut self,
        events: Vec<Event>,
        command: Option<String>,
        token: Option<SeatToken>,
    ) -> Result<(), StoreError> {
        let mut after = self.table.clone();
        let mut told: Vec<(Observer, Update)> = Vec::new();
        for event in &events {
            after.evolve(event);
            let observers = Observer::all(after.variant().seats());
            told.extend(
                observers.filter_map(|observer| Some((observer, after.tell(event, observer)?))),
            );
        }
        let mut names = command.iter().cloned();
        let append = Append {
            game: self.id.clone(),
            expected: self.seq,
            events: events.iter().map(|event| log::stored(event, names.next())).collect(),
            token,
            deadline_ms: after.deadline(),
            finished: if self.table.is_over() { None } else { finished(&self.id, &after, &events) },
        };
        if let Err(error) = self.app.store.append(append).await {
            self.reload().await;
            return Err(error);
        }
        self.seq += events.len() as u64;
        self.table = after;
        self.done.extend(command);
        for (observer, told) in told {
            self.tell(observer, told);
        }
        Ok(())
    }

    async fn reload(&mut self) {
        match self.app.store.load(&self.id).await {
            Ok(log) => match log::replay(&self.id, &log) {
                Ok(table) => {
                    self.seq = log.len() as u64;
                    self.done = log.into_iter().filter_map(|event| event.command).collect();
                    self.table = table;
                    self.recent.iter_mut().for_each(|(_, recent)| recent.clear());
                }
                Err(error) => tracing::error!(%error, "a table is not as its log says"),
            },
            Err(error) => {
                tracing::error!(table = self.id, %error, "the log cannot be read");
                self.is_paused = true;
            }
        }
    }

    fn tell(&mut self, observer: Observer, told: Update) {
        let message = ToClient::Update(Box::new(told.clone()));
        let Ok(text) = serde_json::to_string(&message) else { return };
        let text: Arc<str> = text.into();
        // A reader too slow to take its messages loses its socket, not the others' time.
        self.viewers.retain(|viewer| {
            viewer.observer != observer || viewer.outbox.try_send(text.clone()).is_ok()
        });
        if let Some((_, recent)) = self.recent.iter_mut().find(|(other, _)| *other == observer) {
            recent.push_back(told);
            if recent.len() > RECENT_EVENTS {
                recent.pop_front();
            }
        }
    }

    /// What follows by itself: a rematch to open, computers to ask.
    async fn after_change(&mut self) {
        if self.table.wants_rematch() {
            match self.app.open_rematch(&self.table, &self.tokens).await {
                Ok(id) => {
                    self.decide_and_commit(Input::Rematched { table: &id }, None).await.ok();
                }
                Err(error) => {
                    tracing::error!(table = self.id, %error, "the rematch cannot be opened")
                }
            }
        }
        let is_free = |seat| !self.thinking.iter().any(|(thinking, _)| *thinking == seat);
        let asked = self.table.computers_asked().into_iter().filter(|asked| is_free(asked.seat));
        let questions: Vec<(Seat, Question)> =
            asked.filter_map(|asked| Some((asked.seat, self.question(&asked)?))).collect();
        for (seat, question) in questions {
            self.ask_computer(seat, question);
        }
    }

    /// What a computer seat is asked: nothing in it but what that seat was told.
    fn question(&self, asked: &Asked<'_>) -> Option<Question> {
        let observer = Observer::Seat(asked.seat);
        let variant = self.table.variant();
        let history = self.snapshot(observer).history.into_iter();
        Some(Question {
            asked: match asked.ask {
                Ask::Act => bots::Asked::Act,
                Ask::Draw => bots::Asked::Draw,
            },
            view: self.table.game()?.view(observer),
            told: history
                .filter_map(|entry| {
                    let seat = Seat::checked(entry.seat)?;
                    AnyAction::parse_played(variant, seat, &entry.done).ok()
                })
                .collect(),
            level: asked.level.parse().unwrap_or(bots::Level::Medium),
            resigns: asked.resigns,
        })
    }

    fn ask_computer(&mut self, seat: Seat, question: Question) {
        let Some(queue) = self.own_queue.upgrade() else { return };
        let (seen, thinkers) = (self.seq, self.app.thinkers.clone());
        let luck = match self.app.config.source.random() {
            Ok(luck) => luck,
            Err(error) => {
                // It is asked again with the next thing that happens at the table.
                tracing::error!(table = self.id, %error, "the computer cannot think");
                return;
            }
        };
        // A seat with secrets takes its time, always the same: how long it has thought would
        // tell something of what it knows.
        let has_secrets = self.table.variant().has_secrets();
        let pace = if has_secrets { think::steady_pace(question.level) } else { Duration::ZERO };
        self.thinking.push((seat, seen));
        tokio::spawn(async move {
            let permit = thinkers.acquire_owned().await;
            let answered = tokio::time::Instant::now() + pace;
            let thought = tokio::task::spawn_blocking(move || think::answer(&question, luck));
            let command = thought.await.ok().flatten();
            drop(permit);
            tokio::time::sleep_until(answered).await;
            let _ = queue.send(Request::Thought { seen, seat, command }).await;
        });
    }

    async fn thought(&mut self, seen: u64, seat: Seat, command: Option<Command>) {
        self.thinking.retain(|(thinking, _)| *thinking != seat);
        // What has changed meanwhile (a takeback, the other side's set-up) asks for a new thought.
        let (Some(command), true) = (command, seen == self.seq) else { return };
        let input = Input::Seat { seat, command: &command, lag_ms: 0 };
        if let Err(error) = self.decide_and_commit(input, None).await {
            tracing::error!(table = self.id, %error, "the computer's action was refused");
        }
    }
}

/// Queues a message; a full queue closes the socket by and by.
fn send(outbox: &Outbox, message: &ToClient) {
    if let Ok(text) = serde_json::to_string(message) {
        let _ = outbox.try_send(text.into());
    }
}
