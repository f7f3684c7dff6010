//! The analysed game and the line that is shown.

use crate::{
    app::{App, OPEN_RECORD, SHOWN_PLY},
    board::Trials,
    browser,
    session::Session,
};
use i18n::Message;
use leptos::prelude::*;
use std::sync::Arc;
use ui_model::{
    Knowledge, Variant,
    records::{AnalysedGame, MoveTree, NodeId, NotPlayed, Replay},
    review::Review,
    studies::TreeEdit,
};

/// Session storage keys of an analysed game.
#[derive(Clone, Copy)]
pub(super) struct StorageKeys {
    /// Key of the game with its variations.
    pub(super) game: &'static str,
    /// Key of the number of shown plies.
    pub(super) ply: &'static str,
}

impl StorageKeys {
    /// Keys of the record that was opened last in this tab.
    pub(super) const RECORD: StorageKeys = StorageKeys { game: OPEN_RECORD, ply: SHOWN_PLY };

    /// Keys of a chapter of a study.
    pub(super) const CHAPTER: StorageKeys =
        StorageKeys { game: "chuhe.chapter", ply: "chuhe.chapter-ply" };

    /// Keys of the game of an address.
    pub(super) const LINKED: StorageKeys =
        StorageKeys { game: "chuhe.linked", ply: "chuhe.linked-ply" };
}

/// An analysed game. It is `Copy` because it holds only handles.
#[derive(Clone, Copy)]
pub(super) struct Study {
    /// The game with its variations.
    pub(super) game: RwSignal<AnalysedGame>,
    /// The shown line: the game or one of its variations.
    pub(super) line: RwSignal<Arc<Replay>>,
    /// The game's own line.
    pub(super) main: RwSignal<Arc<Replay>>,
    /// The computer's review of the game, complete or so far.
    pub(super) review: RwSignal<Option<Review>>,
    /// Number of plies that the review is about.
    pub(super) reviewed: RwSignal<usize>,
    /// Undercover: whose moles are shown, and used by the engine and the review.
    pub(super) knowledge: RwSignal<Knowledge>,
    /// The mistake that the player is to improve, if mistakes are practised.
    pub(super) lesson: RwSignal<Option<Lesson>>,
    /// Session storage keys of the game, for a reload.
    pub(super) keys: StorageKeys,
    /// The moves that a reader is to guess, if moves are guessed.
    pub(super) guess: RwSignal<Option<Guess>>,
    /// Called after each edit of the player.
    pub(super) on_edit: StoredValue<Option<Callback<()>>>,
}

/// A mistake that the player is to improve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lesson {
    /// Number of the ply of the mistake.
    pub(super) ply: usize,
    /// Result of the last try.
    pub(super) state: LessonState,
}

/// State of a [`Lesson`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LessonState {
    /// Nothing was tried.
    Asked,
    /// The last move was not the better one.
    Wrong,
    /// The better move was found.
    Solved,
    /// The better move was shown.
    Shown,
}

impl LessonState {
    /// Whether the better move is known.
    pub(super) const fn is_done(self) -> bool {
        matches!(self, LessonState::Solved | LessonState::Shown)
    }
}

/// The state of a reader who guesses the moves of the main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guess {
    /// Seat whose moves are guessed.
    pub(super) side: u8,
    /// Number of plies that are known.
    pub(super) plies: usize,
    /// Number of wrong moves in the present position.
    pub(super) errors: u32,
    /// Number of moves that were right at the first try.
    pub(super) first: u32,
    /// Number of moves that were found or shown.
    pub(super) found: u32,
    /// Whether the last move was the right one.
    pub(super) is_right: bool,
}

impl Study {
    /// Shows a game on the session's board after `plies` plies.
    pub(super) fn begin(
        session: Session,
        game: Arc<Replay>,
        plies: usize,
        keys: StorageKeys,
    ) -> Study {
        let game = AnalysedGame::new(game);
        let study = Study {
            line: RwSignal::new(Arc::clone(game.line())),
            main: RwSignal::new(Arc::clone(game.main())),
            game: RwSignal::new(game),
            review: RwSignal::new(None),
            reviewed: RwSignal::new(0),
            knowledge: RwSignal::new(Knowledge::default()),
            lesson: RwSignal::new(None),
            keys,
            guess: RwSignal::new(None),
            on_edit: StoredValue::new(None),
        };
        session.show_game(study.line.with_untracked(|line| Arc::clone(&line.model)));
        session.show_ply(plies);
        study
    }

    /// The study of this component.
    pub(super) fn get() -> Study {
        expect_context()
    }

    /// The shown node.
    pub(super) fn node(self, session: Session) -> NodeId {
        let plies = session.shown_plies();
        self.game.with(|game| game.node(plies))
    }

    /// The ply at which the shown line leaves the game, if it is a variation.
    pub(super) fn leaves(self) -> Option<usize> {
        self.game.with(AnalysedGame::leaves)
    }

    /// The game's file with all variations, and with the review if it is complete.
    pub(super) fn text(self) -> String {
        self.game.with_untracked(|game| {
            let count = self.reviewed.get_untracked();
            self.review.with_untracked(|review| match review {
                Some(review) if review.plies.len() >= count => game.reviewed(review),
                _ => game.text(),
            })
        })
    }

    /// Whether each side's chances are judged by its own secret, so that it overestimates itself.
    pub(super) fn are_secrets(self) -> bool {
        let is_undercover = self.main.with(|main| main.model.variant == Variant::Undercover);
        is_undercover && self.knowledge.get() == Knowledge::Mover
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

    /// Plays an action in the shown position. If it leaves the line, it becomes a variation.
    pub(super) fn play(self, app: App, session: Session, action: &str) {
        session.notice.set(None);
        let plies = untrack(|| session.shown_plies());
        if !self.answers_lesson(plies, action) || !self.answers_guess(session, plies, action) {
            return;
        }
        match self.change(session, |game| game.play(plies, action)) {
            Ok(plies) => session.show_ply(plies),
            Err(NotPlayed::Refused(no)) => session.refused(app, no.code, &no.values, &no.message),
            Err(NotPlayed::TooDeep) => {
                session.tell(Message::LineTooDeep);
            }
        }
    }

    /// Judges an action as an answer to the lesson. Returns whether it is to be played.
    fn answers_lesson(self, plies: usize, action: &str) -> bool {
        let Some(lesson) = self.lesson.get_untracked() else { return true };
        if lesson.state.is_done() || lesson.ply != plies + 1 {
            return true;
        }
        let is_better = self.review.with_untracked(|review| {
            review.as_ref().is_some_and(|review| review.is_better(lesson.ply, action))
        });
        let state = if is_better { LessonState::Solved } else { LessonState::Wrong };
        self.lesson.set(Some(Lesson { state, ..lesson }));
        is_better
    }

    /// Shows a node, on another line if it is not on the shown one.
    pub(super) fn go_to(self, session: Session, node: NodeId) {
        if let Some(plies) = self.change(session, |game| game.show(node)) {
            session.show_ply(plies);
        }
    }

    /// Shows the game again at the point where the line left it.
    pub(super) fn back_to_game(self, session: Session) {
        if let Some(plies) = untrack(|| self.leaves()) {
            self.go_to_ply(session, plies);
        }
    }

    /// Shows the game after a number of plies.
    pub(super) fn go_to_ply(self, session: Session, plies: usize) {
        let node = self.game.with_untracked(|game| {
            let main = game.tree().line(NodeId::ROOT);
            main.get(plies).or(main.last()).copied()
        });
        self.go_to(session, node.unwrap_or_default());
    }

    /// Changes the game, shows the result, and stores it for a reload.
    pub(super) fn change<T>(
        self,
        session: Session,
        change: impl FnOnce(&mut AnalysedGame) -> T,
    ) -> T {
        let mut game = self.game.get_untracked();
        let before = (Arc::clone(game.tree_handle()), Arc::clone(game.line()));
        let result = change(&mut game);
        let line = Arc::clone(game.line());
        let main = Arc::clone(game.main());
        let is_edited = !Arc::ptr_eq(&before.0, game.tree_handle());
        self.game.set(game);
        if self.main.with_untracked(|shown| !Arc::ptr_eq(shown, &main)) {
            // Another game has another review. A longer one keeps it.
            let count = self.reviewed.get_untracked();
            let is_longer = self.main.with_untracked(|shown| {
                let (before, now) = (&shown.model.history, &main.model.history);
                before.get(..count).is_some_and(|reviewed| now.starts_with(reviewed))
            });
            if !is_longer {
                self.review.set(None);
                self.lesson.set(None);
            }
            self.main.set(main);
        }
        if !Arc::ptr_eq(&before.1, &line) {
            let plies = untrack(|| session.shown_plies());
            self.line.set(Arc::clone(&line));
            session.show_game(Arc::clone(&line.model));
            session.show_ply(plies);
        }
        if is_edited {
            self.keep();
            if let Some(on_edit) = self.on_edit.get_value() {
                on_edit.run(());
            }
        }
        result
    }

    /// Takes up changes that other authors have made to a chapter. `source` is a tree with them.
    pub(super) fn adopt(self, session: Session, edits: &[TreeEdit], source: &MoveTree) {
        let on_edit = self.on_edit.try_update_value(Option::take).flatten();
        self.change(session, |game| game.adopt(edits, source));
        self.on_edit.set_value(on_edit);
    }

    /// Stores the game with its review, so that a reload shows it, after the change was painted.
    pub(super) fn keep(self) {
        browser::run_after(0, move || {
            if !self.game.is_disposed() {
                browser::session_store(self.keys.game, &self.text());
            }
        });
    }
}
