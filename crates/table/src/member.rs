use clock::{Controls, Speed};
use games::Variant;
use protocol::{AccountId, Strength, TablePlan};
use serde::{Deserialize, Serialize};

/// A signed-in player. Stored in the log, so that the rating follows from the log, and so that the
/// account finds its seat on every device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// Id of the account.
    pub id: AccountId,
    /// Rating when the player joined.
    pub strength: Strength,
}

/// The ladder on which a game with this plan counts. With unequal clocks, the longest one decides.
///
/// `None` if the variant or the clock of the plan cannot be parsed.
pub fn ladder(plan: &TablePlan) -> Option<(Variant, Speed)> {
    let variant: Variant = plan.variant.parse().ok()?;
    let controls: Controls = plan.clock.parse().ok()?;
    let seats = game::Seat::first(variant.seats());
    let speed = seats.map(|seat| Speed::of(controls.of(seat))).max()?;
    Some((variant, speed))
}
