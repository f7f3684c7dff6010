//! The WebSocket of a viewer of the lobby.

use crate::{
    base::explain,
    limits::{
        FEED_EVERY, HELLO, LOBBY_MESSAGE_BYTES, LOBBY_MESSAGES, LOBBY_READ_BUFFER, LOBBY_SENT,
        LOBBY_WRITE_BUFFER, PULSE,
    },
    lobby::Lobby,
    net::{Connection, Rank, ended, farewell_of, leave},
};
use axum::extract::ws::{CloseCode, Message, WebSocket, WebSocketUpgrade, close_code};
use futures_util::SinkExt;
use protocol::{AccountId, DROP_AFTER_MS, FromLobby, ToLobby};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, timeout, timeout_at};

/// A client that is silent for this time counts as gone.
const QUIET: Duration = Duration::from_millis(DROP_AFTER_MS);

/// Sets the limits of a socket before it is opened.
pub(crate) fn limit(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(LOBBY_READ_BUFFER)
        .write_buffer_size(LOBBY_SENT)
        .max_write_buffer_size(LOBBY_SENT + LOBBY_WRITE_BUFFER)
        .max_message_size(LOBBY_MESSAGE_BYTES)
        .max_frame_size(LOBBY_MESSAGE_BYTES)
}

impl Lobby {
    /// Runs a viewer's socket to its end.
    pub(crate) async fn watch(
        self: Arc<Lobby>,
        mut socket: WebSocket,
        account: Option<AccountId>,
        connection: Option<Arc<Connection>>,
    ) {
        allow_message(connection.as_deref());
        let (code, reason) = tokio::select! {
            code = self.talk(&mut socket, account.as_ref(), connection.as_deref()) => (code, ""),
            fate = ended(connection.as_deref()) => farewell_of(fate),
        };
        leave(socket, code, reason).await;
    }

    /// Runs until either side closes.
    async fn talk(
        self: &Arc<Lobby>,
        socket: &mut WebSocket,
        account: Option<&AccountId>,
        connection: Option<&Connection>,
    ) -> CloseCode {
        let Ok(Some(Ok(Message::Text(hello)))) = timeout(HELLO, socket.recv()).await else {
            return close_code::NORMAL;
        };
        let (cursor, is_quiet) = match serde_json::from_str(&hello) {
            Ok(ToLobby::Hello { cursor, quiet }) => (cursor, quiet),
            Ok(ToLobby::Ping) => {
                refuse(socket, "hello", "the first message must be `hello`".to_owned()).await;
                return close_code::POLICY;
            }
            Err(error) => {
                refuse(socket, "json", explain(&error.to_string())).await;
                return close_code::POLICY;
            }
        };
        if let Some(connection) = connection {
            connection.set_rank(Rank::Spectator);
        }
        let _online = account.map(|account| self.online.enter(account));
        let _count = (!is_quiet).then(|| self.feed.enter());
        if !is_quiet {
            // The first viewer after a while gets no old state. If the store fails, the old one is
            // shown.
            let _ = self.refresh_feed(FEED_EVERY).await;
        }
        let mut changes = self.feed.changes();
        let mut challenges = self.challenges.changes();
        let mut incoming = None;
        let mut shown = self.feed.number_of(&cursor);
        let mut is_greeted = false;
        let mut gone_at = Instant::now() + QUIET;
        let mut pulse = tokio::time::interval(PULSE * 4);
        let mut messages = LOBBY_MESSAGES;
        loop {
            changes.mark_unchanged();
            challenges.mark_unchanged();
            let (number, mut texts) =
                if is_quiet { (0, Vec::new()) } else { self.feed.since(shown) };
            shown = Some(number);
            if let Some(account) = account {
                let now = self.challenges.incoming(account);
                if incoming.as_ref() != Some(&now) {
                    incoming = Some(now.clone());
                    let message = FromLobby::Challenges { incoming: now };
                    texts.push(serde_json::to_string(&message).unwrap_or_default().into());
                }
            }
            if !texts.is_empty() && !send_all(socket, &texts).await {
                return close_code::NORMAL;
            }
            // A page that has missed nothing learns at once that it is connected.
            if !is_greeted && texts.is_empty() && !send(socket, pong()).await {
                return close_code::NORMAL;
            }
            is_greeted = true;
            loop {
                tokio::select! {
                    biased;
                    changed = challenges.changed(), if account.is_some() => match changed {
                        Ok(()) => break,
                        Err(_) => return close_code::AWAY,
                    },
                    changed = changes.changed(), if !is_quiet => match changed {
                        Ok(()) => break,
                        Err(_) => return close_code::AWAY,
                    },
                    _ = pulse.tick() => {
                        // A client that sends more is dropped; a page sends one ping in seconds.
                        messages = LOBBY_MESSAGES;
                        if !send(socket, Message::Ping(Default::default())).await {
                            return close_code::NORMAL;
                        }
                    }
                    heard = timeout_at(gone_at, socket.recv()) => {
                        let Ok(Some(Ok(message))) = heard else { return close_code::NORMAL };
                        gone_at = Instant::now() + QUIET;
                        messages -= 1;
                        if messages == 0 {
                            return close_code::POLICY;
                        }
                        allow_message(connection);
                        match message {
                            Message::Close(_) => return close_code::NORMAL,
                            Message::Text(text) => {
                                let Ok(ToLobby::Ping) = serde_json::from_str(&text) else {
                                    let what = "expected `ping`".to_owned();
                                    refuse(socket, "json", what).await;
                                    return close_code::POLICY;
                                };
                                if !send(socket, pong()).await {
                                    return close_code::NORMAL;
                                }
                            }
                            Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => {}
                        }
                    }
                }
            }
        }
    }
}

/// Allows the bytes of one more message.
fn allow_message(connection: Option<&Connection>) {
    if let Some(connection) = connection {
        connection.allow_bytes(2 * (LOBBY_MESSAGE_BYTES + LOBBY_READ_BUFFER) as u64);
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(QUIET, socket.send(message)).await, Ok(Ok(())))
}

/// Sends texts together.
async fn send_all(socket: &mut WebSocket, texts: &[Arc<str>]) -> bool {
    let sending = async {
        for text in texts {
            socket.feed(Message::Text(text.as_ref().into())).await?;
        }
        socket.flush().await
    };
    matches!(timeout(QUIET, sending).await, Ok(Ok(())))
}

fn written(message: &FromLobby) -> Message {
    Message::Text(serde_json::to_string(message).unwrap_or_default().into())
}

fn pong() -> Message {
    written(&FromLobby::Pong)
}

async fn refuse(socket: &mut WebSocket, code: &str, message: String) {
    send(socket, written(&FromLobby::Error { code: code.to_owned(), message })).await;
}
