//! Players who open a table and wait for others.

use crate::{cluster::Cluster, connection::open, script::TableSpec, world::World};
use futures_util::{SinkExt, StreamExt};
use protocol::{Created, OpenRequest, SeatPlan, TablePlan, ToClient};
use std::time::Duration;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

pub(crate) fn request(plan: TablePlan, name: &str) -> String {
    let request = OpenRequest { plan, name: name.to_owned() };
    serde_json::to_string(&request).unwrap_or_default()
}

pub(crate) fn plan(spec: &TableSpec) -> TablePlan {
    let mut seats = vec![SeatPlan::Open; spec.seats()];
    seats[0] = SeatPlan::Host;
    TablePlan {
        variant: spec.variant.to_owned(),
        options: String::new(),
        clock: spec.clock.to_owned(),
        setup_seconds: spec.setup_seconds,
        seats,
        start: None,
        training: spec.training,
        rated: false,
        ..TablePlan::default()
    }
}

/// A plan of a game for two without spectators.
pub(crate) fn duel(clock: &'static str) -> TablePlan {
    plan(&TableSpec {
        variant: "banqi",
        clock,
        setup_seconds: 0,
        spectators: 0,
        second_device: false,
        training: false,
    })
}

/// Keeps the page of a seeker connected until the life ends.
pub(crate) async fn wait_for_opponent(
    world: &World,
    cluster: &Cluster,
    turn: usize,
    created: Created,
) {
    let Created { mut table, token, .. } = created;
    loop {
        if let Some(mut socket) = open(cluster, &table, turn).await {
            let hello = format!(r#"{{"type":"hello","token":"{token}"}}"#);
            _ = socket.send(Message::Text(hello.into())).await;
            while let Some(Ok(message)) = socket.next().await {
                let Message::Text(text) = message else { continue };
                if let Ok(ToClient::Moved { table: there, .. }) = serde_json::from_str(&text) {
                    world.note("seeker", &format!("{table} moved to {there}"));
                    table = there;
                    break;
                }
            }
        }
        sleep(Duration::from_millis(300)).await;
    }
}
