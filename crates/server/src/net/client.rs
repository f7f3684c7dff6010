//! The client of a request: this machine, or a remote address.

use super::{Connection, forwarded};
use crate::base::ApiError;
use axum::{
    extract::{FromRequestParts, Request, State},
    http::request::Parts,
    middleware::Next,
    response::{IntoResponse, Response},
};
use ipnet::IpNet;
use std::{
    convert::Infallible,
    net::IpAddr,
    sync::{Arc, Once},
};

/// Client of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Client {
    /// Remote address; `None` for this machine, which has no rate limits.
    pub(crate) address: Option<IpAddr>,
    /// Whether the browser uses https.
    pub(crate) is_https: bool,
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or_default())
    }
}

/// Determines the client and removes all headers that only a trusted proxy may set. Afterwards
/// `x-forwarded-proto` is present exactly if the browser uses https.
pub(crate) async fn identify(
    State(trusted): State<Arc<[IpNet]>>,
    mut request: Request,
    next: Next,
) -> Response {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    if let Some(connection) = connection {
        let peer = connection.peer();
        let client = client(&request, peer, &trusted);
        forwarded::replace(request.headers_mut(), client.is_https);
        if !connection.speaks_for(client.address) {
            return ApiError::too_many_connections().into_response();
        }
        request.extensions_mut().insert(client);
    }
    next.run(request).await
}

fn client(request: &Request, peer: IpAddr, trusted: &[IpNet]) -> Client {
    let headers = request.headers();
    if forwarded::is_in(trusted, peer) {
        let origin = forwarded::origin(headers, peer, trusted);
        return Client { address: Some(origin.address), is_https: origin.is_https };
    }
    let is_proxied = forwarded::is_carried(headers);
    if is_proxied && peer.is_loopback() {
        warn_of_proxy(peer);
    }
    // Requests through an undeclared proxy on this machine come from anywhere.
    let is_own = peer.is_loopback() && !is_proxied;
    Client { address: Some(peer).filter(|_| !is_own), is_https: false }
}

fn warn_of_proxy(peer: IpAddr) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        tracing::warn!(
            "requests come through a proxy that is not trusted, and all of them count as one \
             visitor's; start with `--trusted-proxy {peer}`"
        );
    });
}
