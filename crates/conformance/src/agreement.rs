//! Checks that referee, views and texts agree.

use crate::TestDice;
use game::{Game, Observer, Seat, Turn, View};

pub(crate) fn check<G: Game>(game: &G, dice: &mut TestDice, context: &str) {
    for seat in Seat::first(G::SEATS) {
        check_legal_lists(game, seat, dice, context);
    }
    for observer in Observer::all(G::SEATS) {
        assert_views_agree(game, observer, context);
    }
    check_truth_text(game, context);
    assert_eq!(
        game.turn() == Turn::Over,
        game.outcome().is_some(),
        "{context}: a finished game has an outcome"
    );
}

/// Checks a legal list: sorted, without duplicates, and in agreement with the referee. A rejected
/// action must leave the game unchanged.
fn check_legal_lists<G: Game>(game: &G, seat: Seat, dice: &mut TestDice, context: &str) {
    let legal = game.legal(seat);
    let texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
    assert!(
        texts.is_sorted_by(|a, b| a < b),
        "{context}: legal list of {seat:?} unsorted: {texts:?}"
    );
    if !game.turn().seats().contains(seat) {
        assert!(texts.is_empty(), "{context}: {seat:?} may not act but has {texts:?}");
    }
    for (action, text) in legal.iter().zip(&texts) {
        assert_eq!(text.parse::<G::Action>().as_ref(), Ok(action), "{context}: {text} round-trips");
        assert_eq!(game.judge(seat, *action), Ok(()), "{context}: {text} is legal");
    }
    // Actions of other seats and earlier actions are usually illegal for this seat.
    let strange = Seat::first(G::SEATS).flat_map(|other| game.legal(other));
    let strange = strange.chain(game.history().iter().map(|done| done.action));
    let strange: Vec<G::Action> = strange.filter(|action| !legal.contains(action)).collect();
    if strange.is_empty() {
        return;
    }
    let action = dice.pick(&strange);
    let mut copy = game.clone();
    assert_eq!(
        copy.play(seat, action),
        Err(game.judge(seat, action).expect_err(context)),
        "{context}"
    );
    assert_eq!(
        copy.truth_text(),
        game.truth_text(),
        "{context}: the refused action {action} changed the game"
    );
}

/// Checks that a view's text round-trips and that its legal list is that of its own seat.
fn assert_views_agree<G: Game>(game: &G, observer: Observer, context: &str) {
    let view = game.view(observer);
    let expected = observer.seat().map_or_else(Vec::new, |seat| game.legal(seat));
    assert_eq!(view.observer(), observer, "{context}");
    assert!(view.legal() == expected, "{context}: legal list in the view of {observer:?}");
    let text = view.to_string();
    assert!(text.is_ascii() && !text.contains('\n'), "{context}: {text}");
    let read = G::View::from_text(game.options().clone(), observer, &text);
    let read =
        read.unwrap_or_else(|error| panic!("{context}: view `{text}` of {observer:?}: {error}"));
    assert_eq!(read.to_string(), text, "{context}: view text of {observer:?}");
    if game.outcome().is_none() {
        assert!(read.legal() == expected, "{context}: legal list from the text of {observer:?}");
    }
}

/// Checks that the referee's text round-trips. During set-up a game may document that it does not.
fn check_truth_text<G: Game>(game: &G, context: &str) {
    if matches!(game.turn(), Turn::Setup(_)) {
        return;
    }
    let text = game.truth_text();
    let read = G::from_text(game.options().clone(), &text);
    let read = read.unwrap_or_else(|error| panic!("{context}: truth `{text}`: {error}"));
    assert_eq!(read.truth_text(), text, "{context}: truth text");
    if let (Turn::Seat(seat), None) = (game.turn(), read.outcome()) {
        assert_eq!(read.turn(), game.turn(), "{context}: {text}");
        assert!(read.legal(seat) == game.legal(seat), "{context}: legal list from {text}");
    }
}
