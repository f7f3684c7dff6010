//! What a weak level overlooks.
//!

//! A weak level searches as the others do, but some captures and checks do not exist for it. They
//! are drawn anew for each turn, and within a turn the same ones are missing in every line. So the
//! level leaves pieces where it does not see the attacker, takes pieces whose protector it does not
//! see, and thinks that a piece is lost because it does not see its own recapture. Quiet moves are
//! never missing: a level that does not see a danger still makes sensible moves.

use game::Dice;

/// How much a level overlooks. The percentages are of captures of ordinary difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Attention {
    /// Percentage of own captures that are overlooked.
    pub chances: u32,
    /// Percentage of captures and checks by others, in answer to the own action, that are
    /// overlooked.
    pub threats: u32,
    /// The same for everything later: recaptures, and what follows.
    pub later: u32,
    /// Number of plies from which on no capture is followed.
    pub horizon: u32,
}

/// What is overlooked in one turn. `A` is a move on the board.
#[derive(Clone, Debug)]
pub(crate) struct Oversight<A> {
    attention: Attention,
    seed: u64,
    /// The move that led to the root, and those that lead to the current position. Other actions
    /// are `None`.
    line: Vec<Option<A>>,
}

/// Maximum percentage, so that even a difficult capture may be seen.
const MOST_PERCENT: u32 = 95;

impl<A: Copy> Oversight<A> {
    /// Draws what is overlooked in this turn. `last` is the move that led to it.
    pub(crate) fn draw(attention: Attention, last: Option<A>, dice: &mut dyn Dice) -> Oversight<A> {
        let halves = [(); 2].map(|()| u64::from(dice.roll(u32::MAX)));
        let seed = mixed(halves[0] << 32 | halves[1]);
        Oversight { attention, seed, line: vec![last] }
    }

    /// Separates the table entries of different turns.
    pub(crate) const fn salt(&self) -> u64 {
        self.seed
    }

    /// Must be called when an action is made; `None` if it is no move.
    pub(crate) fn make(&mut self, played: Option<A>) {
        self.line.push(played);
    }

    /// Must be called when an action is unmade.
    pub(crate) fn unmake(&mut self) {
        self.line.pop();
    }

    /// Number of plies since the root.
    pub(crate) const fn ply(&self) -> usize {
        self.line.len().saturating_sub(1)
    }

    /// When an action of the current position could be played.
    pub(crate) const fn moment(&self) -> Moment {
        match self.ply() {
            0 => Moment::Chance,
            1 => Moment::Threat,
            _ => Moment::Later,
        }
    }

    /// The move that led to the current position.
    pub(crate) fn last(&self) -> Option<A> {
        self.line.last().copied().flatten()
    }

    /// The move that led to the root.
    pub(crate) fn last_played(&self) -> Option<A> {
        self.line.first().copied().flatten()
    }

    /// Whether captures are no longer followed.
    pub(crate) const fn is_beyond_horizon(&self) -> bool {
        self.ply() >= self.attention.horizon as usize
    }

    /// Whether an action is overlooked. `index` identifies it. `difficulty` is in percent of an
    /// ordinary capture.
    pub(crate) fn misses(&self, index: usize, moment: Moment, difficulty: u32) -> bool {
        let Attention { chances, threats, later, .. } = self.attention;
        let base = match moment {
            Moment::Chance => chances,
            Moment::Threat => threats,
            Moment::Later => later,
        };
        let percent = (base * difficulty / 100).min(MOST_PERCENT);
        percent > 0 && mixed(self.seed ^ (index as u64 + 1)) % 100 < u64::from(percent)
    }
}

/// When an action could be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// Now, by the level itself.
    Chance,
    /// In answer to the level's action, by another side.
    Threat,
    /// After that.
    Later,
}

/// SplitMix64's mixing of a number.
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seeded;

    const HALF: Attention = Attention { chances: 0, threats: 50, later: 100, horizon: 4 };

    /// Share of overlooked actions over many turns, in percent.
    fn share(moment: Moment, difficulty: u32) -> u32 {
        let mut dice = Seeded::new(4);
        let mut turn =
            || Oversight::<u8>::draw(HALF, None, &mut dice).misses(7, moment, difficulty);
        (0..1_000).filter(|_| turn()).count() as u32 / 10
    }

    #[test]
    fn shares_follow_the_percentages() {
        let table = [
            (Moment::Chance, 300, 0..=0),
            (Moment::Threat, 100, 46..=54),
            (Moment::Threat, 40, 16..=24),
            // Even the most difficult one is seen sometimes.
            (Moment::Later, 200, 92..=98),
        ];
        for (moment, difficulty, expected) in table {
            let share = share(moment, difficulty);
            assert!(expected.contains(&share), "{moment:?} {difficulty}: {share}");
        }
    }

    /// Within a turn the same actions are overlooked, at every length of the line.
    #[test]
    fn a_turn_overlooks_the_same_actions() {
        let mut oversight = Oversight::draw(HALF, Some(1_u8), &mut Seeded::new(2));
        let missed = |oversight: &Oversight<u8>| -> Vec<bool> {
            (0..200).map(|index| oversight.misses(index, Moment::Threat, 100)).collect()
        };
        let before = missed(&oversight);
        assert!(before.contains(&true) && before.contains(&false));
        assert_eq!(
            (oversight.ply(), oversight.last(), oversight.last_played()),
            (0, Some(1), Some(1))
        );
        oversight.make(Some(5));
        assert_eq!(
            (oversight.ply(), oversight.last(), oversight.last_played()),
            (1, Some(5), Some(1))
        );
        assert_eq!(missed(&oversight), before);
        oversight.unmake();
        assert_eq!(oversight.ply(), 0);
    }
}
