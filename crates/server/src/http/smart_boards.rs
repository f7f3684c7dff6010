//! Routes of smart boards.

use super::request::{Shared, attachment, bearer, member};
use crate::{
    accounts::Member,
    app::Hub,
    base::{ApiError, bad},
    net::{Client, Connection},
    smart_boards::{SignedAnswer, SmartBoardError, SmartBoards},
};
use axum::{
    Extension, Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Request, State},
    http::{HeaderMap, Method, StatusCode, header, request::Parts},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::{get, post},
};
use futures_util::stream::{self, Stream, StreamExt};
use protocol::{BoardId, ClaimSeat, CorrectSmartBoard, RegisterSmartBoard};
use record::Format;
use serde::de::DeserializeOwned;
use smart_boards::{MAC_HEADER, POST_BYTES};
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
        .route("/api/boards/{id}/claims", post(claim).delete(claim))
        .route("/api/boards/{id}/games", get(games))
        .route("/api/boards/{id}/games/{number}", get(game))
        .route("/api/boards/{id}/games/{number}/{file}", get(file))
}

async fn list(State(hub): Shared) -> Response {
    json(hub.boards.views().to_string())
}

async fn one(State(hub): Shared, Path(id): Path<BoardId>) -> Result<Response, ApiError> {
    Ok(Json(hub.boards.view(&id).await?).into_response())
}

/// Stream of server-sent events: first every board, then every change.
async fn watch(
    State(hub): Shared,
    client: Client,
    connection: Option<Extension<Arc<Connection>>>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let watching = hub.boards.watch(client.address)?;
    let changes = stream::unfold(watching, async |mut watching| {
        // The stream of a slow client ends, and the page reconnects.
        let text = watching.next().await?;
        Some((Ok(Event::default().data(&*text)), watching))
    });
    let ended = async move {
        match connection {
            Some(Extension(connection)) => _ = connection.ended().await,
            None => std::future::pending().await,
        }
    };
    Ok(Sse::new(changes.take_until(ended)).keep_alive(KeepAlive::default()))
}

async fn register(
    State(hub): Shared,
    _: IsArbiter,
    JsonBody(request): JsonBody<RegisterSmartBoard>,
) -> Result<Response, ApiError> {
    let change = async |boards: Arc<SmartBoards>| boards.register(request).await;
    Ok((StatusCode::CREATED, Json(to_its_end(&hub, change).await?)).into_response())
}

async fn correct(
    State(hub): Shared,
    Path(id): Path<BoardId>,
    _: IsArbiter,
    JsonBody(request): JsonBody<CorrectSmartBoard>,
) -> Result<StatusCode, ApiError> {
    to_its_end(&hub, async move |boards| boards.correct(&id, request).await).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The signed-in account claims a seat at a board. `DELETE` withdraws the claim.
async fn claim(
    State(hub): Shared,
    Path(id): Path<BoardId>,
    method: Method,
    SignedIn(member): SignedIn,
    JsonBody(request): JsonBody<ClaimSeat>,
) -> Result<StatusCode, ApiError> {
    let change = async move |boards: Arc<SmartBoards>| match method {
        Method::DELETE => boards.withdraw(&id, request, member).await,
        _ => boards.claim(&id, request, member).await,
    };
    to_its_end(&hub, change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Message from a board's bridge. The answer is signed; an unsigned message gets no answer.
async fn take(
    State(hub): Shared,
    Path(id): Path<BoardId>,
    client: Client,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let mac = headers.get(MAC_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let post = match String::from_utf8(body.into()) {
        Ok(body) => hub.boards.recognise(&id, mac, body),
        Err(_) => Err(SmartBoardError::Signature),
    };
    let post = match post {
        Err(SmartBoardError::Signature | SmartBoardError::NoBoard)
            if !hub.rate_limiter.admit(client.address) =>
        {
            return Err(ApiError::too_often());
        }
        post => post?,
    };
    let SignedAnswer { status, body, mac } =
        to_its_end(&hub, async |boards| Ok(boards.answer(post).await)).await?;
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    Ok((status, [(MAC_HEADER, mac)], json(body)).into_response())
}

async fn games(State(hub): Shared, Path(id): Path<BoardId>) -> Result<Response, ApiError> {
    Ok(Json(hub.boards.games(&id).await?).into_response())
}

async fn game(
    State(hub): Shared,
    Path((id, number)): Path<(BoardId, u32)>,
    _: Patient,
) -> Result<Response, ApiError> {
    Ok(Json(hub.boards.game_view(&id, number).await?).into_response())
}

/// Serves `record.chuhe`, `record.pgn` and `record.dhtmlxq` of a board's game.
async fn file(
    State(hub): Shared,
    Path((id, number, file)): Path<(BoardId, u32, String)>,
    _: Patient,
) -> Result<Response, ApiError> {
    let format = file.strip_prefix("record.").and_then(|format| format.parse::<Format>().ok());
    let format = format.ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "file",
            "expected record.chuhe, record.pgn or record.dhtmlxq",
        )
    })?;
    let write = move |game: &smart_boards::BoardGame| {
        record::write_as(&game.record(), format, Notation::Chinese).ok()
    };
    let text = hub.boards.game(&id, number, write).await?;
    let text =
        text.ok_or_else(|| bad("doubtful", "this game holds plies that the rules do not allow"))?;
    Ok(attachment(&format!("board-{number}.{format}"), text))
}

fn json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Runs a change of a board to its end, even if the client disconnects.
async fn to_its_end<T: Send + 'static, F>(
    hub: &Hub,
    change: impl FnOnce(Arc<SmartBoards>) -> F,
) -> Result<T, ApiError>
where
    F: Future<Output = Result<T, SmartBoardError>> + Send + 'static,
{
    let change = tokio::spawn(change(hub.boards.clone()));
    Ok(change.await.unwrap_or(Err(SmartBoardError::Store(StoreError::Closed)))?)
}

/// Request with the arbiter's key.
struct IsArbiter;

impl FromRequestParts<Arc<Hub>> for IsArbiter {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<IsArbiter, ApiError> {
        let Ok(client) = Client::from_request_parts(parts, hub).await;
        hub.arbiter.admit(bearer(&parts.headers), client.address).await?;
        Ok(IsArbiter)
    }
}

/// Request of a signed-in account.
struct SignedIn(Member);

impl FromRequestParts<Arc<Hub>> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<SignedIn, ApiError> {
        member(hub, &parts.headers).await.map(SignedIn)
    }
}

/// Request within the rate limit for expensive queries.
struct Patient;

impl FromRequestParts<Arc<Hub>> for Patient {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Patient, ApiError> {
        let Ok(client) = Client::from_request_parts(parts, hub).await;
        hub.rate_limiter.admit(client.address).then_some(Patient).ok_or_else(ApiError::too_often)
    }
}

/// JSON body.
struct JsonBody<T>(T);

impl<T: DeserializeOwned> FromRequest<Arc<Hub>> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, hub: &Arc<Hub>) -> Result<JsonBody<T>, ApiError> {
        Ok(JsonBody(Json::<T>::from_request(request, hub).await?.0))
    }
}

impl From<SmartBoardError> for ApiError {
    fn from(error: SmartBoardError) -> ApiError {
        let said = |status, code| ApiError::new(status, code, error.to_string());
        match error {
            SmartBoardError::NoBoard => said(StatusCode::NOT_FOUND, "no-board"),
            SmartBoardError::NoGame(_) => said(StatusCode::NOT_FOUND, "no-game"),
            SmartBoardError::Signature => said(StatusCode::UNAUTHORIZED, "signature"),
            SmartBoardError::Busy => said(StatusCode::SERVICE_UNAVAILABLE, "busy"),
            SmartBoardError::Refused(refusal) => bad(refusal.code, refusal.message),
            SmartBoardError::Store(inner) => inner.into(),
            SmartBoardError::RngError(inner) => inner.into(),
        }
    }
}
