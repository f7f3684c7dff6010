//! Smart boards that are connected through an MQTT broker.
//!
//! The broker is not trusted. Messages are signed in both directions, and a board frees its memory
//! only on the server's own answer, after the commit. Lost messages are sent again. Invalid,
//! retained, oversized or surplus messages are dropped.

use super::SmartBoards;
use crate::{
    base::{Backoff, RngError},
    limits::{PACKET, WAITING_LETTERS},
    ops::{LogThrottle, OutageLog},
};
use broker::Broker;
use protocol::BoardId;
use rumqttc::{
    AsyncClient, Event, EventLoop, NetworkOptions, Packet, Publish, PublishOptions, QoS,
    RetainForwardRule, SubscribeFilter,
};
use smart_boards::{Letter, chip_id, down_topic, up_topic};
use std::sync::Arc;

/// Name under which the servers of one store share a subscription.
const SHARE: &str = "chuhe";

/// Subscriber to the boards at a broker.
pub(crate) struct Listener {
    client: AsyncClient,
    connection: EventLoop,
    throttle: LogThrottle,
    away: OutageLog,
}

impl Listener {
    /// Prepares the subscriber without connecting.
    ///
    /// # Errors
    /// If the system has no random numbers for the client id.
    pub(crate) fn new(broker: &Broker) -> Result<Listener, RngError> {
        let mut options = broker.options(PACKET).map_err(|error| RngError(error.to_string()))?;
        // The broker keeps nothing for an absent server, because boards repeat unanswered messages.
        options.set_clean_start(true);
        // Bridges wait for each answer; Nagle's algorithm would delay each by 40 ms.
        let mut network = NetworkOptions::new();
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        let (client, connection) = AsyncClient::builder(options).capacity(WAITING_LETTERS).build();
        let away = OutageLog::new("MQTT broker unreachable");
        Ok(Listener { client, connection, throttle: LogThrottle::new(), away })
    }

    /// Receives messages forever.
    pub(crate) async fn listen(mut self, boards: Arc<SmartBoards>) {
        let mut backoff = Backoff::START;
        loop {
            match self.connection.poll().await {
                Ok(Event::Incoming(Packet::ConnAck(_))) => {
                    backoff = Backoff::START;
                    self.away.works();
                    // A restarted broker has lost the subscription.
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

    /// Handles a message in a task, so that a slow commit does not delay other boards. A board's
    /// own messages wait in its queue, and their sequence numbers reveal a changed order.
    fn receive(&self, letter: Publish, boards: &Arc<SmartBoards>) {
        // The age of a retained message is unknown.
        let Some(id) = board_of(&letter.topic).filter(|_| !letter.retain) else { return };
        let Ok(Letter { mac, body }) = serde_json::from_slice(&letter.payload) else {
            self.throttle.warn("malformed board message", &id);
            return;
        };
        // The signature is checked before anything waits.
        let post = match boards.recognise(&id, &mac, body) {
            Ok(post) => post,
            Err(error) => {
                return self
                    .throttle
                    .warn("rejected board message", &format_args!("{id}: {error}"));
            }
        };
        let (boards, client) = (boards.clone(), self.client.clone());
        tokio::spawn(async move {
            let answer = boards.answer(post).await;
            if let Ok(letter) = serde_json::to_vec(&Letter { mac: answer.mac, body: answer.body }) {
                // If the queue is full, the answer is lost and the bridge repeats its message.
                let _ =
                    client.try_publish(down_topic(&id), letter, PublishOptions::at_least_once());
            }
        });
    }
}

/// Topic filter. Of several servers on one store, the broker sends each message to one. It delivers
/// no retained messages to a shared subscription.
fn filter(are_shared: bool) -> SubscribeFilter {
    let topic = up_topic("+");
    if are_shared {
        return SubscribeFilter::new(format!("$share/{SHARE}/{topic}"), QoS::AtLeastOnce);
    }
    let mut filter = SubscribeFilter::new(topic, QoS::AtLeastOnce);
    filter.retain_forward_rule = RetainForwardRule::Never;
    filter
}

/// The board of a topic on which bridges publish.
fn board_of(topic: &[u8]) -> Option<BoardId> {
    let topic = std::str::from_utf8(topic).ok()?;
    let id = topic.split('/').nth(2)?;
    (chip_id(id).is_some() && up_topic(id) == topic).then(|| id.into())
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
