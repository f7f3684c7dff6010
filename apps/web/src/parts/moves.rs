use super::Icon;
use crate::{
    app::{App, effect},
    session::Session,
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::{GameModel, settings::Notation};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The move list with one row per round. A tap on a move shows its position.
#[component]
pub(crate) fn MoveList(
    /// Whether it contains the navigation buttons.
    #[prop(optional)]
    walks: bool,
) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let list = NodeRef::<leptos::html::Ol>::new();
    let texts = Memo::new(move |_| {
        let notation = app.notation();
        session.read(|model| model.move_texts(app.language(), notation))
    });
    // Marks the shown move and scrolls it into view. This runs in the next frame, after layout, and
    // changes only one cell. An effect in each cell would run for every move of a long game.
    effect(move || {
        let shown = session.shown_plies();
        texts.track();
        if let Some(list) = list.get() {
            request_animation_frame(move || point_out(&list, shown));
        }
    });
    // A row with unchanged texts is kept.
    let rows = move || {
        let texts = texts.get();
        let cell = |(seat, ply): (u8, usize)| (seat, ply, texts.get(ply - 1).cloned());
        let row = |(at, row): (usize, Vec<_>)| (at, row.into_iter().map(cell).collect::<Vec<_>>());
        session.read(GameModel::rounds).into_iter().enumerate().map(row).collect::<Vec<_>>()
    };
    view! {
        <section class="moves" class:walking=walks aria-label=app.text(Message::Moves)>
            <header><h2>{app.text(Message::Moves)}</h2></header>
            <ol node_ref=list data-seats=move || session.read(|model| model.variant.seats())>
                <For each=rows key=Clone::clone let((round, row))>
                    <li>
                        <span class="round">{round + 1}</span>
                        {row.into_iter().map(|(seat, ply, text)| view! {
                            <button
                                class=format!("ply seat-{seat}")
                                data-ply=ply
                                on:click=move |_| session.show_ply(ply)
                            >
                                {text}
                            </button>
                        }).collect_view()}
                    </li>
                </For>
            </ol>
            {walks.then(|| view! { <HistoryButtons/> })}
        </section>
    }
}

/// Marks a ply and scrolls it to the middle of the list, which is a column or, on phones, one line.
/// Without a ply it scrolls to the start.
fn point_out(list: &HtmlElement, ply: usize) {
    const MARK: &str = "current";
    let find = |selector: &str| {
        let found = list.query_selector(selector).ok().flatten();
        found.and_then(|cell| cell.dyn_into::<HtmlElement>().ok())
    };
    let (before, current) = (find(&format!(".{MARK}")), find(&format!("[data-ply=\"{ply}\"]")));
    if before != current {
        if let Some(before) = before {
            let _ = before.class_list().remove_1(MARK);
            let _ = before.remove_attribute("aria-current");
        }
        if let Some(current) = &current {
            let _ = current.class_list().add_1(MARK);
            let _ = current.set_attribute("aria-current", "true");
        }
    }
    // The middle of its row, so that a list of one row shows the whole row.
    let row = current.and_then(|cell| cell.parent_element()?.dyn_into::<HtmlElement>().ok());
    let (left, top) = row.map_or((0, 0), |row| {
        let across = row.offset_left() + row.offset_width() / 2 - list.client_width() / 2;
        (across, row.offset_top() + row.offset_height() / 2 - list.client_height() / 2)
    });
    list.set_scroll_left(left);
    list.set_scroll_top(top);
}

/// The choice of the notation.
#[component]
pub(crate) fn Notations() -> impl IntoView {
    let app = App::get();
    let name = move |notation| match notation {
        Notation::Chinese => app.t(Message::NotationChinese),
        Notation::Wxf => "WXF",
        Notation::Vietnamese => app.t(Message::NotationVietnamese),
        Notation::Iccs => "ICCS",
        Notation::San => "SAN",
    };
    let buttons = Notation::ALL.iter().map(|&notation| {
        view! {
            <button
                data-notation=notation.id()
                title=notation.example()
                aria-pressed=move || (app.notation() == notation).to_string()
                on:click=move |_| app.settings.update(|settings| settings.notation = Some(notation))
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

/// Navigation buttons: first, previous, next, last.
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
            <button class="plain" data-act=act aria-label=move || app.t(message) on:click=move |_| step(by)>
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
