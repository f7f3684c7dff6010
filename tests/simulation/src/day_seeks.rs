//! Seeks of correspondence games, which stay while their players are away.

use crate::{
    challenges::as_account,
    cluster::Cluster,
    hosts::{duel, request, wait_for_opponent},
    world::World,
};
use protocol::{Created, Seek};
use std::sync::Arc;

/// An account seeks a correspondence game at one of the servers, and then waits or leaves.
pub(crate) async fn seek(
    world: Arc<World>,
    cluster: Arc<Cluster>,
    turn: usize,
    name: &str,
    waits: bool,
) {
    let body = request(duel("3d-move"), name);
    let (status, reply) = as_account(&cluster, turn, turn, "POST", "/api/seeks", body).await;
    world.note(name, &format!("seeks by days: {status} {reply}"));
    let Ok(created) = serde_json::from_str::<Created>(&reply) else { return };
    world.day_seeks.note(created.table.as_str());
    if waits {
        wait_for_opponent(&world, &cluster, turn, created).await;
    }
}

/// Checks at the end that each seek is listed or has become a game, and not both.
pub(crate) async fn check(world: &World, cluster: &Cluster) {
    let (status, body) = cluster.ask("GET", "/api/seeks", ("accept", "*/*"), String::new()).await;
    let Ok(seeks) = serde_json::from_str::<Vec<Seek>>(&body) else {
        world.fail("the list of seeks is read", format!("{status} {body}"));
        return;
    };
    for table in world.day_seeks.tables() {
        let is_listed = seeks.iter().any(|seek| seek.table.as_str() == table);
        let has_ended = world.disk.with_oracle(&table, |oracle| {
            let table = oracle.table();
            let seated = table.players().iter().flatten().count();
            table.departure().is_some() || seated > 1 || table.is_over()
        });
        let Some(has_ended) = has_ended.filter(|_| !world.disk.has_lied(&table)) else { continue };
        if is_listed == has_ended {
            let what = format!("{table}: listed {is_listed}, ended {has_ended}");
            world.fail("a seek by correspondence is listed until it ends", what);
        }
    }
}
