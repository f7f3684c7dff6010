use super::{desk::Desk, mode_title};
use crate::{
    app::{App, effect},
    browser::{self, BrowserStorage},
    parts::{Icon, RouteLink},
};
use i18n::{Message, variant_name};
use leptos::prelude::*;
use ui_model::{
    Route, Variant,
    puzzles::{Exercise, Progress, PuzzleMode},
};
use wasm_bindgen::JsCast;

/// The ways of choosing puzzles of a game, with the solver's results.
#[component]
pub(super) fn Ways(mode: PuzzleMode) -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let variant = desk.variant;
    let day = Desk::day();
    let done_of = move |all: &[Exercise]| match desk
        .solver()
        .endings(BrowserStorage)
        .count(all.iter().copied())
    {
        0 => String::new(),
        count => format!("{count}/{}", all.len()),
    };
    // A missed puzzle may have left the corpus.
    let is_known = move |id| {
        desk.corpus.with(|corpus| corpus.as_ref().is_none_or(|corpus| corpus.find(id).is_some()))
    };
    let note = move |mode| {
        desk.progress.with(|progress| match mode {
            PuzzleMode::Daily => match progress.daily_streak(day) {
                0 => String::new(),
                days => days.to_string(),
            },
            PuzzleMode::Rush => match progress.best_rush() {
                0 => String::new(),
                best => app.t_with(Message::PuzzleRushBest, &[&best.to_string()]),
            },
            PuzzleMode::Missed => match progress.missed().filter(|&id| is_known(id)).count() {
                0 => String::new(),
                count => count.to_string(),
            },
            PuzzleMode::Endings => done_of(&Exercise::endings().collect::<Vec<_>>()),
            PuzzleMode::Classics => done_of(&Exercise::classics().collect::<Vec<_>>()),
            PuzzleMode::Themes => desk.corpus.with(|corpus| {
                let count = corpus.as_ref().map(|corpus| corpus.themes().count());
                count.map(|count| count.to_string()).unwrap_or_default()
            }),
            _ => String::new(),
        })
    };
    let is_here = move |way| match (way, mode) {
        (PuzzleMode::Themes, PuzzleMode::Theme(_)) => true,
        (PuzzleMode::Endings, PuzzleMode::Ending(_)) => true,
        (PuzzleMode::Classics, PuzzleMode::Classic(_)) => true,
        (way, mode) => way == mode,
    };
    let ways = [
        (PuzzleMode::Daily, "daily", "M6 3H18V21H6ZM9 8H15M9 12H15"),
        (PuzzleMode::Train, "train", "M4 18L10 11L14 14L20 6M15 6H20V11"),
        (PuzzleMode::Rush, "rush", "M12 8V13L15 15M12 5A8 8 0 1 1 11.9 5M10 2H14"),
        (PuzzleMode::Themes, "themes", "M4 6H20M7 12H17M10 18H14"),
        (PuzzleMode::Missed, "missed", "M5 12A7 7 0 1 0 8 6.5M8 3V7H12"),
        (PuzzleMode::Endings, "endings", "M6 21H18M12 3L17 8L15 17H9L7 8Z"),
        (
            PuzzleMode::Classics,
            "classics",
            "M5 5V19M19 5V19M5 7C8 5 16 9 19 7M5 17C8 15 16 19 19 17",
        ),
    ];
    let is_of_game =
        |(way, ..): &(PuzzleMode, &str, &str)| !way.is_exercise() || variant == Variant::Xiangqi;
    // On a phone the rows scroll sideways.
    let nav = NodeRef::<leptos::html::Nav>::new();
    effect(move || {
        let Some(nav) = nav.get() else { return };
        browser::run_after(0, move || {
            let found = nav.query_selector_all("[aria-current]").ok();
            let count = found.as_ref().map_or(0, web_sys::NodeList::length);
            for at in 0..count {
                let current = found.as_ref().and_then(|found| found.item(at));
                if let Some(current) = current.and_then(|it| it.dyn_into::<web_sys::Element>().ok())
                {
                    browser::bring_into_view(&current);
                }
            }
        });
    });
    let links = ways.into_iter().filter(is_of_game).map(|(way, act, d)| {
        view! {
            <li aria-current=is_here(way).then_some("page")>
                <RouteLink act to=Route::Puzzles(desk.variant, way)>
                    <Icon d/>
                    <span>{app.text(mode_title(way))}</span>
                    <small>{move || note(way)}</small>
                </RouteLink>
            </li>
        }
    });
    let games = Variant::ALL.into_iter().map(|variant| {
        let is_here = variant == desk.variant;
        view! {
            <li aria-current=is_here.then_some("page")>
                <RouteLink act=variant.as_str() to=Route::Puzzles(variant, PuzzleMode::Daily)>
                    {move || variant_name(app.language(), variant)}
                </RouteLink>
            </li>
        }
    });
    view! {
        <nav node_ref=nav class="ways-to-puzzles" aria-label=app.text(Message::Puzzles)>
            <ul class="games-of-puzzles">{games.collect_view()}</ul>
            <ul>{links.collect_view()}</ul>
            <MyRating/>
            <Today day/>
        </nav>
    }
}

/// The solver's rating with its course.
#[component]
fn MyRating() -> impl IntoView {
    const WIDTH: f64 = 96.0;
    const HEIGHT: f64 = 34.0;
    let app = App::get();
    let desk = Desk::get();
    let line = move || {
        desk.progress.with(|progress| {
            let curve = progress.curve();
            let (Some(low), Some(high)) = (curve.iter().min(), curve.iter().max()) else {
                return String::new();
            };
            let span = f64::from(*high - *low).max(40.0);
            let step = WIDTH / (curve.len().saturating_sub(1).max(1)) as f64;
            let point = |(at, rating): (usize, &u16)| {
                let y = HEIGHT - 3.0 - (HEIGHT - 6.0) * f64::from(rating - low) / span;
                format!("{:.1},{y:.1}", at as f64 * step)
            };
            curve.iter().enumerate().map(point).collect::<Vec<_>>().join(" ")
        })
    };
    let rating = move || {
        desk.progress.with(|progress| {
            let rating = progress.rating();
            let mark = if rating.is_provisional() { "?" } else { "" };
            format!("{:.0}{mark}", rating.rating)
        })
    };
    let change = move || {
        desk.change.get().map(|change| {
            view! { <span class="change" class:down=change < 0>{format!("{change:+}").replace('-', "−")}</span> }
        })
    };
    view! {
        <section class="my-rating">
            <h2>{app.text(Message::PuzzleRating)}</h2>
            <p><strong data-puzzle-rating=true>{rating}</strong>{change}
                <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true"><polyline points=line/></svg>
            </p>
        </section>
    }
}

/// The results of today.
#[component]
fn Today(day: u64) -> impl IntoView {
    /// Number of results shown.
    const SHOWN: usize = 10;
    let app = App::get();
    let desk = Desk::get();
    let results =
        move || desk.progress.with(|progress: &Progress| progress.results_of(day).to_vec());
    let count = move || {
        let results = results();
        let right = results.iter().filter(|&&is_right| is_right).count();
        app.t_with(Message::PuzzleTodayCount, &[&results.len().to_string(), &right.to_string()])
    };
    let is_any = Memo::new(move |_| !results().is_empty());
    let marks = move || {
        let results = results();
        let from = results.len().saturating_sub(SHOWN);
        marks(&results[from..])
    };
    move || {
        is_any.get().then(|| {
            view! {
                <section class="today">
                    <h2>{app.text(Message::PuzzleToday)}<small>{count}</small></h2>
                    <div class="result-row">{marks}</div>
                </section>
            }
        })
    }
}

/// A tick or a cross for each result.
pub(super) fn marks(results: &[bool]) -> impl IntoView + use<> {
    let mark = |is_right: &bool| {
        let (class, d) = if *is_right {
            ("result-box", "M6 12L10.5 16.5L18 8")
        } else {
            ("result-box missed", "M7 7L17 17M17 7L7 17")
        };
        view! { <span class=class><Icon d/></span> }
    };
    results.iter().map(mark).collect_view()
}
