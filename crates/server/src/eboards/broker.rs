//! Eboards that speak through an MQTT broker.
//!
//! The broker is trusted with nothing: letters are signed both ways, and a board frees its memory
//! only on our own answer, which follows the commit. What the broker loses is sent again.

use super::{EboardError, Eboards};
use crate::limits::{PACKET, WAITING_LETTERS};
use rumqttc::{AsyncClient, Event, MqttOptions, NetworkOptions, Packet, QoS};
use smart_boards::{Answer, Key, Letter, board_id, down_name, down_topic, up_topic};
use std::{sync::Arc, time::Duration};

/// Before the broker is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// Listens to every board at the broker, for good.
pub(crate) async fn listen(boards: Arc<Eboards>, host: String, port: u16) {
    let name = format!("chuhe-server-{}", std::process::id());
    let mut options = MqttOptions::new(name, host, port);
    options.set_max_packet_size(PACKET, PACKET);
    options.set_keep_alive(Duration::from_secs(10));
    let (client, mut connection) = AsyncClient::new(options, WAITING_LETTERS);
    // Bridges wait for each answer: packets held back to be sent together cost 40 ms each.
    let mut network = NetworkOptions::new();
    network.set_tcp_nodelay(true);
    connection.set_network_options(network);
    loop {
        match connection.poll().await {
            // A broker that was restarted has forgotten who listens.
            Ok(Event::Incoming(Packet::ConnAck(_))) => {
                let _ = client.try_subscribe(up_topic("+"), QoS::AtLeastOnce);
            }
            Ok(Event::Incoming(Packet::Publish(letter))) => {
                let (boards, client) = (boards.clone(), client.clone());
                // On its own, so that one slow commit does not hold up the others; the room keeps
                // a board's own letters in order, and its sequence notices where it could not.
                tokio::spawn(async move {
                    let Some(id) = board_of(&letter.topic) else { return };
                    if let Some(answer) = boards.answer_letter(&id, &letter.payload).await {
                        let topic = down_topic(&id);
                        let _ = client.try_publish(topic, QoS::AtLeastOnce, false, answer);
                    }
                });
            }
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, "the broker does not answer");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// The board whose bridge speaks on this topic.
fn board_of(topic: &str) -> Option<String> {
    let id = topic.split('/').nth(2)?;
    (board_id(id).is_some() && up_topic(id) == topic).then(|| id.to_owned())
}

impl Eboards {
    /// The answer to a letter, as a letter; nothing to a stranger.
    async fn answer_letter(&self, id: &str, letter: &[u8]) -> Option<Vec<u8>> {
        let Letter { mac, body } = serde_json::from_slice(letter).ok()?;
        let room = self.room(id).ok()?;
        let mut room = room.lock().await;
        let (n, taken) = match room.open_post(body.as_bytes(), &mac) {
            Ok(post) => (post.n, self.take(&mut room, post).await),
            Err(EboardError::Signature) => {
                tracing::warn!(board = id, "a letter with a wrong signature");
                return None;
            }
            Err(error) => (0, Err(error)),
        };
        let key = Key::new(room.board.key);
        drop(room);
        let answer = match taken {
            Ok(reply) => Answer { n, status: 200, nonce: None, why: None, answers: reply.answers },
            Err(EboardError::Store(error)) => {
                tracing::error!(%error, "the store failed");
                Answer { n, status: 503, nonce: None, why: None, answers: Vec::new() }
            }
            Err(_) => Answer { n, status: 422, nonce: None, why: None, answers: Vec::new() },
        };
        let body = serde_json::to_string(&answer).ok()?;
        let mac = key.sign(&down_name(id), body.as_bytes());
        serde_json::to_vec(&Letter { mac, body }).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics() {
        let id = "0000000000000000000000a1";
        assert_eq!(board_of(&up_topic(id)).as_deref(), Some(id));
        for topic in ["", "chuhe/boards/a1/up", &down_topic(id), &format!("x/boards/{id}/up")] {
            assert_eq!(board_of(topic), None, "{topic}");
        }
    }
}
