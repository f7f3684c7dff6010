use crate::{app::App, backend::players, ticking::run_every_seen};
use leptos::prelude::*;

/// Interval between two requests for the announcement, in milliseconds.
const LOOK_MS: u64 = 120_000;

/// The moderators' line for all readers.
#[component]
pub(crate) fn AnnouncementLine() -> impl IntoView {
    let app = App::get();
    let text = RwSignal::new(String::new());
    let look = move || {
        leptos::task::spawn_local(async move {
            // Without an answer the last one stays.
            if let Ok(now) = players::announcement(app).await
                && text.try_with_untracked(|before| *before != now.text) == Some(true)
            {
                text.set(now.text);
            }
        });
    };
    look();
    run_every_seen(LOOK_MS, look);
    // The region exists before its text, so that screen readers announce it.
    view! {
        <div role="status">
            {move || {
                let text = text.get();
                (!text.is_empty()).then(|| view! { <p class="announcement" data-announcement=true>{text}</p> })
            }}
        </div>
    }
}
