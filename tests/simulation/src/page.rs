//! A client: what it has received, what it has sent, and what follows from that.

use crate::{disk::Disk, world::World};
use commit_reveal::Salt;
use game::{Observer, Seat};
use games::{AnyView, Variant};
use protocol::{Command, Snapshot, State, ToClient, ToServer, TurnState, Update, UpdateEvent};
use server::Env;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::sync::mpsc;

/// A page, which survives its connections.
pub(crate) struct Page {
    pub(crate) name: String,
    number: u64,
    /// Index of its first table in the script.
    pub(crate) table: usize,
    seats: u8,
    token: String,
    memory: Mutex<Memory>,
}

/// State of a page.
struct Memory {
    /// Current table and seat; a rematch changes both.
    table: String,
    seat: Option<u8>,
    /// Number of the last update received.
    n: u64,
    state: Option<State>,
    rules: Option<(Variant, String)>,
    uses_seed: bool,
    connection: Option<mpsc::UnboundedSender<Outgoing>>,
    connections: usize,
    connected_ms: u64,
    /// Commands without an answer.
    waiting: BTreeMap<String, Waiting>,
    commands: u64,
    last: Option<(String, Command)>,
    reads_again_ms: u64,
    may_stall_ms: u64,
    /// Id of the rematch's table, to which the page is about to move.
    next_table: Option<String>,
}

struct Waiting {
    command: Command,
    /// Number of answers that the current connection still owes.
    owed: u32,
}

/// An order to a page's connection.
pub(crate) enum Outgoing {
    Text(String),
    /// Break without closing.
    Cut,
}

impl Page {
    pub(crate) fn new(
        (name, number): (String, u64),
        (table, seats): (usize, u8),
        id: &str,
        (seat, token): (Option<u8>, &str),
    ) -> Page {
        let memory = Memory {
            table: id.to_owned(),
            seat,
            n: 0,
            state: None,
            rules: None,
            uses_seed: false,
            connection: None,
            connections: 0,
            connected_ms: 0,
            waiting: BTreeMap::new(),
            commands: 0,
            last: None,
            reads_again_ms: 0,
            may_stall_ms: 0,
            next_table: None,
        };
        let memory = Mutex::new(memory);
        Page { name, number, table, seats, token: token.to_owned(), memory }
    }

    pub(crate) fn seat(&self) -> Option<u8> {
        self.memory().seat
    }

    pub(crate) fn observer(&self) -> Observer {
        self.memory().observer()
    }

    pub(crate) fn table_id(&self) -> String {
        self.memory().table.clone()
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.memory().connection.is_some()
    }

    /// Number of connections so far.
    pub(crate) fn connections(&self) -> usize {
        self.memory().connections
    }

    /// Id of a command without an answer on the current connection, if any.
    pub(crate) fn unanswered(&self) -> Option<String> {
        let memory = self.memory();
        memory.waiting.iter().find(|(_, waiting)| waiting.owed > 0).map(|(id, _)| id.clone())
    }

    pub(crate) fn seen(&self) -> u64 {
        self.memory().n
    }

    /// Moves to the agreed rematch, in which the seats rotate.
    pub(crate) fn go_on(&self) {
        let mut memory = self.memory();
        if let Some(table) = memory.next_table.take() {
            memory.table = table;
            memory.seat = memory.seat.map(|seat| (seat + 1) % self.seats);
            memory.n = 0;
            memory.state = None;
            memory.waiting.clear();
            memory.last = None;
        }
    }

    /// Starts a connection; returns its first message.
    pub(crate) fn connected(
        &self,
        now_ms: u64,
        outgoing: mpsc::UnboundedSender<Outgoing>,
    ) -> String {
        let mut memory = self.memory();
        memory.connection = Some(outgoing);
        memory.connections += 1;
        memory.connected_ms = now_ms;
        // A delayed pong matters only if it is the first of the connection.
        memory.reads_again_ms = 0;
        text_of(&ToServer::Hello { token: self.token.clone(), last: memory.n, seat: None })
    }

    /// Ends the connection: its commands are owed no answer, and will be sent again.
    pub(crate) fn disconnected(&self) {
        let mut memory = self.memory();
        memory.connection = None;
        memory.waiting.values_mut().for_each(|waiting| waiting.owed = 0);
    }

    /// Breaks the connection.
    pub(crate) fn cut(&self) {
        self.send(Outgoing::Cut);
    }

    /// Stops reading for a while, rarely enough that only one pong in five is delayed.
    pub(crate) fn stall(&self, now_ms: u64, ms: u64) {
        let mut memory = self.memory();
        if memory.connection.is_some()
            && now_ms >= memory.may_stall_ms
            && now_ms >= memory.connected_ms + 10_000
        {
            memory.reads_again_ms = now_ms + ms;
            memory.may_stall_ms = now_ms + ms + 30_000;
        }
    }

    pub(crate) fn reads_again_ms(&self) -> u64 {
        self.memory().reads_again_ms
    }

    /// Resumes reading.
    pub(crate) fn wake(&self) {
        self.memory().reads_again_ms = 0;
    }

    /// The legal actions of its seat, if it is to act.
    pub(crate) fn legal(&self) -> Vec<String> {
        let memory = self.memory();
        let Some(((variant, options), state)) = memory.rules.as_ref().zip(memory.state.as_ref())
        else {
            return Vec::new();
        };
        let acts = match state.turn {
            TurnState::Seat { seat } => Some(seat) == memory.seat,
            TurnState::Setup { you } => you,
            TurnState::Waiting | TurnState::Over => false,
        };
        if !acts {
            return Vec::new();
        }
        let view = AnyView::from_text(*variant, options, memory.observer(), &state.position);
        view.map_or_else(
            |_| Vec::new(),
            |view| view.legal().iter().map(ToString::to_string).collect(),
        )
    }

    /// Its salt for the random seed while the game waits for it: first the commitment, then the
    /// salt. The table checks the others' commitments.
    pub(crate) fn share(&self, is_fixed: bool) -> Option<Command> {
        let memory = self.memory();
        let waits = memory.state.as_ref().is_some_and(|state| state.turn == TurnState::Waiting);
        memory.seat.filter(|_| waits && memory.uses_seed)?;
        // All pages use the same salt, so one may be sent in place of another.
        let salt: Salt = "5a".repeat(16).parse().ok()?;
        Some(if is_fixed {
            Command::RevealSalt { salt: salt.to_string() }
        } else {
            Command::CommitSalt { commitment: salt.commitment().to_string() }
        })
    }

    /// The last command and its id.
    pub(crate) fn last(&self) -> Option<(String, Command)> {
        self.memory().last.clone()
    }

    /// Sends a command if the page is connected and has a seat, as if it lacked the last `behind`
    /// events.
    pub(crate) fn say(&self, world: &World, command: Command, behind: u64) -> Option<String> {
        let id = {
            let mut memory = self.memory();
            memory.commands += 1;
            // The page number comes first, so that the ids of a flood differ in their last digits.
            format!("{:016x}{:016x}", self.number ^ (world.script.seed << 8), memory.commands)
        };
        self.say_as(world, &id, command, behind).then_some(id)
    }

    /// Sends a command with an id; returns whether it was sent.
    pub(crate) fn say_as(&self, world: &World, id: &str, command: Command, behind: u64) -> bool {
        let mut memory = self.memory();
        let (Some(seat), true) = (memory.seat, memory.connection.is_some()) else { return false };
        let expect = memory.n.saturating_sub(behind);
        memory.last = Some((id.to_owned(), command.clone()));
        let message = ToServer::Do { id: id.to_owned(), expect, seat, command: command.clone() };
        let waiting = Waiting { command, owed: 0 };
        memory.waiting.entry(id.to_owned()).or_insert(waiting).owed += 1;
        world.sent(id, &memory.table);
        drop(memory);
        self.send(Outgoing::Text(text_of(&message)));
        true
    }

    /// Handles a message; returns whether to keep the connection.
    pub(crate) fn hear(&self, world: &World, text: &str) -> bool {
        world.note(&self.name, text);
        self.check_secrets(world, text);
        match serde_json::from_str(text) {
            Ok(ToClient::Snapshot(snapshot)) => self.begin(world, *snapshot),
            Ok(ToClient::Update(update)) => return self.follow(world, *update),
            Ok(ToClient::Ack { id, n }) => {
                self.answered(world, &id);
                if n > self.seen() {
                    world.fail(
                        "an acknowledged player has received the update",
                        format!("{}: {text}", self.name),
                    );
                }
                if let Some(seat) = self.seat() {
                    world.acknowledged(&id, seat, &self.table_id());
                }
            }
            Ok(ToClient::Refused { id, code, .. }) => {
                self.answered(world, &id);
                world.refused(&id, &code, &self.table_id());
            }
            Ok(ToClient::Error { code, message }) => self.turned_away(world, &code, &message),
            Ok(ToClient::Stalled { clocks }) => {
                if clocks.is_some_and(|clocks| clocks.running.is_some()) {
                    world.fail("clocks are stopped while the store fails", text);
                }
            }
            Ok(
                ToClient::Pong
                | ToClient::Closing
                | ToClient::Queued { .. }
                | ToClient::Presence { .. },
            ) => {}
            Ok(ToClient::Moved { .. } | ToClient::Declined { .. }) => {
                world.fail("only hosts who wait alone are moved or declined", text);
            }
            Err(error) => world.fail("messages can be parsed", format!("{error}: {text}")),
        }
        true
    }

    fn check_secrets(&self, world: &World, text: &str) {
        let table = self.table_id();
        check(world, &table, |disk| {
            disk.with_oracle(&table, |oracle| oracle.check_secrets(self.observer(), text))
        });
        if world.has_token(text) {
            world.fail("no viewer receives a secret", format!("{} hears a token", self.name));
        }
    }

    fn begin(&self, world: &World, snapshot: Snapshot) {
        let mut memory = self.memory();
        let is_back = snapshot.n < memory.n;
        if is_back && !world.disk.has_lied(&memory.table) {
            let what = format!("{}: from {} back to {}", self.name, memory.n, snapshot.n);
            world.fail("sent updates are final", what);
        }
        check(world, &memory.table, |disk| {
            disk.with_oracle(&memory.table, |oracle| {
                oracle.check_snapshot(memory.observer(), &snapshot)
            })
        });
        memory.n = snapshot.n;
        memory.uses_seed = !snapshot.commitment.is_empty();
        memory.rules = snapshot.variant.parse().ok().zip(Some(snapshot.options));
        memory.state = Some(snapshot.state);
        self.send_again(world, memory);
    }

    fn follow(&self, world: &World, update: Update) -> bool {
        let mut memory = self.memory();
        if update.n > memory.n + 1 {
            let what = format!("{}: {} after {}", self.name, update.n, memory.n);
            world.fail("a viewer's sequence has no gaps", what);
        }
        check(world, &memory.table, |disk| {
            disk.with_oracle(&memory.table, |oracle| {
                oracle.check_update(memory.observer(), &update)
            })
        });
        if update.n <= memory.n {
            // After a command with an old sequence number the server repeats updates that were on
            // their way.
            return true;
        }
        memory.n = update.n;
        memory.state = Some(update.state);
        if let UpdateEvent::Rematch { table } = update.event {
            memory.next_table = Some(table.into_string());
            return false;
        }
        self.send_again(world, memory);
        true
    }

    /// Sends commands again that had no answer when the connection broke, once the state is known.
    fn send_again(&self, world: &World, memory: MutexGuard<'_, Memory>) {
        let lost = memory.waiting.iter().filter(|(_, waiting)| waiting.owed == 0);
        let lost: Vec<(String, Command)> =
            lost.map(|(id, waiting)| (id.clone(), waiting.command.clone())).collect();
        drop(memory);
        for (id, command) in lost {
            self.say_as(world, &id, command, 0);
        }
    }

    fn answered(&self, world: &World, id: &str) {
        let mut memory = self.memory();
        match memory.waiting.get_mut(id) {
            Some(waiting) if waiting.owed > 1 => waiting.owed -= 1,
            Some(waiting) if waiting.owed == 1 => _ = memory.waiting.remove(id),
            _ => world.fail("a command has one answer", format!("{}: {id}", self.name)),
        }
    }

    fn turned_away(&self, world: &World, code: &str, message: &str) {
        let is_ours =
            code != "busy" && self.seat().is_some() && !world.disk.has_lied(&self.table_id());
        if is_ours {
            world.fail("a seat's token is accepted", format!("{}: {code}: {message}", self.name));
        }
    }

    fn send(&self, outgoing: Outgoing) {
        if let Some(connection) = &self.memory().connection {
            // The connection's task may be ending.
            let _ = connection.send(outgoing);
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    fn observer(&self) -> Observer {
        self.seat.map_or(Observer::Spectator, |seat| Observer::Seat(Seat::new(seat)))
    }
}

/// Checks a message against the log, unless the disk has lied about it.
fn check(
    world: &World,
    table: &str,
    ask: impl FnOnce(&Disk) -> Option<Result<(), crate::oracle::Violation>>,
) {
    if world.disk.has_lied(table) {
        return;
    }
    if let Some(Err(violation)) = ask(&world.disk) {
        world.fail(violation.promise, violation.what);
    }
}

fn text_of(message: &ToServer) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// The simulation's time in milliseconds.
pub(crate) fn now_ms(world: &World) -> u64 {
    world.clock.now_ms().0
}
