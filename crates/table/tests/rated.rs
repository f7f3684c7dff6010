//! Tests of rated tables: who may join, and what the log records.

use commit_reveal::{Salt, Seed};
use game::{Observer, Refusal, Seat};
use protocol::{Command, SeatPlan, Strength, TablePlan};
use table::{Event, Input, Member, Table};

fn plan(variant: &str, seats: u8) -> TablePlan {
    let mut plan = TablePlan {
        variant: variant.into(),
        options: String::new(),
        clock: "5+3".into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Open; seats.into()],
        start: None,
        training: false,
        rated: true,
        ..TablePlan::default()
    };
    plan.seats[0] = SeatPlan::Host;
    plan
}

fn member(id: &str) -> Member {
    let strength = Strength { rating: 1600, deviation: 80, provisional: false };
    Member { id: id.into(), strength }
}

fn open(plan: TablePlan, member: Option<&Member>) -> Result<Vec<Event>, Refusal> {
    table::open(plan, "Ada", member, Some(Salt::default()), Seed::new([7; 32]), 0)
}

fn join(table: &Table, name: &str, member: Option<&Member>) -> Result<Vec<Event>, Refusal> {
    table.decide(1, Input::Join { seat: None, name, member })
}

#[test]
fn plans_that_cannot_be_rated() {
    let computer = SeatPlan::Computer { level: "level-3".into(), resigns: false };
    let plain = plan("xiangqi", 2);
    let with = |seat: SeatPlan| TablePlan { seats: vec![SeatPlan::Host, seat], ..plain.clone() };
    for plan in [
        TablePlan { training: true, ..plain.clone() },
        TablePlan { start: Some("a position".into()), ..plain.clone() },
        with(computer),
        with(SeatPlan::Host),
        // Without the host in a seat, no account could open the rematch.
        TablePlan { seats: vec![SeatPlan::Open; 2], ..plain.clone() },
    ] {
        let refusal = open(plan.clone(), Some(&member("a"))).expect_err("not to be rated");
        assert_eq!(refusal.code, "rated", "{plan:?}: {refusal}");
    }
    assert_eq!(open(plan("xiangqi", 2), None).expect_err("a guest").code, "sign-in");
    open(plan("xiangqi", 2), Some(&member("a"))).expect("rated");
}

/// The table itself obeys the range, however a player comes to it. A rematch has none.
#[test]
fn only_players_in_the_range_of_ratings_join() {
    // The member has 1600 points.
    for (min_rating, max_rating, code) in [
        (0, 0, None),
        (1600, 1600, None),
        (1601, 0, Some(("rating-below", "1601"))),
        (1601, 1700, Some(("rating-below", "1601"))),
        (0, 1599, Some(("rating-above", "1599"))),
        (1500, 1599, Some(("rating-above", "1599"))),
    ] {
        let plan = TablePlan { min_rating, max_rating, ..plan("xiangqi", 2) };
        let table = Table::replay(&open(plan, Some(&member("a"))).expect("a table")).unwrap();
        let joined = join(&table, "Bo", Some(&member("b")));
        let refused = joined.err().map(|refusal| (refusal.code, refusal.values));
        let expected = code.map(|(code, limit)| (code, vec![limit.to_owned(), "1600".to_owned()]));
        assert_eq!(refused, expected, "{min_rating:?} {max_rating:?}");
        let rematch = table.rematch_plan();
        assert_eq!((rematch.min_rating, rematch.max_rating), (0, 0));
    }
    for (rated, min_rating, max_rating, code) in [
        (false, 1400, 0, "range-casual"),
        (false, 0, 1400, "range-casual"),
        (true, 1500, 1499, "rating-range"),
        (true, 10_000, 0, "rating-range"),
        (true, 0, 10_000, "rating-range"),
    ] {
        let plan = TablePlan { rated, min_rating, max_rating, ..plan("xiangqi", 2) };
        assert_eq!(open(plan, Some(&member("a"))).expect_err("no range").code, code);
    }
}

#[test]
fn a_rated_clock_is_fair_and_ends() {
    for (clock, is_rated) in [
        ("none", false),
        ("59s", false),
        ("60s", true),
        ("5+3", true),
        ("60+30", true),
        ("30-move", true),
        ("240", true),
        ("241", false),
        ("180+120", false),
        ("5+3/5+3", true),
        ("5+3/5+5", false),
    ] {
        let plan = TablePlan { clock: clock.into(), ..plan("xiangqi", 2) };
        match open(plan, Some(&member("a"))) {
            Ok(_) => assert!(is_rated, "{clock}"),
            Err(refusal) => {
                assert_eq!((refusal.code, is_rated), ("rated-clock", false), "{clock}: {refusal}");
            }
        }
    }
}

#[test]
fn rated_players_are_signed_in_and_have_one_seat() {
    let (ada, bo) = (member("a"), member("b"));
    let mut log = open(plan("sifang", 4), Some(&ada)).expect("a plan");
    let mut table = Table::replay(&log).expect("a table");
    for (name, guest, refused) in [
        ("Guest", None, Some("sign-in")),
        ("Ada again", Some(&ada), Some("seated")),
        ("Bo", Some(&bo), None),
        ("Bo", Some(&bo), Some("seated")),
        ("Cy", Some(&member("c")), None),
        ("Di", Some(&member("d")), None),
        ("Ed", Some(&member("e")), Some("seat-taken")),
    ] {
        match join(&table, name, guest) {
            Ok(events) => {
                assert_eq!(refused, None, "{name}");
                events.iter().for_each(|event| table.evolve(event).expect("decided here"));
                log.extend(events);
            }
            Err(refusal) => assert_eq!(Some(refusal.code), refused, "{name}: {refusal}"),
        }
    }
    assert!(table.has_started());
    assert!(table.snapshot(1, Observer::Spectator).rated);
    let strengths: Vec<_> = table.seat_states().iter().map(|seat| seat.strength).collect();
    assert_eq!(strengths, vec![Some(ada.strength); 4]);

    // The log restores everything.
    let read = |event: &Event| {
        let (public, secret) = event.to_columns();
        Event::from_columns(event.at_ms, &public, &secret).expect("an event")
    };
    let read: Vec<Event> = log.iter().map(read).collect();
    let again = Table::replay(&read).expect("a table");
    assert_eq!(again.players(), table.players());
    assert!(again.plan().rated);
}

/// An unrated table records the accounts of the players who have one, once each, and logs from before
/// accounts can be parsed.
#[test]
fn unrated_tables_record_accounts() {
    let unrated = TablePlan { rated: false, ..plan("xiangqi", 2) };
    let log = open(unrated.clone(), Some(&member("a"))).expect("a plan");
    let mut table = Table::replay(&log).expect("a table");
    let again = join(&table, "Ada", Some(&member("a"))).expect_err("seated");
    assert_eq!(again.code, "seated");
    for event in join(&table, "Bo", None).expect("an open seat") {
        table.evolve(&event).expect("decided here");
    }
    let members = table.players().iter().flatten().map(|player| player.member.clone());
    assert_eq!(members.collect::<Vec<_>>(), [Some(member("a")), None]);
    let by_guest = open(unrated, None).expect("a plan");
    for event in &by_guest {
        let (text, _) = event.to_columns();
        assert!(!text.contains("member"), "{text}");
    }
    let salt = "00".repeat(16);
    let old = format!(r#"{{"kind":"joined","seat":1,"name":"Bo","salt":"{salt}"}}"#);
    Event::from_columns(1, &old, "").expect("an event from before accounts");
}

/// A rated game is final once it is over.
#[test]
fn an_end_is_final() {
    let log = open(plan("xiangqi", 2), Some(&member("a"))).expect("a plan");
    let mut table = Table::replay(&log).expect("a table");
    for event in join(&table, "Bo", Some(&member("b"))).expect("an open seat") {
        table.evolve(&event).expect("decided here");
    }
    let put = |table: &mut Table, seat: u8, command: &Command| {
        let input = Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 };
        let events = table.decide(2, input)?;
        events.iter().for_each(|event| table.evolve(event).expect("decided here"));
        Ok::<(), Refusal>(())
    };
    let act = Command::Act { action: "h2e2".into() };
    put(&mut table, 0, &act).expect("a move");
    assert_eq!((table.plies(), table.is_over()), (1, false));
    put(&mut table, 1, &Command::Resign).expect("a resignation");
    assert!(table.is_over());
    let takeback = Command::Offer { offer: protocol::Offer::Takeback { plies: 1 } };
    for command in [act, Command::Resign, takeback, Command::Undo { plies: 1 }] {
        put(&mut table, 0, &command).expect_err("it is over");
    }
}

#[test]
fn the_ladder_is_the_variant_at_its_speed() {
    for (variant, clock, expected) in [
        ("xiangqi", "1+1", Some("xiangqi/bullet")),
        ("banqi", "5+3", Some("banqi/blitz")),
        ("undercover", "10+5", Some("undercover/rapid")),
        ("sifang", "30", Some("sifang/classical")),
        ("xiangqi", "none", Some("xiangqi/classical")),
        ("chess", "5+3", None),
        ("xiangqi", "soon", None),
    ] {
        let plan = TablePlan { clock: clock.into(), ..plan(variant, 2) };
        let ladder = table::ladder(&plan).map(|(variant, speed)| format!("{variant}/{speed}"));
        assert_eq!(ladder.as_deref(), expected, "{variant} {clock}");
    }
}
