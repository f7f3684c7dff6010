//! The way of a waiting host to another table.
//!
//! The lobby commits [`Leave`](DepartureStep::Leave) here before it takes the seat there, and
//! [`Move`](DepartureStep::Move) or [`Stay`](DepartureStep::Stay) afterwards. In between no player
//! can join here, so the host never sits at two tables.
//!
//! The transitions are pure: the actor carries out the effects (`effects`).

use super::request::{DepartureStep, Mover};
use crate::tables::table_creation::JoiningPlayer;
use game::Refusal;
use protocol::{SeatPlan, ToClient, UnixMs};
use store::SeatToken;
use table::{Departure, Event, Input, Table};

/// What the actor does with a step.
#[derive(Debug)]
pub(super) enum Effect {
    /// Nothing: the log has the step.
    Done,
    /// Answer that the step is not possible now.
    Refuse(Refusal),
    /// Commit these events, and then answer.
    Commit(Vec<Event>),
}

/// Decides a step of the host's way.
pub(super) fn take_step(table: &Table, step: &DepartureStep, now_ms: UnixMs) -> Effect {
    if is_done(table, step) {
        return Effect::Done;
    }
    let input = match step {
        DepartureStep::Leave(table) => Input::Leave { table },
        DepartureStep::Move(seat) => Input::Move { seat: *seat },
        DepartureStep::Stay => Input::Stay,
    };
    match table.decide(now_ms.0, input) {
        Ok(events) => Effect::Commit(events),
        Err(refusal) => Effect::Refuse(refusal),
    }
}

fn is_done(table: &Table, step: &DepartureStep) -> bool {
    let departure = table.departure();
    match step {
        DepartureStep::Leave(table) => {
            departure.is_some_and(|there| there.table == *table && there.seat.is_none())
        }
        DepartureStep::Move(seat) => {
            departure.and_then(|there| there.seat) == Some(seat.index() as u8)
        }
        DepartureStep::Stay => departure.is_none(),
    }
}

/// The host who waits alone, or is moving.
pub(super) fn mover(table: &Table, tokens: &[SeatToken]) -> Option<Mover> {
    if !table.host_may_leave() && !table.is_leaving() {
        return None;
    }
    let seat = table.plan().seats.iter().position(|seat| *seat == SeatPlan::Host)?;
    let player = table.players().get(seat)?.as_ref()?;
    let token = tokens.iter().find(|token| token.seats == [seat as u8])?;
    Some(Mover {
        joining: JoiningPlayer { name: player.name.clone(), member: player.member.clone() },
        token: token.hash.clone(),
        leaves_for: table.departure().map(|there| there.table.clone()),
    })
}

/// The message to a host who has a seat at another table.
pub(super) fn moved_message(table: &Table) -> Option<ToClient> {
    let Departure { table, seat } = table.departure()?;
    Some(ToClient::Moved { table: table.clone(), seat: (*seat)? })
}

/// Whether the host was sent the new seat.
#[derive(Default)]
pub(super) struct MoveNotice {
    is_sent: bool,
}

impl MoveNotice {
    /// The message to the host, once the log has the new seat. It is returned once.
    pub(super) fn next(&mut self, table: &Table) -> Option<ToClient> {
        let moved = moved_message(table).filter(|_| !self.is_sent)?;
        self.is_sent = true;
        Some(moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use commit_reveal::Seed;
    use game::Seat;
    use protocol::TablePlan;

    /// A host who waits alone.
    fn waiting() -> Table {
        let plan = TablePlan {
            variant: "xiangqi".to_owned(),
            clock: "none".to_owned(),
            seats: vec![SeatPlan::Host, SeatPlan::Open],
            ..TablePlan::default()
        };
        let opened = table::open(plan, "Ada", None, None, Seed::new([7; 32]), 0);
        Table::replay(&opened.expect("a plan")).expect("a table")
    }

    /// Takes a step. Returns the code of the effect.
    fn take(table: &mut Table, step: &DepartureStep) -> &'static str {
        match take_step(table, step, UnixMs(9)) {
            Effect::Done => "done",
            Effect::Refuse(refusal) => refusal.code,
            Effect::Commit(events) => {
                for event in &events {
                    table.evolve(event).expect("decided here");
                }
                "commit"
            }
        }
    }

    #[test]
    fn a_repeated_step_changes_nothing() {
        let mut table = waiting();
        let leave = |other: &str| DepartureStep::Leave(other.into());
        for (step, expected) in [
            (DepartureStep::Stay, "done"),
            (DepartureStep::Move(Seat::new(1)), "not-leaving"),
            (leave("other"), "commit"),
            (leave("other"), "done"),
            (leave("third"), "not-alone"),
            (DepartureStep::Stay, "commit"),
            (DepartureStep::Stay, "done"),
            (leave("third"), "commit"),
            (DepartureStep::Move(Seat::new(1)), "commit"),
            (DepartureStep::Move(Seat::new(1)), "done"),
            (DepartureStep::Stay, "not-leaving"),
        ] {
            assert_eq!(take(&mut table, &step), expected, "{step:?}");
        }
    }

    #[test]
    fn the_host_is_known_until_it_has_moved_and_is_sent_the_seat_once() {
        let mut table = waiting();
        let tokens = [SeatToken { hash: "ab".to_owned(), seats: vec![0] }];
        let mut notice = MoveNotice::default();
        let found = mover(&table, &tokens).expect("a host");
        assert_eq!((found.token.as_str(), found.leaves_for), ("ab", None));
        assert!(mover(&table, &[]).is_none(), "without a token");
        take(&mut table, &DepartureStep::Leave("other".into()));
        let leaves_for = mover(&table, &tokens).and_then(|found| found.leaves_for);
        assert_eq!(leaves_for, Some("other".into()));
        assert!(notice.next(&table).is_none(), "no seat yet");
        take(&mut table, &DepartureStep::Move(Seat::new(1)));
        assert!(mover(&table, &tokens).is_none());
        let moved = notice.next(&table);
        let is_there =
            matches!(&moved, Some(ToClient::Moved { table, seat: 1 }) if *table == "other");
        assert!(is_there, "{moved:?}");
        assert!(notice.next(&table).is_none(), "it was sent");
        assert!(moved_message(&table).is_some(), "for a host who connects again");
    }
}
