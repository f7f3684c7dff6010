//! Tables: one actor per running table, and what is read of the others.

mod actor;
mod app_state;
mod chat;
mod chat_relay;
mod clearing;
mod delayed;
mod deletion_locks;
mod finished;
mod outages;
mod quotas;
mod readings;
mod registry;
mod shows;
mod signed_head;
mod standing;
mod table_creation;
mod think;
mod think_queue;
mod writings;

pub(crate) use actor::{
    Attached, DepartureStep, Handle, Hello, Outgoing, SeatCommand, not_your_seat, refused, send,
    text_of,
};
pub(crate) use app_state::{AppState, TimeCredits};
pub(crate) use chat::Author;
pub(crate) use chat_relay::ChatRelay;
pub(crate) use finished::finished_casual;
pub(crate) use outages::Outages;
pub(crate) use quotas::Quotas;
pub(crate) use readings::{Reading, Text};
pub(crate) use registry::Tables;
pub(crate) use shows::Shows;
pub(crate) use standing::Standing;
pub(crate) use table_creation::{JoiningPlayer, account_closed};
pub(crate) use think_queue::{SearchStatus, ThinkQueue, Turn, person};
