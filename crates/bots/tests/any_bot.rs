//! One bot type for all games.

use bots::{Answer, AnyBot, ComputerSeat, Decision, Level, Limits, Question, Seeded, answer};
use game::{Dice, Observer, Played, Seat, Turn};
use games::{AnyAction, AnyGame, AnyView, Variant};

/// Every game is played by its bot from the first set-up choice on, with views parsed from texts.
#[test]
fn plays_every_game_from_texts() {
    for variant in Variant::ALL.iter().copied() {
        for level in Level::ALL {
            let mut dice = Seeded::new(5);
            let mut game = AnyGame::new(variant, "", &mut dice).unwrap();
            for ply in 0..40 {
                let Some(seat) = game.turn().seats().iter().next() else { break };
                let text = game.view(Observer::Seat(seat)).to_string();
                let view = AnyView::from_text(variant, "", Observer::Seat(seat), &text).unwrap();
                let mut history = game.history();
                history.retain(|played| game.describe_for(played, Observer::Seat(seat)).is_some());
                let mut bot = AnyBot::new(variant, level);
                let choice = bot.choose(&view, &history, &Limits::of_nodes(500), &mut dice);
                let choice = choice.unwrap_or_else(|| panic!("{variant} ply {ply}: no choice"));
                let played = game.play(seat, choice.action);
                played.unwrap_or_else(|refusal| panic!("{variant} ply {ply}: {refusal}"));
            }
        }
    }
}

#[test]
fn off_turn_and_in_another_game_it_does_nothing() {
    let mut dice = Seeded::new(5);
    let game = AnyGame::new(Variant::Xiangqi, "", &mut dice).unwrap();
    assert_eq!(game.turn(), Turn::Seat(Seat::new(0)));
    let limits = Limits::of_nodes(500);
    let waiting = game.view(Observer::Seat(Seat::new(1)));
    let mut bot = AnyBot::new(Variant::Xiangqi, Level::Three);
    assert_eq!(bot.choose(&waiting, &[], &limits, &mut dice), None);
    let acting = game.view(Observer::Seat(Seat::new(0)));
    assert!(bot.choose(&acting, &[], &limits, &mut dice).is_some());
    let mut other = AnyBot::new(Variant::Banqi, Level::Three);
    assert_eq!(other.choose(&acting, &[], &limits, &mut dice), None);
}

/// Positions, the seat that is asked, and whether it accepts a draw. Each seat evaluates for
/// itself, regardless of the side to move.
#[test]
fn takes_a_draw_unless_it_stands_better() {
    let even = "4k4/4a4/9/9/9/9/9/9/4A4/4K4";
    let chariot = "4k4/4a4/9/9/9/9/9/9/4A4/R3K4";
    let table = [
        (even, 'w', 0, 40, true),
        (even, 'w', 1, 40, true),
        (even, 'w', 0, 6, false),
        (chariot, 'w', 0, 40, false),
        (chariot, 'b', 0, 40, false),
        (chariot, 'w', 1, 40, true),
        (chariot, 'b', 1, 40, true),
    ];
    for (board, turn, seat, plies, takes) in table {
        let fen = format!("{board} {turn} - - 0 60");
        let observer = Observer::Seat(Seat::new(seat));
        let view = AnyView::from_text(Variant::Xiangqi, "", observer, &fen).unwrap();
        let action = AnyAction::parse(Variant::Xiangqi, "e0e1").unwrap();
        let history = vec![Played { seat: Seat::new(0), action, revealed: None }; plies];
        for level in Level::ALL {
            let (view, history) = (view.clone(), history.clone());
            let question =
                Question { decision: Decision::Draw, view, history, level, resigns: false };
            let answer = answer(&question, &Limits::of_nodes(2_000), &mut Seeded::new(1));
            let case = format!("{fen}: seat {seat} after {plies} plies, {level}");
            assert_eq!(answer, Some(Answer::Draw(takes)), "{case}");
        }
    }
}

/// In solo mode a draw shares the open places among those still racing. The table has the seat that
/// is asked and whether the draw is as much as it can hope for.
#[test]
fn a_race_is_drawn_for_what_a_draw_gives() {
    // Two sides still race and would get half a point each. Green is one step from the centre.
    let green_comes_in = "7/9/11/13/13/13/7,gM,5/13/13/13/11/9/3,rM,3 g solo -/-/1/2 0 50";
    let red_is_late = "7/9/11/13/13/13/7,gM,5/13/13/13/11/9/3,rM,3 r solo -/-/1/2 0 50";
    // Three sides would get two points each. The fourth has no marshal; it has its place, and
    // pieces.
    let has_fallen = "3,yM,3/9/11/13/13/13/13/12,gM/13/12,bT/11/9/3,rM,3 r solo -/-/-/x1 0 50";
    // Three sides still race and would get a point each, and Green can get two.
    let second_place = "7/9/11/13/13/13/7,gM,5/bM,12/13/13/11/9/3,rM,3 g solo -/-/1/- 0 50";
    // All four would get one and a half, and Green can get three.
    let first_place = "3,yM,3/9/11/13/13/13/7,gM,5/bM,12/13/13/11/9/3,rM,3 g solo -/-/-/- 0 50";
    let table = [
        (green_comes_in, 1, false),
        (green_comes_in, 0, true),
        (red_is_late, 0, true),
        (red_is_late, 1, false),
        (has_fallen, 3, true),
        (second_place, 1, false),
        (second_place, 0, true),
        (first_place, 1, false),
        (first_place, 0, true),
    ];
    let action = AnyAction::parse(Variant::Sifang, "7a7b").unwrap();
    for (text, seat, takes) in table {
        let seat = Seat::new(seat);
        let game = AnyGame::from_text(Variant::Sifang, "mode=solo", text).unwrap();
        for level in Level::ALL {
            let view = game.view(Observer::Seat(seat));
            let history = vec![Played { seat, action, revealed: None }; 50];
            let question =
                Question { decision: Decision::Draw, view, history, level, resigns: false };
            let answer = answer(&question, &Limits::of_nodes(4_000), &mut Seeded::new(1));
            assert_eq!(answer, Some(Answer::Draw(takes)), "{text}: {seat:?}, {level}");
        }
    }
}

/// A draw offer is answered in every game at any time.
#[test]
fn answers_offers_in_every_game() {
    for variant in Variant::ALL.iter().copied() {
        let mut dice = Seeded::new(8);
        let mut game = AnyGame::new(variant, "", &mut dice).unwrap();
        for ply in 0..40 {
            let Some(mover) = game.turn().seats().iter().next() else { break };
            for seat in Seat::first(variant.seats()) {
                let view = game.view(Observer::Seat(seat));
                let question = Question {
                    decision: Decision::Draw,
                    view,
                    history: game.history(),
                    level: Level::Five,
                    resigns: false,
                };
                let answer = answer(&question, &Limits::of_nodes(200), &mut dice);
                assert!(matches!(answer, Some(Answer::Draw(_))), "{variant} ply {ply}: {seat:?}");
            }
            let legal = game.legal(mover);
            game.play(mover, legal[dice.roll(legal.len() as u32) as usize]).unwrap();
        }
    }
}

/// A seat resigns only if it may and only when it is lost: mated next move, or far behind.
#[test]
fn gives_up_only_when_lost() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let table = [
        (start, false),
        ("4k4/R8/1R7/9/9/9/9/9/9/3K5 b - - 0 60", true),
        ("3akab2/9/4b4/9/9/9/9/1R2C4/1R7/4K4 b - - 0 60", true),
    ];
    for (fen, is_lost) in table {
        for (level, resigns) in Level::ALL.map(|level| [(level, true), (level, false)]).concat() {
            let game = AnyGame::from_text(Variant::Xiangqi, "", fen).unwrap();
            let Turn::Seat(seat) = game.turn() else { panic!("{fen}: over") };
            let view = game.view(Observer::Seat(seat));
            let question =
                Question { decision: Decision::Act, view, history: Vec::new(), level, resigns };
            let answer = answer(&question, &Limits::of_nodes(5_000), &mut Seeded::new(1));
            let gives_up = answer == Some(Answer::Resign);
            assert_eq!(gives_up, is_lost && resigns, "{fen}, {level}: {answer:?}");
        }
    }
}

/// In solo races no level resigns, even if it expects the last place, because the opponents may not
/// play what it fears.
#[test]
fn no_level_resigns_in_a_race() {
    let text = "7/9/11/13/13/13/7,gM,5/13/13/13/11/9/3,rM,3 r solo -/-/1/2 0 50";
    for level in Level::ALL {
        let game = AnyGame::from_text(Variant::Sifang, "mode=solo", text).unwrap();
        let view = game.view(Observer::Seat(Seat::new(0)));
        let question =
            Question { decision: Decision::Act, view, history: Vec::new(), level, resigns: true };
        let answer = answer(&question, &Limits::of_nodes(5_000), &mut Seeded::new(1));
        assert!(matches!(answer, Some(Answer::Act(_))), "{level}: {answer:?}");
    }
}

/// Two deals that look the same to a seat lead to the same choice with the same random numbers.
#[test]
fn the_same_view_the_same_choice() {
    for variant in [Variant::Undercover, Variant::Banqi] {
        let mut others = 0;
        for seed in 0..12 {
            let mut dice = Seeded::new(seed);
            let mut game = AnyGame::new(variant, "", &mut dice).unwrap();
            for _ in 0..30 + dice.roll(10) {
                let Some(seat) = game.turn().seats().iter().next() else { break };
                let legal = game.legal(seat);
                game.play(seat, legal[dice.roll(legal.len() as u32) as usize]).unwrap();
            }
            let Turn::Seat(seat) = game.turn() else { continue };
            let observer = Observer::Seat(seat);
            let other = game.resample(observer, &mut dice);
            others += usize::from(other.truth_text() != game.truth_text());
            for level in Level::ALL {
                let [one, two] = [&game, &other].map(|game| {
                    let mut history = game.history();
                    history.retain(|played| game.describe_for(played, observer).is_some());
                    let view = game.view(observer);
                    let mut luck = Seeded::new(!seed);
                    AnyBot::new(variant, level).choose(
                        &view,
                        &history,
                        &Limits::of_nodes(2_000),
                        &mut luck,
                    )
                });
                assert_eq!(one, two, "{variant}, seed {seed}, {level}");
            }
        }
        assert!(others >= 6, "{variant}: only {others} deals had another truth");
    }
}

/// A seat that is asked repeatedly in one game and then in another always plays legal actions, and
/// starts anew with a new game.
#[test]
fn a_seat_goes_on_thinking() {
    for variant in Variant::ALL.iter().copied() {
        let mut computer = ComputerSeat::default();
        let mut first_answers = Vec::new();
        for _ in 0..2 {
            let mut dice = Seeded::new(4);
            let mut game = AnyGame::new(variant, "", &mut dice).unwrap();
            let mut answers = Vec::new();
            for ply in 0..16 {
                let Some(seat) = game.turn().seats().iter().next() else { break };
                let mut history = game.history();
                history.retain(|played| game.describe_for(played, Observer::Seat(seat)).is_some());
                let view = game.view(Observer::Seat(seat));
                let (decision, level) = (Decision::Act, Level::Top);
                let question = Question { decision, view, history, level, resigns: false };
                let action = if seat == Seat::new(0) {
                    let limits = Limits::of_nodes(800);
                    let answer = computer.answer(&question, &limits, &mut dice);
                    assert!(computer.is_of(&question));
                    let Some(Answer::Act(action)) = answer else { panic!("{variant}: {answer:?}") };
                    answers.push(action);
                    action
                } else {
                    let legal = game.legal(seat);
                    legal[dice.roll(legal.len() as u32) as usize]
                };
                game.play(seat, action).unwrap_or_else(|e| panic!("{variant} ply {ply}: {e}"));
            }
            first_answers.push(answers);
        }
        assert_eq!(first_answers[0], first_answers[1], "{variant}: the second game is the first");
    }
}
