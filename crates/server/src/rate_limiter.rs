//! How often one address may ask: for something that costs us (opening, joining, connecting), and
//! for what only reads.

use crate::{
    api_error::ApiError,
    limits::{READS_AT_ONCE, READS_PER_SECOND, REQUESTS_AT_ONCE, REQUESTS_PER_SECOND},
    net::{Client, subnet_key},
};
use axum::{
    extract::{Request, State},
    http::{Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use governor::{DefaultKeyedRateLimiter, Quota};
use prometheus_client::metrics::counter::Counter;
use std::{net::IpAddr, num::NonZeroU32, sync::Arc, time::Duration};

/// How the address of a board's messages ends: they are signed, and a hall of boards behind one
/// bridge sends many.
const POST_SUFFIX: &str = "/messages";

/// Who has come lately, and how often.
pub(crate) struct RateLimiter {
    /// For what costs us.
    requests: DefaultKeyedRateLimiter<IpAddr>,
    /// For what only reads.
    reads: DefaultKeyedRateLimiter<IpAddr>,
    turned_away: Counter,
}

impl RateLimiter {
    /// Counts whom it turns away.
    pub(crate) fn new(turned_away: Counter) -> RateLimiter {
        let keyed = |per_second, at_once| {
            governor::RateLimiter::keyed(Quota::per_second(per_second).allow_burst(at_once))
        };
        RateLimiter {
            requests: keyed(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE),
            reads: keyed(READS_PER_SECOND, READS_AT_ONCE),
            turned_away,
        }
    }

    /// Whether this address may ask once more. This machine itself (`None`) always may: its owner's
    /// scripts are no strangers.
    pub(crate) fn admit(&self, address: Option<IpAddr>) -> bool {
        address.is_none_or(|address| self.requests.check_key(&subnet_key(address)).is_ok())
    }

    /// Whether it may read once more.
    fn admit_read(&self, address: Option<IpAddr>) -> bool {
        address.is_none_or(|address| self.reads.check_key(&subnet_key(address)).is_ok())
    }

    /// Forgets whoever has been quiet long enough.
    pub(crate) fn forget(&self) {
        self.requests.retain_recent();
        self.reads.retain_recent();
    }
}

/// One in so long, and so many at once.
pub(crate) fn quota(every: Duration, at_once: NonZeroU32) -> Quota {
    // The periods are constants, none of them zero.
    Quota::with_period(every).unwrap_or(Quota::per_hour(at_once)).allow_burst(at_once)
}

/// Turns away whoever asks too often. Reading is cheap, and whatever a board signs is free: its
/// route counts only what is not its own.
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
        // The loop takes time, in which more may come in; never ten thousand.
        for (address, least, most) in [
            ("192.0.2.1", burst, burst * 4),
            ("::ffff:192.0.2.1", 0, burst),
            ("192.0.2.2", burst, burst * 4),
            ("2001:db8::1", burst, burst * 4),
            ("2001:db8::ffff:2", 0, burst),
            // Whoever is counted under this address is behind a proxy on this machine.
            ("127.0.0.1", burst, burst * 4),
        ] {
            let count = admitted(address);
            assert!((least..=most).contains(&count), "{address}: {count}");
        }
        assert!((0..10_000).all(|_| rate_limiter.admit(None)), "this machine itself");
    }
}
