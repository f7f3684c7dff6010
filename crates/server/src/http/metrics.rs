//! Prometheus metrics, served at a separate address for the operator.

use crate::{app::Hub, net::refuse_foreign_hosts, ops::spans};
use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    http::{StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use std::sync::Arc;
use tracing::Instrument;

/// Path of the health check.
pub(super) const HEALTH: &str = "/healthz";
/// Content type that Prometheus expects.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The only route: `GET /metrics`. It answers to the names of the pages only, so that no page of
/// another site can read it.
pub(crate) fn router(hub: Arc<Hub>) -> Router {
    let hosts = middleware::from_fn_with_state(hub.hosts.clone(), refuse_foreign_hosts);
    Router::new().route("/metrics", get(metrics)).layer(hosts).with_state(hub)
}

async fn metrics(State(hub): State<Arc<Hub>>) -> Response {
    match hub.app.metrics.text(&hub.readout()) {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "failed to write metrics");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Counts responses and creates their spans. Health checks are not counted: they are frequent, and
/// their successes would hide failures of other requests.
pub(super) async fn count(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let is_probe = route == Some(HEALTH);
    let span = spans::request(request.method(), route);
    let response = next.run(request).instrument(span.clone()).await;
    let status = response.status().as_u16();
    spans::replied(&span, status);
    if !is_probe || status >= 400 {
        hub.app.metrics.replied(status);
    }
    response
}
