//! Sounds and music, made here: wood, a bell, a plucked scale. No files, no licences.

use crate::{app::App, browser};
use leptos::prelude::*;
use std::cell::RefCell;
use ui_model::Sound;
use web_sys::{AudioContext, OscillatorType};

thread_local! {
    /// Made with the first sound: browsers allow none before the page was touched.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// One tone: start and length in seconds, the pitch it begins and ends with, loudness.
struct Tone {
    at: f64,
    length: f64,
    from_hz: f32,
    to_hz: f32,
    gain: f32,
    wave: OscillatorType,
}

const fn tone(
    at: f64,
    length: f64,
    from_hz: f32,
    to_hz: f32,
    gain: f32,
    wave: OscillatorType,
) -> Tone {
    Tone { at, length, from_hz, to_hz, gain, wave }
}

fn tones(sound: Sound) -> Vec<Tone> {
    use OscillatorType::{Sine, Triangle};
    match sound {
        Sound::Move => vec![
            tone(0.0, 0.07, 320.0, 140.0, 0.5, Triangle),
            tone(0.0, 0.03, 1500.0, 600.0, 0.12, Sine),
        ],
        Sound::Capture => vec![
            tone(0.0, 0.06, 420.0, 160.0, 0.5, Triangle),
            tone(0.07, 0.1, 240.0, 90.0, 0.6, Triangle),
        ],
        Sound::Flip => vec![
            tone(0.0, 0.09, 300.0, 700.0, 0.3, Sine),
            tone(0.09, 0.06, 340.0, 150.0, 0.4, Triangle),
        ],
        Sound::Check => vec![
            tone(0.0, 0.12, 660.0, 660.0, 0.25, Triangle),
            tone(0.13, 0.22, 880.0, 880.0, 0.25, Triangle),
        ],
        Sound::Low => vec![
            tone(0.0, 0.05, 1200.0, 1200.0, 0.2, Sine),
            tone(0.15, 0.05, 1200.0, 1200.0, 0.2, Sine),
        ],
        Sound::End => vec![
            tone(0.0, 0.7, 293.7, 293.7, 0.22, Triangle),
            tone(0.14, 0.7, 440.0, 440.0, 0.2, Triangle),
            tone(0.28, 1.1, 587.3, 587.3, 0.2, Triangle),
        ],
        Sound::Knock => {
            vec![
                tone(0.0, 0.08, 520.0, 500.0, 0.25, Sine),
                tone(0.12, 0.12, 700.0, 690.0, 0.25, Sine),
            ]
        }
    }
}

/// Plays a sound, unless sounds are off.
pub(crate) fn play(app: App, sound: Sound) {
    if app.settings.with_untracked(|settings| settings.sounds) {
        tones(sound).iter().for_each(play_tone);
    }
}

/// Plays music for as long as it is switched on.
pub(crate) fn follow_music_setting(app: App) {
    Effect::new(move |playing: Option<bool>| {
        let on = app.settings.with(|settings| settings.music);
        if on && playing != Some(true) {
            next_note(app, 0);
        }
        on
    });
}

/// A slow walk over the five tones of the old scale, different every time.
fn next_note(app: App, step: usize) {
    const SCALE: [f32; 8] = [220.0, 261.6, 293.7, 329.6, 392.0, 440.0, 523.3, 587.3];
    if !app.settings.with_untracked(|settings| settings.music) {
        return;
    }
    let [turn, pause] = browser::random().unwrap_or([0, 0]);
    let step = match turn % 5 {
        0 => step.saturating_sub(2),
        1 => step.saturating_sub(1),
        2 | 3 => step + 1,
        _ => step + 2,
    }
    .min(SCALE.len() - 1);
    let pitch = SCALE[step];
    play_tone(&tone(0.0, 1.8, pitch, pitch, 0.07, OscillatorType::Triangle));
    if turn > 200 {
        play_tone(&tone(0.02, 2.4, pitch / 2.0, pitch / 2.0, 0.06, OscillatorType::Sine));
    }
    let pause = 420 + u32::from(pause % 4) * 420;
    browser::run_after(pause, move || next_note(app, step));
}

fn play_tone(tone: &Tone) {
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        // A browser without sound, or that allows none yet, stays silent.
        let Some(context) = context else { return };
        let _ = try_play_tone(context, tone);
    });
}

fn try_play_tone(context: &AudioContext, tone: &Tone) -> Result<(), wasm_bindgen::JsValue> {
    let start = context.current_time() + tone.at;
    let end = start + tone.length;
    let oscillator = context.create_oscillator()?;
    let gain = context.create_gain()?;
    oscillator.set_type(tone.wave);
    oscillator.frequency().set_value_at_time(tone.from_hz, start)?;
    oscillator.frequency().exponential_ramp_to_value_at_time(tone.to_hz, end)?;
    gain.gain().set_value_at_time(0.0001, start)?;
    gain.gain().exponential_ramp_to_value_at_time(tone.gain, start + 0.006)?;
    gain.gain().exponential_ramp_to_value_at_time(0.0001, end)?;
    oscillator.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    oscillator.start_with_when(start)?;
    oscillator.stop_with_when(end + 0.02)
}
