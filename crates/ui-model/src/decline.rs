use crate::is_correspondence;
use protocol::{DeclineReason, TablePlan};

/// The reasons to decline a challenge to this game. None asks for what the game is already, or for a
/// rated game with days for each move.
pub fn decline_reasons(plan: &TablePlan) -> Vec<DeclineReason> {
    let fits = |reason: &DeclineReason| match reason {
        DeclineReason::Rated => !plan.rated && !is_correspondence(&plan.clock),
        DeclineReason::Casual => plan.rated,
        DeclineReason::Later | DeclineReason::Game | DeclineReason::Clock | DeclineReason::No => {
            true
        }
    };
    DeclineReason::ALL.into_iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_fit_the_game() {
        for (clock, rated, expected) in [
            ("10+5", true, "later game clock casual no"),
            ("10+5", false, "later game clock rated no"),
            ("3d-move", false, "later game clock no"),
        ] {
            let plan = TablePlan { clock: clock.to_owned(), rated, ..TablePlan::default() };
            let found: Vec<&str> = decline_reasons(&plan).iter().map(|it| it.as_str()).collect();
            assert_eq!(found.join(" "), expected, "{clock} {rated}");
        }
    }
}
