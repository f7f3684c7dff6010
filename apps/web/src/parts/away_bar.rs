use super::RouteLink;
use crate::{
    app::{App, effect},
    backend,
    ticking::time_signal,
};
use i18n::Message;
use leptos::prelude::*;
use protocol::GameId;
use ui_model::{
    AwayGame, Route,
    clock_face::{LOW_MS, show_long_ms},
};

/// Interval at which the clock is shown again, in milliseconds.
const TICK_MS: u64 = 250;

/// A bar with a link to the player's running game while the page shows something else, or to the table
/// at which the player waits meanwhile. When an opponent has come there, the page opens the table.
#[component]
pub(crate) fn AwayBar() -> impl IntoView {
    let app = App::get();
    let games = RwSignal::new(Vec::<AwayGame>::new());
    backend::follow_away_games(app, games);
    // The table that was just opened may still be listed.
    let away = Memo::new(move |_| {
        let shown = app.route.with(|route| route.table().cloned());
        games.with(|games| {
            let is_away = |away: &&AwayGame| {
                let table = Some(&away.game.info.table);
                let waits = app.waits_at.with(|waits_at| waits_at.as_ref() == table);
                // A game that has ended stays; at its table the player does not wait.
                (away.game.needs_player() || away.game.is_over() != waits)
                    && shown.as_ref() != table
            };
            games.iter().filter(is_away).max_by_key(|away| away.game.is_my_turn()).cloned()
        })
    });
    effect(move || {
        let Some(table) = app.waits_at.get() else { return };
        let there = Route::Table(table.clone());
        let has_returned = app.route.with(|route| *route == there);
        let has_come = games.with(|games| {
            let game = games.iter().map(|away| &away.game).find(|game| game.info.table == table);
            game.is_some_and(|game| !game.is_over() && !game.has_open_seat())
        });
        if has_returned || has_come {
            app.waits_at.set(None);
        }
        if has_come && !has_returned {
            app.go(there);
        }
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
            // Without an opponent there is neither a name nor a turn.
            let begins = !game.has_open_seat();
            let words = (!game.is_over()).then(|| game.turn_words(language));
            let turn = || (game.opponents(language), words, game.is_my_turn());
            begins.then(turn)
        })
    });
    let clock = Memo::new(move |_| {
        let left_ms = away.with(|away| {
            let game = &away.as_ref()?.game;
            game.left_ms(now.get()).filter(|_| !game.has_open_seat())
        })?;
        Some((show_long_ms(app.language(), left_ms), left_ms < LOW_MS))
    });
    let claim = Memo::new(move |_| away.with(|away| away.as_ref()?.claim_seconds(now.get())));
    let here = table.clone();
    let title = Memo::new(move |_| {
        if let Some(reason) = app.declined_at(&here) {
            let reason = app.t(backend::decline_words(reason));
            return app.t_with(Message::ChallengeDeclined, &[reason]);
        }
        if away.with(|away| away.as_ref().is_some_and(|away| away.game.is_over())) {
            return app.t(Message::GameOver).to_owned();
        }
        let is_open = |away: &AwayGame| away.game.has_open_seat();
        let waits = away.with(|away| away.as_ref().is_some_and(is_open));
        app.t(if waits { Message::SeekTitle } else { Message::AwayGameRuns }).to_owned()
    });
    let id = table.clone().into_string();
    view! {
        <aside class="away-bar" data-away-game=id aria-label=move || title.get()>
            <p class="words" role="status">
                <strong>{move || title.get()}</strong>
                {move || words.get().map(|(opponents, turn, is_mine)| view! {
                    <span class="name">{opponents}</span>
                    {turn.map(|turn| view! { <span class="pill" class:turn=is_mine>{turn}</span> })}
                })}
            </p>
            {move || clock.get().map(|(text, low)| view! { <span class="time" class:low=low>{text}</span> })}
            {move || claim.get().map(|seconds| view! {
                <span class="trouble" data-claim-in=seconds>{match seconds {
                    0 => app.t(Message::AwayClaimNow).to_owned(),
                    seconds => app.t_with(Message::AwayClaimIn, &[&seconds.to_string()]),
                }}</span>
            })}
            <RouteLink class="button main" act="back-to-board" to=Route::Table(table)>{app.text(Message::AwayBackToBoard)}</RouteLink>
        </aside>
    }
}
