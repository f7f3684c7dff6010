use crate::{browser, parts, screen};
use leptos::prelude::*;
use ui_model::{
    Route, TableModel,
    catalogue::{self, Language, Message},
    settings::Settings,
};

const SETTINGS: &str = "chuhe.settings";

/// What every component may ask for: language, settings, where we are.
#[derive(Clone, Copy)]
pub(crate) struct App {
    /// What the player has chosen.
    pub(crate) settings: RwSignal<Settings>,
    /// Which page is shown.
    pub(crate) route: RwSignal<Route>,
    /// The record that is shown.
    pub(crate) record: RwSignal<Option<TableModel>>,
    /// Whether the settings are open.
    pub(crate) settings_open: RwSignal<bool>,
    /// Whether the window is higher than wide.
    pub(crate) portrait: RwSignal<bool>,
    browser_language: Language,
}

impl App {
    fn new() -> App {
        let settings = Settings::read(&browser::kept(SETTINGS).unwrap_or_default());
        App {
            settings: RwSignal::new(settings),
            route: RwSignal::new(here()),
            record: RwSignal::new(None),
            settings_open: RwSignal::new(false),
            portrait: RwSignal::new(is_portrait()),
            browser_language: Language::of_browser(&browser::language()),
        }
    }

    /// The app this component belongs to.
    pub(crate) fn get() -> App {
        expect_context()
    }

    /// The language spoken now.
    pub(crate) fn language(self) -> Language {
        self.settings.with(|settings| settings.language).unwrap_or(self.browser_language)
    }

    /// A message in the language spoken now.
    pub(crate) fn say(self, message: Message) -> &'static str {
        message.in_language(self.language())
    }

    /// A message with its values filled in.
    pub(crate) fn fill(self, message: Message, values: &[&str]) -> String {
        catalogue::fill(self.say(message), values)
    }

    /// Goes to another page.
    pub(crate) fn go(self, route: Route) {
        let history = browser::window().history();
        if let Ok(history) = history {
            let _ =
                history.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&route.href()));
        }
        self.route.set(route);
    }

    /// Puts the settings on the page and keeps them whenever they change.
    fn apply_settings(self) {
        Effect::new(move || {
            let settings = self.settings.get();
            if let Some(root) = browser::document().document_element() {
                let _ = root.set_attribute("data-theme", settings.theme.id());
                let _ = root.set_attribute("data-pieces", settings.pieces.id());
                let _ = root.set_attribute("lang", self.language().tag());
            }
            browser::keep(SETTINGS, &settings.to_text());
        });
    }
}

/// The page of the address bar.
fn here() -> Route {
    let location = browser::window().location();
    Route::read(&location.pathname().unwrap_or_default(), &location.hash().unwrap_or_default())
}

/// The whole page.
#[component]
pub(crate) fn Page() -> impl IntoView {
    let app = App::new();
    provide_context(app);
    app.apply_settings();
    crate::sound::music(app);
    for event in ["popstate", "hashchange"] {
        browser::listen(&browser::window(), event, move |_| app.route.set(here()));
    }
    browser::listen(&browser::window(), "resize", move |_| app.portrait.set(is_portrait()));
    view! {
        <parts::Sprite/>
        {move || match app.route.get() {
            Route::Start => view! { <screen::Start/> }.into_any(),
            Route::New(variant) => view! { <screen::New variant/> }.into_any(),
            Route::Play => view! { <screen::LocalTable/> }.into_any(),
            Route::Table(id) => view! { <screen::RemoteTable id/> }.into_any(),
            Route::Record => view! { <screen::Record/> }.into_any(),
            Route::Hall => view! { <screen::Hall/> }.into_any(),
            Route::Board(id) => view! { <screen::Live id/> }.into_any(),
        }}
        <parts::SettingsDialog/>
    }
}

fn is_portrait() -> bool {
    browser::matches_media("(orientation: portrait)")
}
