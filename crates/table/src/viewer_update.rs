#[cfg(test)]
mod tests;

use crate::{
    Event, EventKind, Table,
    play::{Play, Ply},
};
use game::{Ground, Observer, Outcome, Seat, Turn, Warning};
use protocol::{
    ClockState, EndState, GameId, GroundState, HistoryEntry, Reveal, SeatPlan, SeatState, Snapshot,
    State, TableInfo, TurnState, Update, UpdateEvent, WarningState,
};

impl Table {
    /// Describes `event` for `observer`, right after [`Table::evolve`] applied it. `None` if the
    /// observer must not notice it.
    pub fn update_for(&self, event: &Event, observer: Observer) -> Option<Update> {
        if !self.is_sent_to(observer) {
            return None;
        }
        let update_event = match &event.kind {
            EventKind::Opened { .. } => return None,
            EventKind::Joined { .. } | EventKind::SaltRevealed { .. } if self.has_started() => {
                UpdateEvent::Started
            }
            EventKind::Joined { seat, .. } => UpdateEvent::Joined { seat: *seat },
            EventKind::Filled { .. } => UpdateEvent::Filled,
            EventKind::Acted { .. } => UpdateEvent::Acted(self.last_entry(observer)?),
            // The update does not name the choice. Its own seat sees it in the view.
            EventKind::Chose { .. }
            | EventKind::SaltCommitted { .. }
            | EventKind::SaltRevealed { .. }
            | EventKind::Accepted { .. }
            | EventKind::RematchAgreed
            | EventKind::Leaving { .. }
            | EventKind::Stayed
            | EventKind::Moved { .. } => UpdateEvent::Changed,
            EventKind::Offered { seat, offer } => {
                UpdateEvent::Offered { seat: *seat, offer: *offer }
            }
            EventKind::Declined => UpdateEvent::Declined,
            EventKind::TakenBack { plies } => UpdateEvent::TakenBack { plies: *plies },
            EventKind::Resigned { .. } | EventKind::Flagged { .. } => self.loss_event(observer),
            EventKind::Agreed | EventKind::Exhausted | EventKind::Claimed { .. } => {
                UpdateEvent::Ended
            }
            EventKind::Peeked { seat, square } => UpdateEvent::Peeked {
                seat: *seat,
                square: square.clone(),
                piece: self.peeked_piece(*seat, square, observer),
            },
            EventKind::Paused => UpdateEvent::Paused,
            EventKind::Resumed => UpdateEvent::Resumed,
            EventKind::Credited { ms } => UpdateEvent::Credited { ms: *ms },
            EventKind::TimeGiven { seat, ms } => UpdateEvent::TimeGiven { seat: *seat, ms: *ms },
            EventKind::Rematched { table } => UpdateEvent::Rematch { table: table.clone() },
        };
        let state = self.state(event.at_ms, observer);
        Some(Update {
            n: self.last_update(observer),
            event: update_event,
            state,
            transcript: self.transcript.new_lines(),
            head: None,
        })
    }

    /// Everything that `observer` may know now.
    pub fn snapshot(&self, now_ms: u64, observer: Observer) -> Snapshot {
        Snapshot {
            n: self.last_update(observer),
            variant: self.variant.to_string(),
            options: self.plan.options.clone(),
            clock: self.plan.clock.clone(),
            training: self.plan.training,
            rated: self.plan.rated,
            spectator_delay: self.plan.spectator_delay,
            you: observer.seat().map(|seat| seat.index() as u8),
            commitment: self.commitment_text(),
            start: self.start_text(observer),
            history: self.entries_for(observer),
            state: self.state(now_ms, observer),
            transcript: self.transcript(),
            head: None,
            key: String::new(),
        }
    }

    /// Text of the seed's commitment. Empty at a table that draws no chance.
    pub fn commitment_text(&self) -> String {
        if self.uses_seed() { self.commitment.to_string() } else { String::new() }
    }

    /// Text of the position from which play began, as `observer` may know it. Empty before.
    pub fn start_text(&self, observer: Observer) -> String {
        let opening = self.play.as_ref().and_then(|play| Some((play, play.opening.as_ref()?)));
        opening.map_or_else(String::new, |(play, opening)| play.position_text(opening, observer))
    }

    /// The move list as `observer` may know it.
    pub fn entries_for(&self, observer: Observer) -> Vec<HistoryEntry> {
        let Some(play) = &self.play else { return Vec::new() };
        play.plies.iter().filter_map(|ply| self.entry_of(play, ply, observer)).collect()
    }

    /// An entry of the move list as `observer` may know it, by its ply from 0.
    pub fn entry(&self, ply: usize, observer: Observer) -> Option<HistoryEntry> {
        let play = self.play.as_ref()?;
        self.entry_of(play, play.plies.get(ply)?, observer)
    }

    /// Summary for spectators: the state, the last action, and the number of plies they know of.
    pub fn public_state(&self, now_ms: u64) -> (State, Option<String>, usize) {
        let text = |play: &Play, ply: &Ply| play.action_text(ply, Observer::Spectator);
        let play = self.play.as_ref();
        let last = play.and_then(|play| play.plies.iter().rev().find_map(|ply| text(play, ply)));
        let plies = play.map_or(0, |play| {
            if self.variant.has_secrets() {
                play.plies.iter().filter(|ply| text(play, ply).is_some()).count()
            } else {
                play.plies.len()
            }
        });
        (self.state(now_ms, Observer::Spectator), last, plies)
    }

    /// Information on the table, as its spectators see it.
    pub fn info(&self, id: &GameId, now_ms: u64) -> TableInfo {
        let (State { seats, turn, clocks, .. }, _, plies) = self.public_state(now_ms);
        TableInfo {
            table: id.to_owned(),
            plan: self.public_plan(),
            seats,
            commitment: self.commitment_text(),
            over: self.is_over(),
            turn,
            plies,
            clocks,
        }
    }

    /// Public state of the seats.
    pub fn seat_states(&self) -> Vec<SeatState> {
        self.seats()
            .map(|seat| {
                let player = self.players.get(seat.index()).and_then(Option::as_ref);
                SeatState {
                    letter: self.game().map_or('-', |game| game.seat_letter(seat)),
                    name: self.name_of(seat),
                    level: match self.plan.seats.get(seat.index()) {
                        Some(SeatPlan::Computer { level, .. }) => Some(level.clone()),
                        _ => None,
                    },
                    taken: player.is_some(),
                    peeks: player.map_or(0, |player| player.peeks),
                    strength: player
                        .and_then(|player| player.member.as_ref())
                        .map(|member| member.strength),
                }
            })
            .collect()
    }

    /// State of the table as `observer` may know it.
    pub fn state(&self, now_ms: u64, observer: Observer) -> State {
        let play = self.play.as_ref();
        State {
            position: play
                .map_or_else(String::new, |play| play.position_text(&play.game, observer)),
            turn: turn_state(play, observer),
            check: play.is_some_and(|play| play.game.in_check()),
            warning: play.and_then(|play| play.game.warning()).map(warning_state),
            clocks: play.and_then(|play| self.clock_state(play, now_ms)),
            offer: self.open_offer().map(|pending| (pending.by.index() as u8, pending.offer)),
            end: play.and_then(|play| play.game.outcome()).map(|outcome| self.end_state(outcome)),
            seats: self.seat_states(),
        }
    }

    fn clock_state(&self, play: &Play, now_ms: u64) -> Option<ClockState> {
        let setting_up = matches!(play.game.turn(), Turn::Setup(_));
        let setup_ms = self
            .setup_deadline(play)
            .filter(|_| setting_up)
            .map(|deadline| deadline.saturating_sub(play.paused_since.unwrap_or(now_ms)));
        if !play.clock.controls().is_limited() && setup_ms.is_none() {
            return None;
        }
        // After a takeback, a side that lost on time may be back in the game.
        let is_out = |seat| matches!(play.game.turn(), Turn::Over) || !play.game.still_plays(seat);
        let has_time = |seat: &Seat| !(play.flagged.contains(*seat) && is_out(*seat));
        let left = |seat| if has_time(&seat) { play.clock.left_ms(seat, now_ms) } else { 0 };
        let periods = |seat| if has_time(&seat) { play.clock.periods(seat, now_ms) } else { 0 };
        Some(ClockState {
            left_ms: self.seats().map(left).collect(),
            periods: self.seats().map(periods).collect(),
            running: play.clock.running().map(|seat| seat.index() as u8),
            setup_ms,
        })
    }

    fn end_state(&self, outcome: &Outcome) -> EndState {
        EndState {
            reason: outcome.reason.to_string(),
            winners: outcome.winners.iter().map(|seat| seat.index() as u8).collect(),
            scores: self.seats().map(|seat| outcome.scores[seat.index()].to_string()).collect(),
            detail: outcome.detail.clone(),
            grounds: ground_states(outcome),
            reveal: self.uses_seed().then(|| Reveal {
                seed: self.seed.reveal(),
                salts: self.salts().iter().map(ToString::to_string).collect(),
            }),
        }
    }

    /// The event for a resignation or a flag-fall. If the game continues without the seat, this is
    /// an action.
    fn loss_event(&self, observer: Observer) -> UpdateEvent {
        let has_left = |play: &Play| play.game.history().last()?.action.named_seat();
        match self.play.as_ref().and_then(has_left) {
            Some(_) => self.last_entry(observer).map_or(UpdateEvent::Ended, UpdateEvent::Acted),
            None => UpdateEvent::Ended,
        }
    }

    fn last_entry(&self, observer: Observer) -> Option<HistoryEntry> {
        let play = self.play.as_ref()?;
        self.entry_of(play, play.plies.last()?, observer)
    }

    /// Entry of the move list for `observer`, the same live and in every later snapshot. `None` if
    /// the observer must not notice the action.
    fn entry_of(&self, play: &Play, ply: &Ply, observer: Observer) -> Option<HistoryEntry> {
        let clocked = self.controls().is_limited();
        let played = play.action_text(ply, observer)?;
        let clock_ms = clocked.then_some(ply.left_ms);
        Some(HistoryEntry { seat: ply.played.seat.index() as u8, done: played, clock_ms })
    }

    fn peeked_piece(&self, seat: u8, square: &str, observer: Observer) -> Option<char> {
        let is_peeker = Seat::checked(seat).map(Observer::Seat) == Some(observer);
        self.game().filter(|_| is_peeker).and_then(|game| game.peek(square))
    }
}

/// Converts the grounds of an outcome to their protocol form.
pub fn ground_states(outcome: &Outcome) -> Vec<GroundState> {
    let state = |ground: &Ground| GroundState {
        code: ground.code.to_owned(),
        values: ground.values.clone(),
    };
    outcome.grounds.iter().map(state).collect()
}

fn warning_state(Warning { code, values, message }: Warning) -> WarningState {
    WarningState { code: code.to_owned(), values, message }
}

fn turn_state(play: Option<&Play>, observer: Observer) -> TurnState {
    match play.map(|play| play.game.turn()) {
        None => TurnState::Waiting,
        Some(Turn::Seat(seat)) => TurnState::Seat { seat: seat.index() as u8 },
        Some(Turn::Setup(owing)) => {
            TurnState::Setup { you: observer.seat().is_some_and(|seat| owing.contains(seat)) }
        }
        Some(Turn::Over) => TurnState::Over,
    }
}
