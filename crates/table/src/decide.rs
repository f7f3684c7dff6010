use crate::{
    Event, EventAction, EventKind, Input, Member, Table,
    claim::no_claims,
    clean_name, judging,
    open::{no_name, require_member},
    play::Play,
};
use game::{Refusal, Seat, SeatSet, Secret, Turn};
use protocol::{ACTION_BYTES, ACTIONS, Command, EVENTS, GameId, Offer, SeatPlan};
use std::mem;

type Decision = Result<Vec<EventKind>, Refusal>;

impl Table {
    /// Decides on an input: returns the events to append and commit, in order. Changes nothing.
    ///
    /// After the commit, the caller passes each event to [`Table::evolve`].
    ///
    /// # Errors
    /// A refusal. It contains nothing that the requesting seat's own view does not show.
    pub fn decide(&self, now_ms: u64, input: Input<'_>) -> Result<Vec<Event>, Refusal> {
        let mut kinds = match input {
            Input::Join { seat, name, member } => self.decide_join(seat, name, member),
            Input::Seat { seat, command, lag_ms } => {
                self.decide_command(seat, command, now_ms, lag_ms)
            }
            Input::Claim { seat, claim, absent_since_ms } => {
                self.decide_claim(seat, claim, absent_since_ms, now_ms)
            }
            Input::Tick => Ok(self.decide_tick(now_ms)),
            Input::Credit { ms } => Ok(self.unless_paused(EventKind::Credited { ms })),
            Input::Pause => Ok(self.unless_paused(EventKind::Paused)),
            Input::Resume => Ok(self.decide_resume()),
            Input::Rematched { table } => self.decide_rematched(table),
            Input::Leave { table } => self.decide_leave(table),
            Input::Move { seat } => self.decide_move(seat),
            Input::Stay if self.is_leaving() => Ok(vec![EventKind::Stayed]),
            Input::Stay => Err(not_leaving()),
        }?;
        if self.is_exhausted_by(now_ms, &kinds) {
            kinds.push(EventKind::Exhausted);
        }
        Ok(kinds.into_iter().map(|kind| Event { at_ms: now_ms, kind }).collect())
    }

    /// Whether these events would bring a running game to the maximum number of plies or events.
    fn is_exhausted_by(&self, at_ms: u64, kinds: &[EventKind]) -> bool {
        let Some(play) = self.play.as_ref().filter(|_| !kinds.is_empty()) else { return false };
        let acted = kinds.iter().filter(|kind| matches!(kind, EventKind::Acted { .. })).count();
        let plies = play.plies.len() + acted;
        if plies < ACTIONS && self.events + kinds.len() < EVENTS {
            return false;
        }
        let mut after = self.clone();
        let events = kinds.iter().map(|kind| Event { at_ms, kind: kind.clone() });
        // An impossible event is reported when it is applied.
        events.into_iter().all(|event| after.apply(&event).is_ok()) && !after.is_over()
    }

    fn decide_join(&self, wanted: Option<Seat>, name: &str, member: Option<&Member>) -> Decision {
        let is_open = |seat: Seat| {
            self.plan.seats.get(seat.index()) == Some(&SeatPlan::Open)
                && self.players.get(seat.index()) == Some(&None)
        };
        let seat = match wanted {
            Some(seat) => Some(seat).filter(|&seat| is_open(seat)),
            None => self.seats().find(|&seat| is_open(seat)),
        };
        let seat = seat.filter(|_| self.departure.is_none());
        let seat = seat.ok_or_else(|| Refusal::new("seat-taken", "there is no open seat here"))?;
        let name = clean_name(name).ok_or_else(no_name)?;
        let member = require_member(&self.plan, member)?;
        if let Some(member) = &member {
            self.check_rating(member)?;
        }
        let is_seated = |member: &Member| {
            let others = self.players.iter().flatten().filter_map(|player| player.member.as_ref());
            others.into_iter().any(|other| other.id == member.id)
        };
        if member.as_ref().is_some_and(is_seated) {
            return Err(Refusal::new("seated", "this account has a seat at the table"));
        }
        Ok(vec![EventKind::Joined { seat: seat.index() as u8, name, salt: None, member }])
    }

    /// Checks that the host wants opponents with the rating of this player.
    fn check_rating(&self, member: &Member) -> Result<(), Refusal> {
        let rating = member.strength.rating;
        if self.plan.wants(rating) {
            return Ok(());
        }
        let (code, why, limit) = if rating < self.plan.min_rating as i32 {
            ("rating-below", "this player wants stronger opponents", self.plan.min_rating)
        } else {
            ("rating-above", "this player wants weaker opponents", self.plan.max_rating)
        };
        Err(Refusal::new(code, why).with(limit).with(rating))
    }

    fn decide_command(&self, seat: Seat, command: &Command, now_ms: u64, lag_ms: u64) -> Decision {
        let play = self
            .play
            .as_ref()
            .ok_or_else(|| Refusal::new("not-started", "the game has not started yet"));
        match command {
            Command::CommitSalt { commitment } => self.decide_commit_salt(seat, commitment),
            Command::RevealSalt { salt } => self.decide_reveal_salt(seat, salt),
            Command::Act { action } => self.decide_act(play?, seat, action, now_ms, lag_ms),
            Command::Resign => {
                let play = play?;
                in_progress(play)?;
                if !play.game.still_plays(seat) {
                    return Err(Refusal::new("out", "you have left the game already"));
                }
                Ok(vec![EventKind::Resigned { seat: seat.index() as u8 }])
            }
            Command::Offer { offer } => self.decide_offer(play?, seat, *offer),
            Command::Answer { yes } => play.and_then(|_| self.decide_answer(seat, *yes)),
            Command::FillSeats => self.decide_filling(seat, now_ms),
            Command::GiveTime => self.decide_gift(play?, seat, now_ms),
            // A claim needs the opponent's absence, which only a server knows: `Input::Claim`.
            Command::Claim { .. } => Err(no_claims()),
            Command::Undo { plies } => {
                let play = play?;
                self.only_in_training("undo without asking")?;
                if self.is_revealed() {
                    return Err(Refusal::new(
                        "game-over",
                        "the game is over and its hidden information is public",
                    ));
                }
                check_plies(play, *plies)?;
                Ok(vec![EventKind::TakenBack { plies: *plies }])
            }
            Command::Peek { square } => {
                let play = play?;
                self.only_in_training("peeking")?;
                in_progress(play)?;
                play.game.peek(square).ok_or_else(|| {
                    Refusal::new("nothing-hidden", format!("nothing is face down on `{square}`"))
                })?;
                Ok(vec![EventKind::Peeked { seat: seat.index() as u8, square: square.clone() }])
            }
        }
    }

    fn decide_act(
        &self,
        play: &Play,
        seat: Seat,
        action: &str,
        now_ms: u64,
        lag_ms: u64,
    ) -> Decision {
        in_progress(play)?;
        if play.paused_since.is_some() {
            return Err(Refusal::new("paused", "the table is paused"));
        }
        if action.len() > ACTION_BYTES {
            return Err(Refusal::new(
                "action-text",
                format!("expected at most {ACTION_BYTES} bytes"),
            ));
        }
        let action = judging::parse(self.variant, action)
            .map_err(|error| Refusal::new("action-text", error.to_string()))?;
        if action.named_seat().is_some() {
            // Leaving has its own command, which is allowed at any time.
            return Err(Refusal::new("action-text", format!("resign instead of `{action}`")));
        }
        judging::judge(&play.game, seat, action)?;
        if play.clock.flag_fell(now_ms) {
            return Err(Refusal::new("flag-fall", "the move came after the flag had fallen"));
        }
        if play.plies.len() >= ACTIONS {
            return Err(Refusal::new("too-long", format!("a game has at most {ACTIONS} plies")));
        }
        let action = EventAction::judged(action, seat, self.mark.clone());
        let seat = seat.index() as u8;
        Ok(vec![match play.game.turn() {
            Turn::Setup(_) => EventKind::Chose { seat, choice: Secret::new(action) },
            Turn::Seat(_) | Turn::Over => EventKind::Acted { seat, action, lag_ms },
        }])
    }

    fn decide_offer(&self, play: &Play, seat: Seat, offer: Offer) -> Decision {
        match offer {
            Offer::Draw => {
                in_progress(play)?;
                if play.opening.is_none() {
                    return Err(Refusal::new(
                        "set-up",
                        "a draw can be offered only after play has started",
                    ));
                }
            }
            Offer::Takeback { plies } => {
                in_progress(play)?;
                check_plies(play, plies)?;
            }
            Offer::Rematch if !self.is_over() => {
                return Err(Refusal::new(
                    "not-over",
                    "a rematch can be offered only after the game",
                ));
            }
            Offer::Rematch if self.rematch_agreed => {
                return Err(Refusal::new("already-agreed", "the rematch is agreed already"));
            }
            Offer::Rematch => {}
        }
        if let Some(pending) = self.open_offer() {
            if pending.missing.contains(seat) && pending.offer == offer {
                return self.decide_answer(seat, true);
            }
            // A party cannot replace its own open offer: the opponent may be accepting it right now.
            if self.party(pending.by) == self.party(seat) {
                let why = "this side already has an open offer";
                return Err(Refusal::new("already-offered", why));
            }
        }
        // A declined offer may be repeated after the next ply.
        if self.offered.contains(&(self.party(seat), mem::discriminant(&offer))) {
            return Err(Refusal::new(
                "already-offered",
                "this was already offered after the last move",
            ));
        }
        let offered = EventKind::Offered { seat: seat.index() as u8, offer };
        let is_settled = self.must_consent(seat, offer).is_empty();
        Ok(vec![if is_settled { effect_of(offer) } else { offered }])
    }

    fn decide_answer(&self, seat: Seat, yes: bool) -> Decision {
        let pending = self
            .open_offer()
            .filter(|pending| pending.missing.contains(seat))
            .ok_or_else(|| Refusal::new("no-offer", "there is no offer for you to answer"))?;
        if !yes {
            return Ok(vec![EventKind::Declined]);
        }
        let own = self.seats_of_party(seat);
        let still_missing = pending.missing.iter().any(|other| !own.contains(other));
        Ok(vec![if still_missing {
            EventKind::Accepted { seat: seat.index() as u8 }
        } else {
            effect_of(pending.offer)
        }])
    }

    fn decide_tick(&self, now_ms: u64) -> Vec<EventKind> {
        let (Some(play), Some(deadline)) = (&self.play, self.deadline()) else { return Vec::new() };
        if now_ms < deadline {
            return Vec::new();
        }
        match play.game.turn() {
            Turn::Seat(_) => play
                .clock
                .on_move()
                .map(|seat| EventKind::Flagged { seat: seat.index() as u8 })
                .into_iter()
                .collect(),
            Turn::Setup(owing) => owing
                .iter()
                .filter_map(|seat| {
                    let choice = EventAction::unjudged(play.game.default_setup(seat)?);
                    Some(EventKind::Chose { seat: seat.index() as u8, choice: Secret::new(choice) })
                })
                .collect(),
            Turn::Over => Vec::new(),
        }
    }

    fn unless_paused(&self, kind: EventKind) -> Vec<EventKind> {
        let runs = self
            .play
            .as_ref()
            .is_some_and(|play| play.paused_since.is_none() && play.game.turn() != Turn::Over);
        if runs { vec![kind] } else { Vec::new() }
    }

    fn decide_resume(&self) -> Vec<EventKind> {
        let paused = self.play.as_ref().is_some_and(|play| play.paused_since.is_some());
        if paused { vec![EventKind::Resumed] } else { Vec::new() }
    }

    fn decide_rematched(&self, table: &GameId) -> Decision {
        if self.wants_rematch() {
            Ok(vec![EventKind::Rematched { table: table.to_owned() }])
        } else {
            Err(Refusal::new("no-rematch", "no rematch is waiting to be opened"))
        }
    }

    fn decide_leave(&self, table: &GameId) -> Decision {
        if !self.host_may_leave() {
            let message = "only a host who waits alone can move to another table";
            return Err(Refusal::new("not-alone", message));
        }
        Ok(vec![EventKind::Leaving { table: table.to_owned() }])
    }

    fn decide_move(&self, seat: Seat) -> Decision {
        if !self.is_leaving() {
            return Err(not_leaving());
        }
        Ok(vec![EventKind::Moved { there: seat.index() as u8 }])
    }

    fn only_in_training(&self, what: &str) -> Result<(), Refusal> {
        if self.plan.training {
            Ok(())
        } else {
            Err(Refusal::new("not-training", format!("{what} is possible only at training tables")))
        }
    }
}

fn not_leaving() -> Refusal {
    Refusal::new("not-leaving", "the host is not moving to another table")
}

fn in_progress(play: &Play) -> Result<(), Refusal> {
    if play.game.turn() == Turn::Over {
        Err(Refusal::new("game-over", "the game is over"))
    } else {
        Ok(())
    }
}

fn check_plies(play: &Play, plies: u16) -> Result<(), Refusal> {
    let most = play.plies.len();
    if (1..=most).contains(&usize::from(plies)) {
        Ok(())
    } else {
        Err(Refusal::new("plies", format!("expected 1 to {most} plies to take back, got {plies}")))
    }
}

const fn effect_of(offer: Offer) -> EventKind {
    match offer {
        Offer::Draw => EventKind::Agreed,
        Offer::Takeback { plies } => EventKind::TakenBack { plies },
        Offer::Rematch => EventKind::RematchAgreed,
    }
}

impl Table {
    /// The seats of `missing` that must still consent once the party of `seat` has consented.
    pub(crate) fn without_party(&self, missing: SeatSet, seat: Seat) -> SeatSet {
        let own = self.seats_of_party(seat);
        missing.iter().filter(|&other| !own.contains(other)).collect()
    }
}
