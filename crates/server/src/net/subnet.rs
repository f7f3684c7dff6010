use std::net::{IpAddr, Ipv6Addr};

/// Network of an address, which counts as one client: a household has 2⁶⁴ addresses of IPv6.
pub(crate) fn subnet_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from(network))
        }
        address @ IpAddr::V4(_) => address,
    }
}
