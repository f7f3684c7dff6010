//! The pages: start, a new game, a table, a record, smart boards.

mod hall;
mod live;
mod new;
mod record;
mod start;
mod table;

pub(crate) use hall::Hall;
pub(crate) use live::Live;
pub(crate) use new::New;
pub(crate) use record::{Record, replay};
pub(crate) use start::Start;
pub(crate) use table::{LocalTable, RemoteTable};
