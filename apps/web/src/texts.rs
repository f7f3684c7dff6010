//! The texts of a language: two files beside the page's program.
//!
//! `start.js` loads the first file of the first language. The program loads all others.

use crate::{app::App, browser};
use i18n::{Language, Message, NotACatalogue, Part};
use leptos::prelude::{GetValue, Set, SetValue};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// Name of the window's property with the texts of the start page and of a first game.
const TEXTS: &str = "chuheTexts";

/// Delay before texts that failed to load are requested again, in milliseconds.
const RETRY_MS: u32 = 2_000;

/// The texts cannot be fetched.
pub(crate) struct TextsMissing;

/// Takes the texts of the start page, which are there before the program starts.
pub(crate) fn take_first(language: Language) {
    let packed = js_sys::Reflect::get(&browser::window(), &TEXTS.into());
    take(language, Part::First, packed.ok().and_then(|packed| packed.as_string()));
}

/// Loads all other texts of the language. Then texts that were missing are shown.
pub(crate) fn load_others(app: App) {
    if app.loads_texts.get_value() || app.language_untracked().is_loaded(Part::Others) {
        return;
    }
    app.loads_texts.set_value(true);
    leptos::task::spawn_local(async move {
        // The reader may choose another language in the meantime, which is loaded before it is shown.
        while load(app.language_untracked()).await.is_err() {
            browser::pause(RETRY_MS).await;
        }
        app.loads_texts.set_value(false);
        if Message::were_missed() {
            app.has_late_texts.set(true);
        }
    });
}

fn take(language: Language, part: Part, packed: Option<String>) {
    if let Err(error) = language.load(part, packed.unwrap_or_default()) {
        report(error);
    }
}

/// Only a mistake in the build leads here.
fn report(error: NotACatalogue) {
    web_sys::console::error_1(&error.to_string().into());
}

/// Loads the texts of a language unless they are loaded.
///
/// # Errors
/// If a file cannot be fetched, or is not the one of this program.
pub(crate) async fn load(language: Language) -> Result<(), TextsMissing> {
    for (part, end) in [(Part::First, ".txt"), (Part::Others, ".more.txt")] {
        if !language.is_loaded(part) {
            let packed = fetch(language, end).await.ok().flatten().ok_or(TextsMissing)?;
            language.load(part, packed).map_err(|error| {
                report(error);
                TextsMissing
            })?;
        }
    }
    Ok(())
}

async fn fetch(language: Language, end: &str) -> Result<Option<String>, JsValue> {
    let program = browser::document().query_selector("link[rel=modulepreload]")?;
    let script = program.and_then(|link| link.get_attribute("href")).unwrap_or_default();
    let folder = script.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = [folder, "/", language.tag(), end].concat();
    let response = JsFuture::from(browser::window().fetch_with_str(&path)).await?;
    let response: Response = response.dyn_into()?;
    if !response.ok() {
        return Ok(None);
    }
    Ok(JsFuture::from(response.text()?).await?.as_string())
}
