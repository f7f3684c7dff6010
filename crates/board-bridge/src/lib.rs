//! From the board's line to the server, and back.
//!
//! ```text
//! board ── serial, TCP ── line ─┐            ┌─ uplink ── HTTP, MQTT ── server
//!                               ├─ Relay ────┤
//!                        orders ┘            └ Backlog (memory; disk while the server is away)
//! ```
//!
//! The promise: an event is acknowledged to the board only by the server's word after its commit;
//! until then the board keeps it and repeats it, and nothing that happens to the bridge can lose
//! it. The server stores each event once, so repeating is always safe.

mod backlog;
mod delivery_error;
mod http;
mod line;
mod mqtt;
mod parcel;
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
pub use uplink::Server;

/// A bridge: one board, one server.
#[derive(Clone, Debug)]
pub struct Bridge {
    /// Where the board is.
    pub line: Line,
    /// Where the server is.
    pub server: Server,
    /// What the board's messages are signed with.
    pub key: Key,
    /// The folder for what the server has not taken yet.
    pub folder: PathBuf,
    /// How many bytes of messages may wait.
    pub room: usize,
}

/// What comes in from the threads around the relay.
enum Input {
    LineUp(Writer),
    LineDown(String),
    Heard(ToHost),
    Noise(FrameError),
    Answered(Result<Answer, DeliveryError>),
}

/// How many inputs may wait before the line does.
const QUEUE: usize = 1_024;

impl Bridge {
    /// Carries messages until the process ends; it may be killed at any moment. What a person
    /// should know goes to `tell`, a line at a time.
    ///
    /// # Errors
    /// When the folder cannot be used, another bridge uses it, or the system has no chance to give;
    /// nothing else stops a bridge.
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
        let mut noise = LineNoise::default();
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

/// Posts what there is to post, one after the other.
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

/// Says all of it, or gives the line up: its other half will notice.
fn send_orders(writer: &mut Option<Writer>, orders: &[ToBoard]) {
    let Some(line) = writer else { return };
    let mut bytes = Vec::new();
    for order in orders {
        let mut frame = [0; MAX_FRAME];
        if let Ok(frame) = write_frame(order, &mut frame) {
            // The zero before it ends whatever noise there was.
            bytes.push(0);
            bytes.extend(frame);
        }
    }
    if line.write_all(&bytes).and_then(|()| line.flush()).is_err() {
        *writer = None;
    }
}

/// Both clocks.
struct Clock(Instant);

impl Clock {
    fn now(&self) -> Now {
        let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Now { ms: self.0.elapsed().as_millis() as u64, unix_ms: unix.as_millis() as u64 }
    }
}

/// Frames that were none: told at the first, the second, the fourth, the eighth …
#[derive(Default)]
struct LineNoise(u64);

impl LineNoise {
    fn count(&mut self, fault: FrameError, tell: &mut dyn FnMut(&str)) {
        self.0 += 1;
        if self.0.is_power_of_two() {
            tell(&format!("noise on the line, {} times now: {fault}", self.0));
        }
    }
}
