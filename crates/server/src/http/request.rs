//! Shared parts of the routes.

use crate::{
    accounts::{Member, Visitor},
    app::Hub,
    base::{ApiError, bad},
    net::Client,
};
use axum::{
    Json,
    body::{Body, Bytes},
    extract::{FromRequest, FromRequestParts, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use i18n::Language;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::sync::Arc;
use xiangqi::notation::{Notation, UnknownNotation};

/// Header of responses that depend on the session, or change often: caches must not store them.
pub(super) const NO_STORE: (HeaderName, HeaderValue) =
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));

/// State that all routes receive.
pub(super) type Shared = State<Arc<Hub>>;

impl FromRequestParts<Arc<Hub>> for Visitor {
    type Rejection = ApiError;

    /// For an account, all finished games are folded first, so that its rating is current.
    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Visitor, ApiError> {
        let client = parts.extensions.get::<Client>().copied().unwrap_or_default();
        let account = hub.accounts.signed_in(&parts.headers).await?;
        if account.is_some() {
            hub.app.ladders.catch_up().await;
        }
        Ok(Visitor { address: client.address, account })
    }
}

/// The JSON body of a request.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE, ""));
        }
        let body = Bytes::from_request(request, state).await;
        let body = body.map_err(|rejection| ApiError::of_status(rejection.status(), ""))?;
        let rejection = match Json::from_bytes(&body) {
            Ok(Json(value)) => return Ok(JsonBody(value)),
            Err(rejection) => rejection,
        };
        // The parser reports some wrong shapes as if the text were no JSON.
        Err(match serde_json::from_slice::<IgnoredAny>(&body) {
            Ok(_) => ApiError::of_shape(&rejection),
            Err(_) => rejection.into(),
        })
    }
}

/// Whether the headers announce a JSON body.
fn is_json(headers: &HeaderMap) -> bool {
    let media = headers.get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok());
    let media = media.and_then(|media| media.split(';').next()).unwrap_or_default();
    let media = media.trim().to_ascii_lowercase();
    media == "application/json" || (media.starts_with("application/") && media.ends_with("+json"))
}

/// The signed-in account of a request.
///
/// # Errors
/// `sign-in` for a guest, and if the store cannot be read.
pub(super) async fn member(hub: &Hub, headers: &HeaderMap) -> Result<Member, ApiError> {
    hub.accounts.signed_in(headers).await?.ok_or_else(ApiError::sign_in)
}

/// Bearer token of a request.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// The reader's language.
pub(super) fn language(headers: &HeaderMap) -> Language {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    Language::of_header(wanted.unwrap_or_default())
}

/// Scheme and host under which the client reaches this server.
pub(super) fn origin(client: Client, headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let scheme = if client.is_https { "https" } else { "http" };
    Some(format!("{scheme}://{host}"))
}

/// Whether the client has the content with this entity tag.
pub(super) fn has_tag(headers: &HeaderMap, tag: &str) -> bool {
    headers.get(header::IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == tag.as_bytes())
}

/// Response with a line of text.
pub(super) fn text(status: StatusCode, text: &'static str) -> Response<Body> {
    let response = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, "text/plain; charset=utf-8");
    response.body(Body::from(text)).unwrap_or_default()
}

/// Response that the browser saves under this name.
pub(super) fn attachment(name: &str, text: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, text).into_response()
}

/// The notation with this name.
pub(super) fn read_notation(text: &str) -> Result<Notation, ApiError> {
    text.parse().map_err(|error: UnknownNotation| bad("notation", error.to_string()))
}
