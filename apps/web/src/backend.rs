//! Whoever runs the table: this page itself, or the server.

pub(crate) mod eboards;
mod hints;
mod journal;
mod local;
pub(crate) mod players;
mod remote;
mod server;
mod socket;
mod worker;

pub(crate) use hints::ask_hint;
pub(crate) use journal::RemovedGame;
pub(crate) use local::{local_games, open_local, remove_local, resume_local};
pub(crate) use remote::{
    SeatCredentials, cancel_remote, enter_remote, join_remote, link_for_others, open_remote,
    pair_remote, remote_games, seekers, start_remote, watch_remote,
};
