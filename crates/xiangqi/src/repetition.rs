//! Who is to blame when a position comes up again: the AXF/WXF rules, with reasons.
//!
//! A third occurrence of a position (board and side to move) ends the game. Judged are all moves
//! since the first occurrence: they can hold no capture, so every piece keeps its identity.
//!

//! 1. A side that gave check with every move loses, if the other did not do so too.
//! 2. A side that newly attacked the same piece with every move, in a way the rules call a chase
//!    (the module `chase` says which), loses, if the other did not do so too.
//! 3. Everything else is a draw.
//!
//! Source: `docs/rules/xiangqi.md`, “Repetition”.

mod chase;
mod cycle;

use crate::{Move, Position, RepetitionRule, Side};
use alloc::{format, string::ToString, vec::Vec};
use cycle::Cycle;
use game::{Outcome, Reason, Warning};

/// What the repetition rule says now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// Nothing: the position is new.
    None,
    /// The position has occurred before: what a third time would mean.
    Warning(Warning),
    /// The position has occurred for the third time: the game is over.
    Over(Outcome),
}

/// Rules on the position reached from `start` by `moves`, which must be legal one after another.
///
/// Positions are told apart by [`Position::key`]. Costs one [`Position::make`] for each move;
/// chases are looked for only once a position has come up again.
///
/// ```
/// use game::{Reason, Seat};
/// use xiangqi::{Move, Position, RepetitionRule, repetition::{Ruling, rule}};
///
/// // A chariot gives check again and again, and the general steps out of it.
/// let start = Position::from_fen("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1")?;
/// let cycle = ["h8h9", "f9f8", "h9h8", "f8f9"].map(|text| text.parse::<Move>());
/// let cycle: Vec<Move> = cycle.into_iter().collect::<Result<_, _>>()?;
/// assert_eq!(rule(&start, &cycle[..3], RepetitionRule::Axf), Ruling::None);
///
/// let Ruling::Warning(warning) = rule(&start, &cycle, RepetitionRule::Axf) else {
///     return Err("the second time is a warning".into());
/// };
/// assert_eq!((warning.code, &warning.values[0][..]), ("repetition-lost", "0"));
///
/// let Ruling::Over(outcome) = rule(&start, &cycle.repeat(2), RepetitionRule::Axf) else {
///     return Err("the third time is the end".into());
/// };
/// assert_eq!(outcome.reason, Reason::PerpetualCheck);
/// assert!(outcome.winners.contains(Seat::new(1)));
/// assert_eq!(rule(&start, &cycle.repeat(2), RepetitionRule::Off), Ruling::None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rule(start: &Position, moves: &[Move], by: RepetitionRule) -> Ruling {
    if by == RepetitionRule::Off {
        return Ruling::None;
    }
    let occurrences = earlier_occurrences(start, moves);
    let Some(&first) = occurrences.first() else { return Ruling::None };
    let outcome = Cycle::play(start, moves, first).judge(by);
    if occurrences.len() >= 2 { Ruling::Over(outcome) } else { Ruling::Warning(warning(&outcome)) }
}

/// After how many moves the position that stands now stood before.
fn earlier_occurrences(start: &Position, moves: &[Move]) -> Vec<usize> {
    let mut position = start.clone();
    let mut keys = Vec::with_capacity(moves.len());
    let mut since_capture = 0;
    for (ply, &played) in moves.iter().enumerate() {
        keys.push(position.key());
        if position.make(played).captured().is_some() {
            since_capture = ply + 1;
        }
    }
    let key = position.key();
    (since_capture..keys.len()).filter(|&ply| keys[ply] == key).collect()
}

fn warning(outcome: &Outcome) -> Warning {
    let (loser, then) = match outcome.reason {
        Reason::PerpetualCheck | Reason::PerpetualChase => {
            let is_red_winning = outcome.winners.contains(Side::Red.seat());
            let loser = if is_red_winning { Side::Black } else { Side::Red };
            (Some(loser), format!("{loser} would lose by {}", outcome.reason))
        }
        _ => (None, "the game would be drawn".to_string()),
    };
    let detail = &outcome.detail;
    let message =
        format!("repetition: the position has occurred twice; a third time {then}: {detail}");
    match loser {
        Some(loser) => {
            Warning::new("repetition-lost", message).with(loser.seat().index()).with(outcome.reason)
        }
        None => Warning::new("repetition-drawn", message),
    }
}
