//! Requests to a table's actor.

use super::{kept_computer::KeptComputer, outgoing::Outbox};
use crate::{
    accounts::{BlockList, Person},
    base::HubError,
    tables::{
        chat::{Author, SaidLine},
        standing::Standing,
        table_creation::JoiningPlayer,
    },
};
use game::{Observer, Seat};
use protocol::{AccountId, ChatWords, Command, GameId, Joined, SignedHead, TableInfo, ToClient};
use std::{net::IpAddr, sync::Arc};
use table::Table;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// Request of a viewer to watch the table.
pub(crate) struct Hello {
    /// Seat token; empty for a spectator.
    pub(crate) token: String,
    /// Last sequence number that the client has.
    pub(crate) last: u64,
    /// The seat to view, among the token's seats.
    pub(crate) seat: Option<u8>,
    /// Address of the client.
    pub(crate) address: Option<IpAddr>,
    /// The person.
    pub(crate) maker: Person,
}

/// Accepted viewer.
#[derive(Clone)]
pub(crate) struct Attached {
    /// Number of the viewer.
    pub(crate) viewer: u64,
    /// Seats of the viewer; none for a spectator.
    pub(crate) seats: Vec<u8>,
}

/// A table as it is now, for a reader outside the actor.
pub(crate) struct TableView {
    pub(crate) table: Arc<Table>,
    /// Number of events in the log.
    pub(crate) len: u64,
    /// The reader.
    pub(crate) observer: Observer,
    /// The signed head of the transcript, if it was asked for.
    pub(crate) head: Option<SignedHead>,
}

/// Step of a waiting host's way to another table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DepartureStep {
    /// The host is about to take a seat at that table.
    Leave(GameId),
    /// The host has this seat there.
    Move(Seat),
    /// The host goes on waiting here.
    Stay,
}

/// A host who waits alone at a table.
pub(crate) struct Mover {
    pub(crate) joining: JoiningPlayer,
    /// Hash of the token that opens the host's seat.
    pub(crate) token: String,
    /// Id of the table to which the host is moving.
    pub(crate) leaves_for: Option<GameId>,
}

/// Command received on a viewer's socket.
pub(crate) struct SeatCommand {
    /// Number of the viewer.
    pub(crate) viewer: u64,
    /// Client's id of the command.
    pub(crate) id: String,
    /// Last sequence number that the client has.
    pub(crate) expect: u64,
    /// The seat that acts.
    pub(crate) seat: u8,
    /// The command.
    pub(crate) command: Command,
    /// Network delay credited to the player, in milliseconds.
    pub(crate) lag_ms: u64,
    /// Permit held until the command is answered.
    pub(crate) permit: Option<OwnedSemaphorePermit>,
    /// Tracing span, open until the command is answered.
    pub(crate) span: tracing::Span,
}

pub(super) enum Request {
    Join {
        joining: JoiningPlayer,
        seat: Option<Seat>,
        /// Hash of the player's token; `None` for a new one.
        token: Option<String>,
        reply: oneshot::Sender<Result<Joined, HubError>>,
    },
    Waits {
        reply: oneshot::Sender<Option<bool>>,
    },
    Depart {
        step: DepartureStep,
        reply: oneshot::Sender<Result<(), HubError>>,
    },
    /// A message to the viewers with a seat, outside the sequence.
    Tell {
        message: Box<ToClient>,
    },
    Mover {
        reply: oneshot::Sender<Option<Mover>>,
    },
    Info {
        reply: oneshot::Sender<TableInfo>,
    },
    Live {
        reply: oneshot::Sender<Standing>,
    },
    Games {
        account: AccountId,
        reply: oneshot::Sender<Option<TableInfo>>,
    },
    /// Resigns on behalf of an account.
    Resign {
        account: AccountId,
        reply: oneshot::Sender<Result<(), HubError>>,
    },
    Close {
        token: String,
        reply: oneshot::Sender<Result<Vec<u8>, HubError>>,
    },
    View {
        token: String,
        is_signed: bool,
        reply: oneshot::Sender<TableView>,
    },
    Attach {
        hello: Hello,
        outbox: Outbox,
        reply: oneshot::Sender<Result<Attached, HubError>>,
    },
    Thought {
        seen: u64,
        seat: Seat,
        command: Option<Command>,
        kept: Option<Box<KeptComputer>>,
    },
    Queued {
        seat: Seat,
        place: u32,
    },
    Detach {
        viewer: u64,
    },
    EnterChat {
        viewer: u64,
        /// Random text of the viewer's page.
        guest: Option<String>,
        /// The accounts that the viewer blocks; `None` for guests.
        blocks: Option<Arc<BlockList>>,
    },
    /// A line that was said at another server.
    Relayed {
        said: SaidLine,
    },
    Say {
        viewer: u64,
        words: ChatWords,
        author: Author,
    },
    /// How often and for how long a viewer's page was hidden.
    Hidden {
        viewer: u64,
        times: u16,
        ms: u64,
    },
    /// The log has this number of events now.
    Refresh {
        events: u64,
    },
    /// The deadline has passed and no server has claimed it.
    Due,
    /// Send all viewers the clocks again.
    ResendClocks,
    /// Seats with a viewer at another server.
    Elsewhere {
        seats: Vec<u8>,
    },
}

impl Request {
    /// Whether the answer depends on what other servers have committed.
    pub(super) const fn needs_news(&self) -> bool {
        match self {
            Request::Thought { .. }
            | Request::Queued { .. }
            | Request::Detach { .. }
            | Request::Refresh { .. }
            | Request::ResendClocks
            | Request::EnterChat { .. }
            | Request::Relayed { .. }
            | Request::Say { .. }
            | Request::Hidden { .. }
            | Request::Tell { .. }
            | Request::Elsewhere { .. } => false,
            Request::Join { .. }
            | Request::Waits { .. }
            | Request::Depart { .. }
            | Request::Mover { .. }
            | Request::Info { .. }
            | Request::Live { .. }
            | Request::Games { .. }
            | Request::Resign { .. }
            | Request::Close { .. }
            | Request::View { .. }
            | Request::Attach { .. }
            | Request::Due => true,
        }
    }
}
