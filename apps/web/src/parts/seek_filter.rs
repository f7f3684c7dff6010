use crate::{
    app::App,
    browser::{self, BrowserStorage},
};
use i18n::{Message, variant_name};
use leptos::prelude::*;
use ui_model::{Variant, lobby_list::SeekFilter, stored};

/// Storage key of the filter of the waiting players.
const FILTER: &str = "chuhe.seeks";

/// The filter that this device remembers.
pub(crate) fn stored_filter() -> SeekFilter {
    stored::read(BrowserStorage, FILTER, SeekFilter::parse).unwrap_or_default()
}

/// The choice of the waiting players that are shown. The device remembers it.
#[component]
pub(crate) fn SeekFilterChoice(
    /// The filter.
    filter: RwSignal<SeekFilter>,
) -> impl IntoView {
    let app = App::get();
    let change = move |change: &dyn Fn(&mut SeekFilter)| {
        filter.update(|filter| change(filter));
        browser::store(FILTER, &filter.get_untracked().to_text());
    };
    let game = move |event| {
        let chosen = event_target_value(&event).parse().ok();
        change(&|filter| filter.variant = chosen);
    };
    let pace = move |event| {
        let chosen = event_target_value(&event).parse().ok();
        change(&|filter| filter.is_correspondence = chosen);
    };
    let rated = move |event| {
        let chosen = event_target_value(&event).parse().ok();
        change(&|filter| filter.is_rated = chosen);
    };
    let games = Variant::ALL.map(|variant| {
        let is_chosen = move || filter.get().variant == Some(variant);
        view! {
            <option value=variant.as_str() prop:selected=is_chosen>{move || variant_name(app.language(), variant)}</option>
        }
    });
    // An empty value excludes no player.
    let option =
        move |value: Option<bool>, words: Message, read: fn(SeekFilter) -> Option<bool>| {
            let is_chosen = move || read(filter.get()) == value;
            let text = value.map_or(String::new(), |value| value.to_string());
            view! { <option value=text prop:selected=is_chosen>{app.text(words)}</option> }
        };
    let is_slow = |filter: SeekFilter| filter.is_correspondence;
    let is_rated = |filter: SeekFilter| filter.is_rated;
    view! {
        <div class="seek-filter" role="group" aria-label=app.text(Message::SeekFilter)>
            <select data-filter="game" aria-label=app.text(Message::GameTitle) on:change=game>
                <option value="" prop:selected=move || filter.get().variant.is_none()>{app.text(Message::FilterAnyGame)}</option>
                {games}
            </select>
            <select data-filter="clock" aria-label=app.text(Message::Clock) on:change=pace>
                {option(None, Message::FilterAnyClock, is_slow)}
                {option(Some(false), Message::FilterLive, is_slow)}
                {option(Some(true), Message::FilterDays, is_slow)}
            </select>
            <select data-filter="rated" aria-label=app.text(Message::Rated) on:change=rated>
                {option(None, Message::FilterAnyRated, is_rated)}
                {option(Some(true), Message::Rated, is_rated)}
                {option(Some(false), Message::CasualGame, is_rated)}
            </select>
        </div>
    }
}
