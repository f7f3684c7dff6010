//! Whoever runs the table: this page itself, or the server.

pub(crate) mod eboards;
mod journal;
mod local;
pub(crate) mod players;
mod remote;
mod server;
mod socket;
mod worker;

pub(crate) use local::{has_local_game, has_unfinished_local_game, open_local, resume_local};
pub(crate) use remote::{
    enter_remote, join_remote, link_for_others, open_remote, pair_remote, seekers, watch_remote,
};
