use super::{delivery_error::DeliveryError, parcel::Parcel};
use rumqttc::{Client, Connection, Event, MqttOptions, NetworkOptions, Packet, QoS};
use smart_boards::{Answer, Key, Letter, Reply, down_name, down_topic, up_topic};
use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    time::{Duration, Instant},
};

/// How long an answer is waited for, and a broker that has gone.
const ANSWER: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(500);

/// The largest packet. A post of 64 KiB grows when it becomes text within text.
const PACKET: usize = 256 * 1024;

/// Posts through an MQTT broker, with QoS 1. The broker's own acknowledgement means nothing here:
/// only the server's answer counts, and it is signed.
pub(crate) struct Mqtt {
    client: Client,
    connection: Option<Connection>,
    letters: Receiver<Vec<u8>>,
    sender: SyncSender<Vec<u8>>,
}

impl Mqtt {
    pub(crate) fn new(host: &str, port: u16) -> Mqtt {
        // Two bridges of one machine must not push each other out of the broker.
        let name = format!("chuhe-bridge-{}", std::process::id());
        let mut options = MqttOptions::new(name, host, port);
        options.set_max_packet_size(PACKET, PACKET);
        options.set_keep_alive(Duration::from_secs(10));
        let (client, mut connection) = Client::new(options, 16);
        // Every post waits for its answer: packets held back to be sent together cost 40 ms each.
        let mut network = NetworkOptions::new();
        network.set_tcp_nodelay(true);
        connection.eventloop.set_network_options(network);
        let (sender, letters) = sync_channel(64);
        Mqtt { client, connection: Some(connection), letters, sender }
    }

    pub(crate) fn post(&mut self, parcel: &Parcel, key: &Key) -> Result<Reply, DeliveryError> {
        if let Some(connection) = self.connection.take() {
            let (client, sender) = (self.client.clone(), self.sender.clone());
            let topic = down_topic(&parcel.id);
            std::thread::spawn(move || listen(connection, &client, &topic, &sender));
        }
        let letter = Letter { mac: parcel.mac.clone(), body: parcel.body.clone() };
        let letter = serde_json::to_vec(&letter).map_err(DeliveryError::away)?;
        self.client
            .try_publish(up_topic(&parcel.id), QoS::AtLeastOnce, false, letter)
            .map_err(DeliveryError::away)?;
        let until = Instant::now() + ANSWER;
        loop {
            match self.letters.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(letter) => match open(&letter, parcel, key) {
                    Some(Answer { status: 200, answers, .. }) => return Ok(Reply { answers }),
                    Some(answer) => {
                        return Err(DeliveryError::of_status(answer.status, "over MQTT"));
                    }
                    None => {}
                },
                Err(RecvTimeoutError::Timeout) => {
                    return Err(DeliveryError::away(
                        "no answer through the broker; are board and key registered?",
                    ));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(DeliveryError::away("the connection to the broker is closed"));
                }
            }
        }
    }
}

/// The answer in a letter, if it is the server's and to this post.
fn open(letter: &[u8], parcel: &Parcel, key: &Key) -> Option<Answer> {
    let letter: Letter = serde_json::from_slice(letter).ok()?;
    if !key.verify(&down_name(&parcel.id), letter.body.as_bytes(), &letter.mac) {
        return None;
    }
    let answer: Answer = serde_json::from_str(&letter.body).ok()?;
    (answer.n == parcel.n).then_some(answer)
}

/// Keeps the connection, and passes on what comes. Only this post's answer is waited for, so what
/// finds the queue full is late anyhow.
fn listen(mut connection: Connection, client: &Client, topic: &str, letters: &SyncSender<Vec<u8>>) {
    for event in connection.iter() {
        match event {
            // A broker that was restarted has forgotten who listens.
            Ok(Event::Incoming(Packet::ConnAck(_))) => {
                let _ = client.try_subscribe(topic, QoS::AtLeastOnce);
            }
            Ok(Event::Incoming(Packet::Publish(publish))) => {
                let _ = letters.try_send(publish.payload.to_vec());
            }
            Ok(_) => {}
            Err(_) => std::thread::sleep(PAUSE),
        }
    }
}
