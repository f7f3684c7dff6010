//! Doubts about a board's events, and robustness against a wrong clock.

mod live_game;

use boardlink::{Body, Button, Clock, Event, Result as Favours, Settings};
use game::Reason;
use live_game::{LiveGame, ZERO, moment, player};
use protocol::{Correction, UnixMs};
use smart_boards::{BoardGame, LogEntry, LostRange, Moment, Note};

/// A game in which Ann and Bao are confirmed and Red has moved.
fn seated(settings: Settings) -> LiveGame {
    let mut live = LiveGame::with(settings);
    live.claim(100, "w", "Ann");
    live.claim(100, "b", "Bao");
    live.press_twice(1_000, 1_000, Button::RedClock);
    live.press_twice(2_000, 2_000, Button::BlackClock);
    live.play(5_000, "h2", "e2");
    assert_eq!(live.seats(5_000), "Ann! Bao!");
    live
}

fn minutes(main: u32) -> Settings {
    let clock = Clock { main_ms: main * 60_000, ..Clock::default() };
    Settings { clocks: [clock; 2], ..Settings::default() }
}

fn doubts(game: &BoardGame) -> Vec<String> {
    game.view(&"".into(), "", ZERO).doubts.into_iter().map(|doubt| doubt.why).collect()
}

/// The reported end is judged like a ply. An impossible end is stored, doubted and not rated, and
/// the record has no result.
#[test]
fn ends_are_judged() {
    use Favours::{Black, Draw, Red};
    for (reason, result, at_ms, is_possible) in [
        (Reason::Checkmate, Red, 80_000, false),
        (Reason::Stalemate, Red, 80_000, false),
        (Reason::GeneralCaptured, Red, 80_000, false),
        (Reason::PerpetualCheck, Red, 80_000, false),
        (Reason::Repetition, Draw, 80_000, false),
        (Reason::QuietLimit, Draw, 80_000, false),
        (Reason::Material, Draw, 80_000, false),
        (Reason::Alarms, Red, 80_000, false),
        (Reason::Marshals, Red, 80_000, false),
        (Reason::Arbiter, Red, 80_000, false),
        (Reason::Resignation, Draw, 80_000, false),
        (Reason::Agreement, Red, 80_000, false),
        // Black had 590 s when Red's piece landed at 4.6 s.
        (Reason::FlagFall, Red, 80_000, false),
        (Reason::FlagFall, Red, 592_000, false),
        (Reason::FlagFall, Red, 594_500, true),
        (Reason::FlagFall, Black, 594_500, false),
        (Reason::Resignation, Red, 80_000, true),
        (Reason::Resignation, Black, 80_000, true),
        (Reason::Agreement, Draw, 80_000, true),
    ] {
        let mut live = seated(minutes(10));
        live.end(at_ms, reason, result);
        let finish = live.game.finish().expect("it is over");
        assert_eq!(
            (finish.reason, finish.is_rated),
            (reason, is_possible),
            "{result:?} at {at_ms}"
        );
        assert_eq!(doubts(&live.game).is_empty(), is_possible, "{reason} {result:?} at {at_ms}");
        let written = record::write(&live.game.record()).expect("written");
        assert!(record::read(written.as_bytes()).is_ok(), "{reason}: {written}");
        assert_eq!(live.read_again().finish(), Some(finish), "{reason}");
        // The arbiter's ruling overrides the doubt.
        live.correct(99_000, Correction::Result { winner: Some("b".into()) }).unwrap();
        assert!(live.game.finish().unwrap().is_rated, "{reason}");
        let written = record::write(&live.game.record()).expect("written");
        assert!(record::read(written.as_bytes()).is_ok(), "{reason}: {written}");
    }
}

#[test]
fn an_unknown_reason_ends_a_game_and_is_doubted() {
    let mut live = seated(minutes(10));
    live.receive(80_000, 80_000, Body::End { reason: 200, result: Favours::Red });
    assert!(!live.game.is_under_way());
    assert!(!live.game.finish().unwrap().is_rated);
    assert_eq!(doubts(&live.game).len(), 1);
}

/// The moves of a game that ends in mate, found by random play.
fn mated() -> (u64, Vec<xiangqi::Move>) {
    for seed in 1.. {
        let mut random: u64 = seed;
        let mut position = xiangqi::Position::start();
        let mut played = Vec::new();
        while played.len() < 300 {
            let moves = position.legal_moves();
            if moves.is_empty() && position.in_check(position.side_to_move()) {
                return (seed, played);
            }
            // Knuth's generator: its upper bits are random enough here.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(&next) = moves.get((random >> 33) as usize % moves.len().max(1)) else {
                break;
            };
            position.make(next);
            played.push(next);
        }
    }
    unreachable!("there is no end of seeds")
}

/// A real mate is not doubted, and the game is rated.
#[test]
fn a_true_mate_counts() {
    let (seed, moves) = mated();
    for (reason, winner_moved_last, is_possible) in [
        (Reason::Checkmate, true, true),
        (Reason::Checkmate, false, false),
        (Reason::Stalemate, true, false),
    ] {
        let mut live = LiveGame::with(Settings::default());
        for (at, played) in (1..).zip(&moves) {
            live.play(at * 1_000, &played.from.to_string(), &played.to.to_string());
        }
        let red_won = (moves.len() % 2 == 1) == winner_moved_last;
        let result = if red_won { Favours::Red } else { Favours::Black };
        live.end(400_000, reason, result);
        assert_eq!(doubts(&live.game).is_empty(), is_possible, "{reason} {result:?}, seed {seed}");
    }
}

#[test]
fn what_comes_after_the_end_is_passed_over_and_doubted() {
    type Then = fn(&mut LiveGame);
    let cases: [(&str, Then); 3] = [
        ("a move", |live| live.play(81_000, "h9", "g7")),
        ("a second end", |live| live.end(81_000, Reason::Resignation, Favours::Black)),
        ("a takeback", |live| live.receive(81_000, 81_000, Body::TakenBack { plies: 0 })),
    ];
    for (name, then) in cases {
        let mut live = seated(minutes(10));
        live.end(80_000, Reason::Resignation, Favours::Red);
        let before = live.game.finish().unwrap();
        then(&mut live);
        let after = live.game.finish().unwrap();
        assert_eq!((after.winner, after.plies), (before.winner, before.plies), "{name}");
        assert!(before.is_rated && !after.is_rated, "{name}");
        assert_eq!(doubts(&live.game).len(), 1, "{name}");
        assert_eq!(live.read_again().finish(), Some(after), "{name}");
    }
}

/// An event that contradicts the recorded one is noted once.
#[test]
fn contradictions_are_noted() {
    let mut live = seated(minutes(10));
    let told = live.log.iter().find_map(|(entry, _)| match entry {
        LogEntry::Event(event) if matches!(event.body, Body::Move { .. }) => Some(*event),
        _ => None,
    });
    let told = told.expect("a move");
    assert_eq!(live.game.apply(&told, moment(6_000)), Ok(vec![]), "the same again");
    let other = Event { at_ms: told.at_ms + 1, ..told };
    let notes = live.game.apply(&other, moment(6_000)).unwrap();
    assert_eq!(notes, [Note::Contradicted { event: other }]);
    notes.into_iter().for_each(|note| live.write(note, 6_000));
    assert_eq!(live.game.apply(&other, moment(6_000)), Ok(vec![]), "noted already");
    assert_eq!(doubts(&live.game).len(), 1);
    let mut again = live.read_again();
    assert_eq!(doubts(&again), doubts(&live.game));
    assert_eq!(again.apply(&other, moment(7_000)), Ok(vec![]), "noted already");
    assert_eq!(again.apply(&told, moment(7_000)), Ok(vec![]));

    // Events that were declared lost and arrive anyway are noted too, up to the limit.
    live.game.lose(live.seq + 300);
    let late = |seq| Event { game: 1, seq, at_ms: 0, body: Body::Restored };
    let noted = (live.seq..live.seq + 300).filter(|&seq| {
        let notes = live.game.apply(&late(seq), moment(8_000)).unwrap();
        let is_noted = !notes.is_empty();
        notes.into_iter().for_each(|note| live.game.note(note, moment(8_000)));
        is_noted
    });
    assert_eq!(noted.count(), 99);
}

/// A correction survives if the wall clock was set back between the event and the correction.
#[test]
fn a_correction_survives_a_clock_that_was_set_back() {
    let mut live = LiveGame::new();
    live.play(5_000, "h2", "h8");
    assert_eq!(doubts(&live.game).len(), 1);
    live.correct(6_000, Correction::Move { ply: 1, action: "h2e2".into() }).unwrap();
    live.correct(6_500, Correction::Names { red: "胡".into(), black: "許".into() }).unwrap();
    live.play(9_000, "h9", "g7");
    let shown = live.game.view(&"".into(), "", ZERO + 10_000);
    // On the wall clock the note was written an hour before the move.
    for (entry, at_ms) in &mut live.log {
        if matches!(entry, LogEntry::Note { .. }) {
            *at_ms = *at_ms - 3_600_000;
        }
    }
    let again = live.read_at(moment(10_000)).view(&"".into(), "", ZERO + 10_000);
    assert_eq!((again.moves, again.doubts), (shown.moves, shown.doubts));
    assert_eq!(again.names, ["胡", "許"]);
}

/// However the wall clock jumps, a claim waits two minutes and a recent press counts.
#[test]
fn claims_and_presses_go_by_the_steady_clock() {
    let hour = 3_600_000_i64;
    for jump in [-hour, 0, hour] {
        let mut live = LiveGame::new();
        assert_eq!(live.claim(60_000, "w", "Ann"), "");
        let at = |ms: u64| Moment {
            unix_ms: UnixMs((ZERO + 10 * 3_600_000 + ms).saturating_add_signed(jump)),
            steady_ms: ZERO + ms,
        };
        for (at_ms, expected) in [(70_000, "Ann?"), (70_400, "Ann!")] {
            let body = Body::Pressed { button: Button::RedClock };
            let event = Event { game: 1, seq: live.seq, at_ms, body };
            live.seq += 1;
            let notes = live.game.apply(&event, at(at_ms.into())).unwrap();
            notes.into_iter().for_each(|note| live.game.note(note, at(at_ms.into())));
            assert_eq!(live.seats(80_000), format!("{expected} -"), "{jump}");
        }
        assert_eq!(live.claim(71_000, "b", "Bao"), "");
        assert!(live.game.has_lapsed(ZERO + 191_000, ZERO + 191_001), "{jump}");
    }
    // Read again after the wall clock was set back by an hour: two minutes from then on.
    let mut live = LiveGame::new();
    assert_eq!(live.claim(60_000, "w", "Ann"), "");
    let now = Moment { unix_ms: UnixMs(ZERO + 60_000 - 1_000), steady_ms: ZERO };
    let again = live.read_at(now);
    assert_eq!(again.view(&"".into(), "", ZERO).claims[0].len(), 1);
    assert!(again.has_lapsed(ZERO + 120_000, ZERO + 120_001));
}

/// A range of lost events is one line, however long it is.
#[test]
fn what_is_lost_is_one_line() {
    let mut live = LiveGame::new();
    live.play(5_000, "h2", "e2");
    live.log.push((LogEntry::Lost { lost: LostRange { from: 2, to: 90_000 } }, UnixMs(ZERO)));
    let again = live.read_again();
    assert_eq!(again.next(), 90_000);
    assert_eq!(doubts(&again).len(), 1);
    assert!(again.view(&"".into(), "", ZERO).moves.len() == 1);
}

/// A game whose number is in the future is stored and displayed, but not rated before an arbiter's
/// ruling.
#[test]
fn a_number_of_a_time_to_come_is_doubted() {
    let now = Moment { unix_ms: UnixMs(1_700_000_000_000), steady_ms: 1 };
    for (number, is_doubted) in
        [(1, false), (1_700_086_400, false), (1_700_086_401, true), (u32::MAX, true)]
    {
        let mut game = BoardGame::new(number);
        let event = Event {
            game: number,
            seq: 0,
            at_ms: 0,
            body: Body::Setup { settings: Settings::default() },
        };
        game.apply(&event, now).unwrap();
        assert_eq!(!doubts(&game).is_empty(), is_doubted, "{number}");
    }
}

/// Earlier versions stored notes separately, ordered by the wall clock.
#[test]
fn notes_of_earlier_versions() {
    let mut live = LiveGame::new();
    live.claim(1_000, "w", "Ann");
    live.correct(4_000, Correction::Names { red: "x".into(), black: "許".into() }).unwrap();
    live.settle(5_000, "w", Some("Ann")).unwrap();
    live.play(6_000, "h2", "e2");
    let (notes, events): (Vec<_>, Vec<_>) =
        live.log.iter().cloned().partition(|(entry, _)| matches!(entry, LogEntry::Note { .. }));
    let notes = notes.into_iter().map(|(entry, at_ms)| match entry {
        LogEntry::Note { note } => (Some(note), at_ms),
        _ => unreachable!("only notes"),
    });
    let events = events.into_iter().map(|(entry, at_ms)| (Some(entry), at_ms));
    let game = BoardGame::from_log(1, events.collect(), notes.collect(), moment(10_000));
    assert_eq!(
        game.view(&"".into(), "", ZERO + 10_000),
        live.game.view(&"".into(), "", ZERO + 10_000)
    );
    assert_eq!(game.claim("w", player("Bao"), ZERO + 10_000).unwrap_err().code, "claimed");
}

/// The number of plies that are followed is limited, whatever the board sends.
#[test]
fn the_number_of_plies_is_limited() {
    let mut live = LiveGame::new();
    for ply in 0..4_003_u32 {
        let (from, to) = [("h0", "g2"), ("h9", "g7"), ("g2", "h0"), ("g7", "h9")][ply as usize % 4];
        live.play(ply * 1_000, from, to);
    }
    let view = live.game.view(&"".into(), "", ZERO);
    assert_eq!(view.moves.len(), 4_000);
    assert_eq!(doubts(&live.game).len(), 1, "{:?}", doubts(&live.game));
    assert_eq!(live.read_again().view(&"".into(), "", ZERO).moves, view.moves);
}

/// A takeback restores the board, including captures and illegal moves.
#[test]
fn what_is_taken_back_leaves_the_board_as_it_was() {
    let plies =
        [("h2", "e2"), ("h9", "g7"), ("e2", "e6"), ("a9", "a5"), ("e6", "e6"), ("a5", "a0")];
    let mut live = LiveGame::new();
    let shown = |live: &LiveGame| {
        let view = live.game.view(&"".into(), "", ZERO);
        (view.position, view.moves, view.turn, doubts(&live.game).len())
    };
    let mut stood = vec![shown(&live)];
    for (at, (from, to)) in (1..).zip(plies) {
        live.play(at * 1_000, from, to);
        stood.push(shown(&live));
    }
    for left in (0..=plies.len()).rev() {
        for _ in 0..2 {
            live.receive(20_000, 20_000, Body::TakenBack { plies: left as u16 });
            assert_eq!(shown(&live), stood[left], "{left} plies left");
        }
    }
    assert_eq!(live.read_again().view(&"".into(), "", ZERO).position, stood[0].0);
}
