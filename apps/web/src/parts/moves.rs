use super::Icon;
use crate::{app::App, session::Session};
use leptos::prelude::*;
use ui_model::{catalogue::Message, settings::Notation};

/// The moves, one row a round, each a way back to its position.
#[component]
pub(crate) fn MoveList() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let list = NodeRef::<leptos::html::Ol>::new();
    let texts = Memo::new(move |_| {
        let notation = app.settings.with(|settings| settings.notation);
        session.read(|model| model.move_texts(app.language(), notation))
    });
    // What is looked at stays in sight.
    Effect::new(move |_| {
        let shown = session.shown_plies();
        texts.track();
        if let Some(list) = list.get() {
            let current = list.query_selector(&format!("[data-ply=\"{shown}\"]")).ok().flatten();
            let top = current
                .and_then(|row| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(row).ok());
            let top = top.map_or(0, |row| row.offset_top() - list.client_height() / 2);
            list.set_scroll_top(top);
        }
    });
    let has_notations = move || session.read(|model| model.variant.has_notations());
    view! {
        <section class="moves" aria-label=app.text(Message::Moves)>
            <header>
                <h2>{app.text(Message::Moves)}</h2>
                {move || has_notations().then(|| view! { <Notations/> })}
            </header>
            <ol node_ref=list data-seats=move || session.read(|model| model.variant.seats())>
                {move || {
                    let texts = texts.get();
                    session
                        .read(|model| model.rounds())
                        .into_iter()
                        .enumerate()
                        .map(|(round, row)| {
                            let cells = row
                                .into_iter()
                                .map(|(seat, ply)| {
                                    view! {
                                        <button
                                            class=format!("ply seat-{seat}")
                                            class:current=move || session.shown_plies() == ply
                                            data-ply=ply
                                            on:click=move |_| session.show_ply(ply)
                                        >
                                            {texts.get(ply - 1).cloned()}
                                        </button>
                                    }
                                })
                                .collect_view();
                            view! { <li><span class="round">{round + 1}</span>{cells}</li> }
                        })
                        .collect_view()
                }}
            </ol>
        </section>
    }
}

#[component]
fn Notations() -> impl IntoView {
    let app = App::get();
    let name = move |notation| match notation {
        Notation::Chinese => app.say(Message::NotationChinese),
        Notation::Wxf => "WXF",
        Notation::Iccs => "ICCS",
        Notation::Uci => "UCI",
    };
    let buttons = Notation::ALL.iter().map(|&notation| {
        view! {
            <button
                data-notation=notation.id()
                aria-pressed=move || app.settings.with(|settings| settings.notation == notation).to_string()
                on:click=move |_| app.settings.update(|settings| settings.notation = notation)
            >
                {move || name(notation)}
            </button>
        }
    });
    view! {
        <div class="choices small" role="group" aria-label=app.text(Message::Notation)>
            {buttons.collect_view()}
        </div>
    }
}

/// First, previous, next, last.
#[component]
pub(crate) fn HistoryButtons() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let step = move |by: isize| {
        let now = untrack(|| session.shown_plies());
        session.show_ply(now.saturating_add_signed(by));
    };
    let button = move |act: &'static str, message: Message, d: &'static str, by: isize| {
        view! {
            <button class="plain" data-act=act aria-label=move || app.say(message) on:click=move |_| step(by)>
                <Icon d/>
            </button>
        }
    };
    view! {
        <div class="walk" role="group" data-shown=move || session.shown_plies()>
            {button("first", Message::First, "M18 5L9 12L18 19M6 5V19", isize::MIN)}
            {button("previous", Message::Previous, "M15 5L8 12L15 19", -1)}
            {button("next", Message::Next, "M9 5L16 12L9 19", 1)}
            {button("last", Message::Last, "M6 5L15 12L6 19M18 5V19", isize::MAX)}
        </div>
    }
}
