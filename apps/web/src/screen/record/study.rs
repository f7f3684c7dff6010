//! The game that is played again, and which of its lines is looked at.

use crate::{app::App, board::Trials, browser, session::Session};
use leptos::prelude::*;
use ui_model::{
    records::{Replay, Trial},
    review::Review,
};

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
    /// What the computer has said of the game.
    review: StoredValue<Option<Review>>,
}

impl Study {
    /// Puts a game on the session's board, after so many plies.
    pub(super) fn begin(session: Session, text: String, game: Replay, plies: usize) -> Study {
        let study = Study {
            text: StoredValue::new(text),
            line: RwSignal::new(game.clone()),
            game: StoredValue::new(game),
            leaves: RwSignal::new(None),
            review: StoredValue::new(None),
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
        if self.leaves.with_untracked(Option::is_none) {
            self.review.set_value(Some(review.clone()));
            self.keep(self.game.get_value());
        }
    }

    /// What may be tried in the position that is shown.
    pub(super) fn trials(self, app: App, session: Session) -> Trials {
        let found = Memo::new(move |_| {
            let plies = session.shown_plies();
            self.line.with(|line| line.trials(plies))
        });
        Trials {
            seat: Memo::new(move |_| found.with(|found| Some(found.as_ref()?.0))),
            steps: Memo::new(move |_| {
                found.with(|found| found.as_ref().map_or_else(Vec::new, |found| found.1.clone()))
            }),
            play: Callback::new(move |action: String| self.play(app, session, &action)),
        }
    }

    /// Tries an action: what the line does not go on with becomes a line of the file.
    fn play(self, app: App, session: Session, action: &str) {
        session.notice.set(None);
        let plies = untrack(|| session.shown_plies());
        let leaves = self.leaves.get_untracked();
        let tried = self.line.with_untracked(|line| {
            self.game.with_value(|game| line.tried(game, leaves, plies, action))
        });
        match tried {
            Err(no) => session.refused(app, no.code, &no.values, &no.message),
            Ok(Trial::GoesOn) => session.show_ply(plies + 1),
            Ok(Trial::Other(number)) => self.turn_off(session, plies, number),
            Ok(Trial::Longer(game)) => {
                self.line.set(game.clone());
                self.keep(game);
                self.show(session, plies + 1);
            }
            Ok(Trial::New { game, at, number }) => {
                if let Some(line) = game.other_line(at, number) {
                    self.leaves.set(Some(at));
                    self.line.set(line);
                }
                self.keep(game);
                self.show(session, plies + 1);
            }
        }
    }

    /// The game is this from now on, with what the computer has said of it; a page that is loaded again
    /// knows it too.
    fn keep(self, game: Replay) {
        let text = self.review.with_value(|review| match review {
            Some(review) => game.reviewed(review),
            None => game.text(),
        });
        if let Some(text) = text {
            browser::session_store(super::OPEN_RECORD, &text);
            self.text.set_value(text);
        }
        self.game.set_value(game);
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
