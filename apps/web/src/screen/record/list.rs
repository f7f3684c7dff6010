//! The list of moves with comments and variations.

use super::study::Study;
use crate::{
    app::{App, effect},
    parts::Notations,
    session::Session,
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::records::{LinePart, MoveCell, MoveRow, NodeId, Remark};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

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
        study.game.with(|game| game.rows(language, notation))
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
    let row = move |row: MoveRow| {
        let round = (row.round > 0).then(|| view! { <span class="round">{row.round}</span> });
        let cells = row.cells.into_iter().map(|cell| view! { <MainMove cell/> });
        let cells = cells.collect_view();
        let remarks = row.remarks.into_iter().map(|remark| view! { <RemarkView remark/> });
        let remarks: Vec<_> = remarks.collect();
        let remarks = (!remarks.is_empty()).then(|| view! { <div class="remarks">{remarks}</div> });
        view! { <li>{round}{cells}{remarks}</li> }
    };
    view! {
        <section class="moves" aria-label=app.text(Message::Moves)>
            <header>
                <h2>{app.text(Message::Moves)}</h2>
                {move || has_notations.get().then(|| view! { <Notations/> })}
            </header>
            <ol node_ref=list tabindex="-1" data-seats=move || session.read(|model| model.variant.seats())>
                <For each=move || rows.get() key=Clone::clone let(it)>{row(it)}</For>
            </ol>
        </section>
    }
}

/// A move of the game.
#[component]
fn MainMove(cell: MoveCell) -> impl IntoView {
    let session = Session::get();
    let study = Study::get();
    let MoveCell { node, ply, seat, text, glyphs, .. } = cell;
    let said = (!glyphs.is_empty()).then_some(glyphs);
    view! {
        <button
            class=format!("ply seat-{seat}")
            data-ply=ply
            data-node=node.number()
            data-said=said
            on:click=move |_| study.go_to(session, node)
        >
            {text}
        </button>
    }
}

/// A comment or a variation below a row.
#[component]
fn RemarkView(remark: Remark) -> impl IntoView {
    let app = App::get();
    match remark {
        Remark::Comment(text) => {
            view! { <p class="comment" data-comment=true>{text}</p> }.into_any()
        }
        Remark::Cut => view! { <p class="cut">{app.t(Message::LinesCut)}</p> }.into_any(),
        Remark::Line { depth, parts } => {
            let mut is_first = true;
            let parts = parts.into_iter().map(|part| match part {
                LinePart::Comment(text) => view! { <q>{text}" "</q> }.into_any(),
                LinePart::Move(cell) => {
                    let begins = std::mem::take(&mut is_first);
                    view! { <LineMove cell begins/> }.into_any()
                }
            });
            let parts = parts.collect_view();
            view! {
                <p class="variation" style=("--depth", depth.to_string()) data-depth=depth aria-label=app.text(Message::RecordOtherLines)>
                    {parts}
                </p>
            }
            .into_any()
        }
    }
}

/// A move of a variation.
#[component]
fn LineMove(
    cell: MoveCell,
    /// Whether the variation begins with it.
    begins: bool,
) -> impl IntoView {
    let session = Session::get();
    let study = Study::get();
    let node = cell.node;
    let number = begins.then(|| {
        study.game.with_untracked(|game| {
            let tree = game.tree();
            let place = tree.children(tree.parent(node)).iter().position(|&it| it == node);
            place.unwrap_or(1).saturating_sub(1)
        })
    });
    view! {
        <small>{cell.number}</small>
        <button class="line-move" data-node=node.number() data-other-line=number on:click=move |_| study.go_to(session, node)>
            {cell.text}{cell.glyphs}
        </button>
        " "
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
