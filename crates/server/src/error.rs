use crate::{config::NoChance, log::LogError};
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
    /// The table has too much to do.
    #[error("the table is too busy; try again")]
    Busy,
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
