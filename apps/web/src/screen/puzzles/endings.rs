//! Named endings and composed mates of xiangqi against the computer.

use super::{backend::PuzzleBackend, desk::Desk, finder::MoveFinder, mode_title, ways::Ways};
use crate::{
    app::{App, effect},
    backend::ask_computer,
    board::Board,
    browser::{self, BrowserStorage},
    parts::{Icon, PageHeader, RouteLink},
    screen::NotFound,
    session::{ConnectionState, Session},
};
use games::board::{BoardShape, Step};
use i18n::{Message, reason_name, refusal};
use leptos::prelude::*;
use protocol::WorkerAdvice;
use std::{rc::Rc, sync::Arc};
use ui_model::{
    Route, Variant,
    puzzles::{EndingGame, EndingGoal, EndingState, EndingsDone, Exercise, PuzzleMode},
};

/// Delay before the computer's move, in milliseconds.
const REPLY_MS: u32 = 350;

/// The computer's winning chance above which the player has let a win slip.
const SLIPPED: f64 = 0.4;

/// A list of exercises, or one of them.
#[component]
pub(crate) fn EndingScreen(mode: PuzzleMode) -> impl IntoView {
    let app = App::get();
    let exercise = match mode {
        PuzzleMode::Ending(id) => Some(Exercise::Ending(id)),
        PuzzleMode::Classic(code) => match Exercise::read(&code.to_string()) {
            None => return view! { <NotFound/> }.into_any(),
            found => found,
        },
        _ => None,
    };
    let session = Session::new();
    provide_context(session);
    let desk = Desk::new(app, session, Variant::Xiangqi, mode);
    provide_context(desk);
    desk.follow_account();
    let title = Signal::derive(move || match exercise {
        Some(exercise) => exercise.name(app.language()),
        None => app.t(mode_title(mode)).to_owned(),
    });
    let done = RwSignal::new(EndingsDone::default());
    // The progress comes from this device at first, and then from the server.
    effect(move || {
        desk.progress.track();
        done.set(desk.solver().endings(BrowserStorage));
    });
    let content = match exercise {
        None => view! { <aside class="side"><List mode done/></aside> }.into_any(),
        Some(exercise) => view! { <Play exercise done/> }.into_any(),
    };
    view! {
        <main class="study puzzles" class:list=exercise.is_none() data-screen="endings" data-mode=mode.path()>
            <PageHeader title/>
            <Ways mode/>
            {content}
        </main>
    }
    .into_any()
}

/// The exercises of a list, and which are done.
#[component]
fn List(mode: PuzzleMode, done: RwSignal<EndingsDone>) -> impl IntoView {
    let app = App::get();
    let is_classic = mode == PuzzleMode::Classics;
    let rows = list(is_classic).into_iter().map(|exercise| {
        let mark = move || {
            done.with(|done| done.contains(exercise))
                .then(|| view! { <small class="result-box" title=app.text(Message::EndingDone)><Icon d="M6 12L10.5 16.5L18 8"/></small> })
        };
        // Mates come in the order of their length.
        let moves = match exercise.goal() {
            EndingGoal::MateIn(moves) => Some(view! {
                <small>{move || app.t_with(Message::PuzzleMateIn, &[&moves.to_string()])}</small>
            }),
            _ => None,
        };
        view! {
            <li>
                <RouteLink act="ending" to=Route::Puzzles(Variant::Xiangqi, exercise.mode())>
                    <strong>{move || exercise.name(app.language())}</strong>
                    {moves}
                    {mark}
                </RouteLink>
            </li>
        }
    });
    view! {
        <p class="rush-about">{move || about(app, is_classic, done)}</p>
        <ul class="theme-list" data-endings=true>{rows.collect_view()}</ul>
    }
}

fn list(is_classic: bool) -> Vec<Exercise> {
    if is_classic { Exercise::classics().collect() } else { Exercise::endings().collect() }
}

fn about(app: App, is_classic: bool, done: RwSignal<EndingsDone>) -> String {
    let all = list(is_classic);
    let count = done.with(|done| done.count(all.iter().copied()));
    let message = if is_classic { Message::ClassicAbout } else { Message::EndingAbout };
    app.t_with(message, &[&count.to_string(), &all.len().to_string()])
}

/// The state of the page of one ending.
#[derive(Clone, Copy)]
struct Table {
    app: App,
    desk: Desk,
    session: Session,
    game: RwSignal<Option<EndingGame>>,
    done: RwSignal<EndingsDone>,
    /// Whether the computer no longer sees a win for the player.
    has_slipped: RwSignal<bool>,
    /// The referee's reason for the last refused move.
    refused: RwSignal<Option<String>>,
    /// Number of changes of the board. Answers to earlier boards are dropped.
    turn: StoredValue<u32>,
    /// What is said about the help that the player asked for: that it is looked for, or that there is
    /// none.
    help: RwSignal<Option<Message>>,
    /// Whether the player's moves are being shown.
    shows: RwSignal<bool>,
    /// Whether a move of the player was shown since the beginning. The exercise does not count then.
    was_shown: StoredValue<bool>,
    finder: StoredValue<Option<MoveFinder>>,
}

impl Table {
    fn begin(self, exercise: Exercise) {
        self.set(EndingGame::new(exercise));
    }

    fn set(self, game: Option<EndingGame>) {
        self.game.set(game);
        self.shows.set(false);
        self.was_shown.set_value(false);
        self.has_slipped.set(false);
        self.refused.set(None);
        self.show();
    }

    fn state(self) -> Option<EndingState> {
        self.game.with_untracked(|game| game.as_ref().map(EndingGame::state))
    }

    fn show(self) {
        self.turn.update_value(|turn| *turn += 1);
        if let Some(finder) = self.finder.get_value() {
            finder.cancel();
        }
        self.help.set(None);
        self.session.pointed_out.set(None);
        let model = self.game.with_untracked(|game| game.as_ref().and_then(EndingGame::model));
        if let Some(model) = model {
            self.session.show_game(Arc::new(model));
        }
        match self.state() {
            Some(EndingState::ComputerMoves) => self.ask(),
            Some(EndingState::PlayerMoves) if self.shows.get_untracked() => self.find(),
            Some(EndingState::Reached) if !self.was_shown.get_value() => {
                let exercise =
                    self.game.with_untracked(|game| game.as_ref().map(EndingGame::exercise));
                if let Some(exercise) = exercise {
                    self.done.set(self.desk.solver().add_ending(BrowserStorage, exercise));
                    self.desk.exchange(false, |_| {});
                }
            }
            _ => {}
        }
    }

    fn play(self, action: &str) {
        if self.state() != Some(EndingState::PlayerMoves) {
            return;
        }
        let played = self.game.try_update(|game| game.as_mut().map(|game| game.play(action)));
        let why = match played.flatten() {
            Some(Err(no)) => {
                let language = self.app.language_untracked();
                let notation = self.app.notation_untracked();
                let game = self.game.with_untracked(|game| game.as_ref()?.model());
                Some(match game {
                    Some(game) => game.refusal_words(language, notation, &no),
                    None => refusal(language, no.code, &no.values, &no.message),
                })
            }
            _ => None,
        };
        self.refused.set(why);
        self.has_slipped.set(false);
        self.show();
    }

    /// Asks the computer for its move.
    fn ask(self) {
        let turn = self.turn.get_value();
        let is_current = move || self.turn.try_get_value() == Some(turn);
        let on_advice = move |advice: WorkerAdvice| {
            let Some(analysis) = advice.analysis.filter(|_| is_current()) else { return };
            let chance = analysis.lines.first().map_or(0.0, |line| line.chance);
            let Some(answer) = analysis.best().map(str::to_owned) else { return };
            browser::run_after(REPLY_MS, move || {
                if is_current() {
                    self.answer(&answer, chance);
                }
            });
        };
        // A player without workers sees the computer think forever, as at a table.
        let on_trouble = || {};
        let model =
            self.game.with_untracked(|game| game.as_ref().and_then(EndingGame::computer_model));
        if let Some(model) = model {
            ask_computer(&model, 1, 1, on_advice, on_trouble);
        }
    }

    fn answer(self, action: &str, chance: f64) {
        let goal = self.game.try_update(|game| {
            let game = game.as_mut()?;
            game.play(action).ok()?;
            Some(game.exercise().goal())
        });
        let needs_win = goal.flatten().is_some_and(|goal| goal != EndingGoal::Hold);
        self.has_slipped.set(needs_win && chance > SLIPPED);
        self.show();
    }

    /// Looks for the player's best move.
    fn find(self) {
        if self.state() != Some(EndingState::PlayerMoves) {
            return;
        }
        let model = self.game.with_untracked(|game| game.as_ref().and_then(EndingGame::model));
        if let Some((finder, model)) = self.finder.get_value().zip(model) {
            self.help.set(Some(Message::HintThinks));
            finder.ask(&model);
        }
    }

    /// Shows the player's best move: plays it, or points out its piece.
    fn take_help(self, action: Option<String>) {
        let Some(action) = action else {
            self.shows.set(false);
            return self.help.set(Some(Message::HintNone));
        };
        if self.shows.get_untracked() {
            self.was_shown.set_value(true);
            return self.play(&action);
        }
        self.help.set(None);
        let step = Step::read(BoardShape::of(Variant::Xiangqi), &action);
        self.session.pointed_out.set(step.map(Step::from));
    }

    /// Plays the solution from here.
    fn show_solution(self) {
        self.shows.set(true);
        self.find();
    }

    fn take_back(self) {
        self.shows.set(false);
        self.game.update(|game| _ = game.as_mut().map(EndingGame::take_back));
        self.has_slipped.set(false);
        self.refused.set(None);
        self.show();
    }
}

/// One exercise.
#[component]
fn Play(exercise: Exercise, done: RwSignal<EndingsDone>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let table = Table {
        app,
        desk: Desk::get(),
        session,
        game: RwSignal::new(None),
        done,
        has_slipped: RwSignal::new(false),
        refused: RwSignal::new(None),
        turn: StoredValue::new(0),
        help: RwSignal::new(None),
        shows: RwSignal::new(false),
        was_shown: StoredValue::new(false),
        finder: StoredValue::new(None),
    };
    // A composed mate has to come in its number of moves.
    let is_wanted = Callback::new(move |wins_in: Option<i32>| {
        let is_in_time = |game: &EndingGame| game.is_in_time(wins_in);
        table.game.with_untracked(|game| game.as_ref().is_some_and(is_in_time))
    });
    let found = Callback::new(move |action: Option<String>| table.take_help(action));
    table.finder.set_value(Some(MoveFinder::new(is_wanted, found)));
    let judge = Callback::new(move |action: String| {
        table.shows.set(false);
        table.play(&action);
    });
    session.set_backend(Rc::new(PuzzleBackend(judge)));
    session.connection.set(ConnectionState::Live);
    session.seats.set(vec![0]);
    table.begin(exercise);
    let state = Memo::new(move |_| table.game.with(|it| it.as_ref().map(EndingGame::state)));
    let goal = move || {
        let left = table.game.with(|it| it.as_ref().and_then(EndingGame::moves_left));
        let left = left.unwrap_or_default().to_string();
        match exercise.goal() {
            EndingGoal::Win => app.t(Message::EndingWin).to_owned(),
            EndingGoal::Hold => app.t_with(Message::EndingHold, &[&left]),
            EndingGoal::MateIn(_) => app.t_with(Message::ClassicGoal, &[&left]),
        }
    };
    let ended = move |message| {
        let words = app.t(message);
        match table.game.with(|game| game.as_ref().and_then(EndingGame::reason)) {
            Some(reason) => {
                app.t_with(Message::Labelled, &[words, &reason_name(app.language(), reason)])
            }
            None => words.to_owned(),
        }
    };
    let words = move || match (state.get(), table.refused.get()) {
        (Some(EndingState::Reached), _) => (ended(Message::EndingReached), "solved"),
        (Some(EndingState::Missed), _) => (ended(Message::EndingMissed), "wrong"),
        (Some(EndingState::ComputerMoves), _) => (app.t(Message::Thinking).to_owned(), "right"),
        (_, Some(why)) => (app.t_with(Message::LearnRefused, &[&why]), "refused"),
        _ if table.help.with(Option::is_some) => {
            (table.help.get().map_or("", |message| app.t(message)).to_owned(), "hint")
        }
        _ if table.has_slipped.get() => (app.t(Message::EndingSlipped).to_owned(), "wrong"),
        _ => (app.t(Message::PuzzleTry).to_owned(), "try"),
    };
    let moves = move || table.game.with(|game| game.as_ref().is_some_and(EndingGame::has_moves));
    let is_classic = matches!(exercise, Exercise::Classic(_));
    let is_helpless = move || {
        state.get() != Some(EndingState::PlayerMoves)
            || table.shows.get()
            || table.help.get() == Some(Message::HintThinks)
    };
    let next_text = if is_classic { Message::ClassicNext } else { Message::EndingNext };
    view! {
        <div class="board-place"><Board/></div>
        <aside class="side">
            <section class="task">
                <div>
                    <h2 data-task=true>{goal}</h2>
                    {move || exercise.source(app.language()).map(|source| view! { <p data-origin=true>{source}</p> })}
                    <p>{move || about(app, is_classic, done)}</p>
                </div>
            </section>
            <section class="attempt">
                <p class="verdict-line" role="status" aria-live="polite" data-said=move || words().1
                    data-state=move || match state.get() {
                        Some(EndingState::Reached) => "reached",
                        Some(EndingState::Missed) => "missed",
                        Some(EndingState::ComputerMoves) => "computer",
                        _ => "player",
                    }>
                    <span>{move || words().0}</span>
                </p>
            </section>
            <div class="foot">
                {move || (state.get() == Some(EndingState::Reached)).then(|| view! {
                    <RouteLink class="button main big" act="ending-next" to=Route::Puzzles(Variant::Xiangqi, exercise.next().mode())>
                        {app.text(next_text)}
                    </RouteLink>
                })}
                <div class="puzzle-acts">
                    <button data-act="ending-hint" disabled=is_helpless on:click=move |_| table.find()>
                        <Icon d="M9 18H15M10 21H14M8 14A6 6 0 1 1 16 14L15 16H9Z"/>
                        <span>{app.text(Message::PuzzleHint)}</span>
                    </button>
                    {is_classic.then(|| view! {
                        <button data-act="ending-show" disabled=is_helpless on:click=move |_| table.show_solution()>
                            <Icon d="M3 12C7 5 17 5 21 12C17 19 7 19 3 12M12 9.5A2.5 2.5 0 1 1 11.9 9.5"/>
                            <span>{app.text(Message::PuzzleShow)}</span>
                        </button>
                    })}
                </div>
                <div class="puzzle-acts">
                    <button data-act="ending-back" disabled=move || !moves() on:click=move |_| table.take_back()>
                        <Icon d="M9 7L4 12L9 17M4 12H15A5 5 0 0 1 15 20"/>
                        <span>{app.text(Message::Undo)}</span>
                    </button>
                    <button data-act="ending-again" disabled=move || !moves() on:click=move |_| table.begin(exercise)>
                        <Icon d="M5 12A7 7 0 1 0 8 6.5M8 3V7H12"/>
                        <span>{app.text(Message::LearnAgain)}</span>
                    </button>
                </div>
            </div>
        </aside>
    }
}
