//! The routes.

use crate::{
    accounts, boards,
    hub::{Hub, HubError},
    limits::{BODY_BYTES, REQUEST},
    pages, players, socket,
    visitors::turn_away_crowds,
};
use axum::{
    Json, Router,
    extract::{
        DefaultBodyLimit, Path, Query, Request, State, WebSocketUpgrade, rejection::JsonRejection,
    },
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use fair::Salt;
use game::{Refusal, Seat};
use protocol::{ErrorBody, JoinRequest, OpenRequest};
use record::{Record, Tags};
use serde::Deserialize;
use std::sync::Arc;
use store::StoreError;
use table::TableStory;
use tower_http::{set_header::SetResponseHeaderLayer, timeout::TimeoutLayer};

pub(crate) type Shared = State<Arc<Hub>>;

/// What a page may load and do. Styles may sit on elements: boards are drawn by the page itself.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn router(hub: Arc<Hub>) -> Router {
    let visitors = hub.visitors.clone();
    let set = |name: &'static str, value: &'static str| {
        SetResponseHeaderLayer::overriding(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )
    };
    Router::new()
        .route("/api/tables", post(open))
        .route("/api/tables/{id}", get(info))
        .route("/api/tables/{id}/join", post(join))
        .route("/api/tables/{id}/record", get(story))
        .route("/api/tables/{id}/record.chuhe", get(record_file))
        .route("/api/seeks", get(seeks).post(pair))
        .route("/api/lan", get(lan))
        .route("/api/qr", get(qr))
        .route("/healthz", get(|| async { "alive\n" }))
        .merge(accounts::routes())
        .merge(players::routes())
        .merge(boards::routes())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST))
        .route("/api/tables/{id}/socket", get(open_socket))
        .fallback(pages::serve)
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(middleware::from_fn(same_origin))
        .layer(middleware::from_fn_with_state(visitors, turn_away_crowds))
        .layer(set("content-security-policy", POLICY))
        .layer(set("x-content-type-options", "nosniff"))
        .layer(set("referrer-policy", "no-referrer"))
        .with_state(hub)
}

/// What changes something, and every socket, must come from our own pages or from a program that
/// names no origin; another site's page can do neither. A session's cookie comes along by itself, so
/// with one an origin must be named.
async fn same_origin(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_upgrade = headers.contains_key(header::UPGRADE);
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD) && !is_upgrade;
    let is_foreign = headers.get(header::ORIGIN).is_some_and(|origin| {
        let host =
            headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let origin = origin.to_str().unwrap_or_default();
        origin.split_once("://").map(|(_, authority)| authority) != Some(host)
    });
    let is_unnamed = !headers.contains_key(header::ORIGIN) && accounts::carries_session(headers);
    if !is_safe && (is_foreign || is_unnamed) {
        return Fault::new(StatusCode::FORBIDDEN, "origin", "this request comes from another site")
            .into_response();
    }
    next.run(request).await
}

async fn open(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<Json<OpenRequest>, JsonRejection>,
) -> Result<Response, Fault> {
    let Json(request) = body?;
    let account = hub.accounts.signed_in(&headers).await?;
    Ok((StatusCode::CREATED, Json(hub.open(request, account).await?)).into_response())
}

/// Who waits for anybody.
async fn seeks(State(hub): Shared) -> Response {
    Json(hub.seeks().await).into_response()
}

/// Seats whoever seeks the same together.
async fn pair(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<Json<OpenRequest>, JsonRejection>,
) -> Result<Response, Fault> {
    let Json(request) = body?;
    let account = hub.accounts.signed_in(&headers).await?;
    Ok((StatusCode::CREATED, Json(hub.pair(request, account).await?)).into_response())
}

async fn info(State(hub): Shared, Path(id): Path<String>) -> Result<Response, Fault> {
    Ok(Json(hub.table(&id).await?.info().await?).into_response())
}

async fn join(
    State(hub): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Json<JoinRequest>, JsonRejection>,
) -> Result<Response, Fault> {
    let Json(request) = body?;
    let salt: Salt = request
        .salt
        .parse()
        .map_err(|error: fair::ParseHexError| bad("salt", error.to_string()))?;
    let seat =
        request.seat.map(|seat| Seat::checked(seat).ok_or_else(|| bad("seat", "no such seat")));
    let seat = seat.transpose()?;
    let account = hub.accounts.signed_in(&headers).await?;
    let joined = hub.table(&id).await?.join(request.name, salt, seat, account).await?;
    Ok((StatusCode::CREATED, Json(joined)).into_response())
}

async fn open_socket(
    State(hub): Shared,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Fault> {
    let table = hub.table(&id).await?;
    let source = hub.config.source.clone();
    Ok(socket::limit(upgrade).on_upgrade(move |socket| socket::run(socket, table, source)))
}

/// The game as plain JSON texts, as much of it as the bearer of the token may know.
async fn story(
    State(hub): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let story = story_for(&hub, &id, &headers).await?;
    Ok(Json(serde_json::json!({
        "variant": story.variant.as_str(),
        "options": story.options,
        "clock": story.clock,
        "names": story.names,
        "start": story.start,
        "actions": story.actions.iter().map(|(_, action)| action).collect::<Vec<_>>(),
        "position": story.position,
        "result": story.end.map(|end| end.reason.as_str()),
    }))
    .into_response())
}

/// The game as a `.chuhe` file. While something in it is hidden from the bearer of the token, no
/// file can hold it.
async fn record_file(
    State(hub): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let story = story_for(&hub, &id, &headers).await?;
    let record = Record {
        variant: story.variant,
        options: story.options,
        start: story.start,
        names: story.names,
        tags: Tags::default(),
        actions: story.actions.into_iter().map(|(_, action)| action).collect(),
        outcome: story.end,
    };
    let hidden = || bad("hidden", "something in this game is hidden from you until it is over");
    let file = record::write(&record).ok_or_else(hidden)?;
    Ok(attachment(&format!("{id}.chuhe"), file))
}

async fn story_for(hub: &Arc<Hub>, id: &str, headers: &HeaderMap) -> Result<TableStory, Fault> {
    let token = bearer(headers).unwrap_or_default();
    let story = hub.table(id).await?.story(token.to_owned()).await?;
    story.ok_or_else(|| bad("not-started", "the game has not begun"))
}

/// What the asker shows to be let in.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// A text to be saved under this name.
pub(crate) fn attachment(name: &str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, text).into_response()
}

/// Under which addresses others in the same network reach this server.
async fn lan(State(hub): Shared) -> Response {
    Json(serde_json::json!({ "addresses": hub.config.addresses })).into_response()
}

#[derive(Deserialize)]
struct QrQuestion {
    text: String,
}

/// A QR code of one of our own addresses, as SVG.
async fn qr(Query(question): Query<QrQuestion>) -> Result<Response, Fault> {
    if question.text.len() > 300 || !question.text.starts_with("http") {
        return Err(bad("qr", "expected an address of at most 300 bytes"));
    }
    let code = qrcode::QrCode::new(question.text.as_bytes())
        .map_err(|error| bad("qr", error.to_string()))?;
    let svg = code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// The one mapping from what can go wrong to what is answered.
pub(crate) struct Fault {
    status: StatusCode,
    body: ErrorBody,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Fault {
        Fault { status, body: ErrorBody { code: code.into(), message: message.into() } }
    }

    pub(crate) fn too_often() -> Fault {
        let message = "this address asks too often; wait a second";
        Fault::new(StatusCode::TOO_MANY_REQUESTS, "too-often", message)
    }

    pub(crate) fn store(error: &store::StoreError) -> Fault {
        tracing::error!(%error, "the store failed");
        let message = "the server could not store this";
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "store", message)
    }
}

pub(crate) fn bad(code: &str, message: impl Into<String>) -> Fault {
    Fault::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
}

impl From<JsonRejection> for Fault {
    fn from(rejection: JsonRejection) -> Fault {
        Fault::new(rejection.status(), "json", rejection.body_text())
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        match error {
            StoreError::NameTaken => {
                Fault::new(StatusCode::CONFLICT, "name-taken", error.to_string())
            }
            error => Fault::store(&error),
        }
    }
}

impl From<HubError> for Fault {
    fn from(error: HubError) -> Fault {
        match error {
            HubError::Refused(Refusal { code, message }) => bad(code, message),
            HubError::NoTable(_) => {
                Fault::new(StatusCode::NOT_FOUND, "no-table", error.to_string())
            }
            HubError::Busy => {
                Fault::new(StatusCode::SERVICE_UNAVAILABLE, "busy", error.to_string())
            }
            HubError::Store(inner) => Fault::store(&inner),
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}
