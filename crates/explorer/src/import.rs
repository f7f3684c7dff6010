//! Reads the games of a collection.

use crate::{
    Date, GameData, GameResult, IndexedGame,
    split::{Chunk, Chunks},
};
use game::Seat;
use record::{FileKind, Format, Record, Tag};
use std::{
    collections::VecDeque,
    fmt,
    io::{self, BufRead, Read},
};
use xiangqi::Position;

/// Maximum size of a file that is not PGN, in bytes. Such a file is read whole.
const FILE_BYTES: u64 = 8 << 20;

/// A problem of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportProblem {
    /// Number of the game in the file, from 1.
    pub game: u64,
    /// Line in the file, from 1.
    pub line: u64,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for ImportProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.what)
    }
}

/// A game of a file, or its problems.
pub type Imported = Result<IndexedGame, Vec<ImportProblem>>;

/// Reads games one after another. PGN is read as a stream; files of other formats are read whole. A
/// game with a problem is left out.
///
/// ```
/// use explorer::Importer;
///
/// let file = b"[Red \"An\"]\n\n1. h2e2 h9g7 1-0\n\n[Red \"Bo\"]\n\n1. h2e2 h9h5 *\n";
/// let games: Vec<_> = Importer::new(&file[..]).collect::<Result<_, _>>()?;
/// assert_eq!(games[0].as_ref().unwrap().data.names[0], "An");
/// let problem = games[1].as_ref().unwrap_err()[0].to_string();
/// assert!(problem.starts_with("game 2, line 7: action"), "{problem}");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Importer<R> {
    chunks: Option<Chunks<R>>,
    /// Whether the first bytes were read.
    has_begun: bool,
    /// Number of games so far.
    games: u64,
    waiting: VecDeque<Imported>,
}

impl<R: BufRead> Importer<R> {
    /// Reads from a stream.
    pub const fn new(input: R) -> Importer<R> {
        let chunks = Some(Chunks::new(input));
        Importer { chunks, has_begun: false, games: 0, waiting: VecDeque::new() }
    }

    /// Reads a file that is not PGN, or a single chunk.
    fn understand(&mut self, line: u64, bytes: &[u8]) {
        let reading = record::read_all(bytes, None);
        let problem = |game: u64, problem: &record::Problem| ImportProblem {
            game,
            line: line + (problem.line as u64).saturating_sub(1),
            what: format!("{}: {}", problem.code, problem.message),
        };
        if !reading.problems.is_empty() {
            self.games += 1;
            let number = self.games;
            let problems = reading.problems.iter().map(|found| problem(number, found)).collect();
            self.waiting.push_back(Err(problems));
            return;
        }
        let ratings = if reading.records.len() == 1 { ratings(bytes) } else { [0; 2] };
        for record in reading.records {
            self.games += 1;
            let unfit =
                |what: &str| vec![ImportProblem { game: self.games, line, what: what.to_owned() }];
            let game = match game(&record, ratings) {
                Some(game) if game.data.moves.is_empty() => {
                    Err(unfit("empty: the game has no moves"))
                }
                Some(game) => Ok(game),
                None => Err(unfit("format: expected a game of xiangqi")),
            };
            self.waiting.push_back(game);
        }
    }

    /// Recognises the format, and reads a file whole that is not PGN.
    fn begin(&mut self) -> io::Result<()> {
        self.has_begun = true;
        let Some(chunks) = self.chunks.take() else { return Ok(()) };
        let mut input = chunks.into_input();
        let first = input.fill_buf()?;
        let is_wide = first.starts_with(b"\xff\xfe") || first.starts_with(b"\xfe\xff");
        let first = first.get(..first.len().min(4_096)).unwrap_or_default();
        let is_pgn = !is_wide
            && matches!(FileKind::recognise(first), None | Some(FileKind::Of(Format::Pgn)))
            && !first.contains(&0);
        if is_pgn {
            self.chunks = Some(Chunks::new(input));
            return Ok(());
        }
        let mut bytes = Vec::new();
        input.take(FILE_BYTES + 1).read_to_end(&mut bytes)?;
        self.understand(1, &bytes);
        Ok(())
    }
}

impl<R: BufRead> Iterator for Importer<R> {
    type Item = io::Result<Imported>;

    fn next(&mut self) -> Option<io::Result<Imported>> {
        if !self.has_begun
            && let Err(error) = self.begin()
        {
            return Some(Err(error));
        }
        loop {
            if let Some(game) = self.waiting.pop_front() {
                return Some(Ok(game));
            }
            match self.chunks.as_mut()?.read() {
                Ok(Some(Chunk { line, is_too_long: true, .. })) => {
                    self.games += 1;
                    let what = "length: expected a game of at most 1 MiB".to_owned();
                    let problem = ImportProblem { game: self.games, line, what };
                    return Some(Ok(Err(vec![problem])));
                }
                Ok(Some(chunk)) => self.understand(chunk.line, &chunk.bytes),
                Ok(None) => return None,
                Err(error) => {
                    self.chunks = None;
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Converts a record; `None` if it is of another game than xiangqi.
fn game(record: &Record, ratings: [u16; 2]) -> Option<IndexedGame> {
    let start: Position = Position::from_fen(&record.start).ok()?;
    let is_usual = start.key() == Position::start().key();
    let moves = record.actions.iter().map(|action| action.parse().ok()).collect::<Option<_>>()?;
    let result = record.outcome.as_ref().map_or(GameResult::Unknown, |outcome| {
        let wins =
            |seat: u8| Seat::checked(seat).is_some_and(|seat| outcome.winners.contains(seat));
        match (wins(0), wins(1)) {
            (true, false) => GameResult::Red,
            (false, true) => GameResult::Black,
            _ => GameResult::Draw,
        }
    });
    let name = |seat: usize| record.names.get(seat).map_or("", String::as_str).to_owned();
    Some(IndexedGame::imported(GameData {
        reference: String::new(),
        start: if is_usual { String::new() } else { record.start.clone() },
        moves,
        result,
        names: [name(0), name(1)],
        ratings,
        speed: None,
        date: Date::read(record.tags.get(Tag::Date)),
        event: record.tags.get(Tag::Event).to_owned(),
    }))
}

/// Ratings in the tags of a PGN game; 0 if unknown.
fn ratings(text: &[u8]) -> [u16; 2] {
    let mut ratings = [0; 2];
    for line in text.split(|&byte| byte == b'\n') {
        let Some(tag) = line.trim_ascii().strip_prefix(b"[") else { continue };
        let Ok(tag) = std::str::from_utf8(tag) else { continue };
        let Some((name, value)) = tag.split_once(char::is_whitespace) else { continue };
        let seat = match name.to_ascii_lowercase().as_str() {
            "redelo" | "whiteelo" => 0,
            "blackelo" => 1,
            _ => continue,
        };
        let value = value.trim().trim_end_matches(']').trim().trim_matches('"');
        if let Ok(rating @ 1..=4_000) = value.parse() {
            ratings[seat] = rating;
        }
    }
    ratings
}
