//! Matches are fair, repeatable, and count what they should.

use banqi::Banqi;
use bots::{
    BanqiBot, Bot, Choice, Level, Limits, Score, XiangqiBot,
    arena::{self, Match, MatchScore, Seeded},
};
use game::{Dice, Game, Observer, Played, View};
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

/// Takes the first legal action, or one that is not legal.
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
        let (mut upper, mut lower) = (BanqiBot::new(Level::Easy), BanqiBot::new(Level::Beginner));
        arena::play(&rules::<Banqi>(), 3, [&mut upper, &mut lower], |_| true)
    };
    let standing = play();
    assert_eq!(standing.games(), 6);
    assert_eq!(play(), standing);
}

/// Two equal bots that never roll the dice: the pairs cancel out.
#[test]
fn seats_are_swapped() {
    let bots: [&mut dyn Bot<Banqi>; 2] = [&mut Simple { legal: true }, &mut Simple { legal: true }];
    let standing = arena::play(&rules(), 6, bots, |_| true);
    assert_eq!(standing.games(), 12);
    assert_eq!(standing.wins, standing.losses);
}

#[test]
fn illegal_choices_lose_and_a_report_may_end_it() {
    let bots: [&mut dyn Bot<Banqi>; 2] =
        [&mut Simple { legal: true }, &mut Simple { legal: false }];
    let mut heard = 0;
    let standing = arena::play(&rules(), 6, bots, |standing| {
        heard = standing.games();
        standing.games() < 4
    });
    assert_eq!((standing, heard), (MatchScore { wins: 4, draws: 0, losses: 0 }, 4));
}

#[test]
fn intervals() {
    let standing = MatchScore { wins: 150, draws: 20, losses: 30 };
    assert_eq!(standing.score(), 0.8);
    let (low, high) = standing.interval();
    assert!(0.73 < low && low < 0.75 && 0.84 < high && high < 0.86, "{low} {high}");
    assert_eq!(MatchScore::default().interval(), (0.0, 1.0));
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
        let mut bot = XiangqiBot::new(Level::Hard);
        let limits = Limits::of_nodes(5_000);
        let choice = bot.choose(&view, &[], &limits, &mut Seeded::new(1)).unwrap();
        assert!(bots::is_decided(choice.score), "{fen}: {}", choice.score);
        game.play(seat, choice.action).unwrap();
        assert!(game.outcome().unwrap().winners.contains(seat), "{fen}: {}", choice.action);
    }
}
