use super::RouteLink;
use crate::{app::App, backend, ticking::time_signal};
use i18n::Message;
use leptos::prelude::*;
use protocol::GameId;
use ui_model::{
    AwayGame, Route,
    clock_face::{LOW_MS, show_long_ms},
};

/// Interval at which the clock is shown again, in milliseconds.
const TICK_MS: u64 = 250;

/// A bar with a link to the player's running game while the page shows something else.
#[component]
pub(crate) fn AwayBar() -> impl IntoView {
    let app = App::get();
    let games = RwSignal::new(Vec::<AwayGame>::new());
    backend::follow_away_games(app, games);
    // The table that was just opened may still be listed.
    let away = Memo::new(move |_| {
        let shown = app.route.with(|route| match route {
            Route::Table(id) => Some(id.clone()),
            _ => None,
        });
        games.with(|games| {
            let is_away = |away: &&AwayGame| {
                away.game.needs_player() && shown.as_ref() != Some(&away.game.info.table)
            };
            games.iter().filter(is_away).max_by_key(|away| away.game.is_my_turn()).cloned()
        })
    });
    let table = Memo::new(move |_| {
        away.with(|away| away.as_ref().map(|away| away.game.info.table.clone()))
    });
    move || table.get().map(|table| view! { <AwayLine away table/> })
}

/// The game, whose turn it is, the clock of that player, and the way back.
#[component]
fn AwayLine(away: Memo<Option<AwayGame>>, table: GameId) -> impl IntoView {
    let app = App::get();
    let now = time_signal(TICK_MS);
    let words = Memo::new(move |_| {
        let language = app.language();
        away.with(|away| {
            let game = &away.as_ref()?.game;
            Some((game.opponents(language), game.turn_words(language), game.is_my_turn()))
        })
    });
    let clock = Memo::new(move |_| {
        let left_ms = away.with(|away| away.as_ref()?.game.left_ms(now.get()))?;
        Some((show_long_ms(app.language(), left_ms), left_ms < LOW_MS))
    });
    let claim = Memo::new(move |_| away.with(|away| away.as_ref()?.claim_seconds(now.get())));
    let id = table.clone().into_string();
    view! {
        <aside class="away-bar" data-away-game=id aria-label=app.text(Message::AwayGameRuns)>
            <p class="words" role="status">
                <strong>{app.text(Message::AwayGameRuns)}</strong>
                {move || words.get().map(|(opponents, turn, is_mine)| view! {
                    <span class="name">{opponents}</span>
                    <span class="pill" class:turn=is_mine>{turn}</span>
                })}
            </p>
            {move || clock.get().map(|(text, low)| view! { <span class="time" class:low=low>{text}</span> })}
            {move || claim.get().map(|seconds| view! {
                <span class="trouble" data-claim-in=seconds>{app.t_with(Message::AwayClaimIn, &[&seconds.to_string()])}</span>
            })}
            <RouteLink class="button main" act="back-to-board" to=Route::Table(table)>{app.text(Message::AwayBackToBoard)}</RouteLink>
        </aside>
    }
}
