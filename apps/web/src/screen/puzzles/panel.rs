use super::desk::{Desk, Said};
use crate::{
    app::{App, effect},
    board::PieceFace,
    browser,
    parts::{Icon, RouteLink},
};
use games::board::{BoardShape, Face, Piece, Side};
use i18n::{Message, join, side_name, theme_about};
use leptos::prelude::*;
use ui_model::{
    Route,
    players::side_of_seat,
    puzzles::{AnyPuzzle, PuzzleMode, Solving, Theme, goal_about, goal_name, theme_name},
};

/// The task: who moves, what is to be reached, and the difficulty.
#[component]
pub(super) fn Task() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let puzzle =
        Memo::new(move |_| desk.solving.with(|it| it.as_ref().map(|it| it.puzzle().clone())));
    move || {
        let puzzle = puzzle.get()?;
        let goal = goal_name(&puzzle);
        let about = goal_words(app, &puzzle);
        let rating = puzzle.rating();
        let rated = move || app.t_with(Message::PuzzleRated, &[&rating.to_string()]);
        let shape = BoardShape::of(puzzle.variant());
        let face = general_of(&puzzle).map(Face::Open);
        let piece = face.map(|face| view! { <PieceFace face shape/> });
        Some(view! {
            <section class="task">
                <svg viewBox="-54 -54 108 108" aria-hidden="true">{piece}</svg>
                <div>
                    <h2 data-task=true>{app.text(goal)}</h2>
                    <p>{about}" · "{rated}</p>
                    {move || points(app, desk).map(|points| view! { <p data-points=true>{points}</p> })}
                    {move || partners(app, &puzzle).map(|words| view! { <p data-partners=true>{words}</p> })}
                </div>
            </section>
        })
    }
}

/// The points of both sides in banqi, which decide its races.
fn points(app: App, desk: Desk) -> Option<String> {
    let scene = desk.solving.with(|solving| Some(solving.as_ref()?.model()?.scene()))?;
    let of = |side| scene.points(side).map(|points| points.to_string());
    let (red, black) = (of(Side::Red)?, of(Side::Black)?);
    Some(app.t_with(Message::PuzzlePoints, &[&red, &black]))
}

/// The sides that the solver moves in sifang, and the order of turns.
fn partners(app: App, puzzle: &AnyPuzzle) -> Option<String> {
    let (language, seats) = (app.language(), puzzle.variant().seats());
    let [own, partner] = puzzle.seats()[..] else { return None };
    let name = |seat| {
        side_of_seat(puzzle.variant(), seat).map(|side| side_name(language, side).to_owned())
    };
    let first = puzzle.solver().index() as u8;
    let order: Option<Vec<String>> = (0..seats).map(|by| name((first + by) % seats)).collect();
    let order = join(language, Message::ListOf, &order?);
    Some(app.t_with(Message::PuzzlePartners, &[&name(own)?, &name(partner)?, &order]))
}

/// The general or marshal of the solver's side.
fn general_of(puzzle: &AnyPuzzle) -> Option<Piece> {
    match (BoardShape::of(puzzle.variant()), puzzle.side_letter()) {
        (BoardShape::Cross, side) => Piece::from_letters(side, 'M'),
        (_, 'w' | 'r') => Piece::from_letter('K'),
        _ => Piece::from_letter('k'),
    }
}

/// What is to be found, in words.
pub(super) fn goal_words(app: App, puzzle: &AnyPuzzle) -> String {
    app.t_with(goal_about(puzzle), &[&puzzle.moves().to_string()])
}

/// The state of the attempt, the moves, the themes, and what can be done.
#[component]
pub(super) fn Panel() -> impl IntoView {
    let desk = Desk::get();
    let is_done = Memo::new(move |_| desk.is_done());
    let is_none_left = Memo::new(move |_| desk.said.with(|said| *said == Said::NoneLeft));
    view! {
        <section class="attempt">
            <Verdict/>
            <MovesSoFar/>
            {move || (is_done.get() && desk.asks_for_mole()).then(|| view! { <Clues/> })}
        </section>
        {move || is_done.get().then(|| view! { <ThemesOfPuzzle/> })}
        <div class="foot">
            {move || match (is_none_left.get(), is_done.get()) {
                (true, _) => view! { <Onward/> }.into_any(),
                (_, true) => view! { <AfterPuzzle/> }.into_any(),
                _ => view! { <Help/> }.into_any(),
            }}
        </div>
    }
}

/// What is said about the last move.
#[component]
fn Verdict() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let words = move || match desk.said.get() {
        Said::Nothing => (String::new(), ""),
        Said::Try => {
            let message =
                if desk.asks_for_mole() { Message::PuzzleTapPawn } else { Message::PuzzleTry };
            (app.t(message).to_owned(), "M8 5L18 12L8 19Z")
        }
        Said::Right => (app.t(Message::PuzzleRight).to_owned(), "M5 12L10 17L19 7"),
        Said::Wrong => (app.t(Message::PuzzleWrong).to_owned(), "M6 6L18 18M18 6L6 18"),
        Said::Refuted(answer) => {
            (app.t_with(Message::PuzzleRefuted, &[&answer]), "M6 6L18 18M18 6L6 18")
        }
        Said::NotMole(why) => (why, "M6 6L18 18M18 6L6 18"),
        Said::Refused(why) => (app.t_with(Message::LearnRefused, &[&why]), "M12 5V14M12 18V19"),
        Said::Solved(true) => (app.t(Message::PuzzleSolved).to_owned(), "M5 12L10 17L19 7"),
        Said::Solved(false) => (app.t(Message::PuzzleSolvedLate).to_owned(), "M5 12L10 17L19 7"),
        Said::Shown => {
            (app.t(Message::PuzzleShown).to_owned(), "M3 12C7 5 17 5 21 12C17 19 7 19 3 12")
        }
        Said::NoneLeft => {
            let message = match desk.mode {
                PuzzleMode::Missed => Message::PuzzleNoneMissed,
                _ => Message::PuzzleNoneLeft,
            };
            (app.t(message).to_owned(), "M5 12L10 17L19 7")
        }
    };
    // On a small screen the buttons below could cover it.
    let line = NodeRef::<leptos::html::P>::new();
    effect(move || {
        if !matches!(desk.said.get(), Said::Nothing | Said::Try) {
            browser::bring_into_view_soon(line);
        }
    });
    view! {
        <p node_ref=line class="verdict-line" role="status" aria-live="polite" data-said=move || desk.said.with(Said::code)>
            {move || { let (text, d) = words(); (!text.is_empty()).then(|| view! { <span class="sign-round"><Icon d/></span><span>{text}</span> }) }}
            {move || desk.took.get().map(|took| view! {
                <small class="took" data-took=true>
                    <span class="spoken">{app.text(Message::PuzzleTook)}" "</span>
                    {took}
                </small>
            })}
        </p>
    }
}

/// How many accounts have tried and solved the puzzle.
#[component]
fn Figures() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let words = move || {
        let figures = desk.figures.get()?;
        let (attempts, percent) = (figures.attempts.to_string(), figures.percent()?.to_string());
        Some(app.t_with(Message::PuzzleFigures, &[&attempts, &percent]))
    };
    move || words().map(|words| view! { <p data-figures=true>{words}</p> })
}

/// A harder and an easier puzzle than the solved one.
#[component]
fn Beside() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let button = move |is_harder: bool| {
        let (act, message, d) = if is_harder {
            ("puzzle-harder", Message::PuzzleHarder, "M12 20V4M6 10L12 4L18 10")
        } else {
            ("puzzle-easier", Message::PuzzleEasier, "M12 4V20M6 14L12 20L18 14")
        };
        let has_none = Memo::new(move |_| desk.beside(is_harder).is_none());
        view! {
            <button class="plain" data-act=act aria-label=app.text(message) title=app.text(message) disabled=move || has_none.get() on:click=move |_| desk.show_beside(is_harder)>
                <Icon d/>
            </button>
        }
    };
    view! { <div class="by-rating">{button(true)}{button(false)}</div> }
}

/// The moves of the solution that were found.
#[component]
fn MovesSoFar() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let moves = move || {
        desk.solving.with(|solving| {
            let solving = solving.as_ref()?;
            let mut texts = solving.model()?.move_texts(app.language(), app.notation());
            let before = usize::from(solving.puzzle().before().is_some());
            texts.truncate(before + solving.played());
            Some(texts.split_off(before.min(texts.len())))
        })
    };
    let rows = move || {
        let texts = moves().unwrap_or_default();
        let found = desk.solving.with(|it| it.as_ref().map_or(0, Solving::found));
        let row = |(at, pair): (usize, &[String])| {
            view! {
                <li>
                    <span class="number">{at + 1}</span>
                    <strong>{pair[0].clone()}</strong>
                    <span>{pair.get(1).cloned()}</span>
                    {(at < found).then(|| view! { <Icon d="M6 12L10.5 16.5L18 8"/> })}
                </li>
            }
        };
        texts.chunks(2).enumerate().map(row).collect_view()
    };
    view! { <ol class="solution" data-solution=true>{rows}</ol> }
}

/// Why each of the other pawns cannot be the mole.
#[component]
fn Clues() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let rows = move || {
        let clues = desk.solving.with(|solving| {
            solving.as_ref().map(|solving| solving.clues(app.language(), app.notation()))
        });
        let row = |(pawn, why): (String, String)| view! { <li><b>{pawn}</b>" "{why}</li> };
        clues.unwrap_or_default().into_iter().map(row).collect_view()
    };
    view! { <ul class="clues" data-clues=true>{rows}</ul> }
}

/// The themes, which would give the solution away before, and what the puzzle was for others.
#[component]
fn ThemesOfPuzzle() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let themes = move || {
        let of = |theme: Theme| view! { <li><RouteLink class="button" to=Route::Puzzles(desk.variant, PuzzleMode::Theme(theme))>{app.text(theme_name(theme))}</RouteLink>{theme_about(theme.code()).map(|about| view! { <span data-about=true>{app.text(about)}</span> })}</li> };
        desk.solving.with(|solving| {
            let puzzle = solving.as_ref()?.puzzle();
            Some(puzzle.themes().iter().map(of).collect_view())
        })
    };
    view! {
        <section class="themes-of">
            <h2>{app.text(Message::PuzzleThemes)}</h2>
            <ul>{themes}</ul>
            <footer>
                <Figures/>
                {(desk.mode != PuzzleMode::Missed).then(|| view! { <Beside/> })}
            </footer>
        </section>
    }
}

/// Help while the puzzle is not solved.
#[component]
fn Help() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let is_idle = move || desk.id.with(Option::is_none);
    view! {
        <div class="puzzle-acts">
            <button data-act="puzzle-hint" disabled=is_idle on:click=move |_| desk.hint()>
                <Icon d="M9 18H15M10 21H14M8 14A6 6 0 1 1 16 14L15 16H9Z"/>
                <span>{app.text(Message::PuzzleHint)}</span>
            </button>
            <button data-act="puzzle-show" disabled=is_idle on:click=move |_| desk.show_solution()>
                <Icon d="M3 12C7 5 17 5 21 12C17 19 7 19 3 12M12 9.5A2.5 2.5 0 1 1 11.9 9.5"/>
                <span>{app.text(Message::PuzzleShow)}</span>
            </button>
        </div>
    }
}

/// What follows a puzzle.
#[component]
fn AfterPuzzle() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    view! {
        <button class="main big" data-act="puzzle-next" on:click=move |_| desk.next()>
            <span>{app.text(Message::PuzzleNext)}</span>
            <Icon d="M9 5L16 12L9 19"/>
        </button>
        <div class="puzzle-acts">
            <button data-act="puzzle-again" on:click=move |_| desk.again()>
                <Icon d="M5 12A7 7 0 1 0 8 6.5M8 3V7H12"/>
                <span>{app.text(Message::LearnAgain)}</span>
            </button>
            <button data-act="puzzle-analyse" on:click=move |_| desk.analyse()>
                <Icon d="M4 20V4M4 20H20M7 15L11 10L14 13L19 6"/>
                <span>{app.text(Message::Analyse)}</span>
            </button>
        </div>
    }
}

/// The way on when no puzzle is left.
#[component]
fn Onward() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    view! {
        <RouteLink class="button main big" act="puzzle-train" to=Route::Puzzles(desk.variant, PuzzleMode::Train)>
            {app.text(Message::PuzzleTrain)}
        </RouteLink>
    }
}
