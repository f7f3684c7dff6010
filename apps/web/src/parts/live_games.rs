use super::{MiniBoard, RouteLink};
use crate::{
    app::{App, effect},
    backend,
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{GameId, LiveTable};
use ui_model::{Route, live::LiveGame};

/// Live games of other players in miniature. A tap opens the game.
#[component]
pub(crate) fn LiveGames(
    /// The games as the server sends them.
    live: RwSignal<Vec<LiveTable>>,
) -> impl IntoView {
    let app = App::get();
    let games = RwSignal::new(Vec::<LiveGame>::new());
    effect(move || {
        // The player's own games are listed elsewhere.
        let others = live.get().into_iter().filter(|game| !backend::has_seat(&game.table));
        games.set(others.filter_map(LiveGame::read).collect());
    });
    let is_shown = Memo::new(move |_| games.with(|games| !games.is_empty()));
    let ids =
        move || games.with(|games| games.iter().map(|game| game.table.clone()).collect::<Vec<_>>());
    move || {
        is_shown.get().then(|| {
            view! {
                <section class="mine" data-panel="live" aria-label=app.text(Message::LiveGames)>
                    <h2>{app.text(Message::LiveGames)}</h2>
                    <ul class="live-games">
                        <For each=ids key=Clone::clone let(id)><LiveCard id games/></For>
                    </ul>
                </section>
            }
        })
    }
}

/// A live game: players, board, and the side to move.
#[component]
fn LiveCard(id: GameId, games: RwSignal<Vec<LiveGame>>) -> impl IntoView {
    let app = App::get();
    let Some(first) = games.with_untracked(|games| LiveGame::of(games, &id).cloned()) else {
        return ().into_any();
    };
    let layout = first.layout();
    let (table, to) = (id.clone(), Route::Table(id.clone()));
    // Keeps the last state while the list no longer contains the game.
    let game = Memo::new(move |before: Option<&LiveGame>| {
        let now = games.with(|games| LiveGame::of(games, &table).cloned());
        now.or_else(|| before.cloned()).unwrap_or_else(|| first.clone())
    });
    let scene = Memo::new(move |_| game.with(|game| game.scene.clone()));
    let last = Memo::new(move |_| game.with(|game| game.last));
    let label = Signal::derive(move || game.with(|game| game.about(app.language())));
    let players = move || {
        let line = |(name, on_move): (String, bool)| {
            view! { <span class="player" class:on-move=on_move>{name}</span> }
        };
        game.with(|game| game.players(app.language())).into_iter().map(line).collect_view()
    };
    view! {
        <li class="live-game" data-live-game=id.into_string() data-plies=move || game.with(|game| game.plies)>
            <RouteLink class="live-link" act="watch" to>
                <MiniBoard layout scene last label/>
                <span class="players">{players}</span>
                <small class="label">{move || game.with(|game| game.title(app.language()))}</small>
            </RouteLink>
        </li>
    }
    .into_any()
}
