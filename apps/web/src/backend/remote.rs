//! A table on the server. The page has the view of one seat. Each command has an id, so that it is
//! executed once even if it is sent several times.

use super::{
    server,
    socket::{ServerSocket, SocketEvent},
};
use crate::{
    app::App,
    browser::{self, BrowserStorage},
    chat_lines::{enter_chat, hear_line, return_line},
    seat_storage::SeatStorage,
    session::{BackendKind, ConnectionState, GameFile, Session, TableBackend},
};
use commit_reveal::Salt;
use futures_util::future::{join, join_all};
use i18n::Message;
use leptos::{
    prelude::*,
    wasm_split::{SplitLoaderError as NotFetched, wasm_split},
};
use protocol::{
    Absence, ChallengeRequest, ChatWords, Command, DeclineReason, DeclineRequest, FromChat, GameId,
    InviteRequest, JoinRequest, LiveTable, OpenRequest, ReservedSeat, Seek, TableInfo, TablePlan,
    ToClient, ToServer, TurnState, Update, WatchedGames,
};
use std::{
    cell::{Cell, RefCell},
    cmp::Reverse,
    rc::{Rc, Weak},
};
use table::Proof;
use ui_model::{
    Answered, GameModel, HiddenPage, Route, RunningGame, TableLink, TableModel, TableVerifier,
    TranscriptVerifier, TranscriptViolation, Variant, is_contest, is_correspondence,
    seats::{EndedGame, PendingCommand, SeatCredentials},
    seats_of_account,
};

/// Finished games kept in "My games"; older ones are dropped.
const MAX_ENDED: usize = 6;

/// Interval of checking for unanswered commands, in milliseconds.
const ANSWER_CHECK_MS: u32 = 250;

/// Name of the tab's stored text by which tables recognise a guest's lines of chat.
const CHAT_GUEST: &str = "chuhe.chat-guest";

/// Random text by which a table recognises the lines of this tab, also after a reload.
fn chat_guest() -> Option<String> {
    browser::session_stored(CHAT_GUEST).or_else(|| {
        let text = browser::random_hex::<16>().ok()?;
        browser::session_store(CHAT_GUEST, &text);
        Some(text)
    })
}

/// Maximum number of games whose state is requested from the server.
const ASKED_GAMES: usize = 12;

fn load_credentials(table: &GameId) -> Option<SeatCredentials> {
    SeatCredentials::load(SeatStorage, table)
}

/// Stores new seats, and warns the player if the storage has no room for them.
fn store_seat(app: App, table: &GameId, credentials: &SeatCredentials) {
    app.note_stored(credentials.keep(SeatStorage, table));
}

/// Stores a change of known credentials. In a full storage the earlier ones stay, which still open
/// the seats.
fn store_credentials(table: &GameId, credentials: &SeatCredentials) {
    let _ = credentials.keep(SeatStorage, table);
}

/// Opens a table on the server and returns its id. The error is a text for the player.
pub(crate) async fn open_remote(
    app: App,
    plan: TablePlan,
    reserved: Vec<ReservedSeat>,
) -> Result<GameId, String> {
    let request = InviteRequest { plan, name: app.player_name(), reserved };
    let created = server::open(app, &request).await.map_err(|why| why.words(app))?;
    store_seat(app, &created.table, &SeatCredentials::new(created.token, created.seats));
    Ok(created.table)
}

/// Joins a player who seeks the same game, or opens a waiting table.
///
/// If this browser already waits for such a game, its table is returned: the server does not know
/// guests, so it would pair the player with themselves. If it waits for another game, that request
/// is cancelled, unless the other game is by correspondence; if an opponent has come in the meantime,
/// that table is returned.
pub(crate) async fn pair_remote(app: App, plan: TablePlan) -> Result<GameId, String> {
    let with_seat = |seek: Seek| load_credentials(&seek.table).map(|seat| (seek, seat));
    let own: Vec<_> =
        server::seeks(app).await.unwrap_or_default().into_iter().filter_map(with_seat).collect();
    let wanted = |plan: &TablePlan| (plan.min_rating, plan.max_rating);
    let is_same =
        |seek: &Seek| seek.plan.terms() == plan.terms() && wanted(&seek.plan) == wanted(&plan);
    if let Some((seek, _)) = own.iter().find(|(seek, _)| is_same(seek)) {
        return Ok(seek.table.clone());
    }
    let is_waiting = |(seek, seat): &(Seek, SeatCredentials)| {
        seat.is_seek && !is_correspondence(&seek.plan.clock)
    };
    for (seek, seat) in own.into_iter().filter(is_waiting) {
        match server::cancel(app, &seek.table, &seat.token).await {
            Ok(()) | Err(server::Failure::Missing) => {
                SeatCredentials::forget(SeatStorage, &seek.table);
            }
            Err(server::Failure::Refused(error)) if error.code == "not-alone" => {
                return Ok(seek.table);
            }
            Err(why) => return Err(why.words(app)),
        }
    }
    let request = OpenRequest { plan, name: app.player_name() };
    let created = server::pair(app, &request).await.map_err(|why| why.words(app))?;
    let credentials = SeatCredentials::new(created.token, created.seats);
    store_seat(app, &created.table, &SeatCredentials { is_seek: true, ..credentials });
    Ok(created.table)
}

/// Challenges a player and opens the table that waits for them. The error is a text for the player.
pub(crate) async fn challenge_remote(
    app: App,
    to: String,
    plan: TablePlan,
) -> Result<GameId, String> {
    let request = ChallengeRequest { to, plan };
    let created = server::challenge(app, &request).await.map_err(|why| why.words(app))?;
    let table = created.table;
    store_seat(app, &table, &SeatCredentials::new(created.token, created.seats));
    Ok(table)
}

/// Declines a challenge. It may have ended in the meantime, which needs no message.
pub(crate) async fn decline_challenge(app: App, table: GameId, reason: DeclineReason) {
    let _ = server::decline(app, &table, &DeclineRequest { reason }).await;
}

/// The text of a reason.
pub(crate) const fn decline_words(reason: DeclineReason) -> Message {
    match reason {
        DeclineReason::No => Message::DeclineNo,
        DeclineReason::Later => Message::DeclineLater,
        DeclineReason::Game => Message::DeclineGame,
        DeclineReason::Clock => Message::DeclineClock,
        DeclineReason::Rated => Message::DeclineRated,
        DeclineReason::Casual => Message::DeclineCasual,
    }
}

/// Cancels the waiting table and leaves it.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn cancel_table(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(());
    }
    let Route::Table(id) = app.route.get_untracked() else { return Ok(()) };
    leptos::task::spawn_local(async move {
        match cancel_remote(app, &id).await {
            // The player may have left the table in the meantime.
            Ok(()) if app.route.get_untracked() == Route::Table(id) => app.go(Route::Start),
            Ok(()) => {}
            Err(why) => session.tell(why),
        }
    });
    Ok(())
}

/// Cancels a waiting table on the server and forgets it here. The error is a text for the player:
/// another player has joined in the meantime, or the server is unreachable.
async fn cancel_remote(app: App, table: &GameId) -> Result<(), String> {
    if let Some(SeatCredentials { token, .. }) = load_credentials(table) {
        server::cancel(app, table, &token).await.map_err(|why| why.words(app))?;
    }
    SeatCredentials::forget(SeatStorage, table);
    Ok(())
}

/// The running games at the server: those with seats of this browser, and those of the account. The
/// server is asked about all of them at once.
///
/// # Errors
/// A text for the player, if the server cannot be reached and there may be such games.
pub(crate) async fn remote_games(app: App) -> Result<Vec<RunningGame>, String> {
    let mine: Vec<(GameId, SeatCredentials)> = running_seats().take(ASKED_GAMES).collect();
    let asked: Vec<_> = mine.iter().map(|(table, _)| server::info(app, table)).collect();
    let (found, of_account) = join(join_all(asked), server::account_games(app)).await;
    let mut games: Vec<RunningGame> = Vec::new();
    for ((table, credentials), info) in mine.into_iter().zip(found) {
        match info {
            Ok(info) if info.over => {
                let ended = Some(EndedGame { info, heard_ms: browser::epoch_ms() });
                let contest = None;
                let ended = SeatCredentials { is_over: true, ended, contest, ..credentials };
                store_credentials(&table, &ended);
            }
            Ok(info) => {
                let game = RunningGame::new(info, credentials.seats, false, browser::now_ms());
                games.push(game.seeking(credentials.is_seek));
            }
            Err(why @ server::Failure::Unreachable) => return Err(why.words(app)),
            // A table that no longer exists is not listed.
            Err(_) => {}
        }
    }
    let known =
        |games: &[RunningGame], table: &GameId| games.iter().any(|it| it.info.table == *table);
    for info in of_account.unwrap_or_default() {
        if !known(&games, &info.table) {
            let name = app.account.get_untracked().unwrap_or_default();
            let seats = seats_of_account(&info, &name);
            games.push(RunningGame::new(info, seats, false, browser::now_ms()));
        }
    }
    games.extend(ended_games());
    Ok(games)
}

/// Whether the player has a running contest of this variant: at a table with seats of this browser, or
/// one of the account. The computer must not help then.
pub(crate) async fn plays_contest(app: App, variant: Variant) -> bool {
    let mine: Vec<_> = running_seats().filter(|(_, kept)| kept.plays_contest(variant)).collect();
    let asked: Vec<_> = mine.iter().map(|(table, _)| server::info(app, table)).collect();
    let mut plays = false;
    for ((table, kept), info) in mine.iter().zip(join_all(asked).await) {
        match info {
            Ok(info) if !info.over => plays = true,
            // Without an answer the game may still run.
            Err(server::Failure::Unreachable) => plays = true,
            _ => store_credentials(table, &SeatCredentials { contest: None, ..kept.clone() }),
        }
    }
    if plays || app.account.with_untracked(Option::is_none) {
        return plays;
    }
    let of_account = server::account_games(app).await.unwrap_or_default();
    let is_contest = |TableInfo { plan, seats, over, .. }: &TableInfo| {
        let is_contest = is_contest(seats, &plan.clock, plan.rated, plan.training);
        !over && plan.variant == variant.as_str() && is_contest
    };
    of_account.iter().any(is_contest)
}

/// The finished games of this browser, the latest first.
fn ended_games() -> Vec<RunningGame> {
    let ended = |(table, kept): (GameId, SeatCredentials)| Some((table, kept.seats, kept.ended?));
    let mut ended: Vec<_> = SeatCredentials::load_all(SeatStorage).filter_map(ended).collect();
    ended.sort_by_key(|(_, _, ended)| Reverse(ended.heard_ms));
    for (table, _, _) in ended.drain(MAX_ENDED.min(ended.len())..) {
        forget_ended(&table);
    }
    let game = |(_, seats, EndedGame { info, .. })| {
        RunningGame::new(info, seats, false, browser::now_ms())
    };
    ended.into_iter().map(game).collect()
}

/// Removes a finished game from the list. Its table is unchanged.
pub(crate) fn forget_ended(table: &GameId) {
    if let Some(kept) = load_credentials(table) {
        store_credentials(table, &SeatCredentials { ended: None, ..kept });
    }
}

/// Public live games.
pub(crate) async fn live_games(app: App) -> Vec<LiveTable> {
    server::live(app).await
}

/// Public live games to watch.
pub(crate) async fn watched_games(app: App) -> Result<WatchedGames, String> {
    server::watched(app).await
}

/// Tables with seats of this browser whose game is not known to be over.
fn running_seats() -> impl Iterator<Item = (GameId, SeatCredentials)> {
    SeatCredentials::load_all(SeatStorage).filter(|(_, kept)| !kept.is_over)
}

/// Whether this browser has a seat at this table.
pub(crate) fn has_seat(table: &GameId) -> bool {
    SeatCredentials::has(SeatStorage, table)
}

/// Whether this browser has opened this table for any player who seeks the same game.
pub(crate) fn is_seek(table: &GameId) -> bool {
    load_credentials(table).is_some_and(|kept| kept.is_seek)
}

/// Whether this browser has, or had, seats at tables of the server.
pub(crate) fn has_seats() -> bool {
    SeatCredentials::has_any(SeatStorage)
}

/// Players who wait for an opponent in this game, or in any game.
///
/// # Errors
/// The reason why the server does not answer, in the player's words.
pub(crate) async fn seekers(app: App, variant: Option<Variant>) -> Result<Vec<Seek>, String> {
    let mut seeks = server::seeks(app).await?;
    seeks.retain(|seek| {
        variant.is_none_or(|variant| seek.plan.variant == variant.as_str())
            && !has_seat(&seek.table)
    });
    Ok(seeks)
}

/// The address of a table for other people. A page opened at `localhost` returns an address that
/// other devices can reach.
pub(crate) async fn link_for_others(app: App, table: &GameId) -> String {
    let path = Route::Table(table.clone()).href();
    let known = if browser::is_on_loopback() { server::addresses(app).await } else { Vec::new() };
    match known.into_iter().next() {
        Some(address) => format!("{}{path}", address.trim_end_matches('/')),
        None => format!("{}{path}", browser::window().location().origin().unwrap_or_default()),
    }
}

/// The seats of a waiting table that are reserved for accounts; none if the server cannot be asked.
pub(crate) async fn reserved_seats(app: App, table: &GameId) -> Vec<ReservedSeat> {
    server::reserved(app, table).await
}

/// The seats of the player who opened a table; empty if the server cannot be reached.
pub(crate) async fn host_seats(app: App, table: &GameId) -> Vec<u8> {
    let info = server::info(app, table).await;
    info.map(|info| info.plan.host_seats()).unwrap_or_default()
}

/// Joins an open seat. The error is a text for the player.
pub(crate) async fn join_remote(app: App, table: &GameId, seat: Option<u8>) -> Result<(), String> {
    let request = JoinRequest { name: app.player_name(), seat };
    let joined = server::join(app, table, &request).await.map_err(|why| why.words(app))?;
    store_seat(app, table, &SeatCredentials::new(joined.token, vec![joined.seat]));
    Ok(())
}

/// Joins the first open seat of a table and shows the table, even if the player has left the page:
/// the game has begun. `is_joining` is reset if that fails, and `trouble` gets the reason.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn take_seat(
    app: App,
    table: GameId,
    is_joining: RwSignal<bool>,
    trouble: RwSignal<Option<String>>,
) -> Result<(), NotFetched> {
    leptos::task::spawn_local(async move {
        match join_remote(app, &table, None).await {
            Ok(()) => app.go(Route::Table(table)),
            Err(why) => {
                // The page may have been left in the meantime.
                is_joining.try_set(false);
                trouble.try_set(Some(why));
            }
        }
    });
    Ok(())
}

/// The account's seats in a running game, which it may have joined on another device.
async fn seats_elsewhere(app: App, table: &GameId) -> Vec<u8> {
    let Some(name) = app.account.get_untracked() else { return Vec::new() };
    let games = server::account_games(app).await.unwrap_or_default();
    let found = games.into_iter().find(|info| info.table == *table);
    found.map(|info| seats_of_account(&info, &name)).unwrap_or_default()
}

/// Shows a table of the server with the seats of this browser, or with those of the account. Without
/// seats the player is asked to join an open seat, or else watches.
pub(crate) fn enter_remote(app: App, session: Session, id: GameId) {
    if let Some(credentials) = load_credentials(&id) {
        start(app, session, id, credentials);
        return;
    }
    leptos::task::spawn_local(async move {
        let (info, seats) = join(server::info(app, &id), seats_elsewhere(app, &id)).await;
        // The page may have been left in the meantime.
        if session.update_count.is_disposed() {
            return;
        }
        if !seats.is_empty() {
            // The session's cookie opens them.
            return start(app, session, id, SeatCredentials::new(String::new(), seats));
        }
        match info {
            Ok(info) if !info.over && info.seats.iter().any(|seat| !seat.taken) => {
                session.connection.set(ConnectionState::Live);
                session.invited.set(Some(info));
            }
            Ok(_) => watch_remote(app, session, id),
            Err(why) => {
                session.connection.set(ConnectionState::Missing);
                session.tell(why.words(app));
            }
        }
    });
}

/// Shows a table without a seat.
pub(crate) fn watch_remote(app: App, session: Session, id: GameId) {
    start(app, session, id, SeatCredentials::default());
}

/// Connects to a table of the server.
fn start(app: App, session: Session, id: GameId, credentials: SeatCredentials) {
    session.set_backend(RemoteBackend::start(app, session, id, credentials));
}

struct RemoteBackend {
    app: App,
    session: Session,
    id: GameId,
    credentials: SeatCredentials,
    socket: RefCell<Option<ServerSocket>>,
    /// What was sent to the server, and what is unanswered.
    link: RefCell<TableLink>,
    checks: RefCell<Checks>,
    hidden_page: RefCell<HiddenPage>,
    /// Variant of the running contest, as it is stored.
    contest: RefCell<Option<String>>,
    weak_self: Weak<RemoteBackend>,
    closed: Cell<bool>,
}

/// Checks of what the server sends.
struct Checks {
    /// What this device keeps of the table.
    transcript: TranscriptVerifier,
    /// Compares what the server shows with what it signs.
    table: TableVerifier,
}

impl RemoteBackend {
    fn start(
        app: App,
        session: Session,
        id: GameId,
        credentials: SeatCredentials,
    ) -> Rc<RemoteBackend> {
        let pending = PendingCommand::load(SeatStorage, &id);
        session.seats.set(credentials.seats.clone());
        session.invited.set(None);
        let remote = Rc::new_cyclic(|weak_self| RemoteBackend {
            app,
            session,
            link: RefCell::new(TableLink::new(&credentials, pending, browser::now_ms())),
            checks: RefCell::new(Checks {
                transcript: TranscriptVerifier::load(BrowserStorage, &id),
                table: TableVerifier::new(),
            }),
            hidden_page: RefCell::default(),
            contest: RefCell::new(credentials.contest.clone()),
            id,
            credentials,
            socket: RefCell::new(None),
            weak_self: Weak::clone(weak_self),
            closed: Cell::new(false),
        });
        remote.show_sending();
        remote.connect();
        watch_answers(Rc::downgrade(&remote));
        remote
    }

    /// Shows the command that is waiting for an answer.
    fn show_sending(&self) {
        let command = self.link.borrow().pending().map(|pending| pending.command.clone());
        self.session.sending.set(command);
    }

    /// Treats the server as unreachable if an answer is overdue, even if the socket is open.
    fn look_for_answer(&self) {
        let is_live = self.session.connection.get_untracked() == ConnectionState::Live;
        if is_live && self.link.borrow().is_overdue(browser::now_ms()) {
            self.session.connection.set(ConnectionState::Lost);
            self.reconnect();
        }
    }

    /// In a rated game, tells the server how often the page is hidden during the player's turns.
    fn look_at_page(&self) {
        if self.session.connection.get_untracked() != ConnectionState::Live {
            return;
        }
        let seats = &self.credentials.seats;
        let is_own_turn = untrack(|| {
            self.session.read_table(|table| {
                table.rated && table.game.on_move().is_some_and(|seat| seats.contains(&seat))
            })
        });
        let now_ms = browser::now_ms();
        let message = self.hidden_page.borrow_mut().look(now_ms, is_own_turn, browser::is_hidden());
        if let Some(message) = message {
            self.send(&message);
        }
    }

    fn connect(&self) {
        let weak_self = Weak::clone(&self.weak_self);
        let path = format!("/api/tables/{}/socket", self.id);
        let socket = ServerSocket::connect(&path, move |event| {
            if let Some(remote) = weak_self.upgrade().filter(|remote| !remote.closed.get()) {
                remote.handle_event(event);
            }
        });
        *self.socket.borrow_mut() = Some(socket);
    }

    fn handle_event(&self, event: SocketEvent) {
        match event {
            SocketEvent::Open => {
                let hello = self.link.borrow_mut().open(self.shown_n());
                self.send(&hello);
                self.send(&ToServer::EnterChat { guest: chat_guest() });
            }
            SocketEvent::Lost => {
                self.link.borrow_mut().lose();
                self.session.connection.set(ConnectionState::Lost);
            }
            SocketEvent::Message(text) if text.starts_with(FromChat::START) => {
                let (app, session) = (self.app, self.session);
                // Without the code there is no chat.
                leptos::task::spawn_local(async move { _ = hear_chat(app, session, text).await });
            }
            SocketEvent::Message(text) => {
                if let Ok(message) = serde_json::from_str(&text) {
                    self.handle_message(message);
                }
            }
        }
    }

    fn handle_message(&self, message: ToClient) {
        match message {
            ToClient::Snapshot(snapshot) => {
                self.link.borrow_mut().note_snapshot();
                if let Some(table) = TableModel::new(*snapshot) {
                    self.hear(&table);
                    self.session.show_table(table);
                }
                self.mark_connected();
                self.give_salts();
            }
            ToClient::Update(update) => self.apply_update(*update),
            ToClient::Ack { id, .. } => {
                match self.settle(&id) {
                    Answered::Command(command) => self.note_choice(command),
                    Answered::Salt => self.give_salts(),
                    Answered::Other => {}
                }
                self.mark_connected();
            }
            ToClient::Refused { id, code, values, message } => {
                match self.settle(&id) {
                    Answered::Salt => self.give_salts(),
                    Answered::Command(_) | Answered::Other => {
                        self.session.refused(self.app, &code, &values, &message);
                    }
                }
                self.mark_connected();
            }
            ToClient::Queued { seat, place } => {
                self.session.queued.set(Some((seat, place)).filter(|_| place > 0));
                self.mark_connected();
            }
            ToClient::Error { code, message } => {
                if code == "no-table" || code == "not-found" {
                    self.session.connection.set(ConnectionState::Missing);
                }
                self.session.refused(self.app, &code, &[], &message);
            }
            // Sent after the missed updates, so it ends the answer to a greeting.
            ToClient::Presence { here, absent } => {
                self.session.here.set(Some(here));
                let now_ms = browser::now_ms();
                let due = |absence: &Absence| (absence.seat, now_ms + absence.claim_in_ms as f64);
                self.session.absent.set(absent.iter().map(due).collect());
                if self.link.borrow_mut().note_greeted() {
                    self.session.connection.set(ConnectionState::Live);
                    self.send_waiting();
                }
            }
            ToClient::Stalled { clocks } => {
                // The server also sends the clocks outside the sequence.
                if self.session.change_table(|table| table.clocks = clocks).is_some() {
                    self.session.show_changes();
                }
                let message = "the server cannot store anything now; the clocks stand still";
                self.session.refused(self.app, "stalled", &[], message);
                self.mark_connected();
            }
            ToClient::Closing => {
                let message = "the server is closing or starting anew; every move is kept, and this \
                               page connects again by itself";
                self.session.refused(self.app, "closing", &[], message);
            }
            ToClient::Moved { table, seat } => self.follow_move(table, seat),
            ToClient::Declined { reason } => {
                let why = self.app.t(decline_words(reason));
                let words = self.app.t_with(Message::ChallengeDeclined, &[why]);
                self.session.tell(words);
            }
            ToClient::Pong => self.mark_connected(),
        }
    }

    fn apply_update(&self, update: Update) {
        let applied = self.session.change_table(|table| table.apply_update(update));
        // An update is missing. A new greeting makes the server send the missing ones.
        let Some(Ok(())) = applied else { return self.reconnect() };
        let (rematch, needs_snapshot) = untrack(|| {
            self.session.read_table(|table| {
                self.hear(table);
                (table.rematch.clone(), table.needs_snapshot())
            })
        });
        if needs_snapshot && self.link.borrow_mut().want_snapshot() {
            self.reconnect();
        }
        self.session.show_changes();
        self.give_salts();
        self.open_rematch(rematch);
        self.mark_connected();
    }

    /// The server has answered the greeting, so waiting commands are sent again.
    fn mark_connected(&self) {
        let is_greeted = self.link.borrow().is_greeted();
        if is_greeted && self.session.connection.get_untracked() != ConnectionState::Live {
            self.session.connection.set(ConnectionState::Live);
            self.send_waiting();
        }
    }

    /// Sends the waiting commands, none of which has been sent on a new socket.
    fn send_waiting(&self) {
        self.send_pending();
        self.give_salts();
    }

    fn send(&self, message: &ToServer) {
        if let Some(socket) = &*self.socket.borrow() {
            socket.send(message);
        }
    }

    fn send_pending(&self) {
        let command = self.link.borrow_mut().send_pending(self.shown_n(), browser::now_ms());
        if let Some(command) = command {
            self.send(&command);
        }
    }

    /// Notes that a command is answered, and returns which one.
    fn settle(&self, id: &str) -> Answered {
        let answered = self.link.borrow_mut().settle(id);
        if matches!(answered, Answered::Command(_)) {
            PendingCommand::forget(SeatStorage, &self.id);
            self.show_sending();
        }
        answered
    }

    /// Checks the signature of the transcript, and the table that is shown against the transcript.
    /// The first broken promise stays on the page.
    fn hear(&self, table: &TableModel) {
        self.note_contest(table);
        let heard = self.checks.borrow_mut().transcript.hear(table);
        let found = heard.and_then(|()| {
            // Without room, the device keeps what it stored before.
            self.store_transcript_verifier();
            self.checks.borrow_mut().table.check(table).map_err(TranscriptViolation::Shown)
        });
        if let Err(broken) = found
            && self.session.broken.get_untracked().is_none()
        {
            self.session.broken.set(Some(broken));
        }
    }

    /// Stores whether this device plays a contest here, so that the computer does not help in it.
    fn note_contest(&self, table: &TableModel) {
        let TableModel { game, clock, rated, training, .. } = table;
        let is_running = is_contest(&game.seats, clock, *rated, *training) && !game.is_over();
        let contest = is_running.then(|| game.variant.to_string());
        if self.credentials.seats.is_empty() || *self.contest.borrow() == contest {
            return;
        }
        if let Some(kept) = load_credentials(&self.id) {
            store_credentials(&self.id, &SeatCredentials { contest: contest.clone(), ..kept });
        }
        *self.contest.borrow_mut() = contest;
    }

    /// Before the game: commits to this device's contribution to the seed, and reveals it when all
    /// are committed. A server that has broken its word receives none.
    fn give_salts(&self) {
        if !self.link.borrow().may_contribute() || self.session.broken.get_untracked().is_some() {
            return;
        }
        let draw = || browser::random().ok().map(Salt::new);
        let owed = |table: &TableModel| {
            self.checks.borrow_mut().transcript.owed(table, &self.credentials.seats, draw)
        };
        let owed = untrack(|| self.session.read_table(owed));
        let (Some((seat, command)), Ok(id)) = (owed, browser::random_hex::<16>()) else { return };
        // A forgotten salt could never be revealed, and the game would never begin.
        if !self.store_transcript_verifier() {
            self.session.tell(Message::StorageFull);
            return;
        }
        let message = self.link.borrow_mut().contribute(id, seat, command, self.shown_n());
        self.send(&message);
    }

    /// Stores a secret choice that the server has accepted.
    fn note_choice(&self, command: PendingCommand) {
        if let PendingCommand { seat, command: Command::Act { action }, is_choice: true, .. } =
            command
        {
            self.checks.borrow_mut().transcript.note_choice(seat, &action);
            self.store_transcript_verifier();
        }
    }

    /// Whether it is kept; who has no seat here has nothing to keep.
    fn store_transcript_verifier(&self) -> bool {
        if self.credentials.seats.is_empty() {
            return true;
        }
        self.checks.borrow().transcript.keep(BrowserStorage, &self.id)
    }

    /// Sequence number of the last update that is shown; 0 without a table.
    fn shown_n(&self) -> u64 {
        untrack(|| self.session.read_table(|table| table.n))
    }

    fn reconnect(&self) {
        self.link.borrow_mut().lose();
        if let Some(socket) = &*self.socket.borrow() {
            socket.reconnect();
        }
    }

    /// Goes to the table where the server has seated this host, who waited here for any opponent.
    fn follow_move(&self, table: GameId, seat: u8) {
        let token = self.credentials.token.clone();
        store_seat(self.app, &table, &SeatCredentials::new(token, vec![seat]));
        SeatCredentials::forget(SeatStorage, &self.id);
        let there = Route::Table(table);
        // The table that was left leads nowhere.
        self.app.replace_address(&there);
        self.app.route.set(there);
    }

    /// Opens the table of the rematch, in which each seat has moved on by one.
    fn open_rematch(&self, rematch: Option<GameId>) {
        let Some(table) = rematch else { return };
        let seats = untrack(|| self.session.read(|game| game.variant.seats())).max(1);
        let moved = self.credentials.seats.iter().map(|seat| (seat + 1) % seats).collect();
        if !self.credentials.token.is_empty() {
            let token = self.credentials.token.clone();
            store_seat(self.app, &table, &SeatCredentials::new(token, moved));
        }
        self.app.go(Route::Table(table));
    }
}

/// Shows a message of the chat.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn hear_chat(app: App, session: Session, text: String) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(());
    }
    match serde_json::from_str(&text) {
        Ok(FromChat::ChatRoom { lines, phrases_only }) => {
            enter_chat(app, session, lines, phrases_only);
        }
        Ok(FromChat::ChatLine(line)) => hear_line(line),
        Ok(FromChat::ChatRefused { code, values, message }) => {
            return_line(session);
            session.refused(app, &code, &values, &message);
        }
        Err(_) => {}
    }
    Ok(())
}

/// Checks for overdue answers and for a hidden page while the table is shown.
fn watch_answers(remote: Weak<RemoteBackend>) {
    browser::run_after(ANSWER_CHECK_MS, move || {
        let Some(backend) = remote.upgrade().filter(|backend| !backend.closed.get()) else {
            return;
        };
        backend.look_for_answer();
        backend.look_at_page();
        watch_answers(remote);
    });
}

impl TableBackend for RemoteBackend {
    fn send(&self, seat: u8, command: Command) {
        let Ok(id) = browser::random_hex::<16>() else { return };
        let is_choosing = |game: &GameModel| matches!(game.turn, TurnState::Setup { .. });
        let is_choice =
            matches!(command, Command::Act { .. }) && untrack(|| self.session.read(is_choosing));
        let pending = PendingCommand { id, seat, command, is_choice };
        if !self.link.borrow_mut().begin(pending.clone()) {
            self.session.tell(Message::MoveWaits);
            return;
        }
        self.app.note_stored(pending.keep(SeatStorage, &self.id));
        self.show_sending();
        if self.session.connection.get_untracked() == ConnectionState::Live {
            self.send_pending();
        }
    }

    fn say(&self, words: ChatWords) {
        self.send(&ToServer::Say { words });
    }

    fn view_as(&self, seat: u8) {
        if self.credentials.seats.contains(&seat) {
            self.link.borrow_mut().view_as(seat);
            // Another viewer has its own sequence, so it starts from a snapshot.
            self.session.show_nothing();
            self.reconnect();
        }
    }

    fn restart(&self) {}

    fn proof(&self) -> Option<Proof> {
        untrack(|| self.session.read_table(|table| self.checks.borrow().transcript.proof(table)))
    }

    fn file(&self) -> Option<GameFile> {
        Some(GameFile::Shown)
    }

    fn kind(&self) -> BackendKind {
        BackendKind::Remote
    }

    fn leave(&self) {
        self.closed.set(true);
        *self.socket.borrow_mut() = None;
    }
}
