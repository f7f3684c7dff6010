//! The study of a chapter: its title, authors and chapters, and the dialogs that change them.

use super::{
    chapter::{SaveState, StudyLink},
    guess::GuessPanel,
    study::Study,
};
use crate::{
    app::App,
    backend::studies,
    browser,
    parts::{Dialog, Icon, RouteLink},
    session::Session,
};
use i18n::{Message, shown_name, variant_name};
use leptos::{ev::SubmitEvent, html, prelude::*};
use ui_model::{
    EMBED_SIZE, Route, Variant, embed_code,
    records::of_start,
    studies::{Edit, Visibility, is_on_device, limits, route},
};

/// The message of a visibility.
pub(crate) const fn visibility_name(visibility: Visibility) -> Message {
    match visibility {
        Visibility::Private => Message::StudyPrivate,
        Visibility::Link => Message::StudyLinked,
        Visibility::Public => Message::StudyPublic,
    }
}

/// Which dialog is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    NewChapter,
    EditChapter,
    Settings,
}

/// The study above the moves.
#[component]
pub(super) fn ChapterPanel() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let link = StudyLink::get();
    let open = RwSignal::new(Open::Nothing);
    let trouble = RwSignal::new(None::<String>);
    let on_device = link.id.with_value(is_on_device);
    let by = move || {
        let names = link.view.with(|view| {
            let names = std::iter::once(&view.owner).chain(&view.authors);
            let names = names.map(|name| shown_name(app.language(), name).to_owned());
            names.collect::<Vec<_>>().join(", ")
        });
        if on_device {
            app.t(Message::StudyOnDevice).to_owned()
        } else {
            app.t_with(Message::StudyBy, &[&names])
        }
    };
    let saved = move || {
        let (name, message) = match link.state.get() {
            SaveState::Saved => ("saved", Message::StudySaved),
            SaveState::Saving => ("saving", Message::StudySaving),
            SaveState::Unsaved => ("unsaved", Message::StudyUnsaved),
        };
        link.can_edit().then(|| view! { <small class="save-state" role="status" data-save=name>{app.t(message)}</small> })
    };
    let chapters = move || {
        let id = link.id.get_value();
        let shown = link.chapter.get_value();
        let heads = link.view.with(|view| view.chapters.clone());
        heads.into_iter().enumerate().map(|(at, head)| {
            let is_shown = head.id == shown;
            let to = route(&id, &head.id);
            view! {
                <li data-chapter=head.id data-current=is_shown.then_some("true")>
                    <RouteLink to act="chapter"><span class="round">{at + 1}</span>{head.title}</RouteLink>
                </li>
            }
        }).collect_view()
    };
    let copy = move |_| {
        let id = link.id.get_value();
        leptos::task::spawn_local(async move {
            let copied = studies::copy(app, &id).await;
            if trouble.is_disposed() {
                return;
            }
            match copied {
                Ok(id) => app.go(route(&id, "")),
                Err(why) => trouble.set(Some(why)),
            }
        });
    };
    let guess = move |_| {
        if let Some(head) = untrack(|| link.head()) {
            study.begin_guess(session, head.side);
        }
    };
    let close = Callback::new(move |()| open.set(Open::Nothing));
    let tool = move |act: &'static str, message: Message, d: &'static str, what: Open| {
        view! {
            <button class="plain" data-act=act aria-label=app.text(message) title=app.text(message) on:click=move |_| open.set(what)>
                <Icon d/>
            </button>
        }
    };
    view! {
        <section class="chapters" data-study=link.id.get_value().to_string()>
            <header>
                <h2>{move || link.view.with(|view| view.title.clone())}</h2>
                {move || (!on_device).then(|| view! { <small class="tag">{app.t(visibility_name(link.view.with(|view| view.visibility)))}</small> })}
            </header>
            <p class="by"><span>{by}</span>{saved}</p>
            {move || link.is_gone.get().then(|| view! { <p class="trouble" role="alert" data-trouble=true>{app.t(Message::StudyGone)}</p> })}
            {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
            <Notices/>
            <ol aria-label=app.text(Message::Chapters)>{chapters}</ol>
            <div class="chapter-tools" role="toolbar" aria-label=app.text(Message::Chapters)>
                {move || link.can_edit().then(|| view! {
                    {tool("new-chapter", Message::ChapterNew, "M12 5V19M5 12H19", Open::NewChapter)}
                    {tool("edit-chapter", Message::ChapterEdit, "M4 20L5 15L16 4L20 8L9 19ZM14 6L18 10", Open::EditChapter)}
                })}
                {tool("study-settings", Message::StudySettings, "M4 7H13M17 7H20M15 5V9M4 12H7M11 12H20M9 10V14M4 17H14M18 17H20M16 15V19", Open::Settings)}
                <button data-act="guess" on:click=guess>{app.text(Message::GuessMoves)}</button>
                {move || (app.account.with(Option::is_some) && !on_device && link.view.with(|view| !view.is_owner)).then(|| view! {
                    <button data-act="copy-study" on:click=copy>{app.text(Message::StudyCopy)}</button>
                })}
            </div>
        </section>
        <GuessPanel/>
        {move || match open.get() {
            Open::Nothing => ().into_any(),
            Open::NewChapter => view! { <NewChapter on_close=close/> }.into_any(),
            Open::EditChapter => view! { <EditChapter on_close=close/> }.into_any(),
            Open::Settings => view! { <StudySettings on_close=close/> }.into_any(),
        }}
    }
}

/// Comments that were lost, and edits that were refused.
#[component]
fn Notices() -> impl IntoView {
    let app = App::get();
    let link = StudyLink::get();
    move || {
        let notices = link.notices.get();
        (!notices.is_empty()).then(|| {
            let list = notices.into_iter().map(|(words, lost)| {
                let restore = lost.map(|(path, text)| {
                    let restore = move |_| {
                        link.restore(&path, &text);
                        link.notices.set(Vec::new());
                    };
                    view! { <button data-act="restore-comment" on:click=restore>{app.t(Message::StudyRestoreMine)}</button> }
                });
                view! { <p><span>{words}</span>{restore}</p> }
            });
            view! {
                <div class="study-notices" role="alert" data-notices=true>
                    {list.collect_view()}
                    <button class="plain" data-act="close-notices" aria-label=app.text(Message::Close) on:click=move |_| link.notices.set(Vec::new())>
                        <Icon d="M6 6L18 18M18 6L6 18"/>
                    </button>
                </div>
            }
        })
    }
}

/// A dialog's form, with its trouble and its button.
#[component]
fn DialogForm(
    trouble: RwSignal<Option<String>>,
    /// Text of the button.
    button: Message,
    on_send: Callback<()>,
    children: Children,
) -> impl IntoView {
    let app = App::get();
    let is_sent = RwSignal::new(false);
    // The answer closes the dialog, or it is a trouble.
    let is_busy = move || is_sent.get() && trouble.with(Option::is_none);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        if untrack(is_busy) {
            return;
        }
        trouble.set(None);
        is_sent.set(true);
        on_send.run(());
    };
    view! {
        <form class="study-form" on:submit=send>
            {children()}
            {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
            <button class="main" data-act="confirm" disabled=is_busy>{app.text(button)}</button>
        </form>
    }
}

/// A field for a title.
#[component]
fn TitleField(field: NodeRef<html::Input>, #[prop(into)] value: String) -> impl IntoView {
    let app = App::get();
    view! {
        <label class="field">
            <span class="label">{app.text(Message::StudyTitle)}</span>
            <input type="text" node_ref=field required maxlength=limits::TITLE_CHARS data-input="title" autocomplete="off" value=value/>
        </label>
    }
}

fn value_of(field: NodeRef<html::Input>) -> String {
    field.get_untracked().map(|field| field.value()).unwrap_or_default()
}

fn is_checked(field: NodeRef<html::Input>) -> bool {
    field.get_untracked().is_some_and(|field| field.checked())
}

/// The dialog of a new chapter.
#[component]
fn NewChapter(on_close: Callback<()>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let link = StudyLink::get();
    let trouble = RwSignal::new(None::<String>);
    let (title, guess) = (NodeRef::<html::Input>::new(), NodeRef::<html::Input>::new());
    let from = NodeRef::<html::Select>::new();
    let number = link.view.with_untracked(|view| view.chapters.len() + 1);
    let usual = app.t_with(Message::ChapterNumber, &[&number.to_string()]);
    let send = Callback::new(move |()| {
        let from = from.get_untracked().map(|from| from.value()).unwrap_or_default();
        let file = match from.as_str() {
            "here" => {
                let plies = untrack(|| session.shown_plies());
                study.line.with_untracked(|line| line.from_ply(plies))
            }
            "game" => Some(study.text()),
            variant => {
                let seed = browser::random::<32>().unwrap_or_default();
                variant.parse().ok().and_then(|variant| of_start(variant, seed))
            }
        };
        let Some(file) = file else {
            return trouble.set(Some(app.t(Message::NotPossible).to_owned()));
        };
        let id = studies::new_id();
        let edit = Edit::AddChapter {
            chapter: id.clone(),
            title: value_of(title),
            file,
            side: untrack(|| session.bottom_seat(app)),
            guess: is_checked(guess),
        };
        let on_done = Callback::new(move |why: Option<String>| match why {
            Some(why) => trouble.set(Some(why)),
            None => app.go(route(&link.id.get_value(), &id)),
        });
        link.edit(app, edit, on_done);
    });
    let start = move |variant: Variant| {
        let words = move || {
            format!(
                "{} · {}",
                app.t(Message::ChapterFromStart),
                variant_name(app.language(), variant)
            )
        };
        view! { <option value=variant.as_str()>{words}</option> }
    };
    view! {
        <Dialog title=app.title(Message::ChapterNew) name="new-chapter" on_close=on_close>
            <DialogForm trouble button=Message::ChapterNew on_send=send>
                <TitleField field=title value=usual/>
                <label class="field">
                    <span class="label">{app.text(Message::ChapterFrom)}</span>
                    <select node_ref=from data-input="from">
                        {Variant::ALL.map(start)}
                        <option value="here">{app.text(Message::ChapterFromHere)}</option>
                        <option value="game">{app.text(Message::ChapterFromGame)}</option>
                    </select>
                </label>
                <label class="tick"><input type="checkbox" node_ref=guess data-input="guess"/>{app.text(Message::ChapterGuess)}</label>
            </DialogForm>
        </Dialog>
    }
}

/// The dialog that changes how the chapter is shown, moves and removes it.
#[component]
fn EditChapter(on_close: Callback<()>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let link = StudyLink::get();
    let trouble = RwSignal::new(None::<String>);
    let (title, guess) = (NodeRef::<html::Input>::new(), NodeRef::<html::Input>::new());
    let side = NodeRef::<html::Select>::new();
    let head = untrack(|| link.head());
    let Some(head) = head else { return ().into_any() };
    let variant: Variant = head.variant.parse().unwrap_or(Variant::Xiangqi);
    let place = link
        .view
        .with_untracked(|view| view.chapters.iter().position(|it| it.id == head.id).unwrap_or(0));
    let done = Callback::new(move |why: Option<String>| match why {
        Some(why) => trouble.set(Some(why)),
        None => on_close.run(()),
    });
    let chapter = StoredValue::new(head.id.clone());
    let send = Callback::new(move |()| {
        let side = side.get_untracked().and_then(|side| side.value().parse().ok());
        let edit = Edit::EditChapter {
            chapter: chapter.get_value(),
            title: value_of(title),
            side: side.unwrap_or(0),
            guess: is_checked(guess),
        };
        link.edit(app, edit, done);
    });
    let go = move |place: usize| {
        link.edit(app, Edit::MoveChapter { chapter: chapter.get_value(), place }, done);
    };
    let remove = move |_| {
        let on_done = Callback::new(move |why: Option<String>| match why {
            Some(why) => trouble.set(Some(why)),
            None => app.go(route(&link.id.get_value(), "")),
        });
        link.edit(app, Edit::RemoveChapter { chapter: chapter.get_value() }, on_done);
    };
    let count = link.view.with_untracked(|view| view.chapters.len());
    let shown_below = head.side;
    let sides = (0..variant.seats()).map(move |seat| {
        view! { <option value=seat.to_string() selected=seat == shown_below>{move || session.side_words(app, seat)}</option> }
    });
    view! {
        <Dialog title=app.title(Message::ChapterEdit) name="edit-chapter" on_close=on_close>
            <DialogForm trouble button=Message::Confirm on_send=send>
                <TitleField field=title value=head.title/>
                <label class="field">
                    <span class="label">{app.text(Message::ChapterSide)}</span>
                    <select node_ref=side data-input="side">{sides.collect_view()}</select>
                </label>
                <label class="tick"><input type="checkbox" node_ref=guess data-input="guess" checked=head.guess/>{app.text(Message::ChapterGuess)}</label>
            </DialogForm>
            <div class="chapter-tools">
                {(place > 0).then(|| view! { <button data-act="chapter-up" on:click=move |_| go(place - 1)>{app.text(Message::ChapterUp)}</button> })}
                {(place + 1 < count).then(|| view! { <button data-act="chapter-down" on:click=move |_| go(place + 1)>{app.text(Message::ChapterDown)}</button> })}
                {(count > 1).then(|| view! { <button data-act="delete-chapter" on:click=remove>{app.text(Message::ChapterDelete)}</button> })}
            </div>
        </Dialog>
    }
    .into_any()
}

/// The dialog of the study: title, readers and authors for its owner, files and links for all.
#[component]
fn StudySettings(on_close: Callback<()>) -> impl IntoView {
    let app = App::get();
    let link = StudyLink::get();
    let trouble = RwSignal::new(None::<String>);
    let is_sure = RwSignal::new(false);
    let title = NodeRef::<html::Input>::new();
    let visibility = NodeRef::<html::Select>::new();
    let author = NodeRef::<html::Input>::new();
    let id = link.id;
    let on_device = id.with_value(is_on_device);
    let before = link.view.get_untracked();
    let (was_title, was_visible, is_owner) =
        (before.title.clone(), before.visibility, before.is_owner);
    let first_title = StoredValue::new(was_title.clone());
    let send = Callback::new(move |()| {
        let wanted = visibility.get_untracked().map(|field| Visibility::parse(&field.value()));
        let wanted = wanted.unwrap_or(was_visible);
        let new_title = value_of(title);
        let finish = Callback::new(move |why: Option<String>| match why {
            Some(why) => trouble.set(Some(why)),
            None => on_close.run(()),
        });
        let then = Callback::new(move |why: Option<String>| match why {
            None if wanted != was_visible => {
                link.edit(app, Edit::Visibility { visibility: wanted }, finish);
            }
            why => _ = finish.try_run(why),
        });
        if first_title.with_value(|title| *title != new_title) {
            link.edit(app, Edit::Title { title: new_title }, then);
        } else {
            then.run(None);
        }
    });
    let set_author = move |name: String, is_author: bool| {
        trouble.set(None);
        let study = id.get_value();
        leptos::task::spawn_local(async move {
            let done = studies::set_author(app, &study, &name, is_author).await;
            if trouble.is_disposed() {
                return;
            }
            match done {
                Ok(()) => link.look_again(app),
                Err(why) => trouble.set(Some(why)),
            }
        });
    };
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        set_author(value_of(author), true);
        if let Some(field) = author.get_untracked() {
            field.set_value("");
        }
    };
    let delete = move |_| {
        if !is_sure.get_untracked() {
            return is_sure.set(true);
        }
        let study = id.get_value();
        leptos::task::spawn_local(async move {
            let done = studies::delete(app, &study).await;
            if trouble.is_disposed() {
                return;
            }
            match done {
                Ok(()) => app.go(Route::Studies),
                Err(why) => trouble.set(Some(why)),
            }
        });
    };
    let option = move |it: Visibility| {
        view! { <option value=it.as_str() selected=it == was_visible>{app.text(visibility_name(it))}</option> }
    };
    let authors = move || {
        let names = link.view.with(|view| view.authors.clone());
        let list = names.into_iter().map(|name| {
            let label = app.t_with(Message::StudyRemoveAuthor, &[&name]);
            let gone = name.clone();
            view! {
                <li>
                    <span>{name}</span>
                    {is_owner.then(|| view! {
                        <button class="plain" data-act="remove-author" aria-label=label on:click=move |_| set_author(gone.clone(), false)>
                            <Icon d="M6 6L18 18M18 6L6 18"/>
                        </button>
                    })}
                </li>
            }
        });
        list.collect_view()
    };
    let (file, whole) =
        (StoredValue::new(file_path(link, true)), StoredValue::new(file_path(link, false)));
    let has_pgn =
        untrack(|| link.head()).is_some_and(|head| head.variant == Variant::Xiangqi.as_str());
    let copied = RwSignal::new(None::<String>);
    let copy = move |text: String| {
        browser::copy_text(&text, |_| {});
        copied.set(Some(text));
    };
    let address = move || {
        let origin = browser::window().location().origin().unwrap_or_default();
        (origin, route(&id.get_value(), &link.chapter.get_value()).href())
    };
    let copy_link = move |_| {
        let (origin, path) = address();
        copy(origin + &path);
    };
    let copy_embed = move |_| {
        let (origin, path) = address();
        let (width, height) = EMBED_SIZE;
        let title = link.view.with_untracked(|view| view.title.clone());
        copy(embed_code(&format!("{origin}/embed{path}"), &title, width, height));
    };
    let is_shared = move || link.view.with(|view| view.visibility != Visibility::Private);
    view! {
        <Dialog title=app.title(Message::StudySettings) name="study-settings" on_close=on_close>
            {is_owner.then(|| view! {
                <DialogForm trouble button=Message::Confirm on_send=send>
                    <TitleField field=title value=was_title/>
                    {(!on_device).then(|| view! {
                        <label class="field">
                            <span class="label">{app.text(Message::StudyVisibility)}</span>
                            <select node_ref=visibility data-input="visibility">{Visibility::ALL.map(option)}</select>
                        </label>
                    })}
                </DialogForm>
            })}
            {(!on_device).then(|| view! {
                <section class="field">
                    <span class="label">{app.text(Message::StudyAuthors)}</span>
                    <ul class="authors" data-authors=true>
                        <li>{shown_name(app.language_untracked(), &before.owner).to_owned()}</li>
                        {authors}
                    </ul>
                    {is_owner.then(|| view! {
                        <form class="find" on:submit=add>
                            <input type="text" node_ref=author required maxlength="40" data-input="author" autocomplete="off" placeholder=app.text(Message::StudyAuthorName) aria-label=app.text(Message::StudyAuthorName)/>
                            <button data-act="add-author">{app.text(Message::StudyAddAuthor)}</button>
                        </form>
                    })}
                </section>
                <div class="chapter-tools">
                    <button data-act="copy-link" on:click=copy_link>{app.text(Message::CopyLink)}</button>
                    {move || is_shared().then(|| view! { <button data-act="copy-embed" on:click=copy_embed>{app.text(Message::CopyEmbed)}</button> })}
                    {has_pgn.then(|| view! { <a class="button" data-act="study-pgn" download="" href=move || format!("{}format=pgn&notation={}", whole.get_value(), app.notation().id())>"PGN"</a> })}
                    <a class="button" data-act="chapter-chuhe" download="" href=file.get_value() + "&format=chuhe">".chuhe"</a>
                </div>
                {move || copied.get().map(|text| view! { <textarea readonly rows="2" data-input="copied" aria-label=app.text(Message::Copied) prop:value=text></textarea> })}
            })}
            {is_owner.then(|| view! {
                {move || is_sure.get().then(|| view! { <p class="trouble" role="alert">{app.t(Message::StudyDeleteSure)}</p> })}
                <button class="danger" data-act="delete-study" on:click=delete>{app.text(Message::StudyDelete)}</button>
            })}
        </Dialog>
    }
}

/// Path of the file of the chapter, or of the whole study, up to the format.
fn file_path(link: StudyLink, is_chapter: bool) -> String {
    let id = link.id.get_value();
    let chapter = link.chapter.get_value();
    if is_chapter {
        format!("/api/studies/{id}/file?chapter={chapter}")
    } else {
        format!("/api/studies/{id}/file?")
    }
}
