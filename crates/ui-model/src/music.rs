//! Music without end: phrases over the five tones of the old scale, with air between them. What
//! comes follows from chance and from what has been; nothing is recorded, nothing is a loop.

/// A tone: when it begins, counted from the phrase, how high, how long it rings, how loud.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Note {
    /// In milliseconds.
    pub at_ms: u32,
    /// In hertz.
    pub hz: f32,
    /// In seconds.
    pub seconds: f32,
    /// At its loudest, from 0 to 1.
    pub gain: f32,
}

/// A phrase, and the silence after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Phrase {
    /// Its tones.
    pub notes: Vec<Note>,
    /// When the next one begins, in milliseconds after this one.
    pub next_ms: u32,
}

/// Two octaves of 宫商角徵羽 over D.
const SCALE: [f32; 10] = [146.8, 164.8, 185.0, 220.0, 246.9, 293.7, 329.6, 370.0, 440.0, 493.9];

/// Where a phrase may come to rest.
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

/// A beat, in milliseconds: slower than a heart.
const BEAT_MS: u32 = 430;

/// What plays on: where it is, and what it has played last.
#[derive(Clone, Default, Debug)]
pub struct Music {
    place: usize,
    last_rhythm: usize,
    phrases: u32,
}

impl Music {
    /// The next phrase, from eight bytes of chance.
    pub fn phrase(&mut self, chance: [u8; 8]) -> Phrase {
        let [which, rest, air, steps @ ..] = chance;
        // Never the same rhythm twice.
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
        // Under every other phrase lies its ground.
        if self.phrases.is_multiple_of(2) {
            let hz = SCALE[nearest_rest(self.place, 0)] / 2.0;
            notes.push(Note { at_ms: 0, hz, seconds: 3.6, gain: 0.05 });
        }
        self.phrases += 1;
        // After four phrases one listens to nothing for a while.
        let long = if self.phrases.is_multiple_of(4) { 8 } else { 0 };
        Phrase { notes, next_ms: at_ms + BEAT_MS * (2 + long + u32::from(air) % 5) }
    }
}

/// A step or two up or down, turned back at the ends of the scale.
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
