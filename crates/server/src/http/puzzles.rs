//! Routes of puzzles.

use super::request::{JsonBody, NO_STORE, Shared, member};
use crate::{
    app::Hub,
    base::{ApiError, HubError},
    limits::PUZZLE_REPORT_BYTES,
};
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use games::Variant;
use std::sync::Arc;
use ui_model::puzzles::PuzzleReport;

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/puzzles/{game}/progress", get(progress))
        .route(
            "/api/puzzles/{game}/attempts",
            post(attempts).layer(DefaultBodyLimit::max(PUZZLE_REPORT_BYTES)),
        )
        .route("/api/puzzles/{game}/{puzzle}", get(figures))
}

/// The progress of the signed-in account.
async fn progress(
    State(hub): Shared,
    headers: HeaderMap,
    Path(game): Path<String>,
) -> Result<Response, ApiError> {
    let variant = read_game(&game)?;
    let member = member(&hub, &headers).await?;
    let state = hub.puzzles.state(variant, &member).await?;
    Ok(([NO_STORE], Json(state)).into_response())
}

/// Adds attempts of the signed-in account.
async fn attempts(
    State(hub): Shared,
    headers: HeaderMap,
    Path(game): Path<String>,
    body: Result<JsonBody<PuzzleReport>, ApiError>,
) -> Result<Response, ApiError> {
    let variant = read_game(&game)?;
    let member = member(&hub, &headers).await?;
    let JsonBody(report) = body?;
    // The client may disconnect between the judgement and the commit.
    let done = tokio::spawn(async move { hub.puzzles.report(variant, &member, report).await });
    let state = done.await.map_err(|_| HubError::Busy)??;
    Ok(([NO_STORE], Json(state)).into_response())
}

/// How many accounts have tried and solved a puzzle.
async fn figures(
    State(hub): Shared,
    Path((game, puzzle)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let figures = hub.puzzles.figures(read_game(&game)?, &puzzle).await?;
    Ok(([NO_STORE], Json(figures)).into_response())
}

fn read_game(game: &str) -> Result<Variant, ApiError> {
    game.parse().map_err(|error: games::UnknownVariant| {
        ApiError::new(StatusCode::NOT_FOUND, "variant", error.to_string())
    })
}
