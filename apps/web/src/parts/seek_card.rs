use super::{Icon, PlayerLink};
use crate::{app::App, backend};
use i18n::{Message, clock_words, variant_name};
use leptos::prelude::*;
use protocol::Seek;
use ui_model::{
    Route, Variant, lobby_list::joiner_words, option_specs::option_words, players::player_words,
    range_words,
};

/// A player who waits for an opponent. A tap seats the player at the table. A guest who taps a rated
/// game is shown the table, which asks for an account. A link beside it opens the card of an account.
#[component]
pub(crate) fn SeekCard(
    seek: Seek,
    /// Whether the card names the game.
    names_game: bool,
    /// Whether the reader follows the player.
    #[prop(optional)]
    is_followed: bool,
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
    about.extend(range_words(&plan));
    about.extend(joiner_words(app.language(), &plan));
    let (id, rated) = (table.clone(), plan.rated);
    let trouble = RwSignal::new(None::<String>);
    let is_joining = RwSignal::new(false);
    let join = move |_| {
        let id = id.clone();
        if rated && app.account.with_untracked(Option::is_none) {
            return app.go(Route::Table(id));
        }
        trouble.set(None);
        is_joining.set(true);
        leptos::task::spawn_local(async move {
            if backend::take_seat(app, id, is_joining, trouble).await.is_err() {
                // The page may have been left in the meantime.
                is_joining.try_set(false);
                trouble.try_set(Some(app.t(Message::PartUnreachable).to_owned()));
            }
        });
    };
    // Only accounts have a strength.
    let account = strength.is_some().then(|| name.clone());
    view! {
        <div class="seek-row">
        <button type="button" class="seek" class:followed=is_followed data-seek=table.into_string() data-rated=plan.rated.to_string() disabled=move || is_joining.get() on:click=join>
            <strong>{player_words(&name, strength)}</strong>
            <span>{about.join("\u{a0}· ")}</span>
            {plan.rated.then(|| view! { <span class="tag">{app.t(Message::Rated)}</span> })}
            {move || trouble.get().map(|why| view! { <span class="trouble" role="alert" data-trouble=true>{why}</span> })}
        </button>
        {account.map(|name| view! {
            <PlayerLink name><Icon d="M12 12A4 4 0 1 0 12 4A4 4 0 0 0 12 12ZM4 20C4 16 8 14 12 14S20 16 20 20"/></PlayerLink>
        })}
        </div>
    }
}
