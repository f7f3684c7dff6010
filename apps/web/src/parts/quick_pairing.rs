use crate::{
    app::App,
    backend::{self, LobbySignals},
    browser,
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{PoolWait, Seek};
use ui_model::{Route, Variant, quick_clocks, quick_seek};

/// One button for each usual clock of the game. A tap seeks an opponent.
#[component]
pub(crate) fn QuickPairing(
    /// Players who wait for an opponent, and recent waiting times.
    lobby: LobbySignals,
    /// The chosen game.
    chosen: Memo<Variant>,
) -> impl IntoView {
    let app = App::get();
    let LobbySignals { seeks, waits, is_offline, .. } = lobby;
    let trouble = RwSignal::new(None::<String>);
    let is_seeking = RwSignal::new(false);
    let seek = move |clock: &'static str| {
        if is_seeking.get_untracked() {
            return;
        }
        is_seeking.set(true);
        trouble.set(None);
        let rated = app.account.with_untracked(Option::is_some);
        let coin = browser::random::<1>().is_ok_and(|[byte]| byte % 2 == 1);
        let plan = quick_seek(chosen.get_untracked(), clock, rated, coin);
        leptos::task::spawn_local(async move {
            let answer = backend::pair_remote(app, plan).await;
            // The page may have been left in the meantime.
            if is_seeking.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(table) => app.go(Route::Table(table)),
                Err(why) => trouble.set(Some(why)),
            }
        });
    };
    let tile = move |clock: &'static str| {
        let waiting = move || {
            let variant = chosen.get();
            let fits =
                |seek: &&Seek| seek.plan.variant == variant.as_str() && seek.plan.clock == clock;
            let count = seeks.with(|seeks| seeks.iter().filter(fits).count());
            let recent = |wait: &&PoolWait| wait.variant == variant.as_str() && wait.clock == clock;
            let recent = waits.with(|waits| waits.iter().find(recent).map(|wait| wait.seconds));
            match (count, recent) {
                _ if is_offline.get() => app.t(Message::BoardOffline).to_owned(),
                (0, None) => app.t(Message::FindOpponent).to_owned(),
                (0, Some(seconds)) => {
                    app.t_with(Message::RecentWait, &[&seconds.max(1).to_string()])
                }
                (count, _) => app.t_with(Message::PlayersWaiting, &[&count.to_string()]),
            }
        };
        view! {
            <button class="quick" data-quick=clock disabled=move || is_seeking.get() || is_offline.get() on:click=move |_| seek(clock)>
                <strong>{clock}</strong>
                <small>{waiting}</small>
            </button>
        }
    };
    view! {
        <div class="clocks" role="group" aria-label=app.text(Message::FindOpponent)>
            {move || quick_clocks(chosen.get()).iter().map(|&clock| tile(clock)).collect_view()}
        </div>
        {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
    }
}
