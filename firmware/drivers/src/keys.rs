//! Debouncing of buttons.

/// Time for which the buttons must be stable, in milliseconds.
const DEBOUNCE_MS: u64 = 20;

/// Eight debounced buttons.
#[derive(Default)]
pub struct Keys {
    believed: u8,
    raw: u8,
    since_ms: u64,
}

impl Keys {
    /// Takes in which buttons are down and returns those that were just pressed, one bit each.
    pub fn press(&mut self, now_ms: u64, down: u8) -> u8 {
        if down != self.raw {
            (self.raw, self.since_ms) = (down, now_ms);
        }
        if now_ms.saturating_sub(self.since_ms) < DEBOUNCE_MS {
            return 0;
        }
        let pressed = self.raw & !self.believed;
        self.believed = self.raw;
        pressed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_counts_once() {
        let mut keys = Keys::default();
        let bounces = [(0, 0), (1, 4), (3, 0), (5, 4), (24, 4), (25, 4), (26, 4), (90, 0), (91, 4)];
        let pressed = bounces.map(|(now_ms, down)| keys.press(now_ms, down));
        assert_eq!(pressed, [0, 0, 0, 0, 0, 4, 0, 0, 0]);
        assert_eq!(keys.press(200, 0), 0);
        assert_eq!(keys.press(230, 0), 0);
        assert_eq!(keys.press(240, 5), 0);
        assert_eq!(keys.press(260, 5), 5, "two at once");
    }
}
