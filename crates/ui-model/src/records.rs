mod analysed;
mod replay;
mod row_html;
mod sealed;

use crate::{GameModel, Variant, settings::Notation};
use game::{Outcome, Seat};
use record::{Annotations, Reading, Record, Tag, Tags};
use std::collections::BTreeMap;
use table::GameExport;

pub use analysed::{AnalysedGame, LinePart, MoveCell, MoveRow, NotPlayed, Remark};
pub use record::{
    Encoding, FileText, Format, MoveTree, NodeId, Problem, ReplayedRecord, check_size,
};
pub(crate) use replay::seat_states;
pub use replay::{PrintedNote, Replay};
pub use sealed::{ResumedGame, is_sealed, is_sealed_when_saved, read_sealed, write_sealed};

/// Games of a file, ready to be looked at. `decode` decodes GBK and Big5, if it can.
///
/// # Errors
/// Every problem found.
pub fn read(
    bytes: &[u8],
    file_name: Option<&str>,
    decode: &dyn Fn(Encoding, &[u8]) -> Option<String>,
) -> Result<Vec<Replay>, Vec<Problem>> {
    let file = FileText::new(bytes, decode);
    let Reading { records, problems, .. } = record::read_replayed_text(&file, file_name);
    if problems.is_empty() {
        Ok(records.into_iter().map(Replay::new).collect())
    } else {
        Err(problems)
    }
}

/// As much of a file as can be read: its games, each up to its first illegal move, and everything
/// that is wrong, warnings included.
pub fn read_all(
    file: &FileText<'_>,
    file_name: Option<&str>,
) -> (Vec<ReplayedRecord>, Vec<Problem>) {
    let reading = record::read_replayed_text(file, file_name);
    let Reading { records, mut problems, warnings } = reading;
    problems.extend(warnings);
    (records, problems)
}

/// Number of problems of each game that has any, by the index of the game.
pub fn problems_of_games(problems: &[Problem]) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for game in problems.iter().filter_map(|problem| problem.game) {
        *counts.entry(game).or_default() += 1;
    }
    counts
}

/// The players and the result of a game, to choose among several games.
pub fn headline(game: &ReplayedRecord) -> String {
    let outcome = game.record().outcome.as_ref().or(game.game().outcome());
    let result = outcome.map_or("*", |outcome| match outcome.winners.iter().next() {
        None => "1/2-1/2",
        Some(seat) if seat.index() == 0 => "1-0",
        Some(_) => "0-1",
    });
    let name = |name: &String| if name.is_empty() { "?".to_owned() } else { name.clone() };
    let names: Vec<String> = game.record().names.iter().map(name).collect();
    format!("{}  {result}", names.join(" – "))
}

/// The file formats for games of a variant.
pub const fn formats(variant: Variant) -> &'static [Format] {
    match variant {
        Variant::Xiangqi => &Format::ALL,
        Variant::Undercover | Variant::Sifang | Variant::Banqi => &[Format::Chuhe],
    }
}

/// A file to download.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFile {
    /// Name of the file.
    pub name: String,
    /// Content of the file.
    pub text: String,
}

/// Converts a `.chuhe` file to a format. `None` if the format does not support its game.
pub fn convert(chuhe: &str, format: Format, notation: Notation) -> Option<RecordFile> {
    if record::is_sealed(chuhe.as_bytes()) {
        let sealed = record::read_sealed(chuhe.as_bytes()).ok()?;
        let name = format!("{}.{}", file_stem(sealed.truth()), format.extension());
        let is_own = format == Format::Chuhe;
        return is_own.then(|| RecordFile { name, text: chuhe.to_owned() });
    }
    let record = record::read(chuhe.as_bytes()).ok()?;
    let text = record::write_as(&record, format, notation.into()).ok()?;
    Some(RecordFile { name: format!("{}.{}", file_stem(&record), format.extension()), text })
}

/// File name without an extension: the game, the date and the players, as far as known, such as
/// `xiangqi-2026.11.25-An-Bo`.
fn file_stem(record: &Record) -> String {
    /// Maximum length of a player's name, in characters.
    const NAME: usize = 24;
    let names = record.names.iter().filter(|name| !name.is_empty());
    let date = record.tags.get(Tag::Date);
    // A date with an unknown part is left out.
    let date = [date].into_iter().filter(|date| !date.is_empty() && !date.contains('?'));
    let parts = [record.variant.as_str()].into_iter().chain(date).chain(names.map(String::as_str));
    let plain = |part: &str| -> String {
        let fits = |c: char| !c.is_control() && !r#"/\:*?"<>| -"#.contains(c);
        part.chars().take(NAME).map(|c| if fits(c) { c } else { '_' }).collect()
    };
    parts.map(plain).collect::<Vec<_>>().join("-")
}

/// The word of a file at a line and a column, both from 1, shortened to fit beside a problem. If
/// the word is only a number, the whole line is returned. `None` if there is no word.
pub fn word_at(text: &str, line: usize, column: usize) -> Option<String> {
    const CHARS: usize = 40;
    let line = text.lines().nth(line.checked_sub(1)?)?;
    let rest: String = line.chars().skip(column.checked_sub(1)?).collect();
    let word = rest.split_whitespace().next()?;
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let word = if is_number { line.trim() } else { word };
    Some(word.chars().take(CHARS).collect())
}

/// The game as a `.chuhe` file; `None` while a part of it is hidden from this page.
pub fn write(model: &GameModel) -> Option<String> {
    record::write(&to_record(model))
}

/// A local game as a `.chuhe` file. The player of every seat may know all of it. `day` is the date
/// of the game, such as `2026.11.25`.
pub fn write_export(export: GameExport, day: &str) -> Option<String> {
    record::write(&export_record(export, day))
}

fn export_record(export: GameExport, day: &str) -> Record {
    let mut tags = Tags::default();
    tags.set(Tag::Date, day);
    Record {
        variant: export.variant,
        options: export.options,
        start: export.start,
        names: export.names,
        actions: export.actions.into_iter().map(|(_, action)| action).collect(),
        outcome: export.end,
        tags,
        annotations: Annotations::default(),
    }
}

/// A position as a record without moves, for viewing and playing on. `None` if no game can start
/// from it.
pub fn of_position(variant: Variant, options: &str, position: &str) -> Option<Replay> {
    let record = ReplayedRecord::new(Record {
        variant,
        options: options.to_owned(),
        start: position.to_owned(),
        names: vec![String::new(); usize::from(variant.seats())],
        actions: Vec::new(),
        outcome: None,
        tags: Tags::default(),
        annotations: Annotations::default(),
    })?;
    Some(Replay::new(record))
}

/// A file of a game's first position. `seed` decides where pieces lie face down.
pub fn of_start(variant: Variant, seed: [u8; 32]) -> Option<String> {
    let (game, _) = crate::GameLink::default().open(variant, seed);
    Some(game?.text())
}

fn to_record(model: &GameModel) -> Record {
    let outcome = model.end.as_ref().and_then(|end| {
        let reason = end.reason.parse().ok()?;
        let winners = end.winners.iter().filter_map(|&seat| Seat::checked(seat)).collect();
        let scores = Outcome::duel(reason, None).scores;
        Some(Outcome { winners, scores, ..Outcome::duel(reason, None) })
    });
    Record {
        variant: model.variant,
        options: model.options.clone(),
        start: model.start.clone(),
        names: model.seats.iter().map(|seat| seat.name.clone()).collect(),
        actions: model.history.iter().map(|entry| entry.done.clone()).collect(),
        outcome,
        tags: Tags::default(),
        annotations: Annotations::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Knowledge;
    use crate::test_game;
    use games::AnyGame;
    use protocol::HistoryEntry;

    fn played(variant: &str, moves: &[&str]) -> GameModel {
        let mut model = test_game(variant, "", 0);
        let mut game = AnyGame::from_text(model.variant, "", &model.start).expect("nothing hidden");
        for action in moves {
            let seat = game.turn().seats().iter().next().expect("a seat on move");
            let done = game.play_text(seat, action).expect(action).to_string();
            model.history.push(HistoryEntry { seat: seat.index() as u8, done, clock_ms: None });
        }
        model.position = game.truth_text();
        model
    }

    #[test]
    fn a_game_is_written_and_read_back() {
        for (variant, moves) in
            [("xiangqi", &["h2e2", "h9g7", "h0g2"][..]), ("sifang", &["7d7e", "10g9g"][..])]
        {
            let model = played(variant, moves);
            let file = write(&model).expect("nothing is hidden");
            let read = read(file.as_bytes(), None, &|_, _| None).expect(variant).remove(0);
            assert_eq!(read.model.history, model.history, "{variant}");
            assert_eq!(read.model.position, model.position, "{variant}");
            let replay = Replay::of_game(&model).expect("nothing is hidden");
            assert_eq!(read, replay, "{variant}");
            assert_eq!(read.position_after(moves.len()), model.position, "{variant}");
        }
    }

    #[test]
    fn a_computer_in_a_file_is_known_by_its_level() {
        let mut model = played("xiangqi", &["h2e2"]);
        model.seats[0].name = "level-headed".into();
        model.seats[1].name = "level-3".into();
        let file = write(&model).expect("nothing is hidden");
        let read = read(file.as_bytes(), None, &|_, _| None).expect("a game").remove(0);
        let read = read.model;
        let levels: Vec<_> = read.seats.iter().map(|seat| seat.level.as_deref()).collect();
        assert_eq!(levels, [None, Some("level-3")]);
        assert_eq!(write(&read), Some(file));
    }

    #[test]
    fn what_stands_at_a_place_is_found() {
        let text = "chuhe 1\n1. 炮二平五 马8进7\n";
        for (line, column, word) in [
            (1, 7, Some("chuhe 1")),
            (1, 1, Some("chuhe")),
            (2, 4, Some("炮二平五")),
            (2, 9, Some("马8进7")),
            (2, 40, None),
            (3, 1, None),
            (0, 1, None),
        ] {
            assert_eq!(word_at(text, line, column).as_deref(), word, "{line}:{column}");
        }
    }

    #[test]
    fn what_is_hidden_is_not_written() {
        assert_eq!(write(&test_game("banqi", "", 0)), None);
        assert_eq!(Replay::of_game(&test_game("banqi", "", 0)), None);
    }

    /// The adviser of a seat sees only what the seat itself could see at that time.
    #[test]
    fn a_moment_is_seen_by_whoever_is_on_move() {
        let start =
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0";
        let model = of_position(Variant::Undercover, "", start).expect("a position").model;
        let mut model = GameModel::clone(&model);
        for (seat, done) in [(0, "h2e2"), (1, "h9g7")] {
            model.history.push(HistoryEntry { seat, done: done.to_owned(), clock_ms: None });
        }
        let replay = Replay::of_game(&model).expect("nothing is hidden");
        let (seat, seen) = replay.seen_after(1).expect("black moves");
        assert_eq!((seat, seen.history.len(), seen.on_move()), (1, 1, Some(1)));
        assert!(seen.position.contains(" ?/c3 "), "{}", seen.position);
        assert!(replay.seen_after(0).expect("red moves").1.position.contains(" e6/? "));
        // In the analysis of a finished game the reader chooses whose moles are known.
        for (knowledge, moles) in
            [(Knowledge::Red, " e6/? "), (Knowledge::Black, " ?/c3 "), (Knowledge::All, " e6/c3 ")]
        {
            for plies in [0, 1] {
                let (seat, seen) = replay.seen_knowing(plies, knowledge).expect("play");
                assert_eq!(usize::from(seat), plies);
                assert!(seen.position.contains(moles), "{knowledge:?} {plies} {}", seen.position);
            }
        }
        // Stalemate: no seat is on move.
        let over = of_position(Variant::Xiangqi, "", "3k5/4R4/9/9/9/9/9/9/9/4K3R b - - 0 1");
        assert_eq!(over.expect("a position").seen_after(0), None);
    }

    #[test]
    fn every_problem_of_a_file_is_told() {
        let model = played("xiangqi", &["h2e2", "h9g7"]);
        let file = write(&model).expect("nothing is hidden");
        let bad = file.replace("h2e2", "h2e3");
        let problems = read(bad.as_bytes(), None, &|_, _| None).expect_err("no such move");
        assert!(problems.iter().any(|problem| problem.code == "action"), "{problems:?}");
        assert!(read(b"\xff\xfe", None, &|_, _| None).is_err());
        assert!(read(file.as_bytes(), Some("game.pgn"), &|_, _| None).is_err());
    }

    #[test]
    fn a_file_is_named_after_its_game() {
        let mut model = played("xiangqi", &["h2e2"]);
        for (names, date, name) in [
            (["An", "许银川"], "2026.11.25", "xiangqi-2026.11.25-An-许银川.pgn"),
            (["a/b: c", ""], "2026.??.??", "xiangqi-a_b__c.pgn"),
            (["", ""], "", "xiangqi.pgn"),
        ] {
            for (seat, name) in model.seats.iter_mut().zip(names) {
                seat.name = name.to_owned();
            }
            let mut record = to_record(&model);
            record.tags.set(Tag::Date, date);
            let file = record::write(&record).expect("nothing is hidden");
            let kept = convert(&file, Format::Pgn, Notation::Wxf).expect("it is xiangqi");
            assert_eq!(kept.name, name);
        }
    }

    #[test]
    fn xiangqi_comes_and_goes_in_three_formats() {
        let model = played("xiangqi", &["h2e2", "h9g7"]);
        let file = write(&model).expect("nothing is hidden");
        for &format in formats(Variant::Xiangqi) {
            let other = convert(&file, format, Notation::Wxf).expect("it is xiangqi").text;
            let read = read(other.as_bytes(), None, &|_, _| None).expect("our own file").remove(0);
            assert_eq!(read.model.history, model.history, "{format}");
        }
        let pgn = convert(&file, Format::Pgn, Notation::Wxf).expect("it is xiangqi").text;
        assert!(pgn.contains("C2=5 H8+7"), "{pgn}");
        let two = format!("{pgn}\n{pgn}").replace('*', "1-0");
        let (two, _) = read_all(&FileText::new(two.as_bytes(), &|_, _| None), None);
        let lines: Vec<String> = two.iter().map(headline).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].ends_with("  1-0"), "{lines:?}");
        let sifang = write(&played("sifang", &["7d7e"])).expect("nothing is hidden");
        assert_eq!(convert(&sifang, Format::Pgn, Notation::Wxf), None);
    }
}
