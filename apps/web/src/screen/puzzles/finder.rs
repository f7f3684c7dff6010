//! The engine's move for a player who asks for help in an exercise.

use crate::{
    backend::LiveEngine,
    browser::{now_ms, run_after},
};
use leptos::prelude::*;
use protocol::{AnalysedLine, Analysis};
use ui_model::GameModel;

/// Time for which a move is looked for, in milliseconds.
const MOST_MS: u32 = 20_000;

/// Time after which a move that wins nothing yet is good enough, in milliseconds.
const ENOUGH_MS: f64 = 1_000.0;

/// Looks for the first player's best move. It is `Copy` because it holds only handles.
#[derive(Clone, Copy)]
pub(super) struct MoveFinder {
    engine: StoredValue<Option<LiveEngine>, LocalStorage>,
    /// Time of the question that has no answer yet, in milliseconds of the page's clock.
    asked_ms: StoredValue<Option<f64>>,
    found: Callback<Option<String>>,
}

impl MoveFinder {
    /// A finder of this component. `is_wanted` judges a move by the number of moves in which it wins, if
    /// it does. `found` receives the move, or `None` if there is none in time.
    pub(super) fn new(
        is_wanted: Callback<Option<i32>, bool>,
        found: Callback<Option<String>>,
    ) -> MoveFinder {
        let finder = MoveFinder {
            engine: StoredValue::new_local(None),
            asked_ms: StoredValue::new(None),
            found,
        };
        let on_lines = move |analysis: Analysis, _: f64| {
            if let Some(line) = analysis.lines.first() {
                finder.hear(line, is_wanted);
            }
        };
        let engine = LiveEngine::new(on_lines, move || finder.end(None));
        finder.engine.set_value(Some(engine));
        on_cleanup(move || {
            if let Some(engine) = finder.engine.try_get_value().flatten() {
                engine.stop();
            }
        });
        finder
    }

    /// Looks for a move of the first player, who sees `seen`.
    pub(super) fn ask(self, seen: &GameModel) {
        let now = now_ms();
        self.asked_ms.set_value(Some(now));
        if let Some(engine) = self.engine.get_value() {
            engine.analyse(seen, 0, 1, false);
        }
        run_after(MOST_MS, move || {
            if self.asked_ms.try_get_value().flatten() == Some(now) {
                self.end(None);
            }
        });
    }

    /// Drops the question.
    pub(super) fn cancel(self) {
        self.asked_ms.set_value(None);
        if let Some(engine) = self.engine.get_value() {
            engine.pause();
        }
    }

    fn hear(self, line: &AnalysedLine, is_wanted: Callback<Option<i32>, bool>) {
        let Some(asked_ms) = self.asked_ms.try_get_value().flatten() else { return };
        let has_time = line.wins_in.is_some() || now_ms() - asked_ms >= ENOUGH_MS;
        if has_time && is_wanted.try_run(line.wins_in) == Some(true) {
            self.end(line.actions.first().cloned());
        }
    }

    /// Ends an open question with its answer.
    fn end(self, answer: Option<String>) {
        // The page may have been left in the meantime.
        if self.asked_ms.try_get_value().flatten().is_some() {
            self.cancel();
            let _ = self.found.try_run(answer);
        }
    }
}
