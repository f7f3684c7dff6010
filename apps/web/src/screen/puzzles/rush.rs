use super::{desk::Desk, panel::Task, ways::marks};
use crate::{
    app::{App, effect},
    browser,
    parts::Icon,
    ticking::time_signal,
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::puzzles::{RUSH_ERRORS, RUSH_MS, Rush};

/// Time, solved puzzles and errors.
#[component]
pub(super) fn RushPanel() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let now = time_signal(200);
    let left_ms = Memo::new(move |_| {
        let now = now.get();
        desk.rush.with(|rush| rush.as_ref().map_or(RUSH_MS, |rush| rush.left_ms(now)))
    });
    let is_over = Memo::new(move |_| {
        let now = now.get();
        desk.rush.with(|rush| rush.as_ref().is_some_and(|rush| rush.is_over(now)))
    });
    // The end by time; errors end it in the desk.
    effect(move || {
        if left_ms.get() <= 0.0 {
            untrack(|| desk.end_rush());
        }
    });
    let clock = move || {
        let seconds = (left_ms.get() / 1_000.0).ceil() as u32;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    let solved = move || desk.rush.with(|rush| rush.as_ref().map_or(0, Rush::solved));
    let errors = move || desk.rush.with(|rush| rush.as_ref().map_or(0, Rush::errors));
    let crosses = move || {
        (0..RUSH_ERRORS)
            .map(|at| {
                view! { <span class="result-box" class:missed=move || at < errors() class:empty=move || errors() <= at><Icon d="M7 7L17 17M17 7L7 17"/></span> }
            })
            .collect_view()
    };
    view! {
        <section class="rush-clock" data-rush=move || if is_over.get() { "over" } else if desk.rush.with(Option::is_some) { "on" } else { "off" }>
            <strong class="time" class:low=move || left_ms.get() < 20_000.0>{clock}</strong>
            <div class="time-bar" aria-hidden="true"><span style:width=move || format!("{:.1}%", 100.0 * left_ms.get() / RUSH_MS)></span></div>
            <dl>
                <div><dt>{app.text(Message::PuzzleRushSolved)}</dt><dd data-rush-solved=true>{solved}</dd></div>
                <div><dt>{app.text(Message::PuzzleRushErrors)}</dt><dd class="result-row">{crosses}</dd></div>
            </dl>
        </section>
    }
}

/// The current puzzle of the rush, its results so far, and the buttons.
#[component]
pub(super) fn RushTask() -> impl IntoView {
    let app = App::get();
    let desk = Desk::get();
    let is_ready = Memo::new(move |_| desk.corpus.with(Option::is_some));
    let now = time_signal(500);
    let state = Memo::new(move |_| {
        let now = now.get();
        desk.rush.with(|rush| rush.as_ref().map(|rush| rush.is_over(now)))
    });
    let results = move || desk.rush.with(|rush| rush.as_ref().map(|it| it.results().to_vec()));
    let round = move || {
        let results = results().filter(|results| !results.is_empty())?;
        Some(view! {
            <section class="today">
                <h2>{app.text(Message::PuzzleRushRound)}</h2>
                <div class="result-row many">{marks(&results)}</div>
            </section>
        })
    };
    view! {
        {move || (state.get() == Some(false)).then(|| view! { <Task/> })}
        {move || (state.get().is_none()).then(|| view! { <p class="rush-about">{app.text(Message::PuzzleRushAbout)}</p> })}
        {move || (state.get() == Some(true)).then(|| view! { <p class="rush-over" role="status" data-rush-over=true>{over(app, desk)}</p> })}
        {move || (state.get() == Some(true) && desk.is_best.get()).then(|| view! { <p class="verdict-line" data-said="solved">{app.text(Message::PuzzleRushRecord)}</p> })}
        {round}
        <div class="foot">
            {move || match state.get() {
                Some(false) => view! {
                    <button data-act="rush-end" on:click=move |_| {
                        desk.rush.update(|rush| _ = rush.as_mut().map(|rush| rush.stop(browser::now_ms())));
                        desk.end_rush();
                    }>{app.text(Message::PuzzleRushEnd)}</button>
                }.into_any(),
                ended => view! {
                    <button class="main big" data-act="rush-start" disabled=move || !is_ready.get() on:click=move |_| desk.begin_rush()>
                        <Icon d="M8 5L18 12L8 19Z"/>
                        <span>{app.text(if ended.is_some() { Message::PuzzleRushAgain } else { Message::PuzzleRushStart })}</span>
                    </button>
                }.into_any(),
            }}
        </div>
    }
}

/// The result of a rush that is over.
fn over(app: App, desk: Desk) -> String {
    let solved = desk.rush.with(|rush| rush.as_ref().map_or(0, Rush::solved));
    app.t_with(Message::PuzzleRushOver, &[&solved.to_string()])
}
