//! Moves, comments and variations of a PGN game, before the moves are read.

use super::{moves::MoveReader, tokens::Played};
use crate::{
    Annotations, Variation,
    limits::{DEPTH, VARIATION_ACTIONS},
    mark::split_commands,
    text::{Report, shown},
};
use game::TextError;
use games::board::BoardShape;
use xiangqi::{Move, Position};

/// A line of moves with its remarks.
#[derive(Default)]
struct VariationText<'a> {
    /// Its beginning and end in the text.
    span: (usize, usize),
    moves: Vec<Played<'a>>,
    /// Remarks, each with the number of moves before it.
    remarks: Vec<(usize, Remark<'a>)>,
}

enum Remark<'a> {
    Comment(&'a str),
    Glyph(u8),
    Variation(VariationText<'a>),
}

/// The line of a game and the open variations, each inside the one before.
#[derive(Default)]
pub(super) struct Tree<'a> {
    main: VariationText<'a>,
    open: Vec<VariationText<'a>>,
}

impl<'a> Tree<'a> {
    /// Moves of the game.
    pub(super) fn main(&self) -> &[Played<'a>] {
        &self.main.moves
    }

    pub(super) const fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether no further variation may begin here.
    pub(super) const fn is_full(&self) -> bool {
        self.open.len() >= DEPTH
    }

    fn line(&mut self) -> &mut VariationText<'a> {
        self.open.last_mut().unwrap_or(&mut self.main)
    }

    pub(super) fn add_move(&mut self, at: usize, text: &'a str) {
        self.line().moves.push((at, text));
    }

    pub(super) fn add_comment(&mut self, text: &'a str) {
        self.line().remark(Remark::Comment(text));
    }

    pub(super) fn add_glyph(&mut self, glyph: u8) {
        self.line().remark(Remark::Glyph(glyph));
    }

    pub(super) fn open(&mut self, at: usize) {
        self.open.push(VariationText { span: (at, at), ..VariationText::default() });
    }

    pub(super) fn close(&mut self, at: usize) {
        if let Some(mut line) = self.open.pop() {
            line.span.1 = at;
            self.line().remark(Remark::Variation(line));
        }
    }

    /// Reads all remarks. `reader` reads the variations, as it did the game's moves. A variation is
    /// kept up to its first illegal move, and the rest as a comment.
    pub(super) fn annotations(
        &self,
        start: &Position,
        moves: &[(usize, Move)],
        reader: MoveReader,
        report: &mut Report<'_>,
    ) -> Annotations {
        let moves: Vec<Move> = moves.iter().map(|(_, played)| *played).collect();
        VariationReader { report, reader, budget: VARIATION_ACTIONS }
            .annotations(&self.main, start, &moves)
    }
}

impl<'a> VariationText<'a> {
    fn remark(&mut self, remark: Remark<'a>) {
        self.remarks.push((self.moves.len(), remark));
    }
}

/// Reads the variations of a game.
struct VariationReader<'r, 's> {
    report: &'r mut Report<'s>,
    reader: MoveReader,
    /// Number of moves of variations that may still be read.
    budget: usize,
}

impl VariationReader<'_, '_> {
    fn text(&self, from: usize, to: usize) -> String {
        self.report.source.text()[from..to].to_owned()
    }

    fn annotations(
        &mut self,
        line: &VariationText<'_>,
        start: &Position,
        moves: &[Move],
    ) -> Annotations {
        let mut annotations = Annotations::default();
        let mut position = start.clone();
        let mut played = 0;
        for (after, remark) in &line.remarks {
            // Remarks after the last readable move are in the text that is kept.
            if *after > moves.len() {
                break;
            }
            match remark {
                Remark::Comment(text) => {
                    let (text, marks) = split_commands(BoardShape::River, text);
                    annotations.add_comment(*after, &text);
                    marks.into_iter().for_each(|mark| annotations.add_mark(*after, mark));
                }
                Remark::Glyph(glyph) => annotations.add_glyph(*after, *glyph),
                Remark::Variation(line) => {
                    // A variation follows the move that it replaces.
                    let replaced = after.saturating_sub(1);
                    while played < replaced {
                        position.make(moves[played]);
                        played += 1;
                    }
                    let variation = self.variation(line, &position);
                    if variation.actions.is_empty() || replaced == moves.len() {
                        let whole = self.text(line.span.0, line.span.1);
                        annotations.add_comment(*after, &format!("{whole})"));
                    } else {
                        annotations.add_variation(replaced, variation);
                    }
                }
            }
        }
        annotations
    }

    /// Reads a variation up to its first illegal move.
    fn variation(&mut self, line: &VariationText<'_>, start: &Position) -> Variation {
        let mut position = start.clone();
        let mut moves = Vec::new();
        let mut rest = None;
        for &(at, text) in &line.moves {
            // Texts that are no moves count as well: finding that out takes as long.
            let is_read = self.budget > 0;
            self.budget = self.budget.saturating_sub(1);
            let read = if is_read { (self.reader)(&position, text) } else { Err(too_many()) };
            let played = match read {
                Ok(played) => played,
                Err(error) => {
                    // Parentheses around a remark are no variation.
                    if !moves.is_empty() || has_number(text) {
                        self.report.cut(at, "variation", || {
                            format!("variation cut at `{}`: {}", shown(text), error.message)
                        });
                    }
                    rest = Some(at);
                    break;
                }
            };
            position.make(played);
            moves.push(played);
        }
        let mut annotations = self.annotations(line, start, &moves);
        if let Some(at) = rest {
            let rest = self.text(at, line.span.1);
            annotations.add_comment(moves.len(), &rest);
        }
        Variation { actions: moves.iter().map(ToString::to_string).collect(), annotations }
    }
}

fn too_many() -> TextError {
    TextError::new("length", 0, format!("expected at most {VARIATION_ACTIONS} moves of variations"))
}

/// Whether a text has a digit or a Chinese numeral, as every move does.
fn has_number(text: &str) -> bool {
    text.contains(|c: char| c.is_numeric() || "一二三四五六七八九".contains(c))
}
