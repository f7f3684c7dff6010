//! Who holds the seats of a board, and what of its games counts.

use boardlink::{Body, Button, Clock, Event, Left, Piece, Point, Result as Favours, Settings};
use clock::Speed;
use game::Reason;
use protocol::{Correction, EboardCorrection, SeatClaim};
use sensing::Occupancy;
use smart_boards::{BoardGame, Claimant, Note};

/// The server's time at which the game's was zero.
const ZERO: u64 = 1_000_000;

/// A game that is told live, and what the store would hold of it.
struct LiveGame {
    game: BoardGame,
    seq: u32,
    log: Vec<(Event, u64)>,
    notes: Vec<(Note, u64)>,
}

impl LiveGame {
    fn new() -> LiveGame {
        let mut live =
            LiveGame { game: BoardGame::new(1), seq: 0, log: Vec::new(), notes: Vec::new() };
        let clock = Clock { main_ms: 600_000, increment_ms: 5_000, ..Clock::default() };
        live.receive(
            0,
            0,
            Body::Setup { settings: Settings { clocks: [clock; 2], ..Settings::default() } },
        );
        live
    }

    /// An event of the game's time `at` is heard when the game's time is `heard`.
    fn receive(&mut self, at: u32, heard: u64, body: Body) {
        let event = Event { game: 1, seq: self.seq, at_ms: at, body };
        self.seq += 1;
        self.log.push((event, ZERO + heard));
        if let Some(note) = self.game.apply(&event, ZERO + heard).expect("in order") {
            self.write(note, heard);
        }
    }

    fn write(&mut self, note: Note, at: u64) {
        self.notes.push((note.clone(), ZERO + at));
        self.game.note(note, ZERO + at);
    }

    fn press(&mut self, at: u32, heard: u64, button: Button) {
        self.receive(at, heard, Body::Pressed { button });
    }

    /// Twice, the second time then.
    fn press_twice(&mut self, at: u32, heard: u64, button: Button) {
        self.press(at - 400, heard - 400, button);
        self.press(at, heard, button);
    }

    fn play(&mut self, at: u32, from: &str, to: &str) {
        let nothing = Piece::new(0).expect("none");
        let left = [Left { main_ms: 590_000, periods: 0 }; 2];
        let (from, to) = (point(from), point(to));
        let body = Body::Move { from, to, piece: nothing, captured: nothing, stood_ms: 400, left };
        self.receive(at, at.into(), body);
    }

    fn end(&mut self, at: u32, reason: Reason, result: Favours) {
        let reason = Reason::ALL.iter().position(|known| *known == reason).expect("a reason");
        self.receive(at, at.into(), Body::End { reason: reason as u8, result });
    }

    /// The code of the refusal, or nothing.
    fn claim(&mut self, at: u64, side: &str, who: &str) -> &'static str {
        match self.game.claim(side, player(who), ZERO + at) {
            Ok(note) => self.write(note, at),
            Err(refusal) => return refusal.code,
        }
        ""
    }

    fn correct(&mut self, at: u64, what: Correction) -> Result<(), String> {
        let (by, why) = ("Wu".to_owned(), "seen".to_owned());
        let correction = EboardCorrection { at_ms: ZERO + at, by, what, why };
        let note = self.game.correct(correction, ZERO + at)?;
        self.write(note, at);
        Ok(())
    }

    fn settle(&mut self, at: u64, side: &str, player: Option<&str>) -> Result<(), String> {
        let player = player.map(str::to_owned);
        self.correct(at, Correction::Seat { side: side.into(), player })
    }

    /// `Ann?` for a claim, `Ann!` for a seat that is held for certain, `-` for nobody.
    fn seats(&self, at: u64) -> String {
        let shown = |claim: &Option<SeatClaim>| match claim {
            None => "-".to_owned(),
            Some(claim) => format!("{}{}", claim.player, if claim.confirmed { '!' } else { '?' }),
        };
        self.game.view("", "", ZERO + at).claims.each_ref().map(shown).join(" ")
    }

    fn is_rated(&self) -> bool {
        self.game.finish().expect("it is over").is_rated
    }

    /// The same game as a server reads it from its store.
    fn read_again(&self) -> BoardGame {
        let events = self.log.iter().map(|(event, heard_ms)| (Some(*event), *heard_ms)).collect();
        // Through the text that is stored.
        let stored = |note| serde_json::to_string(note).expect("json");
        let read = |text: String| serde_json::from_str(&text).expect("a note");
        let notes = self.notes.iter().map(|(note, at_ms)| (Some(read(stored(note))), *at_ms));
        BoardGame::from_logs(1, events, notes.collect())
    }
}

fn player(name: &str) -> Claimant {
    Claimant { id: format!("id of {name}"), name: name.to_owned() }
}

fn point(name: &str) -> Point {
    let square: xiangqi::Square = name.parse().expect("a point");
    Point::new(sensing::point_index(square) as u8).expect("a point")
}

#[test]
fn claims_that_are_refused() {
    assert_eq!(BoardGame::new(1).claim("w", player("Ann"), ZERO).unwrap_err().code, "no-game");
    let mut live = LiveGame::new();
    for (at, side, who, refused, seats) in [
        (1_000, "x", "Ann", "side", "- -"),
        (1_000, "w", "Ann", "", "Ann? -"),
        (2_000, "w", "Bao", "claimed", "Ann? -"),
        (3_000, "b", "Ann", "both-sides", "Ann? -"),
        (4_000, "b", "Bao", "", "Ann? Bao?"),
        // Whoever asks again has time again.
        (60_000, "w", "Ann", "", "Ann? Bao?"),
        (124_001, "w", "Cai", "claimed", "Ann? -"),
        // Bao's has lapsed.
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
    assert_eq!(live.claim(1_000, "b", "Bao"), "", "but somebody else");
    live.settle(2_000, "w", Some("Ann")).expect("the arbiter's word is taken");
    assert_eq!(live.seats(3_000), "Ann! Bao?");
}

#[test]
fn what_confirms_a_claim() {
    use Button::{BlackClock, Draw, RedClock};
    // (name, events before the claim at 60 s as (at, heard), the press as (at, heard), confirmed)
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
        let [red, black] = live.game.view("", "", ZERO + 120_000).claims;
        assert_eq!(red.is_some_and(|claim| claim.confirmed), expected, "{name}");
        assert_eq!(black, None, "{name}");
    }
}

/// Whoever only plays presses once a move, and confirms nobody's claim.
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

/// Two presses with something between them are play.
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

/// The bridge was away since before the game began. A claim is made while it delivers: presses that
/// come later were made long before.
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
    assert_eq!(game.apply(&event, ZERO + hour), Ok(None));
    let claim = game.claim("w", player("Ann"), ZERO + hour + 10).unwrap();
    game.note(claim, ZERO + hour + 10);
    assert_eq!(game.apply(&press(1, 20_000), ZERO + hour + 20), Ok(None));
    assert_eq!(game.apply(&press(2, 900_000), ZERO + hour + 20), Ok(None));
    // From here on it is prompt.
    let confirmed = Note::Confirmed { side: "w".into(), id: player("Ann").id };
    assert_eq!(game.apply(&press(3, 910_000), ZERO + hour + 10_020), Ok(None));
    assert_eq!(game.apply(&press(4, 911_000), ZERO + hour + 11_020), Ok(Some(confirmed)));
}

#[test]
fn names_and_who_may_leave() {
    let mut live = LiveGame::new();
    live.correct(500, Correction::Names { red: "胡".into(), black: "許".into() }).unwrap();
    live.claim(1_000, "w", "Ann");
    assert_eq!(live.game.view("", "", ZERO).names, ["胡", "許"], "a claim alone says nothing");
    assert_eq!(live.game.withdraw("w", &player("Bao"), ZERO + 1_500).unwrap_err().code, "no-claim");
    let note = live.game.withdraw("w", &player("Ann"), ZERO + 2_000).unwrap();
    live.write(note, 2_000);
    assert_eq!(live.seats(2_000), "- -");
    live.claim(3_000, "w", "Ann");
    live.press_twice(4_000, 4_000, Button::RedClock);
    assert_eq!(live.game.view("", "", ZERO).names, ["Ann", "許"]);
    assert_eq!(live.game.record().names, ["Ann", "許"]);
    assert_eq!(
        live.game.withdraw("w", &player("Ann"), ZERO + 5_000).unwrap_err().code,
        "confirmed"
    );
    assert_eq!(live.claim(6_000, "w", "Ann"), "claimed");
    assert_eq!(live.seats(900_000), "Ann! -", "what is certain does not lapse");

    // The arbiter may do what the players may not.
    assert!(live.settle(7_000, "b", Some("Bao")).is_err(), "nobody claims it");
    assert!(live.settle(7_000, "w", Some("Bao")).is_err(), "Ann does");
    assert!(live.settle(7_000, "x", None).is_err());
    live.settle(8_000, "w", None).unwrap();
    assert_eq!(
        (live.seats(8_000), live.game.view("", "", ZERO).names[0].as_str()),
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
    assert_eq!(finish.ended_ms, ZERO + 90_000, "corrections keep it");
    assert_eq!((finish.speed, finish.clock.as_str()), (Speed::Rapid, "10+5"));
    assert_eq!((finish.plies, finish.reason), (1, Reason::Resignation));
    assert_eq!(finish.winner, Some(xiangqi::Side::Red));
    assert_eq!(finish.names, ["Ann", "Bao"]);
    assert_eq!(finish.accounts, [Some(player("Ann").id), Some(player("Bao").id)]);
}

/// What a game counts, by what happened in it.
#[test]
fn what_counts() {
    type Happens = fn(&mut LiveGame);
    let ends: Happens = |live| live.end(80_000, Reason::Checkmate, Favours::Red);
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
            // The arbiter's word settles every doubt but what is lost.
            live.correct(99_000, rules(Some("b"))).unwrap();
            assert_eq!(live.is_rated(), name != "torn", "{name}, ruled on");
            let finish = live.game.finish().unwrap();
            assert_eq!(
                (finish.reason, finish.ended_ms),
                (Reason::Arbiter, ZERO + 80_000),
                "{name}"
            );
        }
    }
    let mut live = LiveGame::new();
    live.end(1_000, Reason::Abandoned, Favours::Draw);
    assert_eq!(live.game.finish(), None, "nobody has moved");
}

/// What the end of a game is committed with is what the game says once it is taken in.
#[test]
fn the_end_is_known_beforehand() {
    let mut live = LiveGame::new();
    live.play(5_000, "h2", "e2");
    let reason = Reason::ALL.iter().position(|reason| *reason == Reason::FlagFall).unwrap() as u8;
    let body = Body::End { reason, result: Favours::Black };
    let event = Event { game: 1, seq: live.seq, at_ms: 70_000, body };
    let foreseen = live.game.finish_with(&event, ZERO + 70_030);
    assert!(foreseen.is_some());
    live.receive(70_000, 70_030, body);
    assert_eq!(live.game.finish(), foreseen);
    let other = Event { body: Body::Restored, ..event };
    assert_eq!(live.game.finish_with(&other, ZERO), None);
}

/// An arbiter's ruling stands, even when the board ends the game later and otherwise.
#[test]
fn a_ruling_stands() {
    let mut live = LiveGame::new();
    live.play(5_000, "h2", "e2");
    live.correct(6_000, Correction::Result { winner: Some("b".into()) }).unwrap();
    live.end(9_000, Reason::Resignation, Favours::Red);
    let finish = live.game.finish().unwrap();
    assert_eq!((finish.reason, finish.ended_ms), (Reason::Arbiter, ZERO + 6_000));
    assert_eq!(live.read_again().finish(), Some(finish));
}

#[test]
fn a_restart_changes_nothing() {
    let mut live = LiveGame::new();
    live.claim(100, "w", "Ann");
    live.claim(200, "b", "Cai");
    live.press_twice(1_000, 1_000, Button::RedClock);
    live.play(5_000, "h2", "e2");
    // What the sensors said is not stored; that they disagreed is.
    live.write(Note::Misread { ply: 1, action: "h2e2".into(), read: "h2d2".into() }, 5_000);
    live.correct(6_000, Correction::Names { red: "x".into(), black: "許".into() }).unwrap();
    live.claim(130_000, "b", "Bao");
    live.press_twice(131_000, 131_000, Button::BlackClock);
    live.end(140_000, Reason::Agreement, Favours::Draw);
    let shown = live.game.view("0a", "Table 1", ZERO + 150_000);
    assert_eq!(shown.doubts.len(), 1);
    assert_eq!(shown.names, ["Ann", "Bao"]);
    let again = live.read_again();
    assert_eq!(again.view("0a", "Table 1", ZERO + 150_000), shown);
    assert_eq!((again.finish(), again.notes()), (live.game.finish(), live.notes.len() as u64));
    assert!(!live.is_rated(), "in doubt");
}

/// Audit logs of before there were seats hold corrections alone.
#[test]
fn texts_of_notes() {
    let old = r#"{"at_ms":7,"by":"Wu","what":"note","why":"seen"}"#;
    let Ok(Note::Correction(correction)) = serde_json::from_str(old) else { panic!("{old}") };
    assert_eq!(serde_json::to_string(&Note::Correction(correction)).unwrap(), old);
    let claimed = Note::Claimed { side: "w".into(), player: player("Ann") };
    let text = r#"{"claimed":{"side":"w","player":{"id":"id of Ann","name":"Ann"}}}"#;
    assert_eq!(serde_json::to_string(&claimed).unwrap(), text);
    assert_eq!(serde_json::from_str::<Note>(text).unwrap(), claimed);
}

/// The second referee takes a stored game up and reads on.
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
        live.game.see(5_000, seen);
        live.game.see(7_000, seen.with("b0".parse().unwrap(), false));
        live.game.see(7_300, moved(seen, "b0", "a2"));
        live.play(8_000, "b0", "c2");
        let ply = plies.len() as u16 + 1;
        let misread = Note::Misread { ply, action: "b0c2".into(), read: "b0a2".into() };
        assert_eq!(live.notes.last().map(|(note, _)| note), Some(&misread), "{plies:?}");
    }
}

fn moved(seen: Occupancy, from: &str, to: &str) -> Occupancy {
    seen.with(from.parse().unwrap(), false).with(to.parse().unwrap(), true)
}
