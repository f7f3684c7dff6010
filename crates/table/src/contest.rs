use crate::Table;
use clock::Controls;
use protocol::SeatPlan;

/// Whether a game of this number of people is a contest, so that the computer helps its players in
/// no game of its kind while it runs.
///
/// Training is none, and neither is an unrated game of several days, which would bar the computer
/// for weeks.
///
/// ```
/// use clock::Controls;
///
/// # fn main() -> Result<(), game::TextError> {
/// let days: Controls = "3d-move".parse()?;
/// assert!(table::is_contest(2, &days, true, false));
/// assert!(!table::is_contest(2, &days, false, false));
/// # Ok(())
/// # }
/// ```
pub fn is_contest(people: usize, controls: &Controls, rated: bool, training: bool) -> bool {
    people > 1 && !training && (rated || !controls.is_correspondence())
}

impl Table {
    /// Whether the game is a contest ([`is_contest`]). The host is one person, with all of the
    /// host's seats.
    pub fn is_contest(&self) -> bool {
        let seats = &self.plan.seats;
        let guests = seats.iter().filter(|&seat| *seat == SeatPlan::Open).count();
        let people = guests + usize::from(seats.contains(&SeatPlan::Host));
        is_contest(people, &self.controls(), self.plan.rated, self.plan.training)
    }
}
