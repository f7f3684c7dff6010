//! Compares the referee's reports with the players' intentions.

use crate::{
    Lines,
    human::{Expected, Habits, Session},
};
use sensing::{Cause, Event, Output};
use serde::Serialize;
use std::collections::BTreeMap;

/// Totals over a number of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Number of games.
    pub games: usize,
    /// Number of inputs: frames and buttons.
    pub inputs: usize,
    /// Plies.
    pub plies: Tally,
    /// Illegal attempts, by reason.
    pub tries: BTreeMap<&'static str, Tally>,
    /// Disturbances, takebacks, questions and ends.
    pub others: Tally,
    /// Largest error of a landing time, in milliseconds; the clocks were wrong by as much.
    pub worst_landing_ms: u64,
    /// Differences, at most one line per game.
    pub faults: Vec<String>,
}

/// Counts of intended and reported events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Number of intended events.
    pub meant: usize,
    /// Number of events that the referee reported correctly.
    pub seen: usize,
    /// Number of events for which the referee reported something else.
    pub wrong: usize,
}

impl Report {
    /// Whether every intended event was reported, and no other.
    pub fn is_perfect(&self) -> bool {
        let all = self.tries.values().chain([&self.plies, &self.others]);
        self.faults.is_empty() && all.into_iter().all(|tally| tally.meant == tally.seen)
    }

    /// Runs one game through the board's referee and adds its result.
    pub fn add(&mut self, lines: &mut Lines, habits: &Habits, session: &Session) {
        let mut seen = Vec::new();
        for &(at_ms, input) in &session.inputs {
            lines.input(at_ms, input, &mut |output| seen.push(output));
        }
        let landed = seen.iter().filter_map(|output| match output.event {
            Event::Move(played) => Some(played.landed_ms),
            _ => None,
        });
        for (landed, &meant) in landed.zip(&session.landings) {
            self.worst_landing_ms = self.worst_landing_ms.max(landed.abs_diff(meant));
        }
        self.games += 1;
        self.inputs += session.inputs.len();
        for &meant in &session.truth {
            self.tally(meant).meant += 1;
        }
        let mut seen = seen.iter().filter_map(|output| Some((noticed(output)?, output.at_ms)));
        for (place, &meant) in session.truth.iter().enumerate() {
            let next = seen.next();
            if next.is_some_and(|(noticed, _)| noticed == meant) {
                self.tally(meant).seen += 1;
                continue;
            }
            self.tally(meant).wrong += usize::from(next.is_some());
            let at = next.map_or(String::new(), |(noticed, at)| format!("{noticed:?} at {at} ms"));
            self.faults.push(format!("seed {}: #{place} meant {meant:?}, saw {at}", habits.seed));
            return;
        }
        if let Some((noticed, at)) = seen.next() {
            self.plies.wrong += 1;
            self.faults.push(format!("seed {}: saw {noticed:?} at {at} ms too many", habits.seed));
        }
    }

    fn tally(&mut self, meant: Expected) -> &mut Tally {
        match meant {
            Expected::Ply(_) => &mut self.plies,
            Expected::Try(reason) => self.tries.entry(reason.as_str()).or_default(),
            _ => &mut self.others,
        }
    }
}

/// The event that an output reports, if it is one that players can intend.
fn noticed(output: &Output) -> Option<Expected> {
    Some(match output.event {
        Event::Move(played) => Expected::Ply(played.action),
        Event::Alarm(alarm) => Expected::Try(alarm.reason),
        Event::Disturbed { cause: Cause::ClockStepped, .. } => return None,
        Event::Disturbed { cause, .. } => Expected::Disturbance(cause),
        Event::Restored => Expected::Restored,
        Event::Ambiguous { .. } => Expected::Unclear,
        Event::Takeback { played, .. } => Expected::Takeback(played),
        Event::End(ending) => Expected::End(ending.reason),
        Event::Setup
        | Event::Turn(_)
        | Event::Pressed(_)
        | Event::Prompt { .. }
        | Event::Repetition { .. } => return None,
    })
}
