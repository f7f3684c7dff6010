use crate::{
    delivery_error::DeliveryError,
    http::{Http, ServerUrl},
    mqtt::Mqtt,
    parcel::Parcel,
};
use broker::Broker;
use smart_boards::{Answer, Key};
use std::io;

/// Where the server is.
#[derive(Clone, Debug)]
pub enum Server {
    /// It speaks HTTP.
    Http(ServerUrl),
    /// It listens to an MQTT broker.
    Mqtt(Broker),
}

/// The way to the server: one post at a time.
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

    /// Posts, and waits for what comes of it: a few seconds at most.
    pub(crate) fn post(&mut self, parcel: &Parcel, key: &Key) -> Result<Answer, DeliveryError> {
        match self {
            Uplink::Http(http) => http.post(parcel, key),
            Uplink::Mqtt(mqtt) => mqtt.post(parcel, key),
        }
    }
}
