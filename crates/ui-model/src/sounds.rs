//! Synthesised sounds of a table. A struck object is modelled as a few decaying tones plus the
//! noise of the blow. There are no recordings.

use crate::Sound;

/// A decaying tone of a struck object.
#[derive(Clone, Copy)]
struct Mode {
    hz: f32,
    /// Time until the amplitude has fallen to 37 %, in seconds.
    decay: f32,
    gain: f32,
}

/// A blow: its time in seconds, its tones and its noise.
struct Blow {
    at: f32,
    modes: &'static [Mode],
    noise: Noise,
}

/// A short burst of noise. A higher `brightness` lets more high frequencies through.
struct Noise {
    seconds: f32,
    gain: f32,
    /// Share of each new value that passes the filter, 0 to 1.
    brightness: f32,
    /// Whether the noise swells first, as when a piece slides.
    swells: bool,
}

const fn mode(hz: f32, decay: f32, gain: f32) -> Mode {
    Mode { hz, decay, gain }
}

const fn blow(at: f32, modes: &'static [Mode], noise: Noise) -> Blow {
    Blow { at, modes, noise }
}

const fn click(gain: f32, brightness: f32) -> Noise {
    Noise { seconds: 0.006, gain, brightness, swells: false }
}

const SILENT: Noise = Noise { seconds: 0.0, gain: 0.0, brightness: 1.0, swells: false };

/// A wooden piece lands on a wooden board.
const LANDING: &[Mode] = &[
    mode(172.0, 0.045, 0.55),
    mode(415.0, 0.032, 0.5),
    mode(790.0, 0.020, 0.28),
    mode(1_620.0, 0.010, 0.16),
];

/// A heavy landing.
const HEAVY_LANDING: &[Mode] =
    &[mode(128.0, 0.075, 0.9), mode(331.0, 0.042, 0.5), mode(655.0, 0.022, 0.22)];

/// A flipped piece lands flat. The sound is lighter and higher.
const LIGHT_LANDING: &[Mode] =
    &[mode(262.0, 0.030, 0.35), mode(655.0, 0.030, 0.5), mode(1_180.0, 0.016, 0.3)];

/// A piece hits a piece.
const CLACK: &[Mode] =
    &[mode(1_240.0, 0.012, 0.5), mode(2_310.0, 0.008, 0.4), mode(3_480.0, 0.005, 0.25)];

/// Two small bronze bells touch.
const BELL: &[Mode] = &[
    mode(1_174.7, 0.34, 0.36),
    mode(1_180.9, 0.30, 0.28),
    mode(3_238.0, 0.14, 0.16),
    mode(2_349.3, 0.10, 0.10),
];

/// A drum.
const DRUM: &[Mode] = &[mode(82.0, 0.16, 1.0), mode(130.0, 0.10, 0.45), mode(175.0, 0.07, 0.25)];

/// A plucked string on D4, then on A4.
const LOW_STRING: &[Mode] = &[
    mode(293.7, 0.20, 0.42),
    mode(587.3, 0.12, 0.24),
    mode(881.0, 0.07, 0.14),
    mode(1_174.7, 0.05, 0.08),
];
const HIGH_STRING: &[Mode] = &[
    mode(440.0, 0.26, 0.42),
    mode(880.0, 0.15, 0.22),
    mode(1_320.0, 0.08, 0.12),
    mode(1_760.0, 0.05, 0.07),
];

/// A hollow wood block.
const BLOCK: &[Mode] = &[mode(930.0, 0.028, 0.6), mode(1_395.0, 0.014, 0.3)];

/// A gong with inharmonic partials, two of which beat.
const GONG: &[Mode] = &[
    mode(146.8, 0.50, 0.7),
    mode(148.6, 0.45, 0.5),
    mode(233.0, 0.42, 0.36),
    mode(349.0, 0.32, 0.30),
    mode(497.0, 0.22, 0.20),
    mode(811.0, 0.12, 0.12),
];

/// A knock on a door.
const DOOR: &[Mode] = &[mode(215.0, 0.050, 0.8), mode(348.0, 0.030, 0.4), mode(560.0, 0.014, 0.2)];

const MOVE: &[Blow] = &[blow(0.0, LANDING, click(0.35, 0.55))];
const CAPTURE: &[Blow] =
    &[blow(0.0, CLACK, click(0.5, 0.9)), blow(0.055, HEAVY_LANDING, click(0.3, 0.4))];
const CHECK: &[Blow] = &[blow(0.0, LANDING, click(0.3, 0.55)), blow(0.045, BELL, click(0.12, 0.9))];
const FLIP: &[Blow] = &[
    blow(0.0, &[], Noise { seconds: 0.085, gain: 0.4, brightness: 0.3, swells: true }),
    blow(0.085, CLACK, click(0.25, 0.6)),
    blow(0.1, LIGHT_LANDING, SILENT),
];
const TURN: &[Blow] = &[
    blow(0.0, DRUM, click(0.3, 0.25)),
    blow(0.11, LOW_STRING, click(0.12, 0.8)),
    blow(0.24, HIGH_STRING, click(0.12, 0.8)),
];
const LOW: &[Blow] = &[blow(0.0, BLOCK, click(0.2, 0.8)), blow(0.16, BLOCK, click(0.2, 0.8))];
const END: &[Blow] = &[blow(0.0, GONG, click(0.15, 0.2))];
const KNOCK: &[Blow] = &[blow(0.0, DOOR, click(0.2, 0.3)), blow(0.15, DOOR, click(0.2, 0.3))];

/// Peak amplitude of a sound, and its blows.
const fn score(sound: Sound) -> (f32, &'static [Blow]) {
    match sound {
        Sound::Move => (0.30, MOVE),
        Sound::Capture => (0.38, CAPTURE),
        Sound::Check => (0.30, CHECK),
        Sound::Flip => (0.26, FLIP),
        Sound::Turn => (0.36, TURN),
        Sound::Low => (0.17, LOW),
        Sound::End => (0.34, END),
        Sound::Knock => (0.24, KNOCK),
    }
}

/// Each mode is rendered for this many decay times, at which it has fallen to a thousandth.
const DECAYS: f32 = 7.0;

/// Renders a sound at `rate` samples per second: one channel, from -1 to 1. Deterministic.
pub fn samples(sound: Sound, rate: f32) -> Vec<f32> {
    let (peak, blows) = score(sound);
    let mut samples = Vec::new();
    for blow in blows {
        let start = (blow.at * rate) as usize;
        blow.modes.iter().for_each(|&mode| ring(&mut samples, start, mode, rate));
        rush(&mut samples, start, &blow.noise, rate);
    }
    let loudest = samples.iter().fold(0.0_f32, |loudest, value| loudest.max(value.abs()));
    samples.iter_mut().for_each(|value| *value *= peak / loudest.max(f32::MIN_POSITIVE));
    samples
}

/// Renders a plucked string with the given pitch, duration and peak amplitude.
pub fn string(hz: f32, seconds: f32, peak: f32, rate: f32) -> Vec<f32> {
    let mut samples = Vec::new();
    for (number, gain) in [(1.0, 1.0), (2.0, 0.42), (3.0, 0.2), (4.0, 0.09)] {
        let decay = seconds / DECAYS / (1.0 + 0.6 * (number - 1.0));
        ring(&mut samples, 0, mode(hz * number, decay, gain * peak / 1.7), rate);
    }
    samples
}

/// Extends the buffer to `end` samples.
fn reach(samples: &mut Vec<f32>, end: usize) {
    if samples.len() < end {
        samples.resize(end, 0.0);
    }
}

/// Adds a decaying tone by a recurrence over the two previous values.
fn ring(samples: &mut Vec<f32>, start: usize, Mode { hz, decay, gain }: Mode, rate: f32) {
    let count = (decay * DECAYS * rate) as usize;
    reach(samples, start + count);
    let (sine, cosine) = sine_cosine(core::f32::consts::TAU * hz / rate);
    let (keeps, step) = (fade(1.0 / (decay * rate)), 2.0 * cosine);
    let (mut before, mut value) = (0.0, gain * sine);
    for sample in &mut samples[start..start + count] {
        *sample += value;
        (before, value) = (value, keeps * (step * value - keeps * before));
    }
}

/// Adds a noise burst that decays, or swells and decays.
fn rush(samples: &mut Vec<f32>, start: usize, noise: &Noise, rate: f32) {
    let count = (noise.seconds * rate) as usize;
    reach(samples, start + count);
    let (mut chance, mut value) = (0x9e37_79b9_u32, 0.0);
    for (place, sample) in samples[start..start + count].iter_mut().enumerate() {
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let fresh = (chance >> 8) as f32 / 8_388_608.0 - 1.0;
        value += noise.brightness * (fresh - value);
        let along = place as f32 / count as f32;
        let envelope = if noise.swells { 4.0 * along * (1.0 - along) } else { 1.0 - along };
        *sample += value * noise.gain * envelope;
    }
}

/// Sine and cosine of an angle below 1.2 by their series. The library functions handle all angles
/// and would add to the size of every page.
fn sine_cosine(angle: f32) -> (f32, f32) {
    let square = angle * angle;
    let sine = angle
        * (1.0
            - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0 * (1.0 - square / 72.0))));
    let cosine =
        1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0 * (1.0 - square / 56.0)));
    (sine, cosine)
}

/// `e` to the power of `-x`, for small `x`.
fn fade(x: f32) -> f32 {
    1.0 - x * (1.0 - x / 2.0 * (1.0 - x / 3.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: f32 = 44_100.0;
    const ALL: [Sound; 8] = [
        Sound::Move,
        Sound::Capture,
        Sound::Flip,
        Sound::Turn,
        Sound::Check,
        Sound::Low,
        Sound::End,
        Sound::Knock,
    ];

    /// The energy of a sound in several bands, and its length.
    fn look(sound: Sound) -> Vec<f32> {
        let samples = samples(sound, RATE);
        let power = |hz: f32| {
            let (mut re, mut im) = (0.0, 0.0);
            for (place, value) in samples.iter().enumerate() {
                let angle = core::f32::consts::TAU * hz * place as f32 / RATE;
                re += value * angle.cos();
                im += value * angle.sin();
            }
            (re * re + im * im).sqrt()
        };
        const BANDS: [f32; 12] = [
            82.0, 128.0, 147.0, 172.0, 215.0, 293.7, 440.0, 655.0, 930.0, 1_175.0, 2_310.0, 3_238.0,
        ];
        let powers: Vec<f32> = BANDS.iter().map(|&hz| power(hz)).collect();
        let whole = powers.iter().map(|power| power * power).sum::<f32>().sqrt();
        powers.into_iter().map(|power| power / whole).collect()
    }

    #[test]
    fn sounds_are_quiet_short_and_end_in_silence() {
        for sound in ALL {
            let samples = samples(sound, RATE);
            let peak = samples.iter().fold(0.0_f32, |peak, value| peak.max(value.abs()));
            assert!((0.1..=0.4).contains(&peak), "{sound:?}: {peak}");
            let seconds = samples.len() as f32 / RATE;
            let most = if sound == Sound::End { 4.5 } else { 2.6 };
            assert!((0.04..=most).contains(&seconds), "{sound:?}: {seconds} s");
            let tail = samples[samples.len() - 20..].iter().fold(0.0_f32, |t, v| t.max(v.abs()));
            assert!(tail < 0.01, "{sound:?} is cut off at {tail}");
        }
    }

    #[test]
    fn each_sound_is_told_from_each_other() {
        let looks: Vec<(Sound, Vec<f32>)> = ALL.map(|sound| (sound, look(sound))).to_vec();
        for (place, (one, a)) in looks.iter().enumerate() {
            for (other, b) in &looks[place + 1..] {
                let likeness: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
                assert!(likeness < 0.97, "{one:?} sounds like {other:?}: {likeness}");
            }
        }
    }

    #[test]
    fn the_series_are_exact_enough() {
        for angle in [0.0, 0.01, 0.3, 0.7, 1.1_f32] {
            let (sine, cosine) = sine_cosine(angle);
            assert!((sine - angle.sin()).abs() < 1e-5 && (cosine - angle.cos()).abs() < 1e-5);
        }
        for x in [0.0, 0.001, 0.02_f32] {
            assert!((fade(x) - (-x).exp()).abs() < 1e-6);
        }
    }
}
