//! Network layer: connections, their limits, host names and client addresses.

mod accept;
mod address_limiter;
mod client;
mod connections;
mod farewell;
mod forwarded;
mod hosts;
mod open_files;
mod own_name;
mod rate_limiter;
mod read_budget;
mod subnet;
mod write_timeout;

pub(crate) use address_limiter::{AddressLimiter, quota};
pub(crate) use rate_limiter::{RateLimiter, turn_away_crowds};

pub(crate) use accept::serve;
pub(crate) use client::{Client, identify};
pub(crate) use connections::{Connection, Fate, Rank};
pub(crate) use farewell::{ended, farewell_of, leave};
pub(crate) use hosts::{Hosts, refuse_foreign_hosts};
pub(crate) use subnet::{IPV6_NETWORKS, networks, scaled, subnet_key};
