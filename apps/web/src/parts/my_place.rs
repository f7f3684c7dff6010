//! Placeholder for the player's games on the start page, while they are loading.
//!
//! `start.js` reads the stored sizes before the first paint, and the style sheet reserves the
//! space.

use crate::{backend, browser};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Storage key of the sizes, written as `WIDTHxHEADxROWxCOLUMNSxREMOTE`:
///
/// - the width of the window;
/// - the height above the games, in tenths of a pixel;
/// - the height of a row with the gap above it, in tenths of a pixel;
/// - the number of columns;
/// - the number of games on the server.
///
/// All are whole numbers, because parsing others takes 10 KB of code before a first game.
const KEPT: &str = "chuhe.my-games";
/// Largest number that can be stored: 2,000 pixels in tenths.
const MAX_NUMBER: i32 = 20_000;
/// Number of games shown at first, so that the rest of the page stays visible.
pub(crate) const SHOWN: usize = 3;
/// Name of the style sheet's variable for the height.
const HEIGHT: &str = "--my-games";

/// Whether games were listed when the start page was last left.
pub(crate) fn has_place() -> bool {
    browser::stored(KEPT).is_some()
}

/// Reserves the space for the games, if their height is known.
pub(crate) fn hold_place() {
    let Some(style) = root().map(|root| root.style()) else { return };
    let _ = match known_height() {
        Some(tenths) => style.set_property(HEIGHT, &format!("calc({tenths}px / 10)")),
        None => style.remove_property(HEIGHT).map(drop),
    };
}

fn known_height() -> Option<i32> {
    let kept = browser::stored(KEPT)?;
    let numbers: Vec<i32> = kept.split('x').filter_map(|part| part.parse().ok()).collect();
    // Other numbers were not stored by this page.
    let is_possible = |number: &i32| (0..=MAX_NUMBER).contains(number);
    let [width, head, row, columns, remote] = numbers[..] else { return None };
    if !numbers.iter().all(is_possible) || columns == 0 || width != window_width() {
        return None;
    }
    let games = (remote + backend::local_game_count() as i32).min(SHOWN as i32);
    Some(head + (games + columns - 1) / columns * row)
}

/// Stores the current height of the games, if there are any.
pub(crate) fn keep_place() {
    // The start page may have been left in the meantime.
    let Ok(Some(place)) = browser::document().query_selector(".my-place") else { return };
    let Some(kept) = measure(&place) else { return browser::remove_stored(KEPT) };
    // If the browser's storage is full, no space is reserved next time.
    browser::store(KEPT, &kept);
    hold_place();
}

fn measure(place: &Element) -> Option<String> {
    let place = place.query_selector(".mine").ok()??;
    let games = place.query_selector(".my-games").ok()??;
    let cards = games.children();
    let cards: Vec<Element> = (0..cards.length()).filter_map(|at| cards.item(at)).collect();
    let first = top(cards.first()?);
    // Empty columns count too, because there may be more games next time.
    let columns = style_of(&games, "grid-template-columns")?.split_whitespace().count().max(1);
    let rows = cards.len().div_ceil(columns) as i32;
    // A second row starts one gap below the first.
    let row = match cards.get(columns) {
        Some(second) => top(second) - first,
        None => tenths(games.get_bounding_client_rect().height()) + gap(&games),
    };
    let head = tenths(place.get_bounding_client_rect().height()) - rows * row;
    let remote = games.get_attribute("data-remote").unwrap_or_default();
    Some(format!("{}x{head}x{row}x{columns}x{remote}", window_width()))
}

fn top(card: &Element) -> i32 {
    tenths(card.get_bounding_client_rect().top())
}

/// The gap between two rows of cards.
fn gap(games: &Element) -> i32 {
    let whole = |text: String| text.trim_end_matches("px").parse::<i32>().ok();
    style_of(games, "row-gap").and_then(whole).unwrap_or_default() * 10
}

fn style_of(element: &Element, name: &str) -> Option<String> {
    browser::window().get_computed_style(element).ok()??.get_property_value(name).ok()
}

const fn tenths(pixels: f64) -> i32 {
    (pixels * 10.0) as i32
}

fn root() -> Option<HtmlElement> {
    browser::document().document_element()?.dyn_into().ok()
}

fn window_width() -> i32 {
    let width = browser::window().inner_width().ok().and_then(|width| width.as_f64());
    width.unwrap_or_default() as i32
}
