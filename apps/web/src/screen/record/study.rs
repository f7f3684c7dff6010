//! The game that is played again, and which of its lines is looked at.

use crate::{browser, session::Session};
use leptos::prelude::*;
use ui_model::{records::Replay, review::Review};

/// A game that is played again. Copied freely: it only holds handles.
#[derive(Clone, Copy)]
pub(super) struct Study {
    /// Its file.
    text: StoredValue<String>,
    game: StoredValue<Replay>,
    /// The line that is looked at: the game, or one that was not played.
    pub(super) line: RwSignal<Replay>,
    /// Where it leaves the game, if it does.
    pub(super) leaves: RwSignal<Option<usize>>,
}

impl Study {
    /// Puts a game on the session's board, after so many plies.
    pub(super) fn begin(session: Session, text: String, game: Replay, plies: usize) -> Study {
        let study = Study {
            text: StoredValue::new(text),
            line: RwSignal::new(game.clone()),
            game: StoredValue::new(game),
            leaves: RwSignal::new(None),
        };
        study.show(session, plies);
        study
    }

    /// The game this component belongs to.
    pub(super) fn get() -> Study {
        expect_context()
    }

    /// The game's file, all lines in it.
    pub(super) fn text(self) -> String {
        self.text.get_value()
    }

    /// Takes what the computer says of the line that is looked at into the file, if that is the game.
    pub(super) fn take_in(self, review: &Review) {
        if self.leaves.with_untracked(Option::is_none)
            && let Some(text) = self.game.with_value(|game| game.reviewed(review))
        {
            // A page that is loaded again knows it too.
            browser::session_store(super::OPEN_RECORD, &text);
            self.text.set_value(text);
        }
    }

    /// Looks at a line that leaves the present one here; its first move is shown.
    pub(super) fn turn_off(self, session: Session, plies: usize, number: usize) {
        let Some(line) = self.line.with_untracked(|line| line.other_line(plies, number)) else {
            return;
        };
        self.leaves.update(|leaves| *leaves = Some(leaves.map_or(plies, |at| at.min(plies))));
        self.line.set(line);
        self.show(session, plies + 1);
    }

    /// Looks at the game again, where the line left it.
    pub(super) fn back_to_game(self, session: Session) {
        let Some(plies) = self.leaves.get_untracked() else { return };
        self.leaves.set(None);
        self.line.set(self.game.get_value());
        self.show(session, plies);
    }

    fn show(self, session: Session, plies: usize) {
        browser::window().scroll_to_with_x_and_y(0.0, 0.0);
        session.show(self.line.with_untracked(|line| line.model.clone()));
        session.show_ply(plies);
    }
}
