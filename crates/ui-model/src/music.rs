//! Endless generated music: phrases over the five tones of the traditional scale, separated by
//! silence. Each phrase follows from random bytes and from the phrases before it. There are no
//! recordings.

/// A tone of a phrase.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Note {
    /// Start after the beginning of the phrase, in milliseconds.
    pub at_ms: u32,
    /// Pitch in hertz.
    pub hz: f32,
    /// Duration in seconds.
    pub seconds: f32,
    /// Peak amplitude, from 0 to 1.
    pub gain: f32,
}

/// A phrase, and the silence after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Phrase {
    /// Its tones.
    pub notes: Vec<Note>,
    /// Time until the next phrase starts, in milliseconds.
    pub next_ms: u32,
}

/// Two octaves of 宫商角徵羽 over D.
const SCALE: [f32; 10] = [146.8, 164.8, 185.0, 220.0, 246.9, 293.7, 329.6, 370.0, 440.0, 493.9];

/// Tones on which a phrase may end.
const RESTS: [usize; 4] = [0, 3, 5, 8];

/// The rhythms of phrases, in beats.
const RHYTHMS: [&[u32]; 6] = [
    &[2, 1, 1, 4],
    &[3, 1, 2, 2, 4],
    &[1, 1, 2, 4],
    &[2, 2, 3, 1, 4],
    &[4, 2, 2],
    &[1, 2, 1, 2, 2, 4],
];

/// Length of a beat in milliseconds, slower than a heartbeat.
const BEAT_MS: u32 = 430;

/// State of the generator: the current tone, and the phrases played.
#[derive(Clone, Default, Debug)]
pub struct Music {
    place: usize,
    last_rhythm: usize,
    phrases: u32,
}

impl Music {
    /// The next phrase, from eight random bytes.
    pub fn phrase(&mut self, chance: [u8; 8]) -> Phrase {
        let [which, rest, air, steps @ ..] = chance;
        // No rhythm is played twice in a row.
        let others = RHYTHMS.len() - 1;
        self.last_rhythm = (self.last_rhythm + 1 + usize::from(which) % others) % RHYTHMS.len();
        let rhythm = RHYTHMS[self.last_rhythm];
        let (mut notes, mut at_ms) = (Vec::new(), 0);
        for (number, beats) in rhythm.iter().enumerate() {
            let is_last = number + 1 == rhythm.len();
            self.place = if is_last {
                nearest_rest(self.place, rest)
            } else {
                step(self.place, steps[number % steps.len()])
            };
            let gain = if number == 0 { 0.075 } else { 0.06 };
            let seconds = if is_last { 3.2 } else { 1.9 };
            notes.push(Note { at_ms, hz: SCALE[self.place], seconds, gain });
            at_ms += beats * BEAT_MS;
        }
        // Every other phrase has a low tone under it.
        if self.phrases.is_multiple_of(2) {
            let hz = SCALE[nearest_rest(self.place, 0)] / 2.0;
            notes.push(Note { at_ms: 0, hz, seconds: 3.6, gain: 0.05 });
        }
        self.phrases += 1;
        // A longer pause follows after four phrases.
        let long = if self.phrases.is_multiple_of(4) { 8 } else { 0 };
        Phrase { notes, next_ms: at_ms + BEAT_MS * (2 + long + u32::from(air) % 5) }
    }
}

/// One or two tones up or down, reflected at the ends of the scale.
fn step(place: usize, chance: u8) -> usize {
    let by = [1, 1, 1, 2, -1, -1, -1, -2, 3, -3][usize::from(chance) % 10];
    let most = SCALE.len() as i32 - 1;
    let to = place as i32 + by;
    (if (0..=most).contains(&to) { to } else { place as i32 - by }) as usize
}

fn nearest_rest(place: usize, chance: u8) -> usize {
    let mut rest = RESTS[usize::from(chance) % RESTS.len()];
    for candidate in RESTS {
        if candidate.abs_diff(place) < rest.abs_diff(place) {
            rest = candidate;
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_in_the_scale_breathes_and_does_not_repeat() {
        let mut music = Music::default();
        let mut seed = 7_u64;
        let mut before = None;
        for _ in 0..2_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let phrase = music.phrase(seed.to_be_bytes());
            for note in &phrase.notes {
                let is_of_scale = |factor: f32| SCALE.iter().any(|hz| *hz * factor == note.hz);
                assert!(is_of_scale(1.0) || is_of_scale(0.5), "{note:?}");
                assert!(note.gain < 0.1);
            }
            let last = phrase.notes.iter().map(|note| note.at_ms).max().unwrap_or_default();
            assert!(phrase.next_ms >= last + 2 * BEAT_MS, "no air: {phrase:?}");
            let rhythm: Vec<u32> = phrase.notes.iter().map(|note| note.at_ms).collect();
            assert_ne!(before.as_ref(), Some(&rhythm), "the same rhythm again");
            before = Some(rhythm);
        }
    }
}
