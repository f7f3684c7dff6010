use ipnet::IpNet;
use std::{net::IpAddr, num::NonZeroU32, time::Duration};

/// Prefix lengths under which an IPv6 address is counted, each with the factor of its budget. One
/// household has at least a /64; some have a /56 or a /48.
pub(crate) const IPV6_NETWORKS: [(u8, u32); 3] = [(64, 1), (56, 4), (48, 16)];

/// The network of an address that counts as one visitor: an IPv4 address, or a /64 of IPv6.
pub(crate) fn subnet_key(address: IpAddr) -> IpAddr {
    networks(address).next().map_or(address, |(net, _)| net.network())
}

/// The networks whose budgets an address uses, the narrowest first, each with the factor of its
/// budget.
pub(crate) fn networks(address: IpAddr) -> impl Iterator<Item = (IpNet, u32)> {
    let address = address.to_canonical();
    let prefixes: &[(u8, u32)] = if address.is_ipv4() { &[(32, 1)] } else { &IPV6_NETWORKS };
    prefixes.iter().filter_map(move |&(length, factor)| {
        Some((IpNet::new(address, length).ok()?.trunc(), factor))
    })
}

/// The limit of a network with this factor, from that of the narrowest one: how often one is
/// admitted, and how many at once.
pub(crate) fn scaled(
    (every, at_once): (Duration, NonZeroU32),
    factor: u32,
) -> (Duration, NonZeroU32) {
    let more = NonZeroU32::new(factor).unwrap_or(NonZeroU32::MIN);
    (every / more.get(), at_once.saturating_mul(more))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_counts_in_each_of_its_networks() {
        for (address, expected) in [
            ("192.0.2.1", vec!["192.0.2.1/32"]),
            ("::ffff:192.0.2.1", vec!["192.0.2.1/32"]),
            (
                "2001:db8:1:23ff::9",
                vec!["2001:db8:1:23ff::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"],
            ),
        ] {
            let found = networks(address.parse().unwrap()).map(|(net, _)| net.to_string());
            assert_eq!(found.collect::<Vec<_>>(), expected);
        }
    }
}
