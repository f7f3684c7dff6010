//! The end of a WebSocket.

use super::{Connection, Fate};
use crate::limits::FAREWELL;
use axum::extract::ws::{CloseCode, CloseFrame, Message, WebSocket, close_code};
use tokio::time::timeout;

/// Maximum length of the reason in a close frame, in bytes (RFC 6455).
const MAX_CLOSE_REASON_BYTES: usize = 123;

/// Completes when the connection is to be closed.
pub(crate) async fn ended(connection: Option<&Connection>) -> Fate {
    match connection {
        Some(connection) => connection.ended().await,
        None => std::future::pending().await,
    }
}

/// The close code and its reason for a connection that is to be closed.
pub(crate) fn farewell_of(fate: Fate) -> (CloseCode, &'static str) {
    match fate {
        Fate::Closing => (close_code::AWAY, "the server is closing or starting anew"),
        Fate::Shed => (close_code::AGAIN, "the server has too many connections"),
        Fate::Open => (close_code::NORMAL, ""),
    }
}

/// Sends a close frame and waits briefly for the client's.
pub(crate) async fn leave(mut socket: WebSocket, code: CloseCode, reason: &str) {
    let reason = &reason[..reason.floor_char_boundary(MAX_CLOSE_REASON_BYTES)];
    let frame = CloseFrame { code, reason: reason.into() };
    let goodbye = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    let _ = timeout(FAREWELL, goodbye).await;
}
