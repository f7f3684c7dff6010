use super::ArenaArgs;
use crate::output;
use anyhow::{Context, Result};
use arena::{End, LoggedGame, LoggedPair, Verdict};
use game::{Outcome, Reason, Seat};
use games::AnyGame;
use record::{Format, Record, Tag, Tags};
use std::{fs, path::Path};
use xiangqi::notation::Notation;

/// Checks before the match that its files can be written.
pub(super) fn try_out(args: &ArenaArgs) -> Result<()> {
    if let Some(path) = &args.pgn {
        make_folder_of(path)
            .and_then(|()| Ok(atomic_file::try_out(path)?))
            .with_context(|| format!("--pgn: cannot write {}", path.display()))?;
    }
    if let Some(folder) = &args.chuhe {
        let first = folder.join(file_name(0, 0));
        make_folder_of(&first)
            .and_then(|()| Ok(atomic_file::try_out(&first)?))
            .with_context(|| format!("--chuhe: cannot write into {}", folder.display()))?;
    }
    Ok(())
}

/// Writes all games, in the order of their pairs, to the requested files.
pub(super) fn write(args: &ArenaArgs, pairs: &[LoggedPair]) -> Result<()> {
    if args.pgn.is_none() && args.chuhe.is_none() {
        return Ok(());
    }
    let mut pairs: Vec<&LoggedPair> = pairs.iter().collect();
    pairs.sort_by_key(|pair| pair.pair);
    let mut pgn = String::new();
    for pair in pairs {
        for half in 0..2 {
            let record = record(args, pair, half)?;
            if args.pgn.is_some() {
                pgn += &record::write_as(&record, Format::Pgn, Notation::Uci)?;
                pgn.push('\n');
            }
            if let Some(folder) = &args.chuhe {
                let text = record::write_as(&record, Format::Chuhe, Notation::Uci)?;
                put(&folder.join(file_name(pair.pair, half)), &text)?;
            }
        }
    }
    match &args.pgn {
        Some(path) => put(path, &pgn),
        None => Ok(()),
    }
}

fn file_name(pair: u32, half: usize) -> String {
    format!("{:06}-{}.chuhe", pair + 1, half + 1)
}

fn put(path: &Path, text: &str) -> Result<()> {
    make_folder_of(path)?;
    output::write(path, text)
}

fn make_folder_of(path: &Path) -> Result<()> {
    match path.parent() {
        Some(folder) => fs::create_dir_all(folder).with_context(|| folder.display().to_string()),
        None => Ok(()),
    }
}

/// Converts a logged game into a record by replaying its moves.
fn record(args: &ArenaArgs, pair: &LoggedPair, half: usize) -> Result<Record> {
    let logged = &pair.games[half];
    let mut game = AnyGame::from_text(args.variant, &args.options, &logged.start)
        .with_context(|| format!("pair {}: start position", pair.pair))?;
    for action in &logged.actions {
        let seat = game.turn().seats().iter().next().unwrap_or(Seat::new(0));
        // The part after `=` names the revealed piece, which the deal decides.
        let text = action.split('=').next().unwrap_or_default();
        game.play_text(seat, text).with_context(|| format!("pair {}: {action}", pair.pair))?;
    }
    let is_first = |seat: u8| logged.seats.contains(&seat);
    let names = (0..game.seats())
        .map(|seat| if is_first(seat) { args.a.to_string() } else { args.b.to_string() });
    let mut tags = Tags::default();
    tags.set(Tag::Event, "chuhe arena");
    tags.set(Tag::Round, &format!("{}.{}", pair.pair + 1, half + 1));
    Ok(Record {
        variant: args.variant,
        options: game.options_text(),
        start: logged.start.clone(),
        names: names.collect(),
        actions: logged.actions.clone(),
        outcome: game.outcome().cloned().or_else(|| outcome_outside(&game, logged)),
        tags,
        annotations: record::Annotations::default(),
    })
}

/// Outcome of a game that ended outside its rules.
fn outcome_outside(game: &AnyGame, logged: &LoggedGame) -> Option<Outcome> {
    let reason = match logged.end()? {
        End::Rules(_) => return None,
        End::TooLong => return Some(game.agreed_draw()),
        End::Time => Reason::FlagFall,
        End::Illegal | End::Crash => Reason::Abandoned,
    };
    let is_loser = |seat: &Seat| {
        let is_first = logged.seats.contains(&(seat.index() as u8));
        is_first == (logged.verdict() == Some(Verdict::Lost))
    };
    Seat::first(game.seats()).find(is_loser).map(|loser| game.lost_by(loser, reason))
}
