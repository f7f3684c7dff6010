use leptos::prelude::*;
use ui_model::glyph;

/// Every character and picture once, for all pieces to use.
#[component]
pub(crate) fn Sprite() -> impl IntoView {
    let characters = "帅将仕士相象车马炮兵卒舰机".chars().map(|c| {
        view! { <path id=format!("c-{c}") d=glyph::character_path(c)/> }
    });
    let pictures = glyph::PICTURES.iter().map(|(id, d)| {
        view! { <path id=format!("p-{id}") d=*d fill-rule="evenodd"/> }
    });
    view! {
        <svg class="sprite" width="0" height="0" aria-hidden="true">
            <defs>{characters.collect_view()} {pictures.collect_view()}</defs>
        </svg>
    }
}

/// A small sign in the text's colour.
#[component]
pub(crate) fn Icon(
    /// The path on a field of 24 × 24, drawn as a line.
    d: &'static str,
) -> impl IntoView {
    view! {
        <svg class="sign" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d=d/>
        </svg>
    }
}
