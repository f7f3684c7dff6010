use super::{
    delivery_error::DeliveryError,
    http::{Http, Roots},
    mqtt::Mqtt,
    parcel::Parcel,
};
use smart_boards::Reply;

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
    pub(crate) fn post(
        &mut self,
        parcel: &Parcel,
        key: &smart_boards::Key,
    ) -> Result<Reply, DeliveryError> {
        match self {
            Uplink::Http(http) => http.post(parcel),
            Uplink::Mqtt(mqtt) => mqtt.post(parcel, key),
        }
    }
}
