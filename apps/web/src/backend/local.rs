//! A table in this page: the same state machine as the server's, with its log in the browser's
//! storage. A reload or an unreachable server loses nothing.

use super::worker::{self, Thinker};
use crate::{
    app::App,
    browser,
    journal::{self, Journal, NotedGame, RemovedGame, Tip},
    session::{BackendKind, ConnectionState, GameFile, Session, TableBackend},
};
use commit_reveal::{Salt, Seed};
use game::{Observer, Refusal, Seat, Turn};
use games::Decision;
use i18n::Message;
use leptos::{
    prelude::*,
    wasm_split::{SplitLoaderError as NotFetched, wasm_split},
};
use protocol::{
    Command, GameId, Offer, SeatPlan, Snapshot, TableInfo, TablePlan, WorkerAnswer, WorkerQuestion,
};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};
use table::{Event, EventKind, Input, Proof, Table};
use ui_model::{Level, Route, RunningGame, TableModel, Variant, records::ResumedGame};

/// Interval of storing that the page is open, and of checking for a fallen flag, in milliseconds.
const CLOCK_CHECK_MS: u32 = 250;

/// Delay before a computer's move is shown, in milliseconds, so that the player can follow it.
const MOVE_DELAY_MS: u32 = 450;
/// Delay before a computer player that failed to load is requested again, in milliseconds.
const RETRY_MS: u32 = 5_000;

/// Number of plies from which a game counts as played: ten moves of each side.
const PLAYED_PLIES: u32 = 20;

/// The backend of a table in this page.
pub(crate) struct LocalBackend {
    app: App,
    session: Session,
    table: RefCell<Table>,
    journal: RefCell<Journal>,
    /// End of the log when this page last read or wrote it. If it ends elsewhere, another page has
    /// continued the game.
    tip: RefCell<Tip>,
    /// The seat that this page shows; `None` behind the cover.
    viewed_seat: Cell<Option<Seat>>,
    /// Number of the last question.
    question_id: Cell<u64>,
    /// Time of the last question.
    question_ms: Cell<u64>,
    /// Whether the last question is still unanswered.
    thinking: Cell<bool>,
    thinker: RefCell<Option<Thinker>>,
    weak_self: Weak<LocalBackend>,
    closed: Cell<bool>,
}

/// The games on this device, the latest first, from their stored summaries. Games without a summary
/// are left out; see [`write_summaries`].
pub(crate) fn local_games() -> Vec<RunningGame> {
    let now_ms = browser::now_ms();
    let game = |journal: Journal| {
        let info = journal.noted()?;
        let seats = host_seats(&info.plan);
        Some(RunningGame::new(info, seats, true, now_ms))
    };
    journal::list().into_iter().filter_map(game).collect()
}

/// Writes the summaries that are missing, from the logs: the storage was full, or the summary was
/// damaged. Reading a log needs the rules, which the list of games does not.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn write_summaries() -> Result<(), NotFetched> {
    for journal in journal::list() {
        if journal.noted().is_none()
            && let Some((table, _)) = journal.load()
        {
            journal.note(&table_info(journal.id(), &table));
        }
    }
    Ok(())
}

/// Number of games stored on this device.
pub(crate) fn local_game_count() -> usize {
    journal::list().len()
}

/// The game opened last on this device.
pub(crate) fn last_game() -> Option<Variant> {
    journal::list().first()?.noted_game()?.plan.variant.parse().ok()
}

/// The computer's level in the last game of this variant that was really played: to its end, or for
/// some moves. A level that was only tried is not offered again.
pub(crate) fn usual_level(variant: Variant) -> Option<Level> {
    let journals = journal::list();
    let mut played = journals.iter().filter_map(|journal| journal.noted_game());
    played.find_map(|NotedGame { plan, plies, over }| {
        let is_it = plan.variant == variant.as_str() && (over || plies >= PLAYED_PLIES);
        plan.level().filter(|_| is_it)?.parse().ok()
    })
}

/// The id of the latest game if it has this plan and no action yet.
pub(crate) fn untouched_game(plan: &TablePlan) -> Option<GameId> {
    let journals = journal::list();
    let last = journals.first()?;
    let NotedGame { plan: noted, plies, over } = last.noted_game()?;
    let level = plan.seats.iter().find_map(|seat| match seat {
        SeatPlan::Computer { level, .. } => Some(level.as_str()),
        _ => None,
    });
    let is_same = noted.variant == plan.variant
        && noted.options == plan.options
        && noted.clock == plan.clock
        && noted.training == plan.training
        && noted.level() == level;
    (is_same && plies == 0 && !over).then(|| last.id().to_owned())
}

/// Removes a game from this device. The returned value can restore it.
pub(crate) fn remove_local(id: &GameId) -> Option<RemovedGame> {
    journal::find(id).map(|journal| journal.remove())
}

fn host_seats(plan: &TablePlan) -> Vec<u8> {
    let plans = plan.seats.iter().enumerate();
    plans.filter(|(_, plan)| **plan == SeatPlan::Host).map(|(index, _)| index as u8).collect()
}

fn table_info(id: &GameId, table: &Table) -> TableInfo {
    let plan = table.plan().clone();
    TableInfo { plan, ..table.info(id, browser::epoch_ms()) }
}

/// Opens a new table on this device and returns its id. Other games are kept.
///
/// # Errors
/// If the plan is invalid, or the browser has no source of randomness or no storage left.
pub(crate) fn open_local(app: App, plan: TablePlan) -> Result<GameId, CannotOpen> {
    let (table, events) = open_table(plan, &app.player_name())?;
    let journal = journal::begin(&events).ok_or(CannotOpen::StorageFull)?;
    journal.note_seen(browser::epoch_ms());
    journal.note(&table_info(journal.id(), &table));
    app.fresh_table.set_value(Some((journal.id().to_owned(), table)));
    Ok(journal.id().to_owned())
}

/// Reason why a table cannot be opened on this device.
pub(crate) enum CannotOpen {
    /// The plan is invalid.
    Refused(Refusal),
    /// The browser's storage is full.
    StorageFull,
    /// The browser has no source of randomness, or the log is inconsistent. Contains the error's
    /// text.
    Failed(String),
}

/// A new table with its first events.
fn open_table(plan: TablePlan, name: &str) -> Result<(Table, Vec<Event>), CannotOpen> {
    let salt = Salt::new(browser::random().map_err(CannotOpen::Failed)?);
    let seed = Seed::new(browser::random().map_err(CannotOpen::Failed)?);
    let events = table::open(plan, name, None, Some(salt), seed, browser::epoch_ms())
        .map_err(CannotOpen::Refused)?;
    let table = Table::replay(&events).map_err(|error| CannotOpen::Failed(error.to_string()))?;
    Ok((table, events))
}

/// Shows a table that was just opened. Its log need not be read, so the code that reads logs is
/// loaded only for stored games.
pub(crate) fn show_fresh(app: App, session: Session, id: &GameId, table: Table) {
    if let Some(journal) = journal::find(id) {
        LocalBackend::start(app, session, journal, table);
    }
}

/// Shows a table stored on this device. Returns `false` if there is none.
pub(crate) fn resume_local(app: App, session: Session, id: &GameId) -> bool {
    let Some(journal) = journal::find(id) else { return false };
    let Some((table, fits)) = journal.load() else { return false };
    // Invalid events are cut off the log, and the player is notified.
    let is_cut = journal.cut(fits);
    journal.put_first();
    LocalBackend::start(app, session, journal, table);
    if is_cut {
        session.tell(Message::GameMended);
    }
    true
}

/// Stores a game opened from a file as a game of this device, and returns its id. `None` if the
/// storage is full.
pub(crate) fn keep_resumed(game: &ResumedGame) -> Option<GameId> {
    let table = Table::replay(&game.events).ok()?;
    let journal = journal::resume(&game.events, game.saved_ms)?;
    journal.note(&table_info(journal.id(), &table));
    Some(journal.id().to_owned())
}

/// Reloads a local table that another page has continued. Shows the start page if the other page
/// has removed it.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn catch_up(app: App, session: Session, id: GameId) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(());
    }
    session.leave();
    if resume_local(app, session, &id) {
        session.tell(Message::WentOnElsewhere);
    } else {
        app.go(Route::Start);
    }
    Ok(())
}

/// Starts a game of this device again.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn restart_local(local: Rc<LocalBackend>) -> Result<(), NotFetched> {
    local.play_again();
    Ok(())
}

impl LocalBackend {
    fn start(app: App, session: Session, journal: Journal, table: Table) {
        let tip = journal.tip();
        let local = Rc::new_cyclic(|weak_self| LocalBackend {
            app,
            session,
            table: RefCell::new(table),
            tip: RefCell::new(tip),
            journal: RefCell::new(journal),
            viewed_seat: Cell::new(None),
            question_id: Cell::new(0),
            question_ms: Cell::new(0),
            thinking: Cell::new(false),
            thinker: RefCell::new(None),
            weak_self: Weak::clone(weak_self),
            closed: Cell::new(false),
        });
        session.set_backend(local.clone());
        session.connection.set(ConnectionState::Live);
        // Time while the page is closed is not thinking time.
        let away = local.journal.borrow().away_ms(browser::epoch_ms());
        if away > u64::from(CLOCK_CHECK_MS) * 4 {
            local.apply_input(Input::Credit { ms: away });
        }
        local.show_first_seat();
        local.check_clocks();
    }

    fn local_seats(&self) -> Vec<u8> {
        host_seats(self.table.borrow().plan())
    }

    /// Whether several players of this device have secrets from each other.
    fn needs_handover(&self) -> bool {
        let secret = self.table.borrow().variant().has_secrets();
        secret && self.local_seats().len() > 1
    }

    /// Shows the current table.
    fn show_first_seat(&self) {
        let seats = self.local_seats();
        self.session.seats.set(seats.clone());
        let first = seats.first().copied().and_then(Seat::checked);
        self.viewed_seat.set(if self.needs_handover() { None } else { first });
        self.show();
        self.continue_play();
    }

    fn observer(&self) -> Observer {
        self.viewed_seat.get().map_or(Observer::Spectator, Observer::Seat)
    }

    /// The observer of an event. On a shared device the player who has just peeked is looking.
    fn observer_of(&self, event: &Event) -> Observer {
        let peeker = match &event.kind {
            EventKind::Peeked { seat, .. } if self.local_seats().contains(seat) => {
                Seat::checked(*seat)
            }
            _ => None,
        };
        peeker.map_or_else(|| self.observer(), Observer::Seat)
    }

    fn snapshot(&self) -> Snapshot {
        self.table.borrow().snapshot(browser::epoch_ms(), self.observer())
    }

    fn show(&self) {
        if let Some(table) = TableModel::new(self.snapshot()) {
            self.session.show_table(table);
        }
    }

    /// Whether another page has continued the game. If so, this page follows it.
    fn is_behind(&self) -> bool {
        let journal = self.journal.borrow();
        if journal.tip() == *self.tip.borrow() {
            return false;
        }
        drop(journal);
        self.read_again();
        true
    }

    /// Opens the game again from its log, with a new backend.
    fn read_again(&self) {
        if !self.closed.replace(true) {
            let id = self.journal.borrow().id().to_owned();
            let (app, session) = (self.app, self.session);
            leptos::task::spawn_local(async move {
                // If the code cannot be loaded, the page stays as it is and plays nothing.
                let _ = catch_up(app, session, id).await;
            });
        }
    }

    /// Decides an input, appends the events to the log, applies them and shows them. This order
    /// guarantees that every shown event is stored.
    fn apply_input(&self, input: Input<'_>) -> bool {
        if self.is_behind() {
            return false;
        }
        let decided = self.table.borrow().decide(browser::epoch_ms(), input);
        let events = match decided {
            Ok(events) => events,
            Err(refusal) => {
                self.session.refused(self.app, refusal.code, &refusal.values, &refusal.message);
                return false;
            }
        };
        if !self.journal.borrow().append(&events) {
            self.session.tell(Message::StorageFull);
            return false;
        }
        self.tip.replace(self.journal.borrow().tip());
        for event in &events {
            let observer = self.observer_of(event);
            let update = {
                let mut table = self.table.borrow_mut();
                if table.evolve(event).is_err() {
                    drop(table);
                    // The table is inconsistent, so the log is read again without the event.
                    self.read_again();
                    return false;
                }
                table.update_for(event, observer)
            };
            let heard = self.session.change_table(|shown| match update {
                Some(update) => shown.apply_update(update).is_ok(),
                None => true,
            });
            if heard != Some(true) {
                self.show();
            }
        }
        let shown = self.session.change_table(|shown| {
            if shown.needs_snapshot() {
                shown.take_snapshot(self.snapshot());
            }
        });
        if shown.is_some() {
            self.session.show_changes();
        }
        self.after(0, LocalBackend::note);
        true
    }

    /// Runs `work` after `ms` milliseconds in a new task, unless the table has been left. A delay
    /// of zero lets the browser paint the move first.
    fn after(&self, ms: u32, work: fn(&LocalBackend)) {
        let weak_self = Weak::clone(&self.weak_self);
        browser::run_after(ms, move || {
            if let Some(local) = weak_self.upgrade().filter(|local| !local.closed.get()) {
                work(&local);
            }
        });
    }

    /// Stores a summary of the game for the list of games.
    fn note(&self) {
        let journal = self.journal.borrow();
        journal.note(&table_info(journal.id(), &self.table.borrow()));
    }

    /// Continues the game without the player: hands the device over or asks the computer.
    fn continue_play(&self) {
        if self.needs_handover() {
            let (turn, here) = (self.table.borrow().turn(), self.local_seats());
            let next = turn.seats().iter().find(|seat| here.contains(&(seat.index() as u8)));
            match next {
                Some(_) if next == self.viewed_seat.get() => {}
                Some(seat) => {
                    self.viewed_seat.set(None);
                    self.show();
                    self.session.handover.set(Some(seat.index() as u8));
                }
                None if turn == Turn::Over && self.viewed_seat.get().is_none() => {
                    self.viewed_seat.set(Seat::checked(here[0]));
                    self.show();
                }
                None => {}
            }
        }
        self.after(0, LocalBackend::ask_computer);
    }

    fn ask_computer(&self) {
        if self.thinking.get() || self.closed.get() {
            return;
        }
        let table = self.table.borrow();
        let Some(asked) = table.computer_requests().first().copied() else { return };
        let seat = asked.seat;
        let observer = Observer::Seat(seat);
        let Some(game) = table.game() else { return };
        let question = worker::question(
            table.variant(),
            &table.plan().options,
            seat.index() as u8,
            game.view(observer).to_string(),
            table.entries_for(observer),
        );
        let Some(question) = question else { return };
        self.question_id.set(self.question_id.get() + 1);
        self.question_ms.set(browser::epoch_ms());
        self.thinking.set(true);
        let question = WorkerQuestion {
            id: self.question_id.get(),
            draw_offered: asked.decision == Decision::Draw,
            resigns: asked.resigns,
            level: asked.level.to_owned(),
            ..question
        };
        drop(table);
        let mut thinker = self.thinker.borrow_mut();
        if thinker.is_none() {
            let weak_self = Weak::clone(&self.weak_self);
            let in_trouble = weak_self.clone();
            *thinker = Thinker::start(
                move |answer| {
                    if let Some(local) = weak_self.upgrade() {
                        local.play_answer(answer);
                    }
                },
                move || {
                    if let Some(local) = in_trouble.upgrade().filter(|local| !local.closed.get()) {
                        local.miss_computer();
                    }
                },
            );
        }
        if let Some(thinker) = &*thinker {
            thinker.ask(&question);
        }
    }

    /// Notifies the player that the computer player failed to load, and tries again later.
    fn miss_computer(&self) {
        self.session.tell(Message::PartUnreachable);
        self.after(RETRY_MS, |local| {
            local.forget_question();
            local.continue_play();
        });
    }

    fn play_answer(&self, answer: WorkerAnswer) {
        if answer.id != self.question_id.get() || self.closed.get() {
            return;
        }
        // The thinking time of a seat with secrets would reveal part of them.
        let has_secrets = self.table.borrow().variant().has_secrets();
        let steady_ms = if has_secrets { answer.patience_ms } else { 0 };
        let since_ms = browser::epoch_ms().saturating_sub(self.question_ms.get());
        let rest_ms = steady_ms.saturating_sub(u32::try_from(since_ms).unwrap_or(u32::MAX));
        let weak_self = Weak::clone(&self.weak_self);
        browser::run_after(rest_ms + MOVE_DELAY_MS, move || {
            let Some(local) = weak_self.upgrade() else { return };
            if answer.id != local.question_id.get() || local.closed.get() {
                return;
            }
            local.thinking.set(false);
            let seat = local.table.borrow().computer_requests().first().map(|asked| asked.seat);
            if let (Some(seat), Some(command)) = (seat, answer.command()) {
                local.apply_input(Input::Seat { seat, command: &command, lag_ms: 0 });
            }
            local.continue_play();
        });
    }

    /// Drops a pending question, which is outdated by the latest event.
    fn forget_question(&self) {
        if self.thinking.replace(false) {
            self.question_id.set(self.question_id.get() + 1);
            // The worker is busy with the old question, so a new worker answers sooner.
            *self.thinker.borrow_mut() = None;
        }
    }

    /// Checks the clocks while the table is shown.
    fn check_clocks(&self) {
        if self.closed.get() || self.is_behind() {
            return;
        }
        self.journal.borrow().note_seen(browser::epoch_ms());
        let due = self.table.borrow().deadline().is_some_and(|at| browser::epoch_ms() >= at);
        if due && self.apply_input(Input::Tick) {
            self.forget_question();
            self.continue_play();
        }
        self.after(CLOCK_CHECK_MS, LocalBackend::check_clocks);
    }

    /// Starts the same game again in place of this one; with swapped seats if it is over.
    fn play_again(&self) {
        if self.closed.get() {
            return;
        }
        let plan = {
            let table = self.table.borrow();
            if table.is_over() { table.rematch_plan() } else { table.plan().clone() }
        };
        let name = {
            let table = self.table.borrow();
            let people = table.players().iter().zip(&table.plan().seats);
            let host = people.filter(|(_, plan)| **plan == SeatPlan::Host);
            host.filter_map(|(player, _)| player.as_ref()).map(|player| player.name.clone()).next()
        };
        let name = name.unwrap_or_else(|| self.app.t(Message::Guest).to_owned());
        let opened = open_table(plan, &name).and_then(|(table, events)| {
            Ok((table, journal::begin(&events).ok_or(CannotOpen::StorageFull)?))
        });
        match opened {
            Ok((table, journal)) => {
                self.forget_question();
                let was_over = self.table.replace(table).is_over();
                self.app.replace_address(&Route::Play(journal.id().to_owned()));
                self.tip.replace(journal.tip());
                let before = self.journal.replace(journal);
                // The player has confirmed giving up an unfinished game. A finished game stays in
                // the list.
                if !was_over {
                    before.remove();
                }
                self.session.handover.set(None);
                self.session.peeking.set(false);
                self.show_first_seat();
            }
            Err(CannotOpen::Refused(no)) => {
                self.session.refused(self.app, no.code, &no.values, &no.message);
            }
            Err(CannotOpen::StorageFull) => {
                self.session.tell(Message::StorageFull);
            }
            Err(CannotOpen::Failed(why)) => self.session.tell(why),
        }
    }
}

impl TableBackend for LocalBackend {
    fn send(&self, seat: u8, command: Command) {
        let Some(seat) = Seat::checked(seat) else { return };
        let offers_draw = matches!(command, Command::Offer { offer: Offer::Draw });
        let keeps_thinking =
            matches!(command, Command::Offer { .. } | Command::Peek { .. }) && !offers_draw;
        if self.apply_input(Input::Seat { seat, command: &command, lag_ms: 0 }) {
            if !keeps_thinking || self.table.borrow().computer_requests().is_empty() {
                self.forget_question();
            }
            self.continue_play();
        }
    }

    fn view_as(&self, seat: u8) {
        self.viewed_seat.set(Seat::checked(seat));
        self.session.handover.set(None);
        self.show();
        self.continue_play();
    }

    fn restart(&self) {
        let Some(local) = self.weak_self.upgrade() else { return };
        let session = self.session;
        leptos::task::spawn_local(async move {
            if restart_local(local).await.is_err() {
                session.tell(Message::PartUnreachable);
            }
        });
    }

    fn proof(&self) -> Option<Proof> {
        None
    }

    fn file(&self) -> Option<GameFile> {
        Some(GameFile::Log(self.journal.borrow().id().to_owned()))
    }

    fn kind(&self) -> BackendKind {
        BackendKind::Local
    }

    fn leave(&self) {
        self.closed.set(true);
        *self.thinker.borrow_mut() = None;
        // If another page has continued the game, that page stores the summary.
        if self.journal.borrow().tip() == *self.tip.borrow() {
            self.note();
        }
    }
}
