//! The choices of a game's rules and clock, on the form of a new game and of a challenge.

use super::{ChoiceGroup, Icon};
use crate::app::App;
use i18n::{Message, clock_words};
use leptos::prelude::*;
use ui_model::{
    CLOCKS, NewGame, Variant,
    option_specs::{self, OptionSpec, Values, option_words},
};

/// Value of the choice of another clock than those on offer.
const OTHER: &str = "other";

/// The options on the form itself.
#[component]
pub(crate) fn EssentialOptions(
    /// The form.
    form: RwSignal<NewGame>,
) -> impl IntoView {
    let specs = option_specs::of(form.with_untracked(|form| form.variant)).iter();
    specs
        .filter(|spec| is_essential(spec))
        .map(|spec| view! { <OneOption form spec/> })
        .collect_view()
}

/// The other options of the game, folded, with more choices below them.
#[component]
pub(crate) fn GameOptions(
    /// The form.
    form: RwSignal<NewGame>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let app = App::get();
    let variant = form.with_untracked(|form| form.variant);
    let specs = option_specs::of(variant).iter().filter(|spec| !is_essential(spec));
    view! {
        <details class="more">
            <summary>
                <Icon d="M4 7H13M17 7H20M15 5V9M4 12H7M11 12H20M9 10V14M4 17H14M18 17H20M16 15V19"/>
                <span>{app.text(Message::Options)}</span>
                <small class="label">{move || changed_options(app, form)}</small>
                <span class="fold"><Icon d="M6 9L12 15L18 9"/></span>
            </summary>
            <Presets form/>
            {specs.map(|spec| view! { <OneOption form spec/> }).collect_view()}
            {variant.has_setup().then(|| view! { <SetupTime form/> })}
            {children.map(|children| children())}
        </details>
    }
}

/// The choice of the clock: one of those on offer, or any other.
#[component]
pub(crate) fn Clocks(
    /// The form.
    form: RwSignal<NewGame>,
    /// The clocks on offer for a game.
    #[prop(default = |_| CLOCKS.to_vec())]
    clocks: fn(Variant) -> Vec<&'static str>,
) -> impl IntoView {
    let app = App::get();
    let variant = Memo::new(move |_| form.with(|form| form.variant));
    let is_custom = Memo::new(move |_| form.with(|form| form.custom_clock.is_some()));
    let option = move |clock: &'static str| {
        let is_chosen = move || !is_custom.get() && form.with(|form| form.clock == clock);
        view! {
            <option value=clock prop:selected=is_chosen>
                {move || clock_words(app.language(), clock)}
            </option>
        }
    };
    let choose = move |event| {
        let clock = event_target_value(&event);
        form.update(|form| {
            if clock == OTHER { form.choose_custom_clock() } else { form.set_clock(clock) }
        });
    };
    view! {
        <label class="field" data-field="clock">
            <span class="label">{app.text(Message::Clock)}</span>
            <select data-input="clock" on:change=choose>
                {move || clocks(variant.get()).into_iter().map(option).collect_view()}
                <option value=OTHER prop:selected=move || is_custom.get()>{app.text(Message::ClockCustom)}</option>
            </select>
        </label>
        <CustomClock form/>
    }
}

/// The fields of another clock: minutes for the game and seconds for each move.
#[component]
fn CustomClock(
    /// The form.
    form: RwSignal<NewGame>,
) -> impl IntoView {
    let app = App::get();
    let is_custom = Memo::new(move |_| form.with(|form| form.custom_clock.is_some()));
    let trouble = Memo::new(move |_| form.with(NewGame::clock_problem));
    let field = move |name: &'static str, label: Message, is_seconds: bool| {
        let typed = move || {
            let pair = form.with_untracked(|form| form.custom_clock.clone()).unwrap_or_default();
            if is_seconds { pair.1 } else { pair.0 }
        };
        let on_input = move |event| {
            form.update(|form| {
                let (mut minutes, mut seconds) = form.custom_clock.clone().unwrap_or_default();
                *(if is_seconds { &mut seconds } else { &mut minutes }) =
                    event_target_value(&event);
                form.set_custom_clock(minutes, seconds);
            });
        };
        view! {
            <label>
                <small class="label">{app.text(label)}</small>
                <input type="text" inputmode="decimal" size="5" autocomplete="off" data-input=name
                    aria-invalid=move || trouble.with(Option::is_some).to_string()
                    prop:value=typed on:input=on_input/>
            </label>
        }
    };
    move || {
        is_custom.get().then(|| view! {
            <div class="field range" data-field="custom-clock">
                <div class="range-ends">
                    {field("clock-minutes", Message::ClockMinutes, false)}
                    {field("clock-seconds", Message::ClockSeconds, true)}
                </div>
                <div role="alert">
                    {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble="clock">{app.t(why)}</p> })}
                </div>
            </div>
        })
    }
}

/// The choice of teams is on the form itself, not among the other options.
const ESSENTIAL: &str = "mode";

fn is_essential(spec: &OptionSpec) -> bool {
    spec.key == ESSENTIAL
}

/// The options that differ from the default.
fn changed_options(app: App, form: RwSignal<NewGame>) -> String {
    form.with(|form| {
        let text = form.options_without(ESSENTIAL);
        option_words(app.language(), form.variant, &text).join("\u{a0}· ")
    })
}

#[component]
fn Presets(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let presets = option_specs::presets(form.with_untracked(|form| form.variant));
    let list = Signal::derive(move || {
        presets
            .iter()
            .map(|&(value, message)| (value.to_owned(), app.t(message).to_owned()))
            .collect()
    });
    let chosen = Signal::derive(move || form.with(|form| form.preset.clone()));
    let choose = Callback::new(move |preset: String| form.update(|form| form.set_preset(&preset)));
    (!presets.is_empty()).then(|| {
        view! {
            <ChoiceGroup title=app.title(Message::Preset) name="preset" list chosen choose/>
        }
    })
}

#[component]
fn OneOption(form: RwSignal<NewGame>, spec: &'static OptionSpec) -> impl IntoView {
    let app = App::get();
    let value = Signal::derive(move || form.with(|form| form.value(spec).to_owned()));
    let set = move |value: &str| form.update(|form| form.set(spec.key, value));
    let title = Signal::derive(move || app.t(spec.label).to_owned());
    let choose = Callback::new(move |value: String| set(&value));
    match spec.values {
        Values::Flag { .. } => view! {
            <label class="switch" data-field=spec.key>
                <span>{move || title.get()}</span>
                <input
                    type="checkbox"
                    role="switch"
                    data-option=spec.key
                    prop:checked=move || value.get() == "yes"
                    on:change=move |event| set(if event_target_checked(&event) { "yes" } else { "no" })
                />
            </label>
        }
        .into_any(),
        Values::OneOf(values) => {
            let list = Signal::derive(move || {
                values.iter().map(|&(value, message)| (value.to_owned(), app.t(message).to_owned())).collect()
            });
            view! { <ChoiceGroup title name=spec.key list chosen=value choose/> }.into_any()
        }
        Values::Numbers { offered, .. } => {
            let list = Signal::derive(move || {
                let words = |text: &str| match text {
                    "off" | "none" => app.t(Message::None).to_owned(),
                    number => number.to_owned(),
                };
                offered.iter().map(|&text| (text.to_owned(), words(text))).collect()
            });
            view! { <ChoiceGroup title name=spec.key list chosen=value choose/> }.into_any()
        }
    }
}

#[component]
fn SetupTime(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let list = Signal::derive(move || {
        ["0", "30", "60", "120"]
            .map(|text| {
                (
                    text.to_owned(),
                    if text == "0" { app.t(Message::None).to_owned() } else { text.to_owned() },
                )
            })
            .to_vec()
    });
    let chosen = Signal::derive(move || form.with(|form| form.setup_seconds.to_string()));
    let choose = Callback::new(move |value: String| {
        form.update(|form| form.setup_seconds = value.parse().unwrap_or(0));
    });
    view! {
        <ChoiceGroup title=app.title(Message::SetupSeconds) name="setup-seconds" list chosen choose/>
    }
}
