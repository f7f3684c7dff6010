use crate::queue::Queue;
use sensing::Prompt;

/// Maximum duration of a recording in milliseconds; the next one waits for it.
const RECORDING_MS: u64 = 1_800;
/// Duration of a spoken digit in milliseconds.
const DIGIT_MS: u64 = 600;
/// Code of the digit 0; the others follow.
const DIGITS: u8 = 110;
/// Duration of one beat of the buzzer in milliseconds.
const BEAT_MS: u64 = 60;

/// The voice and the buzzer.
pub(crate) struct Sound {
    words: Queue<(u8, u64), 12>,
    silent_from_ms: u64,
    /// Pattern of the buzzer, the next beat in the lowest bit, and the time at which it began.
    beats: u16,
    beats_from_ms: u64,
}

impl Sound {
    pub(crate) const fn new() -> Sound {
        Sound { words: Queue::new(), silent_from_ms: 0, beats: 0, beats_from_ms: 0 }
    }

    /// Queues a prompt. An urgent prompt clears the queue. If the queue is full, the prompt is
    /// dropped.
    pub(crate) fn say(&mut self, prompt: Prompt, number: u16, now_ms: u64) {
        if is_urgent(prompt) {
            self.words.clear();
            self.silent_from_ms = now_ms;
        }
        if prompt == Prompt::MovesPlayed {
            let digits = [number / 100 % 10, number / 10 % 10, number % 10];
            let first = digits.iter().position(|&digit| digit != 0).unwrap_or(2);
            for digit in &digits[first..] {
                self.words.push((DIGITS + *digit as u8, DIGIT_MS));
            }
        }
        self.words.push((prompt.code(), RECORDING_MS));
    }

    /// The code to be spoken now; each is returned once.
    pub(crate) fn next_word(&mut self, now_ms: u64) -> Option<u8> {
        if now_ms < self.silent_from_ms {
            return None;
        }
        let (code, takes_ms) = self.words.pop()?;
        self.silent_from_ms = now_ms + takes_ms;
        Some(code)
    }

    /// One short beat: a move was accepted.
    pub(crate) fn tick(&mut self, now_ms: u64) {
        self.beat(0b1, now_ms);
    }

    /// Three long beats: something is wrong.
    pub(crate) fn alarm(&mut self, now_ms: u64) {
        self.beat(0b1_1100_1110_0111, now_ms);
    }

    fn beat(&mut self, beats: u16, now_ms: u64) {
        (self.beats, self.beats_from_ms) = (beats, now_ms);
    }

    /// Whether the buzzer sounds at this moment.
    pub(crate) const fn is_buzzing(&self, now_ms: u64) -> bool {
        let beat = now_ms.saturating_sub(self.beats_from_ms) / BEAT_MS;
        beat < 16 && self.beats >> beat & 1 != 0
    }
}

/// Whether a prompt must be spoken at once.
const fn is_urgent(prompt: Prompt) -> bool {
    matches!(
        prompt,
        Prompt::Alarm(_)
            | Prompt::Flag
            | Prompt::Checkmate
            | Prompt::Seconds5
            | Prompt::Seconds4
            | Prompt::Seconds3
            | Prompt::Seconds2
            | Prompt::Seconds1
    )
}
