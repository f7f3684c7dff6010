//! The replayed game and the line that is shown.

use crate::{
    app::{App, OPEN_RECORD},
    board::Trials,
    browser,
    session::Session,
};
use leptos::prelude::*;
use std::sync::Arc;
use ui_model::{
    records::{Replay, Trial},
    review::Review,
};

/// A replayed game. It is `Copy` because it holds only handles.
#[derive(Clone, Copy)]
pub(super) struct Study {
    game: StoredValue<Arc<Replay>>,
    /// The shown line: the game or one of its variations.
    pub(super) line: RwSignal<Arc<Replay>>,
    /// The ply at which the line leaves the game, if it is a variation.
    pub(super) leaves: RwSignal<Option<usize>>,
    /// The computer's review of the game.
    review: StoredValue<Option<Review>>,
}

impl Study {
    /// Shows a game on the session's board after `plies` plies.
    pub(super) fn begin(session: Session, game: Arc<Replay>, plies: usize) -> Study {
        let study = Study {
            line: RwSignal::new(game.clone()),
            game: StoredValue::new(game),
            leaves: RwSignal::new(None),
            review: StoredValue::new(None),
        };
        study.show(session, plies);
        study
    }

    /// The study of this component.
    pub(super) fn get() -> Study {
        expect_context()
    }

    /// The game's file with all variations, and with the review.
    pub(super) fn text(self) -> String {
        let game = self.game.get_value();
        self.review.with_value(|review| match review {
            Some(review) => game.reviewed(review),
            None => game.text(),
        })
    }

    /// Stores a review of the game in the file. A review of a variation is ignored.
    pub(super) fn take_in(self, review: &Review) {
        if self.leaves.with_untracked(Option::is_none) {
            self.review.set_value(Some(review.clone()));
            self.keep(self.game.get_value());
        }
    }

    /// The moves that can be tried in the shown position.
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

    /// Tries an action. If it leaves the line, it becomes a variation in the file.
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
                let game = Arc::new(game);
                self.line.set(Arc::clone(&game));
                self.keep(game);
                self.show(session, plies + 1);
            }
            Ok(Trial::New { game, at, number }) => {
                if let Some(line) = game.other_line(at, number) {
                    self.leaves.set(Some(at));
                    self.line.set(Arc::new(line));
                }
                self.keep(Arc::new(game));
                self.show(session, plies + 1);
            }
        }
    }

    /// Replaces the game, and stores it with its review, so that a reload shows the change.
    fn keep(self, game: Arc<Replay>) {
        self.game.set_value(game);
        browser::session_store(OPEN_RECORD, &self.text());
    }

    /// Shows a variation that leaves the present line here, with its first move.
    pub(super) fn turn_off(self, session: Session, plies: usize, number: usize) {
        let Some(line) = self.line.with_untracked(|line| line.other_line(plies, number)) else {
            return;
        };
        self.leaves.update(|leaves| *leaves = Some(leaves.map_or(plies, |at| at.min(plies))));
        self.line.set(Arc::new(line));
        self.show(session, plies + 1);
    }

    /// Shows the game again at the point where the line left it.
    pub(super) fn back_to_game(self, session: Session) {
        let Some(plies) = self.leaves.get_untracked() else { return };
        self.leaves.set(None);
        self.line.set(self.game.get_value());
        self.show(session, plies);
    }

    fn show(self, session: Session, plies: usize) {
        browser::window().scroll_to_with_x_and_y(0.0, 0.0);
        session.show_game(self.line.with_untracked(|line| Arc::clone(&line.model)));
        session.show_ply(plies);
    }
}
