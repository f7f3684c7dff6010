//! Where one's games stand on the start page, before they are there.
//!
//! `start.js` reads what is kept before anything is painted, and the style sheet holds the place.

use crate::browser;
use wasm_bindgen::JsCast;

/// `WIDTHxHEIGHT`: of the window, and of one's games in it.
const KEPT: &str = "chuhe.my-games";
/// The height, for the style sheet.
const HEIGHT: &str = "--my-games";

/// Whether there were games when the start page was left.
pub(crate) fn has_place() -> bool {
    browser::stored(KEPT).is_some()
}

/// Keeps how high one's games stand now, if there are any.
pub(crate) fn keep_place() {
    let document = browser::document();
    let root = document.document_element();
    let root = root.and_then(|root| root.dyn_into::<web_sys::HtmlElement>().ok());
    let games = document.query_selector(".my-place > .mine").ok().flatten();
    let (Some(root), Some(games)) = (root, games) else {
        return browser::remove_stored(KEPT);
    };
    let height = games.get_bounding_client_rect().height();
    let width = browser::window().inner_width().ok().and_then(|width| width.as_f64());
    // A browser without room holds no place.
    browser::store(KEPT, &format!("{}x{height}", width.unwrap_or_default()));
    let _ = root.style().set_property(HEIGHT, &format!("{height}px"));
}
