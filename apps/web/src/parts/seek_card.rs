use crate::app::App;
use leptos::prelude::*;
use protocol::Seek;
use ui_model::{
    Route, Variant,
    catalogue::{Message, clock_words, variant_name},
    option_specs::option_words,
    players::player_words,
};

/// A player who waits for an opponent. A tap joins the game.
#[component]
pub(crate) fn SeekCard(
    seek: Seek,
    /// Whether the card names the game.
    names_game: bool,
) -> impl IntoView {
    let app = App::get();
    let Seek { table, name, strength, plan } = seek;
    let variant = plan.variant.parse::<Variant>().ok();
    let mut about = Vec::new();
    if let Some(variant) = variant.filter(|_| names_game) {
        about.push(variant_name(app.language(), variant).to_owned());
    }
    about.push(clock_words(app.language(), &plan.clock));
    if let Some(variant) = variant {
        about.extend(option_words(app.language(), variant, &plan.options));
    }
    let to = Route::Table(table.clone());
    view! {
        <button type="button" class="seek" data-seek=table data-rated=plan.rated.to_string() on:click=move |_| app.go(to.clone())>
            <strong>{player_words(&name, strength)}</strong>
            <span>{about.join("\u{a0}· ")}</span>
            {plan.rated.then(|| view! { <span class="tag">{app.t(Message::Rated)}</span> })}
        </button>
    }
}
