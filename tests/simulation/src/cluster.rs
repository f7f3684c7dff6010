//! The servers of one life.

use crate::{
    clock::WrongClock, disk_faults::DiskFaults, hints::SimHints, mutants::AnyMutant, world::World,
};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::Request,
};
use commit_reveal::SigningKey;
use server::{Config, Hints, Hub};
use std::{sync::Arc, time::Duration};
use tokio::time::sleep;
use tower::ServiceExt;

/// The arbiter's key.
pub(crate) const ARBITER: &str = "the arbiter of the simulation";

/// Offset between the clocks of consecutive servers, in milliseconds.
const AHEAD_MS: u64 = 5_000;

/// One or two servers on one disk.
pub(crate) struct Cluster {
    routers: Vec<Router>,
}

impl Cluster {
    /// Starts the servers, retrying while the disk fails.
    pub(crate) async fn start(world: &World, mutant: Option<AnyMutant>) -> Cluster {
        let mut routers = Vec::new();
        let is_shared = world.script.servers > 1;
        // Two thirds of the clusters use hints.
        let hints = || Arc::new(SimHints::new(world.script.seed)) as Arc<dyn Hints>;
        let hints = (is_shared && !world.script.seed.is_multiple_of(3)).then(hints);
        while routers.len() < world.script.servers {
            let key = SigningKey::from_bytes([7; 32]);
            let (clock, ahead_ms) = (world.clock.clone(), AHEAD_MS * routers.len() as u64);
            let config = Config {
                env: Arc::new(WrongClock { clock, ahead_ms }),
                hints: hints.clone(),
                ..Config::system(Vec::new(), ARBITER.to_owned(), key)
            };
            let number = is_shared.then_some(routers.len());
            let store = DiskFaults::open(world.disk.clone(), number, mutant);
            match Hub::start(config, Arc::new(store)).await {
                Ok(hub) => {
                    tokio::spawn(hub.clone().heartbeat());
                    // Requests without a client address count as local, with few limits.
                    routers.push(server::router(hub));
                }
                Err(error) => {
                    world.note("cluster", &error.to_string());
                    sleep(Duration::from_secs(1)).await;
                }
            }
        }
        Cluster { routers }
    }

    /// The routes of the servers in turn.
    pub(crate) fn router(&self, turn: usize) -> Router {
        self.routers[turn % self.routers.len()].clone()
    }

    /// Sends a request to the first server; returns status and body.
    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        header: (&str, &str),
        body: String,
    ) -> (u16, String) {
        self.ask_at(0, method, path, header, body).await
    }

    /// Sends a request to one of the servers; returns status and body.
    pub(crate) async fn ask_at(
        &self,
        turn: usize,
        method: &str,
        path: &str,
        header: (&str, &str),
        body: String,
    ) -> (u16, String) {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "localhost")
            .header("origin", "http://localhost")
            .header("content-type", "application/json")
            .header(header.0, header.1)
            .body(Body::from(body));
        let Ok(request) = request else { return (0, "no request".to_owned()) };
        let Ok(response) = self.router(turn).oneshot(request).await;
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap_or_default();
        (status, String::from_utf8_lossy(&body).into_owned())
    }
}
