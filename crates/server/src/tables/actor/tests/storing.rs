//! Behaviour when the store fails, or the result of a commit is unknown.

use super::{COMMITS, Page, TestHub};
use protocol::{Command, GameId, ToClient, UnixMs, UpdateEvent};
use store::{
    NewEvent,
    testing::{Fault, Operation},
};
use tokio::time::{Duration, Instant, sleep};

fn not_stored() -> Result<(), String> {
    Err("not-stored".into())
}

/// Reads until the clocks are paused. Returns the remaining times.
async fn stalled(page: &mut Page) -> Vec<u64> {
    page.until(|message| match message {
        ToClient::Stalled { clocks: Some(clocks) } => {
            assert_eq!(clocks.running, None);
            Some(clocks.left_ms.clone())
        }
        _ => None,
    })
    .await
}

/// Reads until the clocks run again. Returns the remaining times.
async fn resumed(page: &mut Page) -> Vec<u64> {
    page.until(|message| match message {
        ToClient::Update(update) if update.event == UpdateEvent::Resumed => {
            Some(update.state.clocks.clone().expect("clocks").left_ms)
        }
        _ => None,
    })
    .await
}

fn kinds(server: &TestHub, table: &GameId) -> Vec<String> {
    let kind = |text: &str| text.split('"').nth(3).unwrap_or_default().to_owned();
    server.store.inner().log(table).iter().map(|event| kind(&event.public)).collect()
}

/// The clocks of both players are paused two seconds after a failed commit, as they were at that
/// commit. Tries continue with growing intervals, and the time is credited.
#[tokio::test(start_paused = true)]
async fn the_clocks_stand_while_nothing_can_be_stored() {
    let server = TestHub::start().await;
    let (table, mut red, mut black) = server.game("10").await;
    red.next().await;
    black.next().await;
    sleep(Duration::from_secs(5)).await;
    server.fail(true);
    assert_eq!(red.plays(0, "h2e2").await, not_stored());
    assert_eq!(stalled(&mut red).await, [595_000, 600_000]);
    assert_eq!(stalled(&mut black).await, [595_000, 600_000]);
    assert_eq!(red.plays(0, "h2e2").await, not_stored());
    // New viewers see the pause.
    let mut late = Page::attach(&red.table, "", 0).await;
    assert_eq!(stalled(&mut late).await, [595_000, 600_000]);
    let before = server.appends();
    sleep(Duration::from_secs(1_200)).await;
    let tries = server.appends() - before;
    assert!((30..=50).contains(&tries), "{tries} tries in twenty minutes");
    server.fail(false);
    for page in [&mut red, &mut black, &mut late] {
        assert_eq!(resumed(page).await, [595_000, 600_000]);
    }
    assert_eq!(red.plays(0, "h2e2").await, Ok(()));
    assert_eq!(kinds(&server, &table)[3..], ["paused", "resumed", "acted"]);
}

/// A commit that hangs for two seconds pauses the clocks, too. Its result is sent once known, and
/// the time since is credited.
#[tokio::test(start_paused = true)]
async fn the_clocks_stand_while_a_commit_hangs() {
    let server = TestHub::start().await;
    let (table, mut red, mut black) = server.game("10").await;
    red.next().await;
    black.next().await;
    server.hang(true);
    sleep(Duration::from_secs(5)).await;
    let id = red.act(0, "h2e2");
    assert_eq!(stalled(&mut black).await, [595_000, 600_000]);
    // The table answers from committed state and rejects commands.
    assert!(!black.table.info().await.expect("an answer").over);
    assert_eq!(black.plays(1, "h9g7").await, not_stored());
    // The repeated command waits for the same answer.
    red.say(&id, 0, Command::Act { action: "h2e2".into() }).expect("room");
    sleep(Duration::from_secs(60)).await;
    server.hang(false);
    assert_eq!(red.answer(&id).await, Ok(()));
    assert_eq!(red.answer(&id).await, Ok(()));
    assert_eq!(resumed(&mut black).await, [595_000, 600_000]);
    assert_eq!(kinds(&server, &table)[3..], ["acted", "paused", "resumed"]);
    assert_eq!(black.plays(1, "h9g7").await, Ok(()));
}

/// A commit fails in doubt and the log cannot be read: clients get no answer until it can.
#[tokio::test(start_paused = true)]
async fn a_commit_in_doubt_is_never_guessed() {
    for happened in [true, false] {
        let server = TestHub::start().await;
        let (table, mut red, mut black) = server.game("10").await;
        red.next().await;
        black.next().await;
        let fault = if happened { Fault::Lies } else { Fault::Fails };
        server.store.faults().start(fault, &COMMITS);
        server.store.faults().start(Fault::Fails, &[Operation::Load]);
        let id = red.act(0, "h2e2");
        stalled(&mut black).await;
        sleep(Duration::from_secs(600)).await;
        assert_eq!(black.plays(1, "h9g7").await, not_stored());
        assert_eq!(kinds(&server, &table).len(), 3 + usize::from(happened));
        server.store.faults().stop(fault);
        server.store.faults().stop_one(Fault::Fails, Operation::Load);
        let expected = if happened { Ok(()) } else { not_stored() };
        assert_eq!(red.answer(&id).await, expected);
        resumed(&mut black).await;
        // The repeated command succeeds, whether for the first or the second time.
        red.say(&id, 0, Command::Act { action: "h2e2".into() }).expect("room");
        let again = red.answer(&id).await;
        // A command that was not stored is checked against the new state, with the pause.
        assert_eq!(again, if happened { Ok(()) } else { Err("stale".into()) });
        let moves = kinds(&server, &table).iter().filter(|kind| *kind == "acted").count();
        assert_eq!(moves, usize::from(happened));
    }
}

/// A flag that falls while nothing can be stored is retried rarely and falls later.
#[tokio::test(start_paused = true)]
async fn a_flag_that_cannot_be_stored_costs_little() {
    let server = TestHub::start().await;
    let (table, mut red, _black) = server.game("10s").await;
    server.fail(true);
    sleep(Duration::from_secs(9)).await;
    let before = server.appends();
    sleep(Duration::from_secs(600)).await;
    let tries = server.appends() - before;
    assert!((10..=35).contains(&tries), "{tries} tries in ten minutes");
    assert_eq!(kinds(&server, &table).len(), 3);
    server.fail(false);
    resumed(&mut red).await;
    red.until(|message| match message {
        ToClient::Update(update) => update.state.end.clone(),
        _ => None,
    })
    .await;
    assert_eq!(kinds(&server, &table)[3..], ["paused", "resumed", "flagged"]);
}

/// The heartbeat detects an outage for all tables, even without moves.
#[tokio::test(start_paused = true)]
async fn an_outage_stops_all_clocks() {
    let server = TestHub::start().await;
    let heart = tokio::spawn(server.hub.clone().heartbeat());
    let (_, mut red, _) = server.game("10").await;
    let (_, mut other, _) = server.game("5").await;
    let (_, mut untimed, _) = server.game("none").await;
    sleep(Duration::from_millis(10_500)).await;
    server.fail(true);
    let began = Instant::now();
    let left = stalled(&mut red).await;
    assert!(began.elapsed() <= Duration::from_secs(4));
    assert!((589_000..=590_500).contains(&left[0]), "{left:?}");
    stalled(&mut other).await;
    sleep(Duration::from_secs(900)).await;
    server.fail(false);
    let after = resumed(&mut red).await;
    assert_eq!(after, left);
    resumed(&mut other).await;
    untimed.next().await;
    assert_eq!(untimed.plays(0, "h2e2").await, Ok(()));
    heart.abort();
}

/// On a full disk, the heartbeat's number often fits while games do not. Once games fit, the tables
/// continue at once, however long they had waited.
#[tokio::test(start_paused = true)]
async fn a_little_room_is_none() {
    let server = TestHub::start().await;
    let heart = tokio::spawn(server.hub.clone().heartbeat());
    let (_, mut red, _) = server.game("10").await;
    sleep(Duration::from_millis(10_500)).await;
    server.fail(true);
    stalled(&mut red).await;
    server.store.faults().stop_one(Fault::Fails, Operation::Heartbeat);
    // Long enough for the table's retry interval to grow to half a minute.
    sleep(Duration::from_secs(100)).await;
    server.fail(false);
    let began = Instant::now();
    resumed(&mut red).await;
    assert!(began.elapsed() <= Duration::from_secs(2), "{:?}", began.elapsed());
    heart.abort();
}

/// An event that another program wrote.
fn foreign(text: &str) -> NewEvent {
    NewEvent {
        kind: "foreign",
        seat: None,
        command: None,
        public: text.to_owned(),
        secret: String::new(),
        at_ms: UnixMs(0),
    }
}

/// Foreign events in the log are applied and sent to viewers. An unusable log stops the table and
/// is not skipped.
#[tokio::test(start_paused = true)]
async fn a_log_that_was_written_by_another_is_believed_or_nothing_is() {
    let intruders = [
        (r#"{"kind":"acted","seat":0,"action":"b2e2"}"#, true),
        (r#"{"kind":"acted","seat":0,"action":"b2b8"}"#, false),
        (r#"{"kind":"won"}"#, false),
    ];
    for (intruder, fits) in intruders {
        let server = TestHub::start().await;
        let (table, mut red, mut black) = server.game("none").await;
        red.next().await;
        black.next().await;
        server.store.inner().push_event(&table, foreign(intruder));
        let id = red.act(0, "h2e2");
        if fits {
            // The command was based on outdated state.
            assert_eq!(red.answer(&id).await, Err("stale".into()));
            let done = black.until(|message| match message {
                ToClient::Update(update) => match &update.event {
                    UpdateEvent::Acted(entry) => Some(entry.done.clone()),
                    _ => None,
                },
                _ => None,
            });
            assert_eq!(done.await, "b2e2");
            assert_eq!(black.plays(1, "h9g7").await, Ok(()));
        } else {
            while black.next().await.is_some() {}
            let error = server.hub.tables.load(&table).await.err().expect("no table").to_string();
            assert!(error.contains(&*table) && error.contains("event 3"), "{error}");
        }
    }
}

/// A server that is cut off and has only spectators credits no time: the players' servers know
/// whether their clocks were paused.
#[tokio::test(start_paused = true)]
async fn a_server_that_is_cut_off_alone_gives_no_time_to_those_elsewhere() {
    for is_mover_elsewhere in [true, false] {
        let server = TestHub::start().await;
        let (table, red, black) = server.game("10").await;
        let handle = red.table.clone();
        let mut onlooker = Page::attach(&handle, "", 0).await;
        onlooker.next().await;
        for page in [red, black] {
            handle.detach(page.viewer).await;
        }
        handle.elsewhere(if is_mover_elsewhere { "01" } else { "1" });
        sleep(Duration::from_secs(5)).await;
        server.hub.app.outage_status.send(Some(UnixMs(5_000))).expect("a table");
        stalled(&mut onlooker).await;
        sleep(Duration::from_secs(20)).await;
        server.hub.app.outage_status.send(None).expect("a table");
        let running = onlooker.until(|message| {
            let clocks = match message {
                ToClient::Snapshot(snapshot) => snapshot.state.clocks.clone(),
                ToClient::Update(update) => update.state.clocks.clone(),
                _ => None,
            };
            clocks.filter(|clocks| clocks.running.is_some())
        });
        let clocks = running.await;
        let is_given_back = kinds(&server, &table).iter().any(|kind| kind == "resumed");
        assert_eq!(is_given_back, !is_mover_elsewhere, "{clocks:?}");
    }
}
