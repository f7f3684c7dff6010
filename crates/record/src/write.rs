use crate::{
    Record, extras,
    game_fields::{Secrets, position_text, result_text, turn_name},
    names::plain,
    replays,
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
    Some(written(record, &record.start, &played(record)?, Secrets::Open))
}

/// What a spectator may know of a running game, as a file.
pub(crate) fn write_as_spectator(record: &Record) -> Option<String> {
    let start = AnyGame::from_text(record.variant, &record.options, &record.start).ok()?;
    let start = position_text(&start, Secrets::Sealed);
    let game = played(record)?;
    game.outcome().is_none().then(|| written(record, &start, &game, Secrets::Sealed))
}

/// The game of a record after its last action. `None` if the actions do not fit the start.
pub(crate) fn played(record: &Record) -> Option<AnyGame> {
    replays::note();
    let mut game = AnyGame::from_text(record.variant, &record.options, &record.start).ok()?;
    for action in &record.actions {
        play(&mut game, action)?;
    }
    Some(game)
}

/// Plays an action as a record has it.
pub(crate) fn play(game: &mut AnyGame, action: &str) -> Option<()> {
    let seat = game.turn().seats().iter().next()?;
    let action = action.split('=').next().unwrap_or(action);
    game.play_text(seat, action).ok().map(|_| ())
}

/// The file of a record whose game after the last action is `game`. `start` is the text of its
/// start.
pub(crate) fn written(record: &Record, start: &str, game: &AnyGame, secrets: Secrets) -> String {
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
    let result = result_text(game, record.outcome.as_ref().or(game.outcome()));
    let _ = writeln!(
        file,
        "position {}\nturn {}\nresult {result}",
        position_text(game, secrets),
        turn_name(game)
    );
    file
}
