use super::*;
use crate::stored::{ASIDE, tests::Memory};
use commit_reveal::{Salt, Seed};
use game::Seat;
use protocol::{Command, GameId, SeatPlan, TablePlan};
use table::Input;

const ROOM: usize = 5_000_000;

/// The events of a game of xiangqi for two at one device, after some moves.
fn events(moves: &[&str]) -> Vec<Event> {
    let plan = TablePlan {
        variant: "xiangqi".to_owned(),
        options: String::new(),
        clock: "none".to_owned(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, SeatPlan::Host],
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    };
    let seed = Seed::new([7; 32]);
    let mut events =
        table::open(plan, "Ada", None, Some(Salt::default()), seed, 0).expect("a plan");
    let mut table = Table::replay(&events).expect("a table");
    for (seat, action) in [0, 1].into_iter().cycle().zip(moves) {
        let command = Command::Act { action: (*action).to_owned() };
        let input = Input::Seat { seat: Seat::new(seat), command: &command, lag_ms: 0 };
        for event in table.decide(1_000, input).expect("a move") {
            table.evolve(&event).expect("decided here");
            events.push(event);
        }
    }
    events
}

fn id(number: u32) -> Option<GameId> {
    Some(format!("{number:010x}").into())
}

fn ids(memory: &Memory) -> Vec<String> {
    list(memory, || id(99)).iter().map(|journal| journal.id().to_string()).collect()
}

/// The keys without those of values that were set aside.
fn keys(memory: &Memory) -> Vec<String> {
    memory.entries().into_keys().filter(|key| !key.starts_with(ASIDE)).collect()
}

/// Stores a game as versions before the list of games did.
fn store_single(memory: &Memory, events: &[Event]) {
    let single = Journal { storage: memory, id: GameId::default() };
    assert!(single.append(events));
}

#[test]
fn games_are_stored_side_by_side() {
    let memory = Memory::new(ROOM);
    let (short, long) = (events(&["h2e2"]), events(&["h2e2", "h9g7"]));
    let one = Journal::begin(&memory, id(1).expect("an id"), &short).expect("room");
    let two = Journal::begin(&memory, id(2).expect("an id"), &long).expect("room");
    assert_eq!(ids(&memory), ["0000000002", "0000000001"]);
    assert!(one.put_first());
    assert_eq!(ids(&memory), ["0000000001", "0000000002"]);
    assert_eq!(two.load().expect("a game").0.plies(), 2);
    let before = memory.entries();
    let removed = one.remove();
    assert_eq!(ids(&memory), ["0000000002"]);
    assert!(removed.bring_back());
    assert_eq!(memory.entries(), before);
    two.note_seen(5_000);
    assert_eq!((two.away_ms(7_000), two.away_ms(1_000), one.away_ms(7_000)), (2_000, 0, 0));
}

#[test]
fn a_game_of_an_earlier_version_is_adopted() {
    let memory = Memory::new(ROOM);
    let events = events(&["h2e2", "h9g7"]);
    store_single(&memory, &events);
    assert_eq!(ids(&memory), ["0000000063"]);
    assert_eq!(memory.get("chuhe.game.count"), None);
    let journal = Journal::of(&memory, &"".into(), || id(98)).expect("a game");
    assert_eq!(journal.load().expect("a game").0.plies(), 2);
}

/// A full storage loses no game, for every amount of room from none to enough.
#[test]
fn a_full_storage_loses_no_game() {
    let events = events(&["h2e2", "h9g7"]);
    let single = Memory::new(ROOM);
    store_single(&single, &events);
    let needed = single.used();
    let mut adopted = 0;
    for room in (needed..3 * needed).step_by(37) {
        let memory = Memory::new(room);
        store_single(&memory, &events);
        let before = memory.entries();
        let listed = ids(&memory);
        if listed.is_empty() {
            assert_eq!(memory.entries(), before, "{room} bytes: the game is where it was");
        } else {
            adopted += 1;
            let journal = Journal::of(&memory, &"".into(), || None).expect("a game");
            assert_eq!(journal.events().len(), events.len(), "{room} bytes");
            assert_eq!(memory.get("chuhe.game.count"), None);
        }
    }
    assert!(adopted > 0, "the game is adopted where there is room");
}

/// What does not fit leaves nothing behind: a new game, more events, a game that is restored.
#[test]
fn a_write_that_fails_leaves_nothing_behind() {
    let (short, long) = (events(&["h2e2"]), events(&["h2e2", "h9g7", "h0g2"]));
    let whole = Memory::new(ROOM);
    let journal = Journal::begin(&whole, id(1).expect("an id"), &short).expect("room");
    journal.note_seen(1);
    let needed = whole.used();
    for room in (needed..needed + 1_500).step_by(23) {
        let memory = Memory::new(room);
        let journal = Journal::begin(&memory, id(1).expect("an id"), &short).expect("room");
        let before = memory.entries();
        if !journal.append(&long[short.len()..]) {
            assert_eq!(memory.entries(), before, "{room} bytes: more events");
        }
        let before = memory.entries();
        if Journal::begin(&memory, id(2).expect("an id"), &long).is_none() {
            assert_eq!(memory.entries(), before, "{room} bytes: a new game");
        }
        let removed = journal.remove();
        let before = keys(&memory);
        // Something else takes the room.
        while memory.set(&format!("other.{}", memory.used()), "0123456789") {}
        let with_other = memory.entries();
        if !removed.bring_back() {
            assert_eq!(memory.entries(), with_other, "{room} bytes: a game that is restored");
        }
        for key in memory.keys("other.") {
            memory.remove(&key);
        }
        assert!(removed.bring_back(), "{room} bytes: {before:?}");
    }
}

/// Anything may be stored under any key: no panic, no loop without end, and the games that can be
/// read are listed.
#[test]
fn hostile_values_stop_nothing() {
    let huge = "9".repeat(300);
    let many = serde_json::to_string(&vec!["0000000001"; 5_000]).expect("plain data");
    let long = format!("[\"{}\"]", "a".repeat(1_000_000));
    let hostile = [
        "",
        " ",
        "null",
        "0",
        "-1",
        "1000000000",
        "18446744073709551615",
        "18446744073709551616",
        "1e9",
        "NaN",
        "[]",
        "{}",
        "[null]",
        "[\"../..\"]",
        "[\"\"]",
        "[1,2",
        "\"\\ud800\"",
        "\u{0}",
        "💥",
        "[18446744073709551615,\"{}\",\"\"]",
        "[0,\"{\\\"kind\\\":\\\"acted\\\"}\",\"\"]",
        &huge,
        &many,
        &long,
    ];
    let game = events(&["h2e2", "h9g7"]);
    let memory = Memory::new(ROOM);
    Journal::begin(&memory, id(1).expect("an id"), &game).expect("room").note_seen(1);
    store_single(&memory, &game);
    let stored = memory.entries();
    assert!(stored.len() > 8);
    for key in stored.keys().map(String::as_str).chain(["chuhe.game.0000000001.about"]) {
        for value in hostile {
            let memory = Memory::new(ROOM);
            for (key, text) in &stored {
                assert!(memory.set(key, text));
            }
            assert!(memory.set(key, value));
            let place = format!("{key} = {:.40}", value);
            let journals = list(&memory, || id(99));
            assert!(journals.len() <= 2, "{place}");
            for journal in &journals {
                let _ = (journal.tip(), journal.noted(), journal.noted_game());
                let _ = journal.away_ms(u64::MAX);
                if let Some((table, fits)) = journal.load() {
                    assert!(table.plies() <= 2, "{place}");
                    journal.cut(fits);
                }
                assert!(journal.put_first(), "{place}");
            }
            // The logs are whole, so both games go on.
            if key == INDEX
                || key.ends_with("count")
                || key.ends_with("seen")
                || key.ends_with("about")
            {
                let plies: Vec<usize> =
                    journals.iter().filter_map(|journal| Some(journal.load()?.0.plies())).collect();
                let is_shorter = value == "0";
                assert!(plies.contains(&2) || is_shorter, "{place}: {plies:?}");
                if key != INDEX && !is_shorter {
                    assert_eq!(plies, [2, 2], "{place}");
                }
            }
            // A second look finds the same.
            let again: Vec<String> = ids(&memory);
            assert_eq!(again.len(), journals.len(), "{place}");
            // And a new game can be begun.
            assert!(Journal::begin(&memory, id(3).expect("an id"), &game).is_some(), "{place}");
        }
    }
}
