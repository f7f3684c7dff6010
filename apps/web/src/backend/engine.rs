//! The engine of an analysis board, in the page's own workers.

use super::worker::{Thinker, lines_question};
use crate::browser;
use protocol::{Analysis, WorkerAdvice, WorkerQuestion};
use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};
use ui_model::GameModel;

/// Time for the first lines of a position, in milliseconds. The next answers take twice as long
/// each.
const FIRST_MS: u32 = 40;

/// Longest time for one answer, in milliseconds. The engine stops after it.
const LAST_MS: u32 = 16_000;

/// Receives the lines of the present position: the analysis, and the time it took in milliseconds.
type OnLines = Box<dyn Fn(Analysis, f64)>;

/// An engine that analyses one position at a time and improves its lines until it is stopped.
///
/// A worker that is still busy with an old position is dropped. A second worker is kept ready, so
/// that a new position does not wait for a worker to load.
#[derive(Clone)]
pub(crate) struct LiveEngine(Rc<Inner>);

struct Inner {
    active: RefCell<Option<Thinker>>,
    spare: RefCell<Option<Thinker>>,
    /// The question about the present position.
    asked: RefCell<Option<WorkerQuestion>>,
    /// Time of the last question, in milliseconds of the page's clock.
    asked_at: Cell<f64>,
    is_busy: Cell<bool>,
    serial: Cell<u64>,
    on_lines: OnLines,
    on_trouble: Box<dyn Fn()>,
}

impl LiveEngine {
    /// An engine at rest. `on_trouble` is called if no further lines will come.
    pub(crate) fn new(
        on_lines: impl Fn(Analysis, f64) + 'static,
        on_trouble: impl Fn() + 'static,
    ) -> LiveEngine {
        LiveEngine(Rc::new(Inner {
            active: RefCell::new(None),
            spare: RefCell::new(None),
            asked: RefCell::new(None),
            asked_at: Cell::new(0.0),
            is_busy: Cell::new(false),
            serial: Cell::new(0),
            on_lines: Box::new(on_lines),
            on_trouble: Box::new(on_trouble),
        }))
    }

    /// Analyses what a seat on move sees. Lines of the position before no longer arrive. With
    /// `are_moles_public` the position shows both moles, and each side is assumed to know them.
    pub(crate) fn analyse(&self, seen: &GameModel, seat: u8, lines: u8, are_moles_public: bool) {
        self.pause();
        match lines_question(seen, seat, lines) {
            Some(question) => {
                let time_ms = FIRST_MS;
                self.0.ask(WorkerQuestion { time_ms, are_moles_public, ..question });
            }
            None => (self.0.on_trouble)(),
        }
    }

    /// Stops the analysis and keeps the workers for the next position.
    pub(crate) fn pause(&self) {
        *self.0.asked.borrow_mut() = None;
        self.0.serial.set(self.0.serial.get() + 1);
        if self.0.is_busy.replace(false) {
            *self.0.active.borrow_mut() = self.0.spare.borrow_mut().take();
        }
    }

    /// Stops the analysis and drops the workers.
    pub(crate) fn stop(&self) {
        self.pause();
        *self.0.active.borrow_mut() = None;
        *self.0.spare.borrow_mut() = None;
    }
}

impl Inner {
    fn start(self: &Rc<Inner>) -> Option<Thinker> {
        let (hearing, failing): (Weak<Inner>, Weak<Inner>) =
            (Rc::downgrade(self), Rc::downgrade(self));
        let on_advice = move |advice: WorkerAdvice| {
            if let Some(inner) = hearing.upgrade() {
                inner.hear(advice);
            }
        };
        let on_trouble = move || {
            if let Some(inner) = failing.upgrade() {
                (inner.on_trouble)();
            }
        };
        Thinker::start(on_advice, on_trouble)
    }

    fn ask(self: &Rc<Inner>, question: WorkerQuestion) {
        let id = self.serial.get() + 1;
        self.serial.set(id);
        let question = WorkerQuestion { id, ..question };
        if self.active.borrow().is_none() {
            let started = self.start();
            *self.active.borrow_mut() = started;
        }
        let is_asked = self.active.borrow().as_ref().is_some_and(|it| it.ask(&question));
        if !is_asked {
            return (self.on_trouble)();
        }
        self.asked_at.set(browser::now_ms());
        self.is_busy.set(true);
        *self.asked.borrow_mut() = Some(question);
    }

    fn hear(self: &Rc<Inner>, advice: WorkerAdvice) {
        // A dropped worker may still be heard.
        let asked = self.asked.borrow().clone().filter(|asked| asked.id == advice.id);
        let Some(asked) = asked else { return };
        self.is_busy.set(false);
        let took = browser::now_ms() - self.asked_at.get();
        if self.spare.borrow().is_none() {
            let spare = self.start();
            *self.spare.borrow_mut() = spare;
        }
        let Some(found) = advice.analysis else {
            *self.asked.borrow_mut() = None;
            return (self.on_lines)(
                Analysis { lines: Vec::new(), reasons: Vec::new(), depth: 0, nodes: 0 },
                took,
            );
        };
        // A search that ends early has nothing more to find.
        let is_done = took < f64::from(asked.time_ms) / 2.0 || asked.time_ms >= LAST_MS;
        (self.on_lines)(found, took);
        // The listener may have asked about another position.
        let is_present = self.asked.borrow().as_ref().is_some_and(|now| now.id == asked.id);
        if is_present && !is_done {
            self.ask(WorkerQuestion { time_ms: (2 * asked.time_ms).min(LAST_MS), ..asked });
        }
    }
}
