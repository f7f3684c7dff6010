//! Decisions before play. A search values each place of a mole. The mole itself is drawn, so that
//! the other side cannot infer it.

use super::{Manner, UndercoverBot, UndercoverState};
use game::{Dice, View};
use search::{Limits, Score};
use undercover::{Action, Choice, Locks, Mole, Position, Rearrange, Stage, UndercoverView};
use xiangqi::{Kind, Side, Square};

/// Numbers of nodes for the value of one place, one after the other, so that a time limit affects
/// all places equally. The last number distinguishes the edges from the inner files; 10,000 do not.
const PLACE_NODES: [u64; 3] = [2_000, 10_000, 50_000];

/// Loss of a mole that the other side guesses: about a third of its value.
const GUESSED: Score = 100;

/// Locks are equally good if the other side's best result differs by at most this.
const AS_GOOD: Score = 20;

/// A place that is worth this much less than the best is drawn half as often.
const HALF_WEIGHT: Score = 200;

/// Weight of the best place in the draw of the mole.
const FULL_WEIGHT: u32 = 1_000;

impl UndercoverBot {
    /// Chooses an action of the set-up.
    pub(super) fn set_up(
        &mut self,
        view: &UndercoverView,
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Action> {
        let legal = view.legal();
        // A mole is never worse than none. Where the pawns are rearranged later, every choice of a
        // pawn is equally good.
        let is_waived = |action: &Action| *action == Action::Choose(Choice::Waive);
        let worthy: Vec<Action> =
            legal.iter().copied().filter(|action| !is_waived(action)).collect();
        let all = if worthy.is_empty() { legal } else { worthy };
        let is_firm = view.options().rearrange == Rearrange::None;
        let chooses = self.manner == Manner::Careful && self.strength.score_margin == 0;
        let side = view.side().filter(|_| is_firm && chooses);
        let weighted = side.and_then(|side| self.weighted(&all, side, view, limits));
        let equal = || all.iter().map(|&action| (action, 1)).collect();
        draw(&weighted.unwrap_or_else(equal), dice)
    }

    /// Actions with their weights in the draw. `None` if all are equally good.
    fn weighted(
        &mut self,
        legal: &[Action],
        side: Side,
        view: &UndercoverView,
        limits: &Limits<'_>,
    ) -> Option<Vec<(Action, u32)>> {
        match view.stage() {
            Stage::Choose => {
                let chosen = |action: &Action| match action {
                    Action::Choose(Choice::Pawn(square)) => Some(*square),
                    _ => None,
                };
                let squares: Vec<Square> = legal.iter().filter_map(chosen).collect();
                let places = self.values(side, &squares, view, limits)?;
                let weights = weights(&places.iter().map(|&(_, value)| value).collect::<Vec<_>>());
                let choose = |&(square, _): &_| Action::Choose(Choice::Pawn(square));
                Some(places.iter().map(choose).zip(weights).collect())
            }
            Stage::Lock => {
                let squares: Vec<Square> = view.board().pieces(side, Kind::Pawn).collect();
                let places = self.values(!side, &squares, view, limits)?;
                let left = |locks: Locks| {
                    let free = places.iter().filter(|(square, _)| !locks.contains(*square));
                    game_value(&free.map(|&(_, value)| value).collect::<Vec<_>>())
                };
                let locked = |action: &Action| match action {
                    Action::Lock(locks) => Some((*action, left(*locks))),
                    _ => None,
                };
                let all: Vec<(Action, Score)> = legal.iter().filter_map(locked).collect();
                let least = all.iter().map(|&(_, left)| left).min()?;
                let good = all.iter().filter(|&&(_, left)| left <= least + AS_GOOD);
                Some(good.map(|&(action, _)| (action, 1)).collect())
            }
            Stage::Place | Stage::Play => None,
        }
    }

    /// Value of each of these places to the owner of a mole there, if the other side has no mole.
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
        // Left and right are equal before play, but the search finds slightly different scores.
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

/// Weights of places with these values in the draw of the mole.
///
/// Every place has a chance. The weight falls with the difference *d* to the best value as
/// *h / (h + d)*, where *h* is [`HALF_WEIGHT`].
fn weights(values: &[Score]) -> Vec<u32> {
    let best = values.iter().copied().max().map_or(0, i64::from);
    let half = i64::from(HALF_WEIGHT);
    let weight = |&value: &Score| i64::from(FULL_WEIGHT) * half / (half + best - i64::from(value));
    values.iter().map(|value| weight(value).max(1) as u32).collect()
}

/// Value of the matrix game in which one side chooses a place secretly and the other guesses it:
/// the place's value, less [`GUESSED`] if the guess is right.
///
/// The best strategy draws equally among the most valuable places. It leaves out a place that is
/// worth less than the game even if it is not guessed.
fn game_value(values: &[Score]) -> Score {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by_key(|&value| core::cmp::Reverse(value));
    let (mut sum, mut game) = (-i64::from(GUESSED), i64::MIN);
    for (count, value) in (1..).zip(sorted) {
        if i64::from(value) <= game {
            break;
        }
        sum += i64::from(value);
        game = sum.div_euclid(count);
    }
    Score::try_from(game).unwrap_or(Score::MIN)
}

fn draw(actions: &[(Action, u32)], dice: &mut dyn Dice) -> Option<Action> {
    let sum: u32 = actions.iter().map(|&(_, weight)| weight).sum();
    let mut rest = if sum > 0 { dice.roll(sum) } else { return None };
    let drawn = actions.iter().find(|&&(_, weight)| {
        let is_here = rest < weight;
        rest = rest.saturating_sub(weight);
        is_here
    });
    drawn.map(|&(action, _)| action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bot, Level, Seeded};
    use game::{Game, Observer, Seat};
    use undercover::Undercover;

    #[test]
    fn worthless_places_do_not_count_in_the_game_value() {
        let table: [(&[Score], Score); 6] = [
            (&[], Score::MIN),
            (&[300], 200),
            (&[300, 300], 250),
            (&[100, 300], 200),
            (&[225, 265, 320, 265, 225], 250),
            (&[0; 5], -20),
        ];
        for (values, game) in table {
            assert_eq!(game_value(values), game, "{values:?}");
        }
    }

    #[test]
    fn better_places_weigh_more_and_none_weighs_nothing() {
        let table: [(&[Score], &[u32]); 3] = [
            (&[0; 5], &[1_000; 5]),
            (&[100, 300, 200], &[500, 1_000, 666]),
            (&[-30_000, 30_000], &[3, 1_000]),
        ];
        for (values, expected) in table {
            assert_eq!(weights(values), expected, "{values:?}");
        }
    }

    /// The strongest player draws its mole among all five pawns, no pawn much more often than
    /// another, and locks the most valuable pawns.
    #[test]
    fn moles_are_drawn_among_all_pawns() {
        let game = Undercover::dealt("locks=1".parse().expect("options"), &mut Seeded::new(1));
        let limits = Limits::of_nodes(20_000);
        let set_up = |game: &Undercover, seed| {
            let view = game.view(Observer::Seat(Seat::new(0)));
            let mut bot = UndercoverBot::new(Level::Top);
            let choice = bot.choose(&view, &[], &limits, &mut Seeded::new(seed));
            choice.expect("the set-up is not complete").action.to_string()
        };
        for seed in 0..6 {
            let locks = set_up(&game, seed);
            assert!(["lock:c3", "lock:e3", "lock:g3"].contains(&&*locks), "{locks}");
        }
        let mut game = game.clone();
        for seat in [Seat::new(0), Seat::new(1)] {
            game.play(seat, "lock:-".parse().expect("an action")).expect("a legal action");
        }
        let view = game.view(Observer::Seat(Seat::new(0)));
        let all = view.legal();
        let mut bot = UndercoverBot::new(Level::Top);
        let weighted = bot.weighted(&all, Side::Red, &view, &limits).expect("a draw");
        assert_eq!(weighted.len(), 5, "{weighted:?}");
        let sum: u32 = weighted.iter().map(|&(_, weight)| weight).sum();
        for (action, weight) in weighted {
            let percent = 100 * weight / sum;
            assert!((10..=30).contains(&percent), "{action}: {percent} %");
        }
    }
}
