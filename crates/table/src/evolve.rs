use crate::{
    Event, Kind, Player, Table,
    table::{PendingOffer, Play, Ply, viewer_index},
};
use clock::Clock;
use commit_reveal::SeedDice;
use game::{Observer, Reason, Seat, SeatSet, Turn};
use games::{AnyAction, AnyGame};
use protocol::Offer;

impl Table {
    /// Takes in an event that has been committed. Cannot fail: an event that does not fit, which
    /// [`Table::decide`] never makes, leaves the table as it was.
    pub fn evolve(&mut self, event: &Event) {
        self.private_to = None;
        let at_ms = event.at_ms;
        match &event.kind {
            Kind::Opened { .. } => return,
            Kind::Joined { seat, name, salt, member } => {
                let (name, member) = (name.clone(), member.clone());
                let player = Player { name, salt: *salt, peeks: 0, member };
                if let Some(place) = self.players.get_mut(usize::from(*seat)) {
                    *place = Some(player);
                }
                self.start_when_full(at_ms);
            }
            Kind::Acted { seat, action, lag_ms } => self.act(*seat, action, *lag_ms, at_ms),
            Kind::Chose { seat, choice } => self.choose(*seat, choice.expose(), at_ms),
            Kind::Offered { seat, offer } => self.stand(*seat, *offer),
            Kind::Accepted { seat } => {
                if let (Some(seat), Some(standing)) = (Seat::checked(*seat), self.offer) {
                    let missing = self.without_party(standing.missing, seat);
                    self.offer = Some(PendingOffer { missing, ..standing });
                }
            }
            Kind::Declined => self.offer = None,
            Kind::TakenBack { plies } => self.take_back(*plies, at_ms),
            Kind::Resigned { seat } => self.lose(*seat, Reason::Resignation, at_ms),
            Kind::Flagged { seat } => self.lose(*seat, Reason::FlagFall, at_ms),
            Kind::Agreed => self.end(at_ms, AnyGame::agreed_draw),
            Kind::Peeked { seat, .. } => {
                if let Some(Some(player)) = self.players.get_mut(usize::from(*seat)) {
                    player.peeks = player.peeks.saturating_add(1);
                }
            }
            Kind::Paused => {
                if let Some(play) = &mut self.play {
                    play.clock.pause(at_ms);
                    play.paused_since = Some(at_ms);
                }
            }
            Kind::Resumed => {
                if let Some(play) = &mut self.play {
                    play.clock.resume(at_ms);
                    let since = play.paused_since.take().unwrap_or(at_ms);
                    play.step_since_ms += at_ms.saturating_sub(since);
                }
            }
            Kind::Credited { ms } => {
                if let Some(play) = &mut self.play {
                    play.clock.credit(*ms, at_ms);
                    play.step_since_ms = play.step_since_ms.saturating_add(*ms).min(at_ms);
                }
            }
            Kind::RematchAgreed => {
                self.offer = None;
                self.rematch_agreed = true;
            }
            Kind::Rematched { table } => self.rematch = Some(table.clone()),
        }
        for observer in Observer::all(self.variant.seats()) {
            if self.may_notice(observer) {
                self.told[viewer_index(observer)] += 1;
            }
        }
    }

    /// Whether the last event reaches `observer` at all.
    pub(crate) fn may_notice(&self, observer: Observer) -> bool {
        self.private_to.is_none_or(|seat| observer == Observer::Seat(seat))
    }

    fn start_when_full(&mut self, at_ms: u64) {
        if self.play.is_some() || self.players.iter().any(Option::is_none) {
            return;
        }
        let made = match &self.plan.start {
            Some(start) => AnyGame::from_text(self.variant, &self.plan.options, start),
            None => {
                let mut dice = SeedDice::new(&self.seed, &self.salts());
                AnyGame::new(self.variant, &self.plan.options, &mut dice)
            }
        };
        // The plan was read once when the table was opened; it reads again.
        let Ok(game) = made else { return };
        let mut play = Play {
            game,
            clock: Clock::new(self.controls()),
            opening: None,
            plies: Vec::new(),
            step_since_ms: at_ms,
            paused_since: None,
        };
        play.open_when_set_up(at_ms);
        self.play = Some(play);
    }

    fn act(&mut self, seat: u8, action: &str, lag_ms: u64, at_ms: u64) {
        let Some(seat) = Seat::checked(seat) else { return };
        let Some(play) = &mut self.play else { return };
        let Ok(action) = AnyAction::parse(self.variant, action) else { return };
        let before = play.clock;
        let Ok(done) = play.game.play(seat, action) else { return };
        match play.game.turn() {
            Turn::Seat(next) => play.clock.press(Some(next), at_ms, lag_ms),
            Turn::Setup(_) | Turn::Over => play.clock.press(None, at_ms, lag_ms),
        }
        let left_ms = play.clock.left_ms(seat, at_ms);
        play.plies.push(Ply { done, before, left_ms });
        let lapsed = self.offer.is_some_and(|standing| match standing.offer {
            Offer::Draw => self.party(standing.by) != self.party(seat),
            Offer::Takeback { .. } | Offer::Rematch => true,
        });
        if lapsed {
            self.offer = None;
        }
    }

    fn choose(&mut self, seat: u8, choice: &str, at_ms: u64) {
        let Some(seat) = Seat::checked(seat) else { return };
        let Some(play) = &mut self.play else { return };
        let Ok(action) = AnyAction::parse(self.variant, choice) else { return };
        let was_last = play.game.turn() == Turn::Setup(SeatSet::only(seat));
        if play.game.play(seat, action).is_err() {
            return;
        }
        if was_last {
            play.step_since_ms = at_ms;
            play.open_when_set_up(at_ms);
        } else {
            self.private_to = Some(seat);
        }
    }

    fn stand(&mut self, seat: u8, offer: Offer) {
        if let Some(by) = Seat::checked(seat) {
            self.offer = Some(PendingOffer { by, offer, missing: self.must_consent(by, offer) });
        }
    }

    fn take_back(&mut self, plies: u16, at_ms: u64) {
        self.offer = None;
        let Some(play) = &mut self.play else { return };
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
    }

    fn lose(&mut self, seat: u8, reason: Reason, at_ms: u64) {
        let Some(seat) = Seat::checked(seat) else { return };
        let left = self.play.as_mut().is_some_and(|play| play.leave(seat, at_ms));
        if left {
            self.offer = None;
        } else {
            self.end(at_ms, |game| game.lost_by(seat, reason));
        }
    }

    fn end(&mut self, at_ms: u64, outcome: impl FnOnce(&AnyGame) -> game::Outcome) {
        self.offer = None;
        if let Some(play) = &mut self.play {
            let outcome = outcome(&play.game);
            play.game.conclude(outcome);
            play.clock.stop(at_ms);
        }
    }
}

impl Play {
    /// Takes a seat out of a game that goes on without it; `false` where it does not.
    fn leave(&mut self, seat: Seat, at_ms: u64) -> bool {
        let before = self.clock;
        let left_ms = before.left_ms(seat, at_ms);
        let Some(done) = self.game.leave(seat) else { return false };
        self.plies.push(Ply { done, before, left_ms });
        match self.game.turn() {
            Turn::Seat(next) if before.on_move() == Some(next) => {}
            Turn::Seat(next) => self.hand_clock_to(next, at_ms),
            Turn::Setup(_) | Turn::Over => self.clock.stop(at_ms),
        }
        true
    }

    /// Starts the clock of whoever is on move now that another has left; a paused one stays so.
    fn hand_clock_to(&mut self, next: Seat, at_ms: u64) {
        self.clock.stop(at_ms);
        self.clock.start(next, at_ms);
        if self.paused_since.is_some() {
            self.clock.pause(at_ms);
        }
    }

    /// Begins the play proper once no seat owes a set-up choice any more.
    fn open_when_set_up(&mut self, at_ms: u64) {
        if let (Turn::Seat(seat), None) = (self.game.turn(), &self.opening) {
            self.opening = Some(self.game.clone());
            self.clock.start(seat, at_ms);
        }
    }
}
