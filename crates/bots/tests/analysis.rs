//! Lines, hints and reviews, and that they use only their seat's knowledge.

use bots::{
    AnyBot, Level, Limits, Seeded,
    analysis::{
        Mark, Reason, ReviewedAction, Reviewer, Stray, lines, lines_of, moves_to_win, reasons,
        win_chance,
    },
};
use game::{Dice, Observer, Seat, SeatSet, Turn};
use games::{AnyAction, AnyGame, AnyPlayed, AnyView, Variant};

const NODES: Limits<'static> = Limits::of_nodes(4_000);

fn view(variant: Variant, options: &str, observer: Observer, text: &str) -> AnyView {
    AnyView::from_text(variant, options, observer, text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn seat(number: u8) -> Observer {
    Observer::Seat(Seat::new(number))
}

#[test]
fn reasons_are_the_positions() {
    use Variant::{Banqi, Sifang, Undercover, Xiangqi};
    let table = [
        // Two chariots mate on the back ranks.
        (Xiangqi, "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1", 0, "wins", Some("1")),
        // A free chariot.
        (Xiangqi, "3k5/9/9/r8/9/R8/9/9/9/5K3 w - - 0 1", 0, "wins-piece", Some("r")),
        (Xiangqi, "3k5/9/9/9/9/3r5/9/9/4A4/3K5 w - - 0 1", 0, "answers-check", None),
        (Banqi, "8/8/8/Kr6 r 0/0 0 8 -", 0, "wins-piece", Some("r")),
        (Undercover, "3k5/9/9/r8/9/R8/9/9/9/5K3 w - - 0 1 -/? 0/0", 0, "wins-piece", Some("r")),
    ];
    for (variant, text, mover, code, value) in table {
        let view = view(variant, "", seat(mover), text);
        let (action, reasons) = hint(&view);
        let codes: Vec<_> = reasons.iter().map(|reason| (reason.code(), reason.value())).collect();
        let expected = (code, value.map(str::to_owned));
        assert!(codes.contains(&expected), "{text}: {action} {codes:?}");
        assert!(view.legal().contains(&action), "{text}: {action}");
    }
    let start = |variant| AnyGame::new(variant, "", &mut Seeded::new(1)).unwrap().view(seat(0));
    assert!(!hint(&start(Sifang)).1.is_empty());
    // Before banqi's first flip there is an action but no choice.
    let (flip, why) = hint(&start(Banqi));
    assert!(start(Banqi).legal().contains(&flip), "{flip}");
    assert_eq!(why, [Reason::AllAlike]);
}

/// The best move and its reasons.
fn hint(view: &AnyView) -> (AnyAction, Vec<Reason>) {
    let found = lines(view, &[], 1, &NODES).unwrap_or_else(|| panic!("{view}: nothing to do"));
    (found.lines[0].actions[0], reasons(view, &found))
}

/// `Races` appears only where marshals race, not in every solo game.
#[test]
fn marshals_gain_ground_in_races() {
    let text = "3,yM,3/9/11/13/13/13/bM,11,gM/13/13/13/11/9/3,rM,3 r solo -/-/-/- 0 1";
    for (options, races) in [("mode=solo", true), ("mode=solo end=points", false)] {
        let view = view(Variant::Sifang, options, seat(0), text);
        let (action, reasons) = hint(&view);
        let speaks = reasons.iter().any(|reason| reason.code() == "races");
        assert_eq!(speaks, races, "{options}: {action}");
    }
}

#[test]
fn lines_are_sorted_and_legal() {
    for variant in Variant::ALL {
        let mut game = AnyGame::new(variant, "", &mut Seeded::new(7)).unwrap();
        let mut dice = Seeded::new(8);
        play_at_random(&mut game, 12, &mut dice);
        let Turn::Seat(mover) = game.turn() else { panic!("{variant}: no play yet") };
        let view = game.view(Observer::Seat(mover));
        let found = lines(&view, &[], 3, &NODES).unwrap_or_else(|| panic!("{variant}: no lines"));
        assert!(!found.lines.is_empty() && found.lines.len() <= 3, "{variant}");
        assert!(found.lines.is_sorted_by(|one, next| one.score >= next.score), "{variant}");
        for line in &found.lines {
            assert!(view.legal().contains(&line.actions[0]), "{variant}: {line:?}");
        }
        let chances = [-300, 0, 300].map(|score| win_chance(variant, score));
        assert!(chances[0] < 0.5 && chances[1] == 0.5 && chances[2] > 0.5, "{variant}");
    }
    assert_eq!([31_999, 31_997, -31_998, 50].map(moves_to_win), [Some(1), Some(2), Some(-1), None]);
}

/// Regression: the second line had a higher score than the first. An interrupted depth had found a
/// new best move, and the other scores were from the depth before.
#[test]
fn lines_are_sorted_wherever_the_search_is_cut_short() {
    for variant in Variant::ALL {
        for seed in 0..3 {
            let mut game = AnyGame::new(variant, "", &mut Seeded::new(seed)).unwrap();
            play_at_random(&mut game, 16, &mut Seeded::new(seed));
            let Turn::Seat(mover) = game.turn() else { continue };
            let view = game.view(Observer::Seat(mover));
            for nodes in (400..6_000).step_by(230) {
                let found = lines(&view, &[], 4, &Limits::of_nodes(nodes))
                    .unwrap_or_else(|| panic!("{variant}: no lines"));
                let scores: Vec<_> = found.lines.iter().map(|line| line.score).collect();
                let context = format!("{variant}, seed {seed}, {nodes} nodes: {scores:?}");
                assert!(scores.is_sorted_by(|one, next| one >= next), "{context}");
                for (at, line) in found.lines.iter().enumerate() {
                    let first = line.actions[0];
                    let is_told = found.lines[..at].iter().any(|line| line.actions[0] == first);
                    assert!(!is_told, "{context}: {first} twice");
                }
            }
        }
    }
}

/// Plays random actions for all seats.
fn play_at_random(game: &mut AnyGame, plies: usize, dice: &mut Seeded) -> Vec<AnyPlayed> {
    let mut played = Vec::new();
    let mut left = plies;
    while left > 0 {
        let turn = game.turn();
        let Some(seat) = turn.seats().iter().next() else { break };
        let legal = game.legal(seat);
        let action = legal[dice.roll(legal.len() as u32) as usize];
        played.push(game.play(seat, action).unwrap());
        left -= usize::from(matches!(turn, Turn::Seat(_)));
    }
    played
}

/// In another world that a seat cannot distinguish, it gets the same analysis.
#[test]
fn an_analysis_knows_no_more_than_its_seat() {
    for variant in [Variant::Undercover, Variant::Banqi] {
        for seed in 0..4 {
            let mut dice = Seeded::new(100 + seed);
            let mut game = AnyGame::new(variant, "", &mut dice).unwrap();
            play_at_random(&mut game, 4 + seed as usize * 5, &mut dice);
            let Turn::Seat(mover) = game.turn() else { continue };
            let observer = Observer::Seat(mover);
            let history = |game: &AnyGame| -> Vec<AnyPlayed> {
                let history = game.history();
                let heard = history.iter().filter_map(|played| {
                    let text = game.describe_for(played, observer)?;
                    AnyAction::parse_played(variant, played.seat, &text).ok()
                });
                heard.collect()
            };
            let answers = |game: &AnyGame| {
                let (view, history) = (game.view(observer), history(game));
                let found = lines(&view, &history, 3, &NODES);
                let why = found.as_ref().map(|found| reasons(&view, found));
                (found, why)
            };
            let other = game.resample(observer, &mut dice);
            assert_eq!(answers(&game), answers(&other), "{variant}, seed {seed}");
            // In a game with secrets a seat gets no analysis while it is not its turn.
            let idle = game.view(Observer::Seat(Seat::new(1 - mover.index() as u8)));
            let is_told = lines(&idle, &[], 1, &NODES).is_some();
            assert_eq!(is_told, !variant.has_secrets(), "{variant}, seed {seed}");
        }
    }
}

/// The result of reviewing a game.
#[derive(Debug)]
struct Review {
    actions: Vec<ReviewedAction>,
    accuracy: Vec<Option<f64>>,
}

fn review(game: AnyGame, actions: &[String], limits: &Limits<'_>) -> Result<Review, Stray> {
    let mut reviewer = Reviewer::new(game);
    let reviewed = actions.iter().map(|text| reviewer.next(text, limits));
    Ok(Review { actions: reviewed.collect::<Result<_, _>>()?, accuracy: reviewer.accuracy() })
}

/// The review of a seat's actions does not depend on the opponent's secret.
#[test]
fn a_review_judges_by_what_the_seat_knew() {
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let actions = ["h2e2", "h9g7", "c3c4", "b9c7", "h0g2", "a9a8"].map(str::to_owned);
    let judged = |moles: &str| -> Review {
        let text = format!("{board} {moles} 0/0");
        let game = AnyGame::from_text(Variant::Undercover, "", &text).unwrap();
        review(game, &actions, &NODES).unwrap()
    };
    // Black's mole is one of Red's pawns, Red's one of Black's.
    let [here, there] = ["e6/c3", "e6/i3"].map(judged);
    let of = |review: &Review, seat: usize| -> Vec<_> {
        let own = review.actions.iter().filter(|action| action.played.seat.index() == seat);
        own.copied().collect()
    };
    assert_eq!(of(&here, 0), of(&there, 0), "Red does not know where it is");
    assert_eq!(here.accuracy[0], there.accuracy[0]);
    assert_eq!(of(&judged("e6/c3"), 1), of(&judged("a6/c3"), 1), "nor does Black");
}

/// Red's mole on e6 attacks both horses beside it once it is turned.
const FORK: &str = "4k4/9/9/3npn3/9/9/9/9/9/R3K4 w - - 0 40 e6/- 0/0";

/// The best action of a position depends on whose mole is known.
#[test]
fn knowledge_changes_the_best_action() {
    let game = AnyGame::from_text(Variant::Undercover, "", FORK).unwrap();
    let [red, black] = [0, 1].map(Seat::new);
    let best = |known: SeatSet| -> String {
        let view = game.view_knowing(red, known);
        let mut bot = AnyBot::new(Variant::Undercover, Level::Top);
        bot.assume_public_moles(known.len() == 2);
        let found = lines_of(&mut bot, &view, &[], 2, &NODES).expect("a move");
        assert!(view.legal().contains(&found.lines[0].actions[0]), "{view}");
        found.lines[0].actions[0].to_string()
    };
    let both = SeatSet::first(2);
    assert_eq!([SeatSet::only(red), both].map(best), ["@e6", "@e6"]);
    assert_ne!(best(SeatSet::only(black)), "@e6", "Black does not know that it can be turned");
    // With both moles known there are several lines, with replies.
    let view = game.view_knowing(red, both);
    let mut bot = AnyBot::new(Variant::Undercover, Level::Top);
    bot.assume_public_moles(true);
    let found = lines_of(&mut bot, &view, &[], 2, &NODES).expect("a move");
    assert!(found.lines.len() == 2 && found.lines[0].actions.len() > 1, "{found:?}");
}

/// A review judges an action with the knowledge that is asked for.
#[test]
fn a_review_judges_by_the_chosen_knowledge() {
    let judged = |known: Option<SeatSet>| -> ReviewedAction {
        let game = AnyGame::from_text(Variant::Undercover, "", FORK).unwrap();
        let reviewer = Reviewer::new(game);
        let mut reviewer = match known {
            Some(known) => reviewer.knowing(known),
            None => reviewer,
        };
        reviewer.next("e0e1", &NODES).unwrap()
    };
    let [red, black] = [0, 1].map(|seat| SeatSet::only(Seat::new(seat)));
    for known in [None, Some(red), Some(SeatSet::first(2))] {
        let action = judged(known);
        assert_eq!(action.best.map(|best| best.to_string()).as_deref(), Some("@e6"), "{known:?}");
    }
    let action = judged(Some(black));
    assert_ne!(action.best.map(|best| best.to_string()).as_deref(), Some("@e6"));
    assert_eq!(judged(None), judged(Some(red)), "Red moves");
}

/// The secrets of the seats that are not named do not change a review.
#[test]
fn a_review_uses_no_other_secrets() {
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let actions = ["h2e2", "h9g7", "c3c4", "b9c7"].map(str::to_owned);
    let judged = |moles: &str, seat: u8| -> Vec<ReviewedAction> {
        let game = AnyGame::from_text(Variant::Undercover, "", &format!("{board} {moles} 0/0"));
        let mut reviewer = Reviewer::new(game.unwrap()).knowing(SeatSet::only(Seat::new(seat)));
        actions.iter().map(|text| reviewer.next(text, &NODES).unwrap()).collect()
    };
    assert_eq!(judged("e6/c3", 0), judged("e6/i3", 0), "Red does not know Black's mole");
    assert_eq!(judged("e6/c3", 1), judged("a6/c3", 1), "nor Black Red's");
}

#[test]
fn a_review_finds_the_mistakes() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let play = |actions: &[&str]| {
        let game = AnyGame::from_text(Variant::Xiangqi, "", start).unwrap();
        let actions: Vec<String> = actions.iter().copied().map(str::to_owned).collect();
        review(game, &actions, &Limits::of_nodes(10_000))
    };
    // Red gives a chariot away, and Black takes it.
    let found = play(&["h2e2", "h9g7", "a0a1", "b9c7", "a1d1", "a9b9", "d1d9", "e9d9"]).unwrap();
    let marks: Vec<_> = found.actions.iter().map(|action| action.mark).collect();
    assert_eq!(marks[6], Some(Mark::Blunder), "{found:?}");
    assert_eq!(marks[7], None, "{found:?}");
    let [red, black] = [0, 1].map(|seat: usize| found.accuracy[seat].unwrap());
    assert!(red < black && (0.0..=100.0).contains(&red) && black <= 100.0, "{red} {black}");

    for (actions, index, code) in
        [(vec!["h2e2", "h9h5"], 1, "not-how-it-moves"), (vec!["gibberish"], 0, "action-text")]
    {
        let stray = play(&actions).unwrap_err();
        assert_eq!((stray.index, stray.refusal.code), (index, code), "{actions:?}");
    }
}

/// The luck of an action has a mean of zero over the pieces that may be revealed.
#[test]
fn luck_is_zero_on_average() {
    // Red flips one of three pieces, or fires its cannon at it.
    for (rows, action) in [("8/R7/8/5***", "f1"), ("8/8/8/C2p1***", "a1f1")] {
        let luck = |hidden: &str| -> f64 {
            let text = format!("{rows} r 0/0 0 8 {hidden}");
            let game = AnyGame::from_text(Variant::Banqi, "", &text).unwrap();
            let actions = [format!("{action}={}", &hidden[..1])];
            review(game, &actions, &NODES).unwrap().actions[0].luck.unwrap()
        };
        let [general, soldier] = ["kpp", "pkp"].map(luck);
        assert!((general + 2.0 * soldier).abs() < 1e-9, "{action}: {general} {soldier}");
        assert!((general - soldier).abs() > 0.01, "{action}: {general} {soldier}");
        assert_eq!(soldier, luck("ppk"), "{action}: the other pieces stay hidden");
    }
}

/// An unlucky flip is not a mistake.
#[test]
fn luck_is_no_mistake() {
    let mut game = AnyGame::new(Variant::Banqi, "", &mut Seeded::new(3)).unwrap();
    let start = game.truth_text();
    let played = play_at_random(&mut game, 10, &mut Seeded::new(4));
    let actions: Vec<String> = played.iter().map(ToString::to_string).collect();
    let game = AnyGame::from_text(Variant::Banqi, "", &start).unwrap();
    let found = review(game.clone(), &actions, &NODES).unwrap();
    assert_eq!(found.actions.len(), actions.len());
    assert_eq!(found.actions[0].best, None, "before the first flip all squares are alike");
    for action in &found.actions {
        assert_eq!(action.luck.is_some(), action.played.revealed.is_some(), "{action:?}");
        assert!(action.luck.is_none_or(|luck| luck.abs() <= 1.0), "{action:?}");
    }
    let mut wrong = actions;
    let letter = if wrong[0].ends_with('k') { "K" } else { "k" };
    wrong[0] = format!("{}={letter}", wrong[0].split('=').next().unwrap());
    let stray = review(game, &wrong, &NODES).unwrap_err();
    assert_eq!((stray.index, stray.refusal.code), (0, "mismatch"));
}
