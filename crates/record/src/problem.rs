use std::fmt;

/// A problem of a file.
///
/// ```
/// use record::pgn;
///
/// let problems = pgn::read(b"[Red \"An\"]\n\n1. h2h9 b2b9 *").unwrap_err();
/// assert_eq!(problems[0].number(), Some(105));
/// let shown = problems[0].to_string();
/// assert!(shown.starts_with("3:9: action 105: move 2 `b2b9`"), "{shown}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Line, from 1; 0 if the problem concerns the whole file.
    pub line: usize,
    /// Column in characters, from 1; 0 if the problem concerns the whole file.
    pub column: usize,
    /// Stable kebab-case code: `format`, `board-size`, `pieces`, `turn`, `action`, `mismatch`, ….
    pub code: &'static str,
    /// One English sentence with the expected and the actual text.
    pub message: String,
    /// Index of the game that it concerns among the games that were read. `None` if no game was read
    /// there, or if it concerns the text around the games.
    pub game: Option<usize>,
}

impl Problem {
    /// A problem of no game.
    pub fn new(
        line: usize,
        column: usize,
        code: &'static str,
        message: impl Into<String>,
    ) -> Problem {
        Problem { line, column, code, message: message.into(), game: None }
    }

    /// A problem of the whole file.
    pub(crate) fn of_file(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::new(0, 0, code, message)
    }

    /// Whether it concerns the whole file, and so has no line.
    pub const fn is_of_file(&self) -> bool {
        self.line == 0
    }

    /// Number of the problem in the course that banqi's save file comes from.
    pub fn number(&self) -> Option<u16> {
        match self.code {
            "format" => Some(101),
            "board-size" => Some(102),
            "pieces" => Some(103),
            "turn" => Some(104),
            "action" => Some(105),
            _ => None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_of_file() {
            write!(f, "{}:{}: ", self.line, self.column)?;
        }
        write!(f, "{}", self.code)?;
        if let Some(number) = self.number() {
            write!(f, " {number}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Checks that a file name has the extension of a saved game.
///
/// # Errors
/// A `format` problem naming the file.
///
/// ```
/// use record::check_extension;
///
/// assert!(check_extension("game.CHUHE").is_ok());
/// assert_eq!(check_extension("game.chuhe.exe").unwrap_err().code, "format");
/// ```
pub fn check_extension(file_name: &str) -> Result<(), Problem> {
    if extension(file_name).as_deref() == Some("chuhe") {
        return Ok(());
    }
    let shown: String = file_name.chars().take(80).collect();
    let message =
        format!("expected a file name that ends in `.chuhe`, found `{}`", shown.escape_debug());
    Err(Problem::new(1, 1, "format", message))
}

/// Extension of a file name, in lower case.
pub(crate) fn extension(file_name: &str) -> Option<String> {
    file_name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase())
}
