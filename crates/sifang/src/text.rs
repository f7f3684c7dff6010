//! Position texts: `ROWS TURN MODE STATUS QUIET PLY`.

use crate::{Board, Kind, Mode, Options, Piece, Point, Position, Side, Status};
use alloc::{format, vec::Vec};
use core::fmt;
use game::{TextError, sort_few};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (1..=13).rev() {
            if y < 13 {
                f.write_str("/")?;
            }
            write_row(f, &self.board, y)?;
        }
        let [red, green, yellow, blue] = self.status;
        write!(
            f,
            " {} {} {red}/{green}/{yellow}/{blue} {} {}",
            self.turn.letter(),
            self.mode.as_str(),
            self.quiet,
            self.ply
        )
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, board: &Board, y: i8) -> fmt::Result {
    let mut empty = 0;
    let mut comma = "";
    for piece in Point::row(y).map(|point| board.at(point)) {
        let Some(piece) = piece else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(f, "{comma}{empty}")?;
            (empty, comma) = (0, ",");
        }
        write!(f, "{comma}{piece}")?;
        comma = ",";
    }
    if empty > 0 { write!(f, "{comma}{empty}") } else { Ok(()) }
}

impl Position {
    /// Parses a position text. The mode in the text takes precedence over the options.
    ///
    /// # Errors
    /// Names the position in the text and what was expected there.
    ///
    /// ```
    /// use sifang::{Mode, Options, Position};
    ///
    /// let start = Position::start(Options::DEFAULT).to_string();
    /// assert!(start.ends_with(" r ns -/-/-/- 0 0"));
    /// // The mode in the text takes precedence over the options.
    /// let solo = Position::from_text(Options::DEFAULT, &start.replace(" ns ", " solo "))?;
    /// assert_eq!(solo.mode(), Mode::Solo);
    /// let wrong = start.replacen("yC", "zC", 1);
    /// let error = Position::from_text(Options::DEFAULT, &wrong).unwrap_err();
    /// assert_eq!((error.code, error.at), ("pieces", 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_text(options: Options, text: &str) -> Result<Position, TextError> {
        let mut at = 0;
        let mut fields = text.split(' ').map(|field| {
            let here = at;
            at += field.len() + 1;
            (field, here)
        });
        let mut next = |code, expected: &str| {
            fields
                .next()
                .filter(|(field, _)| !field.is_empty())
                .ok_or_else(|| TextError::new(code, text.len(), format!("expected {expected}")))
        };
        let (rows, rows_at) = next("board-size", "thirteen rows")?;
        let (turn, turn_at) = next("turn", "the side to move: `r`, `g`, `y` or `b`")?;
        let (mode, mode_at) = next("mode", "the mode: `ns`, `se`, `sw` or `solo`")?;
        let (status, status_at) = next("status", "the status of the sides: `-/-/-/-`")?;
        let (quiet, quiet_at) = next("counter", "plies since the last capture")?;
        let (ply, ply_at) = next("counter", "plies played")?;
        if let Some((_, here)) = fields.next() {
            return Err(TextError::new("length", here, "expected the end of the position"));
        }
        let mut letters = turn.chars();
        let position = Position {
            board: read_rows(rows, rows_at)?,
            turn: letters
                .next()
                .and_then(Side::from_letter)
                .filter(|_| letters.next().is_none())
                .ok_or_else(|| parse_error_at("turn", turn_at, "`r`, `g`, `y` or `b`", turn))?,
            mode: Mode::from_name(mode).ok_or_else(|| {
                parse_error_at("mode", mode_at, "`ns`, `se`, `sw` or `solo`", mode)
            })?,
            status: read_status(status, status_at)?,
            quiet: read_counter(quiet, quiet_at)?,
            ply: read_counter(ply, ply_at)?,
            taken: [0; 4],
            emptied: [0; 4],
            options,
        };
        position.check(rows_at, turn_at, status_at)?;
        Ok(position)
    }

    /// Checks the numbers of pieces, that statuses agree with the pieces, and that the side to move
    /// can move or no side can.
    fn check(&self, rows_at: usize, turn_at: usize, status_at: usize) -> Result<(), TextError> {
        for side in Side::ALL {
            for kind in Kind::ALL {
                let piece = Piece { side, kind };
                let count = self.board.pieces().filter(|&(_, other)| other == piece).count();
                if count > kind.count() {
                    let message =
                        format!("expected at most {} `{piece}`, found {count}", kind.count());
                    return Err(TextError::new("pieces", rows_at, message));
                }
            }
            let marshal = Piece { side, kind: Kind::Marshal };
            let has_marshal = self.board.pieces().any(|(_, piece)| piece == marshal);
            let status = self.status(side);
            let fault = match status {
                Status::InPlay if !has_marshal => "is in play without a marshal",
                Status::Fallen(_) if has_marshal => "has lost its marshal, which is on the board",
                Status::Placed(_) if self.mode != Mode::Solo => "cannot have won a place in teams",
                Status::Placed(_) if self.board.has_pieces(side) => {
                    "has left the board but has pieces"
                }
                _ => continue,
            };
            return Err(TextError::new("status", status_at, format!("{side} {fault}")));
        }
        self.check_orders(status_at)?;
        self.check_turn(turn_at)
    }

    /// A side without a move is skipped, so it is to move only if no side has a move.
    fn check_turn(&self, at: usize) -> Result<(), TextError> {
        if self.has_move(self.turn) || !Side::ALL.into_iter().any(|side| self.has_move(side)) {
            return Ok(());
        }
        let message =
            format!("{} has no move and is passed over; expected a side that has", self.turn);
        Err(TextError::new("turn", at, message))
    }

    /// Checks that places and falls are each numbered from 1 without gaps.
    fn check_orders(&self, at: usize) -> Result<(), TextError> {
        let mut places: Vec<u8> = Vec::new();
        let mut falls: Vec<u8> = Vec::new();
        for status in self.status {
            match status {
                Status::InPlay => {}
                Status::Placed(place) => places.push(place),
                Status::Fallen(order) => falls.push(order),
            }
        }
        let is_counted = |numbers: &mut Vec<u8>| {
            sort_few(numbers, |a, b| a < b);
            numbers.iter().zip(1..).all(|(&number, expected)| number == expected)
        };
        if !is_counted(&mut places) || !is_counted(&mut falls) {
            let message =
                "places, and the order of fallen marshals, are numbered from 1, each once";
            return Err(TextError::new("status", at, message));
        }
        Ok(())
    }
}

fn parse_error_at(code: &'static str, at: usize, expected: &str, found: &str) -> TextError {
    TextError::new(code, at, format!("expected {expected}, found `{}`", found.escape_debug()))
}

fn read_rows(rows: &str, mut at: usize) -> Result<Board, TextError> {
    let count = rows.split('/').count();
    if count != 13 {
        return Err(TextError::new("board-size", at, format!("expected 13 rows, found {count}")));
    }
    let mut board = Board::EMPTY;
    for (row, y) in rows.split('/').zip((1..=13).rev()) {
        let letter = char::from(b'a' + y as u8 - 1);
        let mut points = Point::row(y);
        let width = Point::row(y).count();
        let mut found = 0;
        let mut word_at = at;
        for word in row.split(',') {
            if let Some(piece) = Piece::from_letters(word) {
                found += 1;
                if let Some(point) = points.next() {
                    board.put(point, Some(piece));
                }
            } else {
                let empty = word
                    .parse::<usize>()
                    .ok()
                    .filter(|&empty| (1..=13).contains(&empty) && !word.starts_with(['0', '+']));
                let empty = empty.ok_or_else(|| {
                    parse_error_at(
                        "pieces",
                        word_at,
                        "a piece such as `rT` or a run of empty points",
                        word,
                    )
                })?;
                found += empty;
                points.by_ref().take(empty).for_each(drop);
            }
            word_at += word.len() + 1;
        }
        if found != width {
            let message = format!("expected {width} points in row {letter}, found {found}");
            return Err(TextError::new("board-size", at, message));
        }
        at += row.len() + 1;
    }
    Ok(board)
}

fn read_status(text: &str, at: usize) -> Result<[Status; 4], TextError> {
    let mut status = [Status::InPlay; 4];
    let mut words = text.split('/');
    for slot in &mut status {
        *slot = words.next().and_then(Status::from_text).ok_or_else(|| {
            parse_error_at(
                "status",
                at,
                "four of `-`, `1` to `3`, `x1` to `x4`, separated by `/`",
                text,
            )
        })?;
    }
    match words.next() {
        None => Ok(status),
        Some(_) => Err(parse_error_at("status", at, "exactly four sides", text)),
    }
}

fn read_counter(text: &str, at: usize) -> Result<u16, TextError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = digits && (text.len() == 1 || !text.starts_with('0'));
    match text.parse() {
        Ok(count) if canonical && count < u16::MAX => Ok(count),
        _ => Err(parse_error_at("counter", at, "a number of plies", text)),
    }
}
