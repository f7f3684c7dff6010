use super::{Icon, RouteLink, SHOWN, keep_place, note_seen_list};
use crate::{
    app::{App, effect},
    backend,
    board::PieceFace,
    ticking::{run_every_seen, time_signal},
};
use games::board::{BoardShape, Face, Piece};
use i18n::{Message, PLIES, counted, fill};
use leptos::prelude::*;
use ui_model::{
    Route, RunningGame, Variant,
    clock_face::{LOW_MS, show_long_ms},
    first_count, sort_by_urgency,
};

/// Interval between two requests for the player's games, in milliseconds.
const LOOK_MS: u64 = 5_000;

/// The player's games, with those that wait for the player first.
#[component]
pub(crate) fn MyGames(
    /// Whether a placeholder reserves their space until they are loaded.
    is_held: RwSignal<bool>,
) -> impl IntoView {
    let app = App::get();
    let local = RwSignal::new(Vec::<RunningGame>::new());
    let remote = RwSignal::new(Vec::<RunningGame>::new());
    let trouble = RwSignal::new(false);
    let look = move || {
        leptos::task::spawn_local(async move {
            let found = backend::remote_games(app).await;
            // The page may have been left in the meantime.
            let _ = trouble.try_set(found.is_err());
            if let Ok(games) = found {
                note_seen_list();
                let _ = remote.try_set(games);
            }
            let _ = is_held.try_set(false);
        });
    };
    effect(move || {
        // Another account may have other games.
        app.account.track();
        look();
    });
    effect(move || {
        app.removed_game.track();
        let games = backend::local_games();
        let is_complete = games.len() == backend::local_game_count();
        local.set(games);
        if is_complete {
            return;
        }
        leptos::task::spawn_local(async move {
            if backend::write_summaries().await.is_ok() {
                // The page may have been left in the meantime.
                let _ = local.try_set(backend::local_games());
            }
        });
    });
    run_every_seen(LOOK_MS, look);
    let forgotten = Callback::new(move |()| look());
    let now = time_signal(250);
    let all = RwSignal::new(false);
    let count = Memo::new(move |_| remote.with(Vec::len) + local.with(Vec::len));
    let has_more = Memo::new(move |_| {
        let first = remote
            .with(|remote| local.with(|local| first_count(remote.iter().chain(local), SHOWN)));
        count.get() > first && !all.get()
    });
    let games = move || {
        let mut games = remote.get();
        games.extend(local.get());
        sort_by_urgency(&mut games);
        let most = if all.get() { games.len() } else { first_count(&games, SHOWN) };
        games.into_iter().take(most).enumerate().collect::<Vec<_>>()
    };
    let is_shown = Memo::new(move |_| {
        trouble.get()
            || remote.with(|games| !games.is_empty())
            || local.with(|games| !games.is_empty())
    });
    effect(move || {
        remote.track();
        local.track();
        trouble.track();
        if !is_held.get() {
            request_animation_frame(keep_place);
        }
    });
    // A card is kept while its text is unchanged; its clock runs on its own.
    let key = move |(place, game): &(usize, RunningGame)| {
        let (info, language) = (&game.info, app.language());
        let words = game.opponents(language) + &game.turn_words(language);
        (*place, info.table.clone(), info.plies, words, language.tag())
    };
    move || {
        is_shown.get().then(|| view! {
            <section class="mine" data-panel="my-games" aria-label=app.text(Message::MyGames)>
                <h2>
                    {app.text(Message::MyGames)}
                    {move || has_more.get().then(|| view! {
                        <button class="plain all-games" data-act="all-games" on:click=move |_| all.set(true)>
                            {fill(app.t(Message::AllMyGames), &[&count.get().to_string()])}
                        </button>
                    })}
                </h2>
                {move || trouble.get().then(|| view! {
                    <p class="label" role="status" data-trouble=true>{app.t(Message::GamesUnreachable)}</p>
                })}
                <ul class="my-games" data-remote=move || remote.with(Vec::len).to_string()>
                    <For each=games key=key let((place, game))>
                        <GameCard game now is_first=place == 0 forgotten/>
                    </For>
                </ul>
            </section>
        })
    }
}

/// A game: opponents, turn and time left.
#[component]
fn GameCard(
    game: RunningGame,
    now: RwSignal<f64>,
    /// Whether it is the most urgent game.
    is_first: bool,
    /// Called when a game of the server is removed from the list.
    forgotten: Callback<()>,
) -> impl IntoView {
    let app = App::get();
    let language = app.language();
    let id = game.info.table.clone();
    let to = if game.is_local { Route::Play(id.clone()) } else { Route::Table(id.clone()) };
    let (is_mine, is_over) = (game.is_my_turn(), game.info.over);
    let place = if game.is_local { app.t(Message::OnThisDevice) } else { "" };
    let title = game.title(language);
    let (opponents, turn) = (game.opponents(language), game.turn_words(language));
    // A game without moves has no count.
    let plies = match game.info.plies {
        0 => String::new(),
        plies => counted(language, PLIES, &plies.to_string()),
    };
    // Each part is kept whole. If there is no room for all, the last parts are left out.
    let parts = [title, plies, place.to_owned()].into_iter().filter(|part| !part.is_empty());
    let about = parts.map(|part| view! { <span class="part">{part}</span> }).collect_view();
    let emblem = game.variant().map(emblem);
    let is_local = game.is_local;
    let clock = Memo::new(move |_| {
        game.left_ms(now.get()).map(|ms| (show_long_ms(language, ms), ms < LOW_MS))
    });
    let removed = id.clone();
    let remove = move |_| {
        if is_local {
            app.removed_game.set(backend::remove_local(&removed));
        } else {
            backend::forget_ended(&removed);
            forgotten.run(());
        }
    };
    view! {
        <li class="my-game" class:urgent=is_mine class:removable=is_local || is_over data-my-game=id.into_string() data-mine=is_mine.to_string() data-local=is_local.to_string()>
            <RouteLink class="my-game-link" act=if is_first { "continue" } else { "open-game" } to>
                {emblem}
                <span class="about">
                    <strong class="name">{opponents}</strong>
                    <small class="label parts">{about}</small>
                    <span class="at">
                        <span class="pill" class:turn=is_mine>{turn}</span>
                        {move || clock.get().map(|(text, low)| view! { <span class="time" class:low=low data-clock="mine">{text}</span> })}
                    </span>
                </span>
            </RouteLink>
            {(is_local || is_over).then(|| view! {
                <button class="plain" data-act="remove-game" aria-label=app.t(Message::RemoveGame) on:click=remove>
                    <Icon d="M7 7L17 17M17 7L7 17"/>
                </button>
            })}
        </li>
    }
}

/// Two pieces that identify the game.
fn emblem(variant: Variant) -> impl IntoView {
    let shape = BoardShape::of(variant);
    let open = |piece: Option<Piece>| piece.map(Face::Open);
    let (under, over) = match variant {
        Variant::Xiangqi => (open(Piece::from_letter('k')), open(Piece::from_letter('K'))),
        Variant::Undercover => (open(Piece::from_letter('p')), open(Piece::from_letter('P'))),
        Variant::Sifang => {
            (open(Piece::from_letters('b', 'B')), open(Piece::from_letters('r', 'M')))
        }
        Variant::Banqi => (Some(Face::Down), open(Piece::from_letter('C'))),
    };
    let at =
        |face: Option<Face>, x: i32, y: i32| {
            face.map(|face| view! {
            <g transform=format!("translate({x} {y}) scale(.62)")><PieceFace face shape/></g>
        })
        };
    view! {
        <svg class="game-emblem" viewBox="0 0 100 84" aria-hidden="true">{at(under, 66, 32)} {at(over, 36, 50)}</svg>
    }
}
