use std::{
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read, Write},
    path::Path,
};

/// A file that grows by whole lines. Its first line identifies the log. Interrupted work resumes
/// after the last complete line; an incomplete last line is removed.
///
/// On Unix the file is locked, so that only one process writes it at a time.
pub struct LineLog {
    file: File,
}

/// Why a log cannot be resumed.
#[derive(Debug)]
pub enum LineLogError {
    /// The file cannot be read or written.
    Io(io::Error),
    /// Another process is writing the log.
    Taken,
    /// The file is another log; this is its first line.
    OfSomethingElse(String),
    /// The file is not a log.
    NoLog,
}

/// Maximum size of a log in bytes.
const MAX_BYTES: u64 = 1 << 30;

impl LineLog {
    /// Opens or creates the log with this first line; returns the lines after it.
    ///
    /// # Errors
    /// If the file is not this log, or cannot be read and written. Its content is then unchanged.
    pub fn open(path: &Path, first: &str) -> Result<(LineLog, Vec<String>), LineLogError> {
        let mut file = open(path)?;
        let mut text = String::new();
        (&file).take(MAX_BYTES + 1).read_to_string(&mut text)?;
        if text.len() as u64 > MAX_BYTES {
            let problem = format!("expected at most {MAX_BYTES} bytes");
            return Err(io::Error::new(ErrorKind::FileTooLarge, problem).into());
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        match lines.next() {
            Some(begun) if begun == first => file.set_len(whole as u64)?,
            Some(begun) => return Err(LineLogError::OfSomethingElse(begun.to_owned())),
            // Never overwrite a file that is not a log.
            None if !first.starts_with(&text) => return Err(LineLogError::NoLog),
            None => {
                file.set_len(0)?;
                file.write_all(format!("{first}\n").as_bytes())?;
            }
        }
        let lines = lines.map(str::to_owned).collect();
        Ok((LineLog { file }, lines))
    }

    /// Appends a line, which must not contain a line break.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

fn open(path: &Path) -> Result<File, LineLogError> {
    // Opening a pipe would block until its other end is opened.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::new(ErrorKind::InvalidInput, "expected a file").into());
    }
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    // On Windows a lock would also prevent reading.
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
            LineLogError::NoLog => f.write_str("it is not a log"),
        }
    }
}

impl std::error::Error for LineLogError {}
