//! Explains why a move is illegal.
//!
//! [`Position::why_illegal`] finds the reason without allocating, for devices without a heap.
//! [`IllegalMove::explain`] writes it as a sentence.

use crate::{Bitboard, Kind, Move, Piece, Position, Side, Square, bitboard::file_mask};
use alloc::{format, string::String};
use game::{Refusal, sort_few};

/// Why a move is illegal, with the points involved besides those of the move.
///
/// ```
/// use xiangqi::{IllegalMove, Position};
///
/// let position = Position::start();
/// let horse = "b0d1".parse()?;
/// let reason = position.why_illegal(horse).ok_or("legal")?;
/// assert_eq!(reason, IllegalMove::BlockedLeg("c0".parse()?));
/// assert_eq!(reason.code(), "blocked-leg");
/// assert_eq!(reason.points().first(), Some("c0".parse()?));
/// assert_eq!(reason.explain(&position, horse), "Red's elephant on c0 blocks the horse's leg");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The starting point is empty.
    NoPiece,
    /// The piece belongs to the opponent.
    NotYourPiece,
    /// The destination has a piece of the same side.
    OwnPiece,
    /// The piece does not move this way.
    NotHowItMoves,
    /// A general or an advisor would leave the palace.
    Palace,
    /// An elephant would cross the river.
    River,
    /// The horse's leg is blocked by the piece on this point.
    BlockedLeg(Square),
    /// The elephant's eye is blocked by the piece on this point.
    BlockedEye(Square),
    /// These pieces block a chariot, or a cannon that does not capture.
    Blocked(Bitboard),
    /// These are the pieces between a cannon and its target; there must be exactly one.
    Screen(Bitboard),
    /// The generals would face each other on an open file; the other general is on this point.
    GeneralsFace(Square),
    /// The mover's general would be attacked by the pieces on these points.
    LeavesGeneralAttacked(Bitboard),
}

impl IllegalMove {
    /// Stable code, used as [`Refusal::code`].
    pub const fn code(&self) -> &'static str {
        match self {
            IllegalMove::NoPiece => "no-piece",
            IllegalMove::NotYourPiece => "not-your-piece",
            IllegalMove::OwnPiece => "own-piece",
            IllegalMove::NotHowItMoves => "not-how-it-moves",
            IllegalMove::Palace => "palace",
            IllegalMove::River => "river",
            IllegalMove::BlockedLeg(_) => "blocked-leg",
            IllegalMove::BlockedEye(_) => "blocked-eye",
            IllegalMove::Blocked(_) => "blocked",
            IllegalMove::Screen(_) => "screen",
            IllegalMove::GeneralsFace(_) => "generals-face",
            IllegalMove::LeavesGeneralAttacked(_) => "leaves-general-attacked",
        }
    }

    /// The points involved besides those of the move: blocking or attacking pieces.
    pub const fn points(&self) -> Bitboard {
        match *self {
            IllegalMove::BlockedLeg(point)
            | IllegalMove::BlockedEye(point)
            | IllegalMove::GeneralsFace(point) => Bitboard::only(point),
            IllegalMove::Blocked(points)
            | IllegalMove::Screen(points)
            | IllegalMove::LeavesGeneralAttacked(points) => points,
            _ => Bitboard::EMPTY,
        }
    }

    /// The reason as an English sentence that names pieces and points. `position` and `played` must
    /// be those for which [`Position::why_illegal`] returned it.
    pub fn explain(&self, position: &Position, played: Move) -> String {
        let Move { from, to } = played;
        let Some(piece) = position.piece_at(from) else {
            return format!("no piece stands on {from}");
        };
        match *self {
            IllegalMove::NoPiece => format!("no piece stands on {from}"),
            IllegalMove::NotYourPiece => {
                format!("{piece} on {from} cannot be moved by {}", position.turn)
            }
            IllegalMove::OwnPiece => format!("{} stands on {to} already", position.name_at(to)),
            IllegalMove::NotHowItMoves => describe_moves(piece, played),
            IllegalMove::Palace => format!(
                "{to} lies outside the palace, which the {} may not leave",
                piece.kind.name()
            ),
            IllegalMove::River => format!("an elephant may not cross the river to {to}"),
            IllegalMove::BlockedLeg(leg) => {
                format!("{} on {leg} blocks the horse's leg", position.name_at(leg))
            }
            IllegalMove::BlockedEye(eye) => {
                format!("{} on {eye} blocks the elephant's eye", position.name_at(eye))
            }
            IllegalMove::Blocked(way) if piece.kind == Kind::Cannon => {
                let verb = if way.len() == 1 { "is" } else { "are" };
                let way = position.list_pieces(way, from);
                format!("{way} {verb} in the cannon's way to the empty point {to}")
            }
            IllegalMove::Blocked(way) => {
                let verb = if way.len() == 1 { "is" } else { "are" };
                format!("{} {verb} in the chariot's way", position.list_pieces(way, from))
            }
            IllegalMove::Screen(way) => {
                let found =
                    if way.is_empty() { "none".into() } else { position.list_pieces(way, from) };
                format!(
                    "a cannon captures over exactly one piece; between {from} and {to} stands {found}"
                )
            }
            IllegalMove::GeneralsFace(other) => {
                let general = position.general_after(played);
                format!(
                    "the generals on {general} and {other} would face each other on an open file"
                )
            }
            IllegalMove::LeavesGeneralAttacked(attackers) => {
                let side = position.turn;
                let general = position.general_after(played);
                let mut after = position.clone();
                after.make(played);
                let attackers = after.list_pieces(attackers, Square::at(0));
                format!("{side}'s general on {general} would be attacked by {attackers}")
            }
        }
    }
}

impl Position {
    /// Checks whether the side to move may play `played`.
    ///
    /// # Errors
    /// One of `no-piece`, `not-your-piece`, `own-piece`, `not-how-it-moves`, `palace`, `river`,
    /// `blocked-leg`, `blocked-eye`, `blocked`, `screen`, `generals-face` and
    /// `leaves-general-attacked`. The sentence names the pieces and points. The
    /// values are these points; for `not-how-it-moves`, the kind of the piece.
    ///
    /// ```
    /// use xiangqi::Position;
    ///
    /// let position = Position::start();
    /// assert!(position.check_move("h2e2".parse()?).is_ok());
    /// for (tried, code) in [
    ///     ("h2i4", "not-how-it-moves"),
    ///     ("h2h7", "screen"),
    ///     ("a0a3", "own-piece"),
    ///     ("d0c1", "palace"),
    ///     ("h7e7", "not-your-piece"),
    ///     ("e5e6", "no-piece"),
    /// ] {
    ///     assert_eq!(position.check_move(tried.parse()?).unwrap_err().code, code, "{tried}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_move(&self, played: Move) -> Result<(), Refusal> {
        match self.why_illegal(played) {
            None => Ok(()),
            Some(fault) => {
                let about = match fault {
                    IllegalMove::NoPiece | IllegalMove::NotYourPiece => Bitboard::only(played.from),
                    IllegalMove::OwnPiece => Bitboard::only(played.to),
                    _ => fault.points(),
                };
                let refusal = Refusal::new(fault.code(), fault.explain(self, played));
                let refusal = about.into_iter().fold(refusal, Refusal::with);
                Err(match (fault, self.piece_at(played.from)) {
                    (IllegalMove::NotHowItMoves, Some(piece)) => refusal.with(piece.kind.name()),
                    _ => refusal,
                })
            }
        }
    }

    /// The reason why the side to move may not play `played`; `None` if the move is legal. Does not
    /// allocate.
    ///
    /// ```
    /// use xiangqi::{Bitboard, IllegalMove, Position};
    ///
    /// // The horse shields its general from the chariot, so it is pinned.
    /// let position = Position::from_fen("3k5/4r4/9/9/4N4/9/9/9/9/4K4 w - - 0 1")?;
    /// assert_eq!(
    ///     position.why_illegal("e5f7".parse()?),
    ///     Some(IllegalMove::LeavesGeneralAttacked(Bitboard::only("e8".parse()?))),
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why_illegal(&self, played: Move) -> Option<IllegalMove> {
        let Move { from, to } = played;
        let Some(piece) = self.piece_at(from) else { return Some(IllegalMove::NoPiece) };
        if piece.side != self.turn {
            return Some(IllegalMove::NotYourPiece);
        }
        if self.piece_at(to).is_some_and(|target| target.side == piece.side) {
            return Some(IllegalMove::OwnPiece);
        }
        if !self.is_pseudo_legal(played) {
            return Some(self.why_not_pseudo_legal(piece, from, to));
        }
        self.leaves_attacked(played).then(|| self.why_exposed(played))
    }

    /// The reason why a move of a piece is not even pseudo-legal.
    fn why_not_pseudo_legal(&self, piece: Piece, from: Square, to: Square) -> IllegalMove {
        let (files, ranks) = offset(from, to);
        let (across, along) = (files.unsigned_abs(), ranks.unsigned_abs());
        let halfway = || from.offset(files / 2, ranks / 2).unwrap_or(from);
        match piece.kind {
            Kind::General if across + along == 1 => IllegalMove::Palace,
            Kind::Advisor if across == 1 && along == 1 => IllegalMove::Palace,
            Kind::Elephant if across == 2 && along == 2 => {
                if piece.side.is_across(to.rank()) {
                    IllegalMove::River
                } else {
                    IllegalMove::BlockedEye(halfway())
                }
            }
            Kind::Horse if across.min(along) == 1 && across.max(along) == 2 => {
                IllegalMove::BlockedLeg(halfway())
            }
            Kind::Chariot if (across == 0) != (along == 0) => {
                IllegalMove::Blocked(self.occupied_between(from, to))
            }
            Kind::Cannon if (across == 0) != (along == 0) => {
                let way = self.occupied_between(from, to);
                if self.piece_at(to).is_none() {
                    IllegalMove::Blocked(way)
                } else {
                    IllegalMove::Screen(way)
                }
            }
            _ => IllegalMove::NotHowItMoves,
        }
    }

    /// How a move leaves the mover's general attacked.
    fn why_exposed(&self, played: Move) -> IllegalMove {
        let side = self.turn;
        let mut after = self.clone();
        after.make(played);
        let general = after.general(side);
        let attackers = after.attackers_to(general, !side);
        let other = after.general(!side);
        let facing = after.occupancy().chariot_attacks(general) >> other.index() & 1 != 0
            && file_mask(general) >> other.index() & 1 != 0;
        if facing && attackers == Bitboard::only(other) {
            return IllegalMove::GeneralsFace(other);
        }
        IllegalMove::LeavesGeneralAttacked(attackers)
    }

    /// Point of the mover's general after a move.
    fn general_after(&self, played: Move) -> Square {
        let general = self.general(self.turn);
        if played.from == general { played.to } else { general }
    }

    /// The occupied points strictly between two points of one line.
    fn occupied_between(&self, from: Square, to: Square) -> Bitboard {
        let (files, ranks) = offset(from, to);
        let (files, ranks) = (files.signum(), ranks.signum());
        core::iter::successors(from.offset(files, ranks), |square| square.offset(files, ranks))
            .take_while(|&square| square != to)
            .filter(|&square| self.piece_at(square).is_some())
            .collect()
    }

    fn name_at(&self, square: Square) -> String {
        self.piece_at(square).map_or_else(|| String::from("nothing"), |piece| format!("{piece}"))
    }

    /// Names pieces with their points, in order of their distance to `from` if they are on one line
    /// with it.
    fn list_pieces(&self, points: Bitboard, from: Square) -> String {
        let mut names: alloc::vec::Vec<(usize, String)> = points
            .map(|point| {
                (
                    point.index().abs_diff(from.index()),
                    format!("{} on {point}", self.name_at(point)),
                )
            })
            .collect();
        sort_few(&mut names, |a, b| a.0 < b.0);
        let names: alloc::vec::Vec<String> = names.into_iter().map(|(_, name)| name).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::from("nothing"),
        }
    }
}

/// Describes how a piece moves, for a move that does not match.
fn describe_moves(piece: Piece, played: Move) -> String {
    let Move { from, to } = played;
    let (article, how) = match piece.kind {
        Kind::General => ("a", "one point straight"),
        Kind::Advisor => ("an", "one point diagonally"),
        Kind::Elephant => ("an", "two points diagonally"),
        Kind::Horse => ("a", "one point straight and one diagonally outward"),
        Kind::Chariot | Kind::Cannon => ("a", "along a rank or a file"),
        Kind::Pawn => return describe_pawn_moves(piece.side, from, to),
    };
    format!("{article} {} moves {how}; {from}–{to} is not that", piece.kind.name())
}

fn describe_pawn_moves(side: Side, from: Square, to: Square) -> String {
    let (files, ranks) = offset(from, to);
    if ranks == 0 && files.abs() == 1 {
        format!("the pawn on {from} has not crossed the river and may not step sideways")
    } else if files == 0 && ranks == -side.forward() {
        String::from("a pawn never moves back")
    } else {
        String::from("a pawn moves one point forward, beyond the river also sideways")
    }
}

/// Difference of files and of ranks between two points.
const fn offset(from: Square, to: Square) -> (i8, i8) {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}
