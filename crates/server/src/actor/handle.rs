use super::{
    computers::KeptComputer,
    viewers::{Viewers, text_of},
};
use crate::{
    error::HubError, limits::CONTESTANTS, live::Standing, seeks::Maker,
    table_creation::JoiningPlayer,
};
use game::Observer;
use game::Seat;
use games::Variant;
use protocol::{Command, Joined, SignedHead, Snapshot, TableInfo, ToClient};
use std::{
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};
use table::Table;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

/// Handle of a table's actor.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(super) queue: mpsc::Sender<Request>,
    /// Separate queue for the commands of seats, which do not wait behind other requests.
    pub(super) commands: mpsc::Sender<SeatCommand>,
    pub(super) progress: Arc<TableStatus>,
}

/// Snapshot of an actor's state, readable without waiting for the actor.
#[derive(Default)]
pub(crate) struct TableStatus {
    events: AtomicU64,
    viewers: AtomicUsize,
    /// Seats with a viewer, as a bit mask.
    seats: AtomicU8,
    /// Seats with a viewer at another server, as last sent to the actor.
    elsewhere: AtomicU8,
    /// Accounts that play here; empty once the game is over.
    members: Mutex<Vec<String>>,
    contest: Mutex<Contest>,
}

/// The game between people at a table, for refusing an engine's help to its players.
#[derive(Default)]
struct Contest {
    /// The game while it runs.
    variant: Option<Variant>,
    /// The people who have looked through a seat, the latest last.
    players: Vec<Maker>,
}

impl TableStatus {
    pub(super) fn set_members(&self, members: Vec<String>) {
        *self.members.lock().unwrap_or_else(PoisonError::into_inner) = members;
    }

    fn has_member(&self, account: &str) -> bool {
        let members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        members.iter().any(|member| member == account)
    }

    /// Notes the game between people that runs here. Returns what was noted before.
    pub(super) fn set_contest(&self, variant: Option<Variant>) -> Option<Variant> {
        std::mem::replace(&mut self.contest().variant, variant)
    }

    /// Notes a person who looks through a seat. Returns whether the person is new here.
    pub(super) fn add_player(&self, player: &Maker) -> bool {
        let players = &mut self.contest().players;
        if players.contains(player) {
            return false;
        }
        if players.len() == CONTESTANTS {
            players.remove(0);
        }
        players.push(player.clone());
        true
    }

    /// The people who have looked through a seat.
    pub(super) fn players(&self) -> Vec<Maker> {
        self.contest().players.clone()
    }

    fn contest(&self) -> MutexGuard<'_, Contest> {
        self.contest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note(&self, events: u64, viewers: &Viewers) {
        self.events.store(events, Relaxed);
        self.viewers.store(viewers.len(), Relaxed);
        self.seats.store(bits(viewers.own()), Relaxed);
    }
}

/// Bit mask of seats.
fn bits(seats: impl Iterator<Item = u8>) -> u8 {
    seats.fold(0, |bits, seat| bits | 1_u8.checked_shl(seat.into()).unwrap_or(0))
}

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
    pub(super) table: Arc<Table>,
    pub(super) now_ms: u64,
    pub(super) observer: Observer,
    pub(super) head: SignedHead,
    pub(super) key: String,
}

impl UnwrittenSnapshot {
    pub(super) fn write(self) -> Snapshot {
        let UnwrittenSnapshot { table, now_ms, observer, head, key } = self;
        Snapshot { head: Some(head), key, ..table.snapshot(now_ms, observer) }
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
    pub(crate) maker: Maker,
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

impl Handle {
    /// Number of log events that the actor knows.
    pub(crate) fn events(&self) -> u64 {
        self.progress.events.load(Relaxed)
    }

    /// Number of viewers at this server.
    pub(crate) fn viewers(&self) -> usize {
        self.progress.viewers.load(Relaxed)
    }

    /// Reports the log's number of events. A busy actor misses this; the hint is repeated.
    pub(crate) fn hint(&self, events: u64) {
        if self.events() < events {
            let _ = self.queue.try_send(Request::Refresh { events });
        }
    }

    /// Seats with a viewer here, as a string of digits.
    pub(crate) fn seats(&self) -> String {
        let seats = self.progress.seats.load(Relaxed);
        (0..8_u8)
            .filter(|seat| seats >> seat & 1 == 1)
            .map(|seat| char::from(b'0' + seat))
            .collect()
    }

    /// Reports the seats with a viewer at another server, as a string of digits.
    pub(crate) fn elsewhere(&self, seats: &str) {
        let seats: Vec<u8> = seats.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
        let bits = bits(seats.iter().copied());
        let known = self.progress.elsewhere.swap(bits, Relaxed);
        if known != bits && self.queue.try_send(Request::Elsewhere { seats }).is_err() {
            // The next report tries again.
            self.progress.elsewhere.store(known, Relaxed);
        }
    }

    /// Has the clocks and the presence sent again. A busy actor misses this; its viewers are
    /// corrected by the next event.
    pub(crate) fn resend_clocks(&self) {
        let _ = self.queue.try_send(Request::ResendClocks);
    }

    /// Reports that the deadline has passed.
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

    /// The running game as shown to spectators.
    pub(crate) async fn live(&self) -> Result<Standing, HubError> {
        self.ask(|reply| Request::Live { reply }).await
    }

    /// Whether the account plays at the table, without asking the actor.
    pub(crate) fn has_member(&self, account: &str) -> bool {
        self.progress.has_member(account)
    }

    /// The game between people that runs here, if one of these persons or this account plays it.
    /// The actor is not asked.
    pub(crate) fn contest_of(&self, persons: &[Maker], account: &str) -> Option<Variant> {
        let contest = self.progress.contest();
        let plays = || persons.iter().any(|person| contest.players.contains(person));
        contest.variant.filter(|_| plays() || self.has_member(account))
    }

    /// The running game, if this account plays it.
    pub(crate) async fn game_of(&self, account: String) -> Result<Option<TableInfo>, HubError> {
        self.ask(|reply| Request::Games { account, reply }).await
    }

    /// Ends the actor of a table without another player. It is gone when this returns.
    pub(crate) async fn close(&self, token: String) -> Result<(), HubError> {
        self.ask(|reply| Request::Close { token, reply }).await??;
        self.queue.closed().await;
        Ok(())
    }

    /// Whether a seated player waits for another; `None` if no seat is open.
    pub(crate) async fn waits(&self) -> Result<Option<bool>, HubError> {
        self.ask(|reply| Request::Waits { reply }).await
    }

    /// The table as it is now, for the token's seat or a spectator.
    pub(crate) async fn view(&self, token: String, is_signed: bool) -> Result<TableView, HubError> {
        self.ask(|reply| Request::View { token, is_signed, reply }).await
    }

    /// Adds a viewer.
    pub(crate) async fn attach(&self, hello: Hello, outbox: Outbox) -> Result<Attached, HubError> {
        self.ask(|reply| Request::Attach { hello, outbox, reply }).await?
    }

    /// Sends a command of a viewer with that seat to the actor. The answer comes through the
    /// viewer's outbox.
    ///
    /// # Errors
    /// [`HubError::Busy`] if the actor's queue is full; the command is not executed.
    pub(crate) fn command(&self, asked: SeatCommand) -> Result<(), HubError> {
        self.commands.try_send(asked).map_err(|_| HubError::Busy)
    }

    pub(crate) async fn detach(&self, viewer: u64) {
        let _ = self.queue.send(Request::Detach { viewer }).await;
    }
}
