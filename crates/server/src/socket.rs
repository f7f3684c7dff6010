//! A table's socket: one viewer.

use crate::{
    actor::{Asked, Handle, Hello},
    config::Source,
    error::HubError,
    lag::Lag,
    limits::{PULSE, READ_BUFFER, WAITING_MESSAGES, WRITE_BUFFER},
};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use protocol::{DROP_AFTER_MS, MESSAGE_BYTES, ToClient, ToServer};
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::{
    sync::mpsc,
    time::{Instant, timeout, timeout_at},
};

/// Limits a socket before it is opened.
pub(crate) fn limit(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
}

/// Runs a viewer's socket to its end.
pub(crate) async fn run(
    mut socket: WebSocket,
    table: Handle,
    address: Option<IpAddr>,
    source: Arc<dyn Source>,
) {
    let quiet = Duration::from_millis(DROP_AFTER_MS);
    let Ok(Some(Ok(Message::Text(hello)))) = timeout(quiet, socket.recv()).await else { return };
    let (outbox, inbox) = mpsc::channel(WAITING_MESSAGES);
    // Our own end of the queue is weak: when the actor drops its end, we are to close.
    let weak = outbox.downgrade();
    let attached = match serde_json::from_str(&hello) {
        Ok(ToServer::Hello { token, last, seat }) => {
            table.attach(Hello { token, last, seat, address }, outbox).await
        }
        Ok(_) => {
            Err(HubError::Refused(game::Refusal::new("hello", "the first message must be `hello`")))
        }
        Err(error) => Err(HubError::Refused(game::Refusal::new("json", error.to_string()))),
    };
    match attached {
        Ok(viewer) => {
            let lag = Lag::new(source);
            talk(&mut socket, &table, viewer, lag, weak, inbox).await;
            table.detach(viewer).await;
        }
        Err(error) => {
            let code = match &error {
                HubError::Refused(refusal) => refusal.code,
                HubError::NoTable(_)
                | HubError::Store(_)
                | HubError::Log(_)
                | HubError::Busy
                | HubError::NoChance(_) => "busy",
            };
            let message = ToClient::Error { code: code.into(), message: error.to_string() };
            let _ = socket.send(Message::Text(text_of(&message).into())).await;
        }
    }
    let _ = socket.send(Message::Close(None::<CloseFrame>)).await;
}

async fn talk(
    socket: &mut WebSocket,
    table: &Handle,
    viewer: u64,
    mut lag: Lag,
    outbox: mpsc::WeakSender<Arc<str>>,
    mut inbox: mpsc::Receiver<Arc<str>>,
) {
    let quiet = Duration::from_millis(DROP_AFTER_MS);
    let mut pulse = tokio::time::interval(PULSE);
    // A page that is there answers every pulse.
    let mut gone_at = Instant::now() + quiet;
    loop {
        // What waits to be told goes before what is asked, so that whoever only asks waits itself.
        tokio::select! {
            biased;
            _ = pulse.tick() => {
                let ping = Message::Ping(lag.ping().to_vec().into());
                if !matches!(timeout(quiet, socket.send(ping)).await, Ok(Ok(()))) {
                    return;
                }
            }
            text = inbox.recv() => {
                let Some(text) = text else { return };
                let sent = timeout(quiet, socket.send(Message::Text(text.as_ref().into()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
            heard = timeout_at(gone_at, socket.recv()) => {
                let Ok(Some(Ok(message))) = heard else { return };
                gone_at = Instant::now() + quiet;
                let text = match message {
                    Message::Text(text) => text,
                    Message::Close(_) => return,
                    Message::Pong(stamp) => {
                        lag.pong(&stamp);
                        continue;
                    }
                    Message::Binary(_) | Message::Ping(_) => continue,
                };
                let answer = match serde_json::from_str(&text) {
                    Ok(ToServer::Do { id, expect, seat, command }) => {
                        let lag_ms = lag.proven_ms();
                        let asked =
                            Asked { viewer, id: id.clone(), expect, seat, command, lag_ms };
                        match table.command(asked) {
                            Ok(()) => continue,
                            Err(busy) => {
                                let (code, message) = ("busy".into(), busy.to_string());
                                ToClient::Refused { id, code, message }
                            }
                        }
                    }
                    Ok(ToServer::Ping) => ToClient::Pong,
                    Ok(ToServer::Hello { .. }) => error("hello", "this socket has said hello already"),
                    Err(fault) => error("json", &fault.to_string()),
                };
                let Some(outbox) = outbox.upgrade() else { return };
                if outbox.try_send(text_of(&answer).into()).is_err() {
                    return;
                }
            }
        }
    }
}

fn error(code: &str, message: &str) -> ToClient {
    ToClient::Error { code: code.into(), message: message.into() }
}

fn text_of(message: &ToClient) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
