use crate::{Action, Bag, Board, Options, Piece, Square, Undo};
use alloc::vec::Vec;
use game::{Dice, Seat, Secret, TextError};

/// A board with its face-down pieces known. Perft, playouts and searches over sampled deals use it.
///
/// It has no history, so it does not detect draws by repetition.
///
/// ```
/// use banqi::{Options, Position};
/// use game::Position as _;
///
/// let mut position = Position::from_text(Options::SEED, "8/8/8/C1*2*2 r 0/0 0 2 cP")?;
/// let capture = "a1f1".parse()?;
/// assert_eq!(position.revealed_by(capture).map(|piece| piece.letter()), Some('P'));
/// let undo = position.make(capture);
/// assert_eq!(position.board().face_down().len(), 1);
/// position.unmake(capture, undo);
/// assert_eq!(position.under("f1".parse()?).map(|piece| piece.letter()), Some('P'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) board: Board,
    /// Pieces by [`Square::index`]. An entry stays after its piece is revealed, because undoing the
    /// action turns the piece face down again.
    under: Secret<[Piece; Square::COUNT]>,
}

impl Position {
    /// Parses a position text with all its hidden pieces.
    ///
    /// # Errors
    /// Names the position in the text and what was expected there. A text with `?` for the hidden
    /// pieces is rejected.
    ///
    /// ```
    /// use banqi::{Options, Position};
    ///
    /// assert!(Position::from_text(Options::SEED, "8/8/8/K6* r 0/0 0 2 p").is_ok());
    /// // A text with `?` is a view.
    /// let error = Position::from_text(Options::SEED, "8/8/8/K6* r 0/0 0 2 ?").err();
    /// assert_eq!(error.map(|error| error.code), Some("view"));
    /// ```
    pub fn from_text(options: Options, text: &str) -> Result<Position, TextError> {
        let (board, hidden) = Board::parse(options, text)?;
        let hidden = hidden.known()?;
        Ok(Position::lay_out(board, hidden))
    }

    /// Puts `hidden` under the face-down squares of the board, in reading order. They become the
    /// board's unseen pieces.
    ///
    /// The caller has checked that the numbers match.
    pub(crate) fn lay_out(mut board: Board, hidden: Vec<Piece>) -> Position {
        let mut unseen = Bag::EMPTY;
        let mut under = [Piece::from_index(0); Square::COUNT];
        let squares = Square::reading_order().filter(|&square| board.face_down().contains(square));
        for (square, piece) in squares.zip(hidden) {
            under[square.index()] = piece;
            unseen.put(piece);
        }
        board.set_unseen(unseen);
        Position { board, under: Secret::new(under) }
    }

    /// Draws a deal that agrees with `board`, each such deal with the same probability.
    ///
    /// ```
    /// use banqi::{Board, Options, Position};
    ///
    /// // Two deals agree with this board; the dice select one.
    /// let board = Board::from_text(Options::SEED, "8/8/8/K**4p r 0/0 0 8 nA")?;
    /// let dealt = |seed| {
    ///     let position = Position::imagine(&board, &mut conformance::TestDice::new(seed));
    ///     position.under("b1".parse().ok()?).map(|piece| piece.letter())
    /// };
    /// assert!((1..20).all(|seed| matches!(dealt(seed), Some('n' | 'A'))));
    /// assert!((1..20).any(|seed| dealt(seed) == Some('A')));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn imagine(board: &Board, dice: &mut dyn Dice) -> Position {
        let mut pieces: Vec<Piece> = board.unseen().pieces().collect();
        dice.shuffle(&mut pieces);
        pieces.truncate(board.face_down().len() as usize);
        Position::lay_out(board.clone(), pieces)
    }

    /// Shuffles the face-down pieces.
    pub(crate) fn reshuffle(&mut self, dice: &mut dyn Dice) {
        let mut pieces = self.hidden();
        dice.shuffle(&mut pieces);
        let squares =
            Square::reading_order().filter(|&square| self.board.face_down().contains(square));
        for (square, piece) in squares.zip(pieces) {
            self.under.expose_mut()[square.index()] = piece;
        }
    }

    /// Everything public about the position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The face-down piece on `square`.
    pub const fn under(&self, square: Square) -> Option<Piece> {
        if self.board.face_down().contains(square) {
            Some(self.under.expose()[square.index()])
        } else {
            None
        }
    }

    /// The piece that `action` reveals, if any.
    pub const fn revealed_by(&self, action: Action) -> Option<Piece> {
        self.under(action.target())
    }

    /// The face-down pieces in reading order.
    pub(crate) fn hidden(&self) -> Vec<Piece> {
        Square::reading_order().filter_map(|square| self.under(square)).collect()
    }
}

impl game::Position for Position {
    type Action = Action;
    type Undo = Undo;

    fn mover(&self) -> Seat {
        self.board.mover()
    }

    fn legal_into(&self, list: &mut Vec<Action>) {
        self.board.actions_into(list);
    }

    fn make(&mut self, action: Action) -> Undo {
        let revealed = self.revealed_by(action);
        self.board.make(action, revealed)
    }

    fn unmake(&mut self, action: Action, undo: Undo) {
        self.board.unmake(action, undo);
    }

    /// Key of the public board. Within one deal, the board determines the face-down pieces.
    fn key(&self) -> u64 {
        self.board.key()
    }
}
