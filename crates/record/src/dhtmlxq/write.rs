use super::{REASONS, annotations, board, plain};
use crate::{CannotWrite, Record, Tag, play, score::Score, tags::dashed};
use std::fmt::Write;
use xiangqi::{Options, Position};

/// Writes a game of xiangqi as DhtmlXQ.
///
/// # Errors
/// If it is another game, or its moves do not fit its start.
///
/// ```
/// use record::{dhtmlxq, pgn};
///
/// let games = pgn::read(b"1. h2e2 h9g7 1-0").unwrap();
/// let text = dhtmlxq::write(&games[0])?;
/// assert!(text.contains("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"), "{text}");
/// assert_eq!(dhtmlxq::read(text.as_bytes()).unwrap(), games);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(record: &Record) -> Result<String, CannotWrite> {
    let (start, moves) = play::line(record)?;
    let mut file = String::from("[DhtmlXQ]\n");
    let mut put = |key: &str, value: &str| {
        if !value.is_empty() {
            // Writing to a String cannot fail.
            let _ = writeln!(file, "[DhtmlXQ_{key}]{value}[/DhtmlXQ_{key}]");
        }
    };
    for tag in Tag::ALL {
        let value = plain(record.tags.get(tag));
        put(tag.dhtmlxq(), &if tag == Tag::Date { dashed(value) } else { value });
    }
    for (key, name) in ["red", "black"].into_iter().zip(&record.names) {
        put(key, &plain(name));
    }
    let outcome = record.outcome.as_ref();
    put("result", outcome.map_or("未知", |outcome| Score::of(outcome).dhtmlxq()));
    let reason = outcome.and_then(|outcome| {
        REASONS.iter().find(|(reason, _)| *reason == outcome.reason).map(|(_, written)| *written)
    });
    put("endtype", reason.unwrap_or_default());
    if record.options != Options::DEFAULT.to_string() {
        put("rules", &record.options);
    }
    put("binit", &board::write(&start));
    if start != Position::start() {
        put("fen", &start.fen());
    }
    let list: String = moves.iter().copied().map(board::write_move).collect();
    put("movelist", &list);
    annotations::write(&mut put, &start, &moves, &record.annotations)?;
    file.push_str("[/DhtmlXQ]\n");
    Ok(file)
}
