//! Routes of accounts.

use super::request::{JsonBody, NO_STORE, Shared, language, member};
use crate::{
    accounts::{Accounts, SignedIn},
    app::Hub,
    base::{ApiError, HubError, bad},
    moderation::role_of,
    net::Client,
};
use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{delete, get, post, put},
};
use i18n::Language;
use protocol::{
    Account, AcknowledgeWarning, CLAIMED_AT_ONCE, ChangeMailAddress, ChangePassword, ClaimGames,
    CloseAccount, ConfirmMailAddress, Credentials, ForgotPassword, PresenceRequest,
    RemoveMailAddress, ResetPassword,
};
use std::sync::Arc;
use store::Player;

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/account", post(register).get(account))
        .route("/api/account/close", post(close))
        .route("/api/account/presence", put(set_presence))
        .route("/api/account/warning", delete(acknowledge_warning))
        .route("/api/account/games", get(games).post(claim_games))
        .route("/api/account/password", put(change_password))
        .route("/api/account/reset", post(reset_password))
        .route("/api/account/forgot", post(forgot_password))
        .route("/api/account/mail", get(mail_status).put(change_mail))
        .route("/api/account/mail/confirm", post(confirm_mail))
        .route("/api/account/mail/remove", post(remove_mail))
        .route("/api/account/sessions", get(devices))
        .route("/api/account/sessions/{id}", delete(sign_out_device))
        .route("/api/session", post(sign_in).delete(sign_out))
}

async fn register(
    State(hub): Shared,
    client: Client,
    headers: HeaderMap,
    body: Result<JsonBody<Credentials>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(wanted) = body?;
    let signed_in = hub.accounts.register(wanted, &headers, client.address).await?;
    Ok(welcome(&hub.accounts, StatusCode::CREATED, &headers, signed_in))
}

async fn account(State(hub): Shared, headers: HeaderMap) -> Result<Response, ApiError> {
    let player = hub.accounts.player(&headers).await?;
    Ok(([NO_STORE], Json(player.map(own_account))).into_response())
}

/// Running games of the signed-in account; none for guests.
async fn games(State(hub): Shared, headers: HeaderMap) -> Result<Response, ApiError> {
    let games = match hub.accounts.signed_in(&headers).await? {
        Some(member) => hub.tables.games_of(&member.id).await,
        None => Vec::new(),
    };
    Ok(([NO_STORE], Json(games)).into_response())
}

/// Takes finished games of the device along.
async fn claim_games(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<JsonBody<ClaimGames>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(ClaimGames { seats }) = body?;
    let member = member(&hub, &headers).await?;
    if seats.len() > CLAIMED_AT_ONCE {
        let message = format!("seats: expected at most {CLAIMED_AT_ONCE}, not {}", seats.len());
        return Err(bad("seats", message));
    }
    let claimed = hub.claim_games(&member, seats).await?;
    Ok(([NO_STORE], Json(claimed)).into_response())
}

async fn sign_in(
    State(hub): Shared,
    client: Client,
    headers: HeaderMap,
    body: Result<JsonBody<Credentials>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(given) = body?;
    let signed_in = hub.accounts.sign_in(given, &headers, client.address).await?;
    Ok(welcome(&hub.accounts, StatusCode::OK, &headers, signed_in))
}

async fn sign_out(State(hub): Shared, headers: HeaderMap) -> Result<Response, ApiError> {
    hub.accounts.sign_out(&headers).await?;
    let answer = (StatusCode::NO_CONTENT, [NO_STORE]).into_response();
    Ok(with_cookies(answer, hub.accounts.no_cookie(&headers)))
}

async fn change_password(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<JsonBody<ChangePassword>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(change) = body?;
    let device = hub.accounts.change_password(change, &headers).await?;
    Ok(with_cookies((StatusCode::NO_CONTENT, [NO_STORE]).into_response(), device))
}

/// Closes the account: its challenges and seeks end, and its rated games are resigned.
async fn close(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<JsonBody<CloseAccount>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(CloseAccount { password }) = body?;
    let (closing, sent) = (hub.clone(), headers.clone());
    // The client may disconnect.
    let closed = tokio::spawn(async move {
        let member = closing.accounts.close(password, &sent).await?;
        closing.lobby.end_for_closed(&[member.id]).await;
        Ok::<_, ApiError>(())
    });
    closed.await.map_err(|_| HubError::Busy)??;
    let answer = (StatusCode::NO_CONTENT, [NO_STORE]).into_response();
    Ok(with_cookies(answer, hub.accounts.no_cookie(&headers)))
}

/// Hides or shows when the account is online.
async fn set_presence(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<JsonBody<PresenceRequest>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(PresenceRequest { hidden }) = body?;
    hub.accounts.set_hidden(hidden, &headers).await?;
    Ok((StatusCode::NO_CONTENT, [NO_STORE]).into_response())
}

async fn acknowledge_warning(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<JsonBody<AcknowledgeWarning>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(AcknowledgeWarning { warning }) = body?;
    hub.accounts.acknowledge_warning(warning, &headers).await?;
    Ok((StatusCode::NO_CONTENT, [NO_STORE]).into_response())
}

async fn reset_password(
    State(hub): Shared,
    client: Client,
    headers: HeaderMap,
    body: Result<JsonBody<ResetPassword>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(reset) = body?;
    let signed_in = hub.accounts.reset_password(reset, &headers, client.address).await?;
    Ok(welcome(&hub.accounts, StatusCode::OK, &headers, signed_in))
}

/// Whether this server sends mail, and the account's own address.
async fn mail_status(State(hub): Shared, headers: HeaderMap) -> Result<Response, ApiError> {
    let status = hub.accounts.mail_status(&headers).await?;
    Ok(([NO_STORE], Json(status)).into_response())
}

async fn change_mail(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<JsonBody<ChangeMailAddress>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(change) = body?;
    let language = chosen_language(change.language.as_deref(), &headers);
    hub.accounts.change_mail(change, language, &headers).await?;
    Ok((StatusCode::ACCEPTED, [NO_STORE]).into_response())
}

async fn confirm_mail(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<JsonBody<ConfirmMailAddress>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(ConfirmMailAddress { code, language }) = body?;
    let language = chosen_language(language.as_deref(), &headers);
    hub.accounts.confirm_mail(&code, language, &headers).await?;
    Ok((StatusCode::NO_CONTENT, [NO_STORE]).into_response())
}

async fn remove_mail(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<JsonBody<RemoveMailAddress>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(RemoveMailAddress { password, language }) = body?;
    let language = chosen_language(language.as_deref(), &headers);
    hub.accounts.remove_mail(password, language, &headers).await?;
    Ok((StatusCode::NO_CONTENT, [NO_STORE]).into_response())
}

/// The answer is the same for every name.
async fn forgot_password(
    State(hub): Shared,
    client: Client,
    headers: HeaderMap,
    body: Result<JsonBody<ForgotPassword>, ApiError>,
) -> Result<Response, ApiError> {
    let JsonBody(ForgotPassword { name, language }) = body?;
    let language = chosen_language(language.as_deref(), &headers);
    hub.accounts.forgot_password(name, language, client.address).await?;
    Ok((StatusCode::ACCEPTED, [NO_STORE]).into_response())
}

/// The language with this tag; otherwise that of the request.
fn chosen_language(tag: Option<&str>, headers: &HeaderMap) -> Language {
    tag.and_then(Language::with_tag).unwrap_or_else(|| language(headers))
}

/// The devices on which the account is signed in.
async fn devices(State(hub): Shared, headers: HeaderMap) -> Result<Response, ApiError> {
    let devices = hub.accounts.devices(&headers).await?;
    Ok(([NO_STORE], Json(devices)).into_response())
}

async fn sign_out_device(
    State(hub): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    hub.accounts.sign_out_device(&headers, &id).await?;
    Ok((StatusCode::NO_CONTENT, [NO_STORE]).into_response())
}

fn welcome(
    accounts: &Accounts,
    status: StatusCode,
    headers: &HeaderMap,
    signed_in: SignedIn,
) -> Response {
    let cookies: Vec<HeaderValue> = accounts.cookies(headers, &signed_in).collect();
    let account = own_account(signed_in.player);
    with_cookies((status, [NO_STORE], Json(account)).into_response(), cookies)
}

/// An account as its owner sees it.
fn own_account(player: Player) -> Account {
    Account {
        role: role_of(&player),
        muted: player.standing.muted_ms.is_some(),
        hidden: player.standing.is_hidden,
        warning: player.standing.warning,
        name: player.name,
    }
}

fn with_cookies(
    mut response: Response,
    cookies: impl IntoIterator<Item = HeaderValue>,
) -> Response {
    for cookie in cookies {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
