//! What a server counts, at an address of its own: it is its keeper's business.

use crate::{hub::Hub, spans};
use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
    routing::get,
};
use std::sync::Arc;
use tracing::Instrument;

/// Where whoever looks after the server asks whether all is well.
pub(super) const HEALTH: &str = "/healthz";
/// As Prometheus asks for it.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// `GET /metrics`, and nothing else.
pub(crate) fn router(hub: Arc<Hub>) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(hub)
}

async fn metrics(State(hub): State<Arc<Hub>>) -> Response {
    match hub.app.metrics.text(&hub) {
        Ok(text) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "the figures cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Counts what is answered, and shows it in a trace. Whoever only asks whether all is well asks often, and
/// those who hear that it is would hide how many others are failed.
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
