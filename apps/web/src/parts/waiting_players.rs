use super::SeekCard;
use crate::{app::App, backend, ticking::run_every};
use i18n::Message;
use leptos::prelude::*;
use protocol::Seek;

/// Interval between two requests for waiting players, in milliseconds.
const LOOK_MS: u64 = 5_000;

/// Players who wait for an opponent in any game.
#[component]
pub(crate) fn WaitingPlayers() -> impl IntoView {
    let app = App::get();
    let seeks = RwSignal::new(Vec::<Seek>::new());
    let look = move || {
        leptos::task::spawn_local(async move {
            let found = backend::seekers(app, None).await;
            // The page may have been left in the meantime.
            let _ = seeks.try_update(|seeks| *seeks = found);
        });
    };
    look();
    run_every(LOOK_MS, look);
    move || {
        let waiting = seeks.get();
        (!waiting.is_empty()).then(|| view! {
            <section class="mine" data-panel="waiting" aria-label=app.t(Message::ChoosePlayer)>
                <h2>{app.t(Message::ChoosePlayer)}</h2>
                <div class="waiting">
                    {waiting.into_iter().map(|seek| view! { <SeekCard seek names_game=true/> }).collect_view()}
                </div>
            </section>
        })
    }
}
