use crate::{Bag, Board, Color, Face, Options, Piece, Square};
use alloc::{format, string::String, vec::Vec};
use core::fmt;
use game::TextError;

/// Last field of a position text: the face-down pieces, or `?` in the text of a view.
pub(crate) enum Hidden {
    Known(Vec<Piece>),
    Unknown { at: usize },
}

impl Hidden {
    pub(crate) fn known(self) -> Result<Vec<Piece>, TextError> {
        match self {
            Hidden::Known(pieces) => Ok(pieces),
            Hidden::Unknown { at } => {
                let message = "expected the face-down pieces: a text with `?` is one player's view";
                Err(TextError::new("view", at, message))
            }
        }
    }
}

impl Board {
    /// Parses a position text with its hidden pieces or with `?` for them.
    ///
    /// With `?`, the unseen pieces are all that are not face up. That is exact while no piece was
    /// captured.
    ///
    /// # Errors
    /// Names the position in the text and what was expected there. The codes are `board-size`,
    /// `pieces`, `turn`, `scores`, `counter` and `fields`.
    ///
    /// ```
    /// use banqi::{Board, Options};
    ///
    /// // Two pieces are face down. The text of a view does not name them.
    /// let board = Board::from_text(Options::SEED, "8/8/8/K**4p r 0/0 0 8 ?")?;
    /// assert_eq!(board.unseen().len(), 30);
    /// let board = Board::from_text(Options::SEED, "8/8/8/K**4p r 0/0 0 8 nA")?;
    /// assert_eq!(board.unseen().len(), 2);
    /// let error = Board::from_text(Options::SEED, "8/7/8/8 r 0/0 0 0 -").err().ok_or("read")?;
    /// assert_eq!((error.code, error.at), ("board-size", 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_text(options: Options, text: &str) -> Result<Board, TextError> {
        Board::parse(options, text).map(|(board, _)| board)
    }

    pub(crate) fn parse(options: Options, text: &str) -> Result<(Board, Hidden), TextError> {
        let mut fields = Fields { text, at: 0 };
        let mut board = Board::empty(options);
        let (rows, at) = fields.next("board-size", "the rows of the board")?;
        let mut shown = parse_rows(&mut board, rows).map_err(|error| error.shifted(at))?;
        let (turn, turn_at) = fields.next("turn", "the side to move: `r`, `b` or `-`")?;
        board.turn = parse_turn(turn).map_err(|error| error.shifted(turn_at))?;
        let (scores, scores_at) = fields.next("scores", "the scores `RED/BLACK`")?;
        board.scores = parse_scores(scores).map_err(|error| error.shifted(scores_at))?;
        let (quiet, at) = fields.next("counter", "the plies since the last flip or capture")?;
        board.quiet = parse_number(quiet, "counter", 9999, at)? as u16;
        let (ply, at) = fields.next("counter", "the plies played")?;
        board.ply = parse_number(ply, "counter", 999_999, at)?;
        let (hidden, at) = fields.next("pieces", "the face-down pieces, `?` or `-`")?;
        let hidden =
            parse_hidden(&board, hidden, at, &mut shown).map_err(|error| error.shifted(at))?;
        fields.end()?;
        check_turn(&board).map_err(|message| TextError::new("turn", turn_at, message))?;
        if board.turn.is_none() && board.scores != [0; 2] {
            let message = "expected `0/0`: no side has points before the first flip";
            return Err(TextError::new("scores", scores_at, message));
        }
        board.set_unseen(match &hidden {
            Hidden::Known(_) => shown.minus(&face_up(&board)),
            Hidden::Unknown { .. } => Bag::full().minus(&shown),
        });
        Ok((board, hidden))
    }

    /// The rows of the board in a position text: rank 4 first, with runs of empty squares as numbers.
    pub fn rows(&self) -> String {
        let mut rows = String::new();
        // Writing to a text cannot fail.
        let _ = write_rows(&mut rows, |square| self.face(square));
        rows
    }

    fn face(&self, square: Square) -> Option<Face> {
        match self.piece(square) {
            Some(piece) => Some(Face::Up(piece)),
            None => self.face_down().contains(square).then_some(Face::Down),
        }
    }

    /// Writes all fields but the last.
    pub(crate) fn write_open(&self, f: &mut impl fmt::Write) -> fmt::Result {
        write_rows(f, |square| self.face(square))?;
        let turn = self.turn.map_or('-', Color::letter);
        let [red, black] = self.scores;
        write!(f, " {turn} {red}/{black} {} {}", self.quiet, self.ply)
    }
}

/// Writes the rows of a board, rank 4 first, with runs of empty squares as numbers.
pub(crate) fn write_rows(
    f: &mut impl fmt::Write,
    at: impl Fn(Square) -> Option<Face>,
) -> fmt::Result {
    let mut empty = 0;
    for square in Square::reading_order() {
        if square.file() == 0 && square.rank() + 1 < Square::RANKS {
            write_run(f, &mut empty)?;
            f.write_char('/')?;
        }
        match at(square) {
            None => empty += 1,
            Some(face) => {
                write_run(f, &mut empty)?;
                f.write_char(match face {
                    Face::Up(piece) => piece.letter(),
                    Face::Down => '*',
                })?;
            }
        }
    }
    write_run(f, &mut empty)
}

fn write_run(f: &mut impl fmt::Write, empty: &mut u8) -> fmt::Result {
    match core::mem::take(empty) {
        0 => Ok(()),
        run => write!(f, "{run}"),
    }
}

/// Writes the last field: the letters of the hidden pieces, or `-` for none.
pub(crate) fn write_hidden(f: &mut impl fmt::Write, hidden: &[Piece]) -> fmt::Result {
    if hidden.is_empty() {
        return f.write_char('-');
    }
    hidden.iter().try_for_each(|piece| f.write_char(piece.letter()))
}

/// Iterator over the space-separated fields of a text, with their offsets.
struct Fields<'a> {
    text: &'a str,
    /// Offset of the next field; beyond the end when there is none.
    at: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self, code: &'static str, expected: &str) -> Result<(&'a str, usize), TextError> {
        let at = self.at;
        let rest = self.text.get(at..).unwrap_or_default();
        let field = rest.split(' ').next().unwrap_or_default();
        if field.is_empty() {
            let message = format!("expected {expected}");
            return Err(TextError::new(code, at.min(self.text.len()), message));
        }
        self.at += field.len() + 1;
        Ok((field, at))
    }

    fn end(&self) -> Result<(), TextError> {
        if self.at > self.text.len() {
            Ok(())
        } else {
            Err(TextError::new("fields", self.at - 1, "expected the end of the text"))
        }
    }
}

/// Parses the rows onto the board and returns the face-up pieces.
fn parse_rows(board: &mut Board, text: &str) -> Result<Bag, TextError> {
    let mut shown = Bag::EMPTY;
    read_rows(text, |at, square, face| {
        match face {
            Face::Up(piece) => {
                shown.put_within_set(piece, at)?;
                board.lay(square, piece);
            }
            Face::Down => board.lay_down(square),
        }
        Ok(())
    })?;
    Ok(shown)
}

/// Parses rows, and calls `lay` for each occupied square with its offset in the text.
pub(crate) fn read_rows(
    text: &str,
    mut lay: impl FnMut(usize, Square, Face) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let size = |at, message: &str| TextError::new("board-size", at, message);
    let (mut file, mut rank) = (0, Square::RANKS - 1);
    for (at, letter) in text.char_indices() {
        if letter == '/' {
            if file != Square::FILES {
                return Err(size(at, "expected rows of eight squares: this one is shorter"));
            }
            rank = rank
                .checked_sub(1)
                .ok_or_else(|| size(at, "expected four rows: a fifth begins"))?;
            file = 0;
            continue;
        }
        let run = match letter.to_digit(10) {
            Some(run) => run as u8,
            None => 1,
        };
        if run == 0 || file + run > Square::FILES {
            return Err(size(at, "expected rows of eight squares: this one is longer"));
        }
        if !letter.is_ascii_digit() {
            let face = match Piece::from_letter(letter) {
                Some(piece) => Face::Up(piece),
                None if letter == '*' => Face::Down,
                None => return Err(unknown_letter(at)),
            };
            lay(at, Square::new(file, rank), face)?;
        }
        file += run;
    }
    if file == Square::FILES && rank == 0 {
        Ok(())
    } else {
        Err(size(text.len(), "expected four rows of eight squares: the text ends early"))
    }
}

pub(crate) fn parse_turn(text: &str) -> Result<Option<Color>, TextError> {
    match text {
        "r" => Ok(Some(Color::Red)),
        "b" => Ok(Some(Color::Black)),
        "-" => Ok(None),
        _ => Err(TextError::new("turn", 0, "expected the side to move: `r`, `b` or `-`")),
    }
}

fn parse_scores(text: &str) -> Result<[u16; 2], TextError> {
    let (red, black) = text
        .split_once('/')
        .ok_or_else(|| TextError::new("scores", 0, "expected the scores `RED/BLACK`"))?;
    let red_points = parse_number(red, "scores", 9999, 0)?;
    let black_points = parse_number(black, "scores", 9999, red.len() + 1)?;
    Ok([red_points as u16, black_points as u16])
}

fn parse_number(text: &str, code: &'static str, max: u32, at: usize) -> Result<u32, TextError> {
    let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = digits.and_then(|text| text.parse().ok()).filter(|&number| number <= max);
    number.ok_or_else(|| TextError::new(code, at, format!("expected a number from 0 to {max}")))
}

/// Parses the last field, which starts at `at`, and compares it with the face-down squares. Adds
/// its pieces to `shown`.
///
/// Error positions count from the start of the field.
fn parse_hidden(
    board: &Board,
    text: &str,
    at: usize,
    shown: &mut Bag,
) -> Result<Hidden, TextError> {
    let parse_error_at = |message: &str| Err(TextError::new("pieces", 0, message));
    let squares = board.face_down().len();
    if text == "-" || text == "?" {
        let unseen = Bag::full().minus(shown).len();
        return match (text, squares) {
            ("-", 0) => Ok(Hidden::Known(Vec::new())),
            ("-", _) => parse_error_at("expected the face-down pieces, or `?`: the board has some"),
            (_, 0) => parse_error_at("expected `-`: the board has no face-down piece"),
            _ if squares > unseen => {
                parse_error_at("more face-down squares than pieces that may lie there")
            }
            _ => Ok(Hidden::Unknown { at }),
        };
    }
    let mut pieces = Vec::new();
    for (at, letter) in text.char_indices() {
        let piece = Piece::from_letter(letter).ok_or_else(|| unknown_letter(at))?;
        shown.put_within_set(piece, at)?;
        pieces.push(piece);
    }
    if pieces.len() != squares as usize {
        return parse_error_at(&format!(
            "expected {squares} face-down pieces, got {}",
            pieces.len()
        ));
    }
    Ok(Hidden::Known(pieces))
}

fn check_turn(board: &Board) -> Result<(), &'static str> {
    let face_up = Color::ALL.iter().any(|&color| !board.face_up(color).is_empty());
    match board.turn {
        None if board.ply > 0 => Err("expected `r` or `b`: the first ply decides the colours"),
        None if board.face_down().is_empty() => {
            Err("expected `r` or `b`: without a face-down piece no flip can decide the colours")
        }
        Some(_) if !face_up => Err("expected `-`: without a face-up piece no seat has a colour"),
        _ => Ok(()),
    }
}

/// The face-up pieces.
pub(crate) fn face_up(board: &Board) -> Bag {
    let mut bag = Bag::EMPTY;
    Square::all().filter_map(|square| board.piece(square)).for_each(|piece| bag.put(piece));
    bag
}

fn unknown_letter(at: usize) -> TextError {
    TextError::new("pieces", at, "expected a piece: one of `KABRNCP`, lower case for Black")
}
