use crate::{delivery_error::DeliveryError, parcel::Parcel, seal::open_answer};
use broker::Broker;
use rumqttc::{Client, Connection, Event, NetworkOptions, Packet, PublishOptions, QoS};
use smart_boards::{Answer, Key, Letter, down_topic, up_topic};
use std::{
    io,
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    time::{Duration, Instant},
};

/// Timeout for an answer, and pause before reconnecting to the broker.
const ANSWER: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(500);

/// Maximum size of an MQTT packet. A post of 64 KiB grows when its JSON is quoted in JSON.
const MAX_PACKET_BYTES: u32 = 256 * 1024;

/// Capacity of the queue of incoming packets; further ones are dropped.
const QUEUE: usize = 64;

/// Posts through an MQTT broker with QoS 1. The broker's acknowledgement is ignored: only the
/// server's signed answer counts.
pub(crate) struct Mqtt {
    client: Client,
    connection: Option<Connection>,
    heard: Receiver<Heard>,
    sender: SyncSender<Heard>,
}

/// An input from the broker.
enum Heard {
    Letter(Vec<u8>),
    /// The connection was refused or lost.
    Trouble(String),
}

impl Mqtt {
    pub(crate) fn new(broker: &Broker) -> io::Result<Mqtt> {
        let mut options = broker.options(MAX_PACKET_BYTES)?;
        // Each post waits for its answer; Nagle's algorithm would add 40 ms to it.
        let mut network = NetworkOptions::new();
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        let (client, connection) = Client::builder(options).capacity(16).build();
        let (sender, heard) = sync_channel(QUEUE);
        Ok(Mqtt { client, connection: Some(connection), heard, sender })
    }

    /// Sends a post and returns the server's answer, whatever its status, if it is signed.
    pub(crate) fn post(&mut self, parcel: &Parcel, key: &Key) -> Result<Answer, DeliveryError> {
        if let Some(connection) = self.connection.take() {
            let (client, sender) = (self.client.clone(), self.sender.clone());
            let topic = down_topic(&parcel.id);
            std::thread::spawn(move || listen(connection, &client, &topic, &sender));
        }
        // Late answers belong to earlier posts, and earlier trouble may be over.
        while self.heard.try_recv().is_ok() {}
        let letter = Letter { mac: parcel.mac.clone(), body: parcel.body.clone() };
        let letter = serde_json::to_vec(&letter).map_err(DeliveryError::away)?;
        self.client
            .try_publish(up_topic(&parcel.id), letter, PublishOptions::at_least_once())
            .map_err(|_| DeliveryError::away("the queue to the broker is full"))?;
        self.wait_for_answer(parcel, key)
    }

    fn wait_for_answer(&self, parcel: &Parcel, key: &Key) -> Result<Answer, DeliveryError> {
        let until = Instant::now() + ANSWER;
        let mut trouble = None;
        loop {
            match self.heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Heard::Letter(letter)) => {
                    let letter: Option<Letter> = serde_json::from_slice(&letter).ok();
                    let answer = letter
                        .and_then(|Letter { mac, body }| open_answer(&body, &mac, parcel, key));
                    if let Some(answer) = answer {
                        return Ok(answer);
                    }
                }
                // The broker may be back before the timeout.
                Ok(Heard::Trouble(why)) => trouble = Some(why),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(DeliveryError::away(match trouble {
                        Some(why) => format!("the broker: {why}"),
                        None => {
                            "no answer through the broker; are board and key registered?".to_owned()
                        }
                    }));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(DeliveryError::away("the connection to the broker is closed"));
                }
            }
        }
    }
}

/// Runs the connection and passes on incoming packets. Only the answer to the current post matters,
/// so packets that find the queue full are dropped, as are retained ones.
fn listen(mut connection: Connection, client: &Client, topic: &str, heard: &SyncSender<Heard>) {
    for event in connection.iter() {
        match event {
            // A restarted broker has lost the subscription.
            Ok(Event::Incoming(Packet::ConnAck(_))) => {
                let _ = client.try_subscribe(topic, QoS::AtLeastOnce);
            }
            Ok(Event::Incoming(Packet::Publish(publish))) if !publish.retain => {
                let _ = heard.try_send(Heard::Letter(publish.payload.to_vec()));
            }
            Ok(_) => {}
            Err(error) => {
                let _ = heard.try_send(Heard::Trouble(error.to_string()));
                std::thread::sleep(PAUSE);
            }
        }
    }
}
