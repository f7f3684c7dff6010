//! The addresses of tables, and of those who wait for anybody.

use super::request::{Shared, attachment, bearer};
use crate::{
    api_error::{ApiError, bad},
    hub::Hub,
    net::{Client, Connection},
    socket,
    visitor::Visitor,
};
use axum::{
    Extension, Json, Router,
    extract::{Path, State, WebSocketUpgrade, rejection::JsonRejection},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use game::Seat;
use jiff::Timestamp;
use protocol::{JoinRequest, OpenRequest};
use record::{Annotations, Record, Tag, Tags};
use std::sync::Arc;
use table::GameExport;

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/tables", post(open))
        .route("/api/tables/{id}", get(info).delete(cancel))
        .route("/api/tables/{id}/join", post(join))
        .route("/api/tables/{id}/record", get(export))
        .route("/api/tables/{id}/record.chuhe", get(record_file))
        .route("/api/tables/{id}/transcript", get(transcript))
        .route("/api/key", get(key))
        .route("/api/seeks", get(seeks).post(pair))
        .route("/api/live", get(live))
}

/// The one that stays open.
pub(super) fn sockets() -> Router<Arc<Hub>> {
    Router::new().route("/api/tables/{id}/socket", get(open_socket))
}

async fn open(
    State(hub): Shared,
    visitor: Visitor,
    body: Result<Json<OpenRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = body?;
    Ok((StatusCode::CREATED, Json(hub.open(request, visitor).await?)).into_response())
}

/// Who waits for anybody.
async fn seeks(State(hub): Shared) -> Result<Response, ApiError> {
    Ok(Json(hub.seeks().await?).into_response())
}

/// The games that everybody may look on at.
async fn live(State(hub): Shared) -> Response {
    Json(&*hub.live().await).into_response()
}

/// Seats whoever seeks the same together.
async fn pair(
    State(hub): Shared,
    visitor: Visitor,
    body: Result<Json<OpenRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = body?;
    Ok((StatusCode::CREATED, Json(hub.pair(request, visitor).await?)).into_response())
}

async fn info(State(hub): Shared, Path(id): Path<String>) -> Result<Response, ApiError> {
    Ok(Json(hub.info(&id).await?).into_response())
}

/// Gives up a table at which nobody else has sat down.
async fn cancel(
    State(hub): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    hub.cancel(&id, bearer(&headers).unwrap_or_default()).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn transcript(State(hub): Shared, Path(id): Path<String>) -> Result<Response, ApiError> {
    Ok(Json(hub.transcript(&id).await?).into_response())
}

/// What the server's signatures are checked with.
async fn key(State(hub): Shared) -> String {
    format!("{}\n", hub.app.config.signing_key.public())
}

async fn join(
    State(hub): Shared,
    Path(id): Path<String>,
    visitor: Visitor,
    body: Result<Json<JoinRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = body?;
    let seat =
        request.seat.map(|seat| Seat::checked(seat).ok_or_else(|| bad("seat", "no such seat")));
    let seat = seat.transpose()?;
    hub.accounts.check_name(&request.name, visitor.account.as_ref()).await?;
    let joined = hub.join(&hub.table(&id).await?, request.name, seat, visitor.account).await?;
    Ok((StatusCode::CREATED, Json(joined)).into_response())
}

async fn open_socket(
    State(hub): Shared,
    Path(id): Path<String>,
    client: Client,
    headers: HeaderMap,
    connection: Option<Extension<Arc<Connection>>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    hub.admit_newcomer()?;
    let table = hub.table(&id).await?;
    // While the store cannot be read a player counts as a guest.
    let account = hub.accounts.signed_in(&headers).await.ok().flatten();
    let visitor = Visitor { address: client.address, account };
    let source = hub.app.config.source.clone();
    let connection = connection.map(|Extension(connection)| connection);
    let upgrade = socket::limit(upgrade);
    Ok(upgrade.on_upgrade(move |socket| socket::run(socket, table, visitor, connection, source)))
}

/// The game as plain JSON texts, as much of it as the bearer of the token may know.
async fn export(
    State(hub): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let export = export_for(&hub, &id, &headers).await?;
    Ok(Json(serde_json::json!({
        "variant": export.variant.as_str(),
        "options": export.options,
        "clock": export.clock,
        "names": export.names,
        "start": export.start,
        "actions": export.actions.iter().map(|(_, action)| action).collect::<Vec<_>>(),
        "position": export.position,
        "result": export.end.map(|end| end.reason.as_str()),
    }))
    .into_response())
}

/// The game as a `.chuhe` file. While something in it is hidden from the bearer of the token, no
/// file can hold it.
async fn record_file(
    State(hub): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let export = export_for(&hub, &id, &headers).await?;
    let mut tags = Tags::default();
    tags.set(Tag::Date, &day(hub.app.clock.wall_ms(export.since_ms)));
    let record = Record {
        variant: export.variant,
        options: export.options,
        start: export.start,
        names: export.names,
        tags,
        annotations: Annotations::default(),
        actions: export.actions.into_iter().map(|(_, action)| action).collect(),
        outcome: export.end,
    };
    let hidden = || bad("hidden", "something in this game is hidden from you until it is over");
    let file = record::write(&record).ok_or_else(hidden)?;
    Ok(attachment(&format!("{id}.chuhe"), file))
}

/// The day of a moment in Unix time, in Greenwich; empty where no calendar has it.
fn day(ms: u64) -> String {
    let moment = i64::try_from(ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    moment.map_or_else(String::new, |moment| moment.strftime("%Y.%m.%d").to_string())
}

async fn export_for(hub: &Arc<Hub>, id: &str, headers: &HeaderMap) -> Result<GameExport, ApiError> {
    let token = bearer(headers).unwrap_or_default();
    let export = hub.export(id, token).await?;
    export.ok_or_else(|| bad("not-started", "the game has not begun"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_files_write_it() {
        for (ms, written) in [(0, "1970.01.01"), (1_764_115_199_999, "2025.11.25"), (u64::MAX, "")]
        {
            assert_eq!(day(ms), written, "{ms}");
        }
    }
}
