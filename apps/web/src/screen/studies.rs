//! The lists of studies, and a new study.

use super::record::visibility_name;
use crate::{
    app::{App, effect},
    backend::studies,
    browser::{self, BrowserStorage},
    parts::{Awaited, Dialog, PageHeader, RouteLink, Unanswered},
};
use i18n::{Message, shown_name, variant_name};
use leptos::{ev::SubmitEvent, html, prelude::*};
use ui_model::{
    Variant,
    records::of_start,
    studies::{
        Edit, NewStudyRequest, StudyList, StudyRow, Visibility, device_studies, is_on_device,
        limits, remove_device_study, route,
    },
};

/// The player's studies and those of everyone.
#[component]
pub(crate) fn StudiesScreen() -> impl IntoView {
    let app = App::get();
    let is_mine = RwSignal::new(true);
    let list = RwSignal::new(None::<StudyList>);
    let trouble = RwSignal::new(None::<String>);
    let is_making = RwSignal::new(false);
    let is_guest = Memo::new(move |_| app.account.with(Option::is_none));
    let load = Callback::new(move |after: Option<String>| {
        trouble.set(None);
        if is_mine.get_untracked() && is_guest.get_untracked() {
            let studies = own_here();
            return list.set(Some(StudyList { studies, next: None }));
        }
        let of = if is_mine.get_untracked() { "mine" } else { "public" };
        leptos::task::spawn_local(async move {
            let found = studies::list(app, of, after.as_deref()).await;
            // The page may have been left, or another list chosen.
            let now = is_mine.try_get_untracked();
            if now != Some(of == "mine") {
                return;
            }
            match found {
                Ok(mut found) => list.update(|list| {
                    let shown = list.take().filter(|_| after.is_some()).unwrap_or_default();
                    found.studies.splice(0..0, shown.studies);
                    *list = Some(found);
                }),
                Err(why) => trouble.set(Some(why)),
            }
        });
    });
    effect(move || {
        is_mine.track();
        is_guest.track();
        list.set(None);
        untrack(|| load.run(None));
    });
    let ask = Callback::new(move |()| load.run(None));
    let tab = move |name: &'static str, mine: bool, message: Message| {
        view! {
            <button data-list=name aria-pressed=move || (is_mine.get() == mine).to_string() on:click=move |_| is_mine.set(mine)>
                {app.text(message)}
            </button>
        }
    };
    let close = Callback::new(move |()| is_making.set(false));
    view! {
        <main class="new wide" data-screen="studies">
            <PageHeader title=app.title(Message::Studies)/>
            <div class="sheet">
                <p class="label">{app.text(Message::StudiesAbout)}</p>
                <div class="studies-head">
                    <div class="choices small" role="group" aria-label=app.text(Message::Studies)>
                        {tab("mine", true, Message::StudiesMine)}
                        {tab("public", false, Message::StudiesPublic)}
                    </div>
                    <button class="main" data-act="new-study" on:click=move |_| is_making.set(true)>{app.text(Message::StudyNew)}</button>
                </div>
                {move || (is_mine.get() && is_guest.get()).then(|| view! {
                    <p class="label studies-guest">
                        {app.t(Message::StudiesGuest)}" "
                        <button class="plain link" data-act="sign-in" on:click=move |_| app.sign_in_open.set(true)>{app.t(Message::SignIn)}</button>
                    </p>
                })}
                {move || (is_mine.get() && !is_guest.get()).then(|| view! { <TakeAlong on_done=ask/> })}
                {move || trouble.get().map(|why| view! { <Unanswered why ask/> })}
                <div aria-live="polite">
                    {move || match list.get() {
                        None if trouble.with(Option::is_some) => ().into_any(),
                        None => view! { <Awaited/> }.into_any(),
                        Some(found) if found.studies.is_empty() => {
                            let why = if is_mine.get_untracked() { Message::StudiesNone } else { Message::StudiesNonePublic };
                            view! { <p class="label" data-empty="studies">{app.t(why)}</p> }.into_any()
                        }
                        Some(found) => {
                            let rows = found.studies.into_iter().map(|row| view! { <StudyCard row/> });
                            view! { <ul class="studies">{rows.collect_view()}</ul> }.into_any()
                        }
                    }}
                </div>
                {move || list.get().and_then(|list| list.next).map(|next| view! {
                    <button data-act="older" on:click=move |_| load.run(Some(next.clone()))>{app.t(Message::Older)}</button>
                })}
            </div>
            {move || is_making.get().then(|| view! { <NewStudy on_close=close/> })}
        </main>
    }
}

/// The studies of this device.
fn own_here() -> Vec<StudyRow> {
    device_studies(BrowserStorage).iter().map(|(id, study)| study.row(id)).collect()
}

/// A study in a list.
#[component]
fn StudyCard(row: StudyRow) -> impl IntoView {
    let app = App::get();
    let on_device = is_on_device(&row.id);
    let language = app.language();
    let by = if on_device {
        app.t(Message::StudyOnDevice).to_owned()
    } else {
        app.t_with(Message::StudyBy, &[shown_name(language, &row.owner)])
    };
    let mut games: Vec<&str> = row.chapters.iter().map(|head| head.variant.as_str()).collect();
    games.sort_unstable();
    games.dedup();
    let games = games.into_iter().filter_map(|game| game.parse::<Variant>().ok());
    let games: Vec<&str> = games.map(|variant| variant_name(language, variant)).collect();
    let count = app.t_with(Message::ChapterCount, &[&row.chapters.len().to_string()]);
    let day = browser::format_day(language.tag(), row.updated_ms.0);
    let titles = row.chapters.iter().take(4).map(|head| view! { <li>{head.title.clone()}</li> });
    let titles = titles.collect_view();
    view! {
        <li class="study-card" data-study=row.id.to_string()>
            <RouteLink to=route(&row.id, "") act="study">
                <strong>{row.title}</strong>
                <ol>{titles}</ol>
                <span class="label">{[games.join(", "), count, by, day].join(" · ")}</span>
                {(!on_device).then(|| view! { <small class="tag">{app.t(visibility_name(row.visibility))}</small> })}
            </RouteLink>
        </li>
    }
}

/// Moves the studies of this device to the account.
#[component]
fn TakeAlong(on_done: Callback<()>) -> impl IntoView {
    let app = App::get();
    let has_some = RwSignal::new(!device_studies(BrowserStorage).is_empty());
    let trouble = RwSignal::new(None::<String>);
    let is_busy = RwSignal::new(false);
    let take = move |_| {
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        trouble.set(None);
        leptos::task::spawn_local(async move {
            let mut failed = None;
            // The oldest first, so that the order of the list stays.
            for (id, study) in device_studies(BrowserStorage).into_iter().rev() {
                match studies::create(app, &study.request()).await {
                    Ok(_) => remove_device_study(BrowserStorage, &id),
                    // One that the server refuses keeps no other one back.
                    Err(why) => failed = Some(why),
                }
            }
            if trouble.is_disposed() {
                return;
            }
            is_busy.set(false);
            has_some.set(failed.is_some());
            trouble.set(failed);
            on_done.run(());
        });
    };
    move || {
        has_some.get().then(|| view! {
            <p><button data-act="take-along" disabled=move || is_busy.get() on:click=take>{app.text(Message::StudiesTakeAlong)}</button></p>
            {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
        })
    }
}

/// The dialog of a new study, whose first chapter is the first position of a game.
#[component]
fn NewStudy(on_close: Callback<()>) -> impl IntoView {
    let app = App::get();
    let trouble = RwSignal::new(None::<String>);
    let title = NodeRef::<html::Input>::new();
    let game = NodeRef::<html::Select>::new();
    let visibility = NodeRef::<html::Select>::new();
    let is_guest = app.account.with_untracked(Option::is_none);
    let is_busy = RwSignal::new(false);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() {
            return;
        }
        trouble.set(None);
        let title = title.get_untracked().map(|field| field.value()).unwrap_or_default();
        let game = game.get_untracked().and_then(|field| field.value().parse().ok());
        let visibility = visibility.get_untracked().map(|field| Visibility::parse(&field.value()));
        let seed = browser::random::<32>().unwrap_or_default();
        let Some(file) = of_start(game.unwrap_or(Variant::Xiangqi), seed) else { return };
        let chapter = Edit::AddChapter {
            chapter: studies::new_id(),
            title: app.t_with(Message::ChapterNumber, &["1"]),
            file,
            side: 0,
            guess: false,
        };
        let visibility = visibility.unwrap_or_default();
        let request = NewStudyRequest { title, visibility, chapters: vec![chapter] };
        is_busy.set(true);
        leptos::task::spawn_local(async move {
            let made = studies::create(app, &request).await;
            if trouble.is_disposed() {
                return;
            }
            is_busy.set(false);
            match made {
                Ok(id) => app.go(route(&id, "")),
                Err(why) => trouble.set(Some(why)),
            }
        });
    };
    view! {
        <Dialog title=app.title(Message::StudyNew) name="new-study" on_close=on_close>
            <form class="study-form" on:submit=send>
                <label class="field">
                    <span class="label">{app.text(Message::StudyTitle)}</span>
                    <input type="text" node_ref=title required maxlength=limits::TITLE_CHARS data-input="title" autocomplete="off"/>
                </label>
                <label class="field">
                    <span class="label">{app.text(Message::GameTitle)}</span>
                    <select node_ref=game data-input="game">
                        {Variant::ALL.map(|variant| view! { <option value=variant.as_str()>{move || variant_name(app.language(), variant)}</option> })}
                    </select>
                </label>
                {(!is_guest).then(|| view! {
                    <label class="field">
                        <span class="label">{app.text(Message::StudyVisibility)}</span>
                        <select node_ref=visibility data-input="visibility">
                            {Visibility::ALL.map(|it| view! { <option value=it.as_str()>{app.text(visibility_name(it))}</option> })}
                        </select>
                    </label>
                })}
                {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
                <button class="main" data-act="confirm">{app.text(Message::StudyNew)}</button>
            </form>
        </Dialog>
    }
}
