//! What is done before play begins. Where a mole would be best a search says; that the other side must
//! not be able to guess it makes a matrix game of the choice.

use super::{Manner, UndercoverBot, UndercoverState};
use game::{Dice, View};
use search::{Limits, Score};
use undercover::{Action, Choice, Locks, Mole, Position, Rearrange, Stage, UndercoverView};
use xiangqi::{Kind, Side, Square};

/// What a place may cost, all of them a little first, so that time that runs out falls on none alone.
/// The last is enough to tell them apart: 10,000 do not part the edges from the rest.
const PLACE_NODES: [u64; 3] = [2_000, 10_000, 50_000];

/// What a mole loses by standing where the other side suspects it: some third of what it is worth.
const GUESSED: Score = 100;

/// Locks that leave the other side so little more are as good.
const AS_GOOD: Score = 20;

impl UndercoverBot {
    /// What to do in this stage of the set-up.
    pub(super) fn set_up(
        &mut self,
        view: &UndercoverView,
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Action> {
        let legal = view.legal();
        // To have no mole is never better, and a drawn one is as good where places change afterwards.
        let is_waived = |action: &Action| *action == Action::Choose(Choice::Waive);
        let worthy: Vec<Action> =
            legal.iter().copied().filter(|action| !is_waived(action)).collect();
        let all = if worthy.is_empty() { legal } else { worthy };
        let is_firm = view.options().rearrange == Rearrange::None;
        let chooses = self.manner == Manner::Careful && self.strength.score_margin == 0;
        let side = view.side().filter(|_| is_firm && chooses);
        let best = side.and_then(|side| self.best_of(&all, side, view, limits));
        draw(best.as_deref().unwrap_or(&all), dice)
    }

    /// Among which actions to draw, all alike; `None` where none is better than another.
    fn best_of(
        &mut self,
        legal: &[Action],
        side: Side,
        view: &UndercoverView,
        limits: &Limits<'_>,
    ) -> Option<Vec<Action>> {
        match view.stage() {
            Stage::Choose => {
                let chosen = |action: &Action| match action {
                    Action::Choose(Choice::Pawn(square)) => Some(*square),
                    _ => None,
                };
                let squares: Vec<Square> = legal.iter().filter_map(chosen).collect();
                let places = self.values(side, &squares, view, limits)?;
                let mixed = mixed(&places.iter().map(|&(_, value)| value).collect::<Vec<_>>()).0;
                let choose = |at: &usize| Action::Choose(Choice::Pawn(places[*at].0));
                Some(mixed.iter().map(choose).collect())
            }
            Stage::Lock => {
                let squares: Vec<Square> = view.board().pieces(side, Kind::Pawn).collect();
                let places = self.values(!side, &squares, view, limits)?;
                let left = |locks: Locks| {
                    let free = places.iter().filter(|(square, _)| !locks.contains(*square));
                    mixed(&free.map(|&(_, value)| value).collect::<Vec<_>>()).1
                };
                let locked = |action: &Action| match action {
                    Action::Lock(locks) => Some((*action, left(*locks))),
                    _ => None,
                };
                let all: Vec<(Action, Score)> = legal.iter().filter_map(locked).collect();
                let least = all.iter().map(|&(_, left)| left).min()?;
                let good = all.iter().filter(|&&(_, left)| left <= least + AS_GOOD);
                Some(good.map(|&(action, _)| action).collect())
            }
            Stage::Place | Stage::Play => None,
        }
    }

    /// What each of these places is worth to the owner of a mole on it, if nobody else has one.
    fn values(
        &mut self,
        owner: Side,
        squares: &[Square],
        view: &UndercoverView,
        limits: &Limits<'_>,
    ) -> Option<Vec<(Square, Score)>> {
        let board = view.board();
        let mut value = |&square: &Square, limits: &Limits<'_>| {
            let mut moles = [Mole::Lost; 2];
            moles[owner.index()] = Mole::At(square);
            let barred = [view.options().barred; 2];
            let position = Position::new(board.clone(), moles, barred)?;
            let mut state = UndercoverState::new(position, view.options().xiangqi, Vec::new());
            let score = self.searcher.search(&mut state, &[], limits)?.score;
            Some((square, if board.side_to_move() == owner { score } else { -score }))
        };
        let mut found: Vec<(Square, Score)> = Vec::new();
        for nodes in PLACE_NODES {
            let limits = limits.within(nodes);
            let deeper = squares.iter().map(|square| value(square, &limits)).collect::<Option<_>>();
            if !found.is_empty() && (limits.stop)() {
                break;
            }
            found = deeper?;
        }
        // Left and right are alike before play; what a search finds differs by its luck.
        let alike = |one: Square, other: Square| {
            one.rank() == other.rank()
                && (one.file() == other.file() || one.file() + other.file() == 8)
        };
        let mean = |square| {
            let both: Vec<Score> =
                found.iter().filter(|found| alike(found.0, square)).map(|found| found.1).collect();
            both.iter().sum::<Score>() / both.len().max(1) as Score
        };
        Some(found.iter().map(|&(square, _)| (square, mean(square))).collect())
    }
}

/// The matrix game of a secret choice: each choice has a value, less [`GUESSED`] if it is guessed.
/// Tells among which to draw, all alike, and what the game is worth to who chooses. What is left out is
/// worth no more than that even unguessed; of the others a guesser gains as much by any guess.
fn mixed(values: &[Score]) -> (Vec<usize>, Score) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|&at| core::cmp::Reverse(values[at]));
    let (mut kept, mut sum, mut worth) = (0, -i64::from(GUESSED), i64::MIN);
    for &at in &order {
        if i64::from(values[at]) <= worth {
            break;
        }
        kept += 1;
        sum += i64::from(values[at]);
        worth = sum.div_euclid(kept);
    }
    order.truncate(kept as usize);
    (order, Score::try_from(worth).unwrap_or(Score::MIN))
}

fn draw(actions: &[Action], dice: &mut dyn Dice) -> Option<Action> {
    let count = u32::try_from(actions.len()).ok().filter(|&count| count > 0)?;
    actions.get(dice.roll(count) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bot, Level, arena::Seeded};
    use game::{Game, Observer, Seat};
    use undercover::Undercover;

    #[test]
    fn what_is_worth_too_little_is_left_out() {
        let table: [(&[Score], &[usize], Score); 5] = [
            (&[300], &[0], 200),
            (&[300, 300], &[0, 1], 250),
            (&[100, 300], &[1], 200),
            (&[225, 265, 320, 265, 225], &[2, 1, 3], 250),
            (&[0; 5], &[0, 1, 2, 3, 4], -20),
        ];
        for (values, kept, worth) in table {
            assert_eq!(mixed(values), (kept.to_vec(), worth), "{values:?}");
        }
    }

    /// The best player neither waives its mole nor puts it on an edge, and locks what is worth most.
    #[test]
    fn moles_stand_where_they_are_worth_most() {
        let game = Undercover::dealt("locks=1".parse().expect("options"), &mut Seeded::new(1));
        let set_up = |game: &Undercover, seed| {
            let view = game.view(Observer::Seat(Seat::new(0)));
            let limits = Limits::of_nodes(20_000);
            let choice =
                UndercoverBot::new(Level::Top).choose(&view, &[], &limits, &mut Seeded::new(seed));
            choice.expect("it owes something").action.to_string()
        };
        let mut chosen = Vec::new();
        for seed in 0..12 {
            let locks = set_up(&game, seed);
            assert!(["lock:c3", "lock:e3", "lock:g3"].contains(&&*locks), "{locks}");
            let mut game = game.clone();
            for seat in [Seat::new(0), Seat::new(1)] {
                game.play(seat, "lock:-".parse().expect("an action")).expect("a legal action");
            }
            chosen.push(set_up(&game, seed));
        }
        chosen.sort_unstable();
        chosen.dedup();
        assert!(chosen.len() > 1, "one is guessed: {chosen:?}");
        let inner = ["mole:c6", "mole:e6", "mole:g6"];
        assert!(chosen.iter().all(|choice| inner.contains(&&**choice)), "{chosen:?}");
    }
}
