//! What a server counts, at an address of its own: it is its keeper's business.

use crate::hub::Hub;
use axum::{
    Router,
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
    routing::get,
};
use std::sync::Arc;

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

/// Counts what is answered.
pub(super) async fn count(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    hub.app.metrics.replied(response.status().as_u16());
    response
}
