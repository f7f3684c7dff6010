use crate::hypotheses::{Hypotheses, Hypothesis, MAX_HYPOTHESES};
use xiangqi::{Move, Piece, Position, Side, Square};

/// What one hypothesis means when compared with the settled position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interpretation {
    /// Every piece is on its point.
    Rest,
    /// The side on move has made, or attempted, a ply.
    Ply(Move),
    /// The side on move has made a ply, and the opponent has replied.
    Reply { first: Move, second: Move },
    /// A ply, but its side holds more of its own pieces than a ply needs.
    Busy(Move),
    /// A ply onto a piece of the same side, which is in the air; or that piece was only put back.
    OwnCapture(Move),
    /// Pieces are in the air and none has landed on another point.
    Held,
    /// The side on move has moved two pieces.
    TwoMoves(Move, Move),
    /// The side not on move has moved.
    Trespass(Move),
    /// A piece landed that was not lifted before, and nothing else happened.
    Extra,
    /// More pieces landed than were lifted.
    Stranger,
    /// None of these.
    Jumble,
}

/// Up to two items, and the number of all.
struct Few<T> {
    first: Option<T>,
    second: Option<T>,
    count: usize,
}

impl<T> Few<T> {
    const fn none() -> Few<T> {
        Few { first: None, second: None, count: 0 }
    }

    fn add(&mut self, item: T) {
        match self.count {
            0 => self.first = Some(item),
            1 => self.second = Some(item),
            _ => {}
        }
        self.count += 1;
    }
}

impl Interpretation {
    /// The interpretation of each hypothesis; unused entries are [`Interpretation::Rest`].
    pub(crate) fn of_all(
        hypotheses: &Hypotheses,
        position: &Position,
    ) -> [Interpretation; MAX_HYPOTHESES] {
        let mut interpretations = [Interpretation::Rest; MAX_HYPOTHESES];
        for (interpretation, hypothesis) in interpretations.iter_mut().zip(hypotheses.all()) {
            *interpretation = Interpretation::of(hypothesis, hypotheses, position);
        }
        interpretations
    }

    /// Interprets one hypothesis. A point with two landings may first have been the destination of
    /// a piece that was then captured there.
    fn of(hypothesis: &Hypothesis, hypotheses: &Hypotheses, position: &Position) -> Interpretation {
        if hypothesis.is_rest() {
            return Interpretation::Rest;
        }
        let mover = position.side_to_move();
        let (mut own_moves, mut enemy_moves) = (Few::none(), Few::none());
        let (mut own_held, mut enemies_held, mut strangers) = (Few::none(), 0, 0);
        for away in hypothesis.away() {
            let side = away.origin.and_then(|origin| position.piece_at(origin)).map(|p| p.side);
            match (away.origin, side, away.at) {
                (Some(from), Some(side), Some(to)) if side == mover => {
                    own_moves.add(Move::new(from, to));
                }
                (Some(from), Some(_), Some(to)) => enemy_moves.add(Move::new(from, to)),
                (Some(from), Some(side), None) if side == mover => own_held.add(from),
                (Some(_), Some(_), None) => enemies_held += 1,
                _ => strangers += 1,
            }
        }
        if strangers > 0 {
            let rest = own_moves.count + enemy_moves.count + own_held.count + enemies_held;
            return if rest == 0 { Interpretation::Extra } else { Interpretation::Stranger };
        }
        match (own_moves.first, enemy_moves.first) {
            (None, None) => Interpretation::Held,
            (Some(first), _) if own_moves.count > 1 => {
                Interpretation::TwoMoves(first, own_moves.second.unwrap_or(first))
            }
            (Some(first), None) => ply(first, position, mover, own_held.count),
            (None, Some(second)) if enemy_moves.count == 1 => {
                let gone = own_held.first.filter(|_| own_held.count == 1);
                match recapture(second, gone, hypotheses) {
                    // A player who moves out of turn holds no second own piece: these were knocked
                    // over.
                    Interpretation::Trespass(_) if enemies_held > 0 => Interpretation::Jumble,
                    interpretation => interpretation,
                }
            }
            (None, Some(move_)) => Interpretation::Trespass(move_),
            (Some(first), Some(second)) if enemy_moves.count == 1 => reply(first, second, own_held),
            (Some(_), Some(_)) => Interpretation::Jumble,
        }
    }
}

fn ply(first: Move, position: &Position, mover: Side, own_held: usize) -> Interpretation {
    match position.piece_at(first.to) {
        Some(Piece { side, .. }) if side == mover && own_held == 1 => {
            Interpretation::OwnCapture(first)
        }
        _ if own_held == 0 => Interpretation::Ply(first),
        _ => Interpretation::Busy(first),
    }
}

/// Interprets a move of the opponent alone, while a piece of the side on move is missing.
fn recapture(second: Move, gone: Option<Square>, hypotheses: &Hypotheses) -> Interpretation {
    match gone {
        Some(from) if from != second.to && hypotheses.has_landed_twice(second.to) => {
            Interpretation::Reply { first: Move::new(from, second.to), second }
        }
        _ => Interpretation::Trespass(second),
    }
}

/// Interprets one moved piece of each side.
fn reply(first: Move, second: Move, own_held: Few<Square>) -> Interpretation {
    let is_captured = own_held.first == Some(second.to);
    if first.to == second.from {
        // The first move cannot have captured a piece that has since moved elsewhere.
        Interpretation::Trespass(second)
    } else if own_held.count == usize::from(is_captured) {
        Interpretation::Reply { first, second }
    } else {
        Interpretation::Jumble
    }
}
