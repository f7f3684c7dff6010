//! How others in the same network come here.

use super::request::Shared;
use crate::{
    api_error::{ApiError, bad},
    hub::Hub,
};
use axum::{
    Json, Router,
    extract::{Query, State},
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Deserialize;
use std::sync::Arc;

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new().route("/api/lan", get(lan)).route("/api/qr", get(qr))
}

/// Under which addresses others in the same network reach this server.
async fn lan(State(hub): Shared) -> Response {
    Json(serde_json::json!({ "addresses": hub.app.config.addresses })).into_response()
}

#[derive(Deserialize)]
struct QrQuestion {
    text: String,
}

/// A QR code of one of our own addresses, as SVG.
async fn qr(Query(question): Query<QrQuestion>) -> Result<Response, ApiError> {
    if question.text.len() > 300 || !question.text.starts_with("http") {
        return Err(bad("qr", "expected an address of at most 300 bytes"));
    }
    let code = qrcode::QrCode::new(question.text.as_bytes())
        .map_err(|error| bad("qr", error.to_string()))?;
    let svg = code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}
