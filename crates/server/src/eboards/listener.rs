//! Eboards that speak through an MQTT broker.
//!
//! The broker is trusted with nothing: letters are signed both ways, and a board frees its memory
//! only on our own answer, which follows the commit. What the broker loses is sent again, and
//! whatever else it brings, be it wrong, retained, too long or too much, is passed over.

use super::Eboards;
use crate::{
    config::NoChance,
    cut_off_log::CutOffLog,
    limits::{PACKET, WAITING_LETTERS},
    log_owner::Backoff,
    noise::Noise,
};
use broker::Broker;
use rumqttc::{
    NetworkOptions,
    v5::{
        AsyncClient, Event, EventLoop,
        mqttbytes::{
            QoS,
            v5::{Filter, Packet, Publish, RetainForwardRule},
        },
    },
};
use smart_boards::{Letter, board_id, down_topic, up_topic};
use std::sync::Arc;

/// The name under which the servers of a house share what a broker has for them.
const SHARE: &str = "chuhe";

/// Whoever listens to the boards at a broker.
pub(crate) struct Listener {
    client: AsyncClient,
    connection: EventLoop,
    noise: Noise,
    away: CutOffLog,
}

impl Listener {
    /// Gets ready; nobody is connected to yet.
    ///
    /// # Errors
    /// When the system has no chance for a name.
    pub(crate) fn new(broker: &Broker) -> Result<Listener, NoChance> {
        let mut options =
            broker.listener_options(PACKET).map_err(|error| NoChance(error.to_string()))?;
        // Nothing is kept for a server that is away: what waited there is told again anyhow.
        options.set_clean_start(true);
        // Bridges wait for each answer: packets held back to be sent together cost 40 ms each.
        let mut network = NetworkOptions::new();
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        let (client, connection) = AsyncClient::new(options, WAITING_LETTERS);
        let away = CutOffLog::new("the broker does not answer");
        Ok(Listener { client, connection, noise: Noise::new(), away })
    }

    /// Listens to every board, for good.
    pub(crate) async fn listen(mut self, boards: Arc<Eboards>) {
        let mut backoff = Backoff::START;
        loop {
            match self.connection.poll().await {
                Ok(Event::Incoming(Packet::ConnAck(_))) => {
                    backoff = Backoff::START;
                    self.away.works();
                    // A broker that was restarted has forgotten who listens.
                    let _ = self.client.try_subscribe_many([filter(boards.are_shared())]);
                }
                Ok(Event::Incoming(Packet::Publish(letter))) => self.receive(letter, &boards),
                Ok(_) => {}
                Err(error) => {
                    self.away.fails(&error);
                    tokio::time::sleep(backoff.next()).await;
                }
            }
        }
    }

    /// Has a letter answered on its own, so that one slow commit does not hold up the other boards; a
    /// board's own letters wait in its line, and its sequence notices where they came out of order.
    fn receive(&self, letter: Publish, boards: &Arc<Eboards>) {
        // What lay at the broker was said at some time, and nobody knows when.
        let Some(id) = board_of(&letter.topic).filter(|_| !letter.retain) else { return };
        let Ok(Letter { mac, body }) = serde_json::from_slice(&letter.payload) else {
            self.noise.warn("a letter that is none", &id);
            return;
        };
        // Before anything waits for it.
        let post = match boards.recognise(&id, &mac, body) {
            Ok(post) => post,
            Err(error) => {
                return self.noise.warn("a letter is passed over", &format_args!("{id}: {error}"));
            }
        };
        let (boards, client) = (boards.clone(), self.client.clone());
        tokio::spawn(async move {
            let answer = boards.answer(post).await;
            if let Ok(letter) = serde_json::to_vec(&Letter { mac: answer.mac, body: answer.body }) {
                // A full queue loses it, and the bridge asks again.
                let _ = client.try_publish(down_topic(&id), QoS::AtLeastOnce, false, letter);
            }
        });
    }
}

/// What is listened to. Of several servers on one store each letter goes to one, whichever the broker
/// chooses; what it retains is kept from such anyhow.
fn filter(are_shared: bool) -> Filter {
    let topic = up_topic("+");
    if are_shared {
        return Filter::new(format!("$share/{SHARE}/{topic}"), QoS::AtLeastOnce);
    }
    let mut filter = Filter::new(topic, QoS::AtLeastOnce);
    filter.retain_forward_rule = RetainForwardRule::Never;
    filter
}

/// The board whose bridge speaks on this topic.
fn board_of(topic: &[u8]) -> Option<String> {
    let topic = std::str::from_utf8(topic).ok()?;
    let id = topic.split('/').nth(2)?;
    (board_id(id).is_some() && up_topic(id) == topic).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics() {
        let id = "0000000000000000000000a1";
        assert_eq!(board_of(up_topic(id).as_bytes()).as_deref(), Some(id));
        for topic in ["", "chuhe/boards/a1/up", &down_topic(id), &format!("x/boards/{id}/up")] {
            assert_eq!(board_of(topic.as_bytes()), None, "{topic}");
        }
        assert_eq!(board_of(b"\xff"), None);
    }
}
