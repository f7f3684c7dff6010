//! The cookies of sessions and devices.

use crate::limits::{DEVICE_SECONDS, SESSION_MS};
use axum::http::{HeaderMap, HeaderValue, header};

/// Cookie name for https. With the prefix `__Host-`, browsers accept it neither from other hosts
/// nor over plain http.
const SECURE: &str = "__Host-chuhe";
/// Cookie name for plain http, as in a home network, where browsers reject secure cookies.
const PLAIN: &str = "chuhe";
/// Cookie names of the device proofs.
const SECURE_DEVICE: &str = "__Host-chuhe-device";
const PLAIN_DEVICE: &str = "chuhe-device";
/// Maximum number of sessions that one request ends: each needs a commit.
const MAX_COOKIES: usize = 4;

/// Whether a request carries a session cookie, valid or not.
pub(crate) fn is_carried(headers: &HeaderMap) -> bool {
    [SECURE, PLAIN].into_iter().any(|name| values_of(headers, name).next().is_some())
}

/// Reads and writes the cookies. Their names depend on the browser's connection.
pub(super) struct Cookies {
    /// This server's https hosts as browsers send them: `host` or `host:port`.
    secure_hosts: Vec<String>,
}

impl Cookies {
    pub(super) fn new(addresses: &[String]) -> Cookies {
        let host = |address: &String| {
            address.strip_prefix("https://")?.split('/').next().map(str::to_owned)
        };
        Cookies { secure_hosts: addresses.iter().filter_map(host).collect() }
    }

    /// The session token of a request. Over https, the plain cookie is ignored, because an
    /// unencrypted connection could have set it. If two cookies differ, one may have been planted
    /// by another host or port, so the request counts as signed out.
    pub(super) fn read<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        value_of(headers, self.name(headers))
    }

    /// The first session tokens of a request, of any account.
    pub(super) fn all<'a>(&self, headers: &'a HeaderMap) -> impl Iterator<Item = &'a str> {
        values_of(headers, self.name(headers)).take(MAX_COOKIES)
    }

    /// Cookie that sets a session token.
    pub(super) fn keep(&self, headers: &HeaderMap, token: &str) -> Option<HeaderValue> {
        self.set(headers, token, SESSION_MS / 1_000)
    }

    /// Cookie that deletes the session token.
    pub(super) fn forget(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        self.set(headers, "", 0)
    }

    /// Device proofs of the request; empty without a cookie.
    pub(super) fn device<'a>(&self, headers: &'a HeaderMap) -> &'a str {
        value_of(headers, self.device_name(headers)).unwrap_or_default()
    }

    /// Cookie that sets the device proofs.
    pub(super) fn keep_device(&self, headers: &HeaderMap, proofs: &str) -> Option<HeaderValue> {
        self.set_named(headers, self.device_name(headers), proofs, DEVICE_SECONDS)
    }

    fn set(&self, headers: &HeaderMap, token: &str, seconds: u64) -> Option<HeaderValue> {
        self.set_named(headers, self.name(headers), token, seconds)
    }

    fn set_named(
        &self,
        headers: &HeaderMap,
        name: &str,
        value: &str,
        seconds: u64,
    ) -> Option<HeaderValue> {
        let secure = if self.is_secure(headers) { "; Secure" } else { "" };
        let text =
            format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        let mut value = HeaderValue::from_str(&text).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    fn name(&self, headers: &HeaderMap) -> &'static str {
        if self.is_secure(headers) { SECURE } else { PLAIN }
    }

    fn device_name(&self, headers: &HeaderMap) -> &'static str {
        if self.is_secure(headers) { SECURE_DEVICE } else { PLAIN_DEVICE }
    }

    /// Whether the browser uses https. Either a trusted proxy says so (the headers of other clients
    /// have been removed), or the request's host is one that is only reachable by https.
    fn is_secure(&self, headers: &HeaderMap) -> bool {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        text("x-forwarded-proto") == Some("https")
            || text("host").is_some_and(|host| self.secure_hosts.iter().any(|own| own == host))
    }
}

/// The value of all cookies with this name, if they agree.
fn value_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = values_of(headers, name);
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

/// Cookies of other applications on the host may contain any bytes; only this one has to be text.
fn values_of<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .flat_map(|cookies| cookies.as_bytes().split(|&byte| byte == b';'))
        .filter_map(|cookie| cookie.trim_ascii().strip_prefix(name.as_bytes())?.strip_prefix(b"="))
        .filter_map(|token| str::from_utf8(token).ok())
        .filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookie: &'static str, proto: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static(cookie));
        if let Some(proto) = proto {
            headers.insert("x-forwarded-proto", HeaderValue::from_static(proto));
        }
        headers
    }

    #[test]
    fn each_kind_of_connection_has_its_own_cookie() {
        let cookies = Cookies::new(&[]);
        for (cookie, proto, token) in [
            ("chuhe=a", None, Some("a")),
            ("x=1; chuhe=a; y=2", Some("http"), Some("a")),
            ("__Host-chuhe=b; chuhe=a", None, Some("a")),
            ("__Host-chuhe=b; chuhe=a", Some("https"), Some("b")),
            ("chuhe=a; __Host-chuhe=b", Some("https"), Some("b")),
            ("chuhe-device=c; chuhe=a", None, Some("a")),
            ("chuhe=a", Some("https"), None),
            ("__Host-chuhe=b", None, None),
            ("chuhe=", None, None),
            ("chuhe=; chuhe=a", None, Some("a")),
            ("chuhe=a; chuhe=a", None, Some("a")),
            ("chuhe=a; chuhe=b", None, None),
            ("chuhe=a; chuhe=b; __Host-chuhe=c", Some("https"), Some("c")),
            ("__Host-chuhe=a; __Host-chuhe=b", Some("https"), None),
            ("xchuhe=a; chuhe", None, None),
            ("", None, None),
        ] {
            assert_eq!(cookies.read(&headers(cookie, proto)), token, "{cookie} {proto:?}");
        }
    }

    #[test]
    fn other_cookies_may_hold_any_bytes() {
        for (cookie, token) in [
            (&b"other=\xe9; chuhe=a"[..], Some("a")),
            (b"chuhe=a; other=\xff\xfe", Some("a")),
            (b"\xe9; chuhe=a", Some("a")),
            (b"chuhe=\xe9; chuhe=a", Some("a")),
            (b"chuhe=\xe9", None),
            (b"\xe9chuhe=a", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_bytes(cookie).unwrap());
            assert_eq!(Cookies::new(&[]).read(&headers), token, "{}", cookie.escape_ascii());
            assert_eq!(is_carried(&headers), token.is_some(), "{}", cookie.escape_ascii());
        }
    }

    #[test]
    fn our_own_https_address_needs_no_proxys_word() {
        let cookies = Cookies::new(&[
            "http://10.0.0.7:8686/".to_owned(),
            "https://chuhe.example/".to_owned(),
            "https://other.example:8443".to_owned(),
        ]);
        for (host, token) in [
            ("chuhe.example", "b"),
            ("other.example:8443", "b"),
            ("10.0.0.7:8686", "a"),
            ("chuhe.example:8686", "a"),
            ("", "a"),
        ] {
            let mut headers = headers("chuhe=a; __Host-chuhe=b", None);
            headers.insert(header::HOST, HeaderValue::from_static(host));
            assert_eq!(cookies.read(&headers), Some(token), "{host}");
        }
    }

    #[test]
    fn a_cookie_is_for_no_script_and_no_other_site() {
        let cookies = Cookies::new(&[]);
        let text = |headers: &HeaderMap| {
            cookies.keep(headers, "t").and_then(|value| value.to_str().map(str::to_owned).ok())
        };
        let seconds = SESSION_MS / 1_000;
        let rest = format!("=t; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax");
        assert_eq!(text(&headers("", None)), Some(format!("chuhe{rest}")));
        let secure = format!("__Host-chuhe{rest}; Secure");
        assert_eq!(text(&headers("", Some("https"))), Some(secure));
        assert!(!format!("{:?}", cookies.keep(&HeaderMap::new(), "token")).contains("token"));
    }
}
