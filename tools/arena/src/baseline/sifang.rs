use super::{Baseline, BaselineBot, draw_best};
use ::sifang::{Action, Kind, Move, Point, Position, Sifang, SifangView};
use bots::{Bot, Choice, Limits, Score};
use game::{Dice, Played, Position as _, View};

impl Bot<Sifang> for BaselineBot {
    fn choose(
        &mut self,
        view: &SifangView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        if self.baseline == Baseline::DepthTwo {
            return self.sifang.choose(view, history, &limits.to_depth(2), dice);
        }
        let position = view.position();
        let action = draw_best(&view.legal(), dice, |action| match (self.baseline, action) {
            (Baseline::Random, _) | (_, Action::Out(_)) => 0,
            (Baseline::OnePly, Action::Move(played)) => {
                greed(position, played) - risk_after(position, played)
            }
            (_, Action::Move(played)) => greed(position, played),
        })?;
        Some(Choice { action, score: 0, nodes: 0 })
    }

    fn evaluate(&mut self, _: &SifangView, _: &[Played<Action>], _: &Limits<'_>) -> Option<Score> {
        None
    }
}

/// Value of a piece for a player that counts material only.
const fn worth(kind: Kind) -> Score {
    match kind {
        Kind::Infantry => 20,
        Kind::Cavalry => 40,
        Kind::Battleship | Kind::Fighter => 60,
        Kind::Tank | Kind::Artillery => 70,
        Kind::Marshal => 500,
    }
}

/// Value of a move: what it captures; in a race also reaching the goal and getting nearer to it.
fn greed(position: &Position, played: Move) -> Score {
    let board = position.board();
    let taken = board.at(played.to).map_or(0, |prey| 100 * worth(prey.kind));
    let is_marshal = board.at(played.from).is_some_and(|piece| piece.kind == Kind::Marshal);
    if !(position.races() && is_marshal) {
        return taken;
    }
    // The centre is the nearest goal.
    let steps = |point: Point| {
        let middle = Point::TIANYUAN;
        Score::from(point.x().abs_diff(middle.x()).max(point.y().abs_diff(middle.y())))
    };
    match steps(played.to) {
        0 => 1_000_000,
        left => taken + 10 * (steps(played.from) - left),
    }
}

/// The best single capture by any opponent after a move.
fn risk_after(position: &Position, played: Move) -> Score {
    let mover = position.side_to_move();
    let mut after = position.clone();
    after.make(played);
    let board = after.board();
    let hunters = board.pieces().filter(|(_, piece)| !position.mode().allied(mover, piece.side));
    let taken = hunters.flat_map(|(from, _)| after.targets(from)).filter_map(|to| board.at(to));
    let own = taken.filter(|piece| piece.side == mover);
    own.map(|piece| 100 * worth(piece.kind)).max().unwrap_or(0)
}
