use clock::Controls;
use protocol::SeatState;

/// Whether a game is a contest between people ([`table::is_contest`]). A table that waits for an
/// opponent is no game yet.
pub fn is_contest(seats: &[SeatState], clock: &str, rated: bool, training: bool) -> bool {
    let people = seats.iter().filter(|seat| seat.taken && seat.level.is_none()).count();
    let controls = clock.parse().unwrap_or(Controls::NONE);
    table::is_contest(people, &controls, rated, training)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contest_needs_two_people_who_play_now() {
        let person = || SeatState::person('r', "Ada");
        let computer = || SeatState { level: Some("level-4".to_owned()), ..person() };
        let open = || SeatState { taken: false, ..person() };
        for (seats, clock, rated, training, expected) in [
            (vec![person(), person()], "600+10", false, false, true),
            (vec![person(), person()], "-", false, false, true),
            (vec![person(), person()], "600+10", false, true, false),
            (vec![person(), person()], "3d-move", false, false, false),
            (vec![person(), person()], "3d-move", true, false, true),
            (vec![person(), computer()], "600+10", false, false, false),
            (vec![person(), open()], "600+10", false, false, false),
            (vec![person(), open()], "600+10", true, false, false),
            (vec![person(), open()], "3d-move", true, false, false),
        ] {
            let found = is_contest(&seats, clock, rated, training);
            assert_eq!(found, expected, "{seats:?} {clock} {rated} {training}");
        }
    }
}
