//! The computer's marks after moves in the list.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// Sets attributes on the moves of the list in the document, which the style sheet shows after the
/// move: the sign of a mistake, and the winning chances. The list component itself knows nothing of
/// marks.
pub(super) fn mark_plies(mark: impl Fn(usize) -> (Option<&'static str>, Option<String>) + 'static) {
    request_animation_frame(move || {
        let Ok(plies) = document().query_selector_all("[data-ply]") else { return };
        for at in 0..plies.length() {
            let Some(cell) = plies.item(at).and_then(|cell| cell.dyn_into::<Element>().ok()) else {
                continue;
            };
            let ply = cell.get_attribute("data-ply").and_then(|ply| ply.parse().ok());
            let (sign, chance) = ply.map(&mark).unwrap_or_default();
            let set = |name: &str, value: Option<&str>| {
                let _ = match value {
                    Some(value) => cell.set_attribute(name, value),
                    None => cell.remove_attribute(name),
                };
            };
            set("data-judged", sign);
            set("data-won", chance.as_deref());
        }
    });
}
