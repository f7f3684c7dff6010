//! Names under which browsers may reach this server.
//!
//! A site can let its own name point at this machine (DNS rebinding), so that its scripts reach
//! this server. Browsers still send the name that they used.

use super::{Connection, own_name::own_names};
use crate::base::{ApiError, Config};
use axum::{
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::{net::IpAddr, sync::Arc};

/// Names and addresses of this server.
pub(crate) struct Hosts {
    /// Lower case, without port.
    names: Vec<String>,
    /// Scheme and authority of each configured address.
    origins: Vec<String>,
}

impl Hosts {
    /// Names from the configuration and of this machine.
    pub(crate) fn new(config: &Config) -> Hosts {
        let origins: Vec<String> = config.addresses.iter().filter_map(|url| origin(url)).collect();
        let of_origin = |origin: &String| {
            origin.split_once("://").and_then(|(_, authority)| host(authority)).map(str::to_owned)
        };
        let mut names: Vec<String> = origins.iter().filter_map(of_origin).collect();
        let given = config.hosts.iter().map(|name| name.to_ascii_lowercase());
        names.extend(given.map(|name| host(&name).unwrap_or(&name).to_owned()));
        names.extend(own_names());
        Hosts { names, origins }
    }

    /// Whether a browser connected to `local` may use this name.
    fn admits(&self, authority: &str, local: Option<IpAddr>) -> bool {
        let authority = authority.to_ascii_lowercase();
        let Some(host) = host(&authority) else { return false };
        if let Ok(address) = host.parse::<IpAddr>() {
            let address = address.to_canonical();
            return address.is_loopback() || local == Some(address) || self.is_named(host);
        }
        host == "localhost" || host.ends_with(".localhost") || self.is_named(host)
    }

    fn is_named(&self, host: &str) -> bool {
        self.names.iter().any(|name| name == host)
    }

    /// Whether a link leads to this server: to a configured address, or to the host of the request.
    pub(crate) fn is_own_link(&self, link: &str, asked: &str) -> bool {
        let Some(origin) = origin(link) else { return false };
        let is_asked = origin
            .split_once("://")
            .is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(asked));
        is_asked || self.origins.contains(&origin)
    }
}

/// Scheme and authority of a URL, in lower case; `None` for anything else.
fn origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    let is_web = matches!(scheme, "http" | "https");
    let is_plain = url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    (is_web && is_plain && host(&authority).is_some()).then(|| format!("{scheme}://{authority}"))
}

/// Host of `host`, `host:port`, `[address]` and `[address]:port`.
fn host(authority: &str) -> Option<&str> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => authority.find(':').map_or((authority, ""), |colon| authority.split_at(colon)),
    };
    let port = port.strip_prefix(':').unwrap_or(port);
    let is_port = port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit());
    let host = host.strip_suffix('.').unwrap_or(host);
    let is_host = !host.is_empty()
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._:".contains(&byte));
    (is_host && is_port).then_some(host)
}

/// Rejects requests under a name that does not belong to this server.
pub(crate) async fn refuse_foreign_hosts(
    State(own): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    let local = request.extensions().get::<Arc<Connection>>().map(|connection| connection.local());
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let named = hosts.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    // A host in the request line must equal the host header.
    let in_line = request.uri().authority().map_or(named, |authority| authority.as_str());
    let is_own = hosts.next().is_none() && named == in_line && own.admits(named, local);
    if is_own {
        return next.run(request).await;
    }
    let shown: String = named.chars().take(100).collect();
    let message = format!(
        "this server is not called `{shown}`; its operator can add that name with `--host`"
    );
    ApiError::new(StatusCode::MISDIRECTED_REQUEST, "host", message).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use commit_reveal::SigningKey;

    fn hosts() -> Hosts {
        let addresses = ["https://Chuhe.example/", "http://192.168.1.7:8686/", "nonsense"];
        let addresses = addresses.map(str::to_owned).to_vec();
        let config = Config::system(addresses, String::new(), SigningKey::from_bytes([5; 32]));
        Hosts::new(&Config { hosts: vec!["games.lan".into(), "Other.lan:99".into()], ..config })
    }

    #[test]
    fn only_own_names_are_answered_to() {
        let hosts = hosts();
        for (authority, local, expected) in [
            ("localhost", "127.0.0.1", true),
            ("localhost:8686", "192.168.1.9", true),
            ("LOCALHOST.", "127.0.0.1", true),
            ("chuhe.localhost:1", "127.0.0.1", true),
            ("127.0.0.1:8686", "127.0.0.1", true),
            ("[::1]:8686", "::1", true),
            ("chuhe.example", "10.0.0.1", true),
            ("CHUHE.example:443", "10.0.0.1", true),
            ("games.lan:8686", "10.0.0.1", true),
            ("other.lan", "10.0.0.1", true),
            ("192.168.1.7", "10.0.0.1", true),
            ("10.0.0.1:8686", "10.0.0.1", true),
            ("[2001:db8::1]", "2001:db8::1", true),
            ("10.0.0.2:8686", "10.0.0.1", false),
            ("evil.example", "127.0.0.1", false),
            ("evil.example:8686", "127.0.0.1", false),
            ("localhost.evil.example", "127.0.0.1", false),
            ("chuhe.example.evil.example", "127.0.0.1", false),
            ("127.0.0.1.evil.example", "127.0.0.1", false),
            ("localhost@evil.example", "127.0.0.1", false),
            ("localhost:80:80", "127.0.0.1", false),
            ("localhost/evil", "127.0.0.1", false),
            ("", "127.0.0.1", false),
            (":8686", "127.0.0.1", false),
            ("[::1", "::1", false),
        ] {
            let local = Some(local.parse().unwrap());
            assert_eq!(hosts.admits(authority, local), expected, "{authority}");
        }
        for name in own_names() {
            assert!(hosts.admits(&name, None), "{name}");
        }
    }

    #[test]
    fn only_own_links_are_drawn() {
        let hosts = hosts();
        for (link, expected) in [
            ("https://chuhe.example/t/abc", true),
            ("https://chuhe.example", true),
            ("https://CHUHE.example?x#y", true),
            ("http://192.168.1.7:8686/t/abc", true),
            ("http://localhost:1234/t/abc", true),
            ("https://localhost:1234/", true),
            ("http://chuhe.example/", false),
            ("https://chuhe.example:444/", false),
            ("http://localhost:12345/", false),
            ("https://evil.example/", false),
            ("https://chuhe.example@evil.example/", false),
            ("https://chuhe.example\\@evil.example/", false),
            ("https://chuhe.example.evil.example/", false),
            ("https:/chuhe.example/", false),
            ("ftp://chuhe.example/", false),
            ("https://chuhe.example/ x", false),
            ("chuhe.example", false),
            ("", false),
        ] {
            assert_eq!(hosts.is_own_link(link, "localhost:1234"), expected, "{link}");
        }
    }
}
