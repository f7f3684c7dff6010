use protocol::Activity;

/// Days in a row on which a player has played, among the days of an activity.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DayStreak {
    /// Number of days until today. A day that is not over ends no streak.
    pub current: u32,
    /// Largest number of days.
    pub longest: u32,
}

impl DayStreak {
    /// The days in a row of an activity.
    pub fn of(activity: &Activity) -> DayStreak {
        let (mut running, mut longest) = (0, 0);
        // The streak before the last day.
        let mut before = 0;
        for &games in &activity.games {
            before = running;
            running = if games > 0 { running + 1 } else { 0 };
            longest = longest.max(running);
        }
        let current = if activity.games.last() == Some(&0) { before } else { running };
        DayStreak { current, longest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::UnixMs;

    #[test]
    fn days_in_a_row_are_counted() {
        for (games, current, longest) in [
            (&[][..], 0, 0),
            (&[0], 0, 0),
            (&[3], 1, 1),
            (&[1, 2, 0, 1], 1, 2),
            (&[1, 2, 1], 3, 3),
            // Today is not over.
            (&[0, 2, 1, 0], 2, 2),
            (&[1, 2, 1, 0, 0], 0, 3),
        ] {
            let activity = Activity { today_ms: UnixMs(0), games: games.to_vec() };
            assert_eq!(DayStreak::of(&activity), DayStreak { current, longest }, "{games:?}");
        }
    }
}
