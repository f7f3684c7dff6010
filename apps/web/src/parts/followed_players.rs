use super::{ChallengeButton, RouteLink};
use crate::{
    app::{App, effect},
    backend::players,
    ticking::run_every_seen,
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{Circle, FollowedPlayer};
use ui_model::{Route, players::presence_message};

/// Interval between two requests for the followed players, in milliseconds.
const LOOK_MS: u64 = 15_000;

/// Keeps `circle` up to date with the players whom the signed-in player follows and blocks, while the
/// component exists.
pub(crate) fn watch_circle(app: App, circle: RwSignal<Circle>) {
    let look = move || {
        if app.account.with_untracked(Option::is_none) {
            return;
        }
        leptos::task::spawn_local(async move {
            // Without an answer the last one stays.
            if let Ok(now) = players::circle(app).await
                && circle.try_with_untracked(|before| *before != now) == Some(true)
            {
                circle.set(now);
            }
        });
    };
    effect(move || {
        if app.account.with(Option::is_some) {
            look();
        } else {
            circle.set(Circle::default());
        }
    });
    run_every_seen(LOOK_MS, look);
}

/// The followed players: those who play in public and those who are online first.
#[component]
pub(crate) fn FollowedPlayers(
    /// The players whom the signed-in player follows and blocks.
    circle: RwSignal<Circle>,
    /// Whether those who are away are shown as well.
    #[prop(optional)]
    shows_absent: bool,
) -> impl IntoView {
    let app = App::get();
    let shown = Memo::new(move |_| {
        let is_shown = |it: &&FollowedPlayer| shows_absent || it.online || it.table.is_some();
        circle.with(|circle| circle.followed.iter().filter(is_shown).cloned().collect::<Vec<_>>())
    });
    let is_empty = Memo::new(move |_| shown.with(Vec::is_empty));
    // A row with an open dialog stays while other rows change.
    let key = |it: &FollowedPlayer| (it.name.clone(), it.online, it.table.clone());
    move || {
        (!is_empty.get()).then(|| {
            view! {
                <section class="followed" data-panel="followed" aria-label=app.text(Message::FollowedPlayers)>
                    <h2>{app.text(Message::FollowedPlayers)}</h2>
                    <ul>
                        <For each=move || shown.get() key=key let(player)>
                            <FollowedRow player/>
                        </For>
                    </ul>
                </section>
            }
        })
    }
}

/// A followed player: the name, and a link to the game in play.
#[component]
fn FollowedRow(player: FollowedPlayer) -> impl IntoView {
    let app = App::get();
    let FollowedPlayer { name, online, table } = player;
    let state = presence_message(online, table.is_some());
    let watch = table.map(|table| {
        view! { <RouteLink class="button" act="watch-followed" to=Route::Table(table)>{app.text(Message::Watch)}</RouteLink> }
    });
    let here = online || watch.is_some();
    let (to, words) = (Route::Player(name.clone()), name.clone());
    let challenged = name.clone();
    view! {
        <li data-followed=name data-online=here.to_string()>
            <RouteLink class="name" to>{words}</RouteLink>
            <span class="label">{app.text(state)}</span>
            {watch}
            <ChallengeButton name=challenged/>
        </li>
    }
}
