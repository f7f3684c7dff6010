use super::{
    scale::SPAN,
    state::{BanqiState, Plan},
};
use banqi::{Action, BanqiView, Board, Options};
use game::{Observer, Played};
use search::{Limits, Score, Searcher};

/// How well the other side has played so far: what each of its actions cost it, as a short search
/// sees it. What came up by its flips is luck and not asked.
pub(super) struct Care {
    searcher: Searcher<BanqiState>,
    /// By ply, so that each action is looked into once.
    known: Vec<Known>,
}

struct Known {
    /// Of the position after the action.
    key: u64,
    /// Once it has been asked.
    cost: Option<Score>,
}

/// Five thousandths of the chance to win are an error, and a blunder is no more than that: how often
/// tells more than how much.
const ERROR: Score = 2 * SPAN * 5 / 1_000;
/// Whoever errs more than three times of five does not look ahead. Simple players do so three times of
/// four, our own strongest player one of three.
const CARELESS: Score = ERROR * 3 / 5;
/// How many nodes tell what an action cost.
const NODES: u64 = 300;
/// The size of its table.
const HASH_MB: usize = 1;

impl Default for Care {
    fn default() -> Care {
        Care { searcher: Searcher::new(HASH_MB), known: Vec::new() }
    }
}

impl Care {
    /// Whether the other side has shown that it does not look ahead, by a game that began all face
    /// down and has come to this board. Of any other game nothing is known, nor once the limits say
    /// to stop.
    pub(super) fn is_careless(
        &mut self,
        board: &Board,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> bool {
        let costs = self.costs(board, history, limits).unwrap_or_default();
        costs.into_iter().map(|cost| cost.min(ERROR) - CARELESS).sum::<Score>() > 0
    }

    /// What each action of the other side cost it.
    fn costs(
        &mut self,
        board: &Board,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Vec<Score>> {
        let other = board.mover().index() ^ 1;
        let mut then = start(board.options());
        let mut costs = Vec::new();
        for (ply, played) in history.iter().enumerate() {
            let after = then.after(played).ok()?;
            let before = core::mem::replace(&mut then, after);
            let key = then.board().key();
            if self.known.get(ply).is_none_or(|known| known.key != key) {
                self.known.truncate(ply);
                self.known.push(Known { key, cost: None });
            }
            if played.seat.index() == other {
                let known = self.known.get(ply).and_then(|known| known.cost);
                let cost = match known {
                    Some(cost) => cost,
                    // A long game that was never looked at takes a while.
                    None if (limits.stop)() => return None,
                    None => self.cost(before.board(), played.action),
                };
                self.known[ply].cost = Some(cost);
                costs.push(cost);
            }
        }
        (then.board().key() == board.key()).then_some(costs)
    }

    /// What the action scores less than the best one.
    fn cost(&mut self, board: &Board, action: Action) -> Score {
        if board.turn().is_none() {
            return 0;
        }
        // A search that began with what the last one found would say something else each time.
        self.searcher.clear();
        let state = BanqiState::new(board.clone());
        let Some(best) = self.searcher.search(&mut state.clone(), &[], &Limits::of_nodes(NODES))
        else {
            return 0;
        };
        if best.action == Plan::Act(action) {
            return 0;
        }
        // One action is looked into as deep as all were, which takes less than they did.
        let limits = Limits::of_nodes(4 * NODES).to_depth(best.depth);
        let Some(own) = self.searcher.search(&mut state.only(action), &[], &limits) else {
            return 0;
        };
        let in_span = |score: Score| score.clamp(-SPAN, SPAN);
        (in_span(best.score) - in_span(own.score)).max(0)
    }
}

/// What everybody sees before the first flip.
fn start(options: &Options) -> BanqiView {
    BanqiView::running(Observer::Spectator, Board::start(*options))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BanqiBot, Baseline, BaselineBot, Bot, Level, arena::Seeded};
    use banqi::Banqi;
    use game::{Game, Turn};

    /// A game, at most so long, up to where the first player is on move.
    fn play(seed: u64, bots: [&mut dyn Bot<Banqi>; 2]) -> Vec<Played<Action>> {
        let mut dice = Seeded::new(seed);
        let deal = Banqi::deal(&Options::SEED, &mut dice);
        let mut game = Banqi::start(Options::SEED, deal);
        let mut played = Vec::new();
        let [first, second] = bots;
        while let Turn::Seat(seat) = game.turn()
            && played.len() < 40
        {
            let view = game.view(Observer::Seat(seat));
            let bot = if seat.index() == 0 { &mut *first } else { &mut *second };
            let choice = bot.choose(&view, &played, &Limits::of_nodes(500), &mut dice);
            played.push(game.play(seat, choice.expect("an action").action).expect("legal"));
        }
        played.truncate(played.len() / 2 * 2);
        played
    }

    fn board_after(played: &[Played<Action>]) -> Board {
        let start = start(&Options::SEED);
        let view = played.iter().try_fold(start, |view, each| view.after(each)).expect("legal");
        view.board().clone()
    }

    #[test]
    fn who_does_not_look_ahead_is_careless() {
        let careless = |seed, other: &mut dyn Bot<Banqi>| {
            let played = play(seed, [&mut BanqiBot::new(Level::Top), other]);
            u32::from(Care::default().is_careless(
                &board_after(&played),
                &played,
                &Limits::of_nodes(1),
            ))
        };
        let greedy = |seed| careless(seed, &mut BaselineBot::new(Baseline::Greedy));
        let looks_ahead = |seed| careless(seed, &mut BanqiBot::new(Level::Top));
        let [found, mistaken] = [(0..8).map(greedy).sum::<u32>(), (0..8).map(looks_ahead).sum()];
        assert!(found >= 6 && mistaken <= 2, "{found} and {mistaken} of 8");
    }

    #[test]
    fn what_is_known_from_before_changes_nothing() {
        let other = &mut BaselineBot::new(Baseline::Greedy);
        let played = play(3, [&mut BanqiBot::new(Level::Top), other]);
        let mut care = Care::default();
        let limits = Limits::of_nodes(1);
        for ply in 0..=played.len() {
            // Of the sides by turns: what one action cost is not what another one did.
            let played = &played[..ply];
            let costs = care.costs(&board_after(played), played, &limits);
            assert_eq!(
                costs,
                Care::default().costs(&board_after(played), played, &limits),
                "ply {ply}"
            );
            assert_eq!(costs.map(|costs| costs.len()), Some(ply.div_ceil(2)), "ply {ply}");
        }
    }

    #[test]
    fn of_a_game_that_began_elsewhere_nothing_is_known() {
        let board = Board::from_text(Options::SEED, "7R/8/8/CP*5 r 0/0 0 8 ?").expect("a board");
        assert_eq!(Care::default().costs(&board, &[], &Limits::of_nodes(1)), None);
    }

    #[test]
    fn nothing_is_looked_at_once_it_is_time_to_stop() {
        let other = &mut BaselineBot::new(Baseline::Greedy);
        let played = play(5, [&mut BanqiBot::new(Level::Top), other]);
        let board = board_after(&played);
        let mut care = Care::default();
        assert_eq!(care.costs(&board, &played, &Limits::until(&|| true)), None);
        let costs = care.costs(&board, &played, &Limits::of_nodes(1));
        assert_eq!(care.costs(&board, &played, &Limits::until(&|| true)), costs);
        assert!(costs.is_some());
    }
}
