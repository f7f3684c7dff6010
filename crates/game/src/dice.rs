/// A source of chance, handed in by the caller.
///
/// The games own no random source: the server hands in committed dice, tests hand in seeded ones.
pub trait Dice {
    /// A number drawn uniformly from `0..sides`. `sides` is at least 1.
    fn roll(&mut self, sides: u32) -> u32;
}

impl dyn Dice + '_ {
    /// Puts `items` into a uniformly random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.roll(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, sides: u32) -> u32 {
        (**self).roll(sides)
    }
}
