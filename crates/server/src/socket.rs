//! The WebSocket of a table's viewer.

mod lag;
mod pace;

use crate::{
    accounts::{Accounts, BlockList, Person, Visitor},
    base::{Env, HubError, explain},
    limits::{
        COMMANDS_UNDER_WAY, FAREWELL, HELLO, PULSE, READ_BUFFER, SENT_TOGETHER, WAITING_MESSAGES,
        WIRE_BYTES, WRITE_BUFFER,
    },
    net::{Connection, Fate, Rank, ended, farewell_of, leave},
    ops::spans,
    socket::lag::Lag,
    tables::{
        Attached, Author, Handle, Hello, Outgoing, SeatCommand, not_your_seat, refused, send,
        text_of,
    },
};
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade, close_code};
use futures_util::{SinkExt, future::BoxFuture};
use game::Refusal;
use pace::Pace;
use protocol::{Command, DROP_AFTER_MS, FromChat, MESSAGE_BYTES, ToClient, ToServer};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
    time::{Instant, timeout, timeout_at},
};

/// A client that is silent for this time counts as gone.
const QUIET: Duration = Duration::from_millis(DROP_AFTER_MS);

/// Sets the limits of a socket before it is opened.
pub(crate) fn limit(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(SENT_TOGETHER)
        .max_write_buffer_size(SENT_TOGETHER + WRITE_BUFFER)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
}

/// Runs a viewer's socket to its end.
pub(crate) async fn run(
    mut socket: WebSocket,
    table: Handle,
    visitor: Visitor,
    author: Author,
    accounts: Arc<Accounts>,
    connection: Option<Arc<Connection>>,
    env: Arc<dyn Env>,
) {
    let mut lag = Lag::new(env);
    allow_message(connection.as_deref());
    let hello = tokio::select! {
        hello = timeout(HELLO, socket.recv()) => hello,
        fate = ended(connection.as_deref()) => {
            let (code, reason) = farewell_of(fate);
            return leave(socket, code, reason).await;
        }
    };
    let greeted = match hello {
        Ok(Some(Ok(Message::Text(hello)))) => greeting(&hello, &visitor),
        Ok(Some(Ok(Message::Close(_))) | None) => return,
        Ok(Some(Ok(_))) => Err(Refusal::new("hello", "the first message must be text")),
        Ok(Some(Err(_))) => return leave(socket, close_code::POLICY, &unreadable()).await,
        Err(_) => {
            let message = format!("no `hello` came within {} s", HELLO.as_secs());
            Err(Refusal::new("hello", message))
        }
    };
    lag.greeted();
    let (outbox, inbox) = mpsc::channel(WAITING_MESSAGES);
    let (hello, rank) = match greeted {
        Ok(greeting) => greeting,
        Err(refusal) => return refuse(socket, &refusal.into()).await,
    };
    let Attached { viewer, seats } = match table.attach(hello, outbox.clone()).await {
        Ok(attached) => attached,
        Err(error) => return refuse(socket, &error).await,
    };
    if let Some(connection) = &connection {
        connection.set_rank(rank);
    }
    let mut talk = Talk {
        socket,
        table: table.clone(),
        connection: connection.clone(),
        viewer,
        seats,
        author,
        accounts,
        entering: None,
        blocks: None,
        lag,
        // The sender is weak here: the queue closes when the actor drops its own sender.
        outbox: outbox.downgrade(),
        inbox,
        pace: Pace::new(visitor.address.is_none()),
        commands: Arc::new(Semaphore::new(COMMANDS_UNDER_WAY)),
        gone_at: Instant::now() + QUIET,
    };
    drop(outbox);
    let (code, reason) = tokio::select! {
        end = talk.run() => match end {
            End::Client => (close_code::NORMAL, String::new()),
            End::Unreadable => (close_code::POLICY, unreadable()),
            End::Silent => {
                (close_code::POLICY, format!("nothing was heard for {} s", QUIET.as_secs()))
            }
            End::Table => (close_code::AGAIN, "the table has let this viewer go; open it anew".into()),
        },
        fate = ended(connection.as_deref()) => {
            if fate == Fate::Closing {
                talk.say_farewell().await;
            }
            let (code, reason) = farewell_of(fate);
            (code, reason.to_owned())
        }
    };
    table.detach(viewer).await;
    leave(talk.socket, code, &reason).await;
}

/// Reason to close a socket whose message cannot be read.
fn unreadable() -> String {
    format!("a message is no valid text of at most {MESSAGE_BYTES} bytes in few frames")
}

/// Allows the bytes of one more message.
fn allow_message(connection: Option<&Connection>) {
    if let Some(connection) = connection {
        connection.allow_bytes(WIRE_BYTES);
    }
}

/// Parses the first message, and the connection's rank from it.
fn greeting(text: &str, visitor: &Visitor) -> Result<(Hello, Rank), Refusal> {
    match serde_json::from_str(text) {
        Ok(ToServer::Hello { token, last, seat }) => {
            let rank = if token.is_empty() { Rank::Spectator } else { Rank::Seat };
            let (address, maker) = (visitor.address, Person::of(visitor));
            Ok((Hello { token, last, seat, address, maker }, rank))
        }
        Ok(_) => Err(Refusal::new("hello", "the first message must be `hello`")),
        Err(error) => Err(Refusal::new("json", explain(&error.to_string()))),
    }
}

async fn refuse(mut socket: WebSocket, error: &HubError) {
    let (code, close) = match error {
        HubError::Refused(refusal) => (refusal.code, close_code::POLICY),
        HubError::TooOften => ("too-often", close_code::AGAIN),
        HubError::NoTable(_)
        | HubError::Store(_)
        | HubError::Log(_)
        | HubError::CutOff
        | HubError::Busy
        | HubError::ArbiterKey(_)
        | HubError::RngError(_) => ("busy", close_code::AGAIN),
    };
    let message = ToClient::Error { code: code.into(), message: error.to_string() };
    let _ = timeout(FAREWELL, socket.send(written(&message))).await;
    leave(socket, close, &error.to_string()).await;
}

/// Why a conversation ends.
enum End {
    /// The client has closed the socket or is gone.
    Client,
    /// The client has sent a message that cannot be read.
    Unreadable,
    /// The client has not answered for too long.
    Silent,
    /// The table has let the viewer go, because it reads too slowly, or the table is gone.
    Table,
}

/// Reads the accounts that a client blocks, whose lines it must not receive. Returns them with the
/// random text of the client's page.
type Entering = BoxFuture<'static, (Option<String>, Arc<BlockList>)>;

/// Accepted socket.
struct Talk {
    socket: WebSocket,
    table: Handle,
    connection: Option<Arc<Connection>>,
    viewer: u64,
    seats: Vec<u8>,
    /// Author of this client's chat lines.
    author: Author,
    accounts: Arc<Accounts>,
    /// The client's way into the chat.
    entering: Option<Entering>,
    /// The accounts that the client blocks, once they are read; `None` for guests.
    blocks: Option<Arc<BlockList>>,
    lag: Lag,
    outbox: mpsc::WeakSender<Outgoing>,
    inbox: mpsc::Receiver<Outgoing>,
    pace: Pace,
    /// Permits for commands that wait for their answers.
    commands: Arc<Semaphore>,
    /// Time at which a silent client counts as gone. A live page answers every ping.
    gone_at: Instant,
}

impl Talk {
    /// Runs until either side closes.
    async fn run(&mut self) -> End {
        let mut pulse = tokio::time::interval(PULSE);
        // A message is read only when the client's rate allows it, so a fast client is slowed down
        // and still answered. None overtakes the client's way into the chat.
        let mut turn = None;
        loop {
            let may_read = turn.is_some() && self.entering.is_none();
            let goes_on = tokio::select! {
                biased;
                _ = pulse.tick() => {
                    let ping = self.lag.ping().to_vec();
                    self.send(Message::Ping(ping.into())).await
                }
                message = self.inbox.recv() => match message {
                    Some(message) => self.tell(message).await,
                    None => return End::Table,
                },
                (guest, blocks) = entered(&mut self.entering) => {
                    self.entering = None;
                    self.blocks = Some(blocks);
                    self.enter_chat(guest)
                }
                permit = next_turn(&self.pace, &self.commands), if turn.is_none() => {
                    turn = permit;
                    turn.is_some()
                }
                heard = timeout_at(self.gone_at, self.socket.recv()), if may_read => {
                    match (heard, turn.take()) {
                        (Ok(Some(Ok(message))), Some(permit)) => self.hear(message, permit),
                        (Ok(Some(Err(_))), _) => return End::Unreadable,
                        (Err(_), _) => return End::Silent,
                        _ => false,
                    }
                }
            };
            if !goes_on {
                return End::Client;
            }
        }
    }

    /// Sends a message together with queued ones, so that an update and its acknowledgement share
    /// a packet.
    async fn tell(&mut self, first: Outgoing) -> bool {
        let telling = async {
            self.socket.feed(Message::Text(first.into_text())).await?;
            self.feed_waiting().await?;
            self.socket.flush().await
        };
        matches!(timeout(QUIET, telling).await, Ok(Ok(())))
    }

    /// Writes the queued messages. Messages queued in the meantime may follow later.
    async fn feed_waiting(&mut self) -> Result<(), axum::Error> {
        for _ in 0..WAITING_MESSAGES {
            let Ok(message) = self.inbox.try_recv() else { break };
            self.socket.feed(Message::Text(message.into_text())).await?;
        }
        Ok(())
    }

    async fn send(&mut self, message: Message) -> bool {
        matches!(timeout(QUIET, self.socket.send(message)).await, Ok(Ok(())))
    }

    /// Handles a message. Returns whether the socket continues.
    fn hear(&mut self, message: Message, permit: OwnedSemaphorePermit) -> bool {
        self.gone_at = Instant::now() + QUIET;
        self.pace.count();
        allow_message(self.connection.as_deref());
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return false,
            Message::Pong(stamp) => {
                self.lag.pong(&stamp);
                return true;
            }
            Message::Binary(_) | Message::Ping(_) => return true,
        };
        let answer = match serde_json::from_str(&text) {
            Ok(ToServer::Do { id, expect, seat, command }) => {
                self.pass_on(id, expect, seat, command, permit)
            }
            Ok(ToServer::EnterChat { guest }) => {
                return self.read_blocks(guest);
            }
            Ok(ToServer::Say { words }) => {
                let author = self.author.clone();
                return self.pass_on_chat(self.table.say(self.viewer, words, author));
            }
            Ok(ToServer::Hidden { times, ms }) => {
                self.table.note_hidden(self.viewer, times, ms);
                return true;
            }
            Ok(ToServer::Ping) => Some(ToClient::Pong),
            Ok(ToServer::Hello { .. }) => {
                Some(error("hello", "this socket has said hello already"))
            }
            Err(fault) => Some(error("json", &explain(&fault.to_string()))),
        };
        let Some(answer) = answer else { return true };
        let Some(outbox) = self.outbox.upgrade() else { return false };
        send(&outbox, &answer)
    }

    /// Begins to read the accounts that the client blocks, before it enters the chat. A guest enters
    /// at once. Returns whether the socket continues.
    fn read_blocks(&mut self, guest: Option<String>) -> bool {
        let account = self.author.account.clone().filter(|_| self.blocks.is_none());
        let Some(account) = account else { return self.enter_chat(guest) };
        let accounts = self.accounts.clone();
        self.entering = Some(Box::pin(async move {
            let blocks = accounts.block_list(&account).await;
            (guest, blocks)
        }));
        true
    }

    /// Enters the chat. Returns whether the socket continues.
    fn enter_chat(&self, guest: Option<String>) -> bool {
        self.pass_on_chat(self.table.enter_chat(self.viewer, guest, self.blocks.clone()))
    }

    /// Answers a message of the chat if the table cannot take it. Returns whether the socket
    /// continues.
    fn pass_on_chat(&self, taken: Result<(), HubError>) -> bool {
        let Err(busy) = taken else { return true };
        let Some(outbox) = self.outbox.upgrade() else { return false };
        let (code, values) = ("busy".into(), Vec::new());
        send(&outbox, &FromChat::ChatRefused { code, values, message: busy.to_string() })
    }

    /// Sends a command to the table. Returns the answer if the table cannot take it.
    fn pass_on(
        &self,
        id: String,
        expect: u64,
        seat: u8,
        command: Command,
        permit: OwnedSemaphorePermit,
    ) -> Option<ToClient> {
        if !self.seats.contains(&seat) {
            // Rejected here, so that such commands do not delay the players at the table.
            return Some(refused(id, not_your_seat()));
        }
        let (viewer, lag_ms, permit) = (self.viewer, self.lag.proven_ms(), Some(permit));
        let span = spans::command(&command);
        let asked =
            SeatCommand { viewer, id: id.clone(), expect, seat, command, lag_ms, permit, span };
        let busy = self.table.command(asked).err()?;
        Some(refused(id, Refusal::new("busy", busy.to_string())))
    }

    /// The server shuts down: running commands are answered, then the close frame follows.
    async fn say_farewell(&mut self) {
        let all = COMMANDS_UNDER_WAY as u32;
        let commands = self.commands.clone();
        let _ = timeout(FAREWELL, commands.acquire_many(all)).await;
        let farewell = async {
            self.feed_waiting().await?;
            self.socket.send(written(&ToClient::Closing)).await
        };
        let _ = timeout(FAREWELL, farewell).await;
    }
}

/// Completes when the accounts that a client blocks are read; never if the client enters no chat.
async fn entered(entering: &mut Option<Entering>) -> (Option<String>, Arc<BlockList>) {
    match entering {
        Some(entering) => entering.await,
        None => std::future::pending().await,
    }
}

/// Completes when another message may be read and be a command. The semaphore is never closed.
async fn next_turn(pace: &Pace, commands: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    pace.ready().await;
    commands.clone().acquire_owned().await.ok()
}

fn error(code: &str, message: &str) -> ToClient {
    ToClient::Error { code: code.into(), message: message.into() }
}

/// WebSocket message with the JSON text.
fn written(message: &ToClient) -> Message {
    Message::Text(text_of(message).unwrap_or_default())
}
