use crate::app::App;
use leptos::prelude::*;

/// The final position of a game as a picture. A server that draws no pictures leaves its place
/// empty.
#[component]
pub(crate) fn FinalPosition(src: String) -> impl IntoView {
    let is_missing = RwSignal::new(false);
    let src =
        if App::get().language().has_traditional_pieces() { src + "&traditional" } else { src };
    view! {
        <span class="final-position" aria-hidden="true">
            <img src=src alt="" loading="lazy" decoding="async" hidden=is_missing on:error=move |_| is_missing.set(true)/>
        </span>
    }
}
