//! Forwards a smart board's messages to its server, and the server's answers to the board.
//!
//! ```text
//! board ── serial, TCP ── line ─┐            ┌─ uplink ── HTTP, MQTT ── server
//!                               ├─ Relay ────┤
//!                        orders ┘            └ Backlog (memory; disk while the server is away)
//! ```
//!
//! [`Bridge::run`] starts one thread for the line and one for the uplink; `relay` decides what to
//! send.
//!

//! # Invariants
//!
//! * The bridge never acknowledges an event itself. It forwards an acknowledgement that the server
//!   sent after its commit, and only if it is signed and names the post. (`tests/bridge.rs`:
//!   `only_the_servers_word_counts`.)
//! * Until then the board stores and repeats the event, and the server stores each event once. The
//!   bridge can therefore be killed at any moment. (`src/tests.rs`:
//!   `whatever_fails_nothing_is_lost_or_doubled`.)
//! * Redirects are never followed.
//! * The files of the bridge are bounded. (`src/tests.rs`: `what_is_refused_is_bounded`.)
//!
//! `docs/board-bridge.md` is the manual.

mod backlog;
mod delivery_error;
mod http;
mod line;
mod mqtt;
mod parcel;
mod registration;
mod relay;
mod seal;
#[cfg(test)]
mod tests;
mod uplink;

use backlog::Backlog;
use boardlink::{FrameError, MAX_FRAME, ToBoard, ToHost, write_frame};
use delivery_error::DeliveryError;
use line::Writer;
use parcel::Parcel;
use relay::{Now, Relay};
use smart_boards::{Answer, Key};
use std::{
    io::{self, Write},
    path::PathBuf,
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use uplink::Uplink;

pub use http::{ServerUrl, UrlError};
pub use line::Line;
pub use registration::{Registration, RegistrationError, register};
pub use uplink::Server;

/// A bridge between one board and one server.
#[derive(Clone, Debug)]
pub struct Bridge {
    /// The line to the board.
    pub line: Line,
    /// The server.
    pub server: Server,
    /// The key that signs the board's messages.
    pub key: Key,
    /// The folder for messages that the server has not accepted yet.
    pub folder: PathBuf,
    /// Maximum total size of pending messages, in bytes.
    pub room: usize,
}

/// Messages from the threads of the line and of the uplink.
enum Input {
    LineUp(Writer),
    LineDown(String),
    Heard(ToHost),
    Noise(FrameError),
    Answered(Result<Answer, DeliveryError>),
}

/// Capacity of the channel of inputs.
const QUEUE: usize = 1_024;

impl Bridge {
    /// Forwards messages until the process ends; it may be killed at any moment. Notices for a
    /// person are passed to `tell`, one line each.
    ///
    /// # Errors
    /// If the folder cannot be used, another bridge uses it, or the system provides no random
    /// numbers. Nothing else stops a bridge.
    pub fn run(self, tell: &mut dyn FnMut(&str)) -> io::Result<()> {
        let backlog = Backlog::open(&self.folder, self.room)?;
        let mut relay = Relay::new(self.key.clone(), backlog);
        let (sender, inputs) = sync_channel(QUEUE);
        let (parcels, to_post) = sync_channel(1);
        let from_line = sender.clone();
        let line = self.line;
        std::thread::spawn(move || line::keep_open(&line, &from_line));
        let (uplink, key) = (Uplink::new(&self.server)?, self.key);
        std::thread::spawn(move || deliver_parcels(uplink, &key, &to_post, &sender));
        let clock = Clock(Instant::now());
        let mut writer: Option<Writer> = None;
        let mut noise = InvalidFrames::default();
        loop {
            let pause = Duration::from_millis(relay.idle_ms(clock.now()));
            let first = match inputs.recv_timeout(pause) {
                Ok(input) => Some(input),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            for input in first.into_iter().chain(inputs.try_iter().take(QUEUE)) {
                match input {
                    Input::LineUp(line) => {
                        writer = Some(line);
                        relay.line_up(clock.now());
                    }
                    Input::LineDown(why) => {
                        writer = None;
                        relay.line_down(&why);
                    }
                    Input::Heard(message) => relay.heard(message, clock.now()),
                    Input::Noise(fault) => noise.count(fault, tell),
                    Input::Answered(outcome) => relay.answered(outcome, clock.now()),
                }
            }
            relay.tick(clock.now());
            send_orders(&mut writer, &relay.orders());
            if let Some(parcel) = relay.next_parcel(clock.now())
                && parcels.send(parcel).is_err()
            {
                return Ok(());
            }
            relay.notices().iter().for_each(|notice| tell(notice));
        }
    }
}

/// Sends posts one after the other.
fn deliver_parcels(
    mut uplink: Uplink,
    key: &Key,
    parcels: &Receiver<Parcel>,
    inputs: &SyncSender<Input>,
) {
    for parcel in parcels {
        if inputs.send(Input::Answered(uplink.post(&parcel, key))).is_err() {
            return;
        }
    }
}

/// Writes all orders, or drops the writer; the reading half then notices that the line is closed.
fn send_orders(writer: &mut Option<Writer>, orders: &[ToBoard]) {
    let Some(line) = writer else { return };
    let mut bytes = Vec::new();
    for order in orders {
        let mut frame = [0; MAX_FRAME];
        if let Ok(frame) = write_frame(order, &mut frame) {
            // The leading zero ends any noise on the line.
            bytes.push(0);
            bytes.extend(frame);
        }
    }
    if line.write_all(&bytes).and_then(|()| line.flush()).is_err() {
        *writer = None;
    }
}

/// The steady clock and the wall clock.
struct Clock(Instant);

impl Clock {
    fn now(&self) -> Now {
        let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Now { ms: self.0.elapsed().as_millis() as u64, unix_ms: unix.as_millis() as u64 }
    }
}

/// Counts invalid frames and reports the first, second, fourth, eighth, …
#[derive(Default)]
struct InvalidFrames(u64);

impl InvalidFrames {
    fn count(&mut self, fault: FrameError, tell: &mut dyn FnMut(&str)) {
        self.0 += 1;
        if self.0.is_power_of_two() {
            tell(&format!("invalid frame on the line, {} so far: {fault}", self.0));
        }
    }
}
