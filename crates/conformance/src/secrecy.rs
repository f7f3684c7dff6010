//! Checks that two game states which an observer cannot distinguish by the rules look the same to
//! it.
//!
//! [`Resample`] draws the second state from the rules, never from the view. Otherwise a leak in the
//! view would also be in the second state, and the comparison would pass.

use crate::TestDice;
use game::{Game, Observer, Resample, Seat, SeatSet, Turn, View};

/// Number of actions that are played in both states after the first comparison.
const LOOKAHEAD_ACTIONS: usize = 6;

pub(crate) fn check<G: Game + Resample>(game: &G, dice: &mut TestDice, context: &str) {
    for observer in Observer::all(G::SEATS) {
        let mut one = game.clone();
        let mut other = game.resample(observer, dice);
        compare(&one, &other, observer, dice, context);
        for _ in 0..LOOKAHEAD_ACTIONS {
            if !step(&mut one, &mut other, observer, dice, context) {
                break;
            }
            compare(&one, &other, observer, dice, context);
        }
    }
}

/// Compares everything that the observer receives in either state.
fn compare<G: Game>(one: &G, other: &G, observer: Observer, dice: &mut TestDice, context: &str) {
    let seen = |game: &G| {
        let view = game.view(observer);
        let legal: Vec<String> = view.legal().iter().map(|&action| show::<G>(action)).collect();
        let own: Vec<String> = observer
            .seat()
            .map_or_else(Vec::new, |seat| game.legal(seat))
            .into_iter()
            .map(show::<G>)
            .collect();
        // The described history must not distinguish two states with the same public past.
        let described: Vec<Option<String>> =
            game.history().iter().map(|done| game.describe_for(done, observer)).collect();
        let state = (game.outcome().cloned(), game.warning(), game.in_check());
        (view.to_string(), legal, own, described, state)
    };
    assert_eq!(seen(one), seen(other), "{context}: {observer:?} can tell two worlds apart");
    let Some(seat) = observer.seat() else { return };
    // Refusals must not distinguish them either: try actions that any seat may play in either
    // state.
    let attempts: Vec<G::Action> = [one, other]
        .into_iter()
        .flat_map(|game| Seat::first(G::SEATS).flat_map(|any| game.legal(any)))
        .collect();
    for _ in 0..attempts.len().min(8) {
        let action = dice.pick(&attempts);
        let judged = |game: &G| {
            game.judge(seat, action).map_err(|refusal| (refusal.to_string(), refusal.values))
        };
        assert_eq!(
            judged(one),
            judged(other),
            "{context}: the answer to {action} tells {observer:?}"
        );
    }
}

fn show<G: Game>(action: G::Action) -> String {
    action.to_string()
}

/// Plays one action that is legal in both states and after which the observer still cannot
/// distinguish them. Returns `false` if there is none.
fn step<G: Game>(
    one: &mut G,
    other: &mut G,
    observer: Observer,
    dice: &mut TestDice,
    context: &str,
) -> bool {
    let seats: Vec<Seat> =
        one.turn().seats().iter().filter(|&seat| other.turn().seats().contains(seat)).collect();
    if seats.is_empty() {
        return false;
    }
    let seat = dice.pick(&seats);
    let ends_phase = one.turn() == Turn::Setup(SeatSet::only(seat));
    let allowed = other.legal(seat);
    let both: Vec<G::Action> =
        one.legal(seat).into_iter().filter(|action| allowed.contains(action)).collect();
    if both.is_empty() {
        return false;
    }
    let action = dice.pick(&both);
    let (mut one_after, mut other_after) = (one.clone(), other.clone());
    let (Ok(done), Ok(other_done)) = (one_after.play(seat, action), other_after.play(seat, action))
    else {
        panic!("{context}: a legal {action} was refused");
    };
    // An action that itself reveals a difference (a flip, the end of the game or of a set-up phase)
    // ends the comparison: the observer may then know which state is the real one.
    if ends_phase
        || done.revealed != other_done.revealed
        || one_after.outcome().is_some()
        || other_after.outcome().is_some()
    {
        return false;
    }
    let described = |game: &G, done| game.describe_for(done, observer);
    assert_eq!(
        described(&one_after, &done),
        described(&other_after, &other_done),
        "{context}: what {observer:?} is told of {action} differs"
    );
    (*one, *other) = (one_after, other_after);
    true
}
