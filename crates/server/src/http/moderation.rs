//! Routes of reports and of moderators.

use super::request::{JsonBody, NO_STORE, Shared};
use crate::{app::Hub, base::ApiError, moderation::role_of};
use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
    routing::{get, post, put},
};
use protocol::{
    Announcement, GameId, GuestReportRequest, ModeratorActRequest, ReportRequest, Role,
    SettleReportRequest,
};
use serde::Deserialize;
use std::sync::Arc;
use store::Player;

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/players/{name}/report", post(report))
        .route("/api/tables/{id}/report", post(report_guest))
        .route("/api/announcement", get(announcement))
        .route("/api/moderation", get(desk))
        .route("/api/moderation/log", get(log))
        .route("/api/moderation/announcement", put(announce))
        .route("/api/moderation/reports/{number}/settle", post(settle))
        .route("/api/moderation/accounts/{name}", get(file).post(act))
        .route("/api/moderation/accounts/{name}/fair-play", post(fair_play))
}

async fn report(
    State(hub): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Result<JsonBody<ReportRequest>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let JsonBody(request) = body?;
    let reporter = signed_in(&hub, &headers).await?;
    hub.moderation.report(&reporter, &name, request).await?;
    Ok(StatusCode::CREATED)
}

async fn report_guest(
    State(hub): Shared,
    Path(table): Path<GameId>,
    headers: HeaderMap,
    body: Result<JsonBody<GuestReportRequest>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let JsonBody(request) = body?;
    let reporter = signed_in(&hub, &headers).await?;
    hub.moderation.report_guest(&reporter, table, request).await?;
    Ok(StatusCode::CREATED)
}

async fn settle(
    State(hub): Shared,
    Path(number): Path<u64>,
    headers: HeaderMap,
    body: Result<JsonBody<SettleReportRequest>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let moderator = moderator(&hub, &headers).await?;
    let JsonBody(SettleReportRequest { reason }) = body?;
    hub.moderation.settle_guest_report(&moderator, number, &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn announcement(State(hub): Shared) -> Json<Announcement> {
    Json(hub.moderation.announcement())
}

async fn desk(State(hub): Shared, headers: HeaderMap) -> Result<impl IntoResponse, ApiError> {
    let moderator = moderator(&hub, &headers).await?;
    Ok(([NO_STORE], Json(hub.moderation.desk(&moderator).await?)))
}

/// Query of the audit log.
#[derive(Deserialize)]
struct LogQuery {
    before: Option<u64>,
}

async fn log(
    State(hub): Shared,
    Query(asked): Query<LogQuery>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    moderator(&hub, &headers).await?;
    Ok(([NO_STORE], Json(hub.moderation.log(asked.before).await?)))
}

async fn file(
    State(hub): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let moderator = moderator(&hub, &headers).await?;
    Ok(([NO_STORE], Json(hub.moderation.file(&moderator, &name).await?)))
}

async fn act(
    State(hub): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Result<JsonBody<ModeratorActRequest>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let moderator = moderator(&hub, &headers).await?;
    let JsonBody(request) = body?;
    hub.moderation.act(&moderator, &name, request).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signals of fair play. A look changes the audit log, so it is not a `GET`.
async fn fair_play(
    State(hub): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let moderator = moderator(&hub, &headers).await?;
    Ok(([NO_STORE], Json(hub.moderation.fair_play(&moderator, &name).await?)))
}

async fn announce(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<JsonBody<Announcement>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let moderator = moderator(&hub, &headers).await?;
    let JsonBody(Announcement { text }) = body?;
    hub.moderation.announce(&moderator, &text).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn signed_in(hub: &Hub, headers: &HeaderMap) -> Result<Player, ApiError> {
    let player = hub.accounts.player(headers).await?;
    player.ok_or_else(ApiError::sign_in)
}

/// The moderator who asks.
async fn moderator(hub: &Hub, headers: &HeaderMap) -> Result<Player, ApiError> {
    let player = signed_in(hub, headers).await?;
    if role_of(&player).is_some_and(Role::may_moderate) {
        return Ok(player);
    }
    let message = "this is for moderators; the operator grants the office";
    Err(ApiError::new(StatusCode::FORBIDDEN, "not-moderator", message))
}
