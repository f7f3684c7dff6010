use crate::{
    delivery_error::{DeliveryError, shorten},
    parcel::Parcel,
    seal::open_answer,
};
use broker::{AddressError, HostPort, Roots};
use smart_boards::{Answer, Key, MAC_HEADER};
use std::{fmt, time::Duration};
use ureq::{
    http::{Response, Uri},
    tls::{Certificate, RootCerts, TlsConfig},
};

/// Timeouts for connecting and for a whole post.
const CONNECT: Duration = Duration::from_secs(3);
const POST: Duration = Duration::from_secs(8);

/// Maximum length of an answer that is read, in bytes.
const MAX_REPLY_BYTES: u64 = 256 * 1024;

/// A validated server address, and the certificates that identify the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerUrl {
    url: String,
    roots: Roots,
}

impl ServerUrl {
    /// Parses `https://boards.example.org` or `http://…`, with a path if the server is behind a
    /// proxy. `roots` are the certificate authorities to trust; by default those that browsers
    /// trust.
    ///
    /// ```
    /// use board_bridge::ServerUrl;
    ///
    /// assert!(ServerUrl::new("https://boards.example.org/", None).is_ok());
    /// assert!(ServerUrl::new("boards.example.org", None).is_err());
    /// ```
    ///
    /// # Errors
    /// If the text is not such an address, or certificates are given for an address without TLS.
    pub fn new(url: &str, roots: Option<Roots>) -> Result<ServerUrl, UrlError> {
        let error = |what: &dyn fmt::Display| {
            UrlError(format!(
                "expected an address such as `https://boards.example.org`, found `{}`: {what}",
                url.escape_debug()
            ))
        };
        let uri: Uri = url.parse().map_err(|problem| error(&problem))?;
        match uri.scheme_str() {
            Some("https") => {}
            Some("http") if roots.is_none() => {}
            Some("http") => return Err(error(&"certificates are only for https://")),
            _ => return Err(error(&"it begins with neither http:// nor https://")),
        }
        let authority = uri.authority().map_or("", |authority| authority.as_str());
        if authority.contains('@') {
            return Err(error(&"a bridge signs its messages and needs no name or password there"));
        }
        HostPort::parse(authority, Some(0)).map_err(|problem: AddressError| error(&problem))?;
        // `Uri` accepts any byte above ASCII in a path.
        if !url.is_ascii() {
            return Err(error(&"non-ASCII characters must be written as `%C3%A4`"));
        }
        if uri.query().is_some() || url.contains('#') {
            return Err(error(&"a query (`?`) or fragment (`#`) is not allowed"));
        }
        let url = url.trim_end_matches('/').to_owned();
        Ok(ServerUrl { url, roots: roots.unwrap_or_default() })
    }

    /// The address without a trailing slash.
    pub fn as_str(&self) -> &str {
        &self.url
    }
}

/// Why a text is not a server's address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UrlError(String);

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UrlError {}

fn root_certs(roots: &Roots) -> RootCerts {
    match roots {
        Roots::Public => RootCerts::WebPki,
        Roots::Own(list) => list.iter().map(|der| Certificate::from_der(der).to_owned()).into(),
    }
}

/// Creates a client for this server.
pub(crate) fn agent(server: &ServerUrl) -> ureq::Agent {
    ureq::Agent::config_builder()
        .timeout_connect(Some(CONNECT))
        .timeout_global(Some(POST))
        .http_status_as_error(false)
        // Redirects are not followed: only the given address is trusted.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        .tls_config(TlsConfig::builder().root_certs(root_certs(&server.roots)).build())
        .build()
        .into()
}

/// Posts over HTTP on a persistent connection.
pub(crate) struct Http {
    agent: ureq::Agent,
    url: String,
}

impl Http {
    pub(crate) fn new(server: &ServerUrl) -> Http {
        Http { agent: agent(server), url: server.url.clone() }
    }

    /// Sends a post and returns the server's answer, whatever its status, if it is signed.
    pub(crate) fn post(&self, parcel: &Parcel, key: &Key) -> Result<Answer, DeliveryError> {
        let url = format!("{}/api/boards/{}/messages", self.url, parcel.id);
        let mut response = self
            .agent
            .post(url)
            .header(MAC_HEADER, &parcel.mac)
            .header("content-type", "application/json")
            .send(&parcel.body)
            .map_err(DeliveryError::away)?;
        let text = response
            .body_mut()
            .with_config()
            .limit(MAX_REPLY_BYTES)
            .read_to_string()
            .map_err(DeliveryError::away)?;
        let mac = response.headers().get(MAC_HEADER).and_then(|mac| mac.to_str().ok());
        match mac.and_then(|mac| open_answer(&text, mac, parcel, key)) {
            Some(answer) => Ok(answer),
            None => Err(unsigned(&response, &text)),
        }
    }
}

/// Interprets an answer that is unsigned or belongs to another post.
fn unsigned<B>(response: &Response<B>, text: &str) -> DeliveryError {
    let status = response.status();
    if status.is_redirection() {
        let to = response.headers().get("location").and_then(|place| place.to_str().ok());
        let to = shorten(to.unwrap_or("nowhere"));
        return DeliveryError::unsigned(format!(
            "{status}: redirects to {to}, which is not followed"
        ));
    }
    DeliveryError::of_status(status.as_u16(), shorten(text.lines().next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let own = || Some(Roots::Own(Vec::new()));
        for (url, roots, expected) in [
            ("https://boards.example.org", None, ""),
            ("http://127.0.0.1:8686/", None, ""),
            ("https://[::1]:1/chuhe", own(), ""),
            ("http://h", own(), "only for https://"),
            ("ftp://h", None, "neither http:// nor https://"),
            ("boards.example.org", None, "neither http:// nor https://"),
            ("http://", None, "found `http://`"),
            ("http://h:99999", None, "HOST:PORT"),
            ("http://h:", None, "HOST:PORT"),
            ("http://user:secret@h", None, "no name or password"),
            ("http://h/?a=b", None, "`?`"),
            ("http://h/#a", None, "`#`"),
            ("http://a b/", None, "found `http://a b/`"),
            ("http://h/\u{8b}/", None, "non-ASCII"),
            ("http://h/棋", None, "non-ASCII"),
            ("http://\u{1b}[31m/", None, "found `http://\\u{1b}"),
            ("", None, "found ``"),
        ] {
            let found = ServerUrl::new(url, roots);
            match expected {
                "" => assert!(found.is_ok(), "{url}: {found:?}"),
                part => {
                    let error = found.expect_err(url).to_string();
                    assert!(error.contains(part), "{url}: {error}");
                }
            }
        }
    }
}
