//! Addresses for other devices in the local network.

use super::request::Shared;
use crate::{
    app::Hub,
    base::{ApiError, bad},
};
use axum::{
    Json, Router,
    extract::{Query, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Deserialize;
use std::sync::Arc;

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new().route("/api/lan", get(lan)).route("/api/qr", get(qr))
}

/// Addresses under which the local network reaches this server.
async fn lan(State(hub): Shared) -> Response {
    Json(serde_json::json!({ "addresses": hub.app.config.addresses })).into_response()
}

#[derive(Deserialize)]
struct QrQuestion {
    text: String,
}

/// QR code of one of this server's addresses, as SVG.
async fn qr(
    State(hub): Shared,
    headers: HeaderMap,
    Query(question): Query<QrQuestion>,
) -> Result<Response, ApiError> {
    let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if question.text.len() > 300 || !hub.hosts.is_own_link(&question.text, asked) {
        return Err(bad("qr", "expected an address of this server of at most 300 bytes"));
    }
    let code = qrcode::QrCode::new(question.text.as_bytes())
        .map_err(|error| bad("qr", error.to_string()))?;
    let svg = code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}
