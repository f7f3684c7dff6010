/// Source of random numbers, supplied by the caller.
///
/// Games own no random source. The server supplies dice derived from a committed seed; tests supply
/// seeded dice.
///
/// ```
/// use game::Dice;
///
/// /// Rolls the given numbers, the last one first.
/// struct Loaded(Vec<u32>);
///
/// impl Dice for Loaded {
///     fn roll(&mut self, sides: u32) -> u32 {
///         self.0.pop().unwrap_or(0) % sides
///     }
/// }
///
/// let mut dice = Loaded(vec![5, 2]);
/// assert_eq!([dice.roll(6), dice.roll(6)], [2, 5]);
/// ```
pub trait Dice {
    /// Returns a number drawn uniformly from `0..sides`. `sides` is at least 1.
    fn roll(&mut self, sides: u32) -> u32;
}

impl dyn Dice + '_ {
    /// Shuffles `items` into a uniformly random order (Fisher–Yates).
    ///
    /// ```
    /// use game::Dice;
    ///
    /// /// Always rolls the highest number.
    /// struct Highest;
    ///
    /// impl Dice for Highest {
    ///     fn roll(&mut self, sides: u32) -> u32 {
    ///         sides - 1
    ///     }
    /// }
    ///
    /// let dice: &mut dyn Dice = &mut Highest;
    /// let mut cards = ['K', 'Q', 'J'];
    /// dice.shuffle(&mut cards);
    /// // Each card, starting with the last, is swapped with itself.
    /// assert_eq!(cards, ['K', 'Q', 'J']);
    /// ```
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
