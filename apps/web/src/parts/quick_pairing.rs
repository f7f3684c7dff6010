use crate::{
    app::App,
    backend::{self, LobbySignals},
    browser,
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::{QuickPool, Route, Variant, quick_clocks, quick_seek};

/// One button for each usual clock of the game. A tap seeks an opponent.
#[component]
pub(crate) fn QuickPairing(
    /// Players who wait for an opponent, and recent waiting times.
    lobby: LobbySignals,
    /// The chosen game.
    chosen: Memo<Variant>,
) -> impl IntoView {
    let app = App::get();
    let LobbySignals { seeks, waits, is_offline, ladders, .. } = lobby;
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
            if is_offline.get() {
                return app.t(Message::BoardOffline).to_owned();
            }
            let rated = app.account.with(Option::is_some);
            // The sides are drawn at the tap.
            let plan = quick_seek(chosen.get(), clock, rated, false);
            let own = ladders.get().filter(|_| rated);
            let pool = seeks.with(|seeks| {
                waits.with(|waits| QuickPool::new(&plan, seeks, waits, own.as_deref()))
            });
            pool.words(app.language())
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
