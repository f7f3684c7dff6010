//! Deletion of tables that never began.

use super::{Page, TestHub, open, plan};
use crate::{
    accounts::{Member, Person, Visitor},
    base::HubError,
    limits::UNBEGUN_MS,
};
use protocol::{Command, GameId, SeatPlan, TablePlan};
use std::collections::HashSet;
use tokio::time::{Duration, sleep};

/// Only tables without a started game are deleted, after a long time without players and viewers.
#[tokio::test(start_paused = true)]
async fn tables_that_never_began_are_cleared_away() {
    let server = TestHub::start().await;
    let waits = server
        .hub
        .tables
        .open(open(plan("xiangqi", "none")), Visitor::default())
        .await
        .expect("a table")
        .table;
    let four = TablePlan {
        seats: [SeatPlan::Host, SeatPlan::Open, SeatPlan::Open, SeatPlan::Open].to_vec(),
        ..plan("sifang", "none")
    };
    let joined =
        server.hub.tables.open(open(four), Visitor::default()).await.expect("a table").table;
    let watched = server
        .hub
        .tables
        .open(open(plan("banqi", "none")), Visitor::default())
        .await
        .expect("a table")
        .table;
    // This game has started, without moves.
    let (begun, red, black) = server.game("none").await;
    drop((red, black));
    let mut kept = HashSet::new();
    sleep(Duration::from_millis(UNBEGUN_MS - 60_000)).await;
    assert_eq!(server.hub.tables.clear_unbegun(&mut kept).await.expect("asked"), 0, "too early");
    let table = server.hub.tables.load(&joined).await.expect("an actor");
    server.hub.tables.join(&table, "Guest".into(), None, None).await.expect("a seat");
    drop(table);
    let watcher = server.hub.tables.load(&watched).await.expect("an actor");
    let page = Page::attach(&watcher, "", 0).await;
    sleep(Duration::from_secs(120)).await;
    assert_eq!(server.hub.tables.clear_unbegun(&mut kept).await.expect("asked"), 1);
    for (table, stays) in [(&waits, false), (&joined, true), (&watched, true), (&begun, true)] {
        let found = server.hub.tables.info(table).await;
        assert_eq!(found.is_ok(), stays, "{table}: {:?}", found.err());
    }
    assert!(matches!(server.hub.tables.load(&waits).await, Err(HubError::NoTable(_))));
    // Later the tables without viewers follow, but never the started game.
    watcher.detach(page.viewer).await;
    drop((page, watcher));
    sleep(Duration::from_millis(UNBEGUN_MS)).await;
    assert_eq!(server.hub.tables.clear_unbegun(&mut kept).await.expect("asked"), 2);
    sleep(Duration::from_millis(UNBEGUN_MS)).await;
    assert_eq!(server.hub.tables.clear_unbegun(&mut kept).await.expect("asked"), 0);
    server.hub.tables.load(&begun).await.expect("it stays");
}

/// The only player of a table without a started game may close it; others may not, and started
/// games stay.
#[tokio::test(start_paused = true)]
async fn a_table_that_waits_is_given_up() {
    let server = TestHub::start().await;
    let seek = || server.hub.lobby.pair(open(plan("banqi", "none")), Visitor::default());
    let waits = seek().await.expect("a table");
    assert_eq!(server.hub.lobby.seeks().await.expect("a list").len(), 1);
    for (token, code) in [("", "token"), ("of another table", "token")] {
        let refused = server.hub.lobby.cancel(&waits.table, token, Person::Own).await;
        assert!(matches!(refused, Err(HubError::Refused(no)) if no.code == code), "{token}");
    }
    server.hub.lobby.cancel(&waits.table, &waits.token, Person::Own).await.expect("given up");
    assert!(server.hub.lobby.seeks().await.expect("a list").is_empty());
    for gone in [
        server.hub.tables.info(&waits.table).await.map(|_| ()),
        server.hub.tables.load(&waits.table).await.map(|_| ()),
    ] {
        assert!(matches!(gone, Err(HubError::NoTable(_))));
    }
    let again = server.hub.lobby.cancel(&waits.table, &waits.token, Person::Own).await;
    assert!(matches!(again, Err(HubError::NoTable(_))));
    // The same search then opens a new table.
    let next = seek().await.expect("a table");
    assert_ne!(next.table, waits.table);
    let four = TablePlan {
        seats: [SeatPlan::Host, SeatPlan::Open, SeatPlan::Open, SeatPlan::Open].to_vec(),
        ..plan("sifang", "none")
    };
    for plan in [plan("xiangqi", "none"), four] {
        let created =
            server.hub.tables.open(open(plan), Visitor::default()).await.expect("a table");
        let table = server.hub.tables.load(&created.table).await.expect("an actor");
        let joined =
            server.hub.tables.join(&table, "Guest".into(), None, None).await.expect("a seat");
        for token in [&created.token, &joined.token] {
            let refused = server.hub.lobby.cancel(&created.table, token, Person::Own).await;
            assert!(matches!(refused, Err(HubError::Refused(no)) if no.code == "not-alone"));
        }
        server.hub.tables.info(&created.table).await.expect("it stays");
    }
}

/// A finished or waiting table leaves memory within a minute after its last viewer.
#[tokio::test(start_paused = true)]
async fn who_rests_takes_no_memory() {
    let server = TestHub::start().await;
    let (over, mut red, black) = server.game("none").await;
    red.next().await;
    let id = "c".repeat(32);
    red.say(&id, 0, Command::Resign).expect("room");
    red.answer(&id).await.expect("resigned");
    let (_, one, other) = server.game("none").await;
    let created = server
        .hub
        .tables
        .open(open(plan("banqi", "none")), Visitor::default())
        .await
        .expect("a table");
    let waits = server.hub.tables.load(&created.table).await.expect("an actor");
    for page in [red, black, one, other] {
        page.table.detach(page.viewer).await;
    }
    drop(waits);
    let hub = server.hub.clone();
    let heart = tokio::spawn(hub.heartbeat());
    assert_eq!(server.hub.tables.census().0, 3);
    sleep(Duration::from_secs(65)).await;
    assert_eq!(server.hub.tables.census().0, 1, "a game that goes on is kept at hand");
    sleep(Duration::from_secs(600)).await;
    assert_eq!(server.hub.tables.census().0, 0);
    assert!(server.hub.tables.info(&over).await.expect("as it was").over);
    heart.abort();
}

/// A game without a clock is in the list of its player's games, also after it has left memory.
#[tokio::test(start_paused = true)]
async fn a_resting_game_is_listed() {
    let server = TestHub::start().await;
    let ada = Member { id: "ada".into(), name: "Ada".into() };
    let visitor = Visitor { account: Some(ada.clone()), ..Visitor::default() };
    let created =
        server.hub.tables.open(open(plan("xiangqi", "none")), visitor).await.expect("a table");
    let table = server.hub.tables.load(&created.table).await.expect("an actor");
    let joined = server.hub.tables.join(&table, "Guest".into(), None, None).await.expect("a seat");
    drop(table);
    let listed = async || -> Vec<GameId> {
        let games = server.hub.tables.games_of(&ada.id).await;
        games.into_iter().map(|info| info.table).collect()
    };
    assert_eq!(listed().await, std::slice::from_ref(&created.table));
    let heart = tokio::spawn(server.hub.clone().heartbeat());
    sleep(Duration::from_secs(700)).await;
    assert_eq!(server.hub.tables.census().0, 0, "it is in memory");
    assert_eq!(listed().await, std::slice::from_ref(&created.table));
    let table = server.hub.tables.load(&created.table).await.expect("an actor");
    let mut page = Page::attach(&table, &joined.token, 0).await;
    page.next().await;
    let id = "d".repeat(32);
    page.say(&id, 1, Command::Resign).expect("room");
    page.answer(&id).await.expect("resigned");
    assert_eq!(listed().await, Vec::<GameId>::new());
    heart.abort();
}
