//! The lobby of the server: over its socket, or by requests while the socket cannot be opened.

use super::{
    live_games, seekers,
    socket::{ServerSocket, SocketEvent},
};
use crate::{app::App, ticking::run_every_seen};
use leptos::prelude::*;
use protocol::{
    Challenge, FromLobby, LadderRow, LiveTable, LobbyCounts, LobbyState, PoolWait, Seek, ToLobby,
};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

/// Interval between two requests while there is no socket, in milliseconds.
const POLL_MS: u64 = 3_000;

/// The lobby as the page shows it.
#[derive(Clone, Copy)]
pub(crate) struct LobbySignals {
    /// Players who wait for an opponent, without those of this browser.
    pub(crate) seeks: RwSignal<Vec<Seek>>,
    /// Public games in play.
    pub(crate) live: RwSignal<Vec<LiveTable>>,
    /// Recent waiting times.
    pub(crate) waits: RwSignal<Vec<PoolWait>>,
    /// Whether the server cannot be reached.
    pub(crate) is_offline: RwSignal<bool>,
    /// Numbers of people; zero while they are not known.
    pub(crate) counts: RwSignal<LobbyCounts>,
    /// The ratings of the signed-in player, once they are known.
    pub(crate) ladders: RwSignal<Option<Vec<LadderRow>>>,
}

impl LobbySignals {
    /// An empty lobby.
    pub(crate) fn new() -> LobbySignals {
        LobbySignals {
            seeks: RwSignal::default(),
            live: RwSignal::default(),
            waits: RwSignal::default(),
            is_offline: RwSignal::default(),
            counts: RwSignal::default(),
            ladders: RwSignal::default(),
        }
    }

    /// Shows what has changed. The page may have been left in the meantime.
    fn show(self, state: &LobbyState) {
        let is_other = |seek: &&Seek| !super::has_seat(&seek.table);
        let seeks: Vec<Seek> = state.seeks.iter().filter(is_other).cloned().collect();
        set(self.seeks, seeks);
        set(self.live, state.live.clone());
        set(self.waits, state.waits.clone());
        set(self.counts, state.counts);
        set(self.is_offline, false);
    }
}

/// Sets a signal if the value differs.
fn set<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.try_with_untracked(|before| *before != value) == Some(true) {
        signal.set(value);
    }
}

/// The connection to the lobby.
struct LobbyWatch {
    signals: LobbySignals,
    state: RefCell<LobbyState>,
    socket: RefCell<Option<ServerSocket>>,
    /// Whether the socket has told the state.
    is_live: Cell<bool>,
}

/// Follows the lobby while the component exists.
pub(crate) fn watch_lobby(app: App, signals: LobbySignals) {
    let watch = Rc::new(LobbyWatch {
        signals,
        state: RefCell::default(),
        socket: RefCell::new(None),
        is_live: Cell::new(false),
    });
    let weak = Rc::downgrade(&watch);
    let socket = ServerSocket::connect("/api/lobby", move |event| handle(&weak, event));
    *watch.socket.borrow_mut() = Some(socket);
    let weak = Rc::downgrade(&watch);
    run_every_seen(POLL_MS, move || {
        if weak.upgrade().is_some_and(|watch| !watch.is_live.get()) {
            poll(app, signals);
        }
    });
    // Closes the socket when the component is gone.
    StoredValue::new_local(watch);
}

fn handle(watch: &Weak<LobbyWatch>, event: SocketEvent) {
    let Some(watch) = watch.upgrade() else { return };
    match event {
        SocketEvent::Open => {
            let cursor = watch.state.borrow().cursor.clone();
            if let Some(socket) = &*watch.socket.borrow() {
                socket.send(&ToLobby::Hello { cursor, quiet: false });
            }
        }
        SocketEvent::Lost => watch.is_live.set(false),
        SocketEvent::Message(text) => {
            match serde_json::from_str(&text) {
                Ok(FromLobby::Snapshot(state)) => *watch.state.borrow_mut() = state,
                Ok(FromLobby::Update(update)) => watch.state.borrow_mut().apply(update),
                // Another socket follows the challenges.
                Ok(FromLobby::Pong | FromLobby::Challenges { .. }) => {}
                Ok(FromLobby::Error { .. }) | Err(_) => return,
            }
            watch.is_live.set(true);
            watch.signals.show(&watch.state.borrow());
        }
    }
}

/// Follows the challenges to the signed-in player while the component exists.
pub(crate) fn watch_challenges(incoming: RwSignal<Vec<Challenge>>) {
    let socket = Rc::new(RefCell::new(None::<ServerSocket>));
    let weak = Rc::downgrade(&socket);
    let connected = ServerSocket::connect("/api/lobby", move |event| match event {
        SocketEvent::Open => {
            if let Some(socket) = weak.upgrade()
                && let Some(socket) = &*socket.borrow()
            {
                socket.send(&ToLobby::Hello { cursor: String::new(), quiet: true });
            }
        }
        SocketEvent::Lost => {}
        SocketEvent::Message(text) => {
            if let Ok(FromLobby::Challenges { incoming: now }) = serde_json::from_str(&text) {
                set(incoming, now);
            }
        }
    });
    *socket.borrow_mut() = Some(connected);
    // Closes the socket when the component is gone.
    StoredValue::new_local(socket);
}

/// Asks for the lobby without the socket.
fn poll(app: App, signals: LobbySignals) {
    leptos::task::spawn_local(async move {
        let found = seekers(app, None).await;
        set(signals.is_offline, found.is_err());
        set(signals.seeks, found.unwrap_or_default());
        set(signals.live, live_games(app).await);
    });
}
