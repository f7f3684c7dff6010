//! Actor of one table: handles all requests to the table in sequence.

mod admission;
mod change;
mod chatting;
mod cluster_state;
mod commands;
mod computers;
mod crowd;
mod departure;
mod effects;
mod handle;
mod hidden_pages;
mod kept_computer;
mod log_state;
mod outage;
mod outgoing;
mod pause;
mod recent_updates;
mod refresh;
mod rematch;
mod request;
mod requests;
mod status;
mod step;
mod sync;
mod table_state;
#[cfg(test)]
mod tests;
mod viewer;
mod viewers;

pub(crate) use admission::{may_close, observer};
pub(crate) use change::refused;
pub(crate) use handle::Handle;
pub(crate) use outgoing::{Outgoing, send, text_of};
pub(crate) use request::{Attached, DepartureStep, Hello, SeatCommand, TableView};
pub(crate) use requests::{info, not_your_seat};

use crate::{
    accounts::Person,
    base::{HubError, LogWriter},
    limits::{IDLE, IDLE_AT_REST, TABLE_QUEUE},
    tables::{app_state::AppState, chat::Chat},
};
use change::{Asker, Pending, appended};
use cluster_state::ClusterState;
use computers::Computers;
use departure::MoveNotice;
use effects::{RematchCreation, after_ms, next_outage_status, opened};
use game::Observer;
use hidden_pages::HiddenPages;
use log_state::LogState;
use outage::OutageState;
use protocol::{AccountId, GameId, SignedHead, UnixMs};
use rematch::Rematch;
use request::Request;
use status::TableStatus;
use std::sync::{Arc, atomic::Ordering};
use step::{Facts, Step, next_step};
use store::{LoggedEvent, SeatToken};
use sync::refreshed;
use table::{Input, RULES};
use table_state::TableState;
use tokio::{
    sync::{broadcast, mpsc},
    task::yield_now,
    time::{Instant, sleep_until},
};
use viewers::Viewers;

struct Actor {
    app: Arc<AppState>,
    id: GameId,
    state: TableState,
    log: LogState,
    viewers: Viewers,
    computers: Computers,
    rematch: Rematch,
    /// The rematch's table while it is being opened.
    rematch_creation: Option<RematchCreation>,
    outage: OutageState,
    cluster: ClusterState,
    chat: Chat,
    hidden_pages: HiddenPages,
    move_notice: MoveNotice,
    own_queue: mpsc::WeakSender<Request>,
    status: Arc<TableStatus>,
    /// Receives the start of a server-wide outage in Unix ms, and its end.
    outage_status: broadcast::Receiver<Option<UnixMs>>,
}

/// Starts the actor of a table from its log.
pub(crate) fn spawn(
    app: Arc<AppState>,
    id: GameId,
    logged: &[LoggedEvent],
    tokens: Vec<SeatToken>,
    away_ms: u64,
) -> Result<Handle, HubError> {
    let state = TableState::replay(&id, logged, tokens)?;
    let (queue, requests) = mpsc::channel(TABLE_QUEUE);
    let (commands, asked) = mpsc::channel(TABLE_QUEUE);
    // Without a running clock there is nothing to credit.
    let away_ms = state.table.deadline().filter(|_| away_ms > 0).map(|_| away_ms);
    let mut actor = Actor {
        log: LogState::new(LogWriter::new(app.store.clone(), id.clone(), RULES, state.len)),
        viewers: Viewers::new(Observer::all(state.table.variant().seats())),
        computers: Computers::default(),
        rematch: Rematch::default(),
        rematch_creation: None,
        outage: OutageState::new(app.time_credits.clone(), away_ms),
        cluster: ClusterState::default(),
        chat: Chat::default(),
        hidden_pages: HiddenPages::default(),
        move_notice: MoveNotice::default(),
        own_queue: queue.downgrade(),
        status: Arc::default(),
        outage_status: app.outage_status.subscribe(),
        app,
        id,
        state,
    };
    actor.note_members();
    actor.note_contest();
    let status = actor.status.clone();
    status.is_public.store(actor.state.table.plan().is_public, Ordering::Relaxed);
    status.note(actor.state.len, &actor.viewers);
    tokio::spawn(actor.run(asked, requests));
    Ok(Handle { queue, commands, status })
}

impl Actor {
    async fn run(
        mut self,
        mut commands: mpsc::Receiver<SeatCommand>,
        mut requests: mpsc::Receiver<Request>,
    ) {
        while !self.log.is_broken {
            self.check_outage();
            self.tell_presence();
            self.take_step();
            self.follow_refresh();
            self.note_members();
            self.note_contest();
            self.note_departure();
            self.status.note(self.state.len, &self.viewers);
            let wake = self.wake();
            let takes_commands = self.takes_requests();
            let takes_requests = takes_commands && self.cluster.refresh.has_room();
            // The order is fixed, so that only the input decides what happens first. Due actions
            // need no branch, as they run before each wait.
            tokio::select! {
                biased;
                (log, appended) = appended(&mut self.log.pending) => {
                    self.commit_finished(log, appended);
                }
                Some(since_ms) = next_outage_status(&mut self.outage_status) => {
                    self.outage_status_changed(since_ms);
                }
                opened = opened(&mut self.rematch_creation) => self.rematch_opened(opened),
                found = refreshed(&mut self.cluster.reading) => self.read_finished(found),
                Some(asked) = commands.recv(), if takes_commands => self.command(asked),
                request = requests.recv(), if takes_requests => match request {
                    Some(request) => self.receive(request),
                    None => break,
                },
                // Players' sockets, and other tables, run before the next spectators are served.
                () = yield_now(), if self.viewers.has_waiting_crowd() => self.viewers.serve_crowd(),
                () = sleep_until(wake) => {
                    if self.is_idle() {
                        break;
                    }
                }
            }
        }
        self.viewers.serve_whole_crowd();
    }

    /// Whether requests are answered: not during a commit, unless it hangs.
    fn takes_requests(&self) -> bool {
        self.log.pending.is_none() || self.outage.is_open()
    }

    /// Takes the table's next action by itself.
    fn take_step(&mut self) {
        let now_ms = self.now();
        let step = next_step(Facts {
            can_append: self.log.can_append(),
            may_try: self.outage.may_try(Instant::now()),
            away_ms: self.outage.away_ms(),
            is_due: self.state.table.deadline().is_some_and(|due_ms| due_ms <= now_ms.0),
            may_flag: self.may_flag(),
        });
        match step {
            Step::Wait => {}
            Step::Credit { ms } => self.credit(ms),
            Step::Flag => {
                if let Err(refusal) = self.put(Input::Tick) {
                    tracing::error!(table = self.id.as_str(), %refusal, "failed to record time-out");
                }
                if self.log.can_append() {
                    self.advance();
                }
            }
            Step::Advance => self.advance(),
        }
    }

    /// Credits the time that the server was away, and a pause since then.
    fn credit(&mut self, away_ms: u64) {
        let paused_ms = self.outage.paused_ms(self.now(), self.state.last_ms);
        match self.state.table.decide(self.now().0, Input::Credit { ms: away_ms + paused_ms }) {
            Ok(events) => self.commit(events, None, None, Asker::Credit),
            Err(refusal) => {
                tracing::error!(table = self.id.as_str(), %refusal, "failed to credit time");
                self.outage.credited();
            }
        }
    }

    fn advance(&mut self) {
        self.follow_rematch();
        self.ask_computers();
    }

    /// Time of the next action without a request.
    fn wake(&self) -> Instant {
        let rests = self.state.table.is_over() || !self.state.table.has_started();
        let idle = Instant::now() + if rests { IDLE_AT_REST } else { IDLE };
        let may_tick =
            self.log.can_append() && self.outage.may_try(Instant::now()) && self.may_flag();
        let tick = self.state.table.deadline().filter(|_| may_tick);
        let tick = tick.map(|due_ms| after_ms(UnixMs(due_ms), self.now()));
        let others = [
            self.outage.wake(self.outage_facts()),
            self.rematch.wake(self.log.can_append()),
            self.computers.wake(),
            tick,
        ];
        others.into_iter().flatten().fold(idle, Instant::min)
    }

    fn is_idle(&self) -> bool {
        self.viewers.is_empty()
            && (self.state.table.deadline().is_none() || self.is_for_others())
            && !self.cluster.refresh.is_under_way()
            && !self.computers.is_thinking()
            && self.log.pending.is_none()
            && !self.rematch.is_under_way()
    }

    /// Whether another server may handle the deadline. Each server handles all deadlines that are
    /// not claimed.
    fn is_for_others(&self) -> bool {
        self.app.is_shared() && !self.cluster.is_claimed
    }

    /// Signed head of the transcript. Signed only when a viewer or a request needs it.
    fn signed_head(&mut self) -> SignedHead {
        let TableState { table, head, last_ms, .. } = &mut self.state;
        head.get_or_insert_with(|| self.app.signed_head(&self.id, table, *last_ms)).clone()
    }

    /// Signed head of the transcript that an observer knows.
    fn head_for(&mut self, observer: Observer) -> SignedHead {
        let seen = self.seen(observer, self.now());
        if seen.is_late {
            return self.app.signed_head(&self.id, &seen.table, seen.now_ms);
        }
        self.signed_head()
    }

    /// Notes which accounts play here, so that every server lists the game among their running games,
    /// also while it rests. If this is lost, it is repeated when the table is loaded again, or dropped
    /// when the player's list is read.
    fn note_members(&mut self) {
        let members = self.state.members();
        if members.len() == self.cluster.members_noted {
            return;
        }
        self.cluster.members_noted = members.len();
        self.status.set_members(members.clone());
        self.store_players(members.into_iter().map(AccountId::into_string).collect());
    }

    /// Stores these keys of players; without any, deletes what is stored of this game.
    fn store_players(&self, keys: Vec<String>) {
        let (app, id) = (self.app.clone(), self.id.clone());
        tokio::spawn(async move {
            let noted = if keys.is_empty() {
                app.store.remove_players(vec![id.clone()]).await
            } else {
                app.store.record_players(&id, keys).await
            };
            if let Err(error) = noted {
                tracing::debug!(table = id.as_str(), %error, "failed to store players");
            }
        });
    }

    /// Notes whether a game between people runs here: then no engine of the server helps its players.
    fn note_contest(&self) {
        let contest = self.state.contest();
        if self.status.set_contest(contest) == contest {
            return;
        }
        match contest {
            Some(_) => self.publish_contestants(&self.status.players()),
            // If this is lost, they are deleted when a player's games are next looked for.
            None if self.app.is_shared() => self.store_players(Vec::new()),
            None => {}
        }
    }

    /// Lets other servers know these players of a game between people.
    fn publish_contestants(&self, players: &[Person]) {
        let keys: Vec<String> = players.iter().filter_map(Person::contest_key).collect();
        if self.app.is_shared() && !keys.is_empty() {
            self.store_players(keys);
        }
    }

    fn now(&self) -> UnixMs {
        // Another server's clock may be a little ahead. The last event before a restart may be later
        // than the time at which the server was noted as alive.
        self.app.now_ms().max(self.state.last_ms)
    }

    /// Whether this server may end the game by time-out at once: it would know of a move on its
    /// way. Other servers wait briefly for such a move to be committed.
    fn may_flag(&self) -> bool {
        let is_here = |seat: game::Seat| self.viewers.has_seat(seat.index() as u8);
        let has_mover = || self.state.table.turn().seats().iter().any(is_here);
        !self.app.is_shared() || self.cluster.is_claimed || has_mover()
    }
}
