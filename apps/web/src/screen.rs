//! The pages: start, a new game, a table, a record, smart boards, players.

mod account;
mod archive;
mod hall;
mod live;
mod new;
mod player;
mod ranking;
mod record;
mod start;
mod table;

pub(crate) use account::Account;
pub(crate) use archive::Archive;
pub(crate) use hall::Hall;
pub(crate) use live::Live;
pub(crate) use new::New;
pub(crate) use player::Player;
pub(crate) use ranking::Ranking;
pub(crate) use record::{BoardGame, Record, replay};
pub(crate) use start::Start;
pub(crate) use table::{LocalTable, RemoteTable};
