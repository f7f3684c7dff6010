//! The table in this page: the same state machine as the server's, with its log kept in the
//! browser's storage. Reloading the page or the death of any server loses nothing.

use super::{journal, worker::Thinker};
use crate::{
    app::App,
    browser,
    session::{HostKind, Link, Session, TableBackend},
};
use commit_reveal::{Salt, Seed};
use game::{Observer, Seat, Turn};
use leptos::prelude::*;
use protocol::{Command, Offer, SeatPlan, Snapshot, TablePlan};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};
use table::{Event, Input, Table};
use ui_model::{
    TableModel,
    catalogue::Message,
    thinking::{Answer, Question},
};

/// How often the page notes that it is open, and looks whether a flag has fallen.
const PULSE_MS: u32 = 250;

/// A computer's move is shown this long after it was found, so that it can be followed.
const BREATH_MS: u32 = 450;

struct Local {
    app: App,
    session: Session,
    table: RefCell<Table>,
    /// The seat through whose eyes the page looks; `None` behind the cover.
    eyes: Cell<Option<Seat>>,
    /// The number of the question that was asked last.
    asked: Cell<u64>,
    /// When it was asked.
    asked_ms: Cell<u64>,
    /// Whether that question still waits for its answer.
    thinking: Cell<bool>,
    thinker: RefCell<Option<Thinker>>,
    me: RefCell<Weak<Local>>,
    gone: Cell<bool>,
}

/// Whether a game on this device can be continued.
pub(crate) fn has_local_game() -> bool {
    journal::is_kept()
}

/// Opens a table on this device in place of the one before.
///
/// The error is for the player.
pub(crate) fn open_local(app: App, plan: TablePlan) -> Result<(), String> {
    let events = open_events(plan, &app.player_name())?;
    if journal::begin(&events) {
        journal::note_seen();
        Ok(())
    } else {
        Err(app.say(Message::StorageFull).to_owned())
    }
}

fn open_events(plan: TablePlan, name: &str) -> Result<Vec<Event>, String> {
    let (salt, seed) = (Salt::new(browser::random()?), Seed::new(browser::random()?));
    table::open(plan, name, None, salt, seed, browser::epoch_ms())
        .map_err(|refusal| refusal.message)
}

/// Puts the table kept on this device on the screen. `false` when there is none.
pub(crate) fn resume_local(app: App, session: Session) -> bool {
    let Some(table) = journal::table() else { return false };
    let local = Rc::new(Local {
        app,
        session,
        table: RefCell::new(table),
        eyes: Cell::new(None),
        asked: Cell::new(0),
        asked_ms: Cell::new(0),
        thinking: Cell::new(false),
        thinker: RefCell::new(None),
        me: RefCell::new(Weak::new()),
        gone: Cell::new(false),
    });
    *local.me.borrow_mut() = Rc::downgrade(&local);
    session.set_host(local.clone());
    session.link.set(Link::Live);
    // Nobody thinks while the page is closed.
    let away = journal::away_ms();
    if away > u64::from(PULSE_MS) * 4 {
        local.put(Input::Credit { ms: away });
    }
    local.sit_down();
    local.pulse();
    true
}

impl Local {
    fn seats_here(&self) -> Vec<u8> {
        let table = self.table.borrow();
        let plans = table.plan().seats.iter().enumerate();
        plans.filter(|(_, plan)| **plan == SeatPlan::Host).map(|(index, _)| index as u8).collect()
    }

    /// Whether several people at this device have secrets from each other.
    fn has_secrets(&self) -> bool {
        let secret = self.table.borrow().variant().has_secrets();
        secret && self.seats_here().len() > 1
    }

    /// Shows the table as it stands.
    fn sit_down(&self) {
        let seats = self.seats_here();
        self.session.seats.set(seats.clone());
        let first = seats.first().copied().and_then(Seat::checked);
        self.eyes.set(if self.has_secrets() { None } else { first });
        self.show();
        self.go_on();
    }

    fn observer(&self) -> Observer {
        self.eyes.get().map_or(Observer::Spectator, Observer::Seat)
    }

    fn snapshot(&self) -> Snapshot {
        self.table.borrow().snapshot(browser::epoch_ms(), self.observer())
    }

    fn show(&self) {
        if let Some(model) = TableModel::new(self.snapshot()) {
            self.session.show(model);
        }
    }

    /// Decides, writes down, evolves, tells: the order is the promise.
    fn put(&self, input: Input<'_>) -> bool {
        let decided = self.table.borrow().decide(browser::epoch_ms(), input);
        let events = match decided {
            Ok(events) => events,
            Err(refusal) => {
                self.session.refused(self.app, refusal.code, &refusal.message);
                return false;
            }
        };
        if !journal::append(&events) {
            self.session.notice.set(Some(self.app.say(Message::StorageFull).to_owned()));
            return false;
        }
        for event in &events {
            let told = {
                let mut table = self.table.borrow_mut();
                table.evolve(event);
                table.tell(event, self.observer())
            };
            let heard = self.session.model.try_update_untracked(|model| match (model, told) {
                (Some(model), Some(told)) => model.hear(told).is_ok(),
                (Some(_), None) => true,
                (None, _) => false,
            });
            if heard != Some(true) {
                self.show();
            }
        }
        if let Some(model) = self.session.model.get_untracked() {
            let whole = model.wants_whole().then(|| model.renewed(self.snapshot())).flatten();
            self.session.show(whole.unwrap_or(model));
        }
        true
    }

    /// What follows by itself: the device is passed on, the computer is asked.
    fn go_on(&self) {
        if self.has_secrets() {
            let (turn, here) = (self.table.borrow().turn(), self.seats_here());
            let next = turn.seats().iter().find(|seat| here.contains(&(seat.index() as u8)));
            match next {
                Some(_) if next == self.eyes.get() => {}
                Some(seat) => {
                    self.eyes.set(None);
                    self.show();
                    self.session.cover.set(Some(seat.index() as u8));
                }
                None if turn == Turn::Over && self.eyes.get().is_none() => {
                    self.eyes.set(Seat::checked(here[0]));
                    self.show();
                }
                None => {}
            }
        }
        self.ask_computer();
    }

    fn ask_computer(&self) {
        if self.thinking.get() || self.gone.get() {
            return;
        }
        let table = self.table.borrow();
        let Some(asked) = table.computers_asked().first().copied() else { return };
        let seat = asked.seat;
        let snapshot = table.snapshot(browser::epoch_ms(), Observer::Seat(seat));
        let Ok(seed) = browser::random_hex::<32>() else { return };
        self.asked.set(self.asked.get() + 1);
        self.asked_ms.set(browser::epoch_ms());
        self.thinking.set(true);
        let question = Question {
            id: self.asked.get(),
            ask: asked.ask,
            resigns: asked.resigns,
            variant: snapshot.variant,
            options: snapshot.options,
            seat: seat.index() as u8,
            level: asked.level.to_owned(),
            position: snapshot.state.position,
            told: snapshot.history,
            seed,
        };
        drop(table);
        let mut thinker = self.thinker.borrow_mut();
        if thinker.is_none() {
            let me = self.me.borrow().clone();
            *thinker = Thinker::start(move |answer| {
                if let Some(local) = me.upgrade() {
                    local.answered(answer);
                }
            });
        }
        if let Some(thinker) = &*thinker {
            thinker.ask(&question);
        }
    }

    fn answered(&self, answer: Answer) {
        if answer.id != self.asked.get() || self.gone.get() {
            return;
        }
        // How long a seat with secrets has thought would tell something of what it knows.
        let has_secrets = self.table.borrow().variant().has_secrets();
        let steady_ms = if has_secrets { answer.patience_ms } else { 0 };
        let since_ms = browser::epoch_ms().saturating_sub(self.asked_ms.get());
        let rest_ms = steady_ms.saturating_sub(u32::try_from(since_ms).unwrap_or(u32::MAX));
        let me = self.me.borrow().clone();
        browser::after(rest_ms + BREATH_MS, move || {
            let Some(local) = me.upgrade() else { return };
            if answer.id != local.asked.get() || local.gone.get() {
                return;
            }
            local.thinking.set(false);
            let seat = local.table.borrow().computers_asked().first().map(|asked| asked.seat);
            if let (Some(seat), Some(command)) = (seat, answer.command) {
                local.put(Input::Seat { seat, command: &command, lag_ms: 0 });
            }
            local.go_on();
        });
    }

    /// A question asked before what has just happened is no use any more.
    fn forget_question(&self) {
        if self.thinking.replace(false) {
            self.asked.set(self.asked.get() + 1);
            // The worker is busy with it: a new one answers sooner.
            *self.thinker.borrow_mut() = None;
        }
    }

    /// Looks at the clock now and then for as long as the table is on the screen.
    fn pulse(&self) {
        if self.gone.get() {
            return;
        }
        journal::note_seen();
        let due = self.table.borrow().deadline().is_some_and(|at| browser::epoch_ms() >= at);
        if due && self.put(Input::Tick) {
            self.forget_question();
            self.go_on();
        }
        let me = self.me.borrow().clone();
        browser::after(PULSE_MS, move || {
            if let Some(local) = me.upgrade() {
                local.pulse();
            }
        });
    }

    fn begin_again(&self, plan: TablePlan) {
        let name = {
            let table = self.table.borrow();
            let people = table.players().iter().zip(&table.plan().seats);
            let host = people.filter(|(_, plan)| **plan == SeatPlan::Host);
            host.filter_map(|(player, _)| player.as_ref()).map(|player| player.name.clone()).next()
        };
        let name = name.unwrap_or_else(|| self.app.say(Message::Guest).to_owned());
        let opened = open_events(plan, &name).and_then(|events| {
            let table = Table::replay(&events).map_err(|error| error.to_string())?;
            if journal::begin(&events) {
                Ok(table)
            } else {
                Err(self.app.say(Message::StorageFull).to_owned())
            }
        });
        match opened {
            Ok(table) => {
                self.forget_question();
                *self.table.borrow_mut() = table;
                self.session.cover.set(None);
                self.session.peeking.set(false);
                self.sit_down();
            }
            Err(why) => self.session.notice.set(Some(why)),
        }
    }
}

impl TableBackend for Local {
    fn send(&self, seat: u8, command: Command) {
        let Some(seat) = Seat::checked(seat) else { return };
        let offers_draw = matches!(command, Command::Offer { offer: Offer::Draw });
        let keeps_thinking =
            matches!(command, Command::Offer { .. } | Command::Peek { .. }) && !offers_draw;
        if self.put(Input::Seat { seat, command: &command, lag_ms: 0 }) {
            if !keeps_thinking || self.table.borrow().computers_asked().is_empty() {
                self.forget_question();
            }
            self.go_on();
        }
    }

    fn look(&self, seat: u8) {
        self.eyes.set(Seat::checked(seat));
        self.session.cover.set(None);
        self.show();
        self.go_on();
    }

    fn restart(&self) {
        let plan = {
            let table = self.table.borrow();
            if table.is_over() { table.rematch_plan() } else { table.plan().clone() }
        };
        self.begin_again(plan);
    }

    fn file(&self) -> Option<String> {
        let export = self.table.borrow().full_export()?;
        record::write(&record::Record {
            variant: export.variant,
            options: export.options,
            start: export.start,
            names: export.names,
            actions: export.actions.into_iter().map(|(_, action)| action).collect(),
            outcome: export.end,
            tags: record::Tags::default(),
            annotations: record::Annotations::default(),
        })
    }

    fn kind(&self) -> HostKind {
        HostKind::Local
    }

    fn leave(&self) {
        self.gone.set(true);
        *self.thinker.borrow_mut() = None;
    }
}
