//! Rate limits per address, for expensive requests (opening, joining, connecting) and for reading.

use crate::{
    base::ApiError,
    limits::{READS_AT_ONCE, READS_PER_SECOND, REQUESTS_AT_ONCE, REQUESTS_PER_SECOND},
    net::{Client, address_limiter::AddressLimiter},
};
use axum::{
    extract::{Request, State},
    http::{Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use prometheus_client::metrics::counter::Counter;
use std::{net::IpAddr, num::NonZeroU32, sync::Arc, time::Duration};

/// End of the path for boards' messages. They are signed, and one bridge sends those of many
/// boards.
const POST_SUFFIX: &str = "/messages";

/// Recent requests by address.
pub(crate) struct RateLimiter {
    /// Expensive requests.
    requests: AddressLimiter,
    /// Reading requests.
    reads: AddressLimiter,
    turned_away: Counter,
}

impl RateLimiter {
    /// Creates the limits; `turned_away` counts rejected requests.
    pub(crate) fn new(turned_away: Counter) -> RateLimiter {
        let keyed = |per_second: NonZeroU32, at_once| {
            AddressLimiter::new(Duration::from_secs(1) / per_second.get(), at_once)
        };
        RateLimiter {
            requests: keyed(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE),
            reads: keyed(READS_PER_SECOND, READS_AT_ONCE),
            turned_away,
        }
    }

    /// Whether an address may send an expensive request. This machine (`None`) always may, for the
    /// owner's scripts.
    pub(crate) fn admit(&self, address: Option<IpAddr>) -> bool {
        address.is_none_or(|address| self.requests.admit(address))
    }

    /// Whether an address may send a reading request.
    fn admit_read(&self, address: Option<IpAddr>) -> bool {
        address.is_none_or(|address| self.reads.admit(address))
    }

    /// Drops counters that are full again.
    pub(crate) fn forget(&self) {
        self.requests.forget();
        self.reads.forget();
    }
}

/// Rejects requests over the limit. Signed messages of boards are exempt; their route counts
/// unsigned ones itself.
pub(crate) async fn turn_away_crowds(
    State(rate_limiter): State<Arc<RateLimiter>>,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    let is_signed = request.uri().path().ends_with(POST_SUFFIX);
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD) && !is_upgrade;
    let is_admitted = match (is_read, is_signed) {
        (true, _) => rate_limiter.admit_read(client.address),
        (false, true) => true,
        (false, false) => rate_limiter.admit(client.address),
    };
    if is_admitted {
        return next.run(request).await;
    }
    rate_limiter.turned_away.inc();
    ApiError::too_often().into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_from_one_address_is_turned_away() {
        let rate_limiter = RateLimiter::new(Counter::default());
        let admitted = |text: &str| {
            let address = Some(text.parse().expect("an address"));
            (0..10_000).filter(|_| rate_limiter.admit(address)).count()
        };
        let burst = REQUESTS_AT_ONCE.get() as usize;
        // The loop takes time, during which more are admitted, but never ten thousand.
        for (address, least, most) in [
            ("192.0.2.1", burst, burst * 4),
            ("::ffff:192.0.2.1", 0, burst),
            ("192.0.2.2", burst, burst * 4),
            ("2001:db8::1", burst, burst * 4),
            ("2001:db8::ffff:2", 0, burst),
            // Clients with this address are behind a proxy on this machine.
            ("127.0.0.1", burst, burst * 4),
        ] {
            let count = admitted(address);
            assert!((least..=most).contains(&count), "{address}: {count}");
        }
        assert!((0..10_000).all(|_| rate_limiter.admit(None)), "this machine itself");
    }
}
