//! Guessing the moves of a chapter.

use super::study::{Guess, Study};
use crate::{
    app::{App, effect},
    browser,
    session::Session,
};
use games::board::{BoardShape, Step};
use i18n::Message;
use leptos::prelude::*;

/// Number of wrong moves after which the piece that moves is pointed out on request.
const HINT_AFTER: u32 = 1;

/// Number of wrong moves after which the move is shown on request.
const SHOW_AFTER: u32 = 2;

/// Pause before the other side's move, in milliseconds.
const REPLY_MS: u32 = 700;

impl Study {
    /// Begins to guess the moves of a seat from the start of the chapter.
    pub(super) fn begin_guess(self, session: Session, side: u8) {
        let guess = Guess { side, plies: 0, errors: 0, first: 0, found: 0, is_right: false };
        self.go_to_ply(session, 0);
        self.guess.set(Some(guess));
        session.show_ply(0);
        self.reply(session);
    }

    /// Shows all moves again.
    pub(super) fn end_guess(self, session: Session) {
        self.guess.set(None);
        session.pointed_out.set(None);
    }

    /// Whether moves are still to be guessed. At the end everything is shown.
    pub(super) fn is_guessing(self) -> bool {
        self.guess.get().is_some_and(|guess| self.next_move(guess.plies).is_some())
    }

    /// The next move of the main line and its seat; `None` at the end.
    fn next_move(self, plies: usize) -> Option<(u8, String)> {
        self.main.with_untracked(|main| {
            let entry = main.model.history.get(plies)?;
            Some((entry.seat, entry.done.clone()))
        })
    }

    /// Judges an action as a guess. Returns whether it is to be played as a move of the board.
    pub(super) fn answers_guess(self, session: Session, plies: usize, action: &str) -> bool {
        let Some(guess) = self.guess.get_untracked() else { return true };
        let Some((seat, expected)) = self.next_move(guess.plies) else { return true };
        if plies != guess.plies || seat != guess.side {
            session.show_ply(guess.plies);
            return false;
        }
        let plain = expected.split('=').next().unwrap_or_default();
        if action.split('=').next() == Some(plain) {
            self.advance(session, guess.errors == 0);
        } else {
            self.guess.set(Some(Guess { errors: guess.errors + 1, is_right: false, ..guess }));
        }
        false
    }

    /// Shows the move that was to be guessed.
    fn advance(self, session: Session, is_first: bool) {
        let Some(guess) = self.guess.get_untracked() else { return };
        session.pointed_out.set(None);
        self.guess.set(Some(Guess {
            plies: guess.plies + 1,
            errors: 0,
            first: guess.first + u32::from(is_first),
            found: guess.found + 1,
            is_right: true,
            ..guess
        }));
        session.show_ply(guess.plies + 1);
        self.reply(session);
    }

    /// Plays the moves of the other seats after a pause each.
    fn reply(self, session: Session) {
        let Some(guess) = self.guess.get_untracked() else { return };
        let is_other = self.next_move(guess.plies).is_some_and(|(seat, _)| seat != guess.side);
        if !is_other {
            return;
        }
        browser::run_after(REPLY_MS, move || {
            // The page may have been left, or the guessing ended or begun again.
            if self.guess.try_get_untracked().flatten() != Some(guess) {
                return;
            }
            self.guess.set(Some(Guess { plies: guess.plies + 1, ..guess }));
            session.show_ply(guess.plies + 1);
            self.reply(session);
        });
    }

    /// Points out the piece that moves.
    fn hint(self, session: Session) {
        let Some(guess) = self.guess.get_untracked() else { return };
        let Some((_, expected)) = self.next_move(guess.plies) else { return };
        let variant = self.main.with_untracked(|main| main.model.variant);
        let plain = expected.split('=').next().unwrap_or_default();
        let step = Step::read(BoardShape::of(variant), plain);
        session.show_ply(guess.plies);
        session.pointed_out.set(step.map(Step::from));
    }
}

/// What a reader who guesses sees in place of the moves.
#[component]
pub(super) fn GuessPanel() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    // Moves that are not known yet are not shown.
    effect(move || {
        if let Some(guess) = study.guess.get()
            && study.is_guessing()
            && session.shown_plies() > guess.plies
        {
            session.show_ply(guess.plies);
        }
    });
    let comment = move || {
        let node = study.node(session);
        study.game.with(|game| game.tree().comment(node).to_owned())
    };
    move || {
        let guess = study.guess.get()?;
        let next = study.next_move(guess.plies);
        let (state, words) = match &next {
            None => {
                let numbers = [guess.first.to_string(), guess.found.to_string()];
                ("done", app.t_with(Message::GuessDone, &[&numbers[0], &numbers[1]]))
            }
            Some((seat, _)) if *seat != guess.side && guess.is_right => {
                ("right", app.t(Message::GuessRight).to_owned())
            }
            Some((seat, _)) if *seat != guess.side => {
                ("wait", app.t(Message::GuessWait).to_owned())
            }
            Some(_) if guess.errors > 0 => ("wrong", app.t(Message::GuessWrong).to_owned()),
            Some(_) => ("ask", app.t(Message::GuessAsk).to_owned()),
        };
        let begin = move |_| study.begin_guess(session, guess.side);
        Some(view! {
            <section class="guess" data-guess=state>
                <p class="guess-state" role="status">{words}</p>
                {(!comment().is_empty()).then(|| view! { <p class="guess-comment">{comment()}</p> })}
                <div class="chapter-tools">
                    {(next.is_some() && guess.errors >= HINT_AFTER).then(|| view! {
                        <button data-act="guess-hint" on:click=move |_| study.hint(session)>{app.t(Message::GuessHint)}</button>
                    })}
                    {(next.is_some() && guess.errors >= SHOW_AFTER).then(|| view! {
                        <button data-act="guess-show" on:click=move |_| study.advance(session, false)>{app.t(Message::GuessShow)}</button>
                    })}
                    {next.is_none().then(|| view! {
                        <button class="main" data-act="guess-again" on:click=begin>{app.t(Message::GuessAgain)}</button>
                    })}
                    <button data-act="guess-stop" on:click=move |_| study.end_guess(session)>{app.t(Message::GuessStop)}</button>
                </div>
            </section>
        })
    }
}
