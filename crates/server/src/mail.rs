//! Mail: the server that takes messages, and those on their way to it.
//!
//! No request waits for the mail server. A message that it does not take at once is tried again for
//! about half an hour. Messages are in memory only: they hold links that open accounts.

mod outbox;
mod server;

pub(crate) use outbox::{Letter, Outbox, OutboxFull};
pub use server::{MailServer, MailServerError};
