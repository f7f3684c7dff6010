use crate::{
    delivery_error::DeliveryError,
    http::{Http, ServerUrl},
    mqtt::Mqtt,
    parcel::Parcel,
};
use broker::Broker;
use smart_boards::{Answer, Key};
use std::io;

/// The server.
#[derive(Clone, Debug)]
pub enum Server {
    /// Over HTTP.
    Http(ServerUrl),
    /// Through an MQTT broker.
    Mqtt(Broker),
}

/// A connection to the server; sends one post at a time.
pub(crate) enum Uplink {
    Http(Http),
    Mqtt(Box<Mqtt>),
}

impl Uplink {
    pub(crate) fn new(server: &Server) -> io::Result<Uplink> {
        Ok(match server {
            Server::Http(url) => Uplink::Http(Http::new(url)),
            Server::Mqtt(broker) => Uplink::Mqtt(Box::new(Mqtt::new(broker)?)),
        })
    }

    /// Sends a post and waits a few seconds at most for its outcome.
    pub(crate) fn post(&mut self, parcel: &Parcel, key: &Key) -> Result<Answer, DeliveryError> {
        match self {
            Uplink::Http(http) => http.post(parcel, key),
            Uplink::Mqtt(mqtt) => mqtt.post(parcel, key),
        }
    }
}
