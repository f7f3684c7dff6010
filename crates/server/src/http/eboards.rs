//! The addresses of boards.

use super::request::{Shared, attachment, bearer};
use crate::{
    accounts::Member,
    api_error::{ApiError, bad},
    eboards::EboardError,
    hub::Hub,
    net::{Client, Connection},
};
use axum::{
    Extension, Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, State, rejection::JsonRejection},
    http::{HeaderMap, StatusCode},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::{get, post},
};
use futures_util::stream::{self, Stream, StreamExt};
use protocol::{ClaimSeat, CorrectEboard, RegisterEboard};
use record::Format;
use smart_boards::{BoardGame, Claimant, MAC_HEADER, POST_BYTES};
use std::{convert::Infallible, sync::Arc};
use store::StoreError;
use xiangqi::notation::Notation;

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/boards", get(list).post(register))
        .route("/api/boards/stream", get(watch))
        .route("/api/boards/{id}", get(one))
        .route("/api/boards/{id}/messages", post(take).layer(DefaultBodyLimit::max(POST_BYTES)))
        .route("/api/boards/{id}/corrections", post(correct))
        .route("/api/boards/{id}/claims", post(claim).delete(withdraw))
        .route("/api/boards/{id}/games", get(games))
        .route("/api/boards/{id}/games/{number}", get(game))
        .route("/api/boards/{id}/games/{number}/{file}", get(file))
}

async fn list(State(hub): Shared) -> Response {
    Json(hub.boards.views().await).into_response()
}

async fn one(State(hub): Shared, Path(id): Path<String>) -> Result<Response, ApiError> {
    Ok(Json(hub.boards.view(&id).await?).into_response())
}

/// Every change of every board as it happens; first of all every board as it is.
async fn watch(
    State(hub): Shared,
    connection: Option<Extension<Arc<Connection>>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    // Watched before they are read, so that no change falls between.
    let changes = hub.boards.watch();
    let now: Vec<Arc<str>> = hub
        .boards
        .views()
        .await
        .iter()
        .filter_map(|view| Some(serde_json::to_string(view).ok()?.into()))
        .collect();
    let changes = stream::unfold((now.into_iter(), changes), async |(mut now, mut changes)| {
        let text = match now.next() {
            Some(text) => text,
            // Too slow, or at the end: the stream ends, and the page begins anew.
            None => changes.recv().await.ok()?,
        };
        Some((Ok(Event::default().data(&*text)), (now, changes)))
    });
    let ended = async move {
        match connection {
            Some(Extension(connection)) => _ = connection.ended().await,
            None => std::future::pending().await,
        }
    };
    let changes = changes.take_until(ended);
    Sse::new(changes).keep_alive(KeepAlive::default())
}

async fn register(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<Json<RegisterEboard>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = body?;
    arbiter_only(&hub, &headers)?;
    Ok((StatusCode::CREATED, Json(hub.boards.register(request).await?)).into_response())
}

async fn take(
    State(hub): Shared,
    Path(id): Path<String>,
    client: Client,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let signature = headers.get(MAC_HEADER).and_then(|value| value.to_str().ok());
    let (boards, signature) = (hub.boards.clone(), signature.unwrap_or_default().to_owned());
    let reply = to_its_end(async move { boards.post(&id, &body, &signature).await }).await;
    if let Err(EboardError::Signature | EboardError::NoBoard) = &reply
        && !hub.rate_limiter.admit(client.address)
    {
        return Err(ApiError::too_often());
    }
    Ok(Json(reply?).into_response())
}

async fn correct(
    State(hub): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Json<CorrectEboard>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = body?;
    arbiter_only(&hub, &headers)?;
    let boards = hub.boards.clone();
    to_its_end(async move { boards.correct(&id, request).await }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Whoever is signed in says: it is I who plays this side.
async fn claim(
    State(hub): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Json<ClaimSeat>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = body?;
    let (boards, player) = (hub.boards.clone(), claimant(&hub, &headers).await?);
    to_its_end(async move { boards.claim(&id, request, player).await }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn withdraw(
    State(hub): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Json<ClaimSeat>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(request) = body?;
    let (boards, player) = (hub.boards.clone(), claimant(&hub, &headers).await?);
    to_its_end(async move { boards.withdraw(&id, request, &player).await }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn games(State(hub): Shared, Path(id): Path<String>) -> Result<Response, ApiError> {
    Ok(Json(hub.boards.games(&id).await?).into_response())
}

async fn game(
    State(hub): Shared,
    Path((id, number)): Path<(String, u32)>,
) -> Result<Response, ApiError> {
    let name = hub.boards.view(&id).await?.name;
    let game = hub.boards.game(&id, number).await?;
    Ok(Json(game.view(&id, &name, hub.app.config.source.now_ms())).into_response())
}

/// `record.chuhe`, `record.pgn`, `record.dhtmlxq`: a board's game is a game like any other.
async fn file(
    State(hub): Shared,
    Path((id, number, file)): Path<(String, u32, String)>,
) -> Result<Response, ApiError> {
    let format = file.strip_prefix("record.").and_then(|format| format.parse::<Format>().ok());
    let format = format.ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "file",
            "expected record.chuhe, record.pgn or record.dhtmlxq",
        )
    })?;
    let game = hub.boards.game(&id, number).await?;
    let text = record_text(&game, format)
        .ok_or_else(|| bad("doubtful", "this game holds plies that the rules do not allow"))?;
    Ok(attachment(&format!("board-{number}.{format}"), text))
}

fn record_text(game: &BoardGame, format: Format) -> Option<String> {
    record::write_as(&game.record(), format, Notation::Chinese).ok()
}

/// Work on a board that is not left off when whoever asked hangs up: what a board says is stored
/// in one step and what is to be noted of it in the next.
async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, EboardError>> + Send + 'static,
) -> Result<T, EboardError> {
    tokio::spawn(work).await.unwrap_or(Err(EboardError::Store(StoreError::Closed)))
}

/// Only whoever is signed in.
async fn claimant(hub: &Hub, headers: &HeaderMap) -> Result<Claimant, ApiError> {
    match hub.accounts.signed_in(headers).await? {
        Some(Member { id, name }) => Ok(Claimant { id, name }),
        None => {
            let message = "only a player with an account claims a seat; sign in first";
            Err(ApiError::new(StatusCode::UNAUTHORIZED, "sign-in", message))
        }
    }
}

/// Only whoever has the arbiter's key.
fn arbiter_only(hub: &Hub, headers: &HeaderMap) -> Result<(), ApiError> {
    if bearer(headers).is_some_and(|given| hub.app.config.is_arbiter(given)) {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::UNAUTHORIZED,
        "arbiter",
        "only the arbiter may do this: the request wants the arbiter's key",
    ))
}

impl From<EboardError> for ApiError {
    fn from(error: EboardError) -> ApiError {
        match error {
            EboardError::NoBoard => {
                ApiError::new(StatusCode::NOT_FOUND, "no-board", error.to_string())
            }
            EboardError::NoGame(_) => {
                ApiError::new(StatusCode::NOT_FOUND, "no-game", error.to_string())
            }
            EboardError::Signature => {
                ApiError::new(StatusCode::UNAUTHORIZED, "signature", error.to_string())
            }
            EboardError::Refused(refusal) => bad(refusal.code, refusal.message),
            EboardError::Store(inner) => ApiError::store(&inner),
            EboardError::NoChance(inner) => inner.into(),
        }
    }
}
