use crate::{config::NoChance, limits::ARBITER_KEY_CHARS, log::LogError};
use game::Refusal;
use store::StoreError;

/// Why a request about a table cannot be met.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// The rules of the table say no.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// There is no such table.
    #[error("there is no table `{0}`")]
    NoTable(String),
    /// The store failed.
    #[error("{0}")]
    Store(StoreError),
    /// The table's log cannot be used.
    #[error("{0}")]
    Log(#[from] LogError),
    /// The others on its store may have gone on without it.
    #[error("this server has not reached its database for a while; another may")]
    CutOff,
    /// The table has too much to do.
    #[error("the table is too busy; try again")]
    Busy,
    /// The arbiter's key can be guessed.
    #[error(
        "the arbiter's key has {0} characters; expected at least {ARBITER_KEY_CHARS}, or none at all"
    )]
    ArbiterKey(usize),
    /// Too many tables were opened from there.
    #[error("too many tables were opened from here; wait some minutes")]
    TooOften,
    /// No secret can be drawn now.
    #[error("{0}")]
    NoChance(#[from] NoChance),
}

impl From<StoreError> for HubError {
    fn from(error: StoreError) -> HubError {
        match error {
            StoreError::NoGame(id) => HubError::NoTable(id),
            error => HubError::Store(error),
        }
    }
}
