/// The SplitMix64 generator: good enough for a simulation, and the same on every platform.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Draws a number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    /// Draws an event with a probability of `percent`.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.next() % 100 < u64::from(percent)
    }

    /// Draws an item of a list; `None` if it is empty.
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let last = (list.len() as u64).checked_sub(1)?;
        Some(list[self.between(0, last) as usize])
    }

    /// Draws `count` distinct items of a list, in random order.
    pub(crate) fn draw<T: Copy>(&mut self, list: &[T], count: usize) -> Vec<T> {
        let mut list = list.to_vec();
        let mut drawn = Vec::new();
        while drawn.len() < count && !list.is_empty() {
            let place = self.between(0, list.len() as u64 - 1) as usize;
            drawn.push(list.swap_remove(place));
        }
        drawn
    }
}
