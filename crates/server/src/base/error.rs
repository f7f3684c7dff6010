use crate::{
    base::{config::RngError, log::LogError},
    limits::ARBITER_KEY_CHARS,
};
use game::Refusal;
use protocol::GameId;
use store::StoreError;

/// Why a request about a table fails.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// The table's rules reject it.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The table does not exist.
    #[error("there is no table `{0}`")]
    NoTable(GameId),
    /// The store failed.
    #[error("{0}")]
    Store(StoreError),
    /// The table's log is unusable.
    #[error("{0}")]
    Log(#[from] LogError),
    /// The server has lost the shared store; other servers may have continued.
    #[error("this server has lost its database; try another server")]
    CutOff,
    /// The table's queue is full.
    #[error("the table is too busy; try again")]
    Busy,
    /// The arbiter's key is too short.
    #[error(
        "the arbiter's key has {0} characters; expected at least {ARBITER_KEY_CHARS}, or none at all"
    )]
    ArbiterKey(usize),
    /// The client has opened too many tables.
    #[error("too many tables were opened from here; wait some minutes")]
    TooOften,
    /// The system has no random numbers.
    #[error("{0}")]
    RngError(#[from] RngError),
}

impl From<StoreError> for HubError {
    fn from(error: StoreError) -> HubError {
        match error {
            StoreError::NoGame(id) => HubError::NoTable(id),
            error => HubError::Store(error),
        }
    }
}
