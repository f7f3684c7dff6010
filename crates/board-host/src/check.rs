//! What the referee saw, against what the players meant.

use crate::{
    Lines,
    human::{Expected, Habits, Session},
};
use sensing::{Cause, Event, Output};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a number of games gave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Games played.
    pub games: usize,
    /// Frames and buttons that went in.
    pub inputs: usize,
    /// Plies made, and how the referee saw them.
    pub plies: Tally,
    /// Tries that are not allowed, by reason.
    pub tries: BTreeMap<&'static str, Tally>,
    /// Disturbances, takebacks, questions and ends.
    pub others: Tally,
    /// How far off the moment of a landing was at worst, in milliseconds: so wrong were the clocks.
    pub worst_landing_ms: u64,
    /// What went wrong, one line a game.
    pub faults: Vec<String>,
}

/// How often something was meant, and how often it was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// It happened.
    pub meant: usize,
    /// The referee saw just that.
    pub seen: usize,
    /// The referee saw something else instead.
    pub wrong: usize,
}

impl Report {
    /// Whether everything was seen as it was meant.
    pub fn is_perfect(&self) -> bool {
        let all = self.tries.values().chain([&self.plies, &self.others]);
        self.faults.is_empty() && all.into_iter().all(|tally| tally.meant == tally.seen)
    }

    /// Runs one game through the board's referee and compares.
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

/// What an output says that a player could have meant.
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
