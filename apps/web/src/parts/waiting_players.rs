use super::{FollowedPlayers, RouteLink, SeekCard, SeekFilterChoice, stored_filter, watch_circle};
use crate::{
    app::{App, effect},
    backend::{LobbySignals, players, watch_lobby},
    lazy::{Lazy, LazyChunk, NotFetched},
};
use i18n::Message;
use leptos::{prelude::*, wasm_split::wasm_split};
use protocol::{Circle, LadderRow};
use ui_model::{
    Route, Variant,
    lessons::minutes,
    lobby_list::{SeekFilter, sort_by_fit},
    puzzles::PuzzleMode,
};

/// Players who wait for an opponent in any game. Follows the lobby for all parts of the page.
#[component]
pub(crate) fn WaitingPlayers(
    /// The lobby.
    lobby: LobbySignals,
) -> impl IntoView {
    let app = App::get();
    watch_lobby(app, lobby);
    let LobbySignals { seeks, counts, is_offline, ladders, .. } = lobby;
    let circle = RwSignal::new(Circle::default());
    let is_signed_in = Memo::new(move |_| app.account.with(Option::is_some));
    effect(move || {
        if !is_signed_in.get() {
            circle.set(Circle::default());
            ladders.set(None);
        }
    });
    // They are challenged and watched at the server only.
    let shows_followed = Memo::new(move |_| is_signed_in.get() && !is_offline.get());
    let filter = RwSignal::new(stored_filter());
    // One player needs no filter.
    let is_filtered = Memo::new(move |_| {
        filter.get() != SeekFilter::default() || seeks.with(|seeks| seeks.len() > 1)
    });
    let people = move || {
        let counts = counts.get();
        (counts.online > 1).then(|| {
            let values = [counts.online.to_string(), counts.playing.to_string()];
            view! {
                <p class="label" data-people=counts.online>
                    {app.t_with(Message::PeopleOnline, &[&values[0], &values[1]])}
                </p>
            }
        })
    };
    let waiting = move || {
        let mut seeks = seeks.get();
        let has_others = !seeks.is_empty();
        circle.with(|circle| {
            seeks.retain(|seek| !circle.blocked.contains(&seek.name) && filter.get().shows(seek));
            let own = ladders.get().or_else(|| is_signed_in.get().then(Vec::new));
            sort_by_fit(&mut seeks, |name| is_followed(circle, name), own.as_deref());
        });
        if is_offline.get() {
            let words = app.text(Message::ServerNeeded);
            return view! { <p class="label" data-offline=true>{words}</p> }.into_any();
        }
        if seeks.is_empty() && has_others && filter.get() != SeekFilter::default() {
            return view! { <p class="label" data-empty="filter">{app.text(Message::NoSeekShown)}</p> }.into_any();
        }
        if seeks.is_empty() {
            return view! { <p class="label">{app.text(Message::NoPlayerWaits)}</p> }.into_any();
        }
        let cards = seeks.into_iter().map(|seek| {
            let is_followed = circle.with(|circle| is_followed(circle, &seek.name));
            view! { <SeekCard seek names_game=true is_followed/> }
        });
        view! { <div class="waiting" data-panel="waiting">{cards.collect_view()}</div> }.into_any()
    };
    view! {
        <h2>{app.text(Message::ChoosePlayer)}</h2>
        {people}
        {move || shows_followed.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_followed, move || followed(circle, ladders)) is_optional=true/> })}
        {move || is_filtered.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_filter, move || seek_filter(filter)) is_optional=true/> })}
        <div class="people-list">
            {waiting}
            <RouteLink class="people-foot" to=Route::Lesson(Variant::Xiangqi, 0, 0)>
                <span>{move || app.t_with(Message::LearnQuickly, &[&minutes(Variant::Xiangqi).to_string()])}</span>
                <strong>{app.text(Message::Learn)}</strong>
            </RouteLink>
            <RouteLink class="people-foot" act="daily-puzzle" to=Route::Puzzles(Variant::Xiangqi, PuzzleMode::Daily)>
                <span>{app.text(Message::PuzzleDaily)}</span>
                <strong>{app.text(Message::Puzzles)}</strong>
            </RouteLink>
        </div>
    }
}

/// The filter of the waiting players.
#[wasm_split(seek_filter, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_filter))]
fn seek_filter(filter: RwSignal<SeekFilter>) -> Result<AnyView, NotFetched> {
    Ok(view! { <SeekFilterChoice filter/> }.into_any())
}

/// The followed players who are online or play. Guests follow no players.
#[wasm_split(followed, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_followed))]
fn followed(
    circle: RwSignal<Circle>,
    ladders: RwSignal<Option<Vec<LadderRow>>>,
) -> Result<AnyView, NotFetched> {
    let app = App::get();
    watch_circle(app, circle);
    if let Some(name) = app.account.get_untracked() {
        leptos::task::spawn_local(async move {
            // Without an answer the player counts as a new one.
            if let Ok(profile) = players::player(app, &name).await {
                let _ = ladders.try_set(Some(profile.ladders));
            }
        });
    }
    Ok(view! { <FollowedPlayers circle/> }.into_any())
}

/// Whether the signed-in player follows a player of this name. No guest has the name of an account.
fn is_followed(circle: &Circle, name: &str) -> bool {
    circle.followed.iter().any(|followed| followed.name == name)
}
