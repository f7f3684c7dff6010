//! Headers by which proxies report the client: `Forwarded` (RFC 7239) and `X-Forwarded-For`.

use axum::http::{HeaderMap, HeaderName, header::FORWARDED};
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Client reported by a trusted proxy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    /// Last address in the chain that is not a trusted proxy.
    pub(super) address: IpAddr,
    /// Whether this client uses https.
    pub(super) is_https: bool,
}

/// Whether a request has headers that only a proxy sets.
pub(super) fn is_carried(headers: &HeaderMap) -> bool {
    [FORWARDED, X_FORWARDED_FOR, X_FORWARDED_PROTO].iter().any(|name| headers.contains_key(name))
}

/// Removes the proxy headers and replaces them by the trusted result.
pub(super) fn replace(headers: &mut HeaderMap, is_https: bool) {
    headers.remove(FORWARDED);
    headers.remove(X_FORWARDED_FOR);
    headers.remove(X_FORWARDED_PROTO);
    if is_https {
        headers.insert(X_FORWARDED_PROTO, axum::http::HeaderValue::from_static("https"));
    }
}

/// Whether an address belongs to one of these networks.
pub(super) fn is_in(networks: &[IpNet], address: IpAddr) -> bool {
    let address = address.to_canonical();
    networks.iter().any(|network| network.contains(&address))
}

/// Determines the client from the headers of a trusted proxy.
///
/// Hops are read from the right, as each was written by the hop to its right, until one is not
/// trusted. Most proxies write one of the two headers and pass on the other unchanged, possibly
/// from a malicious client. If both are present and differ, neither is used, and the request counts
/// as the proxy's own.
pub(super) fn origin(headers: &HeaderMap, proxy: IpAddr, trusted: &[IpNet]) -> Origin {
    let standard = headers.contains_key(FORWARDED).then(|| {
        let hops = elements(headers, &FORWARDED).map(|element| Hop::read(&element)).collect();
        outermost(hops, proxy, trusted)
    });
    let usual = headers.contains_key(X_FORWARDED_FOR).then(|| {
        let hop = |text: String| Hop { address: node(&text), is_https: None };
        outermost(elements(headers, &X_FORWARDED_FOR).map(hop).collect(), proxy, trusted)
    });
    let (address, proto) = match (standard, usual) {
        (Some(one), Some(other)) if one.0 != other.0 => (proxy, None),
        (Some((address, proto)), _) => (address, proto),
        (None, Some((address, _))) => (address, None),
        (None, None) => (proxy, None),
    };
    // Of several schemes the first is the browser's. A false value only makes that client's own
    // browser reject the cookie.
    let plain = || {
        let first = elements(headers, &X_FORWARDED_PROTO).next();
        first.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"))
    };
    Origin { address, is_https: proto.unwrap_or_else(plain) }
}

/// Hop of a request, as reported by the next proxy.
struct Hop {
    /// `None` if the proxy hides the address or wrote something else.
    address: Option<IpAddr>,
    is_https: Option<bool>,
}

impl Hop {
    /// Parses one element of `Forwarded`: `for=192.0.2.1;proto=https`.
    fn read(element: &str) -> Hop {
        let mut hop = Hop { address: None, is_https: None };
        for pair in split_outside_quotes(element, ';') {
            let Some((name, value)) = pair.split_once('=') else { continue };
            let value = value.trim().trim_matches('"');
            match name.trim().to_ascii_lowercase().as_str() {
                "for" => hop.address = node(value),
                "proto" => hop.is_https = Some(value.eq_ignore_ascii_case("https")),
                _ => {}
            }
        }
        hop
    }
}

/// First untrusted hop from the right, or the leftmost hop if all are trusted. An unreadable hop is
/// replaced by the proxy that reported it.
fn outermost(hops: Vec<Hop>, proxy: IpAddr, trusted: &[IpNet]) -> (IpAddr, Option<bool>) {
    let mut found = (proxy, None);
    for hop in hops.into_iter().rev() {
        let Some(address) = hop.address else { break };
        found = (address, hop.is_https);
        if !is_in(trusted, address) {
            break;
        }
    }
    found
}

/// Parses `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`.
fn node(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse().map(|socket: SocketAddr| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

/// Elements of a header that may be repeated.
fn elements<'a>(headers: &'a HeaderMap, name: &'a HeaderName) -> impl Iterator<Item = String> + 'a {
    headers.get_all(name).iter().flat_map(|value| {
        // Non-text is never an address.
        let text = value.to_str().unwrap_or("?");
        split_outside_quotes(text, ',')
            .into_iter()
            .map(|element| element.trim().to_owned())
            .collect::<Vec<_>>()
    })
}

fn split_outside_quotes(text: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    text.split(|c| {
        is_quoted ^= c == '"';
        c == separator && !is_quoted
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    const PROXY: &str = "10.0.0.1";

    fn origin_of(lines: &[(&'static str, &str)]) -> (String, bool) {
        let trusted: Vec<IpNet> =
            ["10.0.0.0/8", "2001:db8:1::/48"].map(|text| text.parse().unwrap()).to_vec();
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
            headers.append(HeaderName::from_static(name), value);
        }
        let Origin { address, is_https } = origin(&headers, PROXY.parse().unwrap(), &trusted);
        (address.to_string(), is_https)
    }

    #[test]
    fn the_last_hop_that_is_not_trusted_asks() {
        let (xff, fwd) = ("x-forwarded-for", "forwarded");
        for (name, value, expected) in [
            (xff, "192.0.2.1", "192.0.2.1"),
            (xff, "192.0.2.1:4711", "192.0.2.1"),
            (xff, "2001:db8::1", "2001:db8::1"),
            (xff, "[2001:db8::1]:4711", "2001:db8::1"),
            (xff, "::ffff:192.0.2.1", "192.0.2.1"),
            // Values sent by the client are further left.
            (xff, "203.0.113.9, 192.0.2.1", "192.0.2.1"),
            (xff, "127.0.0.1, 192.0.2.1, 10.1.2.3", "192.0.2.1"),
            (xff, "192.0.2.1, 2001:db8:1::7", "192.0.2.1"),
            (xff, "10.0.0.9, 10.0.0.8", "10.0.0.9"),
            // An unreadable hop is replaced by its reporter.
            (xff, "192.0.2.1, unknown", PROXY),
            (xff, "nonsense, 10.0.0.7", "10.0.0.7"),
            (xff, "", PROXY),
            (xff, "\u{e9}", PROXY),
            (fwd, "for=192.0.2.1", "192.0.2.1"),
            (fwd, "For=\"[2001:db8::1]:4711\"; by=10.0.0.1", "2001:db8::1"),
            (fwd, "for=203.0.113.9, for=192.0.2.1;by=\"a,b;for=1.2.3.4\"", "192.0.2.1"),
            (fwd, "for=_hidden", PROXY),
            (fwd, "by=192.0.2.1", PROXY),
            (fwd, "for=192.0.2.1, for=unknown", PROXY),
        ] {
            assert_eq!(origin_of(&[(name, value)]).0, expected, "{name}: {value}");
        }
        assert_eq!(origin_of(&[]).0, PROXY);
        assert_eq!(origin_of(&[(xff, "203.0.113.9"), (xff, "192.0.2.1")]).0, "192.0.2.1");
    }

    #[test]
    fn headers_that_differ_are_not_believed() {
        let both =
            |one: &str, other: &str| origin_of(&[("x-forwarded-for", one), ("forwarded", other)]).0;
        assert_eq!(both("192.0.2.1", "for=192.0.2.1"), "192.0.2.1");
        assert_eq!(both("192.0.2.1", "for=203.0.113.9"), PROXY);
        assert_eq!(both("192.0.2.1", "for=unknown"), PROXY);
    }

    #[test]
    fn the_scheme_is_the_browsers() {
        let proto = "x-forwarded-proto";
        for (lines, expected) in [
            (&[(proto, "https")][..], true),
            (&[(proto, "HTTPS, http")], true),
            (&[(proto, "http")], false),
            (&[("forwarded", "for=192.0.2.1;proto=https")], true),
            (&[("forwarded", "for=192.0.2.1;proto=http"), (proto, "https")], false),
            (&[("forwarded", "for=192.0.2.1;proto=https, for=10.0.0.2;proto=http")], true),
            (&[("forwarded", "for=192.0.2.1"), (proto, "https")], true),
            (&[], false),
        ] {
            assert_eq!(origin_of(lines).1, expected, "{lines:?}");
        }
    }
}
