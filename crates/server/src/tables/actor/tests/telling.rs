//! Every command gets one answer, or its socket is closed; computers search only for people.

use super::{Outgoing, Page, TestHub, open, plan};
use crate::{
    accounts::{Member, Visitor},
    base::{HubError, Mutant, mutants},
    tables::{
        readings::{Reading, Text},
        think_queue::SearchStatus,
    },
};
use futures_util::{StreamExt, stream::FuturesUnordered};
use protocol::{AccountId, Command, GameId, Offer, OpenRequest, SeatPlan, TablePlan, ToClient};
use std::{
    collections::HashSet,
    future::poll_fn,
    net::IpAddr,
    task::{Context, Poll},
};
use store::testing::{Fault, Operation};
use tokio::time::{Duration, sleep};

/// A seat's command is accepted, even if a crowd asks for the table's information.
#[tokio::test(start_paused = true)]
async fn a_crowd_does_not_stand_before_the_seats() {
    let server = TestHub::start().await;
    let (table, mut red, _) = server.game("none").await;
    let table = server.hub.tables.load(&table).await.expect("an actor");
    red.next().await;
    let mut crowd: FuturesUnordered<_> = (0..1_000).map(|_| table.info()).collect();
    // All requests are sent before the actor runs.
    let is_pending = |cx: &mut Context<'_>| Poll::Ready(crowd.poll_next_unpin(cx).is_pending());
    assert!(poll_fn(is_pending).await);
    assert_eq!(red.plays(0, "h2e2").await, Ok(()));
    while let Some(answer) = crowd.next().await {
        assert!(answer.is_ok(), "every request is answered");
    }
}

/// A stale command gets the missed updates and an answer, however far behind it is.
#[tokio::test(start_paused = true)]
async fn a_stale_command_is_answered() {
    for behind in [1, 5, 62, 63, 64, 65, 200] {
        let server = TestHub::start().await;
        let (_, mut red, mut black) = server.game("none").await;
        red.next().await;
        black.next().await;
        let first = red.n;
        let dance = ["h0g2", "h9g7", "g2h0", "g7h9"];
        for ply in 0..behind {
            let page = if ply % 2 == 0 { &mut red } else { &mut black };
            // At a repetition the player offers a draw instead.
            let told = page.plays((ply % 2) as u8, dance[ply % 4]).await;
            if told.is_err() {
                break;
            }
            let n = red.n.max(black.n);
            for page in [&mut red, &mut black] {
                while page.n < n {
                    page.next().await;
                }
            }
        }
        red.n = first;
        let id = "a".repeat(32);
        red.say(&id, 0, Command::Resign).expect("room");
        assert_eq!(red.answer(&id).await, Err("stale".into()), "{behind} behind");
    }
}

/// Of two thousand commands at once, each is answered or rejected, or the socket is closed.
#[tokio::test(start_paused = true)]
async fn pipelined_commands_are_answered_or_the_socket_closes() {
    let server = TestHub::start().await;
    let (_, mut red, _black) = server.game("none").await;
    red.next().await;
    let mut waiting: HashSet<String> = HashSet::new();
    let mut busy = 0;
    for number in 0..2_000u32 {
        let id = format!("{number:032x}");
        match red.say(&id, 0, Command::Offer { offer: Offer::Rematch }) {
            Ok(()) => _ = waiting.insert(id),
            Err(_) => busy += 1,
        }
    }
    assert!(busy > 0, "the queue has an end");
    let mut is_open = true;
    while is_open && !waiting.is_empty() {
        match red.next().await {
            Some(ToClient::Refused { id, .. } | ToClient::Ack { id, .. }) => {
                assert!(waiting.remove(&id), "answered twice");
            }
            Some(_) => {}
            None => is_open = false,
        }
    }
    assert!(waiting.is_empty() || !is_open);
}

/// A command id belongs to the seat that used it, after a restart as well.
#[tokio::test(start_paused = true)]
async fn another_seats_command_id_is_refused() {
    let server = TestHub::start().await;
    let (table, mut red, mut black) = server.game("none").await;
    red.next().await;
    black.next().await;
    let id = red.act(0, "h2e2");
    assert_eq!(red.answer(&id).await, Ok(()));
    let again = Command::Act { action: "h2e2".into() };
    red.say(&id, 0, again.clone()).expect("room");
    assert_eq!(red.answer(&id).await, Ok(()));
    black.say(&id, 1, again).expect("room");
    assert_eq!(black.answer(&id).await, Err("command-id".into()));
    let commands: Vec<_> =
        server.store.inner().log(&table).into_iter().filter_map(|event| event.command).collect();
    assert_eq!(commands, [format!("{id}:0")]);
}

/// Two computers play only while a viewer watches.
#[tokio::test(start_paused = true)]
async fn computers_rest_without_viewers() {
    let server = TestHub::start().await;
    let mut plan = plan("xiangqi", "none");
    plan.training = true;
    plan.seats.fill(SeatPlan::Computer { level: "level-1".into(), resigns: false });
    let created = server.hub.tables.open(open(plan), Visitor::default()).await.expect("a table");
    let table = server.hub.tables.load(&created.table).await.expect("an actor");
    table.info().await.expect("an answer");
    let before = server.appends();
    sleep(Duration::from_secs(60)).await;
    assert_eq!(server.appends(), before, "they have played on their own");
    let mut watcher = Page::attach(&table, "", 0).await;
    let first = watcher.next().await.map(|_| watcher.n).expect("a snapshot");
    while watcher.n < first + 4 {
        watcher.next().await.expect("an open socket");
    }
}

/// Reading a table from outside starts no search.
#[tokio::test(start_paused = true)]
async fn reading_starts_no_search() {
    let server = TestHub::start().await;
    let created = server
        .hub
        .tables
        .open(open(plan("xiangqi", "none")), Visitor::default())
        .await
        .expect("a table");
    let info = server.hub.tables.info(&created.table).await.expect("a table");
    assert_eq!((info.table.as_str(), info.over), (created.table.as_str(), false));
    let read = server.hub.tables.read(&created.table, &created.token, Reading::Record).await;
    assert_eq!(read.expect("a table"), Text::NotBegun);
    assert_eq!(server.hub.tables.census().0, 0);
    let table = server.hub.tables.load(&created.table).await.expect("an actor");
    assert_eq!(table.info().await.expect("an answer"), info);
    assert_eq!(server.hub.tables.census().0, 1);
}

/// A slow store during one pairing does not delay others, and of two simultaneous seekers neither
/// waits for the other.
#[tokio::test(start_paused = true)]
async fn pairing_delays_no_other_request() {
    let server = TestHub::start().await;
    server.hang(true);
    let pair = |clock: &str| {
        let (hub, request) = (server.hub.clone(), open(plan("xiangqi", clock)));
        tokio::spawn(
            async move { hub.lobby.pair(request, Visitor::default()).await.expect("a table") },
        )
    };
    let (first, second) = (pair("10"), pair("10"));
    sleep(Duration::from_secs(1)).await;
    assert_eq!(
        server.hub.lobby.seeks().await.expect("a list").len(),
        0,
        "both are being opened, and the list answers"
    );
    server.hang(false);
    let (first, second) = (first.await.expect("paired"), second.await.expect("paired"));
    assert_eq!(first.table, second.table);
    assert_ne!(first.seats, second.seats);
    assert_eq!(server.hub.lobby.seeks().await.expect("a list").len(), 0);
    let third = pair("5").await.expect("paired");
    assert_ne!(third.table, first.table);
    assert_eq!(server.hub.lobby.seeks().await.expect("a list").len(), 1);
}

/// The list of an account's games does not wait for commits of other tables.
#[tokio::test(start_paused = true)]
async fn the_games_of_an_account_wait_for_no_other_table() {
    let server = TestHub::start().await;
    let member = |name: &str| Member { id: format!("id-{name}").into(), name: name.to_owned() };
    let visitor = |name: &str| Visitor { account: Some(member(name)), ..Visitor::default() };
    let rated = TablePlan { rated: true, ..plan("xiangqi", "10") };
    let request = OpenRequest { plan: rated, name: "Ada".into() };
    let created = server.hub.tables.open(request, visitor("Ada")).await.expect("a table");
    let table = server.hub.tables.load(&created.table).await.expect("an actor");
    let (_, mut red, _black) = server.game("none").await;
    red.next().await;
    server.hang(true);
    red.act(0, "h2e2");
    sleep(Duration::from_millis(10)).await;
    for (account, expected) in [("id-Ada", vec![created.table.clone()]), ("id-Bo", Vec::new())] {
        let account = AccountId::from(account);
        let games = server.hub.tables.games_of(&account);
        let games = tokio::time::timeout(Duration::from_millis(10), games).await;
        let games: Vec<GameId> =
            games.expect("no wait").into_iter().map(|game| game.table).collect();
        assert_eq!(games, expected, "{account}");
    }
    server.hang(false);
    // A player who sits down is listed at once.
    let seat = server.hub.tables.join(&table, "Bo".into(), None, Some(member("Bo")));
    seat.await.expect("a seat");
    assert_eq!(server.hub.tables.games_of(&"id-Bo".into()).await.len(), 1);
}

/// A viewer that connects during a hanging commit gets a snapshot after it, though no update was
/// made for that observer.
#[tokio::test(start_paused = true)]
async fn who_comes_during_a_commit_sees_what_came_of_it() {
    let server = TestHub::start().await;
    let (id, mut red, mut black) = server.game("none").await;
    red.next().await;
    server.hang(true);
    red.act(0, "h2e2");
    sleep(crate::limits::OUTAGE_AFTER + Duration::from_secs(1)).await;
    let table = server.hub.tables.load(&id).await.expect("an actor");
    let mut spectator = Page::attach(&table, "", 0).await;
    let plies = |message: &ToClient| match message {
        ToClient::Snapshot(snapshot) => Some(snapshot.history.len()),
        ToClient::Update(update) => panic!("{update:?} follows nothing"),
        _ => None,
    };
    assert_eq!(spectator.until(plies).await, 0);
    server.hang(false);
    assert_eq!(spectator.until(plies).await, 1);
    // From then on updates arrive.
    black.until(|message| matches!(message, ToClient::Update(_)).then_some(())).await;
    black.act(1, "h9g7");
    let moved = |message: &ToClient| matches!(message, ToClient::Update(_)).then_some(());
    spectator.until(moved).await;
}

/// An impossible event stops the actor: the command is not acknowledged, nothing is committed, and
/// the next request starts an actor from the log.
#[tokio::test(start_paused = true)]
async fn an_impossible_event_stops_the_table() {
    let server = TestHub::start().await;
    let (id, mut red, _black) = server.game("none").await;
    red.next().await;
    let before = server.store.inner().log(&id).len();
    mutants::enable_mutant(Some(Mutant::ImpossibleEvent));
    red.act(0, "h2e2");
    while red.next().await.is_some() {}
    mutants::enable_mutant(None);
    assert_eq!(server.store.inner().log(&id).len(), before);
    let table = server.hub.tables.load(&id).await.expect("a new actor");
    let token = red.token.clone();
    let mut red = Page::attach(&table, &token, 0).await;
    red.next().await;
    assert_eq!(red.plays(0, "h2e2").await, Ok(()));
    assert_eq!(server.store.inner().log(&id).len(), before + 1);
}

/// A waiting host stays listed if the other seeker's request is cancelled.
#[tokio::test(start_paused = true)]
async fn a_host_waits_on_when_the_other_seeker_hangs_up() {
    let server = TestHub::start().await;
    let pair = || {
        let (hub, request) = (server.hub.clone(), open(plan("xiangqi", "10")));
        tokio::spawn(async move { hub.lobby.pair(request, Visitor::default()).await })
    };
    pair().await.expect("no panic").expect("a table");
    server.hang(true);
    let other = pair();
    sleep(Duration::from_millis(10)).await;
    assert_eq!(server.hub.lobby.waiting(), 0, "taken, and about to be seated");
    other.abort();
    assert!(other.await.is_err_and(|error| error.is_cancelled()));
    assert_eq!(server.hub.lobby.seeks().await.expect("a list").len(), 1);
    // If the seat was taken after all, this is noticed.
    server.hang(false);
    sleep(Duration::from_secs(2)).await;
    assert!(server.hub.lobby.seeks().await.expect("a list").is_empty());
}

/// A waiting host stays listed while the store cannot be read.
#[tokio::test(start_paused = true)]
async fn a_host_waits_on_while_the_store_cannot_be_read() {
    let server = TestHub::start().await;
    let pair = || server.hub.lobby.pair(open(plan("xiangqi", "10")), Visitor::default());
    let host = pair().await.expect("a table");
    let heart = tokio::spawn(server.hub.clone().heartbeat());
    sleep(Duration::from_secs(65)).await;
    heart.abort();
    assert_eq!(server.hub.tables.census().0, 0, "the table rests");
    server.store.faults().start(Fault::Fails, &[Operation::Load]);
    for _ in 0..2 {
        let refused = pair().await.err();
        assert!(matches!(refused, Some(HubError::Store(_))), "{refused:?}");
        assert_eq!(server.hub.lobby.waiting(), 1);
    }
    server.store.faults().stop_one(Fault::Fails, Operation::Load);
    assert_eq!(pair().await.expect("a seat").table, host.table);
}

/// The player sees the position of a waiting computer in the search queue.
#[tokio::test(start_paused = true)]
async fn a_place_in_the_queue_is_told() {
    let server = TestHub::start().await;
    let someone = IpAddr::from([192, 0, 2, 9]);
    let thinkers = &server.hub.app.thinkers;
    let mut busy = Vec::new();
    for _ in 0..crate::limits::THINKERS {
        let SearchStatus::Turn(turn) = thinkers.join(someone).next().await else {
            panic!("not free")
        };
        busy.push(turn);
    }
    let before = thinkers.join(someone);
    let mut plan = plan("xiangqi", "none");
    plan.seats =
        vec![SeatPlan::Computer { level: "level-1".into(), resigns: false }, SeatPlan::Host];
    let created = server.hub.tables.open(open(plan), Visitor::default()).await.expect("a table");
    let table = server.hub.tables.load(&created.table).await.expect("an actor");
    let mut page = Page::attach(&table, &created.token, 0).await;
    let place = |message: &ToClient| match message {
        ToClient::Queued { seat, place } => Some((*seat, *place)),
        _ => None,
    };
    assert_eq!(page.until(place).await, (0, 2));
    // Later viewers see it as well.
    let mut other = Page::attach(&table, "", 0).await;
    assert_eq!(other.until(place).await, (0, 2));
    drop(before);
    busy.pop();
    assert_eq!(page.until(place).await, (0, 0), "it thinks");
    let acted = |message: &ToClient| matches!(message, ToClient::Update(_)).then_some(());
    page.until(acted).await;
}

/// The snapshot of a new viewer is written by the viewer's socket. The table's actor, which its
/// players wait for, only shares the table.
#[tokio::test(start_paused = true)]
async fn the_actor_writes_no_snapshot_for_a_new_viewer() {
    let server = TestHub::start().await;
    let (_, red, _black) = server.game("none").await;
    let mut late = Page::attach(&red.table, "", 0).await;
    let first = late.inbox.recv().await.expect("a message");
    assert!(matches!(first, Outgoing::Snapshot(_)), "written by the actor");
    let text = first.into_text();
    let ToClient::Snapshot(snapshot) = serde_json::from_str(&text).expect("a message") else {
        panic!("{text}");
    };
    assert!(snapshot.head.is_some() && !snapshot.key.is_empty());
}
