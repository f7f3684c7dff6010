use crate::{PieceCode, Pieces};
use clock::Left;
use xiangqi::{Move, Position, Square};

/// Number of plies that are stored as moves; older ones are merged into the base position.
const MOVES: usize = 512;
/// Number of plies whose clock times are stored, for takebacks.
const CLOCKS: usize = 32;
/// Number of positions since the last capture that are stored, to count repetitions.
const KEYS: usize = 256;

/// The game so far: the position, and what is needed to take plies back.
#[derive(Clone)]
pub(crate) struct Score {
    position: Position,
    pieces: Pieces,
    /// The position before the first stored move.
    base: Position,
    base_pieces: Pieces,
    /// Ring buffer that starts at `first`.
    moves: [Packed; MOVES],
    first: u16,
    len: u16,
    plies: u16,
    /// Ring buffer, by ply: remaining time of both sides before that ply.
    clocks: [PackedLeft; CLOCKS],
    /// The earliest ply whose clock times are stored.
    clocks_from: u16,
    /// Ring buffer: keys of the positions since the last capture, without the current one.
    keys: [u32; KEYS],
    keys_len: u16,
}

/// A move packed into two bytes.
#[derive(Clone, Copy)]
struct Packed(u16);

impl Packed {
    const fn new(played: Move) -> Packed {
        Packed((played.from.index() * Square::COUNT + played.to.index()) as u16)
    }

    fn get(self) -> Option<Move> {
        let index = usize::from(self.0);
        let from = Square::from_index(index / Square::COUNT)?;
        Some(Move::new(from, Square::from_index(index % Square::COUNT)?))
    }
}

/// Remaining time of both sides, packed into twelve bytes.
#[derive(Clone, Copy)]
struct PackedLeft {
    main_ms: [u32; 2],
    periods: [u8; 2],
}

impl PackedLeft {
    const NONE: PackedLeft = PackedLeft { main_ms: [0; 2], periods: [0; 2] };

    fn new(left: [Left; 2]) -> PackedLeft {
        PackedLeft {
            main_ms: left.map(|left| u32::try_from(left.main_ms).unwrap_or(u32::MAX)),
            periods: left.map(|left| u8::try_from(left.periods).unwrap_or(u8::MAX)),
        }
    }

    fn get(self) -> [Left; 2] {
        core::array::from_fn(|side| Left {
            main_ms: self.main_ms[side].into(),
            periods: self.periods[side].into(),
        })
    }
}

impl Score {
    /// A new game.
    pub(crate) fn new() -> Score {
        let position = Position::start();
        let pieces = Pieces::number(&position);
        Score {
            base: position.clone(),
            base_pieces: pieces.clone(),
            position,
            pieces,
            moves: [Packed(0); MOVES],
            first: 0,
            len: 0,
            plies: 0,
            clocks: [PackedLeft::NONE; CLOCKS],
            clocks_from: 0,
            keys: [0; KEYS],
            keys_len: 0,
        }
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Number of plies played.
    pub(crate) const fn plies(&self) -> u16 {
        self.plies
    }

    /// The last moves, at most [`MOVES`], the oldest first.
    pub(crate) fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        (0..self.len).filter_map(|number| self.moves[self.place(number)].get())
    }

    /// Index of a stored move in the ring buffer.
    fn place(&self, number: u16) -> usize {
        usize::from(self.first + number) % MOVES
    }

    /// Plays a move; returns the moved and the captured piece.
    pub(crate) fn play(&mut self, played: Move, before: [Left; 2]) -> (PieceCode, PieceCode) {
        if usize::from(self.len) == MOVES {
            self.forget_oldest();
        }
        self.moves[self.place(self.len)] = Packed::new(played);
        self.len += 1;
        self.clocks[usize::from(self.plies) % CLOCKS] = PackedLeft::new(before);
        self.plies = self.plies.saturating_add(1);
        self.clocks_from = self.clocks_from.max(self.plies.saturating_sub(CLOCKS as u16));
        self.advance(played)
    }

    /// Number of occurrences of the current position, including this one.
    pub(crate) fn occurrences(&self) -> u8 {
        let key = self.position.key() as u32;
        let kept = &self.keys[..usize::from(self.keys_len).min(KEYS)];
        let earlier = kept.iter().filter(|&&other| other == key).count();
        u8::try_from(earlier + 1).unwrap_or(u8::MAX)
    }

    /// The position after the first `plies` plies; `None` if those moves are no longer stored.
    pub(crate) fn position_after(&self, plies: u16) -> Option<Position> {
        let kept = plies.checked_sub(self.plies - self.len)?;
        if kept > self.len {
            return None;
        }
        let mut position = self.base.clone();
        for played in self.moves().take(usize::from(kept)) {
            position.make(played);
        }
        Some(position)
    }

    /// Takes the last ply back. Returns it with the remaining times before it, if those are still
    /// stored.
    pub(crate) fn take_back(&mut self) -> Option<(Move, Option<[Left; 2]>)> {
        let last = self.moves().next_back()?;
        let earlier = self.plies - self.len;
        let len = self.len - 1;
        self.position = self.base.clone();
        self.pieces = self.base_pieces.clone();
        self.keys_len = 0;
        for number in 0..len {
            if let Some(played) = self.moves[self.place(number)].get() {
                self.advance(played);
            }
        }
        self.len = len;
        self.plies = earlier + len;
        let is_known = self.plies >= self.clocks_from;
        let left = is_known.then(|| self.clocks[usize::from(self.plies) % CLOCKS].get());
        Some((last, left))
    }

    fn advance(&mut self, played: Move) -> (PieceCode, PieceCode) {
        let moved = self.pieces.at(played.from);
        self.keys[usize::from(self.keys_len) % KEYS] = self.position.key() as u32;
        // Once the ring is full, the count only serves as the write position.
        self.keys_len = match self.keys_len + 1 {
            len if usize::from(len) == 2 * KEYS => KEYS as u16,
            len => len,
        };
        let captured = self.pieces.play(played);
        if self.position.make(played).captured().is_some() {
            self.keys_len = 0;
        }
        (moved, captured)
    }

    fn forget_oldest(&mut self) {
        if let Some(oldest) = self.moves[self.place(0)].get() {
            self.base.make(oldest);
            self.base_pieces.play(oldest);
        }
        self.first = self.place(1) as u16;
        self.len -= 1;
    }
}
