//! Shared by all groups: settings, environment, errors, tokens, and the writer of logs.

mod api_error;
mod config;
mod error;
mod hints;
mod json_error;
pub(crate) mod log;
mod log_writer;
pub(crate) mod mutants;
pub(crate) mod name;
pub(crate) mod token;

pub(crate) use api_error::{ApiError, bad};
pub use config::{Config, Env, RngError, SystemEnv, network, stamp};
pub use error::HubError;
pub(crate) use hints::WAITING_HINTS;
pub use hints::{Hint, Hints, LocalHints};
pub(crate) use json_error::explain;
pub use log::LogError;
pub(crate) use log_writer::{AppendOutcome, Backoff, InDoubt, LogWriter};
pub(crate) use mutants::Mutant;
