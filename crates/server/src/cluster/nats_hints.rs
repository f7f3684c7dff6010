use crate::{
    base::{Hint, Hints, WAITING_HINTS},
    ops::OutageLog,
};
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt;
use std::{
    fmt::Display,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    sync::{broadcast, mpsc},
    time::{Instant, timeout},
};

/// Maximum number of hints waiting for NATS; more are dropped.
const QUEUE: usize = 1_024;
/// Interval of pulses, which reveal a broken connection.
const PULSE: Duration = Duration::from_secs(1);
/// NATS counts as away after this time without a message, in milliseconds.
const SILENCE_MS: u64 = 3_000;
/// Interval of pings on a silent connection.
const PING: Duration = Duration::from_secs(2);
/// Timeout for checking an address.
const REACH: Duration = Duration::from_secs(3);
/// Maximum delay between connection attempts.
const AGAIN: Duration = Duration::from_secs(1);

/// An invalid address for hints. The message never contains the address, which may include a
/// password.
#[derive(Debug, thiserror::Error)]
#[error("the address for hints cannot be used: {0}")]
pub struct HintsError(String);

/// Publishes hints over NATS. Best effort: publishing never blocks, and the connection is retried
/// forever.
pub struct NatsHints {
    queue: mpsc::Sender<Hint>,
    heard: broadcast::Sender<Hint>,
    began: Instant,
    /// Time of the last message in milliseconds since `began`; 0 for none.
    heard_ms: Arc<AtomicU64>,
}

impl NatsHints {
    /// Starts sending hints through `nats://HOST:PORT`, or `tls://` for TLS, with `USER:PASSWORD@`
    /// or `TOKEN@` before the host if needed. `cluster` names the servers of one store. The NATS
    /// server need not be reachable. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// If the address is invalid.
    pub fn start(address: &str, cluster: &str) -> Result<NatsHints, HintsError> {
        let (server, options) = read(address)?;
        let (queue, waiting) = mpsc::channel(QUEUE);
        let (heard, _) = broadcast::channel(WAITING_HINTS);
        let (began, heard_ms) = (Instant::now(), Arc::new(AtomicU64::new(0)));
        let carrier = Carrier {
            subject: format!("chuhe.{cluster}"),
            heard: heard.clone(),
            began,
            heard_ms: heard_ms.clone(),
        };
        tokio::spawn(async move {
            match options.retry_on_initial_connect().connect(server).await {
                Ok(client) => carrier.carry(client, waiting).await,
                Err(error) => tracing::error!(%error, "failed to start hints"),
            }
        });
        Ok(NatsHints { queue, heard, began, heard_ms })
    }

    /// Checks the form of an address.
    ///
    /// # Errors
    /// If the address is invalid.
    pub fn check(address: &str) -> Result<(), HintsError> {
        read(address).map(drop)
    }

    /// Connects once.
    ///
    /// # Errors
    /// If the address is invalid or the server rejects the connection.
    pub async fn reach(address: &str) -> Result<(), HintsError> {
        let (server, options) = read(address)?;
        let shown = format!("{}:{}", server.host(), server.port());
        let refused = |what: &dyn Display| HintsError(format!("NATS at {shown}: {what}"));
        match timeout(REACH, options.connect(server)).await {
            Ok(connected) => connected.map(drop).map_err(|error| refused(&error)),
            Err(_) => Err(refused(&format_args!("no answer within {} s", REACH.as_secs()))),
        }
    }
}

/// Parses an address into the server and its connection options.
fn read(address: &str) -> Result<(ServerAddr, ConnectOptions), HintsError> {
    let wrong = |what: &str| HintsError(what.to_owned());
    let known = ["nats://", "tls://"].iter().any(|scheme| address.starts_with(scheme));
    if !known {
        return Err(wrong("expected nats://HOST:PORT or tls://HOST:PORT"));
    }
    // The parser's error would contain the address.
    let server = ServerAddr::from_str(address).map_err(|_| wrong("it is no address"))?;
    let mut options =
        ConnectOptions::new().name("chuhe").ping_interval(PING).reconnect_delay_callback(|tries| {
            AGAIN.min(Duration::from_millis(50 * tries.min(100) as u64))
        });
    let (user, password) = (server.username(), server.password());
    options = match (user, password) {
        (Some(user), Some(password)) => {
            options.user_and_password(user.to_owned(), password.to_owned())
        }
        (Some(token), None) => options.token(token.to_owned()),
        (None, _) => options,
    };
    let away = Arc::new(OutageLog::new("no hints from NATS, polling instead"));
    let shown = format!("{}:{}", server.host(), server.port());
    options = options.event_callback(move |event| {
        match event {
            Event::Connected => away.works(),
            Event::Disconnected => away.fails(&format_args!("NATS at {shown} is away")),
            Event::ServerError(error) => away.fails(&format_args!("NATS at {shown}: {error}")),
            Event::ClientError(error) => away.fails(&format_args!("NATS at {shown}: {error}")),
            _ => {}
        }
        std::future::ready(())
    });
    let scheme = if server.tls_required() { "tls" } else { "nats" };
    let bare = format!("{scheme}://{}:{}", server.host(), server.port());
    let server = ServerAddr::from_str(&bare).map_err(|_| wrong("it is no address"))?;
    Ok((server, options))
}

/// Task that sends and receives hints.
struct Carrier {
    subject: String,
    heard: broadcast::Sender<Hint>,
    began: Instant,
    heard_ms: Arc<AtomicU64>,
}

impl Carrier {
    /// Runs until the hints' sender is dropped.
    async fn carry(self, client: Client, mut waiting: mpsc::Receiver<Hint>) {
        let send = async {
            let mut pulse = tokio::time::interval(PULSE);
            loop {
                let text = tokio::select! {
                    hint = waiting.recv() => match hint {
                        Some(hint) => written(&hint),
                        None => return,
                    },
                    _ = pulse.tick() => String::new(),
                };
                // Blocks while NATS is away; then the queue fills and hints are dropped.
                if client.publish(self.subject.clone(), text.into()).await.is_err() {
                    return;
                }
            }
        };
        tokio::select! {
            () = send => {}
            () = self.listen(&client) => {}
        }
    }

    async fn listen(&self, client: &Client) {
        // The subscription survives reconnections.
        let Ok(mut messages) = client.subscribe(self.subject.clone()).await else { return };
        while let Some(message) = messages.next().await {
            let now_ms = self.began.elapsed().as_millis() as u64;
            self.heard_ms.store(now_ms.max(1), Relaxed);
            let text = std::str::from_utf8(&message.payload).unwrap_or_default();
            // Unreadable messages are ignored: any client of the NATS server may send them.
            if let Some(hint) = parsed(text) {
                let _ = self.heard.send(hint);
            }
        }
    }
}

/// Text of a hint about chat.
const CHAT: &str = "chat";

/// Text of a hint: `ID EVENTS`, or `chat`.
fn written(hint: &Hint) -> String {
    match hint {
        Hint::Log { game, events } => format!("{game} {events}"),
        Hint::Chat => CHAT.to_owned(),
    }
}

fn parsed(text: &str) -> Option<Hint> {
    if text == CHAT {
        return Some(Hint::Chat);
    }
    let (game, events) = text.split_once(' ')?;
    Some(Hint::Log { game: game.into(), events: events.parse().ok()? })
}

impl Hints for NatsHints {
    fn publish(&self, hint: Hint) {
        let _ = self.queue.try_send(hint);
    }

    fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.heard.subscribe()
    }

    fn are_heard(&self) -> bool {
        let heard_ms = self.heard_ms.load(Relaxed);
        let now_ms = self.began.elapsed().as_millis() as u64;
        heard_ms > 0 && now_ms.saturating_sub(heard_ms) < SILENCE_MS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_written_and_read() {
        for hint in [Hint::Log { game: "a".into(), events: 12 }, Hint::Chat] {
            assert_eq!(parsed(&written(&hint)), Some(hint));
        }
        for text in ["", "a", "a b", "a -1", " ", "a chat", "chat "] {
            assert_eq!(parsed(text), None, "{text:?}");
        }
    }

    #[test]
    fn an_address_that_is_none_is_refused_without_being_shown() {
        for (address, fits) in [
            ("nats://127.0.0.1:4222", true),
            ("nats://127.0.0.1", true),
            ("tls://user:s3cret@nats.example:4222", true),
            ("127.0.0.1:4222", false),
            ("http://127.0.0.1", false),
            ("nats://user:s3cret@host:port", false),
        ] {
            match read(address) {
                Ok((server, _)) => {
                    assert!(fits, "{address}");
                    assert!(!format!("{server:?}").contains("s3cret"));
                }
                Err(error) => {
                    assert!(!fits, "{address}: {error}");
                    assert!(!error.to_string().contains("s3cret"));
                }
            }
        }
    }
}
