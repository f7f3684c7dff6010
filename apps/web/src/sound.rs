//! Plays the sounds and music that `ui-model` renders.

use crate::{app::App, browser, lazy::NotFetched};
use leptos::{prelude::*, wasm_split::wasm_split};
use std::cell::RefCell;
use ui_model::{
    Sound,
    music::{Music, Note},
    settings::PageSettings,
    sounds::{samples, string},
};
use wasm_bindgen::JsValue;
use web_sys::AudioContext;

thread_local! {
    /// Created once, before the first sound is needed.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Creates the audio context after the table is painted. This takes a browser long, and no move
/// should wait for it.
pub(crate) fn prepare(app: App) {
    if app.settings.with_untracked(|settings| settings.sounds) {
        request_animation_frame(|| browser::run_after(0, || with_context(|_| ())));
    }
}

/// Plays a sound, unless sounds are off.
pub(crate) fn play(app: App, sound: Sound) {
    if app.settings.with_untracked(|settings| settings.sounds) {
        // Sounds are rendered after the frame has been painted.
        browser::run_after(0, move || hear(app, 0.0, |rate| samples(sound, rate)));
    }
}

/// Plays music while the setting is on.
pub(crate) fn follow_music_setting(app: App) {
    Effect::new(move |playing: Option<bool>| {
        let on = app.settings.with(|settings| settings.music);
        if on && playing != Some(true) {
            // If the chunk cannot be loaded, there is no music.
            leptos::task::spawn_local(async move { _ = start_music(app).await });
        }
        on
    });
}

/// Plays music until it is switched off.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn start_music(app: App) -> Result<(), NotFetched> {
    play_on(app, Music::default());
    Ok(())
}

/// Plays phrase after phrase until music is switched off.
fn play_on(app: App, mut music: Music) {
    if !app.settings.with_untracked(|settings| settings.music) {
        return;
    }
    // A browser without a source of randomness plays no music.
    let Ok(chance) = browser::random() else { return };
    let phrase = music.phrase(chance);
    for &Note { at_ms, hz, seconds, gain } in &phrase.notes {
        hear(app, f64::from(at_ms) / 1_000.0, |rate| string(hz, seconds, gain, rate));
    }
    browser::run_after(phrase.next_ms, move || play_on(app, music));
}

/// Plays samples in `after` seconds at the chosen volume. `make` renders them at a sample rate.
fn hear(app: App, after: f64, make: impl FnOnce(f32) -> Vec<f32>) {
    let gain = app.settings.with_untracked(PageSettings::gain);
    with_context(|context| {
        // Browsers block sound before the first interaction with the page. Then the page stays
        // silent.
        let _ = context.resume();
        let mut samples = make(context.sample_rate());
        samples.iter_mut().for_each(|sample| *sample *= gain);
        let _ = try_hear(context, after, &samples);
    });
}

/// Calls `work` with the audio context, if the browser has one.
fn with_context(work: impl FnOnce(&AudioContext)) {
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        context.as_ref().map(work);
    });
}

fn try_hear(context: &AudioContext, after: f64, samples: &[f32]) -> Result<(), JsValue> {
    let buffer = context.create_buffer(1, samples.len() as u32, context.sample_rate())?;
    buffer.copy_to_channel(samples, 0)?;
    let source = context.create_buffer_source()?;
    source.set_buffer(Some(&buffer));
    source.connect_with_audio_node(&context.destination())?;
    source.start_with_when(context.current_time() + after)
}
