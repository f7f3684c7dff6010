use game::Dice;

/// Dice that roll the same for the same seed. For matches, tests and engines with a seed; their rolls
/// can be predicted.
#[derive(Clone, Debug)]
pub struct Seeded {
    state: u64,
}

impl Seeded {
    /// Dice from a seed.
    pub const fn new(seed: u64) -> Seeded {
        Seeded { state: seed }
    }
}

impl Dice for Seeded {
    /// SplitMix64; the bias for so few sides is below one in four billion.
    fn roll(&mut self, sides: u32) -> u32 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (((z >> 32) * u64::from(sides.max(1))) >> 32) as u32
    }
}
