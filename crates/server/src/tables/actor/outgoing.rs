//! Messages to the viewers' sockets.

use crate::tables::delayed::SeenTable;
use axum::extract::ws::Utf8Bytes;
use game::Observer;
use protocol::{SignedHead, Snapshot, ToClient};
use serde::Serialize;
use std::cell::RefCell;
use tokio::sync::mpsc;

/// Queue of messages to a viewer's socket. A viewer that reads too slowly loses its socket.
pub(crate) type Outbox = mpsc::Sender<Outgoing>;

/// Message in a viewer's queue.
pub(crate) enum Outgoing {
    /// JSON text, shared by all viewers who receive it.
    Text(Utf8Bytes),
    /// Snapshot for one viewer. The viewer's socket writes it, because that takes milliseconds for a
    /// long game and must not delay the table's players.
    Snapshot(Box<UnwrittenSnapshot>),
}

/// What a snapshot is made of: the table at a time, shared with its actor.
pub(crate) struct UnwrittenSnapshot {
    pub(super) seen: SeenTable,
    pub(super) observer: Observer,
    pub(super) head: SignedHead,
    pub(super) key: String,
}

impl UnwrittenSnapshot {
    pub(super) fn write(self) -> Snapshot {
        let UnwrittenSnapshot { seen, observer, head, key } = self;
        let mut snapshot = seen.table.snapshot(seen.now_ms.0, observer);
        snapshot.state.clocks = seen.clocks(snapshot.state.clocks);
        Snapshot { head: Some(head), key, ..snapshot }
    }
}

impl Outgoing {
    /// JSON text of the message.
    pub(crate) fn into_text(self) -> Utf8Bytes {
        match self {
            Outgoing::Text(text) => text,
            Outgoing::Snapshot(snapshot) => {
                text_of(&ToClient::Snapshot(Box::new(snapshot.write()))).unwrap_or_default()
            }
        }
    }
}

/// Queues a message; returns whether there was space.
pub(crate) fn send(outbox: &Outbox, message: &impl Serialize) -> bool {
    text_of(message).is_some_and(|text| outbox.try_send(Outgoing::Text(text)).is_ok())
}

/// Bytes of the largest message whose buffer is kept for the next one.
const KEPT_BYTES: usize = 16 * 1024;

thread_local! {
    /// Buffer in which messages are written.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// JSON text of a message. Serialisation cannot fail.
///
/// The text may be kept for viewers who come back, so its memory is exactly as long as the text.
pub(crate) fn text_of(message: &impl Serialize) -> Option<Utf8Bytes> {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        serde_json::to_writer(&mut *buffer, message).ok()?;
        let text = std::str::from_utf8(buffer).ok()?.into();
        if buffer.capacity() > KEPT_BYTES {
            *buffer = Vec::new();
        }
        Some(text)
    })
}
