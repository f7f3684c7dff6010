//! Comments and variations. Moves are counted from the start of the game, in variations too.

use super::{
    blocks::{Block, BlockValue, COMMENT, VARIATION},
    board,
};
use crate::{
    Annotations, CannotWrite, Note, Variation,
    annotations::tidy,
    glyph,
    limits::{DEPTH, VARIATION_ACTIONS},
    play,
    text::{Report, shown},
};
use std::{collections::BTreeMap, convert::Infallible};
use xiangqi::{Move, Position};

/// Number of the game's line.
const GAME: usize = 0;

/// Line that a place lies in, and number of moves of the game that have been played there.
type Place = (usize, usize);

/// A variation of a block before its moves are read.
struct RawVariation<'a> {
    number: usize,
    list: BlockValue<'a>,
}

struct AnnotationReader<'a, 'r, 's> {
    report: &'r mut Report<'s>,
    /// Variations by the place where they leave their line. Each is taken out when it is read.
    variations: BTreeMap<Place, Vec<RawVariation<'a>>>,
    comments: BTreeMap<Place, BlockValue<'a>>,
    /// Number of moves of variations that may still be read.
    budget: usize,
}

/// Reads the comments and variations of a block.
pub(super) fn read(
    block: &Block<'_>,
    start: &Position,
    moves: &[(usize, Move)],
    report: &mut Report<'_>,
) -> Annotations {
    let mut variations: BTreeMap<Place, Vec<RawVariation<'_>>> = BTreeMap::new();
    for (numbers, value) in block.numbered(VARIATION) {
        if let [parent, at, number] = numbers[..]
            && at > 0
            && number != GAME
        {
            let raw = RawVariation { number, list: value };
            variations.entry((parent, at - 1)).or_default().push(raw);
        }
    }
    variations.values_mut().for_each(|list| list.sort_by_key(|raw| raw.number));
    let comments = block.numbered(COMMENT).filter_map(|(numbers, value)| match numbers[..] {
        [played] => Some(((GAME, played), value)),
        [line, played] => Some(((line, played), value)),
        _ => None,
    });
    let comments = comments.collect();
    let mut reader = AnnotationReader { report, variations, comments, budget: VARIATION_ACTIONS };
    let moves: Vec<Move> = moves.iter().map(|(_, played)| *played).collect();
    let annotations = reader.line(GAME, 0, start, &moves, DEPTH);
    reader.report_unused();
    annotations
}

impl AnnotationReader<'_, '_, '_> {
    /// Reads the notes of a line that begins after `begin` moves of the game.
    fn line(
        &mut self,
        number: usize,
        begin: usize,
        start: &Position,
        moves: &[Move],
        depth: usize,
    ) -> Annotations {
        let mut annotations = Annotations::default();
        let Ok(()) = walk(start, moves, |played, position| -> Result<(), Infallible> {
            // Each comment is used once, also where variations share a number.
            if let Some(value) = self.comments.remove(&(number, begin + played)) {
                remark(&mut annotations, played, value.text);
            }
            for raw in self.variations.remove(&(number, begin + played)).unwrap_or_default() {
                let variation = self.variation(&raw, begin + played, position, depth);
                let is_instead = played < moves.len() && depth > 0;
                if is_instead && !variation.actions.is_empty() {
                    annotations.add_variation(played, variation);
                } else {
                    remark(&mut annotations, played, raw.list.text);
                }
            }
            Ok(())
        });
        annotations
    }

    /// Reports variations and comments at places that no line reaches.
    fn report_unused(self) {
        for (&(line, played), list) in &self.variations {
            for raw in list {
                self.report.cut(raw.list.at, "variation", || {
                    let number = raw.number;
                    format!("variation {number} skipped: line {line} has no move {}", played + 1)
                });
            }
        }
        for (&(line, played), value) in &self.comments {
            self.report.cut(value.at, "comment", || {
                format!("comment skipped: line {line} does not reach move {played}")
            });
        }
    }

    /// Reads a variation up to its first illegal move. The rest is kept as a comment.
    fn variation(
        &mut self,
        raw: &RawVariation<'_>,
        begin: usize,
        start: &Position,
        depth: usize,
    ) -> Variation {
        let digits: String = raw.list.text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut rest = &digits[..];
        let mut position = start.clone();
        let mut moves = Vec::new();
        while let Some(played) = rest.get(..4).and_then(board::read_move)
            && self.budget > 0
            && position.check_move(played).is_ok()
        {
            self.budget -= 1;
            position.make(played);
            moves.push(played);
            rest = &rest[4..];
        }
        if !rest.is_empty() {
            let number = moves.len() + 1;
            self.report.cut(raw.list.at, "variation", || {
                format!("variation {} cut at move {number} `{}`", raw.number, shown(rest))
            });
        }
        let deeper = depth.checked_sub(1);
        let mut annotations = deeper
            .map(|depth| self.line(raw.number, begin, start, &moves, depth))
            .unwrap_or_default();
        remark(&mut annotations, moves.len(), rest);
        Variation { actions: moves.iter().map(ToString::to_string).collect(), annotations }
    }
}

/// Visits the positions before each move of a line and after the last, with the number of moves
/// played.
fn walk<E>(
    start: &Position,
    moves: &[Move],
    mut stop: impl FnMut(usize, &Position) -> Result<(), E>,
) -> Result<(), E> {
    let mut position = start.clone();
    for (played, &next) in moves.iter().enumerate() {
        stop(played, &position)?;
        position.make(next);
    }
    stop(moves.len(), &position)
}

/// Converts the comment of a site. Two strokes are a line end, and brackets would end the value.
fn comment(text: &str) -> String {
    text.replace("||", "\n").replace('|', "｜").replace('[', "［").replace(']', "］")
}

/// Adds a comment. A first line of glyphs was written by [`written`], because the format has no other
/// place for them.
fn remark(annotations: &mut Annotations, played: usize, text: &str) {
    let text = tidy(&comment(text));
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    match glyph::read_line(first) {
        Some(glyphs) => {
            glyphs.into_iter().for_each(|glyph| annotations.add_glyph(played, glyph));
            annotations.add_comment(played, rest);
        }
        None => annotations.add_comment(played, &text),
    }
}

/// Writes a note as a comment, with the glyphs as its first line.
fn written(note: &Note) -> String {
    let lines = [glyph::write_line(&note.glyphs), comment(&note.comment).replace('\n', "||")];
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    lines.join("||")
}

/// Writes the notes of a game. Variations are numbered in the order in which they begin.
pub(super) fn write(
    put: &mut impl FnMut(&str, &str),
    start: &Position,
    moves: &[Move],
    annotations: &Annotations,
) -> Result<(), CannotWrite> {
    let mut writer = AnnotationWriter { put, next: GAME + 1, budget: VARIATION_ACTIONS };
    writer.line(GAME, 0, start, moves, annotations)
}

struct AnnotationWriter<'p, P> {
    put: &'p mut P,
    /// Number of the next variation.
    next: usize,
    /// Number of moves of variations that may still be written.
    budget: usize,
}

impl<P: FnMut(&str, &str)> AnnotationWriter<'_, P> {
    fn line(
        &mut self,
        number: usize,
        begin: usize,
        start: &Position,
        moves: &[Move],
        annotations: &Annotations,
    ) -> Result<(), CannotWrite> {
        walk(start, moves, |played, position| {
            let Some(note) = annotations.get(played) else { return Ok(()) };
            let about = if number == GAME { String::new() } else { format!("{number}_") };
            (self.put)(&format!("{COMMENT}{about}{}", begin + played), &written(note));
            for variation in &note.variations {
                self.variation(number, begin + played, position, variation)?;
            }
            Ok(())
        })
    }

    fn variation(
        &mut self,
        parent: usize,
        begin: usize,
        start: &Position,
        variation: &Variation,
    ) -> Result<(), CannotWrite> {
        let moves = play::moves(start, &variation.actions)?;
        self.budget = self.budget.checked_sub(moves.len()).ok_or(CannotWrite::Unsound)?;
        let number = self.next;
        self.next += 1;
        let list: String = moves.iter().copied().map(board::write_move).collect();
        (self.put)(&format!("{VARIATION}{parent}_{}_{number}", begin + 1), &list);
        self.line(number, begin, start, &moves, &variation.annotations)
    }
}
