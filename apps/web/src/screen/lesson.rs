//! Lessons on an interactive board.

mod backend;
mod board;
mod tour;

use crate::{
    app::{App, effect},
    backend::players,
    parts::{Icon, PageHeader, RouteLink},
};
use board::LessonBoard;
use i18n::{Language, Message, variant_name};
use leptos::prelude::*;
use ui_model::{
    Route, Variant,
    lessons::{LessonStep, Lessons},
};

pub(crate) use tour::Tour;

/// A game's lessons, one step at a time.
#[component]
pub(crate) fn LessonScreen(variant: Variant, chapter: usize, step: usize) -> impl IntoView {
    let app = App::get();
    let lessons = RwSignal::new(None::<Lessons>);
    let trouble = RwSignal::new(None::<String>);
    effect(move || {
        let language = app.language();
        leptos::task::spawn_local(async move {
            let found = load(app, variant, language).await;
            // The page may have been left, or the language changed in the meantime.
            if app.language_untracked() == language {
                match found {
                    Ok(found) => _ = lessons.try_set(Some(found)),
                    Err(why) => _ = trouble.try_set(Some(why)),
                }
            }
        });
    });
    let place = RwSignal::new((chapter, step));
    effect(move || {
        let (chapter, step) = place.get();
        app.replace_address(&Route::Lesson(variant, chapter, step));
    });
    let title = Signal::derive(move || {
        app.t_with(Message::LearnTitle, &[variant_name(app.language(), variant)])
    });
    let is_ready = Memo::new(move |_| lessons.with(Option::is_some));
    view! {
        <main class="study lesson" data-screen="lesson" data-game=variant.as_str() data-ready=move || is_ready.get().to_string()
            data-chapter=move || place.get().0 data-step=move || place.get().1>
            <PageHeader title/>
            {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
            {move || is_ready.get().then(|| {
                let (chapter, step) = place.get();
                let current = lessons.with(|lessons| lessons.as_ref()?.step(chapter, step).cloned());
                match current {
                    Some(current) => view! {
                        <LessonBoard variant step=current.clone() head=move || view! { <Chapters lessons place/> }.into_any()
                            foot=move || view! { <Walk variant lessons place/> }.into_any()/>
                    }.into_any(),
                    // The step of the address does not exist.
                    None => { place.set((0, 0)); ().into_any() }
                }
            })}
        </main>
    }
}

/// Fetches the lessons of a game. The error is a text for the player.
async fn load(app: App, variant: Variant, language: Language) -> Result<Lessons, String> {
    let text = players::file(app, &Lessons::path(variant, language)).await?;
    Lessons::read(&text).ok_or_else(|| app.t(Message::ServerNeeded).to_owned())
}

/// Buttons for the chapters.
#[component]
fn Chapters(lessons: RwSignal<Option<Lessons>>, place: RwSignal<(usize, usize)>) -> impl IntoView {
    let app = App::get();
    let titles = move || {
        lessons.with(|lessons| {
            let chapters = lessons.as_ref().map(|lessons| lessons.chapters.as_slice());
            chapters
                .unwrap_or_default()
                .iter()
                .map(|it| {
                    if it.optional {
                        app.t_with(Message::LearnLater, &[&it.title])
                    } else {
                        it.title.clone()
                    }
                })
                .collect::<Vec<_>>()
        })
    };
    let choose = move |event| {
        if let Ok(chapter) = event_target_value(&event).parse() {
            place.set((chapter, 0));
        }
    };
    view! {
        <select class="chapter" data-input="chapter" aria-label=app.text(Message::Rules) on:change=choose>
            {move || titles().into_iter().enumerate().map(|(at, title)| view! {
                <option value=at selected=move || place.get().0 == at>{at + 1} ". " {title}</option>
            }).collect_view()}
        </select>
    }
}

/// Back and next, and the progress.
#[component]
fn Walk(
    variant: Variant,
    lessons: RwSignal<Option<Lessons>>,
    place: RwSignal<(usize, usize)>,
) -> impl IntoView {
    let app = App::get();
    let go = move |find: fn(&Lessons, usize, usize) -> Option<(usize, usize)>| {
        let (chapter, step) = place.get();
        lessons.with(|lessons| find(lessons.as_ref()?, chapter, step))
    };
    let before = move || go(Lessons::before);
    let after = move || go(Lessons::after);
    let at = move || {
        let (chapter, step) = place.get();
        lessons.with(|lessons| {
            let chapters = lessons.as_ref().map(|it| it.chapters.as_slice()).unwrap_or_default();
            let earlier: usize = chapters.iter().take(chapter).map(|it| it.steps.len()).sum();
            let all: usize = chapters.iter().map(|it| it.steps.len()).sum();
            (earlier + step + 1, all)
        })
    };
    view! {
        <div class="progress" aria-hidden="true"><span style:width=move || {
            let (now, all) = at();
            format!("{}%", 100 * now / all.max(1))
        }></span></div>
        <nav class="walk-lesson">
            <button data-act="lesson-back" disabled=move || before().is_none() on:click=move |_| if let Some(to) = before() { place.set(to) }>
                <Icon d="M15 5L8 12L15 19"/>
                <span>{app.text(Message::Previous)}</span>
            </button>
            <small data-progress=true>{move || {
                let (now, all) = at();
                app.t_with(Message::LearnStep, &[&now.to_string(), &all.to_string()])
            }}</small>
            {move || if after().is_some() {
                view! {
                    <button class="main" data-act="lesson-next" on:click=move |_| if let Some(to) = after() { place.set(to) }>
                        <span>{app.text(Message::Next)}</span>
                        <Icon d="M9 5L16 12L9 19"/>
                    </button>
                }.into_any()
            } else {
                view! { <RouteLink class="button main" act="new-game" to=Route::New(variant)>{app.text(Message::StartGame)}</RouteLink> }.into_any()
            }}
        </nav>
    }
}

/// Whether a step has an exercise.
fn task_of(step: &LessonStep) -> bool {
    !step.accept.is_empty()
}
