use crate::window;

/// A player who waits in a pool. `P` identifies a player, for example an account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seeker<P> {
    /// Identifies the seeker within its pool.
    pub number: u64,
    /// The player. Two seekers of one player are never matched.
    pub player: P,
    /// Rating in the pool's game and speed.
    pub rating: u16,
    /// Whether the rating is provisional.
    pub is_provisional: bool,
    /// Time of arrival, in milliseconds of the caller's clock.
    pub since_ms: u64,
    /// Games in which the player moved first minus games in which the player did not.
    pub first_surplus: i32,
    /// The last two opponents, latest first.
    pub last_opponents: Vec<P>,
    /// Players whom this player never meets.
    pub blocked: Vec<P>,
    /// Lowest and highest rating of the opponents that this player wants; `None` for all.
    pub wanted: Option<(u16, u16)>,
}

/// Cost of two players who both moved first more often, or both second, per game of the smaller
/// surplus, in rating points.
const SIDE_COST: u32 = 10;

/// Largest cost of the sides, in rating points.
const MAX_SIDE_COST: u32 = 60;

/// Cost of meeting the last opponent again, in rating points.
const REMATCH_COST: u32 = 40;

impl<P: PartialEq> Seeker<P> {
    /// Time since the arrival, in milliseconds.
    pub(crate) const fn waited_ms(&self, now_ms: u64) -> u64 {
        now_ms.saturating_sub(self.since_ms)
    }

    /// Whether the two may play each other now, apart from the rule about third games in a row.
    pub(crate) fn accepts(&self, other: &Seeker<P>, now_ms: u64) -> bool {
        let windows = [self, other].map(|seeker| window(seeker.waited_ms(now_ms)));
        let limit = u32::from(windows[0].min(windows[1]));
        let factor = if self.is_provisional || other.is_provisional { 2 } else { 1 };
        self.player != other.player
            && !self.blocked.contains(&other.player)
            && !other.blocked.contains(&self.player)
            && self.wants(other)
            && other.wants(self)
            && self.gap(other) <= limit * factor
    }

    fn wants(&self, other: &Seeker<P>) -> bool {
        self.wanted.is_none_or(|(min, max)| (min..=max).contains(&other.rating))
    }

    /// Whether the last two games of either player were against the other.
    pub(crate) fn has_met_twice(&self, other: &Seeker<P>) -> bool {
        let only = |seeker: &Seeker<P>, player: &P| {
            seeker.last_opponents.len() >= 2
                && seeker.last_opponents.iter().take(2).all(|opponent| opponent == player)
        };
        only(self, &other.player) || only(other, &self.player)
    }

    /// How badly the two fit, in rating points.
    pub(crate) fn cost(&self, other: &Seeker<P>) -> u32 {
        let surplus = [self, other].map(|seeker| seeker.first_surplus);
        let need_the_same_side = surplus[0].signum() == surplus[1].signum();
        let games = surplus[0].unsigned_abs().min(surplus[1].unsigned_abs());
        let side = if need_the_same_side { games.saturating_mul(SIDE_COST) } else { 0 };
        let has_just_met = self.last_opponents.first() == Some(&other.player)
            || other.last_opponents.first() == Some(&self.player);
        let rematch = if has_just_met { REMATCH_COST } else { 0 };
        self.gap(other) + side.min(MAX_SIDE_COST) + rematch
    }

    /// Difference of the ratings.
    pub(crate) const fn gap(&self, other: &Seeker<P>) -> u32 {
        self.rating.abs_diff(other.rating) as u32
    }
}
