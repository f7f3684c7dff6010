//! Running games with sealed secrets.

use crate::{
    Problem, Record, extras,
    limits::SEALED_BYTES,
    lines::{Lines, Value},
    read, write,
};
use sha2::{Digest, Sha256};
use std::fmt;

/// Version of the seal, the first word after `seal`.
const VERSION: &str = "1";

/// Length to which the start position is padded, in bytes. No position of a game with secrets is
/// longer. Without padding the length would reveal a waived mole.
const START_BYTES: usize = 160;

/// Bytes of the checksum that follows the sealed text.
const CHECK_BYTES: usize = 8;

/// Bytes of sealed text on one line of the file.
const LINE_BYTES: usize = 48;

/// Key of a seal. It is written into the file and must be new for each file, because two files with
/// the same key can be compared without opening the seal.
#[derive(Clone, PartialEq, Eq)]
pub struct SealKey([u8; 16]);

impl SealKey {
    /// A key of 16 random bytes.
    pub const fn new(bytes: [u8; 16]) -> SealKey {
        SealKey(bytes)
    }
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealKey(<secret>)")
    }
}

/// A running game that is saved with sealed secrets. The file shows a spectator's view. The seal
/// contains the referee's start position and the table's log.
///
/// The key is in the file. The seal keeps secrets from a reader of the text and from a program that
/// shows the file. It does not stop a person who wants to open it (`docs/formats.md`, *Sealed games*).
///
/// ```
/// use games::Variant;
/// use record::{Annotations, Record, SealKey, SealedRecord, Tags, read, read_sealed, write_sealed};
///
/// let record = Record {
///     variant: Variant::Banqi,
///     options: String::new(),
///     start: "********/********/********/******** - 0/0 0 0 PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb".into(),
///     names: vec!["An".into(), "Bo".into()],
///     actions: vec!["a4=P".into()],
///     outcome: None,
///     tags: Tags::default(),
///     annotations: Annotations::default(),
/// };
/// let log = vec!["what a table keeps".to_owned()];
/// let sealed = SealedRecord::new(record, SealKey::new([7; 16]), 1_700_000_000_000, log);
/// let file = write_sealed(&sealed).ok_or("a running game")?;
/// assert!(file.contains("start ********/********/********/******** - 0/0 0 0 ?\n"), "{file}");
/// assert!(!file.contains("PnRR"), "{file}");
///
/// // A reader without support for seals gets an error.
/// assert_eq!(read(file.as_bytes()).unwrap_err()[0].code, "sealed");
/// let again = read_sealed(file.as_bytes()).unwrap();
/// assert_eq!(again, sealed);
/// assert!(again.reveal().start.contains("PnRR"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SealedRecord {
    record: Record,
    key: SealKey,
    saved_ms: u64,
    log: Vec<String>,
}

impl fmt::Debug for SealedRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealedRecord({}, {} actions)", self.record.variant, self.record.actions.len())
    }
}

impl SealedRecord {
    /// Seals a running game. `record` has all secrets. `saved_ms` is the time of saving, Unix
    /// ms. `log` is the table's log, one entry per line; its length must not depend on a secret.
    pub const fn new(
        record: Record,
        key: SealKey,
        saved_ms: u64,
        log: Vec<String>,
    ) -> SealedRecord {
        SealedRecord { record, key, saved_ms, log }
    }

    /// Time of saving, Unix ms.
    pub const fn saved_ms(&self) -> u64 {
        self.saved_ms
    }

    /// The table's log, one entry per line.
    pub fn log(&self) -> &[String] {
        &self.log
    }

    /// Opens the seal and returns the game with its secrets.
    pub fn reveal(self) -> Record {
        self.record
    }

    /// The game with its secrets, to be compared with its table.
    pub const fn truth(&self) -> &Record {
        &self.record
    }

    fn plain_text(&self) -> Option<Vec<u8>> {
        let start = &self.record.start;
        let is_line = |line: &String| !line.contains(['\n', '\r']);
        if start.len() > START_BYTES || !self.log.iter().all(is_line) {
            return None;
        }
        let mut text = format!("{start:START_BYTES$}\n{}\n", self.saved_ms);
        for line in &self.log {
            text.push_str(line);
            text.push('\n');
        }
        Some(text.into_bytes())
    }
}

/// Writes a running game with sealed secrets. `None` if the game is over, if the actions do not fit
/// the start, or if the record has variations, which could reveal face-down pieces.
pub fn write_sealed(sealed: &SealedRecord) -> Option<String> {
    if sealed.record.outcome.is_some() || extras::has_variations(&sealed.record) {
        return None;
    }
    let mut bytes = sealed.plain_text()?;
    bytes.extend(check(&sealed.key, &bytes));
    scramble(&sealed.key, &mut bytes);
    let mut file = write::write_as_spectator(&sealed.record)?;
    file += &format!("seal {VERSION} {}\n", base16ct::lower::encode_string(&sealed.key.0));
    for line in bytes.chunks(LINE_BYTES) {
        file += &format!("sealed {}\n", base16ct::lower::encode_string(line));
    }
    Some(file)
}

/// Reads a `.chuhe` file with sealed secrets. Its game is checked as [`read`](crate::read)
/// checks one, and no problem reveals a secret.
///
/// # Errors
/// Every problem found, in the order of their lines.
pub fn read_sealed(bytes: &[u8]) -> Result<SealedRecord, Vec<Problem>> {
    let mut lines = Lines::read(bytes, SEALED_BYTES).map_err(|problem| vec![problem])?;
    let opened = open(&lines).map_err(|problem| vec![problem])?;
    let replayed = read::understand(&mut lines, Some(&opened.start));
    let mut problems = lines.problems;
    problems.sort_by_key(|problem| (problem.line, problem.column));
    match replayed {
        Some(replayed) if problems.is_empty() => {
            let record = replayed.into_record();
            Ok(SealedRecord::new(record, opened.key, opened.saved_ms, opened.log))
        }
        _ => Err(problems),
    }
}

/// The content of a seal.
struct Opened {
    key: SealKey,
    start: String,
    saved_ms: u64,
    log: Vec<String>,
}

fn open(lines: &Lines<'_>) -> Result<Opened, Problem> {
    let Some(seal) = lines.get("seal") else {
        let message = "expected a line `seal …`, there is none";
        return Err(Problem::new(lines.last_line, 1, "sealed", message));
    };
    let broken = |value: &Value<'_>, why: &str| value.problem(0, "sealed", why);
    let key = seal.text.strip_prefix(VERSION).and_then(|key| key.strip_prefix(' '));
    let key = key.and_then(|key| {
        let bytes = base16ct::lower::decode_vec(key.trim()).ok()?;
        Some(SealKey(bytes.try_into().ok()?))
    });
    let key =
        key.ok_or_else(|| broken(&seal, "expected version 1 and a key of 32 hexadecimal digits"))?;
    let mut bytes = Vec::new();
    for value in &lines.sealed {
        let line = base16ct::lower::decode_vec(value.text)
            .map_err(|_| broken(value, "expected hexadecimal digits, two for each byte"))?;
        bytes.extend(line);
    }
    scramble(&key, &mut bytes);
    let text = bytes.len().checked_sub(CHECK_BYTES).and_then(|length| {
        let (text, told) = bytes.split_at(length);
        (check(&key, text) == told).then_some(text)
    });
    let text = text.and_then(|text| std::str::from_utf8(text).ok());
    let opened = text.and_then(|text| {
        let mut lines = text.lines();
        let start = lines.next()?.trim_end().to_owned();
        let saved_ms = lines.next()?.parse().ok()?;
        Some(Opened { key, start, saved_ms, log: lines.map(str::to_owned).collect() })
    });
    opened.ok_or_else(|| broken(&seal, "the sealed lines are damaged or incomplete"))
}

/// Combines the bytes with the key stream by XOR, which seals them or opens the seal.
fn scramble(key: &SealKey, bytes: &mut [u8]) {
    for (number, block) in (0u64..).zip(bytes.chunks_mut(32)) {
        let stream = Sha256::new()
            .chain_update(b"chuhe seal 1\n")
            .chain_update(key.0)
            .chain_update(number.to_be_bytes())
            .finalize();
        block.iter_mut().zip(stream).for_each(|(byte, mask)| *byte ^= mask);
    }
}

fn check(key: &SealKey, text: &[u8]) -> [u8; CHECK_BYTES] {
    let digest = Sha256::new()
        .chain_update(b"chuhe seal 1 check\n")
        .chain_update(key.0)
        .chain_update(text)
        .finalize();
    std::array::from_fn(|at| digest[at])
}
