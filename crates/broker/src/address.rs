use crate::{AddressError, CertificateError, HostPort, Roots};
use rumqttc::{MqttOptions, TlsConfiguration, Transport, v5};
use rustls::ClientConfig;
use std::{fmt, io, sync::Arc, time::Duration};

/// The ports of MQTT, without TLS and with it.
const PLAIN_PORT: u16 = 1883;
const TLS_PORT: u16 = 8883;

/// How often a connection on which nothing is said is looked at.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// An MQTT broker, and how to be let in.
#[derive(Clone, Debug)]
pub struct Broker {
    address: HostPort,
    tls: Tls,
    credentials: Option<Credentials>,
}

/// Whether the way to a broker is encrypted.
#[derive(Clone, Debug)]
pub enum Tls {
    /// It is not.
    Off,
    /// It is, with certificates that have been checked.
    On(Arc<ClientConfig>),
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Who we are to the broker.
    pub user: String,
    /// That we are.
    pub password: String,
}

/// Hides the password.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credentials({:?}, …)", self.user)
    }
}

impl Broker {
    /// A broker at `HOST`, `HOST:PORT`, or the same behind `mqtt://`, or, with TLS, `mqtts://`.
    /// `roots` are its certificates' authorities, if it is not those that browsers trust.
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
    /// When it is no such address, or certificates are named for one without TLS.
    pub fn new(address: &str, roots: Option<&Roots>) -> Result<Broker, AddressError> {
        if address.contains('@') {
            // Not repeated: there may be a password in it.
            let apart = "who we are to the broker does not belong into its address";
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
                let why = "certificates are for mqtts:// alone, and this is a broker without TLS";
                return Err(AddressError(why.to_owned()));
            }
            (true, roots) => {
                let roots = roots.unwrap_or(&Roots::Public);
                Tls::On(roots.client_config().map_err(unusable)?)
            }
        };
        Ok(Broker { address, tls, credentials: None })
    }

    /// The same, which asks for a name and a password.
    #[must_use]
    pub fn with_credentials(self, credentials: Credentials) -> Broker {
        Broker { credentials: Some(credentials), ..self }
    }

    /// Whether what is said to it is encrypted.
    pub const fn is_encrypted(&self) -> bool {
        matches!(self.tls, Tls::On(_))
    }

    /// The options of a connection, with a name of 128 random bits: whoever connects with another's
    /// name pushes that one out of the broker, so that names must not be guessed, and not be equal
    /// because two process numbers are. No packet is larger than `packet` bytes.
    ///
    /// # Errors
    /// When the system has no chance to give.
    pub fn options(&self, packet: usize) -> io::Result<MqttOptions> {
        let mut options = MqttOptions::new(name()?, &self.address.host, self.address.port);
        options.set_max_packet_size(packet, packet);
        options.set_keep_alive(KEEP_ALIVE);
        if let Some(Credentials { user, password }) = &self.credentials {
            options.set_credentials(user, password);
        }
        options.set_transport(self.transport());
        Ok(options)
    }

    /// The same by version 5 of MQTT, for whoever listens to many that may not be trusted: the broker
    /// is told how large a packet may be and keeps back what is larger, which by version 3 would cost
    /// the connection.
    ///
    /// # Errors
    /// When the system has no chance to give.
    pub fn listener_options(&self, packet: u32) -> io::Result<v5::MqttOptions> {
        let mut options = v5::MqttOptions::new(name()?, &self.address.host, self.address.port);
        options.set_max_packet_size(Some(packet));
        options.set_keep_alive(KEEP_ALIVE);
        if let Some(Credentials { user, password }) = &self.credentials {
            options.set_credentials(user, password);
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

/// A connection's name.
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

    /// Two bridges in two containers have the same process number.
    #[test]
    fn nobody_has_anothers_name() {
        let broker = Broker::new("h", None).expect("an address");
        let bridges = [(); 2].map(|()| broker.options(1_024).expect("chance").client_id());
        let servers = [(); 2].map(|()| broker.listener_options(1_024).expect("chance").client_id());
        for names in [bridges, servers] {
            assert_ne!(names[0], names[1]);
            assert!(names.iter().all(|name| name.len() == 32), "{names:?}");
        }
    }

    #[test]
    fn passwords_are_not_shown() {
        let credentials = Credentials { user: "board".to_owned(), password: "secret".to_owned() };
        let broker = Broker::new("h", None).expect("an address").with_credentials(credentials);
        let shown = format!("{broker:?} {broker}");
        assert!(shown.contains("board") && !shown.contains("secret"), "{shown}");
    }
}
