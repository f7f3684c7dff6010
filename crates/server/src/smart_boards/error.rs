use crate::base::RngError;
use game::Refusal;
use store::StoreError;

/// Why a request about a board fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SmartBoardError {
    #[error("there is no such board; the arbiter lets boards in")]
    NoBoard,
    #[error("this board has no game {0}")]
    NoGame(u32),
    #[error("the message is not signed with this board's key")]
    Signature,
    #[error("too many ask for the same at once; try again")]
    Busy,
    #[error("{0}")]
    Refused(#[from] Refusal),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    RngError(#[from] RngError),
}

pub(super) fn refuse(code: &'static str, message: impl Into<String>) -> SmartBoardError {
    SmartBoardError::Refused(Refusal::new(code, message.into()))
}
