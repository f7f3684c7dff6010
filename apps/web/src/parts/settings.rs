use super::{ChoiceGroup, Dialog, Notations, ask_to_notify};
use crate::{
    app::{App, effect},
    lazy::{Lazy, LazyChunk, NotFetched},
    sound, texts,
};
use i18n::{Language, Message};
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::{
    Sound,
    settings::{self, Motion, PieceSet, Speed, Theme},
};

/// The settings dialog.
#[component]
pub(crate) fn SettingsDialog() -> impl IntoView {
    let app = App::get();
    move || {
        app.settings_open.get().then(|| {
            view! {
                <Dialog
                    title=app.title(Message::Settings)
                    name="settings"
                    on_close=Callback::new(move |()| app.settings_open.set(false))
                >
                    <Lazy chunk=LazyChunk::new(fetch_settings, settings_form)/>
                </Dialog>
            }
        })
    }
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_settings))]
fn settings_form() -> Result<AnyView, NotFetched> {
    Ok(view! { <Settings/> }.into_any())
}

/// The settings form.
#[component]
fn Settings() -> impl IntoView {
    let app = App::get();
    let notifies = Memo::new(move |_| app.settings.with(|settings| settings.notify_turn));
    effect(move || {
        if notifies.get() {
            ask_to_notify();
        }
    });
    view! {
        <Languages/>
        <Themes/>
        <PieceSets/>
        <h3>{app.text(Message::Notation)}</h3>
        <Notations/>
        <p class="label" data-example=true>{move || app.t_with(Message::NotationExample, &[app.notation().example()])}</p>
        <fieldset class="switches">
            <Switch name="sounds" message=Message::Sounds get=|s| s.sounds set=|s, on| s.sounds = on/>
            <Volume/>
            <Switch name="music" message=Message::Music get=|s| s.music set=|s, on| s.music = on/>
            <Switch name="haptics" message=Message::Haptics get=|s| s.haptics set=|s, on| s.haptics = on/>
            <Switch name="coordinates" message=Message::Coordinates get=|s| s.coordinates set=|s, on| s.coordinates = on/>
            <Switch name="zen" message=Message::ZenMode get=|s| s.zen set=|s, on| s.zen = on/>
            <Switch name="destinations" message=Message::ShowDestinations get=|s| s.destinations set=|s, on| s.destinations = on/>
            <Switch name="auto-flip" message=Message::AutoFlip get=|s| s.auto_flip set=|s, on| s.auto_flip = on/>
            <Switch name="notify-turn" message=Message::NotifyTurn get=|s| s.notify_turn set=|s, on| s.notify_turn = on/>
            <Switch name="confirm-resign" message=Message::ConfirmResign get=|s| s.confirm_resign set=|s, on| s.confirm_resign = on/>
        </fieldset>
        <Motions/>
        <h3>{app.text(Message::ConfirmMoves)}</h3>
        <fieldset class="switches">
            <Switch name="confirm-bullet" message=Message::SpeedBullet get=|s| s.confirm_moves.has(Speed::Bullet) set=|s, on| s.confirm_moves.set(Speed::Bullet, on)/>
            <Switch name="confirm-blitz" message=Message::SpeedBlitz get=|s| s.confirm_moves.has(Speed::Blitz) set=|s, on| s.confirm_moves.set(Speed::Blitz, on)/>
            <Switch name="confirm-rapid" message=Message::SpeedRapid get=|s| s.confirm_moves.has(Speed::Rapid) set=|s, on| s.confirm_moves.set(Speed::Rapid, on)/>
            <Switch name="confirm-classical" message=Message::SpeedClassical get=|s| s.confirm_moves.has(Speed::Classical) set=|s, on| s.confirm_moves.set(Speed::Classical, on)/>
            <Switch name="confirm-days" message=Message::FilterDays get=|s| s.confirm_days set=|s, on| s.confirm_days = on/>
        </fieldset>
    }
}

/// The speed of animations.
#[component]
fn Motions() -> impl IntoView {
    let app = App::get();
    let list = Signal::derive(move || {
        let words = |motion: &Motion| match motion {
            Motion::Off => app.t(Message::AnimationOff),
            Motion::Fast => app.t(Message::AnimationFast),
            Motion::Normal => app.t(Message::AnimationNormal),
        };
        Motion::ALL.iter().map(|it| (it.id().to_owned(), words(it).to_owned())).collect()
    });
    let chosen =
        Signal::derive(move || app.settings.with(|settings| settings.motion.id().to_owned()));
    let choose = Callback::new(move |id: String| {
        let motion = Motion::ALL.iter().find(|motion| motion.id() == id);
        app.settings.update(|settings| settings.motion = motion.copied().unwrap_or_default());
    });
    view! { <ChoiceGroup title=app.text(Message::Animation) name="animation" list chosen choose/> }
}

/// The volume of effects and music.
#[component]
fn Volume() -> impl IntoView {
    let app = App::get();
    view! {
        <label class="slider">
            <span>{app.text(Message::Volume)}</span>
            <input
                type="range"
                min="0"
                max="100"
                step="5"
                data-setting="volume"
                prop:value=move || app.settings.with(|settings| settings.volume.to_string())
                on:change=move |event| {
                    if let Ok(volume) = event_target_value(&event).parse() {
                        app.settings.update(|settings| settings.volume = volume);
                        sound::play(app, Sound::Move);
                    }
                }
            />
        </label>
    }
}

#[component]
fn Languages() -> impl IntoView {
    let app = App::get();
    let is_missing = RwSignal::new(false);
    let choose = move |language: Language| {
        leptos::task::spawn_local(async move {
            let loaded = texts::load(language).await;
            is_missing.try_set(loaded.is_err());
            if loaded.is_ok() {
                app.settings.update(|settings| settings.language = Some(language));
            }
        });
    };
    let buttons = Language::ALL.iter().map(|&language| {
        view! {
            <button
                data-language=language.tag()
                lang=language.tag()
                aria-pressed=move || (app.language() == language).to_string()
                on:click=move |_| choose(language)
            >
                {language.own_name()}
            </button>
        }
    });
    view! {
        <h3>{app.text(Message::LanguageTitle)}</h3>
        <div class="choices">{buttons.collect_view()}</div>
        {move || is_missing.get().then(|| view! { <p class="label" role="status">{app.text(Message::PartUnreachable)}</p> })}
    }
}

#[component]
fn Themes() -> impl IntoView {
    let app = App::get();
    let follow_system = view! {
        <button
            data-choose-theme="auto"
            aria-pressed=move || app.settings.with(|settings| settings.theme.is_none()).to_string()
            on:click=move |_| app.settings.update(|settings| settings.theme = None)
        >
            {app.text(Message::ThemeAuto)}
        </button>
    };
    let name = |theme| match theme {
        Theme::Paper => Message::ThemePaper,
        Theme::Wood => Message::ThemeWood,
        Theme::Jade => Message::ThemeJade,
        Theme::Ink => Message::ThemeInk,
    };
    let buttons = Theme::ALL.iter().map(|&theme| {
        view! {
            <button
                class="swatch"
                data-theme=theme.id()
                data-choose-theme=theme.id()
                aria-pressed=move || app.settings.with(|settings| settings.theme == Some(theme)).to_string()
                on:click=move |_| app.settings.update(|settings| settings.theme = Some(theme))
            >
                {move || app.t(name(theme))}
            </button>
        }
    });
    view! {
        <h3>{app.text(Message::Theme)}</h3>
        <div class="choices">{follow_system} {buttons.collect_view()}</div>
    }
}

#[component]
fn PieceSets() -> impl IntoView {
    let app = App::get();
    let name = |set| match set {
        PieceSet::Brush => Message::SetBrush,
        PieceSet::Pictures => Message::SetPictures,
        PieceSet::Contrast => Message::SetContrast,
        PieceSet::Letters => Message::SetLetters,
    };
    let buttons = PieceSet::ALL.iter().map(|&set| {
        view! {
            <button
                data-choose-pieces=set.id()
                aria-pressed=move || app.settings.with(|settings| settings.pieces == set).to_string()
                on:click=move |_| app.settings.update(|settings| settings.pieces = set)
            >
                {move || app.t(name(set))}
            </button>
        }
    });
    view! {
        <h3>{app.text(Message::PieceSet)}</h3>
        <div class="choices">{buttons.collect_view()}</div>
    }
}

/// A switch for one setting.
#[component]
pub(crate) fn Switch(
    name: &'static str,
    message: Message,
    get: fn(&settings::PageSettings) -> bool,
    set: fn(&mut settings::PageSettings, bool),
) -> impl IntoView {
    let app = App::get();
    view! {
        <label class="switch">
            <span>{app.text(message)}</span>
            <input
                type="checkbox"
                role="switch"
                data-setting=name
                prop:checked=move || app.settings.with(get)
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    app.settings.update(|settings| set(settings, on));
                }
            />
        </label>
    }
}
