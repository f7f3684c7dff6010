//! A viewer of a table, and the messages that it receives.

use super::outgoing::{Outbox, Outgoing};
use crate::{
    accounts::{BlockList, Person},
    tables::{
        chat::{Reader, Room},
        shows::Show,
    },
};
use axum::extract::ws::Utf8Bytes;
use game::Observer;
use ipnet::IpNet;
use protocol::AccountId;
use std::{net::IpAddr, sync::Arc};

/// Connected socket.
pub(super) struct Viewer {
    pub(super) number: u64,
    pub(super) observer: Observer,
    /// Seats that the token opens; none for a spectator.
    pub(super) seats: Vec<u8>,
    pub(super) outbox: Outbox,
    pub(super) address: Option<IpAddr>,
    pub(super) person: Person,
    /// Whether the viewer reads the chat.
    pub(super) reads_chat: bool,
    /// Number by which the lines of a guest are recognised at this table.
    pub(super) guest: Option<u64>,
    /// The accounts that the person blocks; `None` for guests and outside the chat.
    pub(super) blocks: Option<Arc<BlockList>>,
    /// Held while only computers play.
    pub(super) show: Option<Show>,
}

/// The viewers that a message is meant for.
#[derive(Clone)]
pub(super) enum Audience {
    All,
    Observer(Observer),
    Seated,
    Seatless,
    /// The readers of a line by the author with this account and seat.
    Chat {
        room: Room,
        account: Option<AccountId>,
        seat: Option<u8>,
    },
}

impl Audience {
    /// Whether the message is meant for this viewer.
    pub(super) fn has(&self, viewer: &Viewer) -> bool {
        let is_seated = !viewer.seats.is_empty();
        match self {
            Audience::All => true,
            Audience::Observer(observer) => viewer.observer == *observer,
            Audience::Seated => is_seated,
            Audience::Seatless => !is_seated,
            Audience::Chat { room, account, seat } => {
                viewer.reads_chat && viewer.reader().reads(*room, account.as_ref(), *seat)
            }
        }
    }
}

impl Viewer {
    /// The viewer as a reader of the chat.
    pub(super) fn reader(&self) -> Reader<'_> {
        Reader { seats: &self.seats, blocks: self.blocks.as_deref() }
    }

    pub(super) fn is_open(&self) -> bool {
        !self.outbox.is_closed()
    }

    pub(super) fn is_in(&self, net: IpNet) -> bool {
        self.address.is_some_and(|address| net.contains(&address.to_canonical()))
    }

    /// Queues a message; returns whether there was space.
    pub(super) fn send(&self, text: &Utf8Bytes) -> bool {
        self.outbox.try_send(Outgoing::Text(text.clone())).is_ok()
    }
}
