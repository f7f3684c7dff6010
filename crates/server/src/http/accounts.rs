//! The addresses of accounts.

use super::request::Shared;
use crate::{
    accounts::{Accounts, SignedIn},
    api_error::ApiError,
    hub::Hub,
};
use axum::{
    Json, Router,
    extract::{ConnectInfo, FromRequestParts, State, rejection::JsonRejection},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use protocol::{Account, ChangePassword, Credentials};
use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/account", post(register).get(account))
        .route("/api/account/games", get(games))
        .route("/api/account/password", put(change_password))
        .route("/api/session", post(sign_in).delete(sign_out))
}

/// Where a request comes from, if that is known.
struct From(Option<IpAddr>);

impl<S: Sync> FromRequestParts<S> for From {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<From, Infallible> {
        let info = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(From(info.map(|info| info.0.ip())))
    }
}

async fn register(
    State(hub): Shared,
    From(address): From,
    headers: HeaderMap,
    body: Result<Json<Credentials>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(wanted) = body.map_err(|rejection| unreadable(&rejection))?;
    let signed_in = hub.accounts.register(wanted, &headers, address).await?;
    Ok(welcome(&hub.accounts, StatusCode::CREATED, &headers, signed_in))
}

async fn account(State(hub): Shared, headers: HeaderMap) -> Result<Response, ApiError> {
    let member = hub.accounts.signed_in(&headers).await?;
    let account = member.map(|member| Account { name: member.name });
    Ok(([NO_STORE], Json(account)).into_response())
}

/// The running games of whoever is signed in; none for guests.
async fn games(State(hub): Shared, headers: HeaderMap) -> Result<Response, ApiError> {
    let games = match hub.accounts.signed_in(&headers).await? {
        Some(member) => hub.games_of(&member.id).await,
        None => Vec::new(),
    };
    Ok(([NO_STORE], Json(games)).into_response())
}

async fn sign_in(
    State(hub): Shared,
    From(address): From,
    headers: HeaderMap,
    body: Result<Json<Credentials>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(given) = body.map_err(|rejection| unreadable(&rejection))?;
    let signed_in = hub.accounts.sign_in(given, &headers, address).await?;
    Ok(welcome(&hub.accounts, StatusCode::OK, &headers, signed_in))
}

async fn sign_out(State(hub): Shared, headers: HeaderMap) -> Result<Response, ApiError> {
    hub.accounts.sign_out(&headers).await?;
    let answer = (StatusCode::NO_CONTENT, [NO_STORE]).into_response();
    Ok(with_cookie(answer, hub.accounts.no_cookie(&headers)))
}

async fn change_password(
    State(hub): Shared,
    From(address): From,
    headers: HeaderMap,
    body: Result<Json<ChangePassword>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(change) = body.map_err(|rejection| unreadable(&rejection))?;
    hub.accounts.change_password(change, &headers, address).await?;
    Ok((StatusCode::NO_CONTENT, [NO_STORE]).into_response())
}

/// What depends on who asks is kept by nobody on the way.
const NO_STORE: (header::HeaderName, HeaderValue) =
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));

fn welcome(
    accounts: &Accounts,
    status: StatusCode,
    headers: &HeaderMap,
    signed_in: SignedIn,
) -> Response {
    let cookie = accounts.cookie(headers, &signed_in);
    let account = Account { name: signed_in.member.name };
    with_cookie((status, [NO_STORE], Json(account)).into_response(), cookie)
}

fn with_cookie(mut response: Response, cookie: Option<HeaderValue>) -> Response {
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// A body that cannot be read may hold a password: nothing of it is repeated.
fn unreadable(rejection: &JsonRejection) -> ApiError {
    ApiError::new(rejection.status(), "json", "this is not what is expected here")
}
