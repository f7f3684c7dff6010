//! The pages: start, a new game, a table, a record.

mod new;
mod record;
mod start;
mod table;

pub(crate) use new::New;
pub(crate) use record::{Record, replay};
pub(crate) use start::Start;
pub(crate) use table::{LocalTable, RemoteTable};
