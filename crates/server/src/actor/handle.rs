use super::{computers::KeptComputer, viewers::Viewers};
use crate::{error::HubError, live::Standing, opening::JoiningPlayer};
use game::Seat;
use protocol::{Command, Joined, TableInfo, TableTranscript};
use std::{
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};
use table::GameExport;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

/// What others hold of a table's actor.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(super) queue: mpsc::Sender<Request>,
    /// What seats ask for, apart: no crowd of others stands before them.
    pub(super) commands: mpsc::Sender<Asked>,
    pub(super) progress: Arc<Progress>,
}

/// How far an actor is, for whoever must not wait for it.
#[derive(Default)]
pub(crate) struct Progress {
    events: AtomicU64,
    viewers: AtomicUsize,
    /// The seats that somebody looks through, each a bit.
    seats: AtomicU8,
    /// Those that somebody looks through at other servers, as the actor was told.
    elsewhere: AtomicU8,
    /// The accounts that play here, until the game is over.
    members: Mutex<Vec<String>>,
}

impl Progress {
    pub(super) fn set_members(&self, members: Vec<String>) {
        *self.members.lock().unwrap_or_else(PoisonError::into_inner) = members;
    }

    fn has_member(&self, account: &str) -> bool {
        let members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        members.iter().any(|member| member == account)
    }

    pub(super) fn note(&self, events: u64, viewers: &Viewers) {
        self.events.store(events, Relaxed);
        self.viewers.store(viewers.len(), Relaxed);
        self.seats.store(bits(viewers.own()), Relaxed);
    }
}

/// Seats, each a bit.
fn bits(seats: impl Iterator<Item = u8>) -> u8 {
    seats.fold(0, |bits, seat| bits | 1_u8.checked_shl(seat.into()).unwrap_or(0))
}

/// What a viewer's socket gets; closed when it reads too slowly.
pub(crate) type Outbox = mpsc::Sender<Arc<str>>;

/// Who wants to look on.
pub(crate) struct Hello {
    /// Empty for a spectator.
    pub(crate) token: String,
    /// The last sequence seen.
    pub(crate) last: u64,
    /// Through which of the token's seats.
    pub(crate) seat: Option<u8>,
    /// From where.
    pub(crate) address: Option<IpAddr>,
}

/// A viewer that was let in.
#[derive(Clone)]
pub(crate) struct Attached {
    /// Its number.
    pub(crate) viewer: u64,
    /// The seats it looks through; none for a spectator.
    pub(crate) seats: Vec<u8>,
}

/// A command as a viewer's socket heard it.
pub(crate) struct Asked {
    /// The viewer's number.
    pub(crate) viewer: u64,
    /// The client's id of it.
    pub(crate) id: String,
    /// The last sequence the client has seen.
    pub(crate) expect: u64,
    /// The seat that acts.
    pub(crate) seat: u8,
    /// What it asks for.
    pub(crate) command: Command,
    /// Milliseconds the network can be shown to have taken.
    pub(crate) lag_ms: u64,
    /// Held until it is answered.
    pub(crate) permit: Option<OwnedSemaphorePermit>,
    /// In a trace, until it is answered.
    pub(crate) span: tracing::Span,
}

pub(super) enum Request {
    Join {
        joining: JoiningPlayer,
        seat: Option<Seat>,
        reply: oneshot::Sender<Result<Joined, HubError>>,
    },
    Waits {
        reply: oneshot::Sender<Option<bool>>,
    },
    Info {
        reply: oneshot::Sender<TableInfo>,
    },
    Live {
        reply: oneshot::Sender<Standing>,
    },
    Games {
        account: String,
        reply: oneshot::Sender<Option<TableInfo>>,
    },
    Close {
        token: String,
        reply: oneshot::Sender<Result<(), HubError>>,
    },
    Transcript {
        reply: oneshot::Sender<TableTranscript>,
    },
    Export {
        token: String,
        reply: oneshot::Sender<Option<GameExport>>,
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
    /// The log has so many events by now.
    Look {
        events: u64,
    },
    /// Its deadline has passed, and nobody else looks after it.
    Due,
    /// Somebody looks through these seats at other servers.
    Elsewhere {
        seats: Vec<u8>,
    },
}

impl Handle {
    /// How many events of its log the actor knows.
    pub(crate) fn events(&self) -> u64 {
        self.progress.events.load(Relaxed)
    }

    /// How many look on here.
    pub(crate) fn viewers(&self) -> usize {
        self.progress.viewers.load(Relaxed)
    }

    /// Tells the actor that its log has so many events by now. One that is too busy to hear it is
    /// told again.
    pub(crate) fn hint(&self, events: u64) {
        if self.events() < events {
            let _ = self.queue.try_send(Request::Look { events });
        }
    }

    /// The seats that somebody looks through here, each a digit.
    pub(crate) fn seats(&self) -> String {
        let seats = self.progress.seats.load(Relaxed);
        (0..8_u8)
            .filter(|seat| seats >> seat & 1 == 1)
            .map(|seat| char::from(b'0' + seat))
            .collect()
    }

    /// Tells the actor through which seats, each a digit, somebody looks at other servers.
    pub(crate) fn elsewhere(&self, seats: &str) {
        let seats: Vec<u8> = seats.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
        let bits = bits(seats.iter().copied());
        let known = self.progress.elsewhere.swap(bits, Relaxed);
        if known != bits && self.queue.try_send(Request::Elsewhere { seats }).is_err() {
            // Told again next time.
            self.progress.elsewhere.store(known, Relaxed);
        }
    }

    /// Tells the actor that its deadline has passed.
    pub(crate) fn due(&self) {
        let _ = self.queue.try_send(Request::Due);
    }

    pub(crate) fn is_alive(&self) -> bool {
        !self.queue.is_closed()
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<T, HubError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(request(reply)).await.map_err(|_| HubError::Busy)?;
        answer.await.map_err(|_| HubError::Busy)
    }

    pub(crate) async fn join(
        &self,
        joining: JoiningPlayer,
        seat: Option<Seat>,
    ) -> Result<Joined, HubError> {
        self.ask(|reply| Request::Join { joining, seat, reply }).await?
    }

    pub(crate) async fn info(&self) -> Result<TableInfo, HubError> {
        self.ask(|reply| Request::Info { reply }).await
    }

    /// How it stands, for whoever may look on.
    pub(crate) async fn live(&self) -> Result<Standing, HubError> {
        self.ask(|reply| Request::Live { reply }).await
    }

    /// Whether the account plays at the table. The actor is not asked.
    pub(crate) fn has_member(&self, account: &str) -> bool {
        self.progress.has_member(account)
    }

    /// The game, if this account plays it and it goes on.
    pub(crate) async fn game_of(&self, account: String) -> Result<Option<TableInfo>, HubError> {
        self.ask(|reply| Request::Games { account, reply }).await
    }

    /// Ends the actor of a table at which nobody else has sat down; it is gone when this returns.
    pub(crate) async fn close(&self, token: String) -> Result<(), HubError> {
        self.ask(|reply| Request::Close { token, reply }).await??;
        self.queue.closed().await;
        Ok(())
    }

    pub(crate) async fn transcript(&self) -> Result<TableTranscript, HubError> {
        self.ask(|reply| Request::Transcript { reply }).await
    }

    /// Whether somebody sits there and waits for another; `None` when no seat is open.
    pub(crate) async fn waits(&self) -> Result<Option<bool>, HubError> {
        self.ask(|reply| Request::Waits { reply }).await
    }

    /// The game as the token's seat, or a spectator, may know it; `None` before it has begun.
    pub(crate) async fn export(&self, token: String) -> Result<Option<GameExport>, HubError> {
        self.ask(|reply| Request::Export { token, reply }).await
    }

    /// Begins to tell a viewer.
    pub(crate) async fn attach(&self, hello: Hello, outbox: Outbox) -> Result<Attached, HubError> {
        self.ask(|reply| Request::Attach { hello, outbox, reply }).await?
    }

    /// Passes a command of a viewer with that seat on. Whatever it comes to is answered through the
    /// viewer's outbox.
    ///
    /// # Errors
    /// [`HubError::Busy`] when the table has too much to do: then nothing happens.
    pub(crate) fn command(&self, asked: Asked) -> Result<(), HubError> {
        self.commands.try_send(asked).map_err(|_| HubError::Busy)
    }

    pub(crate) async fn detach(&self, viewer: u64) {
        let _ = self.queue.send(Request::Detach { viewer }).await;
    }
}
