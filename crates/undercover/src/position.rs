use crate::{Action, Mole};
use alloc::vec::Vec;
use game::Seat;
use xiangqi::{Bitboard, Move, Side, Square};

/// A position after the set-up, with both moles known.
///
/// ```
/// use game::Position as _;
/// use undercover::{Action, Mole, Position};
/// use xiangqi::Side;
///
/// let moles = [Mole::At("e6".parse()?), Mole::Waived];
/// let mut position =
///     Position::new(xiangqi::Position::start(), moles, [0, 0]).ok_or("no pawn there")?;
/// let turn = Action::Turn(position.legal_turn().ok_or("barred")?);
/// let undo = position.make(turn);
/// assert_eq!(position.mole(Side::Red), Mole::Turned);
/// assert_eq!(position.board().piece_at("e6".parse()?).map(|pawn| pawn.side), Some(Side::Red));
/// position.unmake(turn, undo);
/// assert_eq!(position.mole(Side::Red), moles[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) board: xiangqi::Position,
    pub(crate) moles: [Mole; 2],
    pub(crate) barred: [u16; 2],
}

/// State that [`game::Position::unmake`] needs to undo an action.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    board: xiangqi::Undo,
    moles: [Mole; 2],
    barred: [u16; 2],
}

impl Position {
    /// Creates a position from its parts. Moles and barred moves are in the order Red, Black.
    ///
    /// Returns `None` if the square of a mole has no pawn of its owner's opponent.
    ///
    /// ```
    /// use undercover::{Mole, Position};
    ///
    /// // Red's mole must be a black pawn.
    /// let start = xiangqi::Position::start();
    /// let at = |text: &str| text.parse().map(Mole::At);
    /// assert!(Position::new(start.clone(), [at("e6")?, at("c3")?], [3, 3]).is_some());
    /// assert!(Position::new(start, [at("e3")?, at("c3")?], [3, 3]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(board: xiangqi::Position, moles: [Mole; 2], barred: [u16; 2]) -> Option<Position> {
        let fits = Side::BOTH.into_iter().all(|owner| {
            moles[owner.index()].square().is_none_or(|at| is_pawn_of(&board, at, !owner))
        });
        fits.then_some(Position { board, moles, barred })
    }

    /// The board, which is public.
    pub const fn board(&self) -> &xiangqi::Position {
        &self.board
    }

    /// State of a side's mole.
    pub const fn mole(&self, owner: Side) -> Mole {
        self.moles[owner.index()]
    }

    /// Number of own moves a side must still make before it may turn its mole.
    pub const fn barred(&self, side: Side) -> u16 {
        self.barred[side.index()]
    }

    /// Square of the mole that the side to move may turn now.
    pub fn legal_turn(&self) -> Option<Square> {
        let side = self.board.side_to_move();
        let square = self.mole(side).square().filter(|_| self.barred(side) == 0)?;
        is_safe_turn(&self.board, square).then_some(square)
    }

    /// Whether the side to move has a legal action.
    pub fn has_legal_action(&self) -> bool {
        self.board.has_legal_move() || self.legal_turn().is_some()
    }

    /// Passes the turn to the other side without an action, for null-move search. The barred moves
    /// do not change.
    ///
    /// ```
    /// use undercover::{Mole, Position};
    /// use xiangqi::Side;
    ///
    /// let moles = [Mole::At("e6".parse()?), Mole::Waived];
    /// let mut position =
    ///     Position::new(xiangqi::Position::start(), moles, [1, 0]).ok_or("no pawn there")?;
    /// let before = position.clone();
    /// let undo = position.make_null();
    /// assert_eq!(position.board().side_to_move(), Side::Black);
    /// assert_eq!(position.barred(Side::Red), 1);
    /// position.unmake_null(undo);
    /// assert_eq!(position, before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_null(&mut self) -> Undo {
        Undo { board: self.board.make_null(), moles: self.moles, barred: self.barred }
    }

    /// Undoes [`Position::make_null`], with the value it returned.
    pub fn unmake_null(&mut self, undo: Undo) {
        self.board.unmake_null(undo.board);
    }

    pub(crate) fn make(&mut self, action: Action) -> Option<Undo> {
        let side = self.board.side_to_move();
        let (moles, barred) = (self.moles, self.barred);
        let board = match action {
            Action::Move(played) => {
                self.follow(side, played);
                self.board.make(played)
            }
            Action::Turn(square) => {
                self.moles[side.index()] = Mole::Turned;
                self.board.make_turn(square)
            }
            Action::Lock(_) | Action::Choose(_) | Action::Place(_) => return None,
        };
        let barred_now = &mut self.barred[side.index()];
        *barred_now = barred_now.saturating_sub(1);
        Some(Undo { board, moles, barred })
    }

    /// Moves a mole together with its pawn, and marks a mole captured by its owner as lost.
    fn follow(&mut self, side: Side, played: Move) {
        let theirs = &mut self.moles[(!side).index()];
        if *theirs == Mole::At(played.from) {
            *theirs = Mole::At(played.to);
        }
        let own = &mut self.moles[side.index()];
        if *own == Mole::At(played.to) {
            *own = Mole::Lost;
        }
    }
}

/// Whether `square` has a pawn of `side`.
pub(crate) fn is_pawn_of(board: &xiangqi::Position, square: Square, side: Side) -> bool {
    board.pieces(side, xiangqi::Kind::Pawn).contains(square)
}

/// Whether the side to move may turn the pawn on `square` without leaving its general attacked.
pub(crate) fn is_safe_turn(board: &xiangqi::Position, square: Square) -> bool {
    let side = board.side_to_move();
    let mut after = board.clone();
    after.make_turn(square);
    !after.in_check(side)
}

/// The pawns of a side.
pub(crate) fn pawns(board: &xiangqi::Position, side: Side) -> Bitboard {
    board.pieces(side, xiangqi::Kind::Pawn)
}

impl game::Position for Position {
    type Action = Action;
    type Undo = Option<Undo>;

    fn mover(&self) -> Seat {
        self.board.side_to_move().seat()
    }

    fn legal_into(&self, list: &mut Vec<Action>) {
        self.board.for_each_legal_move(|played| list.push(Action::Move(played)));
        list.extend(self.legal_turn().map(Action::Turn));
    }

    fn make(&mut self, action: Action) -> Option<Undo> {
        Position::make(self, action)
    }

    fn unmake(&mut self, action: Action, undo: Option<Undo>) {
        let Some(undo) = undo else { return };
        match action {
            Action::Move(played) => self.board.unmake(played, undo.board),
            Action::Turn(square) => self.board.unmake_turn(square, undo.board),
            Action::Lock(_) | Action::Choose(_) | Action::Place(_) => {}
        }
        (self.moles, self.barred) = (undo.moles, undo.barred);
    }

    fn key(&self) -> u64 {
        let mole = |mole: Mole| match mole {
            Mole::At(square) => square.index() as u64,
            Mole::Waived | Mole::Lost => 100,
            Mole::Turned => 101,
        };
        let hidden = mole(self.moles[0])
            | mole(self.moles[1]) << 8
            | u64::from(self.barred[0]) << 16
            | u64::from(self.barred[1]) << 32;
        self.board.key() ^ hidden.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
