//! Bytes as text, and places in a text.

use crate::{Problem, limits::PROBLEMS};
use std::{
    borrow::Cow,
    cell::{Cell, OnceCell},
};

/// An encoding of older Chinese files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// GBK, of mainland China.
    Gbk,
    /// Big5, of Taiwan and Hong Kong.
    Big5,
}

impl Encoding {
    /// Both, the likelier first.
    pub const ALL: [Encoding; 2] = [Encoding::Gbk, Encoding::Big5];

    /// Name of the encoding in messages.
    const fn name(self) -> &'static str {
        match self {
            Encoding::Gbk => "GBK",
            Encoding::Big5 => "Big5",
        }
    }

    /// Label by which browsers know the encoding.
    pub const fn label(self) -> &'static str {
        match self {
            Encoding::Gbk => "gbk",
            Encoding::Big5 => "big5",
        }
    }
}

/// Decodes bytes; `None` if they are not of the encoding.
pub(crate) type Decoder<'a> = &'a dyn Fn(Encoding, &[u8]) -> Option<String>;

/// Decodes bytes with this crate's tables, if the build has them.
#[cfg(feature = "gbk")]
pub(crate) fn decode(encoding: Encoding, bytes: &[u8]) -> Option<String> {
    let encoding = match encoding {
        Encoding::Gbk => encoding_rs::GBK,
        Encoding::Big5 => encoding_rs::BIG5,
    };
    encoding.decode_without_bom_handling_and_without_replacement(bytes).map(Cow::into_owned)
}

/// The pages ask the browser instead, which has the tables.
#[cfg(not(feature = "gbk"))]
pub(crate) fn decode(_: Encoding, _: &[u8]) -> Option<String> {
    None
}

/// The text of a file that begins with a byte order mark other than that of UTF-8. `None` without
/// such a mark. The error says that the rest is not of the encoding.
fn by_mark(bytes: &[u8], decoder: Decoder<'_>) -> Option<Result<String, Problem>> {
    let (name, text) = if let Some(rest) = bytes.strip_prefix(b"\xff\xfe\0\0") {
        ("UTF-32", utf_32(rest, u32::from_le_bytes))
    } else if let Some(rest) = bytes.strip_prefix(b"\0\0\xfe\xff") {
        ("UTF-32", utf_32(rest, u32::from_be_bytes))
    } else if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        ("UTF-16", utf_16(rest, u16::from_le_bytes))
    } else if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        ("UTF-16", utf_16(rest, u16::from_be_bytes))
    } else if let Some(rest) = bytes.strip_prefix(b"\x84\x31\x95\x33") {
        ("GB 18030", decoder(Encoding::Gbk, rest))
    } else {
        return None;
    };
    let problem =
        || Problem::new(1, 1, "format", format!("the mark says {name}, the text is not {name}"));
    Some(text.ok_or_else(problem))
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, []) = bytes.as_chunks() else { return None };
    char::decode_utf16(pairs.iter().map(|&pair| unit(pair))).collect::<Result<_, _>>().ok()
}

fn utf_32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> Option<String> {
    let (units, []) = bytes.as_chunks() else { return None };
    units.iter().map(|&bytes| char::from_u32(unit(bytes))).collect()
}

/// What a text that is not UTF-8 could be.
pub(crate) struct Candidate {
    encoding: Encoding,
    pub(crate) text: String,
    /// As [`unlikely`].
    unlikely: usize,
}

impl Candidate {
    /// The warning that the encoding is a guess, at the first character that depends on it. `None`
    /// if the text has enough characters of a Chinese file.
    pub(crate) fn doubt(&self) -> Option<Problem> {
        /// Share of rare characters above which a text is doubtful, in 1/1000. A file of a Western
        /// encoding has only rare ones.
        const DOUBTFUL: usize = 500;
        let at = self.text.find(|sign: char| !sign.is_ascii())?;
        let name = self.encoding.name();
        let message = format!("the encoding is a guess: read as `{name}`, so names may be garbled");
        let problem = Source::of(Cow::Borrowed(&self.text)).problem(at, "encoding", message);
        (self.unlikely > DOUBTFUL).then_some(problem)
    }
}

/// What a text that is not UTF-8 could be, the likelier first.
fn candidates(bytes: &[u8], decoder: Decoder<'_>) -> Vec<Candidate> {
    let candidate = |encoding| {
        let text = decoder(encoding, bytes)?;
        Some(Candidate { encoding, unlikely: unlikely(&text), text })
    };
    let mut texts: Vec<Candidate> = Encoding::ALL.into_iter().filter_map(candidate).collect();
    texts.sort_by_key(|candidate| candidate.unlikely);
    texts
}

/// Share of the characters beyond ASCII that are not frequent in files of games, in 1/1000. Text
/// in the wrong encoding has rare characters only.
fn unlikely(text: &str) -> usize {
    const FREQUENT: &str = "\
        进進退平前后後中一二三四五六七八九十１２３４５６７８９０帅帥将將仕士相象马馬车車炮砲包兵卒\
        红紅黑方胜勝负負和局棋谱譜第轮輪台赛賽杯年月日全国國个個人团團体體的了是不在有这這为為\
        上下大小先手对對开開布佈变變着著法可以好坏壞正招步杀殺得失子力优優势勢攻守中国國象广廣东東\
        上海北京湖江河四川省市队隊男女冠军軍比分结結果时時间間地点點评評论論作者名称稱标標题題\
        ，。、；：！？（）「」《》【】　";
    let (mut all, mut rare) = (0_usize, 0);
    for sign in text.chars().filter(|sign| !sign.is_ascii()) {
        all += 1;
        rare += usize::from(!FREQUENT.contains(sign));
    }
    (rare * 1_000_usize).checked_div(all).unwrap_or(0)
}

/// A file and its text, which is decoded at most once.
///
/// ```
/// use record::FileText;
///
/// let utf_16 = b"\xfe\xff\x70\xae\x4e\x8c";
/// assert_eq!(FileText::new(utf_16, &|_, _| None).text(), Some("炮二"));
/// assert_eq!(FileText::new("炮二".as_bytes(), &|_, _| None).text(), Some("炮二"));
/// ```
pub struct FileText<'b> {
    bytes: &'b [u8],
    decoder: Decoder<'b>,
    /// As [`by_mark`].
    marked: Option<Result<String, Problem>>,
    /// As [`candidates`], computed when they are needed.
    candidates: OnceCell<Vec<Candidate>>,
}

impl<'b> FileText<'b> {
    /// The text of these bytes. `decode` decodes GBK and Big5, and returns `None` for bytes that it
    /// cannot decode.
    pub fn new(
        bytes: &'b [u8],
        decode: &'b dyn Fn(Encoding, &[u8]) -> Option<String>,
    ) -> FileText<'b> {
        let marked = by_mark(bytes, decode);
        FileText { bytes, decoder: decode, marked, candidates: OnceCell::new() }
    }

    /// The bytes of the file.
    pub const fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// The text in the likeliest encoding: by the byte order mark, else UTF-8 if it is valid, else
    /// GBK or Big5. `None` if the bytes are no text.
    pub fn text(&self) -> Option<&str> {
        if let Some(marked) = &self.marked {
            return marked.as_deref().ok();
        }
        let likeliest = || self.candidates().first().map(|candidate| &*candidate.text);
        utf8(self.bytes).ok().or_else(likeliest)
    }

    pub(crate) const fn decoder(&self) -> Decoder<'b> {
        self.decoder
    }

    /// The file as UTF-8 if it has a byte order mark, else its bytes.
    pub(crate) fn unmarked(&self) -> Result<&[u8], Problem> {
        match &self.marked {
            Some(Ok(text)) => Ok(text.as_bytes()),
            Some(Err(problem)) => Err(problem.clone()),
            None => Ok(self.bytes),
        }
    }

    pub(crate) fn candidates(&self) -> &[Candidate] {
        self.candidates.get_or_init(|| candidates(self.bytes, self.decoder))
    }
}

/// A file's text, or the place of a file without text.
pub(crate) struct Source<'a> {
    text: Cow<'a, str>,
    /// Where each line begins; empty for a file that is no text.
    lines: Vec<usize>,
    /// The last place of a problem: its byte, and the number of characters before it in its line.
    /// Columns are counted from there, so that many problems in a long line take no longer than one.
    counted: Cell<(usize, usize)>,
}

impl<'a> Source<'a> {
    /// Decodes a text in any encoding that this build reads.
    pub(crate) fn read(bytes: &'a [u8], most: usize) -> Result<Source<'a>, Problem> {
        check_size(bytes, most)?;
        match utf8(bytes) {
            Ok(text) => Ok(Source::of(Cow::Borrowed(text))),
            Err(_) => match FileText::new(bytes, &decode).text() {
                Some(text) => Ok(Source::of(Cow::Owned(text.to_owned()))),
                None => Err(no_text(bytes)),
            },
        }
    }

    pub(crate) fn of(text: Cow<'a, str>) -> Source<'a> {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = [0].into_iter().chain(ends).collect();
        Source { text, lines, counted: Cell::default() }
    }

    /// A file that is no text. Its places are bytes.
    pub(crate) const fn of_bytes() -> Source<'static> {
        Source { text: Cow::Borrowed(""), lines: Vec::new(), counted: Cell::new((0, 0)) }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// A problem at byte `at` of the text or file.
    pub(crate) fn problem(
        &self,
        at: usize,
        code: &'static str,
        message: impl Into<String>,
    ) -> Problem {
        if self.lines.is_empty() {
            return Problem::new(1, at + 1, code, message);
        }
        let line = self.lines.partition_point(|&begin| begin <= at).max(1);
        let begin = self.lines[line - 1];
        let (from, before) = match self.counted.get() {
            (last, before) if (begin..=at).contains(&last) => (last, before),
            _ => (begin, 0),
        };
        let before = before + self.text.get(from..at).unwrap_or_default().chars().count();
        self.counted.set((at, before));
        Problem::new(line, before + 1, code, message)
    }
}

/// The problem of bytes that are text in no encoding.
pub(crate) fn no_text(bytes: &[u8]) -> Problem {
    let place = match utf8(bytes) {
        Ok(_) => Problem::new(1, 1, "format", ""),
        Err(problem) => problem,
    };
    Problem { message: "this is no text: tried UTF-8, GBK and Big5".to_owned(), ..place }
}

/// The problems of a source.
pub(crate) struct Report<'s> {
    pub(crate) source: &'s Source<'s>,
    /// Problems that keep the file from being read whole, up to [`PROBLEMS`].
    pub(crate) problems: Vec<Problem>,
    /// Branches that were cut, up to [`PROBLEMS`].
    pub(crate) cuts: Vec<Problem>,
}

impl<'s> Report<'s> {
    pub(crate) const fn new(source: &'s Source<'s>) -> Report<'s> {
        Report { source, problems: Vec::new(), cuts: Vec::new() }
    }

    pub(crate) fn add(&mut self, at: usize, code: &'static str, message: impl Into<String>) {
        if self.problems.len() < PROBLEMS {
            self.problems.push(self.source.problem(at, code, message));
        }
    }

    /// Reports a line beside the game that is kept only up to this place.
    pub(crate) fn cut(&mut self, at: usize, code: &'static str, message: impl FnOnce() -> String) {
        if self.cuts.len() < PROBLEMS {
            self.cuts.push(self.source.problem(at, code, message()));
        }
    }

    /// Reads a game and adds it to the games read so far. Problems reported meanwhile concern it.
    pub(crate) fn read_game<T>(
        &mut self,
        games: &mut Vec<T>,
        read: impl FnOnce(&mut Report<'s>) -> Option<T>,
    ) {
        let (problems, cuts) = (self.problems.len(), self.cuts.len());
        let game = read(self);
        if game.is_some() {
            let found = self.problems[problems..].iter_mut().chain(&mut self.cuts[cuts..]);
            found.for_each(|problem| problem.game = Some(games.len()));
        }
        games.extend(game);
    }

    /// The records if nothing was wrong, else the problems in the order of their places.
    pub(crate) fn finish<T>(mut self, records: T) -> Result<T, Vec<Problem>> {
        if self.problems.is_empty() {
            return Ok(records);
        }
        sort(&mut self.problems);
        Err(self.problems)
    }
}

/// Sorts problems by their places.
pub(crate) fn sort(problems: &mut [Problem]) {
    problems.sort_by_key(|problem| (problem.line, problem.column));
}

pub(crate) fn check_size(bytes: &[u8], most: usize) -> Result<(), Problem> {
    if bytes.len() <= most {
        return Ok(());
    }
    let message = format!("the file exceeds the maximum size of `{} MiB`", most >> 20);
    Err(Problem::of_file("too-large", message))
}

/// UTF-8 without its byte order mark.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let line = good.matches('\n').count() + 1;
        let column = good.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Problem::new(line, column, "format", "this is not UTF-8 text")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// At most 40 characters of a text, fit for a message.
pub(crate) fn shown(text: &str) -> String {
    // Files are full of quotes, so these are shown without a backslash.
    text.chars().take(40).collect::<String>().escape_debug().to_string().replace("\\\"", "\"")
}
