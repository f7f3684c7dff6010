use super::{Baseline, BaselineBot, draw_best};
use ::banqi::{Action, Banqi, BanqiView, Board, Kind};
use bots::{Bot, Choice, Limits, Score};
use game::{Dice, Played, View};

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
            Baseline::Sighted if board.reveals(action) => 0,
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

/// Value of a piece: its points where they decide, otherwise its rank.
fn worth(board: &Board, kind: Kind) -> Score {
    match board.options().target {
        Some(_) => kind.points().into(),
        None => kind as Score + 1,
    }
}

/// The certain gain of an action, in tenths. A face-down piece counts a little.
fn gain(board: &Board, action: Action) -> Score {
    let Action::Move(_, to) = action else { return 0 };
    match board.piece(to) {
        Some(prey) => 10 * worth(board, prey.kind),
        None => Score::from(board.captures(action)),
    }
}

/// The most valuable possible capture after an action, in tenths, ignoring what a flip turns up.
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

#[cfg(test)]
mod tests {
    use super::*;
    use ::banqi::Options;
    use bots::Seeded;
    use game::{Observer, Seat};

    /// The cannon on a1 can fire at c1, or the chariot on h4 can capture a pawn.
    #[test]
    fn who_goes_by_what_it_sees_fires_by_chance_alone() {
        let shot = |baseline, text: &str| {
            let observer = Observer::Seat(Seat::new(0));
            let view = BanqiView::from_text(Options::SEED, observer, text).expect("a view");
            let bot: &mut dyn Bot<Banqi> = &mut BaselineBot::new(baseline);
            let fires = (0..40).filter(|&seed| {
                let limits = Limits::of_nodes(1);
                let choice = bot.choose(&view, &[], &limits, &mut Seeded::new(seed));
                let action = choice.expect("an action").action;
                view.board().captures(action)
            });
            fires.count()
        };
        let nothing_seen = "7R/8/8/CP*5 r 0/0 0 8 ?";
        assert_eq!(shot(Baseline::Greedy, nothing_seen), 40);
        assert!((1..30).contains(&shot(Baseline::Sighted, nothing_seen)));
        let soldier_seen = "6pR/8/8/CP*5 r 0/0 0 8 ?";
        assert_eq!(shot(Baseline::Greedy, soldier_seen), 40);
        assert_eq!(shot(Baseline::Sighted, soldier_seen), 40);
    }
}
