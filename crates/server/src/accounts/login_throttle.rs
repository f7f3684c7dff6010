//! How often passwords may be tried, and accounts made.

use crate::{
    api_error::ApiError,
    limits::{
        NEWCOMERS_AT_ONCE, NEWCOMERS_EVERY, TRIES_AT_ONCE, TRIES_EVERY, TRIES_PER_ADDRESS,
        TRIES_PER_ADDRESS_EVERY, TRIES_PER_NAME, TRIES_PER_NAME_EVERY,
    },
    net::subnet_key,
    rate_limiter::quota,
    token,
};
use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, RateLimiter};
use std::{net::IpAddr, num::NonZeroU32, time::Duration};

/// Counts tries by the name that is tried, be there such an account or not, and by address: few for
/// both together, so that a stranger's wrong tries do not shut out whoever has the name, and many
/// for either alone. This machine itself counts by name only. A device at which the account has
/// signed in before is counted by itself: whatever strangers try, its player gets in there.
pub(super) struct LoginThrottle {
    /// A name tried from one network; from this machine without one.
    pairs: DefaultKeyedRateLimiter<(String, Option<IpAddr>)>,
    /// A name tried from a device that has proven it.
    devices: DefaultKeyedRateLimiter<(String, String)>,
    names: DefaultKeyedRateLimiter<String>,
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    newcomers: DefaultKeyedRateLimiter<IpAddr>,
}

impl LoginThrottle {
    pub(super) fn new() -> LoginThrottle {
        LoginThrottle {
            pairs: RateLimiter::keyed(quota(TRIES_EVERY, TRIES_AT_ONCE)),
            devices: RateLimiter::keyed(quota(TRIES_EVERY, TRIES_AT_ONCE)),
            names: RateLimiter::keyed(quota(TRIES_PER_NAME_EVERY, TRIES_PER_NAME)),
            addresses: RateLimiter::keyed(quota(TRIES_PER_ADDRESS_EVERY, TRIES_PER_ADDRESS)),
            newcomers: RateLimiter::keyed(quota(NEWCOMERS_EVERY, NEWCOMERS_AT_ONCE)),
        }
    }

    /// Lets a password be tried.
    pub(super) fn admit(&self, key: &str, address: Option<IpAddr>) -> Result<(), ApiError> {
        let pair = (key.to_owned(), address.map(subnet_key));
        // From the narrow to the wide: whoever has no tries left uses up nobody else's.
        let is_admitted = is_admitted(&self.addresses, address)
            && self.pairs.check_key(&pair).is_ok()
            && (pair.1.is_none() || self.names.check_key(&pair.0).is_ok());
        if is_admitted { Ok(()) } else { Err(too_often()) }
    }

    /// Lets a password be tried at a known device.
    pub(super) fn admit_device(&self, key: &str, device: String) -> Result<(), ApiError> {
        let is_admitted = self.devices.check_key(&(key.to_owned(), device)).is_ok();
        if is_admitted { Ok(()) } else { Err(too_often()) }
    }

    /// Lets an account be made.
    pub(super) fn admit_newcomer(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        if is_admitted(&self.newcomers, address) { Ok(()) } else { Err(too_often()) }
    }

    pub(super) fn forget(&self) {
        self.pairs.retain_recent();
        self.devices.retain_recent();
        self.names.retain_recent();
        self.addresses.retain_recent();
        self.newcomers.retain_recent();
    }
}

fn is_admitted(limiter: &DefaultKeyedRateLimiter<IpAddr>, address: Option<IpAddr>) -> bool {
    address.is_none_or(|address| limiter.check_key(&subnet_key(address)).is_ok())
}

/// What is counted with all other servers on the store: under a name that shows nobody's.
pub(super) struct Count {
    pub(super) key: String,
    pub(super) every: Duration,
    pub(super) at_once: NonZeroU32,
}

impl Count {
    fn new(what: &str, of: &str, (every, at_once): (Duration, NonZeroU32)) -> Count {
        Count { key: format!("{what} {}", token::hash(of)), every, at_once }
    }
}

/// A password tried for a name, from the narrow to the wide as [`LoginThrottle::admit`] counts it.
pub(super) fn try_of_stranger(key: &str, address: Option<IpAddr>) -> Vec<Count> {
    let net = address.map(subnet_key).map(|net| net.to_string());
    let pair = format!("{key} {}", net.as_deref().unwrap_or_default());
    let pair = Count::new("pair", &pair, (TRIES_EVERY, TRIES_AT_ONCE));
    let Some(net) = net else { return vec![pair] };
    vec![
        Count::new("address", &net, (TRIES_PER_ADDRESS_EVERY, TRIES_PER_ADDRESS)),
        pair,
        Count::new("name", key, (TRIES_PER_NAME_EVERY, TRIES_PER_NAME)),
    ]
}

/// A password tried at a known device.
pub(super) fn try_at_device(key: &str, device: &str) -> Vec<Count> {
    vec![Count::new("device", &format!("{key} {device}"), (TRIES_EVERY, TRIES_AT_ONCE))]
}

/// An account made.
pub(super) fn newcomer(address: Option<IpAddr>) -> Vec<Count> {
    let count = |address: IpAddr| {
        let net = subnet_key(address).to_string();
        Count::new("newcomer", &net, (NEWCOMERS_EVERY, NEWCOMERS_AT_ONCE))
    };
    address.map(count).into_iter().collect()
}

pub(super) fn too_often() -> ApiError {
    let message = "too many tries; wait some minutes";
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-often", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_are_counted_by_name_and_by_address() {
        // This machine itself has none.
        let address = |text: &str| text.parse::<IpAddr>().ok();
        let tries = LoginThrottle::new();
        let count = |key: &dyn Fn(u32) -> String, from: &str| {
            (0..1_000).take_while(|&i| tries.admit(&key(i), address(from)).is_ok()).count() as u32
        };
        // One name from this machine, and from households that shut nobody else out.
        for from in ["here", "192.0.2.1", "2001:db8::1"] {
            assert_eq!(count(&|_| "ada".into(), from), TRIES_AT_ONCE.get(), "{from}");
            assert_eq!(count(&|_| "ada".into(), from), 0, "{from}");
        }
        assert_eq!(count(&|_| "ada".into(), "2001:db8::2"), 0, "the same network");
        // From everywhere together there is an end to it, but never for this machine.
        let everywhere = (0..1_000u32)
            .take_while(|i| {
                let from = IpAddr::from([10, 0, (i >> 8) as u8, *i as u8]);
                tries.admit("cy", Some(from)).is_ok()
            })
            .count() as u32;
        assert!((TRIES_PER_NAME.get()..1_000).contains(&everywhere), "{everywhere}");
        assert_eq!(count(&|_| "cy".into(), "192.0.2.3"), 0);
        assert_eq!(count(&|_| "cy".into(), "here"), TRIES_AT_ONCE.get());
        // Many names from one address, this machine's own excepted.
        assert!(count(&|i| format!("a{i}"), "192.0.2.2") <= TRIES_PER_ADDRESS.get());
        assert_eq!(count(&|i| format!("b{i}"), "192.0.2.2"), 0);
        assert_eq!(count(&|i| format!("c{i}"), "here"), 1_000);
        // An address without tries uses up nobody's.
        assert_eq!(count(&|_| "bo".into(), "192.0.2.2"), 0);
        assert_eq!(count(&|_| "bo".into(), "here"), TRIES_AT_ONCE.get());
        // A known device is counted by itself.
        for device in ["one", "other"] {
            let tried = || tries.admit_device("cy", device.to_owned()).is_ok();
            let count = (0..1_000).take_while(|_| tried()).count() as u32;
            assert_eq!(count, TRIES_AT_ONCE.get(), "{device}");
        }
        let newcomers = (0..1_000)
            .take_while(|_| tries.admit_newcomer(address("2001:db8::1")).is_ok())
            .count() as u32;
        assert_eq!(newcomers, NEWCOMERS_AT_ONCE.get());
        assert!(tries.admit_newcomer(address("2001:db8::2")).is_err(), "the same network");
    }
}
