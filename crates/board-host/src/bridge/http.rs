use super::{delivery_error::DeliveryError, parcel::Parcel};
use smart_boards::{MAC_HEADER, Reply};
use std::{io, time::Duration};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

/// How long connecting and a whole post may take.
const CONNECT: Duration = Duration::from_secs(3);
const POST: Duration = Duration::from_secs(8);

/// The most of an answer that is read, in bytes.
const REPLY_BYTES: u64 = 256 * 1024;

/// Whose word is taken for who a server is, where its address says `https`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Roots {
    /// Those that browsers trust.
    #[default]
    Public,
    /// These certificates alone, as DER: a home's or a hall's own authority.
    Own(Vec<Vec<u8>>),
}

impl Roots {
    /// The certificates in a PEM file.
    ///
    /// # Errors
    /// When it holds none, or one that cannot be read.
    pub fn from_pem(text: &[u8]) -> io::Result<Roots> {
        let mut certificates = Vec::new();
        for item in parse_pem(text) {
            if let PemItem::Certificate(certificate) = item.map_err(io::Error::other)? {
                certificates.push(certificate.der().to_vec());
            }
        }
        if certificates.is_empty() {
            return Err(io::Error::other("expected `-----BEGIN CERTIFICATE-----`, found none"));
        }
        Ok(Roots::Own(certificates))
    }

    fn to_certs(&self) -> RootCerts {
        match self {
            Roots::Public => RootCerts::WebPki,
            Roots::Own(list) => list.iter().map(|der| Certificate::from_der(der).to_owned()).into(),
        }
    }
}

/// Posts over HTTP, on a connection that is kept.
pub(crate) struct Http {
    agent: ureq::Agent,
    server: String,
}

impl Http {
    pub(crate) fn new(url: &str, roots: &Roots) -> Http {
        let config = ureq::Agent::config_builder()
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(POST))
            .http_status_as_error(false)
            .tls_config(TlsConfig::builder().root_certs(roots.to_certs()).build())
            // The address given is the one meant.
            .proxy(None)
            .build();
        Http { agent: config.into(), server: url.trim_end_matches('/').to_owned() }
    }

    pub(crate) fn post(&self, parcel: &Parcel) -> Result<Reply, DeliveryError> {
        let url = format!("{}/api/boards/{}/messages", self.server, parcel.id);
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
            .limit(REPLY_BYTES)
            .read_to_string()
            .map_err(DeliveryError::away)?;
        match response.status().as_u16() {
            200 => serde_json::from_str(&text)
                .map_err(|error| DeliveryError::away(format!("its answer is none: {error}"))),
            status => Err(DeliveryError::of_status(status, first_line(&text))),
        }
    }
}

/// Enough of an answer to be shown.
fn first_line(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    line.char_indices().nth(200).map_or(line, |(end, _)| &line[..end])
}
