use super::table::FreshTable;
use crate::{
    app::App,
    lazy::{LazyChunk, NotFetched},
    parts::{chosen_game, local_game, usual_game},
};
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::Route;

/// The part that shows a game that begins on this device.
pub(crate) fn first_game(route: Route) -> LazyChunk {
    LazyChunk::new(fetch_first_game, move || first_game_screen(route.clone()))
}

/// Loads that part before it is asked for.
pub(crate) async fn prepare_first_game() {
    // Without it, the game loads the part itself.
    let _ = fetch_first_game().await;
}

/// A first visit most often leads here, so that this part contains no more than such a game needs.
#[wasm_split(first_game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_first_game))]
fn first_game_screen(route: Route) -> Result<AnyView, NotFetched> {
    Ok(match route {
        Route::Now => view! { <PlayNow/> }.into_any(),
        Route::Play(id) => view! { <FreshTable id/> }.into_any(),
        _ => ().into_any(),
    })
}

/// Opens the wanted or the usual game against the computer and replaces the current address.
#[component]
fn PlayNow() -> impl IntoView {
    let app = App::get();
    let wanted = app.wanted_game.try_update_value(Option::take).flatten();
    let game = wanted.unwrap_or_else(|| usual_game(untrack(|| chosen_game(app))));
    let to = local_game(app, &game);
    app.replace_address(&to);
    app.route.set(to);
}
