//! Seeks in rated and casual pools, by accounts that may block each other and by guests.

use crate::{
    challenges::{NAMES, as_account},
    cluster::Cluster,
    hosts::{duel, request, wait_for_opponent},
    page::now_ms,
    rng::Rng,
    seek_ledger::{Place, Seek},
    world::World,
};
use protocol::{Created, TablePlan};
use sha2::{Digest, Sha256};
use std::{sync::Arc, time::Duration};
use store::GameLog;
use tokio::time::sleep;

/// A player seeks a game at one of the servers, and then waits, withdraws the seek or leaves.
pub(crate) async fn seek(world: Arc<World>, cluster: Arc<Cluster>, pick: u16) {
    let mut rng = Rng::new(world.script.seed.rotate_left(24) ^ u64::from(pick));
    let account = rng.percent(85).then(|| rng.below(NAMES.len() as u64) as usize);
    let rated = account.is_some() && rng.percent(50);
    let mut plan = TablePlan { rated, ..duel(if rated { "5+3" } else { "none" }) };
    if rng.percent(30) {
        plan.seats.reverse();
    }
    let name = account.map_or("Guest", |account| NAMES[account]);
    let (turn, body, sent_ms) = (rng.below(3) as usize, request(plan, name), now_ms(&world));
    let (status, reply) = match account {
        Some(account) => as_account(&cluster, account, turn, "POST", "/api/seeks", body).await,
        None => cluster.ask_at(turn, "POST", "/api/seeks", ("accept", "*/*"), body).await,
    };
    world.note(name, &format!("seeks, rated {rated}: {status} {reply}"));
    let Ok(created) = serde_json::from_str::<Created>(&reply) else { return };
    let number = world.seeks.add(Seek {
        table: created.table.to_string(),
        token: Sha256::digest(&created.token).iter().map(|byte| format!("{byte:02x}")).collect(),
        account,
        sent_ms,
        waits: false,
        is_withdrawn: false,
        is_doubtful: false,
    });
    match rng.below(10) {
        0..6 => {
            world.seeks.note(number, |seek| seek.waits = true);
            wait_for_opponent(&world, &cluster, turn, created).await;
        }
        6..9 => {
            sleep(Duration::from_millis(rng.one_of(&[0, 1, 20, 400, 3_000]))).await;
            world.seeks.note(number, |seek| seek.is_doubtful = true);
            let path = format!("/api/tables/{}", created.table);
            let header = ("authorization", &*format!("Bearer {}", created.token));
            let turn = rng.below(3) as usize;
            let (status, _) = cluster.ask_at(turn, "DELETE", &path, header, String::new()).await;
            world.note(name, &format!("withdraws the seek: {status}"));
            world.seeks.note(number, |seek| {
                seek.is_withdrawn = status == 204;
                // A refusal changes nothing.
                seek.is_doubtful = ![204, 422].contains(&status);
            });
        }
        _ => {}
    }
}

/// An account blocks another until the end.
pub(crate) async fn block(world: Arc<World>, cluster: Arc<Cluster>, pick: u16) {
    let mut rng = Rng::new(world.script.seed.rotate_left(40) ^ u64::from(pick));
    let by = rng.below(NAMES.len() as u64) as usize;
    let other = (by + rng.between(1, 2) as usize) % NAMES.len();
    let (turn, body) = (rng.below(3) as usize, r#"{"relation":"block"}"#.to_owned());
    let path = format!("/api/players/{}/relation", NAMES[other]);
    let (status, reply) = as_account(&cluster, by, turn, "PUT", &path, body).await;
    world.note(NAMES[by], &format!("blocks {}: {status} {reply}", NAMES[other]));
    if (200..300).contains(&status) {
        world.seeks.note_block(by, other, now_ms(&world));
    }
}

/// Checks at the end what became of each seek: it is still listed, has become a game, or was
/// withdrawn, and no two players meet of whom one has blocked the other.
pub(crate) async fn check(world: &World, cluster: &Cluster) {
    let seeks = world.seeks.seeks();
    if seeks.is_empty() {
        return;
    }
    let (status, body) = cluster.ask("GET", "/api/seeks", ("accept", "*/*"), String::new()).await;
    let Ok(listed) = serde_json::from_str::<Vec<protocol::Seek>>(&body) else {
        world.fail("the list of seeks is read", format!("{status} {body}"));
        return;
    };
    let mut places = Vec::new();
    for seek in seeks {
        let is_listed = listed.iter().any(|it| it.table.as_str() == seek.table);
        let Some(place) = place_of(world, &seek, is_listed).await else { continue };
        if let Some(promise) = seek.broken(&place) {
            world.fail(promise, format!("{seek:?}: {place:?}"));
        }
        places.push((seek, place));
    }
    for (at, (seek, place)) in places.iter().enumerate() {
        for (other, there) in &places[..at] {
            let has_met = place.table == there.table && place.has_seat && there.has_seat;
            if has_met && world.seeks.are_blocked(seek, other) {
                world.fail("blocked players do not meet", format!("{seek:?}, {other:?}"));
            }
        }
    }
}

/// What became of a seek; `None` if the disk has lied about one of its tables.
async fn place_of(world: &World, seek: &Seek, is_listed: bool) -> Option<Place> {
    let mut place = Place {
        is_listed,
        exists: false,
        is_left: false,
        table: seek.table.clone(),
        has_seat: false,
        has_opponent: false,
    };
    loop {
        if world.disk.has_lied(&place.table) {
            return None;
        }
        let found = world.disk.with_oracle(&place.table, |oracle| {
            let table = oracle.table();
            (table.departure().cloned(), table.players().iter().flatten().count())
        });
        let Some((departure, seated)) = found else { return Some(place) };
        if place.table == seek.table {
            (place.exists, place.is_left) = (true, departure.is_some());
        }
        match departure {
            Some(left) if left.seat.is_some() => place.table = left.table.to_string(),
            _ => {
                place.has_opponent = seated > 1;
                break;
            }
        }
    }
    let id = place.table.as_str().into();
    let tokens = world.disk.store.tokens(&id).await.unwrap_or_default();
    place.has_seat = tokens.iter().any(|token| token.hash == seek.token);
    Some(place)
}
