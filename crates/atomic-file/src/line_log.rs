use std::{
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read, Write},
    path::Path,
};

/// A file that grows by whole lines, the first of which says what it is the log of. Work that was
/// interrupted goes on where it ended: a line that was being written then counts as not written.
///
/// Where the system lets programs agree on it, no two write the same log.
pub struct LineLog {
    file: File,
}

/// Why a log cannot be gone on with.
#[derive(Debug)]
pub enum LineLogError {
    /// It cannot be read or written.
    Io(io::Error),
    /// Another program writes it now.
    Taken,
    /// It begins with this line.
    OfSomethingElse(String),
    /// Something else stands in the file.
    NoLog,
}

/// The largest log, in bytes.
const MOST_BYTES: u64 = 1 << 30;

impl LineLog {
    /// Opens the log that begins with this line, or begins it; returns the lines behind the first.
    ///
    /// # Errors
    /// When it is no such log, or cannot be read and written. What stands in it stays.
    pub fn open(path: &Path, first: &str) -> Result<(LineLog, Vec<String>), LineLogError> {
        let mut file = open(path)?;
        let mut text = String::new();
        (&file).take(MOST_BYTES + 1).read_to_string(&mut text)?;
        if text.len() as u64 > MOST_BYTES {
            let problem = format!("expected at most {MOST_BYTES} bytes");
            return Err(io::Error::new(ErrorKind::FileTooLarge, problem).into());
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        match lines.next() {
            Some(begun) if begun == first => file.set_len(whole as u64)?,
            Some(begun) => return Err(LineLogError::OfSomethingElse(begun.to_owned())),
            // Nothing is written over what somebody else has written.
            None if !first.starts_with(&text) => return Err(LineLogError::NoLog),
            None => {
                file.set_len(0)?;
                file.write_all(format!("{first}\n").as_bytes())?;
            }
        }
        let lines = lines.map(str::to_owned).collect();
        Ok((LineLog { file }, lines))
    }

    /// Adds a line, which has no end of line in it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

fn open(path: &Path) -> Result<File, LineLogError> {
    // Opening a pipe would wait for its other end.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::new(ErrorKind::InvalidInput, "expected a file").into());
    }
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    // On Windows nobody else could even read it.
    #[cfg(unix)]
    if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
        return Err(LineLogError::Taken);
    }
    Ok(file)
}

impl From<io::Error> for LineLogError {
    fn from(error: io::Error) -> LineLogError {
        LineLogError::Io(error)
    }
}

impl fmt::Display for LineLogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineLogError::Io(error) => error.fmt(f),
            LineLogError::Taken => f.write_str("another program writes it"),
            LineLogError::OfSomethingElse(first) => {
                write!(f, "it is the log of something else: {first}")
            }
            LineLogError::NoLog => f.write_str("something else than a log stands in it"),
        }
    }
}

impl std::error::Error for LineLogError {}
