//! The list of moves with comments and variations.

use super::study::Study;
use crate::{
    app::{App, effect},
    parts::Notations,
    session::Session,
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::records::NodeId;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The moves of the game, one row per round, with comments and variations between the rows. A tap
/// on a move shows its position.
#[component]
pub(super) fn MoveTreeList() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let list = NodeRef::<leptos::html::Ol>::new();
    let rows = Memo::new(move |_| {
        let (language, notation) = (app.language(), app.notation());
        let rows = study.game.with(|game| game.rows(language, notation));
        rows.iter().map(|row| row.html(language)).collect::<Vec<_>>()
    });
    // Runs in the next frame, after layout, and changes only one cell.
    effect(move || {
        let node = study.node(session);
        rows.track();
        if let Some(list) = list.get() {
            request_animation_frame(move || point_out(&list, node));
        }
    });
    let has_notations = Memo::new(move |_| session.read(|model| model.variant.has_notations()));
    let on_click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let button = target.and_then(|target| target.closest("[data-node]").ok().flatten());
        let number = button.and_then(|button| button.get_attribute("data-node")?.parse().ok());
        if let Some(number) = number {
            study.go_to(session, NodeId::of_number(number));
        }
    };
    view! {
        <section class="moves" aria-label=app.text(Message::Moves)>
            <header>
                <h2>{app.text(Message::Moves)}</h2>
                {move || has_notations.get().then(|| view! { <Notations/> })}
            </header>
            <ol node_ref=list tabindex="-1" on:click=on_click data-seats=move || session.read(|model| model.variant.seats())>
                <For each=move || rows.get() key=Clone::clone let(html)><li inner_html=html></li></For>
            </ol>
        </section>
    }
}

/// Marks a node and scrolls it to the middle of the list. The root scrolls to the start.
fn point_out(list: &HtmlElement, node: NodeId) {
    const MARK: &str = "current";
    let find = |selector: &str| {
        let found = list.query_selector(selector).ok().flatten();
        found.and_then(|cell| cell.dyn_into::<HtmlElement>().ok())
    };
    let before = find(&format!(".{MARK}"));
    let current = find(&format!("[data-node=\"{}\"]", node.number()));
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
    let top = current.map_or(0.0, |cell| {
        let (cell, list_box) = (cell.get_bounding_client_rect(), list.get_bounding_client_rect());
        let middle = cell.top() - list_box.top() + cell.height() / 2.0;
        f64::from(list.scroll_top()) + middle - list_box.height() / 2.0
    });
    list.set_scroll_top(top as i32);
}
