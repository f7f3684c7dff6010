//! Browser functions with Rust types.

use leptos::{html::ElementType, prelude::*};
use ui_model::{records::Encoding, stored::Storage};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, EventTarget, Window};

/// Reports panics in the console. Without this the message is only "unreachable".
pub(crate) fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&JsValue::from_str(&info.to_string()));
    }));
}

/// The page's window. Only called on the page, where it exists.
pub(crate) fn window() -> Window {
    web_sys::window().unwrap_or_else(|| js_sys::global().unchecked_into())
}

/// Whether the page was opened on the computer that serves it, at an address that leads nowhere from
/// other devices.
pub(crate) fn is_on_loopback() -> bool {
    let here = window().location().hostname().unwrap_or_default();
    matches!(here.as_str(), "localhost" | "127.0.0.1" | "[::1]")
}

/// Host and port of this site; empty on the computer that serves it.
pub(crate) fn public_host() -> String {
    if is_on_loopback() { String::new() } else { window().location().host().unwrap_or_default() }
}

/// The document of the page.
pub(crate) fn document() -> Document {
    window().document().unwrap_or_else(|| js_sys::global().unchecked_into())
}

/// Milliseconds on a monotonic clock.
pub(crate) fn now_ms() -> f64 {
    window().performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}

/// Unix time in milliseconds.
pub(crate) fn epoch_ms() -> u64 {
    js_sys::Date::now() as u64
}

/// A day in the format of a language.
pub(crate) fn format_day(language: &str, ms: u64) -> String {
    let options = styled(&[("dateStyle", "medium")]);
    date(ms).to_locale_date_string(language, &options).into()
}

/// A month and day in the format of a language.
pub(crate) fn format_short_day(language: &str, ms: u64) -> String {
    let options = styled(&[("month", "short"), ("day", "numeric"), ("year", "2-digit")]);
    date(ms).to_locale_date_string(language, &options).into()
}

/// A day and time in the format of a language and the local time zone.
pub(crate) fn format_time(language: &str, ms: u64) -> String {
    let options = styled(&[("dateStyle", "medium"), ("timeStyle", "short")]);
    date(ms).to_locale_string(language, &options).into()
}

/// A day in the format of game files: `2026.11.25`.
pub(crate) fn day(ms: u64) -> String {
    let date = date(ms);
    format!("{:04}.{:02}.{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

fn date(ms: u64) -> js_sys::Date {
    js_sys::Date::new(&JsValue::from_f64(ms as f64))
}

fn styled(styles: &[(&str, &str)]) -> js_sys::Object {
    let options = js_sys::Object::new();
    for &(part, style) in styles {
        // A new plain object accepts any property.
        let _ = js_sys::Reflect::set(&options, &part.into(), &style.into());
    }
    options
}

/// Cryptographically secure random bytes.
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

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// The stored text under this name.
pub(crate) fn stored(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Stores a text under this name. Returns `false` if the storage is full.
pub(crate) fn store(name: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// Removes the stored text under this name.
pub(crate) fn remove_stored(name: &str) {
    if let Some(storage) = storage() {
        // Removing a missing entry changes nothing, and neither does a failure to access the
        // storage.
        let _ = storage.remove_item(name);
    }
}

/// The names of stored texts with this prefix, in no order.
pub(crate) fn stored_names(beginning: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let names = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok().flatten());
    names.filter(|name| name.starts_with(beginning)).collect()
}

/// The text stored under this name for the tab's session; `None` if it is empty.
pub(crate) fn session_stored(name: &str) -> Option<String> {
    let storage = window().session_storage().ok().flatten()?;
    storage.get_item(name).ok().flatten().filter(|text| !text.is_empty())
}

/// Stores a text for the tab's session. If the storage is full, the text is lost.
pub(crate) fn session_store(name: &str, text: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(name, text);
    }
}

/// The browser's permanent storage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BrowserStorage;

impl Storage for BrowserStorage {
    fn get(self, key: &str) -> Option<String> {
        stored(key)
    }

    fn set(self, key: &str, text: &str) -> bool {
        store(key, text)
    }

    fn remove(self, key: &str) {
        remove_stored(key);
    }

    fn keys(self, prefix: &str) -> Vec<String> {
        stored_names(prefix)
    }
}

/// Calls `work` once after a number of milliseconds.
pub(crate) fn run_after(ms: u32, work: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(work);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(
        callback.unchecked_ref(),
        i32::try_from(ms).unwrap_or(i32::MAX),
    );
}

/// Whether the page is hidden: another tab is shown.
pub(crate) fn is_hidden() -> bool {
    document().hidden()
}

/// Waits for a number of milliseconds.
pub(crate) async fn pause(ms: u32) {
    let promise = js_sys::Promise::new(&mut |done, _| {
        run_after(ms, move || _ = done.call0(&JsValue::NULL));
    });
    // It is never rejected.
    let _ = JsFuture::from(promise).await;
}

/// A listener of an event. It is removed when this is dropped.
pub(crate) struct Listener {
    target: EventTarget,
    event: &'static str,
    callback: Closure<dyn FnMut(web_sys::Event)>,
}

impl Listener {
    /// Keeps the listener for as long as the page is open.
    pub(crate) fn keep(self) {
        std::mem::forget(self);
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let callback = self.callback.as_ref().unchecked_ref();
        let _ = self.target.remove_event_listener_with_callback(self.event, callback);
    }
}

/// Scrolls the page as little as possible until an element is visible.
pub(crate) fn bring_into_view(element: &web_sys::Element) {
    let how = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&how, &"block".into(), &"nearest".into());
    let method = js_sys::Reflect::get(element, &"scrollIntoView".into());
    if let Some(method) = method.ok().and_then(|it| it.dyn_into::<js_sys::Function>().ok()) {
        let _ = method.call1(element, &how);
    }
}

/// Brings an element of a page into view after its next layout, unless it is gone by then.
pub(crate) fn bring_into_view_soon<E>(place: NodeRef<E>)
where
    E: ElementType,
    E::Output: JsCast + AsRef<web_sys::Element> + Clone + 'static,
{
    run_after(0, move || {
        if let Some(place) = place.try_get_untracked().flatten() {
            bring_into_view(place.as_ref());
        }
    });
}

/// Listens to an event until the returned listener is dropped.
#[must_use]
pub(crate) fn listen(
    target: &EventTarget,
    event: &'static str,
    work: impl FnMut(web_sys::Event) + 'static,
) -> Listener {
    let callback = Closure::<dyn FnMut(web_sys::Event)>::new(work);
    let _ = target.add_event_listener_with_callback(event, callback.as_ref().unchecked_ref());
    Listener { target: target.clone(), event, callback }
}

/// Tells `start.js` that the address has changed, so that it updates the site's bar.
pub(crate) fn announce_page() {
    if let Ok(event) = web_sys::Event::new("chuhe-page") {
        let _ = window().dispatch_event(&event);
    }
}

/// Whether the page matches a media query now.
pub(crate) fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Whether the device has enough processors for an engine beside the page.
pub(crate) fn is_fast() -> bool {
    const PROCESSORS: f64 = 4.0;
    window().navigator().hardware_concurrency() >= PROCESSORS
}

/// Copies a text to the clipboard. `on_done` receives whether the text was copied: the browser may
/// refuse, and a page that was loaded with plain HTTP from another device has no clipboard.
pub(crate) fn copy_text(text: &str, on_done: impl FnOnce(bool) + 'static) {
    let navigator = window().navigator();
    let has_clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into())
        .is_ok_and(|clipboard| clipboard.is_object());
    // Without a clipboard this call would throw.
    let written = has_clipboard.then(|| navigator.clipboard().write_text(text));
    wasm_bindgen_futures::spawn_local(async move {
        on_done(match written {
            Some(written) => JsFuture::from(written).await.is_ok(),
            None => false,
        });
    });
}

/// A short vibration, on devices that support it.
pub(crate) fn tick() {
    const MS: u32 = 8;
    let navigator = window().navigator();
    if js_sys::Reflect::has(&navigator, &"vibrate".into()).unwrap_or(false) {
        navigator.vibrate_with_duration(MS);
    }
}

/// Decodes a text; `None` if it is invalid. The browser has the tables, so the page need not contain
/// them.
pub(crate) fn decode(encoding: Encoding, bytes: &[u8]) -> Option<String> {
    let decoder = web_sys::TextDecoder::new_with_label(encoding.label()).ok()?;
    let text = decoder.decode_with_u8_array(bytes).ok()?;
    // The decoder replaces invalid bytes with this character.
    (!text.contains('\u{fffd}')).then_some(text)
}

/// Starts to load a style sheet that only some parts need. The returned future resolves when it
/// applies or has failed to load. `None` if it was requested before.
pub(crate) fn load_style(href: &str) -> Option<wasm_bindgen_futures::JsFuture> {
    let head = document().head()?;
    if let Ok(Some(_)) = head.query_selector(&format!("link[href=\"{href}\"]")) {
        return None;
    }
    let link = document().create_element("link").ok()?;
    let _ = link.set_attribute("rel", "stylesheet");
    let _ = link.set_attribute("href", href);
    let loaded = js_sys::Promise::new(&mut |resolve, _| {
        for event in ["load", "error"] {
            let _ = link.add_event_listener_with_callback(event, &resolve);
        }
    });
    let _ = head.append_child(&link);
    Some(wasm_bindgen_futures::JsFuture::from(loaded))
}

/// Renders a picture as a PNG, with the longer side this many pixels long.
///
/// # Errors
/// The browser's error.
pub(crate) async fn paint(svg: &str, pixels: f64) -> Result<web_sys::Blob, JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(svg));
    let kind = web_sys::BlobPropertyBag::new();
    kind.set_type("image/svg+xml");
    let drawn = web_sys::Blob::new_with_str_sequence_and_options(&parts, &kind)?;
    let address = web_sys::Url::create_object_url_with_blob(&drawn)?;
    let image = web_sys::HtmlImageElement::new()?;
    image.set_src(&address);
    let decoded = JsFuture::from(image.decode()).await;
    web_sys::Url::revoke_object_url(&address)?;
    decoded?;
    let (width, height) = (f64::from(image.natural_width()), f64::from(image.natural_height()));
    let scale = pixels / width.max(height).max(1.0);
    let (width, height) = ((width * scale).round(), (height * scale).round());
    let canvas: web_sys::HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context = canvas.get_context("2d")?.ok_or_else(|| JsValue::from_str("no canvas"))?;
    context
        .unchecked_into::<web_sys::CanvasRenderingContext2d>()
        .draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)?;
    let blob = js_sys::Promise::new(&mut |resolve, reject| {
        let done = Closure::once_into_js(move |blob: JsValue| {
            // A canvas that is too large for this browser gives no blob.
            let settle = if blob.is_null() { &reject } else { &resolve };
            let _ = settle.call1(&JsValue::UNDEFINED, &blob);
        });
        let _ = canvas.to_blob(done.unchecked_ref());
    });
    Ok(JsFuture::from(blob).await?.unchecked_into())
}

/// Shares a picture and a text with the device's share dialog. If sharing is not supported,
/// downloads the picture.
///
/// # Errors
/// The browser's error. Closing the share dialog is no error.
pub(crate) async fn share(
    name: &str,
    png: &web_sys::Blob,
    words: &str,
) -> Result<Sharing, JsValue> {
    let kind = web_sys::FilePropertyBag::new();
    kind.set_type("image/png");
    let parts = js_sys::Array::of1(png);
    let file = web_sys::File::new_with_blob_sequence_and_options(&parts, name, &kind)?;
    let data = js_sys::Object::new();
    js_sys::Reflect::set(&data, &"files".into(), &js_sys::Array::of1(&file))?;
    js_sys::Reflect::set(&data, &"text".into(), &words.into())?;
    let navigator = window().navigator();
    let method = |name: &str| {
        let method = js_sys::Reflect::get(&navigator, &name.into()).ok()?;
        method.dyn_into::<js_sys::Function>().ok()
    };
    let can_share = method("canShare")
        .and_then(|can_share| can_share.call1(&navigator, &data).ok())
        .is_some_and(|can| can.is_truthy());
    let Some(share) = method("share").filter(|_| can_share) else {
        return download_blob(name, png).map(|()| Sharing::Downloaded);
    };
    let shared = share.call1(&navigator, &data)?.unchecked_into::<js_sys::Promise>();
    match JsFuture::from(shared).await {
        Err(why) if !is_change_of_mind(&why) => Err(why),
        _ => Ok(Sharing::Asked),
    }
}

/// What became of a shared file.
pub(crate) enum Sharing {
    /// The device has asked the person what to do with it.
    Asked,
    /// It was downloaded.
    Downloaded,
}

/// Whether the person has closed the share dialog.
fn is_change_of_mind(why: &JsValue) -> bool {
    let name = js_sys::Reflect::get(why, &"name".into()).ok();
    name.and_then(|name| name.as_string()).is_some_and(|name| name == "AbortError")
}

/// Downloads a text as a file.
pub(crate) fn download(name: &str, text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    download_blob(name, &web_sys::Blob::new_with_str_sequence(&parts)?)
}

/// Downloads a blob as a file.
pub(crate) fn download_blob(name: &str, blob: &web_sys::Blob) -> Result<(), JsValue> {
    let address = web_sys::Url::create_object_url_with_blob(blob)?;
    let link: web_sys::HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // Once the download has started, the address is no longer needed.
    run_after(10_000, move || {
        let _ = web_sys::Url::revoke_object_url(&address);
    });
    Ok(())
}
