use crate::{AddressError, CertificateError, HostPort, Roots};
use rumqttc::{MqttOptions, TlsConfiguration, Transport};
use rustls::ClientConfig;
use std::{fmt, io, sync::Arc};

/// Default ports of MQTT, without TLS and with it.
const PLAIN_PORT: u16 = 1883;
const TLS_PORT: u16 = 8883;

/// Interval of keep-alive packets on an idle connection.
const KEEP_ALIVE_SECONDS: u16 = 10;

/// An MQTT broker: its address, TLS settings and credentials.
#[derive(Clone, Debug)]
pub struct Broker {
    address: HostPort,
    tls: Tls,
    credentials: Option<Credentials>,
}

/// Whether the connection to a broker is encrypted.
#[derive(Clone, Debug)]
pub enum Tls {
    /// No TLS.
    Off,
    /// TLS with this configuration.
    On(Arc<ClientConfig>),
}

/// A user name and a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// User name.
    pub user: String,
    /// Password.
    pub password: String,
}

/// Omits the password.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credentials({:?}, …)", self.user)
    }
}

impl Broker {
    /// Parses `HOST` or `HOST:PORT`, optionally after `mqtt://`, or after `mqtts://` for TLS.
    /// `roots` are the certificate authorities to trust; by default those that browsers trust.
    ///
    /// ```
    /// use broker::Broker;
    ///
    /// assert_eq!(Broker::new("broker.local", None)?.to_string(), "mqtt://broker.local:1883");
    /// assert!(Broker::new("mqtts://broker.local", None)?.is_encrypted());
    /// assert!(Broker::new("https://broker.local", None).is_err());
    /// # Ok::<(), broker::AddressError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not such an address, or certificates are given for an address without TLS.
    pub fn new(address: &str, roots: Option<&Roots>) -> Result<Broker, AddressError> {
        if address.contains('@') {
            // The text is not repeated, because it may contain a password.
            let apart = "a name or password does not belong into the broker's address";
            return Err(AddressError(apart.to_owned()));
        }
        let (is_encrypted, rest) = match address.split_once("://") {
            None => (false, address),
            Some(("mqtt", rest)) => (false, rest),
            Some(("mqtts", rest)) => (true, rest),
            Some(_) => {
                let found = address.escape_debug();
                let expected = "expected HOST, HOST:PORT, mqtt://HOST or mqtts://HOST";
                return Err(AddressError(format!("{expected}, found `{found}`")));
            }
        };
        let port = if is_encrypted { TLS_PORT } else { PLAIN_PORT };
        let address = HostPort::parse(rest.strip_suffix('/').unwrap_or(rest), Some(port))?;
        let unusable = |error: CertificateError| AddressError(error.to_string());
        let tls = match (is_encrypted, roots) {
            (false, None) => Tls::Off,
            (false, Some(_)) => {
                let why = "certificates are only for mqtts://, and this is an address without TLS";
                return Err(AddressError(why.to_owned()));
            }
            (true, roots) => {
                let roots = roots.unwrap_or(&Roots::Public);
                Tls::On(roots.client_config().map_err(unusable)?)
            }
        };
        Ok(Broker { address, tls, credentials: None })
    }

    /// Returns the broker with a user name and a password.
    #[must_use]
    pub fn with_credentials(self, credentials: Credentials) -> Broker {
        Broker { credentials: Some(credentials), ..self }
    }

    /// Whether connections are encrypted.
    pub const fn is_encrypted(&self) -> bool {
        matches!(self.tls, Tls::On(_))
    }

    /// Settings of an MQTT 5 connection, with packets of at most `packet` bytes. The broker learns
    /// this size and withholds larger packets.
    ///
    /// The client name has 128 random bits. A broker disconnects a client when another connects
    /// under the same name, so names must be neither guessable nor derived from a process id.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    pub fn options(&self, packet: u32) -> io::Result<MqttOptions> {
        let mut options =
            MqttOptions::new(name()?, (self.address.host.as_str(), self.address.port));
        options.set_max_packet_size(Some(packet));
        options.set_keep_alive(KEEP_ALIVE_SECONDS);
        if let Some(Credentials { user, password }) = &self.credentials {
            options.set_credentials(user, password.clone());
        }
        options.set_transport(self.transport());
        Ok(options)
    }

    fn transport(&self) -> Transport {
        match &self.tls {
            Tls::Off => Transport::tcp(),
            Tls::On(config) => Transport::tls_with_config(TlsConfiguration::Rustls(config.clone())),
        }
    }
}

/// A random client name.
fn name() -> io::Result<String> {
    let mut name = [0; 16];
    getrandom::fill(&mut name).map_err(io::Error::other)?;
    Ok(base16ct::lower::encode_string(&name))
}

impl fmt::Display for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted() { "mqtts" } else { "mqtt" };
        write!(f, "{scheme}://{}", self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let own = Roots::Own(Vec::new());
        for (text, roots, expected) in [
            ("h", None, Some("mqtt://h:1883")),
            ("h:1", None, Some("mqtt://h:1")),
            ("mqtt://h/", None, Some("mqtt://h:1883")),
            ("mqtts://h", None, Some("mqtts://h:8883")),
            ("mqtts://[::1]:7", Some(&own), Some("mqtts://[::1]:7")),
            ("h", Some(&own), None),
            ("ws://h", None, None),
            ("mqtt://", None, None),
            ("mqtt://user@h", None, None),
            ("h:port", None, None),
        ] {
            let found = Broker::new(text, roots).map(|broker| broker.to_string()).ok();
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    /// Two bridges in two containers can have the same process id.
    #[test]
    fn client_names_are_unique() {
        let broker = Broker::new("h", None).expect("an address");
        let names = [(); 2].map(|()| broker.options(1_024).expect("chance").client_id());
        assert_ne!(names[0], names[1]);
        assert!(names.iter().all(|name| name.len() == 32), "{names:?}");
    }

    #[test]
    fn passwords_are_not_shown() {
        let credentials = Credentials { user: "board".to_owned(), password: "secret".to_owned() };
        let broker = Broker::new("h", None).expect("an address").with_credentials(credentials);
        let shown = format!("{broker:?} {broker}");
        assert!(shown.contains("board") && !shown.contains("secret"), "{shown}");
    }
}
