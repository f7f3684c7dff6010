//! Messages to the viewers' sockets.

use crate::tables::delayed::SeenTable;
use game::Observer;
use protocol::{SignedHead, Snapshot, ToClient};
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Queue of messages to a viewer's socket. A viewer that reads too slowly loses its socket.
pub(crate) type Outbox = mpsc::Sender<Outgoing>;

/// Message in a viewer's queue.
pub(crate) enum Outgoing {
    /// JSON text.
    Text(Arc<str>),
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
    pub(crate) fn into_text(self) -> Arc<str> {
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

/// JSON text of a message. Serialisation cannot fail.
pub(crate) fn text_of(message: &impl Serialize) -> Option<Arc<str>> {
    serde_json::to_string(message).ok().map(Arc::from)
}
