use crate::{
    StoreError,
    keyring::{Keyring, text_of},
};
use async_trait::async_trait;

/// A smart board that may speak.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    /// 24 hex digits.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What signs its messages.
    pub key: [u8; 32],
}

/// Which smart boards may speak. Their games are logs like any other.
#[async_trait]
pub trait Eboards: Send + Sync {
    /// Lets a board in, or gives one that is known a new name and key.
    async fn put_board(&self, board: Board) -> Result<(), StoreError>;

    /// Every board, by name.
    ///
    /// # Errors
    /// [`StoreError::DamagedBoard`] if a key cannot be unsealed.
    async fn boards(&self) -> Result<Vec<Board>, StoreError>;
}

/// For what a board's key is sealed.
pub(crate) fn place(board: &str) -> String {
    format!("chuhe board {board}")
}

/// A board's row, its key unsealed.
pub(crate) fn unsealed(
    id: String,
    name: String,
    sealed: &[u8],
    keys: &Keyring,
) -> Result<Board, StoreError> {
    let unseal = || text_of(&keys.unseal(&place(&id), sealed)?)?.try_into().ok();
    match unseal() {
        Some(key) => Ok(Board { name, key, id }),
        None => Err(StoreError::DamagedBoard(id)),
    }
}
