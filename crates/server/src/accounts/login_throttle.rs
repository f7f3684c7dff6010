//! Rate limits for password tries, new accounts and messages to players.

use crate::{
    base::{ApiError, token},
    limits::{
        FORGOTTEN_AT_ONCE, FORGOTTEN_EVERY, MAILS_AT_ONCE, MAILS_EVERY, NEWCOMERS_AT_ONCE,
        NEWCOMERS_EVERY, TRIES_AT_ONCE, TRIES_EVERY, TRIES_PER_ADDRESS, TRIES_PER_ADDRESS_EVERY,
        TRIES_PER_NAME, TRIES_PER_NAME_EVERY,
    },
    net::{AddressLimiter, networks, quota, scaled, subnet_key},
};
use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, RateLimiter};
use std::{net::IpAddr, num::NonZeroU32, time::Duration};

/// Counts password tries by name, by address and by both together, whether the account exists or
/// not. The limit for a pair is low, and those for a name or an address alone are high, so that
/// wrong tries of others do not lock out the owner.
///
/// Tries from this machine count by name only. A device where the account has signed in before has
/// its own counter, so its owner can always sign in there.
pub(super) struct LoginThrottle {
    /// Tries for a name from one network; without an address from this machine.
    pairs: DefaultKeyedRateLimiter<(String, Option<IpAddr>)>,
    /// Tries for a name from a device with a proof.
    devices: DefaultKeyedRateLimiter<(String, String)>,
    names: DefaultKeyedRateLimiter<String>,
    addresses: AddressLimiter,
    newcomers: AddressLimiter,
    /// Requests for a new password by mail.
    forgotten: AddressLimiter,
    /// Messages to an account or an address.
    mails: DefaultKeyedRateLimiter<String>,
}

impl LoginThrottle {
    pub(super) fn new() -> LoginThrottle {
        LoginThrottle {
            pairs: RateLimiter::keyed(quota(TRIES_EVERY, TRIES_AT_ONCE)),
            devices: RateLimiter::keyed(quota(TRIES_EVERY, TRIES_AT_ONCE)),
            names: RateLimiter::keyed(quota(TRIES_PER_NAME_EVERY, TRIES_PER_NAME)),
            addresses: AddressLimiter::new(TRIES_PER_ADDRESS_EVERY, TRIES_PER_ADDRESS),
            newcomers: AddressLimiter::new(NEWCOMERS_EVERY, NEWCOMERS_AT_ONCE),
            forgotten: AddressLimiter::new(FORGOTTEN_EVERY, FORGOTTEN_AT_ONCE),
            mails: RateLimiter::keyed(quota(MAILS_EVERY, MAILS_AT_ONCE)),
        }
    }

    /// Admits a password try.
    pub(super) fn admit(&self, key: &str, address: Option<IpAddr>) -> Result<(), ApiError> {
        let pair = (key.to_owned(), address.map(subnet_key));
        // The narrow limits come first, so that a blocked client does not use up the tries of
        // others.
        let is_admitted = is_admitted(&self.addresses, address)
            && self.pairs.check_key(&pair).is_ok()
            && (pair.1.is_none() || self.names.check_key(&pair.0).is_ok());
        if is_admitted { Ok(()) } else { Err(too_often()) }
    }

    /// Admits a password try on a known device.
    pub(super) fn admit_device(&self, key: &str, device: String) -> Result<(), ApiError> {
        let is_admitted = self.devices.check_key(&(key.to_owned(), device)).is_ok();
        if is_admitted { Ok(()) } else { Err(too_often()) }
    }

    /// Admits a new account.
    pub(super) fn admit_newcomer(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        if is_admitted(&self.newcomers, address) { Ok(()) } else { Err(too_often()) }
    }

    /// Admits a request for a new password by mail.
    pub(super) fn admit_forgotten(&self, address: Option<IpAddr>) -> Result<(), ApiError> {
        if is_admitted(&self.forgotten, address) { Ok(()) } else { Err(too_often()) }
    }

    /// Admits a message to an account or an address.
    pub(super) fn admit_mail(&self, to: &MailTarget<'_>) -> Result<(), ApiError> {
        if self.mails.check_key(&to.key()).is_ok() { Ok(()) } else { Err(too_often()) }
    }

    pub(super) fn forget(&self) {
        self.forgotten.forget();
        self.mails.retain_recent();
        self.pairs.retain_recent();
        self.devices.retain_recent();
        self.names.retain_recent();
        self.addresses.forget();
        self.newcomers.forget();
    }
}

fn is_admitted(limiter: &AddressLimiter, address: Option<IpAddr>) -> bool {
    address.is_none_or(|address| limiter.admit(address))
}

/// Counter shared by all servers of the store. Its key is hashed and reveals no name.
pub(super) struct Count {
    pub(super) key: String,
    pub(super) every: Duration,
    pub(super) at_once: NonZeroU32,
}

impl Count {
    fn new(what: &str, of: &str, (every, at_once): (Duration, NonZeroU32)) -> Count {
        Count { key: format!("{what} {}", token::hash(of)), every, at_once }
    }

    /// One count for each network of an address.
    fn of_networks(
        what: &'static str,
        address: IpAddr,
        limit: (Duration, NonZeroU32),
    ) -> impl Iterator<Item = Count> {
        networks(address)
            .map(move |(net, factor)| Count::new(what, &net.to_string(), scaled(limit, factor)))
    }
}

/// Shared counters of a password try, in the order of [`LoginThrottle::admit`].
pub(super) fn try_of_stranger(key: &str, address: Option<IpAddr>) -> Vec<Count> {
    let net = address.map(subnet_key).map(|net| net.to_string());
    let pair = format!("{key} {}", net.as_deref().unwrap_or_default());
    let pair = Count::new("pair", &pair, (TRIES_EVERY, TRIES_AT_ONCE));
    let Some(address) = address else { return vec![pair] };
    let limit = (TRIES_PER_ADDRESS_EVERY, TRIES_PER_ADDRESS);
    let mut counts: Vec<Count> = Count::of_networks("address", address, limit).collect();
    counts.push(pair);
    counts.push(Count::new("name", key, (TRIES_PER_NAME_EVERY, TRIES_PER_NAME)));
    counts
}

/// Shared counter of a password try on a known device.
pub(super) fn try_at_device(key: &str, device: &str) -> Vec<Count> {
    vec![Count::new("device", &format!("{key} {device}"), (TRIES_EVERY, TRIES_AT_ONCE))]
}

/// Shared counters of a request for a new password by mail.
pub(super) fn forgotten(address: Option<IpAddr>) -> Vec<Count> {
    let limit = (FORGOTTEN_EVERY, FORGOTTEN_AT_ONCE);
    let counts = address.map(|address| Count::of_networks("forgotten", address, limit));
    counts.into_iter().flatten().collect()
}

/// What the messages are counted by.
pub(super) enum MailTarget<'a> {
    /// Links for a new password of an account.
    Reset(&'a str),
    /// Links that confirm an address for an account.
    Confirm(&'a str),
    /// Messages to an address that is not confirmed.
    Address(&'a str),
}

impl MailTarget<'_> {
    /// Key of the counter. It holds no address, only its hash.
    fn key(&self) -> String {
        match self {
            MailTarget::Reset(account) => format!("reset {account}"),
            MailTarget::Confirm(account) => format!("confirm {account}"),
            MailTarget::Address(mail) => {
                format!("address {}", token::hash(&mail.to_ascii_lowercase()))
            }
        }
    }

    /// Shared counter of a message.
    pub(super) fn counts(&self) -> Vec<Count> {
        vec![Count::new("mail", &self.key(), (MAILS_EVERY, MAILS_AT_ONCE))]
    }
}

/// Shared counter of a new account.
pub(super) fn newcomer(address: Option<IpAddr>) -> Vec<Count> {
    let limit = (NEWCOMERS_EVERY, NEWCOMERS_AT_ONCE);
    let counts = address.map(|address| Count::of_networks("newcomer", address, limit));
    counts.into_iter().flatten().collect()
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
        // Tries from this machine have no address.
        let address = |text: &str| text.parse::<IpAddr>().ok();
        let tries = LoginThrottle::new();
        let count = |key: &dyn Fn(u32) -> String, from: &str| {
            (0..1_000).take_while(|&i| tries.admit(&key(i), address(from)).is_ok()).count() as u32
        };
        // One name from this machine and from separate networks, which do not block each other.
        for from in ["here", "192.0.2.1", "2001:db8::1"] {
            assert_eq!(count(&|_| "ada".into(), from), TRIES_AT_ONCE.get(), "{from}");
            assert_eq!(count(&|_| "ada".into(), from), 0, "{from}");
        }
        assert_eq!(count(&|_| "ada".into(), "2001:db8::2"), 0, "the same network");
        // Tries from all networks together are limited, but not those from this machine.
        let everywhere = (0..1_000u32)
            .take_while(|i| {
                let from = IpAddr::from([10, 0, (i >> 8) as u8, *i as u8]);
                tries.admit("cy", Some(from)).is_ok()
            })
            .count() as u32;
        assert!((TRIES_PER_NAME.get()..1_000).contains(&everywhere), "{everywhere}");
        assert_eq!(count(&|_| "cy".into(), "192.0.2.3"), 0);
        assert_eq!(count(&|_| "cy".into(), "here"), TRIES_AT_ONCE.get());
        // Many names from one address; this machine is exempt.
        assert!(count(&|i| format!("a{i}"), "192.0.2.2") <= TRIES_PER_ADDRESS.get());
        assert_eq!(count(&|i| format!("b{i}"), "192.0.2.2"), 0);
        assert_eq!(count(&|i| format!("c{i}"), "here"), 1_000);
        // A blocked address does not use up the tries for a name.
        assert_eq!(count(&|_| "bo".into(), "192.0.2.2"), 0);
        assert_eq!(count(&|_| "bo".into(), "here"), TRIES_AT_ONCE.get());
        // A known device has its own counter.
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
        let forgotten = |from: &str| {
            (0..1_000).take_while(|_| tries.admit_forgotten(address(from)).is_ok()).count() as u32
        };
        for (from, expected) in [
            ("2001:db8::1", FORGOTTEN_AT_ONCE.get()),
            ("2001:db8::2", 0),
            ("192.0.2.1", FORGOTTEN_AT_ONCE.get()),
            ("here", 1_000),
        ] {
            assert_eq!(forgotten(from), expected, "{from}");
        }
        for (target, expected) in [
            (MailTarget::Reset("ada"), MAILS_AT_ONCE.get()),
            (MailTarget::Reset("ada"), 0),
            (MailTarget::Reset("bo"), MAILS_AT_ONCE.get()),
            (MailTarget::Confirm("ada"), MAILS_AT_ONCE.get()),
            (MailTarget::Address("Ada@club.example"), MAILS_AT_ONCE.get()),
            (MailTarget::Address("ada@club.example"), 0),
        ] {
            let count = (0..1_000).take_while(|_| tries.admit_mail(&target).is_ok()).count() as u32;
            assert_eq!(count, expected, "{}", target.key());
            assert!(!target.key().contains("club"), "{}", target.key());
        }
    }
}
