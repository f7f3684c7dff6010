//! The only code that parses an action and checks whether it is legal. An action is parsed and judged
//! once: when it is decided, or when it is read from a log.

use game::{Refusal, Seat, TextError};
use games::{AnyAction, AnyGame, AnyPlayed, Variant};
use std::sync::Arc;

/// Identity of one state of one table. Clones of a table have the same mark until the next event.
#[derive(Clone, Default, Debug)]
pub(crate) struct StateMark(Arc<()>);

impl PartialEq for StateMark {
    fn eq(&self, other: &StateMark) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

pub(crate) fn parse(variant: Variant, text: &str) -> Result<AnyAction, TextError> {
    #[cfg(test)]
    tests::count(|(parses, _)| *parses += 1);
    AnyAction::parse(variant, text)
}

pub(crate) fn judge(game: &AnyGame, seat: Seat, action: AnyAction) -> Result<(), Refusal> {
    #[cfg(test)]
    tests::count(|(_, judgements)| *judgements += 1);
    game.judge(seat, action)
}

/// Plays the action of an event. It is judged here unless [`judge`] has accepted it in this state
/// (`is_judged`).
pub(crate) fn play(
    game: &mut AnyGame,
    seat: Seat,
    action: AnyAction,
    is_judged: bool,
) -> Result<AnyPlayed, Refusal> {
    if !is_judged {
        judge(game, seat, action)?;
    }
    game.play_judged(seat, action)
}

#[cfg(test)]
mod tests {
    use crate::{Event, Input, Table, open};
    use commit_reveal::{Salt, Seed};
    use game::Seat;
    use protocol::{Command, SeatPlan, TablePlan};
    use std::cell::Cell;

    thread_local! {
        /// Number of parses and of judgements.
        static COUNTS: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
    }

    pub(super) fn count(add: impl FnOnce(&mut (u32, u32))) {
        let mut counts = COUNTS.get();
        add(&mut counts);
        COUNTS.set(counts);
    }

    fn counted<T>(work: impl FnOnce() -> T) -> (T, (u32, u32)) {
        COUNTS.set((0, 0));
        let done = work();
        (done, COUNTS.get())
    }

    fn opened(variant: &str, seats: usize) -> Vec<Event> {
        let plan = TablePlan {
            variant: variant.into(),
            options: String::new(),
            clock: "none".into(),
            setup_seconds: 0,
            seats: vec![SeatPlan::Host; seats],
            start: None,
            training: false,
            rated: false,
            ..TablePlan::default()
        };
        open(plan, "Ada", None, Some(Salt::default()), Seed::new([7; 32]), 0).expect("a plan")
    }

    /// Decides on an action; the first legal one of the seat for `None`.
    fn decide(table: &Table, seat: u8, action: Option<&str>) -> Vec<Event> {
        let seat = Seat::new(seat);
        let first = || table.game().expect("a game").legal(seat)[0].to_string();
        let command = Command::Act { action: action.map_or_else(first, str::to_owned) };
        table.decide(1, Input::Seat { seat, command: &command, lag_ms: 0 }).expect("legal")
    }

    /// As the log has it.
    fn from_log(event: &Event) -> Event {
        let (public, secret) = event.to_columns();
        Event::from_columns(event.at_ms, &public, &secret).expect("it was written")
    }

    #[test]
    fn an_action_is_parsed_and_judged_once() {
        for (variant, seats) in [("xiangqi", 2), ("undercover", 2), ("banqi", 2), ("sifang", 4)] {
            let mut log = opened(variant, seats);
            let mut table = Table::replay(&log).expect("a table");
            for ply in 0..8 {
                // A set-up choice is made by each seat, then the seats take turns.
                let seat = (ply % seats) as u8;
                let (events, counts) = counted(|| decide(&table, seat, None));
                assert_eq!((events.len(), counts), (1, (1, 1)), "{variant} {ply}: decided");
                let mut after = table.clone();
                let ((), counts) = counted(|| after.evolve(&events[0]).expect("possible"));
                assert_eq!(counts, (0, 0), "{variant} {ply}: applied");
                // From the log, and after another event, everything is checked.
                let mut other = table.clone();
                let ((), counts) = counted(|| other.evolve(&from_log(&events[0])).expect("so"));
                assert_eq!(counts, (1, 1), "{variant} {ply}: read");
                log.extend(events);
                table = after;
            }
            let read: Vec<Event> = log.iter().map(from_log).collect();
            let (_, counts) = counted(|| Table::replay(&read).expect("the same table"));
            assert_eq!(counts, (8, 8), "{variant}: replayed");
            let (_, counts) = counted(|| Table::replay(&log).expect("the same table"));
            assert_eq!(counts, (0, 8), "{variant}: replayed as decided");
        }
    }

    /// An event that was decided in another state is judged, and impossible.
    #[test]
    fn a_decided_action_is_judged_in_any_other_state() {
        let log = opened("xiangqi", 2);
        let mut table = Table::replay(&log).expect("a table");
        let [first, other] = ["h2e2", "b2e2"].map(|action| decide(&table, 0, Some(action)));
        table.evolve(&first[0]).expect("possible");
        let (error, counts) =
            counted(|| table.clone().evolve(&other[0]).expect_err("Black's turn"));
        assert_eq!((error.seq, counts), (4, (0, 1)));
        let mut twin = Table::replay(&log).expect("a table");
        let ((), counts) = counted(|| twin.evolve(&first[0]).expect("possible there as well"));
        assert_eq!(counts, (0, 1));
    }
}
