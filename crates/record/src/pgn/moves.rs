//! The moves of a PGN game, in whatever notation they are written.

use super::tokens::Played;
use crate::text::{Report, shown};
use ::game::TextError;
use xiangqi::{
    Move, Position,
    notation::{self, Notation},
};

/// From which rank coordinates count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranks {
    Unsaid,
    FromOne,
}

/// How one move of a game is read.
pub(super) type MoveReader = fn(&Position, &str) -> Result<Move, TextError>;

fn from_one(position: &Position, text: &str) -> Result<Move, TextError> {
    let plain = coordinates(text);
    notation::read_as(position, plain.as_deref().unwrap_or(text), Notation::UciFromOne)
}

/// Reads the moves, and tells how. Coordinates are tried with either count of ranks; the one that
/// gets further is meant, and ranks from 0 if neither does.
pub(super) fn read_moves(
    texts: &[Played<'_>],
    start: &Position,
    ranks: Ranks,
    report: &mut Report<'_>,
) -> Option<(MoveReader, Vec<(usize, Move)>)> {
    let plain: Option<Vec<String>> = texts.iter().map(|(_, text)| coordinates(text)).collect();
    let has_ten = plain.iter().flatten().any(|text| text.len() > 4);
    let as_they_are: MoveReader = notation::read;
    let readers: &[MoveReader] = match &plain {
        Some(_) if has_ten || ranks == Ranks::FromOne => &[from_one],
        None => &[as_they_are],
        Some(_) => &[as_they_are, from_one],
    };
    let mut furthest: Option<(usize, TextError)> = None;
    for &reader in readers {
        match replay(start, texts, reader) {
            Ok(moves) => {
                return Some((reader, texts.iter().map(|(at, _)| *at).zip(moves).collect()));
            }
            Err((index, error)) => {
                if furthest.as_ref().is_none_or(|(far, _)| index > *far) {
                    furthest = Some((index, error));
                }
            }
        }
    }
    let (index, error) = furthest?;
    let (at, text) = texts[index];
    let message = format!("move {} `{}`: {}", index + 1, shown(text), error.message);
    report.add(at, "action", message);
    None
}

/// The moves of the texts, or which of them is none and why.
fn replay(
    start: &Position,
    texts: &[Played<'_>],
    read: MoveReader,
) -> Result<Vec<Move>, (usize, TextError)> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(texts.len());
    for (index, (_, text)) in texts.iter().enumerate() {
        let played = read(&position, text).map_err(|error| (index, error))?;
        position.make(played);
        moves.push(played);
    }
    Ok(moves)
}

/// Returns `h2e2` for `H2-E2`: two squares with ranks of one or two digits. `C3e3`, whose first letter
/// alone is a capital, is SAN.
fn coordinates(text: &str) -> Option<String> {
    let is_capital = |c: char| c.is_ascii_uppercase();
    if text.starts_with(is_capital) && text.chars().filter(|&c| is_capital(c)).count() == 1 {
        return None;
    }
    let plain: String = text.chars().filter(|&c| c != '-').collect();
    let plain = plain.to_ascii_lowercase();
    let second = 1 + plain.get(1..)?.find(|c: char| !c.is_ascii_digit())?;
    let is_square = |square: &str| {
        let digits = square.strip_prefix(|c| matches!(c, 'a'..='i'));
        digits.is_some_and(|digits| {
            matches!(digits.len(), 1 | 2) && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    (is_square(plain.get(..second)?) && is_square(plain.get(second..)?)).then_some(plain)
}
