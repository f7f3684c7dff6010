//! The computer seats of a table: their questions and their running searches.

use super::{Actor, kept_computer::KeptComputer, request::Request};
use crate::{
    ops::spans,
    tables::{think, think_queue::SearchStatus},
};
use bots::{ComputerSeat, Question};
use game::{Observer, Seat, Turn};
use protocol::{Command, SeatPlan, ToClient};
use std::time::Duration;
use table::{ComputerRequest, Input, Table};
use tokio::time::Instant;

/// Interval at which a game between computers looks for a viewer who watches no other.
const VIEWERS_AGAIN: Duration = Duration::from_secs(1);
/// Delay before this server checks again whether another server that searches for the seat has
/// answered.
const ELSEWHERE: Duration = Duration::from_secs(1);

/// Computer seats of the table.
#[derive(Default)]
pub(super) struct Computers {
    thinking: Vec<Seat>,
    /// Seats whose search waits in the queue, with their positions.
    waiting: Vec<(Seat, u32)>,
    /// Search state of the other seats, kept for their next action.
    kept: Vec<(Seat, Box<KeptComputer>)>,
    /// Whether all viewers watch another game between computers.
    waits_for_viewer: bool,
}

impl Computers {
    pub(super) fn is_thinking(&self) -> bool {
        !self.thinking.is_empty()
    }

    /// When it is tried again to find a viewer for whom to think.
    pub(super) fn wake(&self) -> Option<Instant> {
        self.waits_for_viewer.then(|| Instant::now() + VIEWERS_AGAIN)
    }
}

impl Actor {
    /// Starts a search for every computer seat that has to act or answer. Where only computers play
    /// they search for viewers who watch no other such game.
    pub(super) fn ask_computers(&mut self) {
        self.computers.waits_for_viewer = false;
        if !only_computers_play(&self.state.table) {
            self.viewers.end_shows();
        } else if !self.viewers.hold_shows(&self.app.shows, &self.id) {
            self.computers.waits_for_viewer = !self.viewers.is_empty();
            return;
        }
        let is_free = |seat| !self.computers.thinking.contains(&seat);
        let asked =
            self.state.table.computer_requests().into_iter().filter(|asked| is_free(asked.seat));
        if self.state.table.is_over() {
            // The game is over; the memory is released for others.
            self.computers.kept.clear();
        }
        let questions: Vec<(Seat, Question)> =
            asked.filter_map(|asked| Some((asked.seat, self.question(&asked)?))).collect();
        for (seat, question) in questions {
            self.ask_computer(seat, question);
        }
    }

    /// The question for a computer seat. It contains only what that seat may know.
    fn question(&self, asked: &ComputerRequest<'_>) -> Option<Question> {
        let observer = Observer::Seat(asked.seat);
        Some(Question {
            decision: asked.decision,
            view: self.state.table.game()?.view(observer),
            history: self.state.table.history_for(observer),
            level: analysis_protocol::level(asked.level),
            resigns: asked.resigns,
        })
    }

    fn ask_computer(&mut self, seat: Seat, question: Question) {
        let Some(queue) = self.own_queue.upgrade() else { return };
        let (seen, app) = (self.state.len, self.app.clone());
        let luck = match self.app.config.env.random() {
            Ok(luck) => luck,
            Err(error) => {
                // The next event at the table starts another try.
                tracing::error!(table = self.id.as_str(), %error, "failed to start a search");
                return;
            }
        };
        let person = self.viewers.person();
        // Seats with secrets always use the same time, because the duration of a search could
        // reveal what the seat knows.
        let has_secrets = self.state.table.variant().has_secrets();
        let pace = if has_secrets { think::steady_pace(question.level) } else { Duration::ZERO };
        self.computers.thinking.push(seat);
        let known = self.computers.kept.iter().position(|(kept, _)| *kept == seat);
        let kept = known.map(|at| self.computers.kept.swap_remove(at).1);
        let (table, lease) = (self.id.clone(), format!("think {} {}", self.id, seat.index()));
        tokio::spawn(async move {
            let Some(_lease) = app.leases.hold(lease).await else {
                // Another server searches. This one takes over if that server stops.
                tokio::time::sleep(ELSEWHERE).await;
                let _ = queue.send(Request::Thought { seen, seat, command: None, kept }).await;
                return;
            };
            let mut waiting = app.thinkers.join(person);
            let turn = loop {
                let (place, turn) = match waiting.next().await {
                    SearchStatus::Place(place) => (place, None),
                    SearchStatus::Turn(turn) => (0, Some(turn)),
                };
                let _ = queue.send(Request::Queued { seat, place }).await;
                if let Some(turn) = turn {
                    break turn;
                }
            };
            let answered = tokio::time::Instant::now() + pace;
            let permits = app.computer_permits.clone();
            let span = spans::thought(&table, question.level);
            let thought = tokio::task::spawn_blocking(move || {
                let _entered = span.entered();
                let mut kept =
                    kept.or_else(|| permits.try_acquire_owned().ok().map(KeptComputer::new));
                let mut passing = ComputerSeat::default();
                let computer = kept.as_mut().map_or(&mut passing, |kept| &mut kept.computer);
                (think::answer(computer, &question, luck), kept)
            });
            let (command, kept) = thought.await.unwrap_or_default();
            drop(turn);
            tokio::time::sleep_until(answered).await;
            let _ = queue.send(Request::Thought { seen, seat, command, kept }).await;
        });
    }

    /// Sends the seat's position in the search queue to the viewers. During the set-up it is not
    /// sent, as it would show which seats still choose.
    pub(super) fn queued(&mut self, seat: Seat, place: u32) {
        let known = self.computers.waiting.iter().position(|(waiting, _)| *waiting == seat);
        let before = known.map_or(0, |at| self.computers.waiting.swap_remove(at).1);
        if place > 0 {
            self.computers.waiting.push((seat, place));
        }
        if before != place && matches!(self.state.table.turn(), Turn::Seat(_)) {
            self.viewers.announce(&ToClient::Queued { seat: seat.index() as u8, place });
        }
    }

    /// Queue positions for a new viewer.
    pub(super) fn queued_messages(&self) -> Vec<ToClient> {
        let is_play = matches!(self.state.table.turn(), Turn::Seat(_));
        let waiting = self.computers.waiting.iter().filter(|_| is_play);
        waiting.map(|&(seat, place)| ToClient::Queued { seat: seat.index() as u8, place }).collect()
    }

    pub(super) fn thought(
        &mut self,
        seen: u64,
        seat: Seat,
        command: Option<Command>,
        kept: Option<Box<KeptComputer>>,
    ) {
        self.computers.thinking.retain(|thinking| *thinking != seat);
        self.computers.kept.extend(kept.map(|kept| (seat, kept)));
        // The table has changed during the search, by a takeback or the other side's set-up; a new
        // search starts.
        let (Some(command), true) = (command, seen == self.state.len && self.can_store()) else {
            return;
        };
        let input = Input::Seat { seat, command: &command, lag_ms: 0 };
        if let Err(refusal) = self.put(input) {
            tracing::error!(table = self.id.as_str(), %refusal, "computer's action refused");
        }
    }
}

/// Whether a game goes on in which no person plays, or plays any longer.
pub(super) fn only_computers_play(table: &Table) -> bool {
    let Some(game) = table.game().filter(|_| !table.is_over()) else { return false };
    let is_computer = |seat: Seat| {
        matches!(table.plan().seats.get(seat.index()), Some(SeatPlan::Computer { .. }))
    };
    table.seats().all(|seat| is_computer(seat) || !game.still_plays(seat))
}
