//! The player's running games that the page does not show, and the table at which the player waits
//! meanwhile. A socket for each keeps the player present there, as long as the page exists. The clocks
//! run on.

use super::{
    remote::{load_credentials, note_move, remote_games},
    socket::{ServerSocket, SocketEvent},
};
use crate::{
    app::{App, effect},
    browser,
    ticking::run_every_seen,
};
use leptos::prelude::*;
use protocol::{GameId, ToClient, ToServer};
use std::{
    cell::RefCell,
    rc::{Rc, Weak},
};
use ui_model::{AwayGame, Route, RunningGame};

/// Interval between two requests for the player's games, in milliseconds. A page also asks when it
/// leaves a table, so this is only for games that begin on another device.
const LOOK_MS: u64 = 15_000;

/// The sockets of the games.
type Sockets = RefCell<Vec<(GameId, ServerSocket)>>;

/// Keeps `games` current, and the player present in them, while the component exists.
pub(crate) fn follow_away_games(app: App, games: RwSignal<Vec<AwayGame>>) {
    let sockets = Rc::new(Sockets::default());
    let weak = Rc::downgrade(&sockets);
    let look = move || {
        let weak = weak.clone();
        leptos::task::spawn_local(async move {
            let found = remote_games(app).await;
            // The component may be gone. Without an answer the games stay as they are.
            if let (Some(sockets), Ok(found)) = (weak.upgrade(), found) {
                show(app, games, &sockets, found);
            }
        });
    };
    run_every_seen(LOOK_MS, look.clone());
    effect(move || {
        app.account.track();
        app.route.track();
        app.waits_at.track();
        look();
    });
    // Closes the sockets when the component is gone.
    StoredValue::new_local(sockets);
}

/// Opens and closes sockets, so that exactly the games that are away have one.
fn show(
    app: App,
    games: RwSignal<Vec<AwayGame>>,
    sockets: &Rc<Sockets>,
    mut found: Vec<RunningGame>,
) {
    let is_shown = |game: &RunningGame| {
        app.route.with_untracked(|route| route.table() == Some(&game.info.table))
    };
    let is_waited_at = |game: &RunningGame| {
        app.waits_at.with_untracked(|table| table.as_ref() == Some(&game.info.table))
    };
    found.retain(|game| (game.needs_player() || is_waited_at(game)) && !is_shown(game));
    let is_found = |table: &GameId| found.iter().any(|game| game.info.table == *table);
    sockets.borrow_mut().retain(|(table, _)| is_found(table));
    for game in &found {
        let has_socket = sockets.borrow().iter().any(|(table, _)| *table == game.info.table);
        if !has_socket {
            let socket = connect(app, games, Rc::downgrade(sockets), game);
            sockets.borrow_mut().push((game.info.table.clone(), socket));
        }
    }
    let Some(before) = games.try_get_untracked() else { return };
    let away = |game: RunningGame| {
        // The socket knows more than the list.
        let known = before.iter().find(|away| away.game.info.table == game.info.table);
        known.cloned().unwrap_or_else(|| AwayGame::new(game))
    };
    let mut now: Vec<AwayGame> = found.into_iter().map(away).collect();
    // A game that has ended meanwhile stays until the player has opened it.
    let has_ended = |away: &&AwayGame| {
        let is_listed = now.iter().any(|it| it.game.info.table == away.game.info.table);
        away.game.is_over() && !is_listed && !is_shown(&away.game)
    };
    let ended: Vec<AwayGame> = before.iter().filter(has_ended).cloned().collect();
    now.extend(ended);
    set(games, now);
}

/// Opens a socket to the table of a game.
fn connect(
    app: App,
    games: RwSignal<Vec<AwayGame>>,
    sockets: Weak<Sockets>,
    game: &RunningGame,
) -> ServerSocket {
    let table = game.info.table.clone();
    let path = format!("/api/tables/{table}/socket");
    // Without a token the session's cookie opens the seat.
    let token = load_credentials(&table).map(|kept| kept.token).unwrap_or_default();
    let seat = game.seats.first().copied();
    let hello = ToServer::Hello { token: token.clone(), last: 0, seat };
    ServerSocket::connect(&path, move |event| {
        let now_ms = browser::now_ms();
        match event {
            SocketEvent::Open => {
                let Some(sockets) = sockets.upgrade() else { return };
                let sockets = sockets.borrow();
                if let Some((_, socket)) = sockets.iter().find(|(open, _)| *open == table) {
                    socket.send(&hello);
                }
            }
            SocketEvent::Lost => change(games, &table, |away| away.lose(now_ms)),
            SocketEvent::Message(text) => match serde_json::from_str::<ToClient>(&text) {
                Ok(ToClient::Moved { table: to, seat }) => {
                    note_move(app, &table, &to, token.clone(), seat);
                    app.waits_at.set(None);
                    app.go(Route::Table(to));
                }
                Ok(message) => {
                    if let ToClient::Declined { reason } = message {
                        app.declined.set(Some((table.clone(), reason)));
                    }
                    change(games, &table, |away| away.hear(message, now_ms));
                }
                Err(_) => {}
            },
        }
    })
}

/// Changes a game, if it is listed.
fn change(games: RwSignal<Vec<AwayGame>>, table: &GameId, change: impl FnOnce(&mut AwayGame)) {
    // The component may be gone.
    let Some(mut now) = games.try_get_untracked() else { return };
    if let Some(away) = now.iter_mut().find(|away| away.game.info.table == *table) {
        change(away);
        set(games, now);
    }
}

fn set(games: RwSignal<Vec<AwayGame>>, now: Vec<AwayGame>) {
    if games.try_with_untracked(|before| *before != now) == Some(true) {
        games.set(now);
    }
}
