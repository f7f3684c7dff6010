use super::backend::PuzzleBackend;
use crate::{
    app::{App, effect},
    backend::{ask_computer, puzzles},
    browser::{self, BrowserStorage},
    session::{ConnectionState, Session},
};
use games::board::{BoardShape, Point, Step as BoardStep};
use i18n::refusal;
use leptos::prelude::*;
use protocol::{UnixMs, WorkerAdvice};
use std::{rc::Rc, sync::Arc};
use ui_model::{
    GameModel, Variant,
    puzzles::{
        AnyPuzzle, Corpus, Goal, Progress, PuzzleAttempt, PuzzleFigures, PuzzleId, PuzzleMode,
        Rush, Solver, Solving, Step, Suspect, guest_report, solving_time,
    },
    records::Replay,
};

/// Delay before the opponent's move that leads to a puzzle, in milliseconds.
const BEFORE_MS: u32 = 500;
/// Delay before the opponent's reply.
const REPLY_MS: u32 = 350;
/// Time for which a wrong move is shown before it is taken back.
const WRONG_MS: u32 = 700;
/// Time for which the refutation of a wrong move is shown.
const REFUTED_MS: u32 = 1_800;
/// Time between two moves of the shown solution.
const SHOW_MS: u32 = 800;
/// Time between two puzzles of a rush.
const RUSH_PAUSE_MS: u32 = 300;
const DAY_MS: u64 = 24 * 3_600_000;

/// What is said about the solver's last move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// No puzzle is shown yet.
    Nothing,
    /// The solver's turn.
    Try,
    Right,
    Wrong,
    /// Wrong, and the opponent's answer in the reader's notation.
    Refuted(String),
    /// The pawn is not the mole, with the reason.
    NotMole(String),
    /// Illegal, with the reason.
    Refused(String),
    /// Solved; `true` at the first attempt.
    Solved(bool),
    /// The solution was shown.
    Shown,
    /// No puzzle is left.
    NoneLeft,
}

impl Said {
    /// Name for tests.
    pub(super) const fn code(&self) -> &'static str {
        match self {
            Said::Nothing => "nothing",
            Said::Try => "try",
            Said::Right => "right",
            Said::Wrong => "wrong",
            Said::Refuted(_) => "refuted",
            Said::NotMole(_) => "not-mole",
            Said::Refused(_) => "refused",
            Said::Solved(_) => "solved",
            Said::Shown => "shown",
            Said::NoneLeft => "none-left",
        }
    }
}

/// State of the puzzle page.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) app: App,
    pub(super) session: Session,
    pub(super) variant: Variant,
    pub(super) mode: PuzzleMode,
    pub(super) corpus: RwSignal<Option<Rc<Corpus>>, LocalStorage>,
    pub(super) progress: RwSignal<Progress>,
    pub(super) solving: RwSignal<Option<Solving>>,
    pub(super) id: RwSignal<Option<PuzzleId>>,
    pub(super) said: RwSignal<Said>,
    /// Whether the first attempt at the puzzle goes on.
    is_first: RwSignal<bool>,
    /// Change of the rating by the puzzle.
    pub(super) change: RwSignal<Option<i32>>,
    /// How many accounts have tried and solved the puzzle, after the first attempt.
    pub(super) figures: RwSignal<Option<PuzzleFigures>>,
    /// How long the solver took, after the last move.
    pub(super) took: RwSignal<Option<String>>,
    /// Time at which the puzzle was shown, in milliseconds of the page's clock.
    begun_ms: StoredValue<f64>,
    pub(super) rush: RwSignal<Option<Rush>>,
    /// Whether the ended rush is a new best.
    pub(super) is_best: RwSignal<bool>,
    /// Number of changes of the board. Delayed work of earlier ones is dropped.
    turn: StoredValue<u32>,
}

impl Desk {
    pub(super) fn new(app: App, session: Session, variant: Variant, mode: PuzzleMode) -> Desk {
        let solver = Solver { variant, account: app.account.get_untracked() };
        Desk {
            app,
            session,
            variant,
            mode,
            corpus: RwSignal::new_local(None),
            progress: RwSignal::new(solver.progress(BrowserStorage)),
            solving: RwSignal::new(None),
            id: RwSignal::new(None),
            said: RwSignal::new(Said::Nothing),
            is_first: RwSignal::new(true),
            change: RwSignal::new(None),
            figures: RwSignal::new(None),
            took: RwSignal::new(None),
            begun_ms: StoredValue::new(0.0),
            rush: RwSignal::new(None),
            is_best: RwSignal::new(false),
            turn: StoredValue::new(0),
        }
    }

    pub(super) fn get() -> Desk {
        expect_context()
    }

    /// Today as the number of days since 1970.
    pub(super) fn day() -> u64 {
        browser::epoch_ms() / DAY_MS
    }

    /// The guest or account that solves.
    pub(super) fn solver(self) -> Solver {
        Solver { variant: self.variant, account: self.app.account.get_untracked() }
    }

    /// Shows the progress of the guest or account, and follows changes of the account.
    pub(super) fn follow_account(self) {
        let account = Memo::new(move |_| self.app.account.get());
        effect(move || {
            let account = account.get();
            self.show_progress();
            self.exchange(true, |_| {});
            // What a guest has done in other games goes along.
            let has_guest = |variant: &Variant| {
                account
                    .as_ref()
                    .is_some_and(|it| guest_report(BrowserStorage, *variant, it).is_some())
            };
            let others = Variant::ALL.into_iter().filter(|&variant| variant != self.variant);
            others.filter(has_guest).for_each(|it| puzzles::exchange(self.app, it, true, || {}));
        });
    }

    /// Brings the account's progress and its copy together, and shows the result.
    pub(super) fn exchange(self, fetches: bool, then: impl FnOnce(Desk) + 'static) {
        puzzles::exchange(self.app, self.variant, fetches, move || {
            if self.progress.is_disposed() {
                return;
            }
            if self.app.account.with_untracked(Option::is_some) {
                self.show_progress();
            }
            then(self);
        });
    }

    /// Shows the stored progress. The change of the rating is what the server made of it.
    fn show_progress(self) {
        let progress = self.solver().progress(BrowserStorage);
        let rating = |progress: &Progress| progress.rating().rating.round() as i32;
        let more = rating(&progress) - self.progress.with_untracked(rating);
        if more != 0 {
            self.change.update(|change| *change = change.map(|change| change + more));
        }
        self.progress.set(progress);
    }

    /// Notes an attempt at the puzzle. Returns the change of the rating.
    fn note(self, id: PuzzleId, is_solved: bool, is_unrated: bool) -> i32 {
        let day = Desk::day();
        let corpus = self.corpus.get_untracked();
        let is_daily = corpus.is_some_and(|it| it.of_day(day).and_then(|at| it.id(at)) == Some(id));
        let attempt = PuzzleAttempt {
            puzzle: id.text(),
            solved: is_solved,
            at_ms: UnixMs(browser::epoch_ms()),
            unrated: is_unrated,
            daily: is_solved && is_daily && !is_unrated,
        };
        let rating = self.with_solving(|it| Some(it.puzzle().rating())).unwrap_or_default();
        let shown = self.progress.get_untracked();
        let (progress, change) = self.solver().attempt(BrowserStorage, shown, id, attempt, rating);
        self.progress.set(progress);
        change
    }

    /// Asks how many accounts have tried and solved the puzzle.
    fn ask_figures(self, id: PuzzleId) {
        leptos::task::spawn_local(async move {
            let found = puzzles::figures(self.app, self.variant, id).await;
            if !self.figures.is_disposed() && self.id.get_untracked() == Some(id) {
                self.figures.set(found.filter(|figures| figures.attempts > 0));
            }
        });
    }

    /// Shows the first puzzle.
    pub(super) fn begin(self, corpus: Rc<Corpus>) {
        let judge = Callback::new(move |action: String| self.play(&action));
        self.session.set_backend(Rc::new(PuzzleBackend(judge)));
        self.session.connection.set(ConnectionState::Live);
        self.corpus.set(Some(corpus));
        if !matches!(self.mode, PuzzleMode::Themes | PuzzleMode::Rush) {
            self.next();
        }
    }

    /// Shows the next puzzle of the mode.
    pub(super) fn next(self) {
        let Some(corpus) = self.corpus.get_untracked() else { return };
        let roll = browser::random::<4>().map_or(0, u32::from_le_bytes);
        let rating = self.progress.with_untracked(|it| it.rating().rating);
        let is_new = |id| !self.progress.with_untracked(|it| it.has_seen(id));
        let current = self.id.get_untracked();
        let chosen = match self.mode {
            // After the daily puzzle, others follow.
            PuzzleMode::Daily if current.is_none() => corpus.of_day(Desk::day()),
            PuzzleMode::One(id) if current.is_none() => corpus.find(id),
            PuzzleMode::Missed => self.progress.with_untracked(|it| {
                let mut missed = it.missed().filter(|id| Some(*id) != current);
                // A missed puzzle may have left the corpus.
                missed.find_map(|id| corpus.find(id))
            }),
            PuzzleMode::Rush => {
                let rating = self.rush.with_untracked(|it| it.as_ref().map(Rush::next_rating));
                corpus.near(self.mode, rating.unwrap_or_default(), is_new, roll)
            }
            mode => corpus.near(mode, rating, is_new, roll),
        };
        self.show(chosen.and_then(|at| Some((corpus.id(at)?, corpus.puzzle(at)?))));
    }

    /// Shows a harder or an easier puzzle than the present one.
    pub(super) fn show_beside(self, is_harder: bool) {
        if let Some(at) = untrack(|| self.beside(is_harder)) {
            let corpus = self.corpus.get_untracked();
            self.show(corpus.and_then(|it| Some((it.id(at)?, it.puzzle(at)?))));
        }
    }

    /// A harder or an easier puzzle than the present one; `None` if there is none.
    pub(super) fn beside(self, is_harder: bool) -> Option<usize> {
        let corpus = self.corpus.get()?;
        let at = corpus.find(self.id.get()?)?;
        let rating = corpus.ratings().nth(at)?.1;
        let roll = browser::random::<4>().map_or(0, u32::from_le_bytes);
        let is_new = |id| !self.progress.with_untracked(|it| it.has_seen(id));
        corpus.beside(self.mode, rating, is_harder, is_new, roll)
    }

    /// Shows a puzzle: the position before it, and then the opponent's move.
    fn show(self, chosen: Option<(PuzzleId, AnyPuzzle)>) {
        let Some((id, puzzle)) = chosen else {
            self.id.set(None);
            self.said.set(Said::NoneLeft);
            return;
        };
        self.session.seats.set(puzzle.seats());
        let has_before = puzzle.before().is_some();
        self.id.set(Some(id));
        self.start(Solving::new(puzzle));
        self.is_first.set(true);
        self.change.set(None);
        self.figures.set(None);
        if has_before {
            self.show_model(self.with_solving(Solving::before));
            self.later(BEFORE_MS, Desk::show_board);
        }
    }

    /// Begins the puzzle on the board again.
    pub(super) fn again(self) {
        if let Some(puzzle) = self.with_solving(|solving| Some(solving.puzzle().clone())) {
            self.start(Solving::new(puzzle));
        }
    }

    fn start(self, solving: Solving) {
        self.solving.set(Some(solving));
        self.said.set(Said::Try);
        self.took.set(None);
        self.begun_ms.set_value(browser::now_ms());
        self.show_board();
    }

    fn with_solving<T>(self, part: impl FnOnce(&Solving) -> Option<T>) -> Option<T> {
        self.solving.with_untracked(|solving| part(solving.as_ref()?))
    }

    fn change_solving<T>(self, change: impl FnOnce(&mut Solving) -> T) -> Option<T> {
        self.solving.try_update(|solving| solving.as_mut().map(change)).flatten()
    }

    fn show_board(self) {
        self.show_model(self.with_solving(Solving::model));
    }

    /// Shows a board and drops delayed work.
    fn show_model(self, model: Option<GameModel>) {
        self.turn.update_value(|turn| *turn += 1);
        self.session.pointed_out.set(None);
        if let Some(model) = model {
            self.session.show_game(Arc::new(model));
        }
    }

    /// Does something later, unless the board changes or the page is left before.
    fn later(self, ms: u32, work: impl FnOnce(Desk) + 'static) {
        let turn = self.turn.get_value();
        browser::run_after(ms, move || {
            if self.turn.try_get_value() == Some(turn) {
                work(self);
            }
        });
    }

    /// Judges a move of the solver.
    pub(super) fn play(self, action: &str) {
        let is_rush = self.mode == PuzzleMode::Rush;
        if is_rush && !self.is_rushing() {
            return;
        }
        let Some(step) = self.change_solving(|solving| solving.play(action)) else { return };
        match step {
            Step::Right => {
                self.said.set(Said::Right);
                self.show_model(self.with_solving(Solving::before_reply));
                self.later(REPLY_MS, Desk::show_board);
            }
            Step::Solved => {
                self.show_board();
                let ms = browser::now_ms() - self.begun_ms.get_value();
                self.took.set((!is_rush).then(|| solving_time(ms)));
                let is_clean = self.is_first.get_untracked();
                self.said.set(Said::Solved(is_clean));
                self.end_attempt(true);
            }
            Step::Wrong => {
                self.said.set(Said::Wrong);
                self.show_board();
                self.end_attempt(false);
                if !is_rush {
                    self.ask_refutation();
                }
            }
            Step::NotMole(pawn) => {
                self.say_not_mole(pawn);
                self.end_attempt(false);
            }
            Step::Refused(no) => {
                let (language, notation) = (self.app.language(), self.app.notation_untracked());
                let game = self.solving.with_untracked(|it| it.as_ref().and_then(Solving::model));
                let why = match game {
                    Some(game) => game.refusal_words(language, notation, &no),
                    None => refusal(language, no.code, &no.values, &no.message),
                };
                self.said.set(Said::Refused(why));
                self.show_board();
            }
            Step::Idle => {}
        }
    }

    /// Says why a pawn cannot be the mole.
    fn say_not_mole(self, pawn: Point) {
        let (language, notation) = (self.app.language(), self.app.notation_untracked());
        let why = self.with_solving(|solving| solving.clue_words(pawn, language, notation));
        self.said.set(why.map_or(Said::Wrong, Said::NotMole));
    }

    /// Notes the result of the first attempt.
    fn end_attempt(self, is_solved: bool) {
        if !self.is_first.get_untracked() {
            return;
        }
        self.is_first.set(false);
        let Some(id) = self.id.get_untracked() else { return };
        if self.mode == PuzzleMode::Rush {
            self.rush.update(|rush| {
                _ = rush.as_mut().map(|rush| rush.note(is_solved, browser::now_ms()))
            });
            self.note(id, is_solved, true);
            if self.is_rushing() {
                self.later(RUSH_PAUSE_MS, Desk::next);
            } else {
                self.end_rush();
            }
            return;
        }
        let change = self.note(id, is_solved, false);
        self.change.set(Some(change).filter(|&change| change != 0));
        self.exchange(false, move |desk| desk.ask_figures(id));
    }

    /// Asks the computer for the answer to the wrong move, and shows it.
    fn ask_refutation(self) {
        let turn = self.turn.get_value();
        let on_advice = move |advice: WorkerAdvice| {
            if self.turn.try_get_value() == Some(turn) {
                let answer = advice.analysis.as_ref().and_then(|it| it.best().map(str::to_owned));
                self.show_refutation(answer);
            }
        };
        let on_trouble = move || {
            if self.turn.try_get_value() == Some(turn) {
                self.take_back();
            }
        };
        let model = self.with_solving(Solving::after_wrong);
        let is_asked = model.is_some_and(|model| {
            model.you.is_some_and(|seat| ask_computer(&model, seat, 1, on_advice, on_trouble))
        });
        if !is_asked {
            self.later(WRONG_MS, Desk::take_back);
        }
    }

    fn show_refutation(self, answer: Option<String>) {
        let Some(answer) = answer else { return self.take_back() };
        let notation = self.app.notation_untracked();
        let text = self
            .with_solving(Solving::after_wrong)
            .map(|model| model.text_of(self.app.language(), notation, &answer));
        let is_shown = self.change_solving(|solving| solving.refute(&answer)) == Some(true);
        if let (true, Some(text)) = (is_shown, text) {
            self.said.set(Said::Refuted(text));
            self.show_board();
            self.later(REFUTED_MS, Desk::take_back);
        } else {
            self.take_back();
        }
    }

    fn take_back(self) {
        self.change_solving(Solving::take_back);
        self.show_board();
    }

    /// Whether the solver names a pawn instead of moving.
    pub(super) fn asks_for_mole(self) -> bool {
        self.solving.with(|it| it.as_ref().is_some_and(|it| it.puzzle().goal() == Goal::NameMole))
    }

    /// The pawns among which the puzzle asks for the mole.
    pub(super) fn suspects(self) -> Vec<Suspect> {
        self.solving.with(|it| it.as_ref().map(Solving::suspects)).unwrap_or_default()
    }

    /// Whether the puzzle is over: solved or shown.
    pub(super) fn is_done(self) -> bool {
        self.solving.with(|solving| solving.as_ref().is_some_and(Solving::is_solved))
    }

    /// Points out the piece that moves, or excludes a pawn that is not the mole. The puzzle is no
    /// longer rated, and is repeated later.
    pub(super) fn hint(self) {
        if self.is_first.get_untracked()
            && let Some(id) = self.id.get_untracked()
        {
            self.note(id, false, true);
            self.exchange(false, |_| {});
        }
        self.is_first.set(false);
        if let Some(pawn) = self.change_solving(Solving::exclude_next).flatten() {
            self.say_not_mole(pawn);
            return;
        }
        self.take_back();
        let shape = BoardShape::of(self.variant);
        let step = self.with_solving(|solving| BoardStep::read(shape, &solving.expected()?));
        if let Some(step) = step {
            self.session.pointed_out.set(Some(step.from()));
        }
    }

    /// Plays the rest of the solution.
    pub(super) fn show_solution(self) {
        self.end_attempt(false);
        self.said.set(Said::Shown);
        self.show_next();
    }

    fn show_next(self) {
        let is_more = self.change_solving(Solving::show_next) == Some(true);
        self.show_board();
        if is_more && !untrack(|| self.is_done()) {
            self.later(SHOW_MS, Desk::show_next);
        }
    }

    /// Opens the puzzle with its solution as a game that can be analysed.
    pub(super) fn analyse(self) {
        let whole = self.with_solving(|solving| {
            let mut whole = Solving::new(solving.puzzle().clone());
            while whole.show_next() {}
            whole.open_model()
        });
        if let Some(replay) = whole.as_ref().and_then(Replay::of_game) {
            self.app.open_record(replay);
        }
    }

    /// Whether a rush goes on.
    pub(super) fn is_rushing(self) -> bool {
        let now = browser::now_ms();
        self.rush.with_untracked(|rush| rush.as_ref().is_some_and(|rush| !rush.is_over(now)))
    }

    pub(super) fn begin_rush(self) {
        self.is_best.set(false);
        self.rush.set(Some(Rush::new(browser::now_ms())));
        self.next();
    }

    /// Ends the rush, and notes its result.
    pub(super) fn end_rush(self) {
        let solved = self.rush.with_untracked(|rush| rush.as_ref().map_or(0, Rush::solved));
        self.turn.update_value(|turn| *turn += 1);
        let (progress, is_best) =
            self.solver().end_rush(BrowserStorage, self.progress.get_untracked(), solved as u32);
        self.progress.set(progress);
        self.is_best.set(is_best);
        self.exchange(false, |_| {});
        self.said.set(Said::Nothing);
    }
}
