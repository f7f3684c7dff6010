//! Tests of the log: every kind round-trips, and an impossible event is an error that names its
//! position.

use commit_reveal::{Salt, Seed};
use game::{Seat, Secret};
use protocol::{Claim, Command, GameId, Offer, SeatPlan, Strength, TablePlan};
use table::{Event, EventKind, Input, Member, RULES, SealedPlan, Table};

fn plan() -> TablePlan {
    TablePlan {
        variant: "undercover".into(),
        options: "first=red locks=1".into(),
        clock: "5+3".into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, SeatPlan::Open],
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    }
}

fn event(kind: EventKind) -> Event {
    Event { at_ms: 5, kind }
}

#[test]
fn every_kind_reads_back() {
    let strength = Strength { rating: 1600, deviation: 80, provisional: false };
    let member = Some(Member { id: "a".into(), strength });
    let sealed = Box::new(SealedPlan { plan: plan(), seed: Seed::new([7; 32]) });
    let (salt, commitment) = (Salt::default(), Salt::default().commitment());
    let salt = Some(salt);
    let opened = |commits_salts| {
        let sealed = sealed.clone();
        EventKind::Opened { rules: RULES, commits_salts, sealed }
    };
    for (kind, public, secret) in [
        (opened(false), r#"{"kind":"opened","rules":1}"#, "seed"),
        (opened(true), r#"{"kind":"opened","rules":1,"commits_salts":true}"#, "seed"),
        (
            EventKind::Joined { seat: 1, name: "Bo".into(), salt, member },
            r#"{"kind":"joined","seat":1,"name":"Bo","salt":"00000000000000000000000000000000","member":{"id":"a","strength":{"rating":1600,"deviation":80}}}"#,
            "",
        ),
        (
            EventKind::Joined { seat: 1, name: "Bo".into(), salt: None, member: None },
            r#"{"kind":"joined","seat":1,"name":"Bo"}"#,
            "",
        ),
        (
            EventKind::SaltCommitted { seat: 1, commitment },
            r#"{"kind":"salt-committed","seat":1,"commitment":"ca2867d502329b2420b5764acf1ef11b32d553a7976b50a94a5eb26df38d8ae8"}"#,
            "",
        ),
        (
            EventKind::SaltRevealed { seat: 1, salt: Salt::default() },
            r#"{"kind":"salt-revealed","seat":1,"salt":"00000000000000000000000000000000"}"#,
            "",
        ),
        (
            EventKind::Acted { seat: 0, action: "h2e2".into(), lag_ms: 0 },
            r#"{"kind":"acted","seat":0,"action":"h2e2"}"#,
            "",
        ),
        (
            EventKind::Acted { seat: 0, action: "h2e2".into(), lag_ms: 9 },
            r#"{"kind":"acted","seat":0,"action":"h2e2","lag_ms":9}"#,
            "",
        ),
        (
            EventKind::Chose { seat: 1, choice: Secret::new("mole:e3".into()) },
            r#"{"kind":"chose","seat":1}"#,
            "mole:e3",
        ),
        (
            EventKind::Offered { seat: 0, offer: Offer::Takeback { plies: 2 } },
            r#"{"kind":"offered","seat":0,"offer":{"kind":"takeback","plies":2}}"#,
            "",
        ),
        (EventKind::Accepted { seat: 1 }, r#"{"kind":"accepted","seat":1}"#, ""),
        (EventKind::Declined, r#"{"kind":"declined"}"#, ""),
        (EventKind::TakenBack { plies: 3 }, r#"{"kind":"taken-back","plies":3}"#, ""),
        (EventKind::Resigned { seat: 1 }, r#"{"kind":"resigned","seat":1}"#, ""),
        (EventKind::Flagged { seat: 1 }, r#"{"kind":"flagged","seat":1}"#, ""),
        (
            EventKind::Claimed { seat: 0, claim: Claim::Draw },
            r#"{"kind":"claimed","seat":0,"claim":"draw"}"#,
            "",
        ),
        (
            EventKind::TimeGiven { seat: 1, ms: 15_000 },
            r#"{"kind":"time-given","seat":1,"ms":15000}"#,
            "",
        ),
        (EventKind::Agreed, r#"{"kind":"agreed"}"#, ""),
        (
            EventKind::Peeked { seat: 0, square: "a1".into() },
            r#"{"kind":"peeked","seat":0,"square":"a1"}"#,
            "",
        ),
        (EventKind::Exhausted, r#"{"kind":"exhausted"}"#, ""),
        (EventKind::Paused, r#"{"kind":"paused"}"#, ""),
        (EventKind::Resumed, r#"{"kind":"resumed"}"#, ""),
        (EventKind::Credited { ms: 5 }, r#"{"kind":"credited","ms":5}"#, ""),
        (EventKind::RematchAgreed, r#"{"kind":"rematch-agreed"}"#, ""),
        (EventKind::Rematched { table: "x".into() }, r#"{"kind":"rematched","table":"x"}"#, ""),
        (EventKind::Leaving { table: "x".into() }, r#"{"kind":"leaving","table":"x"}"#, ""),
        (EventKind::Stayed, r#"{"kind":"stayed"}"#, ""),
        (EventKind::Moved { there: 1 }, r#"{"kind":"moved","there":1}"#, ""),
    ] {
        let event = event(kind);
        let (written, sealed) = event.to_columns();
        assert_eq!(written, public);
        assert!(sealed.contains(secret) && sealed.is_empty() == secret.is_empty());
        let again = Event::from_columns(event.at_ms, &written, &sealed)
            .unwrap_or_else(|error| panic!("{public}: {error}"));
        assert_eq!(again.to_columns(), (written, sealed));
        assert!(public.contains(&format!(r#""kind":"{}""#, event.kind_name())), "{public}");
        let seat = public.contains(r#""seat":"#);
        assert_eq!(event.seat().is_some(), seat, "{public}");
    }
}

#[test]
fn unreadable_events_say_why_and_keep_their_secret() {
    for (public, secret, why) in [
        ("", "", "EOF"),
        (r#"{"kind":"won"}"#, "", "unknown variant `won`"),
        (r#"{"kind":"resigned"}"#, "", "missing field `seat`"),
        (r#"{"kind":"taken-back","plies":-1}"#, "", "invalid value"),
        (r#"{"kind":"resigned","seat":1,"by":2}"#, "", "unknown field `by`"),
        (r#"{"kind":"opened"}"#, r#"{"seed":"5ec4e7"}"#, "the sealed plan, column"),
        (r#"{"kind":"opened"}"#, "5ec4e7", "the sealed plan, column"),
    ] {
        let error = Event::from_columns(0, public, secret).expect_err(public).to_string();
        assert!(error.contains(why), "{public}: {error}");
        assert!(!error.contains("5ec4e7"), "{error}");
    }
}

/// Log of a game in progress: set up, one move played.
fn log() -> Vec<Event> {
    let seed = Seed::new([7; 32]);
    let mut log = table::open(plan(), "Ada", None, Some(Salt::default()), seed, 0).expect("a plan");
    let mut table = Table::replay(&log).expect("a table");
    let mut put = |input: Input<'_>| {
        let events = table.decide(1, input).unwrap_or_else(|why| panic!("{input:?}: {why}"));
        events.iter().for_each(|event| table.evolve(event).expect("decided here"));
        log.extend(events);
    };
    put(Input::Join { seat: None, name: "Bo", member: None });
    for (seat, action) in
        [(0, "lock:c3"), (1, "lock:g6"), (0, "mole:e6"), (1, "mole:e3"), (0, "h2e2")]
    {
        let command = Command::Act { action: action.into() };
        put(Input::Seat { seat: Seat::new(seat), command: &command, lag_ms: 0 });
    }
    log
}

#[test]
fn impossible_logs_name_the_event() {
    let log = log();
    Table::replay(&log).expect("the log as it was");
    let last = log.len() as u64;
    let acted = |seat, action: &str| EventKind::Acted { seat, action: action.into(), lag_ms: 0 };
    let joined = |seat| EventKind::Joined {
        seat,
        name: "Cy".into(),
        salt: Some(Salt::default()),
        member: None,
    };
    let chose = |choice: &str| EventKind::Chose { seat: 1, choice: Secret::new(choice.into()) };
    for (kind, why) in [
        (log[0].kind.clone(), "the table is open already"),
        (joined(1), "seat 1 is taken"),
        (joined(7), "there is no seat 7"),
        (acted(0, "h9g7"), ""),
        (acted(1, "h9h1"), ""),
        (acted(1, "soon"), ""),
        (acted(9, "h9g7"), "there is no seat 9"),
        (chose("mole:e3"), "seat 1 cannot have chosen so"),
        (EventKind::Offered { seat: 9, offer: Offer::Draw }, "there is no seat 9"),
        (EventKind::Accepted { seat: 1 }, "there is no offer to consent to"),
        (EventKind::Declined, "there is no offer to decline"),
        (EventKind::TakenBack { plies: 2 }, "2 plies taken back where 1 were played"),
        (EventKind::TakenBack { plies: 0 }, "0 plies taken back where 1 were played"),
        (EventKind::Resigned { seat: 2 }, "there is no seat 2"),
        (EventKind::Claimed { seat: 2, claim: Claim::Win }, "there is no seat 2"),
        (EventKind::TimeGiven { seat: 2, ms: 1 }, "there is no seat 2"),
        (EventKind::Flagged { seat: 255 }, "there is no seat 255"),
        (EventKind::Peeked { seat: 3, square: "a1".into() }, "seat 3 is empty"),
        (EventKind::Resumed, "the clocks run already"),
        (EventKind::RematchAgreed, "there is no rematch to agree on"),
        (EventKind::Rematched { table: "x".into() }, "no rematch was waiting"),
        (EventKind::Leaving { table: "x".into() }, "the host does not wait alone"),
        (EventKind::Stayed, "the host was not leaving"),
        (EventKind::Moved { there: 1 }, "the host was not leaving"),
    ] {
        let mut log = log.clone();
        log.push(event(kind.clone()));
        let error = Table::replay(&log).expect_err(&format!("{kind:?}"));
        assert_eq!(error.seq, last, "{kind:?}: {error}");
        assert!(error.why.starts_with(why), "{kind:?}: {error}");
        assert!(!error.to_string().contains("mole"), "{error}");
    }
    // After the end, only a rematch is possible.
    let mut over = log.clone();
    over.push(event(EventKind::Resigned { seat: 1 }));
    Table::replay(&over).expect("a game that is over");
    for kind in [
        acted(1, "h9g7"),
        EventKind::Resigned { seat: 0 },
        EventKind::Flagged { seat: 0 },
        EventKind::Claimed { seat: 0, claim: Claim::Win },
        EventKind::TimeGiven { seat: 0, ms: 1 },
        EventKind::Agreed,
        EventKind::Exhausted,
        EventKind::Paused,
        EventKind::Credited { ms: 1 },
    ] {
        let mut log = over.clone();
        log.push(event(kind.clone()));
        let error = Table::replay(&log).expect_err(&format!("{kind:?}"));
        assert_eq!((error.seq, error.why.as_str()), (last + 1, "the game is over"), "{kind:?}");
    }
}

#[test]
fn logs_begin_with_a_table_under_known_rules() {
    let log = log();
    let opened = |rules, plan: TablePlan| {
        let sealed = Box::new(SealedPlan { plan, seed: Seed::new([7; 32]) });
        vec![event(EventKind::Opened { rules, commits_salts: false, sealed })]
    };
    let chess = TablePlan { variant: "chess".into(), ..plan() };
    let empty_plan = TablePlan { seats: Vec::new(), ..plan() };
    for (log, why) in [
        (Vec::new(), "the log is empty"),
        (log[1..].to_vec(), "`joined` where the table must be opened"),
        (opened(RULES + 1, plan()), "the game uses version 2 of the rules"),
        (opened(0, plan()), "the game uses version 0 of the rules"),
        (opened(RULES, chess), "expected a variant"),
        (opened(RULES, empty_plan), "a plan of 0 seats for undercover"),
    ] {
        let error = Table::replay(&log).expect_err(why);
        assert_eq!(error.seq, 0);
        assert!(error.why.starts_with(why), "{error}");
    }
    // Logs without a version follow the first version.
    let (_, secret) = log[0].to_columns();
    let old = Event::from_columns(0, r#"{"kind":"opened"}"#, &secret).expect("an event of old");
    Table::replay([&old]).expect("a table of old");
}

/// A player offers a draw and then ends the game by a move. The end voids the offer: a log with an
/// answer after the end could not be replayed.
#[test]
fn a_draw_offer_ends_with_the_game() {
    let start = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1".to_owned();
    let plan = TablePlan {
        variant: "xiangqi".into(),
        options: String::new(),
        clock: "none".into(),
        start: Some(start),
        ..plan()
    };
    let opened = table::open(plan, "Ada", None, None, Seed::new([7; 32]), 0).expect("a plan");
    let mut table = Table::replay(&opened).expect("a table");
    let join = Input::Join { seat: None, name: "Bo", member: None };
    table
        .decide(0, join)
        .expect("a seat")
        .iter()
        .for_each(|event| table.evolve(event).expect("decided here"));
    let put = |table: &mut Table, seat: u8, command: &Command| {
        let input = Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 };
        let events = table.decide(0, input).map_err(|refusal| refusal.code)?;
        events.iter().for_each(|event| table.evolve(event).expect("decided here"));
        Ok::<_, &str>(())
    };
    assert_eq!(put(&mut table, 0, &Command::Offer { offer: Offer::Draw }), Ok(()));
    assert_eq!(put(&mut table, 0, &Command::Act { action: "b7b9".into() }), Ok(()));
    assert!(table.is_over());
    let state = table.state(0, game::Observer::Spectator);
    assert_eq!((state.offer, state.end.map(|end| end.reason)), (None, Some("checkmate".into())));
    assert_eq!(put(&mut table, 1, &Command::Answer { yes: true }), Err("no-offer"));
    // Nor does it stand in the way of a rematch.
    assert_eq!(put(&mut table, 0, &Command::Offer { offer: Offer::Rematch }), Ok(()));
    assert_eq!(put(&mut table, 1, &Command::Answer { yes: true }), Ok(()));
    assert!(table.wants_rematch());
}

/// An event that is impossible is an error in every build, and not only while testing.
#[test]
fn an_impossible_event_is_refused() {
    let table = Table::replay(&log()).expect("a table");
    for kind in [EventKind::Resumed, EventKind::TakenBack { plies: 200 }] {
        let mut table = table.clone();
        let error = table.evolve(&Event { at_ms: 9, kind }).unwrap_err();
        assert!(!error.why.is_empty() && error.seq > 0, "{error}");
    }
}

/// A host who waits alone can leave for another table. Until the host stays, no player joins.
#[test]
fn a_host_who_waits_alone_can_move() {
    let opened = table::open(plan(), "Ada", None, None, Seed::new([7; 32]), 0).expect("a plan");
    let mut table = Table::replay(&opened).expect("a table");
    let join = Input::Join { seat: None, name: "Bo", member: None };
    let put = |table: &mut Table, input: Input<'_>| {
        let events = table.decide(0, input).map_err(|refusal| refusal.code)?;
        events.iter().for_each(|event| table.evolve(event).expect("decided here"));
        Ok::<_, &str>(())
    };
    let there = Input::Move { seat: Seat::new(1) };
    let (other, third) = (GameId::from("other"), GameId::from("third"));
    for (input, expected) in [
        (Input::Stay, Err("not-leaving")),
        (there, Err("not-leaving")),
        (Input::Leave { table: &other }, Ok(())),
        (Input::Leave { table: &third }, Err("not-alone")),
        (join, Err("seat-taken")),
        (Input::Stay, Ok(())),
        (Input::Leave { table: &third }, Ok(())),
        (there, Ok(())),
        (Input::Stay, Err("not-leaving")),
        (there, Err("not-leaving")),
        (join, Err("seat-taken")),
    ] {
        assert_eq!(put(&mut table, input), expected, "{input:?}");
    }
    let departure = table.departure().expect("the other table");
    assert_eq!((departure.table.as_str(), departure.seat), ("third", Some(1)));
    let mut full = Table::replay(&opened).expect("a table");
    assert_eq!(put(&mut full, join), Ok(()));
    assert_eq!(put(&mut full, Input::Leave { table: &other }), Err("not-alone"));
}
