use std::{fmt, net::Ipv6Addr};

/// A host and a port, for example `boards.example.org:1883` or `[::1]:1883`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostPort {
    /// A name or an IP address; an IPv6 address without its brackets.
    pub host: String,
    /// From 1; 0 only if any port is allowed.
    pub port: u16,
}

impl HostPort {
    /// Parses `HOST:PORT`, or `HOST` alone if there is a default port.
    ///
    /// ```
    /// use broker::HostPort;
    ///
    /// assert_eq!(HostPort::parse("[::1]", Some(1883))?.to_string(), "[::1]:1883");
    /// assert_eq!(HostPort::parse("localhost:4000", None)?.host, "localhost");
    /// assert!(HostPort::parse("localhost", None).is_err());
    /// # Ok::<(), broker::AddressError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not such an address. The host is not looked up.
    pub fn parse(text: &str, usual: Option<u16>) -> Result<HostPort, AddressError> {
        let expected = match usual {
            Some(_) => "expected HOST or HOST:PORT",
            None => "expected HOST:PORT",
        };
        let error = || AddressError(format!("{expected}, found `{}`", text.escape_debug()));
        let (host, rest) = match text.strip_prefix('[') {
            Some(rest) => rest.split_once(']').ok_or_else(error)?,
            None => text.split_at(text.find(':').unwrap_or(text.len())),
        };
        let is_host =
            if text.starts_with('[') { host.parse::<Ipv6Addr>().is_ok() } else { is_name(host) };
        let port = match rest.strip_prefix(':') {
            Some(port) => parse_port(port),
            None if rest.is_empty() => usual,
            None => None,
        };
        match port.filter(|_| is_host) {
            Some(port) => Ok(HostPort { host: host.to_owned(), port }),
            None => Err(error()),
        }
    }
}

/// Accepts only digits: `+80` is not a port.
fn parse_port(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Whether the text can be a host name or an IPv4 address. `_` is accepted because names in local
/// networks contain it, against the standard.
fn is_name(host: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=253).contains(&host.len()) && host.bytes().all(is_part) && !host.starts_with(['.', '-'])
}

impl fmt::Display for HostPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HostPort { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

/// Why an address could not be parsed: what was expected and what was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressError(pub(crate) String);

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AddressError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, usual, expected) in [
            ("localhost:4000", None, Some(("localhost", 4_000))),
            ("my_board.local:1", None, Some(("my_board.local", 1))),
            ("127.0.0.1", Some(1883), Some(("127.0.0.1", 1_883))),
            ("[2001:db8::1]:80", None, Some(("2001:db8::1", 80))),
            ("[::1]", Some(7), Some(("::1", 7))),
            ("localhost", None, None),
            ("localhost:", Some(1), None),
            ("localhost:+80", None, None),
            ("localhost:65536", None, None),
            ("::1", Some(1), None),
            ("[localhost]:1", None, None),
            ("[::1", None, None),
            ("[::1]1", None, None),
            (":1", None, None),
            ("", Some(1), None),
            ("a b:1", None, None),
            ("user@host:1", None, None),
            ("host:1/path", None, None),
            ("\u{1b}[31m:1", None, None),
        ] {
            let found = HostPort::parse(text, usual);
            let found = found.as_ref().ok().map(|address| (address.host.as_str(), address.port));
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
