//! Illegal attempts: at least one way for every reason of the board.

use super::{Expected, Table};
use sensing::{CaptureOrder, Reason};
use xiangqi::{IllegalMove, Kind, Move, Square};

/// An illegal attempt.
#[derive(Clone, Copy)]
enum Try {
    /// A move that the rules forbid.
    Move(Move),
    /// A move of the side not on move.
    OutOfTurn(Move),
    /// A capture of an own piece.
    OwnPiece(Move),
    /// A capture that lifts the captured piece first.
    EnemyFirst(Move),
    /// Two moves at once.
    Two(Move, Move),
    /// A move, and an extra piece put on the board.
    FromTheBox(Move, Square),
    /// A move of another piece than the touched one.
    Untouched(Move),
}

impl Table {
    /// Makes an illegal attempt, waits for the alarm and puts the pieces back.
    pub(super) fn try_something(&mut self) {
        let Some(reason) = self.hand.random.pick(Reason::ALL) else { return };
        let tries = self.tries(reason);
        let Some(tried) = self.hand.random.pick(&tries) else { return };
        match tried {
            Try::Move(tried) | Try::Untouched(tried) => self.try_move(tried, false),
            Try::EnemyFirst(tried) => self.try_move(tried, true),
            Try::OutOfTurn(tried) => self.try_move(tried, self.hand.occupancy().contains(tried.to)),
            Try::OwnPiece(tried) => self.try_move(tried, false),
            Try::Two(first, second) => self.try_two(first, second),
            Try::FromTheBox(first, square) => self.try_extra_piece(first, square),
        }
        self.truth.push(Expected::Try(reason));
        self.truth.push(Expected::Restored);
        self.hand.rest(700, 1_500);
    }

    /// All attempts that give this reason.
    fn tries(&self, reason: Reason) -> Vec<Try> {
        let mover = self.position.side_to_move();
        let own: Vec<Square> = self.position.side(mover).collect();
        let all = |squares: Vec<Square>| {
            squares.into_iter().flat_map(|from| Square::all().map(move |to| Move::new(from, to)))
        };
        let quiet = |played: &Move| self.position.piece_at(played.to).is_none();
        match reason {
            Reason::NotYourTurn => {
                let mut passed = self.position.clone();
                passed.make_null();
                let enemy = passed.side(!mover).collect();
                all(enemy).filter(|&played| passed.is_legal(played)).map(Try::OutOfTurn).collect()
            }
            Reason::OwnPiece => all(own.clone())
                .filter(|played| played.from != played.to && own.contains(&played.to))
                .map(Try::OwnPiece)
                .collect(),
            Reason::WrongOrder if self.settings.capture_order == CaptureOrder::Strict => all(own)
                .filter(|played| !quiet(played) && self.is_allowed(*played))
                .filter(|played| self.touched.is_none_or(|touched| touched == played.from))
                .map(Try::EnemyFirst)
                .collect(),
            Reason::WrongOrder => Vec::new(),
            Reason::TwoMoves => self.pairs(),
            Reason::UnknownPiece => {
                let empty: Vec<Square> = (!self.position.occupied()).collect();
                all(own)
                    .filter(|played| quiet(played) && self.is_allowed(*played))
                    .zip(empty.iter().rev().cycle().copied())
                    .filter(|(played, square)| played.to != *square)
                    .map(|(played, square)| Try::FromTheBox(played, square))
                    .collect()
            }
            Reason::TouchMove => {
                let Some(touched) = self.touched else { return Vec::new() };
                all(own)
                    .filter(|played| played.from != touched && self.is_allowed(*played))
                    .map(Try::Untouched)
                    .collect()
            }
            _ => all(own)
                .filter(|played| played.from != played.to && self.refused(*played) == Some(reason))
                .map(Try::Move)
                .collect(),
        }
    }

    /// Pairs of moves without captures, of different pieces to different points.
    fn pairs(&self) -> Vec<Try> {
        let quiet: Vec<Move> = self
            .allowed()
            .into_iter()
            .filter(|played| self.position.piece_at(played.to).is_none())
            .collect();
        let half = quiet.len() / 2;
        let pairs = quiet.iter().zip(quiet.iter().skip(half));
        pairs
            .filter(|(first, second)| {
                first.from != second.from && first.to != second.to && !is_crossed(first, second)
            })
            .map(|(&first, &second)| Try::Two(first, second))
            .collect()
    }

    /// The reason for which the board refuses a move, determined independently of it.
    fn refused(&self, tried: Move) -> Option<Reason> {
        if self.is_allowed(tried) {
            return None;
        }
        let is_cannon =
            self.position.piece_at(tried.from).is_some_and(|piece| piece.kind == Kind::Cannon);
        Some(match self.position.why_illegal(tried)? {
            IllegalMove::NotHowItMoves => Reason::NotHowItMoves,
            IllegalMove::Palace => Reason::Palace,
            IllegalMove::River => Reason::River,
            IllegalMove::BlockedLeg(_) => Reason::BlockedLeg,
            IllegalMove::BlockedEye(_) => Reason::BlockedEye,
            IllegalMove::Blocked(_) if is_cannon => Reason::Screen,
            IllegalMove::Blocked(_) => Reason::NotHowItMoves,
            IllegalMove::Screen(_) => Reason::Screen,
            IllegalMove::GeneralsFace(_) => Reason::GeneralsFace,
            IllegalMove::LeavesGeneralAttacked(_) => Reason::LeavesGeneralAttacked,
            IllegalMove::NoPiece | IllegalMove::NotYourPiece | IllegalMove::OwnPiece => {
                return None;
            }
        })
    }

    /// Makes an illegal move, waits for the alarm and puts everything back.
    fn try_move(&mut self, tried: Move, victim_first: bool) {
        let has_victim = self.position.piece_at(tried.to).is_some();
        if has_victim && victim_first {
            self.touch(tried.to);
            self.hand.lift(tried.to);
            self.hand.rest(100, 400);
        }
        self.touch(tried.from);
        self.hand.lift(tried.from);
        if has_victim && !victim_first {
            self.hand.rest(100, 400);
            self.touch(tried.to);
            self.hand.lift(tried.to);
        }
        self.hand.carry(tried.from, tried.to);
        self.see_alarm();
        self.hand.lift(tried.to);
        self.hand.carry(tried.to, tried.from);
        if has_victim {
            self.hand.rest(200, 700);
            self.hand.put(tried.to);
        }
    }

    fn try_two(&mut self, first: Move, second: Move) {
        let at_once = self.hand.random.chance(50);
        self.touch(first.from);
        self.hand.lift(first.from);
        if at_once {
            self.hand.rest(50, 200);
            self.touch(second.from);
            self.hand.lift(second.from);
        }
        self.hand.rest(150, 400);
        self.hand.put(first.to);
        if !at_once {
            self.hand.rest(60, 300);
            self.touch(second.from);
            self.hand.lift(second.from);
        }
        self.hand.rest(100, 300);
        self.hand.put(second.to);
        self.see_alarm();
        for tried in [second, first] {
            self.hand.lift(tried.to);
            self.hand.rest(150, 500);
            self.hand.put(tried.from);
        }
    }

    fn try_extra_piece(&mut self, first: Move, square: Square) {
        self.touch(first.from);
        self.hand.lift(first.from);
        self.hand.rest(150, 400);
        self.hand.put(first.to);
        self.hand.rest(60, 300);
        self.hand.put(square);
        self.see_alarm();
        self.hand.lift(square);
        self.hand.rest(150, 500);
        self.hand.lift(first.to);
        self.hand.rest(150, 500);
        self.hand.put(first.from);
    }

    /// Waits until the board must have raised the alarm, even if it waits longest.
    fn see_alarm(&mut self) {
        self.hand.rest(3_000, 4_000);
    }
}

/// Whether one move ends where the other begins, which would be ambiguous.
fn is_crossed(first: &Move, second: &Move) -> bool {
    first.to == second.from || second.to == first.from
}
