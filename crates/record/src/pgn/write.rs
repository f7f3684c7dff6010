use crate::{CannotWrite, Record, Tag, play, score::Score, settle::OUTSIDE, tags::known};
use std::fmt::Write;
use xiangqi::{
    Options, Position, Side,
    notation::{self, Notation},
};

/// The PGN of a game of xiangqi, its moves in `notation`.
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
    let mut position = start;
    for (ply, played) in moves.into_iter().enumerate() {
        let number = position.full_move();
        // Writing to a String cannot fail.
        let _ = match (position.side_to_move(), ply) {
            (Side::Red, _) => write!(file, "{number:>3}. "),
            (Side::Black, 0) => write!(file, "{number:>3}... "),
            (Side::Black, _) => Ok(()),
        };
        file += &notation::write(&position, played, notation);
        file.push(if position.side_to_move() == Side::Red { ' ' } else { '\n' });
        position.make(played);
    }
    file += result;
    file.push('\n');
    Ok(file)
}

fn tags(file: &mut String, record: &Record, start: &Position, notation: Notation, result: &str) {
    let name = |seat: usize| record.names.get(seat).map(|name| known(name)).unwrap_or_default();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(file, "[{name} \"{value}\"]");
    };
    let or_unknown = |value: &str| if value.is_empty() { "?" } else { value }.to_owned();
    tag("Game", "Chinese Chess");
    if matches!(notation, Notation::Uci | Notation::UciFromOne) {
        tag("Variant", "xiangqi");
    }
    // These are always there; what is known besides follows the players.
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
        Notation::Iccs => tag("Format", "ICCS"),
        Notation::Uci => tag("Format", "UCI"),
        Notation::UciFromOne => tag("Format", "UCI-1"),
    }
}
