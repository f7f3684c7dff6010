use crate::{
    CannotWrite, Problem, Record, check_extension, dhtmlxq, fen_list, game_text, pgn, playok,
    problem::extension,
    read,
    text::{self, GbkDecoder},
    write, xqf,
};
use std::{borrow::Cow, fmt, str::FromStr};
use xiangqi::notation::Notation;

/// A format in which games are written.
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

    /// Its name, as [`FromStr`] reads it: `chuhe`, `pgn`, `dhtmlxq`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Chuhe => "chuhe",
            Format::Pgn => "pgn",
            Format::DhtmlXq => "dhtmlxq",
        }
    }

    /// What the names of such files end in. DhtmlXQ is mostly passed on inside other texts.
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

/// No format has this name.
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

/// What a file holds, by its content.
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
    /// A format that is written too.
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
    /// What a content is, by how it begins or by the marks in it.
    ///
    /// Anything that begins like none of the others is taken for PGN, which may begin with almost
    /// anything, unless no game can be written so: without a tag, a digit or a letter beyond ASCII.
    pub fn recognise(bytes: &[u8]) -> Option<FileKind> {
        FileKind::recognise_with(bytes, &text::gbk)
    }

    fn recognise_with(bytes: &[u8], gbk: GbkDecoder<'_>) -> Option<FileKind> {
        let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if content.is_empty() {
            return None;
        }
        if xqf::begins(bytes) {
            return Some(FileKind::Xqf);
        }
        if content.starts_with(b"chuhe ") {
            return Some(FileKind::Of(Format::Chuhe));
        }
        // A picture, a program: no text holds that.
        if content.contains(&0) {
            return None;
        }
        if has(content, b"[dhtmlxq") && !begins_with_tag(content) {
            return Some(FileKind::Of(Format::DhtmlXq));
        }
        let begin = beginning(content, gbk);
        if game_text::begins(&begin) {
            Some(FileKind::GameText)
        } else if playok::begins(&begin) {
            Some(FileKind::Wxf)
        } else if fen_list::begins(&begin) {
            Some(FileKind::Fen)
        } else if content.iter().any(|byte| matches!(byte, b'[' | b'0'..=b'9') || !byte.is_ascii())
        {
            Some(FileKind::Of(Format::Pgn))
        } else {
            None
        }
    }
}

/// Whether a content begins with a tag of PGN, `[Name "`: what stands in its values and comments does
/// not matter then.
fn begins_with_tag(content: &[u8]) -> bool {
    let Some(inside) = content.strip_prefix(b"[") else { return false };
    let name = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    name > 0 && inside[name..].trim_ascii_start().starts_with(b"\"")
}

/// The first line of a content as text, as far as it can be decoded.
fn beginning<'a>(content: &'a [u8], gbk: GbkDecoder<'_>) -> Cow<'a, str> {
    let line = content.split(|byte| *byte == b'\n').next().unwrap_or_default();
    match std::str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(gbk(line).unwrap_or_default()),
    }
}

/// Whether `what`, which is in small letters, stands anywhere, capitals or not.
fn has(content: &[u8], what: &[u8]) -> bool {
    content.windows(what.len()).any(|window| window.eq_ignore_ascii_case(what))
}

/// Reads the games of a file of any format. A name that ends in `.chuhe` and a content that begins
/// as such a file go together; otherwise the content alone decides.
///
/// # Errors
/// Every problem found, in the order of their places.
///
/// ```
/// use record::read_any;
///
/// // Two games in one file, whatever it is called.
/// let games = read_any(b"[Red \"An\"]\n\n1. h2e2 *\n\n[Red \"Cy\"]\n\n1. C2=5 *\n", None).unwrap();
/// let reds: Vec<&str> = games.iter().map(|game| game.names[0].as_str()).collect();
/// assert_eq!(reds, ["An", "Cy"]);
/// // What is called `.chuhe` has to be one.
/// assert_eq!(read_any(b"1. h2e2 *", Some("game.chuhe")).unwrap_err()[0].code, "format");
/// ```
pub fn read_any(bytes: &[u8], file_name: Option<&str>) -> Result<Vec<Record>, Vec<Problem>> {
    read_any_with(bytes, file_name, &text::gbk)
}

/// [`read_any`] with another decoder of GBK than this crate's, for a build without its tables:
/// `None` is what cannot be decoded.
///
/// # Errors
/// Every problem found, in the order of their places.
pub fn read_any_with(
    bytes: &[u8],
    file_name: Option<&str>,
    gbk: &dyn Fn(&[u8]) -> Option<String>,
) -> Result<Vec<Record>, Vec<Problem>> {
    let found = FileKind::recognise_with(bytes, gbk);
    if let (Some(FileKind::Of(Format::Chuhe)), Some(name)) = (found, file_name) {
        check_extension(name).map_err(|problem| vec![problem])?;
    }
    let is_named_chuhe = file_name.and_then(extension).as_deref() == Some("chuhe");
    // Our own files are UTF-8, whatever they hold.
    let decoded = match found {
        Some(FileKind::Of(Format::Chuhe) | FileKind::Xqf) | None => None,
        Some(_) if is_named_chuhe || text::is_utf8(bytes) => None,
        Some(_) => gbk(bytes),
    };
    let text = decoded.as_ref().map_or(bytes, |text| text.as_bytes());
    match found {
        _ if is_named_chuhe => read(bytes).map(|record| vec![record]),
        Some(FileKind::Of(Format::Chuhe)) => read(bytes).map(|record| vec![record]),
        Some(FileKind::Of(Format::Pgn)) => pgn::read(text),
        Some(FileKind::Of(Format::DhtmlXq)) => dhtmlxq::read(text),
        Some(FileKind::GameText) => game_text::read(text),
        Some(FileKind::Wxf) => playok::read(text),
        Some(FileKind::Fen) => fen_list::read(text),
        Some(FileKind::Xqf) => xqf::read(bytes, gbk).map(|record| vec![record]),
        None => {
            let found = match bytes.trim_ascii() {
                [] => "nothing",
                text if text.contains(&0) => "what is no text",
                _ => "a text that is none",
            };
            Err(vec![Problem::new(1, 1, "format", format!("expected a game, found {found}"))])
        }
    }
}

/// Writes a game in a format; `notation` is for PGN.
///
/// # Errors
/// If the format does not know the game, or its actions do not fit its start.
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
