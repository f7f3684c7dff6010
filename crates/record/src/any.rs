use crate::{
    CannotWrite, Problem, Reading, Record, ReplayedRecord, check_extension, dhtmlxq, fen_list,
    game_text,
    limits::{CHUHE_BYTES, FILE_BYTES},
    pgn, playok,
    problem::extension,
    read::read_replayed,
    reading::GameReader,
    text::{self, Encoding, FileText, Report, Source},
    write, xqf,
};
use std::{borrow::Cow, fmt, str::FromStr};
use xiangqi::notation::Notation;

/// Format in which games are written.
///
/// ```
/// use record::Format;
///
/// assert_eq!("dhtmlxq".parse(), Ok(Format::DhtmlXq));
/// assert_eq!(Format::DhtmlXq.extension(), "txt");
/// assert!("chess".parse::<Format>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Our own, for all games: `.chuhe`.
    Chuhe,
    /// [`pgn`](crate::pgn), for xiangqi.
    Pgn,
    /// [`dhtmlxq`](crate::dhtmlxq), for xiangqi.
    DhtmlXq,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 3] = [Format::Chuhe, Format::Pgn, Format::DhtmlXq];

    /// Name that [`FromStr`] reads: `chuhe`, `pgn`, `dhtmlxq`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Chuhe => "chuhe",
            Format::Pgn => "pgn",
            Format::DhtmlXq => "dhtmlxq",
        }
    }

    /// Extension of the names of such files. DhtmlXQ is usually copied inside other texts.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Chuhe => "chuhe",
            Format::Pgn => "pgn",
            Format::DhtmlXq => "txt",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Error for an unknown format name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a format: chuhe, pgn or dhtmlxq")
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        Format::ALL.into_iter().find(|format| format.as_str() == text).ok_or(UnknownFormat)
    }
}

/// Kind of a file, by its content.
///
/// ```
/// use record::{FileKind, Format};
///
/// assert_eq!(FileKind::recognise(b"chuhe 1\nvariant xiangqi\n"), Some(FileKind::Of(Format::Chuhe)));
/// let page = b"<div>[DhtmlXQ][DhtmlXQ_red]";
/// assert_eq!(FileKind::recognise(page), Some(FileKind::Of(Format::DhtmlXq)));
/// assert_eq!(FileKind::recognise(b"1. h2e2 *"), Some(FileKind::Of(Format::Pgn)));
/// assert_eq!(FileKind::recognise("红方: 许银川".as_bytes()), Some(FileKind::GameText));
/// assert_eq!(FileKind::recognise(b"FORMAT  WXF\nRED  an"), Some(FileKind::Wxf));
/// assert_eq!(FileKind::recognise(b"XQ\x12"), Some(FileKind::Xqf));
/// let fen = b"3k5/9/9/9/9/9/9/9/9/R3K4 w";
/// assert_eq!(FileKind::recognise(fen), Some(FileKind::Fen));
/// assert_eq!(FileKind::recognise(b" \n"), None);
/// assert_eq!(FileKind::recognise(b"\x89PNG\r\n\x1a\n\0"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileKind {
    /// A format that is also written.
    Of(Format),
    /// The plain text that Chinese game sites print: `红方: …`, then numbered moves.
    GameText,
    /// A WXF file, as PlayOK keeps games: `FORMAT  WXF`, then `START{ … }END`.
    Wxf,
    /// XQF, the binary files of 象棋演播室.
    Xqf,
    /// A FEN, a list of FENs, or FENs with moves.
    Fen,
}

impl FileKind {
    /// Recognises a content by its beginning or by the marks in it.
    ///
    /// PGN may begin with almost anything. Any other content is taken for PGN if it has a tag, a
    /// digit or a letter beyond ASCII.
    pub fn recognise(bytes: &[u8]) -> Option<FileKind> {
        if xqf::begins(bytes) {
            return Some(FileKind::Xqf);
        }
        match FileText::new(bytes, &text::decode).text() {
            Some(text) => FileKind::of_text(text),
            None => FileKind::of_text(&String::from_utf8_lossy(bytes)),
        }
    }

    fn of_text(text: &str) -> Option<FileKind> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let content = text.trim_ascii_start();
        if content.starts_with("chuhe ") {
            return Some(FileKind::Of(Format::Chuhe));
        }
        // A picture or a program has zeros, and no text does.
        if content.is_empty() || content.contains('\0') {
            return None;
        }
        if has(content.as_bytes(), b"[dhtmlxq") && !begins_with_tag(content.as_bytes()) {
            return Some(FileKind::Of(Format::DhtmlXq));
        }
        let begin = content.lines().next().unwrap_or_default();
        if game_text::begins(begin) {
            Some(FileKind::GameText)
        } else if playok::begins(begin) {
            Some(FileKind::Wxf)
        } else if fen_list::begins(begin) {
            Some(FileKind::Fen)
        } else if content.bytes().any(|byte| matches!(byte, b'[' | b'0'..=b'9') || !byte.is_ascii())
        {
            Some(FileKind::Of(Format::Pgn))
        } else {
            None
        }
    }
}

/// Whether a content begins with a tag of PGN, `[Name "`. Its values and comments may then contain
/// marks of other formats.
fn begins_with_tag(content: &[u8]) -> bool {
    let Some(inside) = content.strip_prefix(b"[") else { return false };
    let name = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    name > 0 && inside[name..].trim_ascii_start().starts_with(b"\"")
}

/// Whether `what`, in lower case, occurs in a content, capitals or not.
fn has(content: &[u8], what: &[u8]) -> bool {
    content.windows(what.len()).any(|window| window.eq_ignore_ascii_case(what))
}

/// Reads the games of a file in any format. The content decides. Only `.chuhe` files must also have
/// that extension, and files with it must be `.chuhe` files.
///
/// # Errors
/// Every problem found, in the order of their places.
///
/// ```
/// use record::read_any;
///
/// // Two games in one file.
/// let games = read_any(b"[Red \"An\"]\n\n1. h2e2 *\n\n[Red \"Cy\"]\n\n1. C2=5 *\n", None).unwrap();
/// let reds: Vec<&str> = games.iter().map(|game| game.names[0].as_str()).collect();
/// assert_eq!(reds, ["An", "Cy"]);
/// // A file with the extension `.chuhe` must be one.
/// assert_eq!(read_any(b"1. h2e2 *", Some("game.chuhe")).unwrap_err()[0].code, "format");
/// ```
pub fn read_any(bytes: &[u8], file_name: Option<&str>) -> Result<Vec<Record>, Vec<Problem>> {
    read_any_with(bytes, file_name, &text::decode)
}

/// [`read_any`] with another decoder of GBK and Big5, for a build without their tables. The decoder
/// returns `None` for bytes that it cannot decode.
///
/// # Errors
/// Every problem found, in the order of their places.
pub fn read_any_with(
    bytes: &[u8],
    file_name: Option<&str>,
    decode: &dyn Fn(Encoding, &[u8]) -> Option<String>,
) -> Result<Vec<Record>, Vec<Problem>> {
    let Reading { records, problems, .. } = read_all_with(bytes, file_name, decode);
    if problems.is_empty() { Ok(records) } else { Err(problems) }
}

/// Checks the size of a text or file before it is read.
///
/// # Errors
/// A problem of a file that is larger than the maximum for every format.
pub fn check_size(bytes: &[u8]) -> Result<(), Problem> {
    text::check_size(bytes, FILE_BYTES.max(CHUHE_BYTES))
}

/// Reads as much of a file as possible. [`read_any`] accepts a file only whole. A `.chuhe` file is
/// read whole or not at all, because everything in it is checked against everything else.
///
/// ```
/// let reading = record::read_all(b"1. h2e2 h9g7 2. h0h5 *", None);
/// assert_eq!(reading.records[0].actions, ["h2e2", "h9g7"]);
/// assert_eq!(reading.problems[0].column, 17);
///
/// let reading = record::read_all(b"1. h2e2 h9g7 (1... b9c7 2. h0h5) 2. h0g2 *", None);
/// assert_eq!((reading.records[0].actions.len(), reading.problems.len()), (3, 0));
/// assert_eq!(reading.warnings[0].column, 28);
/// ```
pub fn read_all(bytes: &[u8], file_name: Option<&str>) -> Reading {
    read_all_with(bytes, file_name, &text::decode)
}

/// [`read_all`] with another decoder of GBK and Big5.
pub fn read_all_with(
    bytes: &[u8],
    file_name: Option<&str>,
    decode: &dyn Fn(Encoding, &[u8]) -> Option<String>,
) -> Reading {
    let file = FileText::new(bytes, decode);
    let Reading { records, problems, warnings } = read_replayed_text(&file, file_name);
    let records = records.into_iter().map(ReplayedRecord::into_record).collect();
    Reading { records, problems, warnings }
}

/// [`read_all`] of a file that may have been decoded already, with the games that reading has
/// replayed.
pub fn read_replayed_text(file: &FileText<'_>, file_name: Option<&str>) -> Reading<ReplayedRecord> {
    if xqf::begins(file.bytes()) {
        return xqf::read(file.bytes(), file.decoder());
    }
    let bytes = match file.unmarked() {
        Ok(bytes) => bytes,
        Err(problem) => return Reading::of_problem(problem),
    };
    let is_named_chuhe = file_name.and_then(extension).as_deref() == Some("chuhe");
    let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if content.is_empty() {
        return Reading::of_problem(Problem::of_file("empty", "there is nothing to read"));
    }
    if is_named_chuhe || content.starts_with(b"chuhe ") {
        return match file_name.map_or(Ok(()), check_extension) {
            Ok(()) => read_chuhe(bytes),
            Err(problem) => Reading::of_problem(problem),
        };
    }
    if let Err(problem) = text::check_size(bytes, FILE_BYTES) {
        return Reading::of_problem(problem);
    }
    match text::utf8(bytes) {
        Ok(text) => read_text(text),
        Err(_) => read_encoded(file),
    }
}

fn read_chuhe(bytes: &[u8]) -> Reading<ReplayedRecord> {
    match read_replayed(bytes) {
        Ok(record) => Reading { records: vec![record], problems: Vec::new(), warnings: Vec::new() },
        Err(problems) => Reading::of_problems(problems),
    }
}

/// Reads a text that is not UTF-8 in the encoding in which its games can be read.
fn read_encoded(file: &FileText<'_>) -> Reading<ReplayedRecord> {
    if file.bytes().contains(&0) {
        return no_game("bytes that are no text");
    }
    let mut best: Option<Reading<ReplayedRecord>> = None;
    for candidate in file.candidates() {
        let mut reading = read_text(&candidate.text);
        if reading.problems.is_empty() {
            reading.warnings.extend(candidate.doubt());
            text::sort(&mut reading.warnings);
            return reading;
        }
        best.get_or_insert(reading);
    }
    let Some(mut best) = best else { return Reading::of_problem(text::no_text(file.bytes())) };
    let message = "this is not UTF-8 text: tried GBK and Big5";
    best.problems.insert(0, Problem::new(1, 1, "format", message));
    best
}

fn read_text(text: &str) -> Reading<ReplayedRecord> {
    let games: GameReader = match FileKind::of_text(text) {
        Some(FileKind::Of(Format::Pgn)) => pgn::games,
        Some(FileKind::Of(Format::DhtmlXq)) => dhtmlxq::games,
        Some(FileKind::GameText) => game_text::games,
        Some(FileKind::Wxf) => playok::games,
        Some(FileKind::Fen) => fen_list::games,
        Some(FileKind::Of(Format::Chuhe) | FileKind::Xqf) | None => {
            return no_game(match text.trim() {
                text if text.contains('\0') => "bytes that are no text",
                _ => "another text",
            });
        }
    };
    let source = Source::of(Cow::Borrowed(text));
    let mut report = Report::new(&source);
    let records = games(&mut report);
    Reading::of(report, records)
}

fn no_game(found: &str) -> Reading<ReplayedRecord> {
    Reading::of_problem(Problem::new(1, 1, "format", format!("expected a game, found {found}")))
}

/// Writes a game in a format. `notation` is used by PGN.
///
/// # Errors
/// If the format does not support the game, or its actions do not fit its start.
///
/// ```
/// use record::{CannotWrite, Format, read_any, write_as};
/// use xiangqi::notation::Notation;
///
/// let games = read_any(b"1. h2e2 h9g7 *", None).unwrap();
/// let pgn = write_as(&games[0], Format::Pgn, Notation::Wxf)?;
/// assert!(pgn.contains("[Format \"WXF\"]\n") && pgn.contains("1. C2=5 H8+7"), "{pgn}");
///
/// let mut broken = games[0].clone();
/// broken.actions.push("h2e2".into());
/// assert_eq!(write_as(&broken, Format::Chuhe, Notation::Iccs), Err(CannotWrite::Unsound));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_as(
    record: &Record,
    format: Format,
    notation: Notation,
) -> Result<String, CannotWrite> {
    match format {
        Format::Chuhe => write(record).ok_or(CannotWrite::Unsound),
        Format::Pgn => pgn::write(record, notation),
        Format::DhtmlXq => dhtmlxq::write(record),
    }
}
