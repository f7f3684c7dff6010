use crate::session::{BackendKind, ConnectionState, GameFile, Session, TableBackend};
use leptos::prelude::*;
use protocol::Command;
use std::{cell::RefCell, rc::Rc, sync::Arc};
use table::Proof;
use ui_model::{
    Variant,
    lessons::{LessonStep, Practice, Verdict},
};

/// Referee of a lesson step. It judges the learner's actions.
pub(super) struct LessonBackend {
    session: Session,
    practice: RefCell<Practice>,
    verdict: RwSignal<Option<Verdict>>,
}

impl LessonBackend {
    /// Shows the step on the session's board.
    pub(super) fn begin(
        session: Session,
        variant: Variant,
        step: &LessonStep,
        verdict: RwSignal<Option<Verdict>>,
    ) {
        let Some(practice) = Practice::new(variant, step) else { return };
        let shape = games::board::BoardShape::of(variant);
        session.pointed_out.set(step.choose.as_deref().and_then(|point| shape.parse(point)));
        session.seats.set(vec![step.seat]);
        session.connection.set(ConnectionState::Live);
        let backend = Rc::new(LessonBackend { session, practice: RefCell::new(practice), verdict });
        backend.show();
        session.set_backend(backend);
    }

    fn show(&self) {
        if let Some(model) = self.practice.borrow().model() {
            self.session.show_game(Arc::new(model));
        }
    }
}

impl TableBackend for LessonBackend {
    fn send(&self, _: u8, command: Command) {
        let Command::Act { action } = command else { return };
        if self.practice.borrow().is_done() {
            return;
        }
        let verdict = self.practice.borrow_mut().act(&action);
        if verdict == Verdict::Done {
            self.session.pointed_out.set(None);
            self.show();
        }
        self.verdict.set(Some(verdict));
    }

    fn view_as(&self, _: u8) {}

    fn restart(&self) {}

    fn proof(&self) -> Option<Proof> {
        None
    }

    fn file(&self) -> Option<GameFile> {
        None
    }

    fn kind(&self) -> BackendKind {
        BackendKind::Local
    }

    fn leave(&self) {}
}
