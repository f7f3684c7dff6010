//! After the last step: ends all faults and checks that everything works and all promises are kept.

use crate::{
    act::act, challenges, clients::Clients, cluster::Cluster, day_seeks, seeks, world::World,
};
use server::Env;
use std::{sync::Arc, time::Duration};
use store::GameLog;
use table::Departure;
use tokio::time::sleep;

/// Time for recovery. A socket that is not read is dropped after 40 s, and a doubtful commit is
/// checked every 30 s.
const RECOVERY: Duration = Duration::from_secs(75);
/// Maximum remaining time of a flag that is waited for, in milliseconds.
const MAX_FLAG_WAIT_MS: u64 = 70_000;
/// Time for an answer, and for a flag to fall.
const ANSWER_TIME: Duration = Duration::from_secs(4);

/// Ends all faults, waits and checks.
pub(crate) async fn settle(clients: &Clients, cluster: &Arc<Cluster>) {
    let world = &clients.world;
    heal(clients).await;
    if let Some(board) = clients.board.get() {
        board.clone().tell(world.clone(), cluster.clone(), false).await;
        if !board.is_done() {
            world.fail(
                "a board's events are acknowledged",
                "not all of its events are acknowledged",
            );
        }
        board.check(world);
    }
    check_health(world, cluster).await;
    check_pages(clients);
    check_play(clients).await;
    check_flags(world).await;
    check_pages(clients);
    check_moves(world).await;
    challenges::check(world);
    day_seeks::check(world, cluster).await;
    seeks::check(world, cluster).await;
    world.check_answers();
    world.disk.check_all_clocks();
}

async fn heal(clients: &Clients) {
    clients.world.disk.heal();
    clients.pages().iter().for_each(|page| page.wake());
    sleep(RECOVERY).await;
}

async fn check_health(world: &World, cluster: &Cluster) {
    let (status, body) = cluster.ask("GET", "/healthz", ("accept", "*/*"), String::new()).await;
    if status != 200 {
        world.fail("the server recovers with the disk", format!("{status} {body}"));
    }
}

/// Checks that every page is connected, has all updates and all answers.
fn check_pages(clients: &Clients) {
    let world = &clients.world;
    for page in clients.pages() {
        if let Some(id) = page.unanswered() {
            let what = format!("{}: {id}", page.name);
            world.fail("every command is answered, or its socket closed", what);
        }
        if world.disk.has_lied(&page.table_id()) {
            continue;
        }
        if !page.is_connected() {
            world.fail("every page can reconnect", page.name.clone());
        }
        let table = page.table_id();
        let told = world.disk.with_oracle(&table, |oracle| oracle.last_update(page.observer()));
        if told.is_some_and(|told| told != page.seen()) {
            let what = format!("{}: {} of {told:?}", page.name, page.seen());
            world.fail("every viewer receives every update", what);
        }
    }
}

/// Checks that every unfinished game can be continued.
async fn check_play(clients: &Clients) {
    let world = &clients.world;
    for table in 0..world.script.tables.len() {
        let seated = clients.seated(table);
        let Some(id) = seated.first().map(|page| page.table_id()) else { continue };
        let before = events(world, &id);
        let is_one = seated.iter().all(|page| page.table_id() == id);
        if world.disk.has_lied(&id) || !is_one || !act(clients, table, 0) {
            continue;
        }
        // The salt may have been sent before.
        for pick in 1..12 {
            sleep(ANSWER_TIME / 8).await;
            if events(world, &id) != before {
                break;
            }
            act(clients, table, pick);
        }
        sleep(ANSWER_TIME).await;
        if events(world, &id) == before && !is_over(world, &id) {
            world.fail("tables recover with the disk", format!("{id} stands still"));
        }
    }
}

/// Checks that each host who was sent to another table has a seat there and no opponent here.
async fn check_moves(world: &World) {
    for table in world.disk.tables() {
        let left = world.disk.with_oracle(&table, |oracle| {
            let table = oracle.table();
            let seated = table.players().iter().flatten().count();
            table.departure().cloned().zip(Some(seated))
        });
        let Some((Departure { table: there, seat }, seated)) = left.flatten() else { continue };
        let tokens = world.disk.store.tokens(&table.as_str().into()).await.unwrap_or_default();
        let others = world.disk.store.tokens(&there).await.unwrap_or_default();
        let has_seat = others.iter().any(|other| {
            tokens.iter().any(|own| own.hash == other.hash)
                && seat.is_some_and(|seat| other.seats == [seat])
        });
        let is_known = !world.disk.has_lied(&table) && !world.disk.has_lied(&there);
        if is_known && (seated != 1 || (seat.is_some() && !has_seat)) {
            let what = format!("{table}: {seated} seated, moved to {there} {seat:?}: {has_seat}");
            world.fail("a seeker is seated once", what);
        }
    }
}

/// Checks that flags fall when time is up.
async fn check_flags(world: &World) {
    for table in world.disk.tables() {
        let due_ms = world.disk.with_oracle(&table, |oracle| oracle.table().deadline()).flatten();
        let Some(due_ms) = due_ms else { continue };
        let left_ms = due_ms.saturating_sub(world.clock.now_ms().0);
        if left_ms > MAX_FLAG_WAIT_MS || world.disk.has_lied(&table) {
            continue;
        }
        sleep(Duration::from_millis(left_ms) + ANSWER_TIME).await;
        let still = world.disk.with_oracle(&table, |oracle| oracle.table().deadline()).flatten();
        if still == Some(due_ms) {
            world.fail("a flag falls when time is up", format!("{table}: due at {due_ms}"));
        }
    }
}

fn events(world: &World, table: &str) -> usize {
    world.disk.store.log(&table.into()).len()
}

fn is_over(world: &World, table: &str) -> bool {
    world.disk.with_oracle(table, |oracle| oracle.table().is_over()) == Some(true)
}
