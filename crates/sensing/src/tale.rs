use crate::stories::{MOST_STORIES, Stories, Story};
use xiangqi::{Move, Piece, Position, Side, Square};

/// What one story amounts to, seen from the settled position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tale {
    /// Everything is at home.
    Rest,
    /// The side on move has made a ply, or tried to.
    Ply(Move),
    /// So has its opponent, in reply.
    Reply { first: Move, second: Move },
    /// A ply, but its side holds more of its own pieces than a ply needs.
    Busy(Move),
    /// A ply onto a piece of one's own, which is in the air. Or that one was only put back.
    OwnCapture(Move),
    /// Pieces are in the air, none has come down elsewhere.
    Held,
    /// The side on move has moved two pieces.
    TwoMoves(Move, Move),
    /// The side that is not on move has moved.
    Trespass(Move),
    /// A piece came down that nobody had lifted, and nothing else happened.
    Extra,
    /// More pieces came down than had been lifted.
    Stranger,
    /// Nothing that a game knows.
    Jumble,
}

/// At most two of a kind matter.
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

impl Tale {
    /// What each story amounts to; behind them, nothing.
    pub(crate) fn of_all(stories: &Stories, position: &Position) -> [Tale; MOST_STORIES] {
        let mut tales = [Tale::Rest; MOST_STORIES];
        for (tale, story) in tales.iter_mut().zip(stories.all()) {
            *tale = Tale::of(story, stories, position);
        }
        tales
    }

    /// What a story amounts to. A point that was landed on twice may have been left again by a
    /// piece that was then captured there.
    fn of(story: &Story, stories: &Stories, position: &Position) -> Tale {
        if story.is_rest() {
            return Tale::Rest;
        }
        let mover = position.side_to_move();
        let (mut own_moves, mut enemy_moves) = (Few::none(), Few::none());
        let (mut own_held, mut enemies_held, mut strangers) = (Few::none(), 0, 0);
        for away in story.away() {
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
            return if rest == 0 { Tale::Extra } else { Tale::Stranger };
        }
        match (own_moves.first, enemy_moves.first) {
            (None, None) => Tale::Held,
            (Some(first), _) if own_moves.count > 1 => {
                Tale::TwoMoves(first, own_moves.second.unwrap_or(first))
            }
            (Some(first), None) => ply(first, position, mover, own_held.count),
            (None, Some(second)) if enemy_moves.count == 1 => {
                let gone = own_held.first.filter(|_| own_held.count == 1);
                match recapture(second, gone, stories) {
                    // Nobody who moves out of turn holds more of his own: they were knocked over.
                    Tale::Trespass(_) if enemies_held > 0 => Tale::Jumble,
                    tale => tale,
                }
            }
            (None, Some(move_)) => Tale::Trespass(move_),
            (Some(first), Some(second)) if enemy_moves.count == 1 => reply(first, second, own_held),
            (Some(_), Some(_)) => Tale::Jumble,
        }
    }
}

fn ply(first: Move, position: &Position, mover: Side, own_held: usize) -> Tale {
    match position.piece_at(first.to) {
        Some(Piece { side, .. }) if side == mover && own_held == 1 => Tale::OwnCapture(first),
        _ if own_held == 0 => Tale::Ply(first),
        _ => Tale::Busy(first),
    }
}

/// Only the opponent has moved; but a piece of the side on move is gone.
fn recapture(second: Move, gone: Option<Square>, stories: &Stories) -> Tale {
    match gone {
        Some(from) if from != second.to && stories.has_landed_twice(second.to) => {
            Tale::Reply { first: Move::new(from, second.to), second }
        }
        _ => Tale::Trespass(second),
    }
}

/// One piece of each side has moved.
fn reply(first: Move, second: Move, own_held: Few<Square>) -> Tale {
    let is_captured = own_held.first == Some(second.to);
    if first.to == second.from {
        // The first cannot have captured what has since gone elsewhere.
        Tale::Trespass(second)
    } else if own_held.count == usize::from(is_captured) {
        Tale::Reply { first, second }
    } else {
        Tale::Jumble
    }
}
