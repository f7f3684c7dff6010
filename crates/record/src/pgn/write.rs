use crate::{
    Annotations, CannotWrite, Note, Record, Tag, Variation,
    limits::VARIATION_ACTIONS,
    mark::{escape_commands, write_commands},
    play,
    score::Score,
    settle::OUTSIDE,
    tags::known,
};
use games::board::BoardShape;
use std::fmt::Write;
use xiangqi::{
    Move, Options, Position, Side,
    notation::{self, Notation},
};

/// Writes a game of xiangqi as PGN, with its moves in `notation`.
///
/// # Errors
/// If it is another game, or its moves do not fit its start.
///
/// ```
/// use record::pgn;
/// use xiangqi::notation::Notation;
///
/// let games = pgn::read(b"1. h2e2 h9g7 *").unwrap();
/// let text = pgn::write(&games[0], Notation::Chinese)?;
/// assert!(text.ends_with("1. 炮二平五 马８进７\n*\n"), "{text}");
/// assert_eq!(pgn::read(text.as_bytes()).unwrap(), games);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(record: &Record, notation: Notation) -> Result<String, CannotWrite> {
    let (start, moves) = play::line(record)?;
    let result = record.outcome.as_ref().map_or("*", |outcome| Score::of(outcome).pgn());
    let mut file = String::new();
    tags(&mut file, record, &start, notation, result);
    file.push('\n');
    let mut body = Body { file, notation, moves: VARIATION_ACTIONS };
    body.main(&start, &moves, &record.annotations)?;
    let mut file = body.file;
    file += result;
    file.push('\n');
    Ok(file)
}

/// Writer of moves and remarks.
struct Body {
    file: String,
    notation: Notation,
    /// Number of moves that variations may still have.
    moves: usize,
}

impl Body {
    /// Writes the line of the game: two moves per row, and remarks on separate rows.
    fn main(
        &mut self,
        start: &Position,
        moves: &[Move],
        annotations: &Annotations,
    ) -> Result<(), CannotWrite> {
        let mut position = start.clone();
        if let Some(note) = annotations.get(0) {
            self.remark(note);
            if self.file.ends_with(' ') {
                self.end_row();
            }
        }
        let mut is_apart = true;
        for (ply, &played) in moves.iter().enumerate() {
            let before = self.number_and_move(&position, played, is_apart, 3);
            position.make(played);
            self.said(&before, ply, annotations)?;
            is_apart = has_more_than_glyphs(ply, annotations);
            if is_apart || position.side_to_move() == Side::Red {
                self.end_row();
            }
        }
        Ok(())
    }

    /// Writes a variation in parentheses.
    fn variation(&mut self, start: &Position, variation: &Variation) -> Result<(), CannotWrite> {
        let moves = play::moves(start, &variation.actions)?;
        self.moves = self.moves.checked_sub(moves.len()).ok_or(CannotWrite::Unsound)?;
        let annotations = &variation.annotations;
        let mut position = start.clone();
        self.file.push('(');
        if let Some(note) = annotations.get(0) {
            self.remark(note);
        }
        let mut is_apart = true;
        for (ply, played) in moves.into_iter().enumerate() {
            let before = self.number_and_move(&position, played, is_apart, 0);
            position.make(played);
            self.said(&before, ply, annotations)?;
            is_apart = has_more_than_glyphs(ply, annotations);
        }
        self.file.truncate(self.file.trim_end_matches(' ').len());
        self.file += ") ";
        Ok(())
    }

    /// Writes a move, with its number if it is Red's or follows a remark. Returns the position before
    /// it.
    fn number_and_move(
        &mut self,
        position: &Position,
        played: Move,
        is_apart: bool,
        width: usize,
    ) -> Position {
        let number = position.full_move();
        // Writing to a String cannot fail.
        let _ = match (position.side_to_move(), is_apart) {
            (Side::Red, _) => write!(self.file, "{number:>width$}. "),
            (Side::Black, true) => write!(self.file, "{number:>width$}... "),
            (Side::Black, false) => Ok(()),
        };
        self.file += &notation::write(position, played, self.notation);
        self.file.push(' ');
        position.clone()
    }

    /// Writes glyphs and comment of a ply, then the alternatives to it.
    fn said(
        &mut self,
        before: &Position,
        ply: usize,
        annotations: &Annotations,
    ) -> Result<(), CannotWrite> {
        if let Some(note) = annotations.get(ply + 1) {
            self.remark(note);
        }
        let instead = annotations.get(ply).map_or(&[][..], |note| &note.variations);
        instead.iter().try_for_each(|variation| self.variation(before, variation))
    }

    fn remark(&mut self, note: &Note) {
        for glyph in &note.glyphs {
            let _ = write!(self.file, "${glyph} ");
        }
        let commands = write_commands(BoardShape::River, &note.marks);
        let comment = escape_commands(&note.comment);
        if comment.contains('}') {
            return self.write_line_comments(&commands, &comment);
        }
        let space = if commands.is_empty() || comment.is_empty() { "" } else { " " };
        if !commands.is_empty() || !comment.is_empty() {
            let _ = write!(self.file, "{{{commands}{space}{comment}}} ");
        }
    }

    /// Writes a comment that braces cannot hold: each of its lines from `;` to the end of a row.
    /// Empty lines are left out.
    fn write_line_comments(&mut self, commands: &str, comment: &str) {
        if !commands.is_empty() {
            let _ = write!(self.file, "{{{commands}}} ");
        }
        for line in comment.lines().filter(|line| !line.is_empty()) {
            let _ = writeln!(self.file, "; {line}");
        }
    }

    /// Ends a row, unless a comment has ended it.
    fn end_row(&mut self) {
        self.file.truncate(self.file.trim_end_matches(' ').len());
        if !self.file.ends_with('\n') {
            self.file.push('\n');
        }
    }
}

/// Whether a comment or variation follows the move of a ply.
fn has_more_than_glyphs(ply: usize, annotations: &Annotations) -> bool {
    let has_comment = annotations
        .get(ply + 1)
        .is_some_and(|note| !note.comment.is_empty() || !note.marks.is_empty());
    has_comment || annotations.get(ply).is_some_and(|note| !note.variations.is_empty())
}

fn tags(file: &mut String, record: &Record, start: &Position, notation: Notation, result: &str) {
    let name = |seat: usize| record.names.get(seat).map(|name| known(name)).unwrap_or_default();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(file, "[{name} \"{value}\"]");
    };
    let or_unknown = |value: &str| if value.is_empty() { "?" } else { value }.to_owned();
    tag("Game", "Chinese Chess");
    if matches!(notation, Notation::Uci | Notation::UciFromOne | Notation::San) {
        tag("Variant", "xiangqi");
    }
    // These are always written. Other known tags follow the players.
    let roster = [Tag::Event, Tag::Site, Tag::Date, Tag::Round];
    for known in roster {
        let value = record.tags.get(known);
        let unknown = if known == Tag::Date { "????.??.??" } else { "?" };
        tag(known.pgn(), if value.is_empty() { unknown } else { value });
    }
    tag("Red", &or_unknown(&name(0)));
    tag("Black", &or_unknown(&name(1)));
    tag("Result", result);
    for other in Tag::ALL.into_iter().filter(|tag| !roster.contains(tag)) {
        let value = record.tags.get(other);
        if !value.is_empty() {
            tag(other.pgn(), value);
        }
    }
    let reason = record.outcome.as_ref().map(|outcome| outcome.reason);
    if let Some(reason) = reason.filter(|reason| OUTSIDE.contains(reason)) {
        tag("Termination", reason.as_str());
    }
    if record.options != Options::DEFAULT.to_string() {
        tag("Rules", &record.options);
    }
    if *start != Position::start() {
        tag("SetUp", "1");
        tag("FEN", &start.fen());
    }
    match notation {
        Notation::Chinese => {}
        Notation::Wxf => tag("Format", "WXF"),
        Notation::Vietnamese => tag("Format", "Vietnamese"),
        Notation::Iccs => tag("Format", "ICCS"),
        Notation::Uci => tag("Format", "UCI"),
        Notation::UciFromOne => tag("Format", "UCI-1"),
        Notation::San => tag("Format", "SAN"),
    }
}
