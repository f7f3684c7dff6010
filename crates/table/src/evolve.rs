use crate::{
    Event, EventAction, EventKind, ReplayError, SeatedPlayer, Table,
    judging::{self, StateMark},
    play::{Play, Ply},
    shared_list::SharedList,
    table::{Departure, PendingOffer, viewer_index},
};
use clock::Clock;
use commit_reveal::SeedDice;
use game::{Ground, Observer, Outcome, Reason, Seat, SeatSet, Turn};
use games::AnyGame;
use protocol::{Claim, Offer};
use std::{mem, sync::Arc};

/// Why an event is impossible: one clause, without sealed data.
type EventError = String;

impl Table {
    /// Applies a committed event: one that [`Table::decide`] returned for this table, or one that
    /// another holder of the table has decided.
    ///
    /// # Errors
    /// If the event is impossible now. The table is then invalid and must not be used.
    pub fn evolve(&mut self, event: &Event) -> Result<(), ReplayError> {
        let seq = self.events as u64;
        self.apply(event).map_err(|why| ReplayError { seq, why })
    }

    /// Applies an event if it is possible now. After an error, the table is invalid and must not be
    /// used.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        self.private_to = None;
        let state = mem::take(&mut self.mark);
        self.transcript.begin_event();
        let was_over = self.is_over();
        let at_ms = event.at_ms;
        match &event.kind {
            EventKind::Opened { .. } => return Err("the table is open already".to_owned()),
            EventKind::Joined { seat, name, salt, member } => {
                let (name, member) = (name.clone(), member.clone());
                let (salt, salt_commitment) = (*salt, None);
                let player = SeatedPlayer { name, salt, salt_commitment, peeks: 0, member };
                self.take_seat(*seat, player)?;
                self.start_when_full(at_ms)?;
            }
            EventKind::Filled { seat, level } => {
                self.fill_seats(*seat, level)?;
                self.start_when_full(at_ms)?;
            }
            EventKind::SaltCommitted { seat, commitment } => {
                self.commit_salt(self.seat(*seat)?, *commitment)?;
            }
            EventKind::SaltRevealed { seat, salt } => {
                self.reveal_salt(self.seat(*seat)?, *salt)?;
                self.start_when_full(at_ms)?;
            }
            EventKind::Acted { seat, action, lag_ms } => {
                self.apply_action(*seat, action, *lag_ms, at_ms, &state)?
            }
            EventKind::Chose { seat, choice } => {
                self.apply_choice(*seat, choice.expose(), at_ms, &state)?
            }
            EventKind::Offered { seat, offer } => self.make_offer(*seat, *offer)?,
            EventKind::Accepted { seat } => self.apply_consent(*seat)?,
            EventKind::Declined => {
                self.offer.take().ok_or("there is no offer to decline")?;
            }
            EventKind::TakenBack { plies } => self.take_back(*plies, at_ms)?,
            EventKind::Resigned { seat } => self.apply_loss(*seat, Reason::Resignation, at_ms)?,
            EventKind::Flagged { seat } => self.apply_loss(*seat, Reason::FlagFall, at_ms)?,
            EventKind::Claimed { seat, claim } => self.apply_claim(*seat, *claim, at_ms)?,
            EventKind::TimeGiven { seat, ms } => self.apply_gift(*seat, *ms)?,
            EventKind::Agreed => self.end(at_ms, AnyGame::agreed_draw)?,
            EventKind::Exhausted => self.end(at_ms, |game| Outcome {
                reason: Reason::MoveLimit,
                detail: "the table reached its limit of moves or events".to_owned(),
                grounds: vec![Ground::new("too-much-happened")],
                ..game.agreed_draw()
            })?,
            EventKind::Peeked { seat, .. } => {
                let player = self.players.get_mut(usize::from(*seat)).and_then(Option::as_mut);
                let player = player.ok_or_else(|| format!("seat {seat} is empty"))?;
                player.peeks = player.peeks.saturating_add(1);
            }
            EventKind::Paused => self.unfinished_play()?.pause(at_ms)?,
            EventKind::Resumed => self.started_play()?.resume(at_ms)?,
            EventKind::Credited { ms } => self.unfinished_play()?.credit(*ms, at_ms),
            EventKind::RematchAgreed => {
                if !self.is_over() || self.rematch_agreed {
                    return Err("there is no rematch to agree on".to_owned());
                }
                self.offer = None;
                self.rematch_agreed = true;
            }
            EventKind::Rematched { table } => {
                if !self.wants_rematch() {
                    return Err("no rematch was waiting".to_owned());
                }
                self.rematch = Some(table.clone());
            }
            EventKind::Leaving { table } => {
                if !self.host_may_leave() {
                    return Err("the host does not wait alone".to_owned());
                }
                self.departure = Some(Departure { table: table.clone(), seat: None });
            }
            EventKind::Stayed => {
                if !self.is_leaving() {
                    return Err("the host was not leaving".to_owned());
                }
                self.departure = None;
            }
            EventKind::Moved { there } => {
                let departure =
                    self.departure.as_mut().filter(|departure| departure.seat.is_none());
                departure.ok_or("the host was not leaving")?.seat = Some(*there);
            }
        }
        self.transcribe(&event.kind, was_over);
        self.events += 1;
        for observer in Observer::all(self.variant.seats()) {
            if self.is_sent_to(observer) {
                self.update_counts[viewer_index(observer)] += 1;
            }
        }
        Ok(())
    }

    /// Whether the last event is sent to `observer`.
    pub(crate) fn is_sent_to(&self, observer: Observer) -> bool {
        self.private_to.is_none_or(|seat| observer == Observer::Seat(seat))
    }

    fn take_seat(&mut self, seat: u8, player: SeatedPlayer) -> Result<(), EventError> {
        let place = self.players.get_mut(usize::from(seat));
        let place = place.ok_or_else(|| no_seat(seat))?;
        if place.is_some() {
            return Err(format!("seat {seat} is taken"));
        }
        if self.departure.is_some() {
            return Err("the host has left the table".to_owned());
        }
        *place = Some(player);
        Ok(())
    }

    fn start_when_full(&mut self, at_ms: u64) -> Result<(), EventError> {
        if self.players.iter().any(Option::is_none) || !self.has_all_salts() {
            return Ok(());
        }
        let made = match &self.plan.start {
            Some(start) => AnyGame::from_text(self.variant, &self.plan.options, start),
            None => {
                let mut dice = SeedDice::new(&self.seed, &self.salts());
                AnyGame::new(self.variant, &self.plan.options, &mut dice)
            }
        };
        // The error of the parser might quote the starting position, which is sealed.
        let game = made.map_err(|_| "the game of the plan cannot start".to_owned())?;
        let mut play = Play {
            game: Box::new(game),
            clock: Clock::new(self.controls()),
            opening: None,
            since_ms: at_ms,
            plies: SharedList::default(),
            step_since_ms: at_ms,
            paused_since: None,
            flagged: SeatSet::EMPTY,
        };
        play.open_when_set_up(at_ms);
        self.play = Some(play);
        Ok(())
    }

    fn apply_action(
        &mut self,
        seat: u8,
        event: &EventAction,
        lag_ms: u64,
        at_ms: u64,
        state: &StateMark,
    ) -> Result<(), EventError> {
        let seat = self.seat(seat)?;
        let variant = self.variant;
        let play = self.unfinished_play()?;
        let action = event.parsed(variant).map_err(|error| error.to_string())?;
        if !matches!(play.game.turn(), Turn::Seat(_)) || action.named_seat().is_some() {
            return Err(format!("`{action}` is not possible now"));
        }
        let before = play.clock;
        let is_judged = event.is_judged(seat, state);
        let played = judging::play(&mut play.game, seat, action, is_judged);
        let played = played.map_err(|refusal| refusal.message)?;
        match play.game.turn() {
            Turn::Seat(next) => play.clock.press(Some(next), at_ms, lag_ms),
            Turn::Setup(_) | Turn::Over => play.clock.press(None, at_ms, lag_ms),
        }
        let left_ms = play.clock.left_ms(seat, at_ms);
        play.plies.push(Arc::new(Ply { played, before, left_ms }));
        self.offered.clear();
        self.gave_time = SeatSet::EMPTY;
        let lapsed = self.offer.is_some_and(|pending| match pending.offer {
            Offer::Draw => self.party(pending.by) != self.party(seat),
            Offer::Takeback { .. } | Offer::Rematch => true,
        });
        if lapsed {
            self.offer = None;
        }
        Ok(())
    }

    fn apply_choice(
        &mut self,
        seat: u8,
        choice: &EventAction,
        at_ms: u64,
        state: &StateMark,
    ) -> Result<(), EventError> {
        let seat = self.seat(seat)?;
        let variant = self.variant;
        let play = self.unfinished_play()?;
        // The choice is sealed, so the error must not describe it.
        let no_choice = || format!("seat {} cannot have chosen so", seat.index());
        let action = choice.parsed(variant).map_err(|_| no_choice())?;
        let Turn::Setup(owing) = play.game.turn() else { return Err(no_choice()) };
        let is_judged = choice.is_judged(seat, state);
        judging::play(&mut play.game, seat, action, is_judged).map_err(|_| no_choice())?;
        if owing == SeatSet::only(seat) {
            play.step_since_ms = at_ms;
            play.open_when_set_up(at_ms);
        } else {
            self.private_to = Some(seat);
        }
        self.add_hidden_choice(seat, choice.to_string());
        Ok(())
    }

    fn make_offer(&mut self, seat: u8, offer: Offer) -> Result<(), EventError> {
        let by = self.seat(seat)?;
        self.started_play()?;
        self.offered.push((self.party(by), mem::discriminant(&offer)));
        self.offer = Some(PendingOffer { by, offer, missing: self.must_consent(by, offer) });
        Ok(())
    }

    fn apply_consent(&mut self, seat: u8) -> Result<(), EventError> {
        let seat = self.seat(seat)?;
        let pending = self.offer.filter(|pending| pending.missing.contains(seat));
        let pending = pending.ok_or("there is no offer to consent to")?;
        let missing = self.without_party(pending.missing, seat);
        self.offer = Some(PendingOffer { missing, ..pending });
        Ok(())
    }

    fn take_back(&mut self, plies: u16, at_ms: u64) -> Result<(), EventError> {
        let play = self.started_play()?;
        let played = play.plies.len();
        if !(1..=played).contains(&usize::from(plies)) {
            return Err(format!("{plies} plies taken back where {played} were played"));
        }
        for _ in 0..plies {
            let Some(ply) = play.plies.pop() else { break };
            play.game.undo();
            play.clock = ply.before;
        }
        if let Turn::Seat(seat) = play.game.turn() {
            play.clock.start(seat, at_ms);
            if play.paused_since.is_some() {
                play.clock.pause(at_ms);
            }
        }
        self.offer = None;
        self.offered.clear();
        self.gave_time = SeatSet::EMPTY;
        Ok(())
    }

    fn apply_loss(&mut self, seat: u8, reason: Reason, at_ms: u64) -> Result<(), EventError> {
        let seat = self.seat(seat)?;
        let play = self.unfinished_play()?;
        if !play.game.still_plays(seat) {
            return Err(format!("seat {} has left already", seat.index()));
        }
        if reason == Reason::FlagFall {
            play.flagged = play.flagged.with(seat);
        }
        if play.leave(seat, at_ms) {
            self.offer = None;
            return Ok(());
        }
        self.end(at_ms, |game| game.lost_by(seat, reason))
    }

    fn apply_claim(&mut self, seat: u8, claim: Claim, at_ms: u64) -> Result<(), EventError> {
        let seat = self.seat(seat)?;
        let absent = self.opponent_of(seat).ok_or("only a game of two can be claimed")?;
        self.end(at_ms, |game| Play::claimed(game, absent, claim))
    }

    fn end(
        &mut self,
        at_ms: u64,
        outcome: impl FnOnce(&AnyGame) -> Outcome,
    ) -> Result<(), EventError> {
        let play = self.unfinished_play()?;
        let outcome = outcome(&play.game);
        play.game.conclude(outcome);
        play.clock.stop(at_ms);
        self.offer = None;
        Ok(())
    }

    pub(crate) fn seat(&self, seat: u8) -> Result<Seat, EventError> {
        let is_here = usize::from(seat) < self.players.len();
        Seat::checked(seat).filter(|_| is_here).ok_or_else(|| no_seat(seat))
    }

    fn started_play(&mut self) -> Result<&mut Play, EventError> {
        self.play.as_mut().ok_or_else(|| "the game has not begun".to_owned())
    }

    pub(crate) fn unfinished_play(&mut self) -> Result<&mut Play, EventError> {
        let play = self.started_play()?;
        if play.game.turn() == Turn::Over { Err("the game is over".to_owned()) } else { Ok(play) }
    }
}

fn no_seat(seat: u8) -> EventError {
    format!("there is no seat {seat}")
}

impl Play {
    fn pause(&mut self, at_ms: u64) -> Result<(), EventError> {
        if self.paused_since.is_some() {
            return Err("the clocks stand already".to_owned());
        }
        self.clock.pause(at_ms);
        self.paused_since = Some(at_ms);
        Ok(())
    }

    fn resume(&mut self, at_ms: u64) -> Result<(), EventError> {
        let since = self.paused_since.take().ok_or("the clocks run already")?;
        self.clock.resume(at_ms);
        self.step_since_ms += at_ms.saturating_sub(since);
        Ok(())
    }

    fn credit(&mut self, ms: u64, at_ms: u64) {
        self.clock.credit(ms, at_ms);
        self.step_since_ms = self.step_since_ms.saturating_add(ms).min(at_ms);
    }

    /// Removes a seat from a game that continues without it. Returns `false` if the game cannot.
    fn leave(&mut self, seat: Seat, at_ms: u64) -> bool {
        let before = self.clock;
        let left_ms = before.left_ms(seat, at_ms);
        let Some(played) = self.game.leave(seat) else { return false };
        self.plies.push(Arc::new(Ply { played, before, left_ms }));
        match self.game.turn() {
            Turn::Seat(next) if before.on_move() == Some(next) => {}
            Turn::Seat(next) => self.switch_clock_to(next, at_ms),
            Turn::Setup(_) | Turn::Over => self.clock.stop(at_ms),
        }
        true
    }

    /// Starts the clock of the seat that is to move after another left. A paused clock stays
    /// paused.
    fn switch_clock_to(&mut self, next: Seat, at_ms: u64) {
        self.clock.stop(at_ms);
        self.clock.start(next, at_ms);
        if self.paused_since.is_some() {
            self.clock.pause(at_ms);
        }
    }

    /// Starts play once no seat owes a set-up choice.
    fn open_when_set_up(&mut self, at_ms: u64) {
        if let (Turn::Seat(seat), None) = (self.game.turn(), &self.opening) {
            self.opening = Some(Arc::new((*self.game).clone()));
            self.clock.start(seat, at_ms);
        }
    }
}
