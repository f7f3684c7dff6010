use clock::{Controls, Speed};
use games::Variant;
use protocol::{Strength, TablePlan};
use serde::{Deserialize, Serialize};

/// Who is signed in, as a rated table knows them: what the table is rated on follows from its log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// The account.
    pub id: String,
    /// How strong on sitting down.
    pub strength: Strength,
}

/// The ladder that a game of this plan counts for; `None` if its variant or its clock is none. Where
/// the clocks are unequal, the longest decides.
pub fn ladder(plan: &TablePlan) -> Option<(Variant, Speed)> {
    let variant: Variant = plan.variant.parse().ok()?;
    let controls: Controls = plan.clock.parse().ok()?;
    let seats = game::Seat::first(variant.seats());
    let speed = seats.map(|seat| Speed::of(controls.of(seat))).max()?;
    Some((variant, speed))
}
