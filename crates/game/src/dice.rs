/// A source of chance, handed in by the caller.
///
/// The games own no random source: the server hands in committed dice, tests hand in seeded ones.
///
/// ```
/// use game::Dice;
///
/// /// Rolls what it is told to.
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
    /// A number drawn uniformly from `0..sides`. `sides` is at least 1.
    fn roll(&mut self, sides: u32) -> u32;
}

impl dyn Dice + '_ {
    /// Puts `items` into a uniformly random order (Fisher–Yates).
    ///
    /// ```
    /// use game::Dice;
    ///
    /// /// Always the highest face.
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
    /// // Each card, from the last, changed places with itself.
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
