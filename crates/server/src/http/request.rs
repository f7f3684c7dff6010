//! Shared parts of the routes.

use crate::{accounts::Visitor, app::Hub, base::ApiError, net::Client};
use axum::{
    extract::{FromRequestParts, State},
    http::{HeaderMap, header, request::Parts},
    response::{IntoResponse, Response},
};
use std::sync::Arc;

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

/// Bearer token of a request.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Response that the browser saves under this name.
pub(super) fn attachment(name: &str, text: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, text).into_response()
}
