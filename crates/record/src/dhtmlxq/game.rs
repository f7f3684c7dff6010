//! One game of a DhtmlXQ text.

use super::{
    REASONS, annotations,
    blocks::{Block, BlockValue},
    board, plain,
};
use crate::{
    ReplayedRecord, Tag, Tags,
    score::{Given, Score},
    settle::{ImportedGame, check_length},
    start::{read_fen, refuse},
    text::{Report, shown},
};
use ::game::Reason;
use xiangqi::{Legality, Move, Options, Position, Setup};

/// Converts a block to a record, and reports problems.
pub(super) fn understand(block: &Block<'_>, report: &mut Report<'_>) -> Option<ReplayedRecord> {
    let rules = read_rules(block, report);
    let score = read_result(block, report);
    let steps = read_steps(block, report);
    let start = read_start(block, &steps, report);
    let start = start?;
    let moves = replay(&start, &steps, report);
    let is_cut = moves.len() < steps.len();
    let annotations = annotations::read(block, &start, &moves, report);
    let name = |bare: &str, with_team: &str| {
        let found = block.get(bare).or(block.get(with_team));
        found.map(|value| plain(value.text)).unwrap_or_default()
    };
    let names = [name("redname", "red"), name("blackname", "black")];
    let mut tags = Tags::default();
    for tag in Tag::ALL {
        if let Some(value) = block.get(tag.dhtmlxq()) {
            tags.set(tag, &plain(value.text));
        }
    }
    let game = ImportedGame {
        start,
        moves,
        rules,
        score,
        reason: read_reason(block),
        names,
        tags,
        annotations,
        is_cut,
    };
    Some(game.settle(report))
}

/// The options of `rules`, if there are any that can be read.
fn read_rules(block: &Block<'_>, report: &mut Report<'_>) -> Option<Options> {
    let value = block.get("rules")?;
    match value.text.parse() {
        Ok(options) => Some(options),
        Err(error) => {
            report.add(value.at + error.at.min(value.text.len()), "rules", error.message);
            None
        }
    }
}

fn read_result(block: &Block<'_>, report: &mut Report<'_>) -> Option<(usize, Score)> {
    let value = block.get("result")?;
    match Given::read(value.text.trim()) {
        Some(Given::Known(score)) => Some((value.at, score)),
        Some(Given::Unknown) => None,
        None => {
            let message =
                format!("expected `红胜`, `黑胜`, `和棋` or `未知`, found `{}`", shown(value.text));
            report.add(value.at, "result", message);
            None
        }
    }
}

fn read_reason(block: &Block<'_>) -> Option<Reason> {
    let text = block.get("endtype")?.text.trim();
    REASONS.iter().find(|(_, written)| *written == text).map(|(reason, _)| *reason)
}

/// Place and move of four digits, legal or not.
type Step = (usize, Move);

/// The moves up to the first that cannot be read.
fn read_steps(block: &Block<'_>, report: &mut Report<'_>) -> Vec<Step> {
    let none = BlockValue { at: 0, text: "" };
    let list = block.get("movelist").or(block.get("move_0_1_0")).unwrap_or(none);
    let mut signs = list.text.char_indices().filter(|(_, sign)| !sign.is_whitespace());
    let mut steps = Vec::new();
    while let Some((first, sign)) = signs.next() {
        let mut four = sign.to_string();
        four.extend(signs.by_ref().take(3).map(|(_, sign)| sign));
        let played = (|| Some(Move::new(square_at(&four, 0)?, square_at(&four, 2)?)))();
        let Some(played) = played else {
            let number = steps.len() + 1;
            let message = format!(
                "move {number}: expected four digits, two for each square, found `{}`",
                shown(&four)
            );
            report.add(list.at + first, "action", message);
            break;
        };
        steps.push((list.at + first, played));
    }
    steps
}

fn square_at(four: &str, from: usize) -> Option<xiangqi::Square> {
    board::square(four.get(from..from + 2)?)
}

/// Reads the start from `fen` or `binit`, which must have the same board. Without them it is the
/// usual start.
fn read_start(block: &Block<'_>, steps: &[Step], report: &mut Report<'_>) -> Option<Position> {
    let by_fen = block.get("fen").map(|fen| {
        let lead = fen.text.len() - fen.text.trim_start().len();
        read_fen(fen.text.trim(), fen.at + lead, report)
    });
    let by_board = block.get("binit").map(|value| (value.at, board::read(value, report)));
    match (by_fen, by_board) {
        (None, None) => Some(Position::start()),
        (Some(position), None) => position,
        (None, Some((at, setup))) => {
            let mut setup = setup?;
            let first = steps.first().and_then(|(_, played)| setup.board[played.from.index()]);
            setup.turn = first.map_or(setup.turn, |piece| piece.side);
            let position = Position::from_setup(&setup, Legality::Composed);
            position.map_err(|error| refuse(&error, at, report)).ok()
        }
        (Some(position), Some((at, setup))) => {
            let (position, setup): (Position, Setup) = (position?, setup?);
            if position.to_setup().board != setup.board {
                report.add(at, "mismatch", "`binit` and `fen` show different boards");
                return None;
            }
            Some(position)
        }
    }
}

/// The moves up to the first illegal one.
fn replay(start: &Position, steps: &[Step], report: &mut Report<'_>) -> Vec<Step> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (number, &(at, played)) in (1..).zip(check_length(steps, report)) {
        if let Err(refusal) = position.check_move(played) {
            report.add(at, "action", format!("move {number} `{played}`: {refusal}"));
            break;
        }
        position.make(played);
        moves.push((at, played));
    }
    moves
}
