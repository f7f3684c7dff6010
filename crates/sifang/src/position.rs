use crate::{
    Board, Kind, Mode, Move, Options, Piece, Point, Side, Status, board::goals,
    movement::for_each_target,
};
use alloc::vec::Vec;
use game::Seat;

/// Position: the pieces, the side to move and the status of each side.
///
/// ```
/// use game::Position as _;
/// use sifang::{Options, Position, Side};
///
/// let mut position = Position::start(Options::DEFAULT);
/// let played = "7d7e".parse()?;
/// let undo = position.make(played);
/// assert_eq!((position.side_to_move(), position.ply()), (Side::Green, 1));
/// position.unmake(played, undo);
/// assert_eq!(position, Position::start(Options::DEFAULT));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) turn: Side,
    pub(crate) mode: Mode,
    pub(crate) status: [Status; 4],
    pub(crate) quiet: u16,
    pub(crate) ply: u16,
    /// Points for captured pieces, by side. Not in the text: 0 in a parsed position.
    pub(crate) taken: [u16; 4],
    /// Order in which sides lost their last piece; 0 for sides that have one. Not in the text.
    pub(crate) emptied: [u8; 4],
    pub(crate) options: Options,
}

/// State that [`game::Position::unmake`] restores: the previous position, without heap data.
#[derive(Clone, Debug)]
pub struct Undo(Position);

impl Position {
    /// Creates the starting position for these options.
    pub fn start(options: Options) -> Position {
        Position {
            board: Board::start(),
            turn: Side::Red,
            mode: options.mode,
            status: [Status::InPlay; 4],
            quiet: 0,
            ply: 0,
            taken: [0; 4],
            emptied: [0; 4],
            options,
        }
    }

    /// Pieces on the board. In solo, the pieces of sides that have finished or left are removed.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    pub const fn side_to_move(&self) -> Side {
        self.turn
    }

    /// Grouping of the sides.
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// Options of the game.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Status of a side.
    pub const fn status(&self, side: Side) -> Status {
        self.status[side.index()]
    }

    /// Plies since the last capture.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Plies played by all sides since the start.
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// Points of a side's captures, by the agreed values.
    pub const fn taken(&self, side: Side) -> u16 {
        self.taken[side.index()]
    }

    /// Destinations of the piece on `from`, even if its side is not to move.
    ///
    /// ```
    /// use sifang::{Options, Position};
    ///
    /// let position = Position::start(Options::DEFAULT);
    /// let cavalry: Vec<String> =
    ///     position.targets("5a".parse()?).iter().map(ToString::to_string).collect();
    /// assert_eq!(cavalry, ["3b", "4c"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn targets(&self, from: Point) -> Vec<Point> {
        let mut list = Vec::new();
        if let Some(piece) = self.board.at(from) {
            for_each_target(&self.board, self.mode, from, piece, |to| list.push(to));
        }
        list
    }

    /// Makes `side` the side to move, out of order.
    ///
    /// The rules never allow this. A search uses it to find the strongest reply of several
    /// opponents.
    pub const fn give_turn(&mut self, side: Side) {
        self.turn = side;
    }

    /// Calls `take` with every move of a side.
    pub(crate) fn for_each_move(&self, side: Side, mut take: impl FnMut(Move)) {
        for (from, piece) in self.board.pieces().filter(|(_, piece)| piece.side == side) {
            for_each_target(&self.board, self.mode, from, piece, |to| take(Move { from, to }));
        }
    }

    pub(crate) fn has_move(&self, side: Side) -> bool {
        // A search calls this at every node, so one movable piece is enough.
        self.board.pieces().filter(|(_, piece)| piece.side == side).any(|(from, piece)| {
            let mut found = false;
            for_each_target(&self.board, self.mode, from, piece, |_| found = true);
            found
        })
    }

    /// Plays a move of the side to move without checking it. The turn passes to the next side that
    /// can move.
    pub(crate) fn play(&mut self, played: Move) {
        let Some(piece) = self.board.at(played.from) else { return };
        let captured = self.board.at(played.to);
        self.board.put(played.from, None);
        self.board.put(played.to, Some(piece));
        self.quiet = if captured.is_some() { 0 } else { self.quiet.saturating_add(1) };
        self.ply = self.ply.saturating_add(1);
        if let Some(captured) = captured {
            self.capture(piece.side, captured);
        }
        if self.races()
            && piece.kind == Kind::Marshal
            && goals(piece.side).any(|goal| goal == played.to)
        {
            self.finish(piece.side);
        }
        self.pass();
    }

    fn capture(&mut self, by: Side, captured: Piece) {
        self.taken[by.index()] += u16::from(self.options.values.of(captured.kind));
        if captured.kind == Kind::Marshal {
            self.fall(captured.side);
        }
        if !self.board.has_pieces(captured.side) {
            self.record_empty(captured.side);
        }
    }

    /// Removes a side from a solo game: its marshal counts as captured now, and its pieces leave
    /// the board.
    ///
    /// ```
    /// use sifang::{Options, Position, Side, Status};
    ///
    /// let mut position = Position::start("mode=solo".parse()?);
    /// position.leave(Side::Green);
    /// assert_eq!(position.status(Side::Green), Status::Fallen(1));
    /// assert!(!position.board().has_pieces(Side::Green));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn leave(&mut self, side: Side) {
        if self.status(side) == Status::InPlay {
            self.fall(side);
        }
        self.clear(side);
        self.record_empty(side);
        if self.turn == side || !self.has_move(self.turn) {
            self.pass();
        }
    }

    /// Records that a side lost its marshal, as the next in order.
    fn fall(&mut self, side: Side) {
        let fallen = self.status.iter().filter(|status| matches!(status, Status::Fallen(_)));
        self.status[side.index()] = Status::Fallen(fallen.count() as u8 + 1);
    }

    /// Records that a side has no pieces left, as the next in order.
    fn record_empty(&mut self, side: Side) {
        let order = self.emptied.iter().filter(|&&order| order > 0).count() as u8 + 1;
        self.emptied[side.index()] = order;
    }

    /// Removes a side's pieces from the board.
    fn clear(&mut self, side: Side) {
        for point in Point::all() {
            if self.board.at(point).is_some_and(|piece| piece.side == side) {
                self.board.put(point, None);
            }
        }
    }

    /// Whether marshals race for places: solo with the standard end.
    ///
    /// ```
    /// use sifang::{Options, Position};
    ///
    /// assert!(!Position::start(Options::DEFAULT).races());
    /// assert!(Position::start("mode=solo".parse()?).races());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn races(&self) -> bool {
        self.mode == Mode::Solo && self.options.end == crate::End::Standard
    }

    /// Records that a side's marshal finished: the side takes the next place and leaves the board.
    fn finish(&mut self, side: Side) {
        self.status[side.index()] = Status::Placed(self.next_place());
        self.clear(side);
    }

    /// The best place still open, counted from 1.
    pub fn next_place(&self) -> u8 {
        self.status.iter().filter(|status| matches!(status, Status::Placed(_))).count() as u8 + 1
    }

    /// The sides still racing.
    pub(crate) fn racing(&self) -> impl Iterator<Item = Side> + Clone {
        Side::ALL.into_iter().filter(|side| self.status(*side) == Status::InPlay)
    }

    /// Whether the positions are equal for repetition: same board, side to move and status.
    pub(crate) fn repeats(&self, other: &Position) -> bool {
        (self.turn, self.status) == (other.turn, other.status) && self.board == other.board
    }

    /// Passes the turn to the next side that can move. If none can, the next side in order gets it.
    fn pass(&mut self) {
        let first = self.turn.next();
        let order = [first, first.next(), first.next().next(), self.turn];
        self.turn = order.into_iter().find(|&side| self.has_move(side)).unwrap_or(first);
    }
}

impl game::Position for Position {
    type Action = Move;
    type Undo = Undo;

    fn mover(&self) -> Seat {
        self.turn.seat()
    }

    fn legal_into(&self, list: &mut Vec<Move>) {
        if self.ending().is_none() {
            self.for_each_move(self.turn, |played| list.push(played));
        }
    }

    fn make(&mut self, action: Move) -> Undo {
        let undo = Undo(self.clone());
        self.play(action);
        undo
    }

    fn unmake(&mut self, _: Move, undo: Undo) {
        *self = undo.0;
    }

    fn key(&self) -> u64 {
        let mut key = mix(self.turn.index() as u64 + 1);
        for (point, piece) in self.board.pieces() {
            key ^= mix(u64::from(piece.code()) << 8 | point.index() as u64);
        }
        for (side, status) in Side::ALL.into_iter().zip(self.status) {
            let code = match status {
                Status::InPlay => 0,
                Status::Placed(place) => u64::from(place),
                Status::Fallen(order) => 10 + u64::from(order),
            };
            key ^= mix(1 << 20 | (side.index() as u64) << 8 | code);
        }
        if self.options.end == crate::End::Points {
            for (side, taken) in (1u64..).zip(self.taken) {
                key ^= mix(1 << 40 | side << 16 | u64::from(taken));
            }
        }
        key
    }
}

/// One step of SplitMix64.
const fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl core::fmt::Debug for Board {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.pieces()).finish()
    }
}
