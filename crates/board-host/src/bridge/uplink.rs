use super::{
    http::{Http, Roots},
    mqtt::Mqtt,
};
use boards::Reply;
use std::fmt;

/// Where the server is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Server {
    /// It speaks HTTP.
    Http {
        /// Its address, as `https://boards.example.org`.
        url: String,
        /// Whom to trust that it is the server.
        roots: Roots,
    },
    /// An MQTT broker that it listens to.
    Mqtt {
        /// The broker's name or address.
        host: String,
        /// Its port, 1883 as a rule.
        port: u16,
    },
}

/// A signed post.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Parcel {
    /// The board, as its text.
    pub(crate) id: String,
    /// The post's number.
    pub(crate) n: u64,
    /// The body's signature.
    pub(crate) mac: String,
    /// A [`boards::Post`] as JSON.
    pub(crate) body: String,
}

/// Why a post was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trouble {
    pub(crate) kind: Kind,
    pub(crate) why: String,
}

/// What can be done about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Trying again helps.
    Away,
    /// The key is another board's; somebody has to see to it, then trying again helps.
    WrongKey,
    /// Nobody has registered the board; as before.
    Unregistered,
    /// The server does not understand this post.
    Malformed,
}

impl Trouble {
    pub(crate) fn away(why: impl fmt::Display) -> Trouble {
        Trouble { kind: Kind::Away, why: why.to_string() }
    }

    /// What an HTTP status other than 200 means.
    pub(crate) fn of_status(status: u16, why: &str) -> Trouble {
        let kind = match status {
            401 | 403 => Kind::WrongKey,
            404 => Kind::Unregistered,
            400 | 413 | 415 | 422 => Kind::Malformed,
            _ => Kind::Away,
        };
        Trouble { kind, why: format!("{status} {}", why.trim()) }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            Kind::Away => "the server does not answer",
            Kind::WrongKey => "the server refuses the key",
            Kind::Unregistered => "the server does not know this board",
            Kind::Malformed => "the server does not understand a message",
        };
        write!(f, "{what} ({})", self.why)
    }
}

/// The way to the server: one post at a time.
pub(crate) enum Uplink {
    Http(Http),
    Mqtt(Box<Mqtt>),
}

impl Uplink {
    pub(crate) fn new(server: &Server) -> Uplink {
        match server {
            Server::Http { url, roots } => Uplink::Http(Http::new(url, roots)),
            Server::Mqtt { host, port } => Uplink::Mqtt(Box::new(Mqtt::new(host, *port))),
        }
    }

    /// Posts, and waits for what comes of it: a few seconds at most.
    pub(crate) fn post(&mut self, parcel: &Parcel, key: &boards::Key) -> Result<Reply, Trouble> {
        match self {
            Uplink::Http(http) => http.post(parcel),
            Uplink::Mqtt(mqtt) => mqtt.post(parcel, key),
        }
    }
}
