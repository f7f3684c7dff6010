//! What the pages ask of the browser, with answers in Rust's terms.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Document, Storage, Window};

/// Shows a panic in the console: without this it would only say "unreachable".
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&JsValue::from_str(&info.to_string()));
    }));
}

/// The page's window. Only called on the page, where there is one.
pub(crate) fn window() -> Window {
    web_sys::window().unwrap_or_else(|| js_sys::global().unchecked_into())
}

/// The page's document.
pub(crate) fn document() -> Document {
    window().document().unwrap_or_else(|| js_sys::global().unchecked_into())
}

/// The browser's own language.
pub(crate) fn language() -> String {
    window().navigator().language().unwrap_or_default()
}

/// Milliseconds on a clock that never runs backwards.
pub(crate) fn now_ms() -> f64 {
    window().performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}

/// Milliseconds since the epoch.
pub(crate) fn epoch_ms() -> u64 {
    js_sys::Date::now() as u64
}

/// A day as it is written in a language.
pub(crate) fn format_day(language: &str, ms: u64) -> String {
    let options = styled(&[("dateStyle", "medium")]);
    date(ms).to_locale_date_string(language, &options).into()
}

/// A day and its hour as they are written in a language, where the reader is.
pub(crate) fn format_time(language: &str, ms: u64) -> String {
    let options = styled(&[("dateStyle", "medium"), ("timeStyle", "short")]);
    date(ms).to_locale_string(language, &options).into()
}

fn date(ms: u64) -> js_sys::Date {
    js_sys::Date::new(&JsValue::from_f64(ms as f64))
}

fn styled(styles: &[(&str, &str)]) -> js_sys::Object {
    let options = js_sys::Object::new();
    for &(part, style) in styles {
        // A fresh plain object takes any property.
        let _ = js_sys::Reflect::set(&options, &part.into(), &style.into());
    }
    options
}

/// Random bytes fit for secrets.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    let crypto =
        window().crypto().map_err(|_| "this browser has no source of chance".to_owned())?;
    crypto
        .get_random_values_with_u8_array(&mut bytes)
        .map_err(|_| "the browser gave no random bytes".to_owned())?;
    Ok(bytes)
}

/// Random bytes as hex digits.
pub(crate) fn random_hex<const N: usize>() -> Result<String, String> {
    Ok(base16ct::lower::encode_string(&random::<N>()?))
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// What is kept under this name.
pub(crate) fn stored(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Keeps a text under this name. `false` when the browser has no room for it.
pub(crate) fn store(name: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// Keeps nothing under this name any more.
pub(crate) fn remove_stored(name: &str) {
    if let Some(storage) = storage() {
        // Removing what is not there, or from a storage that is closed to us, changes nothing.
        let _ = storage.remove_item(name);
    }
}

/// The names that begin so under which something is kept.
pub(crate) fn stored_names(beginning: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let names = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok().flatten());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(beginning)).collect();
    names.sort();
    names
}

/// What is kept under this name for as long as the tab is open; nothing if it is empty.
pub(crate) fn session_stored(name: &str) -> Option<String> {
    let storage = window().session_storage().ok().flatten()?;
    storage.get_item(name).ok().flatten().filter(|text| !text.is_empty())
}

/// Keeps a text for as long as the tab is open. A browser without room forgets it with the page.
pub(crate) fn session_store(name: &str, text: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(name, text);
    }
}

/// Calls `work` once after so many milliseconds.
pub(crate) fn run_after(ms: u32, work: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(work);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(
        callback.unchecked_ref(),
        i32::try_from(ms).unwrap_or(i32::MAX),
    );
}

/// Listens to an event for as long as the page lives.
pub(crate) fn listen(
    target: &web_sys::EventTarget,
    event: &str,
    work: impl FnMut(web_sys::Event) + 'static,
) {
    let callback = Closure::<dyn FnMut(web_sys::Event)>::new(work);
    let _ = target.add_event_listener_with_callback(event, callback.as_ref().unchecked_ref());
    callback.forget();
}

/// Whether the page matches a media query now.
pub(crate) fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// A text in GBK; `None` for what is none. The browser knows GBK, so that the page need not carry
/// its tables.
pub(crate) fn decode_gbk(bytes: &[u8]) -> Option<String> {
    let decoder = web_sys::TextDecoder::new_with_label("gbk").ok()?;
    let text = decoder.decode_with_u8_array(bytes).ok()?;
    // What cannot be decoded becomes this sign.
    (!text.contains('\u{fffd}')).then_some(text)
}

/// Hands a text to the browser as a file to keep.
pub(crate) fn download(name: &str, text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = web_sys::Blob::new_with_str_sequence(&parts)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link: web_sys::HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // Once the download has begun the address is of no more use.
    run_after(10_000, move || {
        let _ = web_sys::Url::revoke_object_url(&address);
    });
    Ok(())
}
