//! Actor of one table: handles all requests to the table in sequence.

mod change;
mod commands;
mod computers;
mod handle;
mod kept_computer;
mod outage;
mod outgoing;
mod rematch;
mod request;
mod requests;
mod status;
mod sync;
#[cfg(test)]
mod tests;
mod viewers;

pub(crate) use change::refused;
pub(crate) use handle::Handle;
pub(crate) use outgoing::{Outgoing, send, text_of};
pub(crate) use request::{Attached, Hello, SeatCommand, TableView};
pub(crate) use requests::{info, not_your_seat, observer};

use crate::{
    accounts::Person,
    base::{HubError, LogWriter, log},
    limits::{IDLE, IDLE_AT_REST, TABLE_QUEUE},
    tables::app_state::{AppState, TimeCredit},
};
use change::{Asker, Pending, appended};
use commands::Commands;
use computers::Computers;
use game::Observer;
use games::Variant;
use outage::{StoreOutage, after_ms, next_outage_status};
use protocol::{SeatPlan, SignedHead};
use rematch::{Rematch, opened};
use request::Request;
use status::TableStatus;
use std::sync::Arc;
use store::{LoggedEvent, SeatToken};
use sync::{Refresh, refreshed};
use table::{Input, RULES, Table};
use tokio::{
    sync::{broadcast, mpsc},
    time::{Instant, sleep_until},
};
use viewers::Viewers;

struct Actor {
    app: Arc<AppState>,
    id: String,
    table: Arc<Table>,
    /// Signed head of the transcript; `None` if the transcript has grown since.
    head: Option<SignedHead>,
    /// Number of committed events, and time of the last one.
    len: u64,
    last_ms: u64,
    /// Writer of the log; `None` during a commit.
    log: Option<LogWriter>,
    pending: Option<Pending>,
    tokens: Vec<SeatToken>,
    commands: Commands,
    viewers: Viewers,
    computers: Computers,
    rematch: Rematch,
    outage: Option<StoreOutage>,
    /// Whether the running commit ends an outage.
    is_resuming: bool,
    /// Time that the server was away and that has to be credited, in milliseconds.
    credit: Option<(u64, TimeCredit)>,
    /// Whether the log is unusable.
    is_broken: bool,
    own_queue: mpsc::WeakSender<Request>,
    progress: Arc<TableStatus>,
    /// Reading of events from other servers, if there are any.
    refresh: Refresh,
    /// Whether this server is responsible for the deadline, even if the players are elsewhere.
    is_claimed: bool,
    /// Number of accounts here that other servers know of.
    members_noted: usize,
    /// Receives the start of a server-wide outage in Unix ms, and its end.
    outage_status: broadcast::Receiver<Option<u64>>,
    /// Last received state of it.
    is_server_out: bool,
}

/// Starts the actor of a table from its log.
pub(crate) fn spawn(
    app: Arc<AppState>,
    id: String,
    logged: &[LoggedEvent],
    tokens: Vec<SeatToken>,
    away_ms: u64,
) -> Result<Handle, HubError> {
    let table = Arc::new(log::replay(&id, logged)?);
    let (queue, requests) = mpsc::channel(TABLE_QUEUE);
    let (commands, asked) = mpsc::channel(TABLE_QUEUE);
    let len = logged.len() as u64;
    let last_ms = logged.last().map_or(0, |event| event.at_ms);
    let mut actor = Actor {
        len,
        head: None,
        last_ms,
        log: Some(LogWriter::new(app.store.clone(), id.clone(), RULES, len)),
        pending: None,
        tokens,
        commands: Commands::of(logged),
        viewers: Viewers::new(Observer::all(table.variant().seats())),
        computers: Computers::default(),
        rematch: Rematch::default(),
        outage: None,
        is_resuming: false,
        // Without a running clock there is nothing to credit.
        credit: table.deadline().filter(|_| away_ms > 0).map(|_| (away_ms, app.time_credits.add())),
        is_broken: false,
        own_queue: queue.downgrade(),
        progress: Arc::default(),
        refresh: Refresh::default(),
        is_claimed: false,
        members_noted: 0,
        outage_status: app.outage_status.subscribe(),
        is_server_out: false,
        app,
        id,
        table,
    };
    actor.note_members();
    actor.note_contest();
    let progress = actor.progress.clone();
    progress.note(len, &actor.viewers);
    tokio::spawn(actor.run(asked, requests));
    Ok(Handle { queue, commands, progress })
}

impl Actor {
    async fn run(
        mut self,
        mut commands: mpsc::Receiver<SeatCommand>,
        mut requests: mpsc::Receiver<Request>,
    ) {
        while !self.is_broken {
            self.run_due();
            self.tell_presence();
            self.follow_up();
            self.follow_refresh();
            self.note_members();
            self.note_contest();
            self.progress.note(self.len, &self.viewers);
            let wake = self.wake();
            let takes_commands = self.takes_requests();
            let takes_requests = takes_commands && self.refresh.has_room();
            // The order is fixed, so that only the input decides what happens first. Due actions
            // need no branch, as they run before each wait.
            tokio::select! {
                biased;
                (log, appended) = appended(&mut self.pending) => {
                    self.commit_finished(log, appended);
                }
                Some(since_ms) = next_outage_status(&mut self.outage_status) => {
                    self.outage_status_changed(since_ms);
                }
                opened = opened(&mut self.rematch) => self.rematch_opened(opened),
                found = refreshed(&mut self.refresh) => self.refresh_finished(found),
                Some(asked) = commands.recv(), if takes_commands => self.command(asked),
                request = requests.recv(), if takes_requests => match request {
                    Some(request) => self.receive(request),
                    None => return,
                },
                () = sleep_until(wake) => {
                    if self.is_idle() {
                        return;
                    }
                }
            }
        }
    }

    /// Whether requests are answered: not during a commit, unless it hangs.
    fn takes_requests(&self) -> bool {
        self.pending.is_none() || self.outage.is_some()
    }

    /// Actions without a request: crediting time, creating a rematch, asking computers.
    fn follow_up(&mut self) {
        if self.log.is_none() || !self.may_try() {
            return;
        }
        if let Some((away_ms, _)) = self.credit {
            let input = Input::Credit { ms: away_ms + self.paused_ms() };
            return match self.table.decide(self.now(), input) {
                Ok(events) => self.commit(events, None, None, Asker::Credit),
                Err(refusal) => {
                    tracing::error!(table = self.id, %refusal, "failed to credit time");
                    self.credit = None;
                }
            };
        }
        self.follow_rematch();
        self.ask_computers();
    }

    /// Time of the next action without a request.
    fn wake(&self) -> Instant {
        let rests = self.table.is_over() || !self.table.has_started();
        let idle = Instant::now() + if rests { IDLE_AT_REST } else { IDLE };
        let may_tick = self.log.is_some() && self.may_try() && self.may_flag();
        let tick = self.table.deadline().filter(|_| may_tick);
        let tick = tick.map(|due_ms| after_ms(due_ms, self.now()));
        let others = [self.outage_wake(), self.rematch_wake(), self.computers.wake(), tick];
        others.into_iter().flatten().fold(idle, Instant::min)
    }

    fn is_idle(&self) -> bool {
        self.viewers.is_empty()
            && (self.table.deadline().is_none() || self.is_for_others())
            && !self.refresh.is_under_way()
            && !self.computers.is_thinking()
            && self.pending.is_none()
            && !self.rematch.is_under_way()
    }

    /// Whether another server may handle the deadline. Each server handles all deadlines that are
    /// not claimed.
    fn is_for_others(&self) -> bool {
        self.app.is_shared() && !self.is_claimed
    }

    /// Signed head of the transcript. Signed only when a viewer or a request needs it.
    fn signed_head(&mut self) -> SignedHead {
        let (app, id, table, last_ms) = (&self.app, &self.id, &self.table, self.last_ms);
        self.head.get_or_insert_with(|| app.signed_head(id, table, last_ms)).clone()
    }

    /// Publishes which accounts play here, so that every server lists the game among their running
    /// games. If this is lost, it is repeated when the table is loaded again, or dropped when the
    /// player's list is read.
    fn note_members(&mut self) {
        let players = self.table.players().iter().flatten();
        let members = players.filter_map(|player| player.member.as_ref());
        let members = members.filter(|_| !self.table.is_over());
        if members.clone().count() == self.members_noted {
            return;
        }
        let members: Vec<String> = members.map(|member| member.id.clone()).collect();
        self.members_noted = members.len();
        self.progress.set_members(members.clone());
        self.publish_players(members);
    }

    /// Publishes these keys of players to the other servers; without any, deletes what is published
    /// of this game.
    fn publish_players(&self, keys: Vec<String>) {
        if !self.app.is_shared() {
            return;
        }
        let (app, id) = (self.app.clone(), self.id.clone());
        tokio::spawn(async move {
            let Some(nodes) = app.store.cluster() else { return };
            let noted = if keys.is_empty() {
                nodes.remove_players(vec![id.clone()]).await
            } else {
                nodes.record_players(&id, keys).await
            };
            if let Err(error) = noted {
                tracing::debug!(table = id, %error, "failed to publish players");
            }
        });
    }

    /// The game between people that runs here. A training game is none, and neither is a game of one
    /// person against computers.
    fn contest(&self) -> Option<Variant> {
        let plan = self.table.plan();
        let runs = self.table.has_started() && !self.table.is_over();
        let is_contest = !plan.training && plan.seats.contains(&SeatPlan::Open);
        (runs && is_contest).then(|| self.table.variant())
    }

    /// Notes whether a game between people runs here: then no engine of the server helps its players.
    fn note_contest(&self) {
        let contest = self.contest();
        if self.progress.set_contest(contest) == contest {
            return;
        }
        match contest {
            Some(_) => self.publish_contestants(&self.progress.players()),
            // If this is lost, they are deleted when a player's games are next looked for.
            None => self.publish_players(Vec::new()),
        }
    }

    /// Lets other servers know these players of a game between people.
    fn publish_contestants(&self, players: &[Person]) {
        let keys: Vec<String> = players.iter().filter_map(Person::contest_key).collect();
        if !keys.is_empty() {
            self.publish_players(keys);
        }
    }

    fn now(&self) -> u64 {
        // Another server's clock may be a little ahead. The last event before a restart may be later
        // than the time at which the server was noted as alive.
        self.app.now_ms().max(self.last_ms)
    }

    /// Whether this server may end the game by time-out at once: it would know of a move on its
    /// way. Other servers wait briefly for such a move to be committed.
    fn may_flag(&self) -> bool {
        let is_here = |seat: game::Seat| self.viewers.has_seat(seat.index() as u8);
        let has_mover = || self.table.turn().seats().iter().any(is_here);
        !self.app.is_shared() || self.is_claimed || has_mover()
    }

    /// Runs due actions.
    fn run_due(&mut self) {
        self.check_outage();
        let due_ms = self.table.deadline().filter(|&due_ms| due_ms <= self.now());
        // Owed time is credited first; with it, the flag may not have fallen.
        let is_due =
            due_ms.is_some() && self.log.is_some() && self.credit.is_none() && self.may_try();
        let is_due = is_due && self.may_flag();
        if is_due && let Err(refusal) = self.put(Input::Tick) {
            tracing::error!(table = self.id, %refusal, "failed to record time-out");
        }
    }
}
