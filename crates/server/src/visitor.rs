//! Who wants something of the tables: from where, and with which account.

use crate::{accounts::Member, api_error::ApiError, hub::Hub, net::Client};
use axum::{extract::FromRequestParts, http::request::Parts};
use std::{net::IpAddr, sync::Arc};

/// Who asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    /// From where; `None` for this machine itself.
    pub(crate) address: Option<IpAddr>,
    /// Who is signed in, if anybody.
    pub(crate) account: Option<Member>,
}

impl FromRequestParts<Arc<Hub>> for Visitor {
    type Rejection = ApiError;

    /// With an account all games are counted that say how strong that player is.
    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Visitor, ApiError> {
        let client = parts.extensions.get::<Client>().copied().unwrap_or_default();
        let account = hub.accounts.signed_in(&parts.headers).await?;
        if account.is_some() {
            hub.app.ladders.catch_up().await;
        }
        Ok(Visitor { address: client.address, account })
    }
}
