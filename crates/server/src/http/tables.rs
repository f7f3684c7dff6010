//! Routes of tables and seeks.

use super::request::{Shared, attachment, bearer};
use crate::{
    accounts::{Member, Visitor},
    app::Hub,
    base::{ApiError, HubError, bad},
    lobby,
    net::{Client, Connection},
    socket,
    tables::{Author, Reading, Text},
};
use axum::{
    Extension, Json, Router,
    body::Bytes,
    extract::{Path, State, WebSocketUpgrade, rejection::JsonRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use game::Seat;
use protocol::{
    ChallengeRequest, DeclineRequest, GameId, InviteRequest, JoinRequest, Joined, OpenRequest,
    ReservedSeat,
};
use std::sync::Arc;

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/tables", post(open))
        .route("/api/tables/{id}", get(info).delete(cancel))
        .route("/api/tables/{id}/join", post(join))
        .route("/api/tables/{id}/reserved", get(reserved))
        .route("/api/tables/{id}/record", get(export))
        .route("/api/tables/{id}/record.chuhe", get(record_file))
        .route("/api/tables/{id}/transcript", get(transcript))
        .route("/api/key", get(key))
        .route("/api/seeks", get(seeks).post(pair))
        .route("/api/live", get(live))
        .route("/api/watch", get(watched))
        .route("/api/challenges", post(challenge))
        .route("/api/challenges/{id}/decline", post(decline))
}

/// Routes of the sockets of tables and of the lobby.
pub(super) fn sockets() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/tables/{id}/socket", get(open_socket))
        .route("/api/lobby", get(open_lobby))
}

async fn open(
    State(hub): Shared,
    visitor: Visitor,
    body: Result<Json<InviteRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(InviteRequest { mut plan, name, reserved: named }) = body?;
    // Only the lobby lists tables.
    plan.is_public = false;
    if named.len() > plan.seats.len() {
        return Err(bad("reserved-seat", "reserved: there are more reserved seats than seats"));
    }
    let mut reserved = Vec::new();
    for ReservedSeat { seat, name, .. } in named {
        let recipient = hub.accounts.find(&name).await?;
        reserved.push((seat, Member { id: recipient.id, name: recipient.name }));
    }
    let request = OpenRequest { plan, name };
    let created = hub.lobby.invite(request, reserved, visitor).await?;
    Ok((StatusCode::CREATED, Json(created)).into_response())
}

/// Waiting seeks.
async fn seeks(State(hub): Shared) -> Result<Response, ApiError> {
    Ok(Json(hub.lobby.seeks().await?).into_response())
}

/// Running public games.
async fn live(State(hub): Shared) -> Response {
    Json(hub.lobby.live().await).into_response()
}

/// Running public games to watch.
async fn watched(State(hub): Shared) -> Response {
    Json(hub.lobby.watched().await).into_response()
}

/// Pairs a seeker or adds a seek.
async fn pair(
    State(hub): Shared,
    visitor: Visitor,
    body: Result<Json<OpenRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = body?;
    Ok((StatusCode::CREATED, Json(hub.lobby.pair(request, visitor).await?)).into_response())
}

async fn info(State(hub): Shared, Path(id): Path<GameId>) -> Result<Response, ApiError> {
    Ok(Json(hub.tables.info(&id).await?).into_response())
}

/// Seats that are reserved for accounts.
async fn reserved(State(hub): Shared, Path(id): Path<GameId>) -> Result<Response, ApiError> {
    Ok(Json(hub.lobby.reserved_at(&id).await?).into_response())
}

/// Closes a table without another player.
async fn cancel(
    State(hub): Shared,
    Path(id): Path<GameId>,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    hub.lobby.cancel(&id, bearer(&headers).unwrap_or_default()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Public key that verifies the server's signatures.
async fn key(State(hub): Shared) -> String {
    format!("{}\n", hub.app.config.signing_key.public())
}

async fn join(
    State(hub): Shared,
    Path(id): Path<GameId>,
    visitor: Visitor,
    body: Result<Json<JoinRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = body?;
    let seat =
        request.seat.map(|seat| Seat::checked(seat).ok_or_else(|| bad("seat", "no such seat")));
    let seat = seat.transpose()?;
    hub.accounts.check_name(&request.name, visitor.account.as_ref()).await?;
    match sit_down(&hub, &id, seat, request.name, visitor).await {
        Ok(joined) => Ok((StatusCode::CREATED, Json(joined)).into_response()),
        Err(error) => {
            // A seek of a table that is gone is not offered again.
            if matches!(error, HubError::NoTable(_)) {
                hub.lobby.forget_seek(&id).await;
            }
            Err(error.into())
        }
    }
}

async fn sit_down(
    hub: &Hub,
    id: &GameId,
    seat: Option<Seat>,
    name: String,
    visitor: Visitor,
) -> Result<Joined, HubError> {
    let place = hub.lobby.place(id, seat, visitor.account.as_ref()).await?;
    let table = hub.tables.load(id).await?;
    let account_id = visitor.account.as_ref().map(|account| &account.id);
    let host = place.host.or(hub.lobby.host_of_kept(id).await?);
    hub.lobby.check_unblocked(&table, host, account_id).await?;
    if let Some(account) = visitor.account.as_ref().filter(|_| place.is_reserved) {
        hub.lobby.accept(id, account).await?;
    }
    let joined = hub.tables.join(&table, name, place.seat, visitor.account).await;
    hub.lobby.settle_seek(id, &table).await;
    joined
}

async fn open_socket(
    State(hub): Shared,
    Path(id): Path<GameId>,
    client: Client,
    headers: HeaderMap,
    connection: Option<Extension<Arc<Connection>>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    hub.admit_newcomer()?;
    let table = hub.tables.load(&id).await?;
    // While the store cannot be read a player counts as a guest.
    let player = hub.accounts.player(&headers).await.ok().flatten();
    let author = Author {
        account: player.as_ref().map(|player| player.id.clone()),
        name: player.as_ref().map(|player| player.name.clone()),
        since_ms: player.as_ref().map(|player| player.since_ms),
    };
    let visitor = Visitor { address: client.address, account: player.map(Member::from) };
    let (accounts, env) = (hub.accounts.clone(), hub.app.config.env.clone());
    let connection = connection.map(|Extension(connection)| connection);
    let upgrade = socket::limit(upgrade);
    Ok(upgrade.on_upgrade(move |socket| {
        socket::run(socket, table, visitor, author, accounts, connection, env)
    }))
}

/// Challenges an account.
async fn challenge(
    State(hub): Shared,
    visitor: Visitor,
    body: Result<Json<ChallengeRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = body?;
    let recipient = hub.accounts.find(&request.to).await?;
    let recipient = Member { id: recipient.id, name: recipient.name };
    let created = hub.lobby.challenge(request.plan, recipient, visitor).await?;
    Ok((StatusCode::CREATED, Json(created)).into_response())
}

async fn decline(
    State(hub): Shared,
    Path(id): Path<GameId>,
    visitor: Visitor,
    body: Result<Json<DeclineRequest>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(DeclineRequest { reason }) = body?;
    let account = visitor.account.ok_or_else(ApiError::sign_in)?;
    hub.lobby.decline(&id, reason, &account).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Socket of a viewer of the lobby.
async fn open_lobby(
    State(hub): Shared,
    headers: HeaderMap,
    connection: Option<Extension<Arc<Connection>>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    hub.admit_newcomer()?;
    // While the store cannot be read a player counts as a guest.
    let account = hub.accounts.signed_in(&headers).await.ok().flatten().map(|member| member.id);
    let connection = connection.map(|Extension(connection)| connection);
    let lobby = hub.lobby.clone();
    Ok(lobby::limit(upgrade).on_upgrade(move |socket| lobby.watch(socket, account, connection)))
}

/// The game as JSON, as far as the holder of the token may know it.
async fn export(
    State(hub): Shared,
    Path(id): Path<GameId>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Ok(json(read(&hub, &id, &headers, Reading::Record).await?))
}

/// The game as a `.chuhe` file. Fails while something is hidden from the holder of the token.
async fn record_file(
    State(hub): Shared,
    Path(id): Path<GameId>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let file = read(&hub, &id, &headers, Reading::File).await?;
    Ok(attachment(&format!("{id}.chuhe"), file))
}

async fn transcript(
    State(hub): Shared,
    Path(id): Path<GameId>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Ok(json(read(&hub, &id, &headers, Reading::Transcript).await?))
}

async fn read(
    hub: &Hub,
    id: &GameId,
    headers: &HeaderMap,
    reading: Reading,
) -> Result<Bytes, ApiError> {
    let token = bearer(headers).unwrap_or_default();
    match hub.tables.read(id, token, reading).await? {
        Text::Written(text) => Ok(text),
        Text::NotBegun => Err(bad("not-started", "the game has not begun")),
        Text::Hidden => {
            Err(bad("hidden", "something in this game is hidden from you until it is over"))
        }
    }
}

fn json(text: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
