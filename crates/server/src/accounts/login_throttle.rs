//! How often passwords may be tried, and accounts made.

use crate::{
    api_error::ApiError,
    limits::{
        NEWCOMERS_AT_ONCE, NEWCOMERS_EVERY, TRIES_AT_ONCE, TRIES_EVERY, TRIES_PER_ADDRESS,
        TRIES_PER_ADDRESS_EVERY, TRIES_PER_NAME, TRIES_PER_NAME_EVERY,
    },
    rate_limiter::subnet_key,
};
use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::{net::IpAddr, num::NonZeroU32, time::Duration};

/// Counts tries by the name that is tried, be there such an account or not, and by address: few for
/// both together, so that a stranger's wrong tries do not shut out whoever has the name, and many
/// for either alone. This machine itself counts by name only: everybody behind a proxy on it has
/// its address.
pub(super) struct LoginThrottle {
    /// A name tried from one subnet_key; from this machine without one.
    pairs: DefaultKeyedRateLimiter<(String, Option<IpAddr>)>,
    names: DefaultKeyedRateLimiter<String>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    newcomers: DefaultKeyedRateLimiter<IpAddr>,
}

impl LoginThrottle {
    pub(super) fn new() -> LoginThrottle {
        LoginThrottle {
            pairs: RateLimiter::keyed(quota(TRIES_EVERY, TRIES_AT_ONCE)),
            names: RateLimiter::keyed(quota(TRIES_PER_NAME_EVERY, TRIES_PER_NAME)),
            addresses: RateLimiter::keyed(quota(TRIES_PER_ADDRESS_EVERY, TRIES_PER_ADDRESS)),
            newcomers: RateLimiter::keyed(quota(NEWCOMERS_EVERY, NEWCOMERS_AT_ONCE)),
        }
    }

    /// Lets a password be tried.
    pub(super) fn admit(&self, key: &str, address: Option<IpAddr>) -> Result<(), ApiError> {
        let pair = (key.to_owned(), address.filter(|from| !from.is_loopback()).map(subnet_key));
        // From the narrow to the wide: whoever has no tries left uses up nobody else's.
        let is_admitted = is_admitted(&self.addresses, address)
            && self.pairs.check_key(&pair).is_ok()
            && (pair.1.is_none() || self.names.check_key(&pair.0).is_ok());
        if is_admitted { Ok(()) } else { Err(too_often()) }
    }

    /// Lets an account be made.
    pub(super) fn admit_newcomer(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        if is_admitted(&self.newcomers, address) { Ok(()) } else { Err(too_often()) }
    }

    pub(super) fn forget(&self) {
        self.pairs.retain_recent();
        self.names.retain_recent();
        self.addresses.retain_recent();
        self.newcomers.retain_recent();
    }
}

fn quota(every: Duration, at_once: NonZeroU32) -> Quota {
    // The periods are constants, none of them zero.
    Quota::with_period(every).unwrap_or(Quota::per_hour(at_once)).allow_burst(at_once)
}

fn is_admitted(limiter: &DefaultKeyedRateLimiter<IpAddr>, address: Option<IpAddr>) -> bool {
    address.is_none_or(|address| {
        address.is_loopback() || limiter.check_key(&subnet_key(address)).is_ok()
    })
}

fn too_often() -> ApiError {
    let message = "too many tries; wait some minutes";
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-often", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_are_counted_by_name_and_by_address() {
        let address = |text: &str| Some(text.parse::<IpAddr>().unwrap());
        let tries = LoginThrottle::new();
        let count = |key: &dyn Fn(u32) -> String, from: &str| {
            (0..1_000).take_while(|&i| tries.admit(&key(i), address(from)).is_ok()).count() as u32
        };
        // One name from this machine, and from households that shut nobody else out.
        for from in ["127.0.0.1", "192.0.2.1", "2001:db8::1"] {
            assert_eq!(count(&|_| "ada".into(), from), TRIES_AT_ONCE.get(), "{from}");
            assert_eq!(count(&|_| "ada".into(), from), 0, "{from}");
        }
        assert_eq!(count(&|_| "ada".into(), "2001:db8::2"), 0, "the same subnet_key");
        // From everywhere together there is an end to it, but never for this machine.
        let everywhere = (0..1_000u32)
            .take_while(|i| {
                let from = IpAddr::from([10, 0, (i >> 8) as u8, *i as u8]);
                tries.admit("cy", Some(from)).is_ok()
            })
            .count() as u32;
        assert!((TRIES_PER_NAME.get()..1_000).contains(&everywhere), "{everywhere}");
        assert_eq!(count(&|_| "cy".into(), "192.0.2.3"), 0);
        assert_eq!(count(&|_| "cy".into(), "127.0.0.1"), TRIES_AT_ONCE.get());
        // Many names from one address, this machine's own excepted.
        assert!(count(&|i| format!("a{i}"), "192.0.2.2") <= TRIES_PER_ADDRESS.get());
        assert_eq!(count(&|i| format!("b{i}"), "192.0.2.2"), 0);
        assert_eq!(count(&|i| format!("c{i}"), "127.0.0.1"), 1_000);
        // An address without tries uses up nobody's.
        assert_eq!(count(&|_| "bo".into(), "192.0.2.2"), 0);
        assert_eq!(count(&|_| "bo".into(), "127.0.0.1"), TRIES_AT_ONCE.get());
        let newcomers = (0..1_000)
            .take_while(|_| tries.admit_newcomer(address("2001:db8::1")).is_ok())
            .count() as u32;
        assert_eq!(newcomers, NEWCOMERS_AT_ONCE.get());
        assert!(tries.admit_newcomer(address("2001:db8::2")).is_err(), "the same subnet_key");
    }
}
