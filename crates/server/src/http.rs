//! HTTP routes.

mod accounts;
mod analysis;
mod archive;
mod chapters;
mod embeds;
mod explorer;
mod metrics;
mod moderation;
mod nearby;
mod pages;
mod pictures;
mod players;
mod puzzles;
mod request;
mod smart_boards;
mod studies;
mod tables;

pub(crate) use metrics::router as metrics_router;

use crate::{
    accounts::carries_session,
    app::Hub,
    base::ApiError,
    limits::{BODY_BYTES, REQUEST},
    net::{Client, identify, refuse_foreign_hosts, turn_away_crowds},
};
use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use std::sync::Arc;
use tower_http::{set_header::SetResponseHeaderLayer, timeout::TimeoutLayer};

/// Content security policy of the pages. Inline styles are allowed because the pages place the
/// pieces of a board with them.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Maximum length of a library's reason for an error, in bytes.
const MAX_REASON_BYTES: usize = 1_024;

pub(crate) fn router(hub: Arc<Hub>) -> Router {
    let rate_limiter = hub.rate_limiter.clone();
    let trusted: Arc<[_]> = hub.app.config.trusted_proxies.as_slice().into();
    let set = |name: &'static str, value: &'static str| {
        SetResponseHeaderLayer::overriding(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )
    };
    Router::new()
        .merge(tables::routes())
        .merge(nearby::routes())
        .route(metrics::HEALTH, get(healthz))
        .merge(accounts::routes())
        .merge(analysis::routes())
        .merge(archive::routes())
        .merge(explorer::routes())
        .merge(players::routes())
        .merge(puzzles::routes())
        .merge(moderation::routes())
        .merge(smart_boards::routes())
        .merge(studies::routes())
        .merge(embeds::routes())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST))
        .merge(tables::sockets())
        .route("/api", any(no_such_route))
        .route("/api/", any(no_such_route))
        .route("/api/{*rest}", any(no_such_route))
        .fallback(get(pages::serve))
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(middleware::from_fn(same_origin))
        .layer(middleware::from_fn(explain_error))
        .layer(middleware::from_fn_with_state(rate_limiter, turn_away_crowds))
        .layer(middleware::from_fn_with_state(hub.hosts.clone(), refuse_foreign_hosts))
        .layer(middleware::from_fn_with_state(trusted, identify))
        .layer(middleware::from_fn_with_state(hub.clone(), metrics::count))
        // Only the pages of `embeds` have another policy.
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(POLICY),
        ))
        .layer(set("x-content-type-options", "nosniff"))
        .layer(set("referrer-policy", "no-referrer"))
        .with_state(hub)
}

/// Health check: whether the store commits, and in time.
async fn healthz(client: Client, State(hub): State<Arc<Hub>>) -> Response {
    let is_own = client.address.is_none();
    let health = if is_own {
        hub.health.ask(&*hub.app.store).await
    } else {
        hub.health.lately(&*hub.app.store).await
    };
    if let Err(why) = health {
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    }
    // Only clients on this machine see how full the disk is.
    let full = if is_own { hub.tables.fills_up().await } else { None };
    format!("alive\n{}", full.map(|words| format!("{words}\n")).unwrap_or_default()).into_response()
}

async fn no_such_route() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no-route", "there is nothing at this address")
}

/// Gives every error of the API and of oEmbed a code and a message, including those of the libraries.
async fn explain_error(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path.starts_with("/api/") || path == embeds::OEMBED;
    let response = next.run(request).await;
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let content_type = response.headers().get(header::CONTENT_TYPE);
    let is_json = content_type.is_some_and(|media| media == "application/json");
    if !is_error || is_json || !(is_api || status == StatusCode::METHOD_NOT_ALLOWED) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let said = axum::body::to_bytes(body, MAX_REASON_BYTES).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let explained = ApiError::of_status(status, said.trim()).into_response();
    let (explained, body) = explained.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.extend(explained.headers);
    Response::from_parts(parts, body)
}

/// Rejects changes and sockets from pages of other sites. They must come from this server's pages,
/// or from a program that sends no origin. Requests with a session cookie must have an origin,
/// because browsers attach the cookie by themselves.
async fn same_origin(client: Client, request: Request, next: Next) -> Response {
    let (headers, is_https) = (request.headers(), client.is_https);
    let is_upgrade = headers.contains_key(header::UPGRADE);
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD) && !is_upgrade;
    let is_foreign = headers.get(header::ORIGIN).is_some_and(|origin| {
        let host =
            headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let (scheme, authority) =
            origin.to_str().ok().and_then(|origin| origin.split_once("://")).unwrap_or_default();
        // An undeclared proxy may use TLS without this server's knowledge.
        let is_ours = scheme == "https" || (scheme == "http" && !is_https);
        !is_ours || authority != host
    });
    let is_unnamed = !headers.contains_key(header::ORIGIN) && carries_session(headers);
    if !is_safe && (is_foreign || is_unnamed) {
        return ApiError::new(
            StatusCode::FORBIDDEN,
            "origin",
            "this request comes from another site",
        )
        .into_response();
    }
    next.run(request).await
}
