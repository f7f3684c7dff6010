use crate::{
    Bitboard, Kind, Legality, Move, Piece, Setup, SetupFault, Side, Square,
    occupancy::{Occupancy, rotated_bit},
    zobrist,
};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use game::{Seat, TextError};

/// A legal position: both generals are in their palaces, and the side that just moved is not in
/// check.
///
/// At most 256 bytes, without heap data, so that cloning is cheap.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(crate) sides: [u128; 2],
    /// Advisors to pawns of both sides. The generals are in `generals`.
    pub(crate) kinds: [u128; 6],
    pub(crate) files: u128,
    pub(crate) key: u64,
    pub(crate) board: [u8; Square::COUNT],
    pub(crate) generals: [Square; 2],
    pub(crate) quiet: u16,
    pub(crate) full_move: u16,
    pub(crate) turn: Side,
}

const _: () = assert!(size_of::<Position>() <= 256, "a search node's state fits 256 bytes");

/// State that [`Position::unmake`] needs to undo a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: u8,
    quiet: u16,
    key: u64,
}

impl Undo {
    /// The captured piece; `None` if the move was not a capture.
    pub const fn captured(&self) -> Option<Piece> {
        Piece::from_code(self.captured)
    }
}

/// Back rank of either side, from file `a`.
const BACK_RANK: [Kind; 9] = [
    Kind::Chariot,
    Kind::Horse,
    Kind::Elephant,
    Kind::Advisor,
    Kind::General,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Chariot,
];

impl Position {
    /// The starting position, with Red to move.
    pub fn start() -> Position {
        let mut start = Position::empty();
        for side in Side::BOTH {
            let mut put = |kind: Kind, file: usize, rank: u8| {
                let square = Square::at(side.relative_rank(rank) as usize * 9 + file);
                let code = Piece { side, kind }.code();
                start.key ^= zobrist::piece(code, square);
                start.put(code, square);
            };
            for (file, kind) in BACK_RANK.into_iter().enumerate() {
                put(kind, file, 0);
            }
            for file in [1, 7] {
                put(Kind::Cannon, file, 2);
            }
            for file in [0, 2, 4, 6, 8] {
                put(Kind::Pawn, file, 3);
            }
        }
        start
    }

    /// An empty board with Red to move, to be filled. It is not yet a legal position.
    fn empty() -> Position {
        Position {
            sides: [0; 2],
            kinds: [0; 6],
            files: 0,
            key: zobrist::of(core::iter::empty(), Side::Red),
            board: [0; Square::COUNT],
            generals: [Square::at(0); 2],
            quiet: 0,
            full_move: 1,
            turn: Side::Red,
        }
    }

    /// The starting position with `first` to move.
    ///
    /// ```
    /// use xiangqi::{Position, Side};
    ///
    /// let position = Position::start_with(Side::Black);
    /// assert!(position.fen().contains(" b "));
    /// assert_ne!(position.key(), Position::start().key());
    /// ```
    pub fn start_with(first: Side) -> Position {
        let mut position = Position::start();
        if first == Side::Black {
            position.turn = Side::Black;
            position.key ^= zobrist::BLACK_TO_MOVE;
        }
        position
    }

    /// Parses a FEN and checks that it can be played by the traditional rules. Pawns may be on any
    /// point, as in composed positions.
    ///
    /// # Errors
    /// Names the position in the text and what was expected there, or why the board is illegal.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// let fen = "3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1";
    /// assert_eq!(Position::from_fen(fen)?.fen(), fen);
    ///
    /// // Ten ranks of nine points each are required; the fourth has ten.
    /// let error = Position::from_fen("9/9/9/91/9/9/9/9/9/9 w - - 0 1").unwrap_err();
    /// assert_eq!((error.code, error.at), ("board-size", 6));
    /// // A side has at most two chariots.
    /// let error = Position::from_fen("3k5/9/9/9/9/9/9/9/RRR6/4K4 w - - 0 1").unwrap_err();
    /// assert_eq!(error.message, "expected at most 2 of Red's chariot, found 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Position, TextError> {
        Position::from_setup(&fen.parse()?, Legality::Composed)
    }

    /// Checks a setup and converts it to a position.
    ///
    /// # Errors
    /// `pieces` for impossible numbers or places of pieces, `check` if the side that just moved is
    /// in check.
    ///
    /// ```
    /// use xiangqi::{Legality, Position, Setup};
    ///
    /// // In a game Red's pawn on a1 can only be a turned pawn of undercover xiangqi.
    /// let setup: Setup = "3k5/9/9/9/9/9/9/9/P8/4K4 w - - 0 1".parse()?;
    /// assert_eq!(Position::from_setup(&setup, Legality::Traditional).unwrap_err().code, "pieces");
    /// assert!(Position::from_setup(&setup, Legality::Undercover).is_ok());
    /// assert!(Position::from_setup(&setup, Legality::Composed).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(setup: &Setup, legality: Legality) -> Result<Position, TextError> {
        if let Some(fault) = setup.piece_faults(legality).next() {
            return Err(fault.text_error());
        }
        let mut position = Position {
            key: zobrist::of(setup.pieces(), setup.turn),
            quiet: setup.quiet,
            full_move: setup.full_move,
            turn: setup.turn,
            ..Position::empty()
        };
        for (square, piece) in setup.pieces() {
            position.put(piece.code(), square);
        }
        if position.in_check(!setup.turn) {
            return Err(SetupFault::Check { side: !setup.turn }.text_error());
        }
        Ok(position)
    }

    /// Converts the position to a setup.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board.map(Piece::from_code),
            turn: self.turn,
            quiet: self.quiet,
            full_move: self.full_move,
        }
    }

    /// FEN of `docs/formats.md`: board, side to move, two dashes, quiet plies, move number.
    pub fn fen(&self) -> String {
        self.to_setup().to_string()
    }

    /// The side to move.
    pub const fn side_to_move(&self) -> Side {
        self.turn
    }

    /// Plies since the last capture.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Full-move number, from 1. It increases after Black's move.
    pub const fn full_move(&self) -> u16 {
        self.full_move
    }

    /// Returns the piece on a point.
    ///
    /// ```
    /// use xiangqi::{Kind, Piece, Position, Side};
    ///
    /// let position = Position::start();
    /// let cannon = Piece { side: Side::Red, kind: Kind::Cannon };
    /// assert_eq!(position.piece_at("h2".parse()?), Some(cannon));
    /// assert_eq!(position.piece_at("h3".parse()?), None);
    /// assert_eq!(position.pieces(Side::Red, Kind::Cannon).len(), 2);
    /// assert_eq!(position.general(Side::Black), "e9".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.board[square.index()])
    }

    /// Iterates over every piece with its point, from `a0` on.
    pub fn all_pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Points of a side's pieces of one kind.
    #[inline]
    pub const fn pieces(&self, side: Side, kind: Kind) -> Bitboard {
        match kind {
            Kind::General => Bitboard::only(self.general(side)),
            _ => Bitboard(self.kinds[kind as usize - 1] & self.sides[side.index()]),
        }
    }

    /// Points of all pieces of a side.
    #[inline]
    pub const fn side(&self, side: Side) -> Bitboard {
        Bitboard(self.sides[side.index()])
    }

    /// Points of all pieces.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.sides[0] | self.sides[1])
    }

    /// Point of a side's general.
    #[inline]
    pub const fn general(&self, side: Side) -> Square {
        self.generals[side.index()]
    }

    /// Hash of the board and the side to move. Does not include the counters.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub(crate) const fn occupancy(&self) -> Occupancy {
        Occupancy { ranks: self.sides[0] | self.sides[1], files: self.files }
    }

    /// Plays a move without checking it.
    ///
    /// `from` must have a piece of the side to move; `to` must be empty or have an enemy piece
    /// other than the general.
    ///
    /// ```
    /// use xiangqi::{Kind, Position};
    ///
    /// let mut position = Position::start();
    /// let played = "h2h9".parse()?;
    /// let undo = position.make(played);
    /// assert_eq!(undo.captured().map(|piece| piece.kind), Some(Kind::Horse));
    /// assert_eq!((position.quiet(), position.occupied().len()), (0, 31));
    /// position.unmake(played, undo);
    /// assert_eq!(position, Position::start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn make(&mut self, played: Move) -> Undo {
        let moving = self.board[played.from.index()];
        let captured = self.board[played.to.index()];
        let undo = Undo { captured, quiet: self.quiet, key: self.key };
        let mut key = self.key ^ zobrist::BLACK_TO_MOVE;
        key ^= zobrist::piece(moving, played.from) ^ zobrist::piece(moving, played.to);
        self.quiet = self.quiet.saturating_add(1);
        if captured != 0 {
            self.take(captured, played.to);
            key ^= zobrist::piece(captured, played.to);
            self.quiet = 0;
        }
        self.take(moving, played.from);
        self.put(moving, played.to);
        self.key = key;
        self.pass();
        undo
    }

    /// Undoes the last move, with the value that [`Position::make`] returned for it.
    #[inline]
    pub fn unmake(&mut self, played: Move, undo: Undo) {
        let moving = self.board[played.to.index()];
        self.take(moving, played.to);
        self.put(moving, played.from);
        if undo.captured != 0 {
            self.put(undo.captured, played.to);
        }
        self.unpass(undo);
    }

    /// Passes the turn to the opponent without a move, for null-move search.
    ///
    /// ```
    /// use xiangqi::{Position, Side};
    ///
    /// let mut position = Position::start();
    /// let undo = position.make_null();
    /// assert_eq!(position.side_to_move(), Side::Black);
    /// position.unmake_null(undo);
    /// assert_eq!(position, Position::start());
    /// ```
    pub fn make_null(&mut self) -> Undo {
        let undo = Undo { captured: 0, quiet: self.quiet, key: self.key };
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.pass();
        undo
    }

    /// Undoes [`Position::make_null`], with the value it returned.
    pub fn unmake_null(&mut self, undo: Undo) {
        self.unpass(undo);
    }

    /// The position with the other side to move. `None` in check, where no side may pass.
    ///
    /// ```
    /// use xiangqi::{Position, Side};
    ///
    /// let passed = Position::start().passed().ok_or("no check")?;
    /// assert_eq!(passed.side_to_move(), Side::Black);
    /// let checked = Position::from_fen("3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1")?;
    /// assert!(checked.passed().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn passed(&self) -> Option<Position> {
        if self.in_check(self.turn) {
            return None;
        }
        let mut passed = self.clone();
        let _ = passed.make_null();
        Some(passed)
    }

    /// Turns the pawn on `square` to the other colour, as the move of the side to move (undercover
    /// xiangqi). The point must have a pawn.
    ///
    /// The count of quiet plies restarts, because no earlier position can recur.
    ///
    /// ```
    /// use xiangqi::{Position, Side};
    ///
    /// let mut position = Position::start();
    /// let pawn = "e6".parse()?;
    /// let undo = position.make_turn(pawn);
    /// assert_eq!(position.piece_at(pawn).map(|piece| piece.side), Some(Side::Red));
    /// assert_eq!(position.side_to_move(), Side::Black);
    /// position.unmake_turn(pawn, undo);
    /// assert_eq!(position, Position::start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_turn(&mut self, square: Square) -> Undo {
        let undo = Undo { captured: 0, quiet: self.quiet, key: self.key };
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.flip_pawn(square);
        self.quiet = 0;
        self.pass();
        undo
    }

    /// Undoes [`Position::make_turn`], with the value it returned.
    pub fn unmake_turn(&mut self, square: Square, undo: Undo) {
        self.flip_pawn(square);
        self.unpass(undo);
    }

    fn flip_pawn(&mut self, square: Square) {
        let old = self.board[square.index()];
        let Some(Piece { side, kind: Kind::Pawn }) = Piece::from_code(old) else { return };
        let new = Piece { side: !side, kind: Kind::Pawn }.code();
        self.take(old, square);
        self.put(new, square);
        self.key ^= zobrist::piece(old, square) ^ zobrist::piece(new, square);
    }

    #[inline]
    fn pass(&mut self) {
        if self.turn == Side::Black {
            self.full_move = self.full_move.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    #[inline]
    fn unpass(&mut self, undo: Undo) {
        self.turn = !self.turn;
        if self.turn == Side::Black {
            self.full_move -= 1;
        }
        self.quiet = undo.quiet;
        self.key = undo.key;
    }

    #[inline]
    fn put(&mut self, code: u8, square: Square) {
        self.toggle(code, square);
        self.board[square.index()] = code;
        match code {
            1 => self.generals[0] = square,
            8 => self.generals[1] = square,
            _ => {}
        }
    }

    #[inline]
    fn take(&mut self, code: u8, square: Square) {
        self.toggle(code, square);
        self.board[square.index()] = 0;
    }

    #[inline]
    fn toggle(&mut self, code: u8, square: Square) {
        let bit = 1 << square.index();
        let (side, kind) = if code > 7 { (1, code - 8) } else { (0, code - 1) };
        self.sides[side] ^= bit;
        self.files ^= rotated_bit(square);
        if kind > 0 {
            self.kinds[kind as usize - 1] ^= bit;
        }
    }
}

impl game::Position for Position {
    type Action = Move;
    type Undo = Undo;

    fn mover(&self) -> Seat {
        self.turn.seat()
    }

    fn legal_into(&self, list: &mut Vec<Move>) {
        self.for_each_legal_move(|played| list.push(played));
    }

    fn make(&mut self, action: Move) -> Undo {
        Position::make(self, action)
    }

    fn unmake(&mut self, action: Move, undo: Undo) {
        Position::unmake(self, action, undo);
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Setup {
    /// Everything that keeps this board from being a position. An unanswered check is reported only
    /// if nothing else is wrong.
    ///
    /// ```
    /// use xiangqi::{Legality, Setup};
    ///
    /// let setup: Setup = "9/9/4C4/9/9/9/9/9/9/A3K4 w - - 0 1".parse()?;
    /// let faults = setup.faults(Legality::Traditional);
    /// let codes: Vec<&str> = faults.iter().map(|fault| fault.code()).collect();
    /// assert_eq!(codes, ["general-count", "piece-place"]);
    /// assert_eq!(faults[1].values(), ["A", "a0"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn faults(&self, legality: Legality) -> Vec<SetupFault> {
        let mut faults: Vec<SetupFault> = self.piece_faults(legality).collect();
        if faults.is_empty() {
            faults.extend(Position::from_setup(self, legality).err().map(|_| {
                // Nothing else is left that a position is refused for.
                SetupFault::Check { side: !self.turn }
            }));
        }
        faults
    }
}

impl core::fmt::Debug for Position {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_the_fen_of_the_start() {
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        assert_eq!(Position::from_fen(fen), Ok(Position::start()));
        assert_eq!(Position::start().fen(), fen);
    }
}
