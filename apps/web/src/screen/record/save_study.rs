//! Saving the game of the analysis board as a chapter of a study.

use super::study::Study;
use crate::{app::App, backend::studies, parts::Dialog, session::Session};
use i18n::Message;
use leptos::{ev::SubmitEvent, html, prelude::*};
use ui_model::studies::{
    Edit, NewStudyRequest, StudyId, StudyRow, Visibility, device_studies, limits, route,
};

/// The dialog that saves the game.
#[component]
pub(super) fn SaveStudy(
    /// Title of the game.
    #[prop(into)]
    title: String,
    on_close: Callback<()>,
) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let trouble = RwSignal::new(None::<String>);
    let is_busy = RwSignal::new(false);
    let field = NodeRef::<html::Input>::new();
    let into = NodeRef::<html::Select>::new();
    let own = RwSignal::new(Vec::<StudyRow>::new());
    if app.account.with_untracked(Option::is_some) {
        leptos::task::spawn_local(async move {
            // Without the list, a new study can still be created.
            let found = studies::list(app, "mine", None).await.unwrap_or_default();
            _ = own.try_set(found.studies);
        });
    } else {
        let found = device_studies(crate::browser::BrowserStorage);
        own.set(found.iter().map(|(id, study)| study.row(id)).collect());
    }
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        trouble.set(None);
        let title = field.get_untracked().map(|field| field.value()).unwrap_or_default();
        let into = into.get_untracked().map(|into| into.value()).unwrap_or_default();
        let chapter = studies::new_id();
        let edit = Edit::AddChapter {
            chapter: chapter.clone(),
            title: title.clone(),
            file: study.text(),
            side: untrack(|| session.bottom_seat(app)),
            guess: false,
        };
        leptos::task::spawn_local(async move {
            let done = if into.is_empty() {
                let chapters = vec![edit];
                let request = NewStudyRequest { title, visibility: Visibility::Private, chapters };
                studies::create(app, &request).await
            } else {
                let id = StudyId::from(into);
                studies::edit_study(app, &id, edit).await.map(|()| id)
            };
            if trouble.is_disposed() {
                return;
            }
            is_busy.set(false);
            match done {
                Ok(id) => app.go(route(&id, &chapter)),
                Err(why) => trouble.set(Some(why)),
            }
        });
    };
    view! {
        <Dialog title=app.title(Message::StudySaveAs) name="save-study" on_close=on_close>
            <form class="study-form" on:submit=send>
                {move || app.account.with(Option::is_none).then(|| view! {
                    <p class="label">{app.t(Message::StudiesGuest)}</p>
                })}
                <label class="field">
                    <span class="label">{app.text(Message::StudyTitle)}</span>
                    <input type="text" node_ref=field required maxlength=limits::TITLE_CHARS data-input="title" autocomplete="off" value=title/>
                </label>
                <label class="field">
                    <span class="label">{app.text(Message::StudyInto)}</span>
                    <select node_ref=into data-input="into">
                        <option value="">{app.text(Message::StudyNew)}</option>
                        {move || own.get().into_iter().map(|row| view! { <option value=row.id.to_string()>{row.title}</option> }).collect_view()}
                    </select>
                </label>
                {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
                <button class="main" data-act="confirm" disabled=move || is_busy.get()>{app.text(Message::StudySaveAs)}</button>
            </form>
        </Dialog>
    }
}
