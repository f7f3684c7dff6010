use crate::{
    StoreError,
    keyring::{Keyring, text_of},
};
use async_trait::async_trait;
use protocol::{BoardId, UnixMs};

/// A registered smart board.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    /// Chip id, 24 hex digits.
    pub id: BoardId,
    /// Display name.
    pub name: String,
    /// Key that signs its messages.
    pub key: [u8; 32],
}

/// Registered smart boards. Their games are ordinary logs.
#[async_trait]
pub trait SmartBoards: Send + Sync {
    /// Registers a board, or replaces the name and key of a registered one.
    async fn put_board(&self, board: Board) -> Result<(), StoreError>;

    /// Returns all boards, ordered by name.
    ///
    /// # Errors
    /// [`StoreError::DamagedBoard`] if a key cannot be decrypted.
    async fn boards(&self) -> Result<Vec<Board>, StoreError>;

    /// The state of boards shared between servers; `None` if the store has a single server.
    fn shared_boards(&self) -> Option<&dyn SharedSmartBoards> {
        None
    }
}

/// State of a board that servers share outside the logs. It may be lost and then starts from its
/// default.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SharedBoardState {
    /// The board's id.
    pub board: BoardId,
    /// Number of changes recorded so far.
    pub changes: u64,
    /// Nonce that the board's next message must carry to count as recent.
    pub nonce: u64,
    /// Time of the last message, Unix ms; 0 for never.
    pub heard_ms: UnixMs,
    /// The board's last view, not interpreted by the store. Empty if none was recorded.
    pub view: String,
}

impl SharedBoardState {
    /// The state of a board without a record.
    pub(crate) fn begun(board: &BoardId, nonce: u64) -> SharedBoardState {
        SharedBoardState { board: board.to_owned(), nonce, ..SharedBoardState::default() }
    }
}

/// A change of a board's shared state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedBoardChange {
    /// The board's id.
    pub board: BoardId,
    /// The nonce that the message had to carry, as known to the server that records the change.
    pub nonce_before: u64,
    /// The nonce for the next message. Stored only if `nonce_before` is still current, because
    /// another server may have issued a nonce in the meantime.
    pub nonce: u64,
    /// Time of the last message, Unix ms; 0 for never.
    pub heard_ms: UnixMs,
    /// The board's view.
    pub view: String,
}

/// State of boards shared between servers on one store. Events and decisions are in the logs; this
/// is display state only.
#[async_trait]
pub trait SharedSmartBoards: Send + Sync {
    /// Returns a board's state, or the default state with `nonce` if there is no record.
    async fn board_state(
        &self,
        board: &BoardId,
        nonce: u64,
    ) -> Result<SharedBoardState, StoreError>;

    /// Returns the state of those boards that have changed since the given number of changes.
    async fn changed_boards(
        &self,
        known: Vec<(BoardId, u64)>,
    ) -> Result<Vec<SharedBoardState>, StoreError>;

    /// Records a change. Returns the number of changes including this one.
    async fn record_board_change(&self, noted: SharedBoardChange) -> Result<u64, StoreError>;
}

/// The encryption context of a board's key.
pub(crate) fn context(board: &str) -> String {
    format!("chuhe board {board}")
}

/// Builds a board from its row, decrypting the key.
pub(crate) fn unsealed(
    id: String,
    name: String,
    sealed: &[u8],
    keys: &Keyring,
) -> Result<Board, StoreError> {
    let unseal = || text_of(&keys.unseal(&context(&id), sealed)?)?.try_into().ok();
    match unseal() {
        Some(key) => Ok(Board { id: id.into(), name, key }),
        None => Err(StoreError::DamagedBoard(id.into())),
    }
}
