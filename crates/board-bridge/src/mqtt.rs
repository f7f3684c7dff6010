use crate::{delivery_error::DeliveryError, parcel::Parcel, seal::open_answer};
use broker::Broker;
use rumqttc::{Client, Connection, Event, NetworkOptions, Packet, QoS};
use smart_boards::{Answer, Key, Letter, down_topic, up_topic};
use std::{
    io,
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    time::{Duration, Instant},
};

/// How long an answer is waited for, and a broker that has gone.
const ANSWER: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(500);

/// The largest packet. A post of 64 KiB grows when it becomes text within text.
const PACKET: usize = 256 * 1024;

/// How many packets may wait to be read; what comes in beyond is not for us.
const WAITING: usize = 64;

/// Posts through an MQTT broker, with QoS 1. The broker's own acknowledgement means nothing here:
/// only the server's answer counts, and it is signed.
pub(crate) struct Mqtt {
    client: Client,
    connection: Option<Connection>,
    heard: Receiver<Heard>,
    sender: SyncSender<Heard>,
}

/// What comes from the broker.
enum Heard {
    Letter(Vec<u8>),
    /// It does not let us in, or is not there.
    Trouble(String),
}

impl Mqtt {
    pub(crate) fn new(broker: &Broker) -> io::Result<Mqtt> {
        let (client, mut connection) = Client::new(broker.options(PACKET)?, 16);
        // Every post waits for its answer: packets held back to be sent together cost 40 ms each.
        let mut network = NetworkOptions::new();
        network.set_tcp_nodelay(true);
        connection.eventloop.set_network_options(network);
        let (sender, heard) = sync_channel(WAITING);
        Ok(Mqtt { client, connection: Some(connection), heard, sender })
    }

    /// Posts, and returns what the server says to it, whatever that is.
    pub(crate) fn post(&mut self, parcel: &Parcel, key: &Key) -> Result<Answer, DeliveryError> {
        if let Some(connection) = self.connection.take() {
            let (client, sender) = (self.client.clone(), self.sender.clone());
            let topic = down_topic(&parcel.id);
            std::thread::spawn(move || listen(connection, &client, &topic, &sender));
        }
        // What came late is an answer to no post any more, and trouble of before is over perhaps.
        while self.heard.try_recv().is_ok() {}
        let letter = Letter { mac: parcel.mac.clone(), body: parcel.body.clone() };
        let letter = serde_json::to_vec(&letter).map_err(DeliveryError::away)?;
        self.client
            .try_publish(up_topic(&parcel.id), QoS::AtLeastOnce, false, letter)
            .map_err(|_| DeliveryError::away("the broker takes nothing"))?;
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
                // It may be back before the time is over.
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

/// Keeps the connection, and passes on what comes. Only this post's answer is waited for, so what
/// finds the queue full is late anyhow; and so is what the broker has retained.
fn listen(mut connection: Connection, client: &Client, topic: &str, heard: &SyncSender<Heard>) {
    for event in connection.iter() {
        match event {
            // A broker that was restarted has forgotten who listens.
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
