//! Matches are fair and repeatable, and count correctly.

use arena::{
    Baseline, BaselineBot, End, Half, Match, MatchScore, Pentanomial, Sprt, SprtResult, Verdict,
};
use banqi::Banqi;
use bots::{BanqiBot, Bot, Choice, Level, Limits, Score, Seeded, UndercoverBot, XiangqiBot};
use game::{Dice, Game, Observer, Played, Reason, Seat, View};
use std::{convert::Infallible, panic};
use undercover::Undercover;
use xiangqi::{Options, Position, Xiangqi};

fn rules<G: Game>() -> Match<'static, G> {
    Match {
        options: G::Options::default(),
        seed: 11,
        opening: 0,
        limits: [Limits::of_nodes(300); 2],
        plies: 200,
        seats: arena::EVEN,
    }
}

/// Bot that takes the first legal action, or always an illegal one.
struct Simple {
    legal: bool,
}

impl Bot<Banqi> for Simple {
    fn choose(
        &mut self,
        view: &banqi::BanqiView,
        _: &[Played<banqi::Action>],
        _: &Limits<'_>,
        _: &mut dyn Dice,
    ) -> Option<Choice<banqi::Action>> {
        let legal = view.legal();
        let action = if self.legal { legal[0] } else { "a1h4".parse().unwrap() };
        Some(Choice { action, score: 0, nodes: 1 })
    }

    fn evaluate(
        &mut self,
        _: &banqi::BanqiView,
        _: &[Played<banqi::Action>],
        _: &Limits<'_>,
    ) -> Option<Score> {
        None
    }
}

#[test]
fn the_same_match_twice() {
    let play = || {
        let (mut upper, mut lower) = (BanqiBot::new(Level::Three), BanqiBot::new(Level::One));
        arena::play(&rules::<Banqi>(), 3, [&mut upper, &mut lower], |_| true)
    };
    let score = play();
    assert_eq!(score.games(), 6);
    assert_eq!(play(), score);
}

/// Two equal deterministic bots: the two games of each pair cancel out.
#[test]
fn seats_are_swapped() {
    let bots: [&mut dyn Bot<Banqi>; 2] = [&mut Simple { legal: true }, &mut Simple { legal: true }];
    let score = arena::play(&rules(), 6, bots, |_| true);
    assert_eq!(score.games(), 12);
    assert_eq!(score.wins, score.losses);
}

/// Regression test: more points won drawn games of banqi, even under rules without points.
#[test]
fn a_draw_is_a_draw_whatever_the_points() {
    let rules = Match::<Banqi> { options: banqi::Options::TAIWAN, plies: 600, ..rules() };
    let mut draws = 0;
    for pair in 0..40 {
        let [one, other] = &mut [(); 2].map(|()| BaselineBot::new(Baseline::OnePly));
        let game = arena::play_game(&rules, pair, Half::First, &[], [one, other]);
        let Some(outcome) = game.game.outcome().filter(|outcome| outcome.winners.is_empty()) else {
            continue;
        };
        assert_eq!(game.played.verdict, Verdict::Drawn, "pair {pair}: {outcome:?}");
        draws += u32::from(outcome.scores[0] != outcome.scores[1]);
    }
    assert!(draws > 0, "no draw with unequal points");
}

#[test]
fn illegal_choices_lose_and_a_report_may_end_it() {
    let bots: [&mut dyn Bot<Banqi>; 2] =
        [&mut Simple { legal: true }, &mut Simple { legal: false }];
    let mut heard = 0;
    let score = arena::play(&rules(), 6, bots, |score| {
        heard = score.games();
        score.games() < 4
    });
    assert_eq!((score, heard), (MatchScore { wins: 4, draws: 0, losses: 0 }, 4));
}

#[test]
fn intervals() {
    let score = MatchScore { wins: 150, draws: 20, losses: 30 };
    assert_eq!(score.score(), 0.8);
    let (low, high) = score.interval();
    assert!(0.73 < low && low < 0.75 && 0.84 < high && high < 0.86, "{low} {high}");
    assert_eq!(MatchScore::default().interval(), (0.0, 1.0));
}

/// The Elo of a perfect score counts half a game as lost.
#[test]
fn elo_has_an_end() {
    for (wins, draws, losses, expected) in [
        (0, 0, 0, 0.0),
        (50, 0, 50, 0.0),
        (75, 0, 25, 191.0),
        (99, 1, 0, 920.0),
        (100, 0, 0, 920.0),
        (0, 0, 100, -920.0),
        (1, 0, 0, 0.0),
    ] {
        let score = MatchScore { wins, draws, losses };
        assert_eq!(score.finite_elo().round(), expected, "{score:?}");
    }
}

/// A panic of a thread is passed on, so that no result is missing.
#[test]
fn a_thread_that_dies_is_not_passed_over() {
    let sum = |fatal: u32| {
        let mut sum = 0;
        let work = |number| {
            assert!(number != fatal, "as the test wants it");
            number
        };
        let Ok(()) = arena::in_threads(2, 5, work, |number| {
            sum += number;
            Ok::<(), Infallible>(())
        });
        sum
    };
    assert_eq!(sum(5), 10);
    assert!(panic::catch_unwind(|| sum(3)).is_err());
}

/// Openings are equal for both games, different for each pair, and drawn until accepted.
#[test]
fn openings() {
    let rules = Match::<Xiangqi> { opening: 6, ..rules() };
    let free = |pair| rules.opening(pair, |_, _| true);
    assert_eq!(free(0).len(), 6);
    assert_eq!(free(0), free(0));
    assert_ne!(free(0), free(1));
    let mut tries = 0;
    let picky = rules.opening(0, |view, history| {
        tries += 1;
        assert_eq!((history.len(), view.legal().is_empty()), (6, false));
        tries == 3
    });
    assert_eq!(tries, 3);
    assert_ne!(picky, free(0));
    let mut bots = [(); 2].map(|()| XiangqiBot::new(Level::One));
    let [first, second] = &mut bots;
    for (half, seat) in Half::BOTH.into_iter().zip(Seat::first(2)) {
        let game = arena::play_game(&rules, 0, half, &picky, [&mut *first, &mut *second]);
        let played: Vec<_> = game.game.history().iter().map(|played| played.action).collect();
        assert_eq!(played[..6], picky, "{half:?}");
        assert!(
            game.seats.contains(seat) && !game.seats.contains(Seat::new(1 - seat.index() as u8))
        );
        assert_eq!(game.played.plies as usize, played.len());
    }
}

/// After a set-up by the bots, the opening is played.
#[test]
fn openings_after_a_set_up() {
    let rules = Match::<Undercover> { opening: 4, plies: 20, ..rules() };
    let opening = rules.opening(0, |_, _| true);
    assert_eq!(opening.len(), 4);
    let [mut first, mut second] = [(); 2].map(|()| UndercoverBot::new(Level::One));
    let game = arena::play_game(&rules, 0, Half::First, &opening, [&mut first, &mut second]);
    let history = game.game.history();
    let played: Vec<_> = history.iter().skip(game.set_up).map(|played| played.action).collect();
    assert_eq!((game.set_up, &played[..4]), (2, &opening[..]));
    assert!(played.len() > 4, "the bots play on");
}

#[test]
fn ends_read_and_write() {
    for end in [End::TooLong, End::Illegal, End::Time, End::Crash, End::Rules(Reason::Checkmate)] {
        assert_eq!(End::from_text(end.as_str()), Some(end));
    }
    assert_eq!(End::from_text("bored"), None);
}

#[test]
fn pairs_tell_their_error() {
    use Verdict::{Drawn, Lost, Won};
    let mut pairs = Pentanomial::default();
    assert_eq!(pairs.interval(), (0.0, 1.0));
    for pair in [[Won, Won], [Won, Drawn], [Drawn, Won], [Won, Lost], [Drawn, Drawn], [Lost, Lost]]
    {
        pairs.add(pair);
    }
    assert_eq!(pairs.pairs, [1, 0, 2, 2, 1]);
    assert!((pairs.score() - 3.5 / 6.0).abs() < 1e-9);
    // Two games that cancel out count like two draws: there is no error.
    let even = Pentanomial { pairs: [0, 0, 50, 0, 0] };
    assert_eq!(even.interval(), (0.5, 0.5));
    let (low, high) = Pentanomial { pairs: [10, 20, 40, 20, 10] }.interval();
    assert!((0.445..0.448).contains(&low) && (0.552..0.555).contains(&high), "{low} {high}");
}

#[test]
fn sequential_tests() {
    let sprt = Sprt { elo0: 0.0, elo1: 10.0, error: 0.05 };
    let table = [
        ([0, 0, 0, 0, 0], SprtResult::Open),
        ([0, 0, 0, 0, 7], SprtResult::Open),
        ([0, 0, 0, 0, 8], SprtResult::Accepted),
        ([20, 30, 100, 30, 20], SprtResult::Open),
        ([100, 500, 1000, 800, 200], SprtResult::Accepted),
        ([200, 800, 1000, 500, 100], SprtResult::Rejected),
    ];
    for (pairs, expected) in table {
        let pairs = Pentanomial { pairs };
        assert_eq!(sprt.result(&pairs), expected, "{pairs:?}: {}", sprt.llr(&pairs));
    }
    // A score between the hypotheses supports neither.
    let between = Pentanomial { pairs: [0, 471, 1000, 529, 0] };
    assert!(sprt.llr(&between).abs() < 0.2, "{}", sprt.llr(&between));
}

#[test]
fn levels_read_and_write() {
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert!("grandmaster".parse::<Level>().is_err());
}

#[test]
fn mates_when_it_can() {
    let table = ["3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1", "4k4/9/9/9/9/9/9/1r7/r8/3K5 b - - 0 1"];
    for fen in table {
        let mut game = Xiangqi::from_position(Options::DEFAULT, Position::from_fen(fen).unwrap());
        let seat = game.turn().seats().iter().next().unwrap();
        let view = game.view(Observer::Seat(seat));
        let mut bot = XiangqiBot::new(Level::Top);
        let limits = Limits::of_nodes(5_000);
        let choice = bot.choose(&view, &[], &limits, &mut Seeded::new(1)).unwrap();
        assert!(bots::is_decided(choice.score), "{fen}: {}", choice.score);
        game.play(seat, choice.action).unwrap();
        assert!(game.outcome().unwrap().winners.contains(seat), "{fen}: {}", choice.action);
    }
}
