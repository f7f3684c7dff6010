use game::Dice;

/// Dice that roll the same for the same seed: SplitMix64.
///
/// ```
/// use conformance::TestDice;
/// use game::Dice;
///
/// let (mut one, mut other) = (TestDice::new(7), TestDice::new(7));
/// let rolls: Vec<u32> = (0..100).map(|_| one.roll(6)).collect();
/// assert!(rolls.iter().all(|&roll| roll < 6));
/// assert_eq!(rolls, (0..100).map(|_| other.roll(6)).collect::<Vec<_>>());
/// ```
#[derive(Clone, Debug)]
pub struct TestDice {
    state: u64,
}

impl TestDice {
    /// Dice that begin from a seed; every seed is as good as any other.
    pub const fn new(seed: u64) -> TestDice {
        TestDice { state: seed }
    }

    /// One of the items, each with the same chance.
    ///
    /// # Panics
    /// If there are none.
    ///
    /// ```
    /// use conformance::TestDice;
    ///
    /// let mut dice = TestDice::new(1);
    /// let sides = ["red", "black"];
    /// let picked: Vec<&str> = (0..64).map(|_| dice.pick(&sides)).collect();
    /// assert!(sides.iter().all(|side| picked.contains(side)));
    /// ```
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.roll(items.len() as u32) as usize]
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Dice for TestDice {
    fn roll(&mut self, sides: u32) -> u32 {
        // The bias of one part in 2³² does not matter to a test.
        (((self.next() >> 32) * u64::from(sides)) >> 32) as u32
    }
}
