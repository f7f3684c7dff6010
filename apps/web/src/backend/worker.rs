//! The page's side of the worker that runs the computer players.

use crate::browser;
use protocol::{HistoryEntry, WORKER_READY, WorkerQuestion};
use serde::{Serialize, de::DeserializeOwned};
use std::{cell::RefCell, rc::Rc};
use ui_model::{GameModel, Level, Variant};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker that answers one question at a time.
pub(crate) struct Thinker {
    worker: Worker,
    state: Rc<RefCell<State>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

/// No question is sent before the worker has reported that it is ready.
#[derive(Default)]
struct State {
    ready: bool,
    waiting: Option<String>,
}

impl Thinker {
    /// Starts the worker; `None` in a browser without workers. `on_trouble` is called if the worker
    /// failed to load or crashed. It then answers no more questions.
    pub(super) fn start<A: DeserializeOwned>(
        on_answer: impl Fn(A) + 'static,
        on_trouble: impl Fn() + 'static,
    ) -> Option<Thinker> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options("/worker.js", &options).ok()?;
        let state = Rc::new(RefCell::new(State::default()));
        let (heard, answering) = (state.clone(), worker.clone());
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(text) = event.data().as_string() else { return };
            if text == WORKER_READY {
                let waiting = {
                    let mut state = heard.borrow_mut();
                    state.ready = true;
                    state.waiting.take()
                };
                if let Some(question) = waiting {
                    let _ = answering.post_message(&JsValue::from_str(&question));
                }
            } else if let Ok(answer) = serde_json::from_str(&text) {
                on_answer(answer);
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        // The browser may call this after the worker's end, so it must not be dropped.
        let on_error = Closure::<dyn FnMut()>::new(on_trouble).into_js_value();
        worker.set_onerror(Some(on_error.unchecked_ref()));
        Some(Thinker { worker, state, _on_message: on_message })
    }

    /// Sends a question. It replaces a question that is still waiting. Returns whether it could be
    /// sent.
    pub(super) fn ask(&self, question: &impl Serialize) -> bool {
        let Ok(text) = serde_json::to_string(question) else { return false };
        let mut state = self.state.borrow_mut();
        if state.ready {
            return self.worker.post_message(&JsValue::from_str(&text)).is_ok();
        }
        state.waiting = Some(text);
        true
    }
}

/// The question for an action of a seat, with the position and history that the seat sees, at the top
/// level. `None` without randomness.
pub(super) fn question(
    variant: Variant,
    options: &str,
    seat: u8,
    position: String,
    history: Vec<HistoryEntry>,
) -> Option<WorkerQuestion> {
    Some(WorkerQuestion {
        id: 0,
        draw_offered: false,
        lines: 0,
        time_ms: 0,
        are_moles_public: false,
        resigns: false,
        variant: variant.to_string(),
        options: options.to_owned(),
        seat,
        level: Level::Top.to_string(),
        position,
        history,
        seed: browser::random_hex::<32>().ok()?,
    })
}

/// The question for the best `lines` lines of a seat that sees this game. `None` without randomness.
pub(super) fn lines_question(seen: &GameModel, seat: u8, lines: u8) -> Option<WorkerQuestion> {
    let (position, history) = (seen.position.clone(), seen.history.clone());
    let question = question(seen.variant, &seen.options, seat, position, history)?;
    Some(WorkerQuestion { lines, ..question })
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
