//! The moves of a PGN game, in any notation.

use super::tokens::Played;
use crate::text::{Report, shown};
use ::game::TextError;
use xiangqi::{
    Move, Position,
    notation::{self, Notation},
};

/// What the tag `Format` says about the moves, where it matters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    Nothing,
    /// Coordinates with ranks from 1.
    RanksFromOne,
    Vietnamese,
}

/// Function that reads one move of a game.
pub(super) type MoveReader = fn(&Position, &str) -> Result<Move, TextError>;

fn from_one(position: &Position, text: &str) -> Result<Move, TextError> {
    let plain = coordinates(text);
    notation::read_as(position, plain.as_deref().unwrap_or(text), Notation::UciFromOne)
}

fn vietnamese(position: &Position, text: &str) -> Result<Move, TextError> {
    notation::read_as(position, text, Notation::Vietnamese)
}

/// Reads the moves up to the first that does not fit, and returns how they were read. A game with
/// moves that are only Vietnamese is read so. Coordinates are tried with ranks from 0 and from 1. The reading that gets further is taken, and ranks from 0
/// if neither does.
pub(super) fn read_moves(
    texts: &[Played<'_>],
    start: &Position,
    said: Said,
    report: &mut Report<'_>,
) -> (MoveReader, Vec<(usize, Move)>) {
    let plain: Option<Vec<String>> = texts.iter().map(|(_, text)| coordinates(text)).collect();
    let has_ten = plain.iter().flatten().any(|text| text.len() > 4);
    let as_they_are: MoveReader = notation::read;
    let is_vietnamese = || texts.iter().any(|(_, text)| notation::is_vietnamese(text));
    let readers: &[MoveReader] = match &plain {
        _ if said == Said::Vietnamese || is_vietnamese() => &[vietnamese],
        Some(_) if has_ten || said == Said::RanksFromOne => &[from_one],
        None => &[as_they_are],
        Some(_) => &[as_they_are, from_one],
    };
    let mut furthest = (as_they_are, Vec::new(), None);
    for &reader in readers {
        let (moves, error) = replay(start, texts, reader);
        let is_whole = error.is_none();
        if is_whole || furthest.2.is_none() || moves.len() > furthest.1.len() {
            furthest = (reader, moves, error);
        }
        if is_whole {
            break;
        }
    }
    let (reader, moves, error) = furthest;
    if let (Some(error), Some((at, text))) = (error, texts.get(moves.len())) {
        let message = format!("move {} `{}`: {}", moves.len() + 1, shown(text), error.message);
        report.add(*at, "action", message);
    }
    (reader, texts.iter().map(|(at, _)| *at).zip(moves).collect())
}

/// The moves of the texts up to the first that is none, and why it is none.
fn replay(
    start: &Position,
    texts: &[Played<'_>],
    read: MoveReader,
) -> (Vec<Move>, Option<TextError>) {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(texts.len());
    for (_, text) in texts {
        match read(&position, text) {
            Ok(played) => {
                position.make(played);
                moves.push(played);
            }
            Err(error) => return (moves, Some(error)),
        }
    }
    (moves, None)
}

/// Returns `h2e2` for `H2-E2`: two squares with ranks of one or two digits. `C3e3` is SAN, because
/// only its first letter is a capital.
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
