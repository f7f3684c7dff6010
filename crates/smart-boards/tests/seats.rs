//! Claims on the seats of a board, and which games are rated.

mod live_game;

use boardlink::{Body, Button, Event, Result as Favours, Settings};
use clock::Speed;
use game::Reason;
use live_game::{LiveGame, ZERO, moment, player};
use protocol::{Correction, UnixMs};
use sensing::Occupancy;
use smart_boards::{BoardGame, Note};

#[test]
fn claims_that_are_refused() {
    assert_eq!(BoardGame::new(1).claim("w", player("Ann"), ZERO).unwrap_err().code, "no-game");
    let mut live = LiveGame::new();
    for (at, side, who, refused, seats) in [
        (1_000, "x", "Ann", "side", "- -"),
        (1_000, "w", "Ann", "", "Ann? -"),
        (3_000, "b", "Ann", "both-sides", "Ann? -"),
        (4_000, "b", "Bao", "", "Ann? Bao?"),
        // Claiming again starts the time anew.
        (60_000, "w", "Ann", "", "Ann? Bao?"),
        // Bao's claim has expired, and no other waits.
        (124_001, "b", "Cai", "", "Ann? Cai?"),
        (180_001, "w", "Bao", "", "Bao? Cai?"),
    ] {
        assert_eq!(live.claim(at, side, who), refused, "{who} for {side} at {at}");
        assert_eq!(live.seats(at), seats, "{who} for {side} at {at}");
    }
    assert!(live.game.has_lapsed(ZERO + 240_000, ZERO + 250_000), "Cai's");
    assert!(!live.game.has_lapsed(ZERO + 239_000, ZERO + 240_000));
}

#[test]
fn claims_come_to_an_end() {
    let mut live = LiveGame::new();
    let claims = (0..).find(|_| live.claim(1_000, "w", "Ann") == "too-many");
    assert_eq!(claims, Some(10));
    assert_eq!(live.claim(1_000, "b", "Ann"), "too-many", "nor the other side");
    assert_eq!(live.claim(1_000, "b", "Bao"), "", "another account can claim");
    live.settle(2_000, "w", Some("Ann")).expect("the arbiter's word is taken");
    assert_eq!(live.seats(3_000), "Ann! Bao?");
}

#[test]
fn what_confirms_a_claim() {
    use Button::{BlackClock, Draw, RedClock};
    // (name, events before the claim at 60 s as (at, received), the press likewise, confirmed)
    for (name, before, (at, heard), button, expected) in [
        ("the own button", &[][..], (70_000, 70_050), RedClock, true),
        ("the other button", &[], (70_000, 70_050), BlackClock, false),
        ("another button", &[], (70_000, 70_050), Draw, false),
        ("pressed before the claim, heard after it", &[], (59_000, 61_000), RedClock, false),
        ("a backlog, all from before the claim", &[], (30_000, 90_000), RedClock, false),
        ("late, but pressed after it", &[], (70_000, 100_000), RedClock, true),
        ("too late", &[], (180_001, 180_001), RedClock, false),
        ("just in time", &[], (180_000, 180_000), RedClock, true),
    ] {
        let mut live = LiveGame::new();
        for &(at, heard) in before {
            live.press(at, heard, Draw);
        }
        assert_eq!(live.claim(60_000, "w", "Ann"), "");
        live.press_twice(at, heard, button);
        let [red, black] = live.game.view(&"".into(), "", ZERO + 120_000).claims;
        assert_eq!(red.iter().any(|claim| claim.confirmed), expected, "{name}");
        assert_eq!(black, [], "{name}");
    }
}

/// Normal play presses the button once per move, which confirms no claim.
#[test]
fn a_claim_takes_two_presses() {
    for (name, presses, expected) in [
        ("one", &[70_000][..], false),
        ("two", &[70_000, 70_300], true),
        ("two at the last moment", &[70_000, 72_000], true),
        ("two too far apart", &[70_000, 72_001], false),
        ("of three the last two", &[70_000, 80_000, 80_500], true),
        ("one before the claim, one after it", &[59_500, 60_500], false),
    ] {
        let mut live = LiveGame::new();
        let mut presses = presses.iter().peekable();
        while let Some(&before) = presses.next_if(|&&at| at < 60_000) {
            live.press(before, before.into(), Button::RedClock);
        }
        assert_eq!(live.claim(60_000, "w", "Ann"), "");
        presses.for_each(|&at| live.press(at, at.into(), Button::RedClock));
        assert_eq!(live.seats(90_000), if expected { "Ann! -" } else { "Ann? -" }, "{name}");
    }
}

/// Two presses with another event in between are normal play.
#[test]
fn quick_play_confirms_nothing() {
    type Between = fn(&mut LiveGame);
    let cases: [(&str, Between, u32, bool); 5] = [
        ("nothing", |_| {}, 71_500, true),
        (
            "the other player's press",
            |live| live.press(70_900, 70_900, Button::BlackClock),
            71_500,
            false,
        ),
        ("another button", |live| live.press(70_900, 70_900, Button::Takeback), 71_500, false),
        ("a move", |live| live.play(70_900, "h2", "e2"), 71_500, false),
        ("time that goes back", |_| {}, 69_000, false),
    ];
    for (name, between, then, expected) in cases {
        let mut live = LiveGame::new();
        assert_eq!(live.claim(60_000, "w", "Ann"), "");
        live.press(70_000, 70_000, Button::RedClock);
        between(&mut live);
        live.press(then, 71_500, Button::RedClock);
        assert_eq!(live.seats(90_000), if expected { "Ann! -" } else { "Ann? -" }, "{name}");
    }
}

/// The bridge was disconnected since before the game began. A claim is made while it delivers the
/// backlog: the presses in it are older.
#[test]
fn a_game_that_comes_late_confirms_nothing() {
    let mut game = BoardGame::new(1);
    let hour = 3_600_000;
    let setup = Body::Setup { settings: Settings::default() };
    let press = |seq, at_ms| {
        let body = Body::Pressed { button: Button::RedClock };
        Event { game: 1, seq, at_ms, body }
    };
    let event = Event { game: 1, seq: 0, at_ms: 0, body: setup };
    assert_eq!(game.apply(&event, moment(hour)), Ok(vec![]));
    let claim = game.claim("w", player("Ann"), ZERO + hour + 10).unwrap();
    game.note(claim, moment(hour + 10));
    let plays = |name: &str| game.is_played_by(&player(name).id, ZERO + hour + 20);
    assert!(plays("Ann") && !plays("Bao"));
    assert_eq!(game.apply(&press(1, 20_000), moment(hour + 20)), Ok(vec![]));
    assert_eq!(game.apply(&press(2, 900_000), moment(hour + 20)), Ok(vec![]));
    // From here on, events arrive in time.
    let confirmed = Note::Confirmed { side: "w".into(), id: player("Ann").id };
    assert_eq!(game.apply(&press(3, 910_000), moment(hour + 10_020)), Ok(vec![]));
    assert_eq!(game.apply(&press(4, 911_000), moment(hour + 11_020)), Ok(vec![confirmed]));
}

#[test]
fn names_and_who_may_leave() {
    let mut live = LiveGame::new();
    live.correct(500, Correction::Names { red: "胡".into(), black: "許".into() }).unwrap();
    live.claim(1_000, "w", "Ann");
    assert_eq!(
        live.game.view(&"".into(), "", ZERO).names,
        ["胡", "許"],
        "a claim alone says nothing"
    );
    assert_eq!(live.game.withdraw("w", &player("Bao"), ZERO + 1_500).unwrap_err().code, "no-claim");
    let note = live.game.withdraw("w", &player("Ann"), ZERO + 2_000).unwrap();
    live.write(note, 2_000);
    assert_eq!(live.seats(2_000), "- -");
    live.claim(3_000, "w", "Ann");
    live.press_twice(4_000, 4_000, Button::RedClock);
    assert_eq!(live.game.view(&"".into(), "", ZERO).names, ["Ann", "許"]);
    assert_eq!(live.game.record().names, ["Ann", "許"]);
    assert_eq!(
        live.game.withdraw("w", &player("Ann"), ZERO + 5_000).unwrap_err().code,
        "confirmed"
    );
    assert_eq!(live.claim(6_000, "w", "Ann"), "claimed");
    assert_eq!(live.seats(900_000), "Ann! -", "what is certain does not lapse");

    // The arbiter may do what the players may not.
    assert!(live.settle(7_000, "b", Some("Bao")).is_err(), "there is no claim");
    assert!(live.settle(7_000, "w", Some("Bao")).is_err(), "Ann does");
    assert!(live.settle(7_000, "x", None).is_err());
    live.settle(8_000, "w", None).unwrap();
    assert_eq!(
        (live.seats(8_000), live.game.view(&"".into(), "", ZERO).names[0].as_str()),
        ("- -".into(), "胡")
    );
    live.claim(9_000, "b", "Bao");
    live.settle(10_000, "b", Some("Bao")).unwrap();
    assert_eq!(live.seats(10_000), "- Bao!");
}

#[test]
fn claims_after_the_end_wait_for_the_arbiter() {
    let mut live = LiveGame::new();
    live.play(5_000, "h2", "e2");
    live.claim(60_000, "w", "Ann");
    live.end(90_000, Reason::Resignation, Favours::Red);
    live.claim(100_000, "b", "Bao");
    assert_eq!(live.seats(9_000_000), "Ann? Bao?", "nothing lapses any more");
    assert!(!live.is_rated());
    live.settle(9_000_000, "w", Some("Ann")).unwrap();
    assert!(!live.is_rated());
    live.settle(9_000_001, "b", Some("Bao")).unwrap();
    let finish = live.game.finish().unwrap();
    assert!(finish.is_rated);
    assert_eq!(finish.ended_ms, UnixMs(ZERO + 90_000), "corrections keep it");
    assert_eq!((finish.speed, finish.clock.as_str()), (Speed::Rapid, "10+5"));
    assert_eq!((finish.plies, finish.reason), (1, Reason::Resignation));
    assert_eq!(finish.winner, Some(xiangqi::Side::Red));
    assert_eq!(finish.names, ["Ann", "Bao"]);
    assert_eq!(finish.accounts, [Some(player("Ann").id), Some(player("Bao").id)]);
}

/// Whether a game is rated, by what happened in it.
#[test]
fn what_counts() {
    type Happens = fn(&mut LiveGame);
    let ends: Happens = |live| live.end(80_000, Reason::Resignation, Favours::Red);
    let rules = |winner: Option<&str>| Correction::Result { winner: winner.map(str::to_owned) };
    let cases: [(&str, &[Happens], bool); 7] = [
        ("a game", &[ends], true),
        ("dropped", &[|live| live.end(80_000, Reason::Abandoned, Favours::Draw)], false),
        ("in doubt", &[|live| live.play(10_000, "a0", "a9"), ends], false),
        (
            "in doubt, and another move was played",
            &[
                |live| live.play(10_000, "a0", "a9"),
                ends,
                |live| {
                    let action = "h9g7".to_owned();
                    live.correct(90_000, Correction::Move { ply: 2, action }).unwrap();
                },
            ],
            true,
        ),
        (
            "torn",
            &[
                |live| {
                    live.game.lose(live.seq + 3);
                    live.seq += 3;
                },
                ends,
            ],
            false,
        ),
        ("a seat freed", &[ends, |live| live.settle(90_000, "w", None).unwrap()], false),
        (
            "a note changes nothing",
            &[ends, |live| live.correct(90_000, Correction::Note).unwrap()],
            true,
        ),
    ];
    for (name, happens, expected) in cases {
        let mut live = LiveGame::new();
        live.claim(100, "w", "Ann");
        live.claim(100, "b", "Bao");
        live.press_twice(1_000, 1_000, Button::RedClock);
        live.press_twice(2_000, 2_000, Button::BlackClock);
        live.play(5_000, "h2", "e2");
        assert_eq!(live.game.finish(), None, "{name}: it goes on");
        happens.iter().for_each(|happens| happens(&mut live));
        assert_eq!(live.is_rated(), expected, "{name}");
        if name != "a seat freed" {
            // The arbiter's ruling overrides every doubt except lost events.
            live.correct(99_000, rules(Some("b"))).unwrap();
            assert_eq!(live.is_rated(), name != "torn", "{name}, ruled on");
            let finish = live.game.finish().unwrap();
            assert_eq!(
                (finish.reason, finish.ended_ms),
                (Reason::Arbiter, UnixMs(ZERO + 80_000)),
                "{name}"
            );
        }
    }
    let mut live = LiveGame::new();
    live.end(1_000, Reason::Abandoned, Favours::Draw);
    assert_eq!(live.game.finish(), None, "no move was made");
}

/// An arbiter's ruling stays even if the board later ends the game differently.
#[test]
fn a_ruling_stands() {
    let mut live = LiveGame::new();
    live.play(5_000, "h2", "e2");
    live.correct(6_000, Correction::Result { winner: Some("b".into()) }).unwrap();
    live.end(9_000, Reason::Resignation, Favours::Red);
    let finish = live.game.finish().unwrap();
    assert_eq!((finish.reason, finish.ended_ms), (Reason::Arbiter, UnixMs(ZERO + 6_000)));
    assert_eq!(live.read_again().finish(), Some(finish));
}

#[test]
fn a_restart_changes_nothing() {
    let mut live = LiveGame::new();
    live.claim(100, "w", "Ann");
    live.claim(200, "b", "Cai");
    live.press_twice(1_000, 1_000, Button::RedClock);
    live.play(5_000, "h2", "e2");
    // Sensor readings are not stored; the disagreement is.
    live.write(Note::Misread { ply: 1, action: "h2e2".into(), read: "h2d2".into() }, 5_000);
    live.correct(6_000, Correction::Names { red: "x".into(), black: "許".into() }).unwrap();
    live.claim(130_000, "b", "Bao");
    live.press_twice(131_000, 131_000, Button::BlackClock);
    live.end(140_000, Reason::Agreement, Favours::Draw);
    let shown = live.game.view(&"0a".into(), "Table 1", ZERO + 150_000);
    assert_eq!(shown.doubts.len(), 1);
    assert_eq!(shown.names, ["Ann", "Bao"]);
    let again = live.read_again();
    assert_eq!(again.view(&"0a".into(), "Table 1", ZERO + 150_000), shown);
    assert_eq!(again.finish(), live.game.finish());
    assert!(!live.is_rated(), "in doubt");
}

/// Notes of versions before seat claims are plain corrections.
#[test]
fn texts_of_notes() {
    let old = r#"{"at_ms":7,"by":"Wu","what":"note","why":"seen"}"#;
    let Ok(Note::Correction(correction)) = serde_json::from_str(old) else { panic!("{old}") };
    assert_eq!(serde_json::to_string(&Note::Correction(correction)).unwrap(), old);
    let claimed = Note::Claimed { side: "w".into(), player: player("Ann"), presses: 2 };
    let text = r#"{"claimed":{"side":"w","player":{"id":"id of Ann","name":"Ann"},"presses":2}}"#;
    assert_eq!(serde_json::to_string(&claimed).unwrap(), text);
    assert_eq!(serde_json::from_str::<Note>(&text.replace(",\"presses\":2", "")).unwrap(), claimed);
    let withdrawn = Note::Withdrawn { side: "w".into(), id: None };
    assert_eq!(serde_json::from_str::<Note>(r#"{"withdrawn":{"side":"w"}}"#).unwrap(), withdrawn);
}

/// The second referee resumes a stored game and continues reading.
#[test]
fn the_sensors_after_a_restart() {
    for plies in [&[][..], &[("h2", "e2"), ("h9", "g7")]] {
        let mut live = LiveGame::new();
        let mut seen: Occupancy = "1ff/000/082/155/000/000/155/082/000/1ff".parse().unwrap();
        for (at, (from, to)) in (1..).zip(plies) {
            live.play(at * 1_000, from, to);
            seen = moved(seen, from, to);
        }
        live.game = live.read_again();
        live.see(1, 5_000, seen);
        live.see(2, 7_000, seen.with("b0".parse().unwrap(), false));
        live.see(3, 7_300, moved(seen, "b0", "a2"));
        live.play(8_000, "b0", "c2");
        live.see(3, 8_000, moved(seen, "b0", "a2"));
        let ply = plies.len() as u16 + 1;
        let misread = Note::Misread { ply, action: "b0c2".into(), read: "b0a2".into() };
        assert_eq!(live.notes().last(), Some(&&misread), "{plies:?}");
    }
}

fn moved(seen: Occupancy, from: &str, to: &str) -> Occupancy {
    seen.with(from.parse().unwrap(), false).with(to.parse().unwrap(), true)
}

/// Claims on one seat do not block each other: each waiting claim needs a different number of
/// presses.
#[test]
fn the_press_decides_between_claims() {
    // The claims on Red's seat in order, the number of presses, and whether another event follows.
    for (claims, presses, then, seats) in [
        (&["Ann", "Bao"][..], 2, false, "Ann?,Bao?3"),
        (&["Ann", "Bao"], 2, true, "Ann!"),
        (&["Ann", "Bao"], 3, false, "Bao!"),
        (&["Ann", "Bao", "Cai"], 3, false, "Ann?,Bao?3,Cai?4"),
        (&["Ann", "Bao", "Cai"], 3, true, "Bao!"),
        (&["Ann", "Bao", "Cai"], 4, false, "Cai!"),
        (&["Ann", "Bao", "Cai"], 1, true, "Ann?,Bao?3,Cai?4"),
        (&["Ann", "Bao", "Ann"], 2, true, "Ann!"),
        // The seventh claim replaces the first, whose player has to claim again.
        (&["A", "B", "C", "D", "E", "F", "G"], 2, true, "G!"),
        (&["A", "B", "C", "D", "E", "F", "G"], 0, true, "B?3,C?4,D?5,E?6,F?7,G?"),
    ] {
        let mut live = LiveGame::new();
        claims.iter().for_each(|who| assert_eq!(live.claim(60_000, "w", who), ""));
        for press in 0..presses {
            let at = 70_000 + 400 * press;
            live.press(at, at.into(), Button::RedClock);
        }
        if then {
            live.play(75_000, "h2", "e2");
        }
        assert_eq!(live.seats(80_000), format!("{seats} -"), "{claims:?} {presses} {then}");
        assert_eq!(
            live.read_at(moment(80_000)).view(&"".into(), "", ZERO + 80_000).claims,
            live.game.view(&"".into(), "", ZERO + 80_000).claims
        );
    }
}

/// A series of presses that began before a claim does not count for it, and an ambiguous one
/// confirms none.
#[test]
fn ambiguous_presses_confirm_no_claim() {
    let mut live = LiveGame::new();
    live.claim(60_000, "w", "Ann");
    live.claim(60_000, "w", "Bao");
    live.press(70_000, 70_000, Button::RedClock);
    assert_eq!(live.claim(70_100, "w", "Ann"), "");
    // Bao's third press, and Ann's second since her claim.
    live.press(70_400, 70_400, Button::RedClock);
    live.press(70_800, 70_800, Button::RedClock);
    live.play(75_000, "h2", "e2");
    assert_eq!(live.seats(80_000), "Bao?3,Ann? -");
}

/// Presses just before the end of the game still confirm.
#[test]
fn a_press_counts_when_the_game_ends_right_after() {
    let mut live = LiveGame::new();
    live.play(5_000, "h2", "e2");
    for who in ["Ann", "Bao"] {
        live.claim(60_000, "w", who);
    }
    live.press_twice(70_000, 70_000, Button::RedClock);
    live.end(71_000, Reason::Resignation, Favours::Red);
    assert_eq!(live.game.finish().unwrap().names, ["Ann", ""]);
    assert_eq!(live.read_again().finish(), live.game.finish());
}
