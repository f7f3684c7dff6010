//! Rate limits by address, with larger budgets for wider networks of IPv6.

use crate::net::{IPV6_NETWORKS, networks, scaled};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use ipnet::IpNet;
use std::{net::IpAddr, num::NonZeroU32, time::Duration};

/// Counts by network: an IPv4 address, or the /64, /56 and /48 of an IPv6 address.
pub(crate) struct AddressLimiter([DefaultKeyedRateLimiter<IpNet>; IPV6_NETWORKS.len()]);

impl AddressLimiter {
    /// A limiter that admits `at_once` from the narrowest network, and one in each `every`.
    pub(crate) fn new(every: Duration, at_once: NonZeroU32) -> AddressLimiter {
        AddressLimiter(IPV6_NETWORKS.map(|(_, factor)| {
            let (every, at_once) = scaled((every, at_once), factor);
            RateLimiter::keyed(quota(every, at_once))
        }))
    }

    /// Whether one more is admitted from this address. A narrow network without budget uses none of
    /// the wider one's.
    pub(crate) fn admit(&self, address: IpAddr) -> bool {
        networks(address).zip(&self.0).all(|((net, _), limiter)| limiter.check_key(&net).is_ok())
    }

    /// Forgets networks with a full budget.
    pub(crate) fn forget(&self) {
        self.0.iter().for_each(RateLimiter::retain_recent);
    }
}

/// Quota with an interval and a burst.
pub(crate) fn quota(every: Duration, at_once: NonZeroU32) -> Quota {
    // The periods are constants other than zero.
    Quota::with_period(every).unwrap_or(Quota::per_hour(at_once)).allow_burst(at_once)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv6Addr;

    /// A /56 of 256 networks gets four times the budget of one, and a /48 sixteen times.
    #[test]
    fn wider_networks_have_larger_budgets() {
        let at_once = NonZeroU32::new(10).unwrap();
        let hour = Duration::from_secs(3_600);
        let count = |length: u8, step: u128| {
            let limiter = AddressLimiter::new(hour, at_once);
            let base: u128 = Ipv6Addr::new(0x2001, 0xdb8, 1, 0, 0, 0, 0, 0).into();
            let addresses = (0..1_000_u128).map(|n| {
                // Addresses that differ in the bits between this length and the next.
                IpAddr::from(Ipv6Addr::from(base | (n % (1 << 16 >> (length - 48))) << step))
            });
            addresses.filter(|&address| limiter.admit(address)).count()
        };
        assert_eq!(count(64, 0), 10);
        assert_eq!(count(56, 64), 40);
        assert_eq!(count(48, 64), 160);
    }
}
