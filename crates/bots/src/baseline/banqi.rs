use super::{Baseline, BaselineBot, draw_best};
use crate::{Bot, Choice};
use ::banqi::{Action, Banqi, BanqiView, Board, Kind};
use game::{Dice, Played, View};
use search::{Limits, Score};

impl Bot<Banqi> for BaselineBot {
    fn choose(
        &mut self,
        view: &BanqiView,
        _: &[Played<Action>],
        _: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        let board = view.board();
        let action = draw_best(&view.legal(), dice, |action| match self.baseline {
            Baseline::Random => 0,
            Baseline::OnePly | Baseline::DepthTwo => {
                gain(board, action) - risk_after(board, action)
            }
            _ => gain(board, action),
        })?;
        Some(Choice { action, score: 0, nodes: 0 })
    }

    fn evaluate(&mut self, _: &BanqiView, _: &[Played<Action>], _: &Limits<'_>) -> Option<Score> {
        None
    }
}

/// What a piece is worth: its points where they decide, else its rank.
fn worth(board: &Board, kind: Kind) -> Score {
    match board.options().target {
        Some(_) => kind.points().into(),
        None => kind as Score + 1,
    }
}

/// What an action takes for sure, in tenths. A piece that lies face down is worth a little.
fn gain(board: &Board, action: Action) -> Score {
    let Action::Move(_, to) = action else { return 0 };
    match board.piece(to) {
        Some(prey) => 10 * worth(board, prey.kind),
        None => Score::from(board.captures(action)),
    }
}

/// The most that could be taken after an action, in tenths; what a flip brings up is not asked.
fn risk_after(board: &Board, action: Action) -> Score {
    let Some(mover) = board.turn() else { return 0 };
    let mut after = board.clone();
    if !board.reveals(action) {
        after.make(action, None);
    }
    let enemy = mover.other();
    let taken = after.face_up(enemy).flat_map(|from| {
        let after = &after;
        after.targets(from).filter_map(move |to| after.piece(to))
    });
    taken.map(|piece| 10 * worth(board, piece.kind)).max().unwrap_or(0)
}
