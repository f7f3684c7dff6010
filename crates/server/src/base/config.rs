use crate::{base::hints::Hints, mail::MailServer};
use broker::Broker;
use commit_reveal::SigningKey;
use explorer::Index;
use ipnet::{IpNet, Ipv6Net};
use protocol::UnixMs;
use std::{
    net::{IpAddr, Ipv4Addr},
    sync::{Arc, OnceLock},
    time::{Instant, SystemTime, UNIX_EPOCH},
};
use store::ClusterIdentity;
use table::RULES;

/// Env of time and randomness.
pub trait Env: Send + Sync {
    /// Time of the system's clock, Unix ms. It may be set forward or back.
    fn now_ms(&self) -> UnixMs;
    /// Time of a monotonic clock, in milliseconds. Games and durations are measured by it. The
    /// default is for an environment whose only clock is monotonic.
    fn steady_ms(&self) -> u64 {
        self.now_ms().0
    }
    /// Whether a long time between two readings means that the process was stopped. Otherwise a
    /// test moves the clock.
    fn notices_stops(&self) -> bool {
        false
    }
    /// Returns unpredictable bytes.
    ///
    /// # Errors
    /// When the system's random source fails. The caller then deals and opens nothing.
    fn random(&self) -> Result<[u8; 32], RngError>;
}

/// The system's random number generator failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the system's random source failed: {0}")]
pub struct RngError(
    /// Error of the system.
    pub String,
);

/// Clock and random numbers of the system.
pub struct SystemEnv;

impl Env for SystemEnv {
    fn now_ms(&self) -> UnixMs {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        UnixMs(since.map_or(0, |since| since.as_millis() as u64))
    }

    fn steady_ms(&self) -> u64 {
        static BEGAN: OnceLock<(Instant, u64)> = OnceLock::new();
        let (began, began_ms) = BEGAN.get_or_init(|| (Instant::now(), self.now_ms().0));
        began_ms.saturating_add(began.elapsed().as_millis() as u64)
    }

    fn notices_stops(&self) -> bool {
        true
    }

    fn random(&self) -> Result<[u8; 32], RngError> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| RngError(error.to_string()))?;
        Ok(bytes)
    }
}

/// Shortest prefixes of a network of proxies, for IPv4 and IPv6. A shorter one contains a large part
/// of the internet, so that any visitor could claim any address.
const SHORTEST_PREFIXES: (u8, u8) = (8, 16);

/// Parses the network of trusted proxies: an address, or a network such as `10.0.0.0/8`.
///
/// # Errors
/// Names what was expected instead, also for a network that contains a large part of the internet.
pub fn network(text: &str) -> Result<IpNet, String> {
    let address = text.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical()));
    let network = address.or_else(|_| text.parse::<IpNet>());
    let network = network.map_err(|_| {
        format!("expected an address or a network such as `10.0.0.0/8`, not `{text}`")
    })?;
    let (least, is_private) = match network {
        IpNet::V4(_) => (SHORTEST_PREFIXES.0, false),
        // Unique local addresses, of which all are private.
        IpNet::V6(network) => (SHORTEST_PREFIXES.1, network.network().is_unique_local()),
    };
    // The addresses of IPv4 as IPv6 writes them.
    let mapped =
        Ipv6Net::new(Ipv4Addr::UNSPECIFIED.to_ipv6_mapped(), 96).map_err(|e| e.to_string())?;
    let is_mapped = matches!(network, IpNet::V6(network) if mapped.contains(&network));
    let least = if is_mapped { 96 + SHORTEST_PREFIXES.0 } else { least };
    if network.prefix_len() < least && !(is_private && network.prefix_len() >= 7) {
        return Err(format!(
            "`{text}` contains a large part of the internet, and every visitor there could claim \
             any address; expected the proxies' own network, of at least /{least}"
        ));
    }
    Ok(network.trunc())
}

/// Properties that all servers of a store must share, for a server with these keys. A missing key
/// counts as different, because the server would create a new one.
pub fn stamp(signing_key: Option<&SigningKey>, arbiter: Option<&str>) -> ClusterIdentity {
    let signer = signing_key.map_or_else(String::new, |key| key.public().to_string());
    let arbiter = signing_key.zip(arbiter).map(|(key, arbiter)| key.fingerprint(arbiter));
    ClusterIdentity { rules: RULES, signer, arbiter: arbiter.unwrap_or_default() }
}

/// Configuration of a server.
#[derive(Clone)]
pub struct Config {
    /// Clock and random numbers.
    pub env: Arc<dyn Env>,
    /// Addresses for the local network, with scheme and port.
    pub addresses: Vec<String>,
    /// The arbiter's key, which allows registering boards and correcting their games; empty for
    /// none. At least [`ARBITER_KEY_CHARS`](crate::ARBITER_KEY_CHARS) long.
    pub arbiter: String,
    /// Additional host names under which browsers may reach the server.
    pub hosts: Vec<String>,
    /// Reverse proxies whose forwarding headers are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Key that signs the transcripts of tables.
    pub signing_key: SigningKey,
    /// MQTT broker for smart boards.
    pub broker: Option<Broker>,
    /// Hints from other servers of the store; without them the server polls.
    pub hints: Option<Arc<dyn Hints>>,
    /// Whether tables have a chat.
    pub has_chat: bool,
    /// Whether the previews of links have pictures.
    pub has_pictures: bool,
    /// Index of the opening explorer; without it the server has no explorer.
    pub explorer: Option<Arc<dyn Index>>,
    /// Mail server for links to a new password; without it the server sends no mail.
    pub mail: Option<Arc<MailServer>>,
}

impl Config {
    /// Properties that all servers of a store must share.
    pub fn stamp(&self) -> ClusterIdentity {
        stamp(Some(&self.signing_key), Some(&self.arbiter))
    }

    /// Configuration with the system's clock and random numbers.
    pub fn system(addresses: Vec<String>, arbiter: String, signing_key: SigningKey) -> Config {
        Config {
            env: Arc::new(SystemEnv),
            addresses,
            arbiter,
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            signing_key,
            broker: None,
            hints: None,
            has_chat: true,
            has_pictures: true,
            explorer: None,
            mail: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_are_no_large_part_of_the_internet() {
        for (text, expected) in [
            ("127.0.0.1", Some("127.0.0.1/32")),
            ("10.1.2.3/8", Some("10.0.0.0/8")),
            ("172.16.0.0/12", Some("172.16.0.0/12")),
            ("::1", Some("::1/128")),
            ("::ffff:10.0.0.1", Some("10.0.0.1/32")),
            ("fd00::/8", Some("fd00::/8")),
            ("fc00::/7", Some("fc00::/7")),
            ("2a06:98c0::/29", Some("2a06:98c0::/29")),
            ("0.0.0.0/0", None),
            ("1.2.3.4/0", None),
            ("0.0.0.0/1", None),
            ("128.0.0.0/1", None),
            ("64.0.0.0/7", None),
            ("::/0", None),
            ("2000::/3", None),
            ("fc00::/6", None),
            ("::ffff:0:0/96", None),
            ("::/96", Some("::/96")),
            ("proxy", None),
            ("10.0.0.0/33", None),
        ] {
            let found = network(text).map(|network| network.to_string());
            assert_eq!(found.as_deref().ok(), expected, "{text}: {found:?}");
        }
    }
}
