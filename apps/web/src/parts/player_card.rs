//! The card of a player, which opens from a name over any page.

use super::{
    Awaited, ChallengeButton, Dialog, PresenceLine, RelationButtons, RouteLink, Unanswered,
};
use crate::{
    app::{App, effect},
    backend::players,
    lazy::{Lazy, LazyChunk, NotFetched},
};
use i18n::Message;
use leptos::{prelude::*, wasm_split::wasm_split};
use protocol::{PlayerProfile, Relation};
use ui_model::{
    Route,
    player_card::{card_ratings, relation_in},
    players::strength_text,
    profile::ladder_name,
};

/// Style sheets of the card.
const STYLES: &[&str] = &["/style/players.css"];

/// The card of the player whose name the reader has tapped. It closes with the page.
#[component]
pub(crate) fn PlayerCardDialog() -> impl IntoView {
    let app = App::get();
    effect(move || {
        app.route.track();
        if app.player_card.with_untracked(Option::is_some) {
            app.player_card.set(None);
        }
    });
    move || {
        app.player_card.get().map(|name| {
            let title = Signal::stored(name.clone());
            view! {
                <Dialog title name="player" on_close=Callback::new(move |()| app.player_card.set(None))>
                    <Lazy chunk=LazyChunk::new(fetch_player_card, move || player_card(name.clone())).with_styles(STYLES)/>
                </Dialog>
            }
        })
    }
}

#[wasm_split(challenge, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_player_card))]
fn player_card(name: String) -> Result<AnyView, NotFetched> {
    Ok(view! { <PlayerCard name/> }.into_any())
}

#[component]
fn PlayerCard(name: String) -> impl IntoView {
    let app = App::get();
    let known = RwSignal::new(None::<Result<PlayerProfile, String>>);
    let relation = RwSignal::new(None::<Relation>);
    let name = StoredValue::new(name);
    let ask = Callback::new(move |()| {
        known.set(None);
        let name = name.get_value();
        leptos::task::spawn_local(async move {
            let answer = players::player(app, &name).await;
            // Guests follow no players. Without an answer the player can be followed again.
            if app.account.with_untracked(Option::is_some)
                && let Ok(circle) = players::circle(app).await
            {
                let _ = relation.try_set(relation_in(&circle, &name));
            }
            // The card may have been closed in the meantime.
            let _ = known.try_set(Some(answer));
        });
    });
    ask.run(());
    move || match known.get() {
        None => view! { <Awaited/> }.into_any(),
        Some(Err(why)) => view! { <Unanswered why ask/> }.into_any(),
        Some(Ok(profile)) => view! { <KnownCard profile relation/> }.into_any(),
    }
}

/// Presence, ratings, and what the reader can do.
#[component]
fn KnownCard(profile: PlayerProfile, relation: RwSignal<Option<Relation>>) -> impl IntoView {
    let app = App::get();
    let PlayerProfile { name, ladders, presence, .. } = profile;
    let is_new = ladders.is_empty();
    let ratings = card_ratings(ladders).into_iter().map(|row| {
        view! {
            <li>
                <span>{ladder_name(app.language(), &row.variant, &row.speed)}</span>
                <strong>{strength_text(row.strength)}</strong>
            </li>
        }
    });
    let is_blocked = Memo::new(move |_| relation.get() == Some(Relation::Block));
    let (challenged, tag) = (name.clone(), name.clone());
    let to = Route::Player(name.clone());
    view! {
        <div class="player-card" data-player-card=tag>
            {presence.map(|presence| view! { <PresenceLine presence/> })}
            {if is_new {
                view! { <p class="label">{app.t(Message::NoStandings)}</p> }.into_any()
            } else {
                view! { <ul>{ratings.collect_view()}</ul> }.into_any()
            }}
            <div class="person-acts">
                {move || (!is_blocked.get()).then(|| view! { <ChallengeButton name=challenged.clone() is_main=true/> })}
                <RelationButtons name relation/>
                <RouteLink class="button" act="profile" to>{app.text(Message::Profile)}</RouteLink>
            </div>
        </div>
    }
}
