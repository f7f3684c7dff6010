use crate::{
    app::App,
    backend,
    parts::{chosen_game, local_game},
};
use leptos::prelude::*;
use ui_model::{NewGame, Variant};

/// A game against the computer, at the level of the last game of this kind.
pub(super) fn usual_game(variant: Variant) -> NewGame {
    let mut game = NewGame::new(variant);
    if let Some((_, Some(level))) = backend::last_game().filter(|(last, _)| *last == variant) {
        game.level = level;
    }
    game
}

/// Opens the wanted or the usual game against the computer and replaces the current address.
#[component]
pub(crate) fn PlayNow() -> impl IntoView {
    let app = App::get();
    let wanted = app.wanted_game.try_update_value(Option::take).flatten();
    let game = wanted.unwrap_or_else(|| usual_game(untrack(|| chosen_game(app))));
    let to = local_game(app, &game);
    app.replace_address(&to);
    app.route.set(to);
}
