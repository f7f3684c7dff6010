//! Explains why a move is illegal.

use crate::{
    Kind, Move, Piece, Point, Position,
    movement::{for_each_target, line_along},
};
use alloc::{format, vec::Vec};
use game::Refusal;

impl Position {
    /// Checks whether the side to move may play `played`.
    ///
    /// # Errors
    /// One of `no-piece`, `not-your-piece`, `own-piece`, `ally`, `not-how-it-moves`, `line`,
    /// `blocked`, `blocked-leg`, `blocked-eye` and `screen`. The sentence names the pieces and
    /// points.
    ///
    /// ```
    /// use sifang::{Options, Position};
    ///
    /// let start = Position::start(Options::DEFAULT);
    /// assert!(start.judge("7d7e".parse()?).is_ok());
    /// for (tried, code) in [
    ///     ("5b3b", "line"),
    ///     ("7c7h", "blocked"),
    ///     ("5a6d", "not-how-it-moves"),
    ///     ("7m7l", "not-your-piece"),
    /// ] {
    ///     assert_eq!(start.judge(tried.parse()?).unwrap_err().code, code, "{tried}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge(&self, played: Move) -> Result<(), Refusal> {
        let Move { from, to } = played;
        let Some(piece) = self.board.at(from) else {
            return Err(Refusal::new("no-piece", format!("no piece stands on {from}")).with(from));
        };
        if piece.side != self.turn {
            let message =
                format!("{} on {from} cannot be moved by {}", piece.described(), self.turn);
            return Err(Refusal::new("not-your-piece", message).with(from));
        }
        let mut reaches = false;
        for_each_target(&self.board, self.mode, from, piece, |target| reaches |= target == to);
        if reaches { Ok(()) } else { Err(self.explain_illegal_move(piece, from, to)) }
    }

    fn explain_illegal_move(&self, piece: Piece, from: Point, to: Point) -> Refusal {
        if let Some(other) =
            self.board.at(to).filter(|other| self.mode.allied(piece.side, other.side))
        {
            let code = if other.side == piece.side { "own-piece" } else { "ally" };
            return Refusal::new(code, format!("{} stands on {to}", other.described())).with(to);
        }
        let (east, north) = (to.x() - from.x(), to.y() - from.y());
        let (across, along) = (east.unsigned_abs(), north.unsigned_abs());
        let is_straight = (across == 0) != (along == 0);
        let direction = (east.signum(), north.signum());
        let shape = |how: &str| {
            let message = format!("the {} moves {how}; {from}–{to} is not that", piece.kind.name());
            Refusal::new("not-how-it-moves", message)
        };
        match piece.kind {
            Kind::Tank | Kind::Battleship if is_straight => {
                let far = if piece.kind == Kind::Tank { "red" } else { "blue" };
                let is_far = (line_along(from, direction) == crate::Line::Land)
                    == (piece.kind == Kind::Tank);
                if !is_far {
                    let message =
                        format!("the {} goes far only along {far} lines", piece.kind.name());
                    return Refusal::new("line", message);
                }
                self.blocked(&self.occupied_between(from, to, direction))
            }
            Kind::Tank | Kind::Battleship => shape("straight"),
            Kind::Artillery if is_straight => {
                let between = self.occupied_between(from, to, direction);
                if self.board.at(to).is_some() {
                    let message = format!(
                        "the artillery captures over exactly one piece, not over {}",
                        between.len()
                    );
                    between.iter().fold(Refusal::new("screen", message), |no, point| no.with(point))
                } else {
                    self.blocked(&between)
                }
            }
            Kind::Artillery => shape("straight"),
            Kind::Cavalry if across.min(along) == 1 && across.max(along) == 2 => {
                let leg = from.offset(east / 2, north / 2);
                self.about("blocked-leg", leg, "blocks the cavalry's leg")
            }
            Kind::Cavalry => shape("one point straight and one diagonally outward"),
            Kind::Fighter if across == along && across % 2 == 0 && across > 0 => {
                self.explain_illegal_fighter_move(piece, from, to, direction)
            }
            Kind::Fighter => shape("one step any way, or over 田 diagonals from red crossings"),
            Kind::Infantry | Kind::Marshal => shape("one step any way"),
        }
    }

    fn explain_illegal_fighter_move(
        &self,
        piece: Piece,
        from: Point,
        to: Point,
        direction: (i8, i8),
    ) -> Refusal {
        if !from.is_land_crossing() {
            let message =
                format!("a fighter takes off only from a crossing of red lines; {from} is none");
            return Refusal::new("line", message);
        }
        let between = self.occupied_between(from, to, direction);
        let is_middle = |point: &&Point| !point.is_land_crossing();
        let is_enemy = |point: &&Point| {
            self.board.at(**point).is_some_and(|other| !self.mode.allied(piece.side, other.side))
        };
        match between.iter().filter(is_middle).find(is_enemy) {
            Some(&eye) => self.about("blocked-eye", Some(eye), "blocks the 田"),
            None => {
                let crossing = between.iter().find(|point| point.is_land_crossing()).copied();
                self.about("blocked", crossing, "cannot be passed")
            }
        }
    }

    /// Lines and diagonals have no gaps, so only a piece can block the way.
    fn blocked(&self, between: &[Point]) -> Refusal {
        self.about("blocked", between.first().copied(), "is in the way")
    }

    /// Builds a refusal that names the piece on `point`; `does` is the rest of the sentence.
    fn about(&self, code: &'static str, point: Option<Point>, does: &str) -> Refusal {
        let refusal = Refusal::new(code, format!("{} {does}", self.named(point)));
        point.into_iter().fold(refusal, Refusal::with)
    }

    /// The occupied points strictly between two points.
    fn occupied_between(&self, from: Point, to: Point, direction: (i8, i8)) -> Vec<Point> {
        core::iter::successors(from.offset(direction.0, direction.1), |point| {
            point.offset(direction.0, direction.1)
        })
        .take_while(|&point| point != to)
        .filter(|&point| self.board.at(point).is_some())
        .collect()
    }

    fn named(&self, point: Option<Point>) -> alloc::string::String {
        match point.and_then(|point| Some((point, self.board.at(point)?))) {
            Some((point, piece)) => format!("{} on {point}", piece.described()),
            None => "nothing".into(),
        }
    }
}
