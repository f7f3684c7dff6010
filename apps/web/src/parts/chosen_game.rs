use crate::{app::App, backend};
use leptos::prelude::*;
use ui_model::{NewGame, Route, Variant};

/// The game chosen on the start page; otherwise the game last played on this device, and xiangqi on
/// a first visit.
pub(crate) fn chosen_game(app: App) -> Variant {
    let last = || backend::last_game().unwrap_or(Variant::Xiangqi);
    app.chosen_game.get().unwrap_or_else(last)
}

/// A game against the computer, at the level of the last game of this kind that was played.
pub(crate) fn usual_game(variant: Variant) -> NewGame {
    let mut game = NewGame::new(variant);
    if let Some(level) = backend::usual_level(variant) {
        game.level = level;
    }
    game
}

/// Opens a game on this device. If the last such game has no move yet, it is opened again instead
/// of a second one.
pub(crate) fn local_game(app: App, game: &NewGame) -> Route {
    let plan = game.plan(false);
    match backend::untouched_game(&plan) {
        Some(id) => Route::Play(id),
        None => match backend::open_local(app, plan) {
            Ok(id) => Route::Play(id),
            // The form shows why the game cannot be created.
            Err(_) => Route::New(game.variant),
        },
    }
}
