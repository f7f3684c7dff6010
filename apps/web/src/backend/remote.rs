//! A table on the server. The page has the view of one seat. Each command has an id, so that it is
//! executed once even if it is sent several times.

mod chat;
mod credentials;
mod game_lists;
mod waiting_tables;

pub(crate) use credentials::{has_seat, has_seats, is_seek};
pub(crate) use game_lists::{forget_ended, live_games, plays_contest, remote_games, watched_games};
pub(crate) use waiting_tables::{
    cancel_table, challenge_remote, decline_challenge, decline_words, host_seats, join_remote,
    link_for_others, open_remote, pair_remote, reserved_seats, seekers, take_seat,
};

use super::{
    players, server,
    socket::{ServerSocket, SocketEvent},
};
use crate::{
    app::App,
    browser::{self, BrowserStorage},
    seat_storage::SeatStorage,
    session::{BackendKind, ConnectionState, GameFile, Session, TableBackend},
};
use chat::{chat_guest, hear_chat};
use commit_reveal::Salt;
pub(super) use credentials::{load_credentials, note_move};
use credentials::{store_credentials, store_seat};
use futures_util::future::join;
use i18n::Message;
use leptos::prelude::*;
use protocol::{
    Absence, ChatWords, Command, FromChat, GameId, ToClient, ToServer, TurnState, Update,
};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};
use table::Proof;
use ui_model::{
    Answered, GameModel, HiddenPage, Route, TableLink, TableModel, TableVerifier,
    TranscriptVerifier, TranscriptViolation, is_contest,
    seats::{PendingCommand, SeatCredentials},
    seats_of_account,
};

/// Interval of checking for unanswered commands, in milliseconds.
const ANSWER_CHECK_MS: u32 = 250;

/// Name of the signed-in account. The server is asked, because the page may know an account whose
/// session has ended.
async fn signed_in_name(app: App) -> Option<String> {
    app.account.get_untracked()?;
    let account = players::own_account(app).await.ok().flatten();
    account.map(|account| account.name)
}

/// Shows a table of the server with the seats of this browser, or with those of the account. Without
/// seats the player is asked to join an open seat, or else watches.
pub(crate) fn enter_remote(app: App, session: Session, id: GameId) {
    if let Some(credentials) = load_credentials(&id) {
        start(app, session, id, credentials);
        return;
    }
    leptos::task::spawn_local(async move {
        let (info, name) = join(server::info(app, &id), signed_in_name(app)).await;
        // The page may have been left in the meantime.
        if session.update_count.is_disposed() {
            return;
        }
        let info = match info {
            Ok(info) if info.over => return watch_remote(app, session, id),
            Ok(info) => info,
            Err(why) => {
                session.connection.set(ConnectionState::Missing);
                return session.tell(why.words(app));
            }
        };
        // The account may have joined on another device.
        let seats = name.map(|name| seats_of_account(&info, &name)).unwrap_or_default();
        if !seats.is_empty() {
            // The session's cookie opens them.
            start(app, session, id, SeatCredentials::new(String::new(), seats));
        } else if info.seats.iter().any(|seat| !seat.taken) {
            session.connection.set(ConnectionState::Live);
            session.invited.set(Some(info));
        } else {
            watch_remote(app, session, id);
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
                self.app.declined.set(Some((self.id.clone(), reason)));
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
        note_move(self.app, &self.id, &table, self.credentials.token.clone(), seat);
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
