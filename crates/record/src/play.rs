//! Checks before writing the formats of other programs.

use crate::Record;
use games::Variant;
use std::fmt;
use xiangqi::{Move, Position};

/// Reason why a record cannot be written in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CannotWrite {
    /// The format supports xiangqi only.
    NotXiangqi(Variant),
    /// The record's moves do not fit its start.
    Unsound,
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotWrite::NotXiangqi(variant) => {
                write!(f, "this format knows no game but xiangqi, and this is {variant}")
            }
            CannotWrite::Unsound => {
                f.write_str("the moves do not fit the position they start from")
            }
        }
    }
}

impl std::error::Error for CannotWrite {}

/// Start and moves of a record. Every move is checked.
pub(crate) fn line(record: &Record) -> Result<(Position, Vec<Move>), CannotWrite> {
    match record.variant {
        Variant::Xiangqi => {}
        other @ (Variant::Undercover | Variant::Sifang | Variant::Banqi) => {
            return Err(CannotWrite::NotXiangqi(other));
        }
    }
    let start = Position::from_fen(&record.start).map_err(|_| CannotWrite::Unsound)?;
    let moves = moves(&start, &record.actions)?;
    Ok((start, moves))
}

/// Converts actions to moves. Every move is checked.
pub(crate) fn moves(start: &Position, actions: &[String]) -> Result<Vec<Move>, CannotWrite> {
    let mut position = start.clone();
    let check = |action: &String| {
        let played: Move = action.parse().map_err(|_| CannotWrite::Unsound)?;
        position.check_move(played).map_err(|_| CannotWrite::Unsound)?;
        position.make(played);
        Ok(played)
    };
    actions.iter().map(check).collect()
}
