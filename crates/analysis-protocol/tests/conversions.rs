//! Messages and the values of computer players say the same.

use bots::{Answer, Decision, Level, Limits, analysis};
use conformance::TestDice;
use game::{Dice, Observer, Seat};
use games::{AnyAction, AnyGame, AnyPlayed, AnyView, Variant};
use protocol::{Command, HistoryEntry, WorkerAnswer, WorkerQuestion};

/// A question about a game after some random actions, as a page sends it.
fn message(game: &AnyGame, seat: Seat) -> WorkerQuestion {
    let entry = |played: &AnyPlayed| {
        let done = game.describe_for(played, Observer::Seat(seat))?;
        Some(HistoryEntry { seat: played.seat.index() as u8, done, clock_ms: None })
    };
    WorkerQuestion {
        id: 7,
        draw_offered: false,
        lines: 0,
        time_ms: 0,
        are_moles_public: false,
        resigns: true,
        variant: game.variant().to_string(),
        options: game.options_text(),
        seat: seat.index() as u8,
        level: "level-2".to_owned(),
        position: game.view(Observer::Seat(seat)).to_string(),
        history: game.history().iter().filter_map(entry).collect(),
        seed: String::new(),
    }
}

/// A question contains the seat's view and what the seat was shown.
#[test]
fn questions_keep_view_and_history() {
    for variant in Variant::ALL {
        let mut dice = TestDice::new(3);
        let mut game = AnyGame::new(variant, "", &mut dice).expect("the usual options");
        for _ in 0..12 {
            let Some(seat) = game.turn().seats().iter().next() else { break };
            let view = game.view(Observer::Seat(seat));
            let message = message(&game, seat);
            let question = analysis_protocol::question(&message).expect("a question");
            assert_eq!(question.view.to_string(), view.to_string(), "{variant}");
            let texts: Vec<String> = question.history.iter().map(ToString::to_string).collect();
            let sent: Vec<String> = message.history.into_iter().map(|entry| entry.done).collect();
            assert_eq!(texts, sent, "{variant}");
            assert_eq!(
                (question.decision, question.level, question.resigns),
                (Decision::Act, Level::Two, true)
            );
            let legal = game.legal(seat);
            let action = legal[dice.roll(legal.len() as u32) as usize];
            game.play(seat, action).expect("a legal action");
        }
    }
}

/// A question that names no game, no seat or no view is refused; an unknown level is the default.
#[test]
fn unreadable_questions_are_refused() {
    let game = AnyGame::new(Variant::Xiangqi, "", &mut TestDice::new(1)).expect("a game");
    let good = message(&game, Seat::new(0));
    let bad = [
        WorkerQuestion { variant: "chess".to_owned(), ..good.clone() },
        WorkerQuestion { seat: 200, ..good.clone() },
        WorkerQuestion { position: "9/9".to_owned(), ..good.clone() },
        WorkerQuestion { options: "unknown=1".to_owned(), ..good.clone() },
    ];
    for message in bad {
        assert!(analysis_protocol::question(&message).is_none(), "{message:?}");
    }
    let strange = WorkerQuestion { level: "grandmaster".to_owned(), draw_offered: true, ..good };
    let question = analysis_protocol::question(&strange).expect("a question");
    assert_eq!((question.level, question.decision), (Level::USUAL, Decision::Draw));
}

/// The server's command and the command that a page makes of the worker's answer are the same.
#[test]
fn both_ways_give_the_same_command() {
    let action = AnyAction::parse(Variant::Xiangqi, "h2e2").expect("a move");
    let table = [
        (Answer::Act(action), Command::Act { action: "h2e2".to_owned() }),
        (Answer::Draw(true), Command::Answer { yes: true }),
        (Answer::Draw(false), Command::Answer { yes: false }),
        (Answer::Resign, Command::Resign),
    ];
    for (answer, command) in table {
        assert_eq!(analysis_protocol::command(answer), command);
        let sent = analysis_protocol::worker_answer(4, Level::One, Some(answer));
        assert_eq!((sent.id, sent.clone().command()), (4, Some(command)));
        assert_eq!(u128::from(sent.patience_ms), Level::One.patience().as_millis());
    }
    let nothing: WorkerAnswer = analysis_protocol::worker_answer(5, Level::Top, None);
    assert_eq!(nothing.command(), None);
}

/// A mate has no score and names its length; other lines have a score and a chance.
#[test]
fn lines_have_a_score_or_a_length() {
    let table = [
        ("3k5/4R4/9/9/9/9/9/9/9/4KR3 w - - 0 1", true),
        ("3k1a3/4a4/9/4p4/9/9/4P4/9/9/3AKA1R1 w - - 0 1", false),
    ];
    for (text, is_mate) in table {
        let view =
            AnyView::from_text(Variant::Xiangqi, "", Observer::Spectator, text).expect("a view");
        let found = analysis::lines(&view, &[], 1, &Limits::of_nodes(2_000)).expect("a line");
        let message = analysis_protocol::analysis(&view, &found);
        let line = &message.lines[0];
        assert_eq!(line.actions[0], found.lines[0].actions[0].to_string(), "{text}");
        assert_eq!(
            (line.score.is_none(), line.wins_in.is_some()),
            (is_mate, is_mate),
            "{text}: {line:?}"
        );
        assert!(line.chance > 0.5 && !message.reasons.is_empty(), "{text}: {line:?}");
    }
}
