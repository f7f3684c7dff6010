//! How often one address may ask for something that costs us: opening, joining, connecting.

use crate::{
    api_error::ApiError,
    limits::{REQUESTS_AT_ONCE, REQUESTS_PER_SECOND},
};
use axum::{
    extract::{ConnectInfo, Request, State},
    http::{Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use governor::{DefaultKeyedRateLimiter, Quota};
use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::Arc,
};

/// How the address of a board's messages ends: they are signed, and a hall of boards behind one
/// bridge sends many.
const POST_SUFFIX: &str = "/messages";

/// Who has come lately, and how often.
pub(crate) struct RateLimiter(DefaultKeyedRateLimiter<IpAddr>);

impl RateLimiter {
    pub(crate) fn new() -> RateLimiter {
        let quota = Quota::per_second(REQUESTS_PER_SECOND).allow_burst(REQUESTS_AT_ONCE);
        RateLimiter(governor::RateLimiter::keyed(quota))
    }

    /// Whether this address may ask once more. This machine itself always may: its owner's
    /// scripts are no strangers.
    pub(crate) fn admit(&self, address: IpAddr) -> bool {
        address.is_loopback() || self.0.check_key(&subnet_key(address)).is_ok()
    }

    /// Forgets whoever has been quiet long enough.
    pub(crate) fn forget(&self) {
        self.0.retain_recent();
    }
}

/// One subnet_key commands 2⁶⁴ addresses of IPv6: they count as one.
pub(crate) fn subnet_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from(network))
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// Turns away whoever asks too often. Pages and plain reading are free, and so is whatever a board
/// signs: its route counts only what is not its own.
pub(crate) async fn turn_away_crowds(
    State(rate_limiter): State<Arc<RateLimiter>>,
    request: Request,
    next: Next,
) -> Response {
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    let is_signed = request.uri().path().ends_with(POST_SUFFIX);
    let is_free = is_signed || matches!(*request.method(), Method::GET | Method::HEAD);
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    if (is_upgrade || !is_free) && address.is_some_and(|address| !rate_limiter.admit(address)) {
        return ApiError::too_often().into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_from_one_address_is_turned_away() {
        let rate_limiter = RateLimiter::new();
        let admitted = |text: &str| {
            let address = text.parse().expect("an address");
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
            ("127.0.0.1", 10_000, 10_000),
            ("::1", 10_000, 10_000),
        ] {
            let count = admitted(address);
            assert!((least..=most).contains(&count), "{address}: {count}");
        }
    }
}
