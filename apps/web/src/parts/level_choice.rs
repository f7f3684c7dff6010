use crate::app::App;
use i18n::{Message, level_name};
use leptos::prelude::*;
use ui_model::{Level, Variant};

/// Choice of the computer's level: a button for each, with name, number and rating.
#[component]
pub(crate) fn LevelChoice(
    variant: Variant,
    #[prop(into)] chosen: Signal<Level>,
    choose: Callback<Level>,
) -> impl IntoView {
    let app = App::get();
    let buttons = Level::ALL.map(|offered| {
        let rating = offered.rating(variant);
        let small = match offered.number() {
            Some(number) => format!("{number} · {rating}"),
            None => rating.to_string(),
        };
        view! {
            <button
                type="button"
                data-value=offered.as_str()
                aria-pressed=move || (chosen.get() == offered).to_string()
                on:click=move |_| choose.run(offered)
            >
                <span>{move || level_name(app.language(), offered)}</span>
                <small>{small}</small>
            </button>
        }
    });
    view! {
        <div class="field" data-field="level">
            <span class="label">{app.text(Message::Level)} "\u{a0}· " {app.text(Message::LevelRatings)}</span>
            <div class="levels" role="group" aria-label=app.text(Message::Level)>{buttons}</div>
        </div>
    }
}
