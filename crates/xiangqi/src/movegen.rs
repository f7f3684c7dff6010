//! Generation of legal moves.
//!
//! In most positions, most moves cannot expose the own general. [`CheckInfo`] finds the few pieces
//! whose moves can (blockers, screens, legs of horses) and the few empty points that would become a
//! cannon's screen. All other pseudo-legal moves are legal without a test, and the last ply of
//! perft only counts them.

use crate::{
    Bitboard, Kind, Move, Position, Square, bitboard::file_mask, occupancy::Occupancy, tables,
};
use alloc::vec::Vec;
use game::sort_few;

/// Moves that may expose the own general.
struct CheckInfo {
    /// Whether the general is attacked now. Every move must then be tested.
    in_check: bool,
    /// Own pieces whose moves must be tested.
    to_test: u128,
    /// Empty points that no piece but the general may enter.
    forbidden: u128,
}

impl Position {
    /// Every legal move, in no particular order.
    ///
    /// ```
    /// use xiangqi::{Move, Position};
    ///
    /// // In check, few moves are legal.
    /// let position = Position::from_fen("3k5/9/9/9/4r4/9/9/9/9/4K4 w - - 0 1")?;
    /// let mut legal = position.legal_moves();
    /// legal.sort_unstable();
    /// let expected: Vec<Move> = vec!["e0f0".parse()?];
    /// assert_eq!(legal, expected, "on d0 it would face the other general");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = Vec::with_capacity(64);
        self.for_each_legal_move(|played| list.push(played));
        list
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal() > 0
    }

    /// Whether a move is legal.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// let position = Position::start();
    /// assert!(position.is_legal("h2e2".parse()?));
    /// assert!(!position.is_legal("e0e2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_legal(&self, played: Move) -> bool {
        self.is_pseudo_legal(played) && !self.leaves_attacked(played)
    }

    /// Whether a move agrees with how its piece moves, ignoring the safety of the general.
    pub(crate) fn is_pseudo_legal(&self, played: Move) -> bool {
        self.piece_at(played.from).is_some_and(|piece| {
            piece.side == self.turn
                && self.targets(piece.kind, played.from, self.occupancy()) >> played.to.index() & 1
                    != 0
        })
    }

    /// Calls `take` with every legal move, in no particular order. Does not allocate.
    ///
    /// ```
    /// use xiangqi::{Kind, Position};
    ///
    /// let position = Position::start();
    /// let mut of_cannons = 0;
    /// position.for_each_legal_move(|played| {
    ///     let moving = position.piece_at(played.from).map(|piece| piece.kind);
    ///     of_cannons += u32::from(moving == Some(Kind::Cannon));
    /// });
    /// assert_eq!(of_cannons, 24);
    /// ```
    #[inline]
    pub fn for_each_legal_move(&self, mut take: impl FnMut(Move)) {
        let info = self.check_info();
        self.for_each_piece(|from, targets, is_general| {
            let is_tested = info.needs_test(from, is_general);
            let open = if is_general { targets } else { targets & !info.forbidden };
            for to in Bitboard(open) {
                let played = Move { from, to };
                if !is_tested || !self.leaves_attacked(played) {
                    take(played);
                }
            }
        });
    }

    /// Calls `take` with every legal capture.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// let mut captures = Vec::new();
    /// Position::start().for_each_legal_capture(|played| captures.push(played.to_string()));
    /// captures.sort();
    /// assert_eq!(captures, ["b2b9", "h2h9"], "each cannon takes a horse over the other cannon");
    /// ```
    #[inline]
    pub fn for_each_legal_capture(&self, mut take: impl FnMut(Move)) {
        let info = self.check_info();
        let enemy = self.sides[self.turn.opponent().index()];
        self.for_each_piece(|from, targets, is_general| {
            let is_tested = info.needs_test(from, is_general);
            for to in Bitboard(targets & enemy) {
                let played = Move { from, to };
                if !is_tested || !self.leaves_attacked(played) {
                    take(played);
                }
            }
        });
    }

    /// Calls `take` with every legal move that is not a capture.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// let mut count = 0;
    /// Position::start().for_each_legal_quiet(|_| count += 1);
    /// assert_eq!(count, 42, "of the 44 moves two are captures");
    /// ```
    #[inline]
    pub fn for_each_legal_quiet(&self, mut take: impl FnMut(Move)) {
        let info = self.check_info();
        let empty = !self.occupancy().ranks;
        self.for_each_piece(|from, targets, is_general| {
            let is_tested = info.needs_test(from, is_general);
            let open = if is_general { targets } else { targets & !info.forbidden };
            for to in Bitboard(open & empty) {
                let played = Move { from, to };
                if !is_tested || !self.leaves_attacked(played) {
                    take(played);
                }
            }
        });
    }

    /// Number of legal moves.
    #[inline]
    pub fn count_legal(&self) -> u64 {
        let info = self.check_info();
        let mut count = 0;
        self.for_each_piece(|from, targets, is_general| {
            let open = if is_general { targets } else { targets & !info.forbidden };
            count += if info.needs_test(from, is_general) {
                Bitboard(open).filter(|&to| !self.leaves_attacked(Move { from, to })).count() as u64
            } else {
                u64::from(open.count_ones())
            };
        });
        count
    }

    /// Calls `take` with every piece of the side to move, its pseudo-legal targets, and whether it
    /// is the general.
    #[cfg(feature = "compact")]
    fn for_each_piece(&self, mut take: impl FnMut(Square, u128, bool)) {
        for from in Bitboard(self.sides[self.turn.index()]) {
            if let Some(piece) = self.piece_at(from) {
                let targets = self.targets(piece.kind, from, self.occupancy());
                take(from, targets, piece.kind == Kind::General);
            }
        }
    }

    /// Calls `take` with every piece of the side to move, its pseudo-legal targets, and whether it
    /// is the general.
    #[cfg(not(feature = "compact"))]
    #[inline(always)]
    fn for_each_piece(&self, mut take: impl FnMut(Square, u128, bool)) {
        let occupancy = self.occupancy();
        let own = self.sides[self.turn.index()];
        macro_rules! kind {
            ($kind:expr) => {
                for from in Bitboard(self.kinds[$kind as usize - 1] & own) {
                    take(from, self.targets($kind, from, occupancy), false);
                }
            };
        }
        kind!(Kind::Chariot);
        kind!(Kind::Cannon);
        kind!(Kind::Horse);
        kind!(Kind::Pawn);
        kind!(Kind::Elephant);
        kind!(Kind::Advisor);
        let general = self.general(self.turn);
        take(general, self.targets(Kind::General, general, occupancy), true);
    }

    /// Pseudo-legal targets of a piece of this kind on `from`, for the side to move.
    #[cfg_attr(not(feature = "compact"), inline(always))]
    fn targets(&self, kind: Kind, from: Square, occupancy: Occupancy) -> u128 {
        let own = self.sides[self.turn.index()];
        match kind {
            Kind::General => tables::general_attacks(from) & !own,
            Kind::Advisor => tables::advisor_attacks(from) & !own,
            Kind::Elephant => occupancy.elephant_attacks(from) & !own,
            Kind::Horse => occupancy.horse_attacks(from) & !own,
            Kind::Chariot => occupancy.chariot_attacks(from) & !own,
            Kind::Cannon => {
                occupancy.chariot_attacks(from) & !occupancy.ranks
                    | occupancy.cannon_attacks(from) & !own
            }
            Kind::Pawn => tables::pawn_attacks(self.turn, from) & !own,
        }
    }

    /// The points that the piece on `from` attacks, for either side to move. Points with own pieces
    /// are included, because it protects those.
    ///
    /// ```
    /// use xiangqi::{Position, Square};
    ///
    /// let horse: Square = "b0".parse()?;
    /// let attacked = Position::start().attacks_from(horse);
    /// // The elephant on c0 blocks the leg towards d1.
    /// assert_eq!(attacked.map(|point| point.to_string()).collect::<Vec<_>>(), ["a2", "c2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attacks_from(&self, from: Square) -> Bitboard {
        let Some(piece) = self.piece_at(from) else { return Bitboard::EMPTY };
        let occupancy = self.occupancy();
        Bitboard(match piece.kind {
            Kind::General => tables::general_attacks(from),
            Kind::Advisor => tables::advisor_attacks(from),
            Kind::Elephant => occupancy.elephant_attacks(from),
            Kind::Horse => occupancy.horse_attacks(from),
            Kind::Chariot => occupancy.chariot_attacks(from),
            Kind::Cannon => occupancy.cannon_attacks(from),
            Kind::Pawn => tables::pawn_attacks(piece.side, from),
        })
    }

    #[inline]
    fn check_info(&self) -> CheckInfo {
        if cfg!(feature = "compact") {
            // Testing every move is slower but needs none of the tables.
            return CheckInfo { in_check: true, to_test: 0, forbidden: 0 };
        }
        let (own, enemy) = (self.turn, self.turn.opponent());
        let general = self.general(own);
        let occupancy = self.occupancy();
        let theirs = |kind: Kind| self.kinds[kind as usize - 1] & self.sides[enemy.index()];
        let mut info = CheckInfo { in_check: self.in_check(own), to_test: 0, forbidden: 0 };
        if info.in_check {
            return info;
        }
        // Behind one piece: a chariot or the other general. The piece in between must stay on the
        // line.
        let facing = 1u128 << self.general(enemy).index()
            & if self.general(enemy).file() == general.file() { u128::MAX } else { 0 };
        for slider in Bitboard(occupancy.cannon_attacks(general) & (theirs(Kind::Chariot) | facing))
        {
            info.to_test |= between(general, slider);
        }
        let cannons = theirs(Kind::Cannon);
        // In direct line: a cannon without a screen. No piece may step in between.
        for cannon in Bitboard(occupancy.chariot_attacks(general) & cannons) {
            info.forbidden |= between(general, cannon);
        }
        // Behind two pieces: a cannon. It attacks if one of the two leaves.
        for cannon in Bitboard(occupancy.attacks_over_two(general) & cannons) {
            info.to_test |= between(general, cannon);
        }
        // Horses blocked only at a leg. The legs are the diagonal neighbours of the general.
        let unblocked = Occupancy { ranks: 0, files: 0 }.horse_attackers(general);
        if unblocked & theirs(Kind::Horse) != 0 {
            info.to_test |= tables::diagonal_neighbours(general);
        }
        info
    }
}

impl CheckInfo {
    #[inline]
    const fn needs_test(&self, from: Square, is_general: bool) -> bool {
        is_general || self.in_check || self.to_test >> from.index() & 1 != 0
    }
}

/// The points strictly between two points of one line.
#[inline]
fn between(one: Square, other: Square) -> u128 {
    let (low, high) =
        if one < other { (one.index(), other.index()) } else { (other.index(), one.index()) };
    let inside = ((1u128 << high) - 1) & !((2u128 << low) - 1);
    if one.file() == other.file() { inside & file_mask(one) } else { inside }
}

/// The legal moves in the order of their texts.
pub(crate) fn sorted_legal(position: &Position) -> Vec<Move> {
    let mut list = position.legal_moves();
    let order = |played: &Move| {
        (played.from.file(), played.from.rank(), played.to.file(), played.to.rank())
    };
    sort_few(&mut list, |a, b| order(a) < order(b));
    list
}
