use crate::{
    Record, extras,
    names::plain,
    read::{Secrets, result_text, turn_name},
    sealed::position_text,
};
use games::AnyGame;
use std::fmt::Write;

/// The `.chuhe` file of a record; `None` when the record's actions do not fit its start.
///
/// ```
/// use record::{pgn, read, write};
///
/// let games = pgn::read(b"[Red \"An\"]\n\n1. h2e2 h9g7 1-0").unwrap();
/// let file = write(&games[0]).ok_or("the moves do not fit")?;
/// assert!(file.ends_with("turn red\nresult red unstated\n"), "{file}");
/// assert_eq!(read(file.as_bytes()).unwrap(), games[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(record: &Record) -> Option<String> {
    write_as_seen(record, Secrets::Open)
}

/// The file of a record, or what a spectator may know of it.
pub(crate) fn write_as_seen(record: &Record, secrets: Secrets) -> Option<String> {
    let mut game = AnyGame::from_text(record.variant, &record.options, &record.start).ok()?;
    let start = match secrets {
        Secrets::Open => record.start.clone(),
        Secrets::Sealed => position_text(&game, secrets),
    };
    for text in &record.actions {
        let seat = game.turn().seats().iter().next()?;
        let action = text.split('=').next().unwrap_or(text);
        game.play_text(seat, action).ok()?;
    }
    if secrets == Secrets::Sealed && game.outcome().is_some() {
        return None;
    }
    let rules = match record.options.as_str() {
        "" => record.variant.default_rules(),
        options => options,
    };
    let seats: Vec<String> = record
        .variant
        .sides()
        .iter()
        .zip(&record.names)
        .map(|(side, name)| format!("{}={}", side.name, plain(name)))
        .collect();
    let mut file = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(file, "chuhe 1\nvariant {}\nrules {rules}\nstart {start}", record.variant);
    let _ = writeln!(file, "seats {}\nactions {}", seats.join(" "), record.actions.len());
    let width = record.actions.len().to_string().len() + 2;
    for (number, action) in (1..).zip(&record.actions) {
        let _ = writeln!(file, "{number:>width$} {action}");
    }
    file += &extras::write(record);
    let result = result_text(&game, record.outcome.as_ref().or(game.outcome()));
    let _ = writeln!(
        file,
        "position {}\nturn {}\nresult {result}",
        position_text(&game, secrets),
        turn_name(&game)
    );
    Some(file)
}
