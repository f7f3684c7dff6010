//! What the servers of one store share: time, leases and hints.

mod game_clock;
mod leases;
mod nats_hints;

pub(crate) use game_clock::GameClock;
pub(crate) use leases::Leases;
pub use nats_hints::{HintsError, NatsHints};
