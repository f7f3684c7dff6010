//! Marks after moves in the list, with their author.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// The author of a mark.
#[derive(Clone, Copy)]
pub(super) enum Author {
    /// The author of the file.
    File,
    /// The computer.
    Computer,
}

/// Sets an attribute on the moves of the list in the document, which the style sheet shows after
/// the move. The list component itself knows nothing of marks.
pub(super) fn mark_plies(author: Author, mark: impl Fn(usize) -> Option<String> + 'static) {
    let attribute = match author {
        Author::File => "data-said",
        Author::Computer => "data-judged",
    };
    request_animation_frame(move || {
        let Ok(plies) = document().query_selector_all("[data-ply]") else { return };
        for at in 0..plies.length() {
            let Some(cell) = plies.item(at).and_then(|cell| cell.dyn_into::<Element>().ok()) else {
                continue;
            };
            let ply = cell.get_attribute("data-ply").and_then(|ply| ply.parse().ok());
            let _ = match ply.and_then(&mark) {
                Some(mark) => cell.set_attribute(attribute, &mark),
                None => cell.remove_attribute(attribute),
            };
        }
    });
}
