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

    /// Through which servers on this store tell each other of boards; `None` if there is only one.
    fn shared_boards(&self) -> Option<&dyn SharedEboards> {
        None
    }
}

/// What servers on one store know of a board through each other, beside its games' logs. It may be
/// lost: then it begins anew.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BoardNews {
    /// The board.
    pub board: String,
    /// How often something was noted of it.
    pub changes: u64,
    /// What its next message must carry to be one that was made just now.
    pub nonce: u64,
    /// When it was heard last, in milliseconds since the epoch; 0 for never.
    pub heard_ms: u64,
    /// How it looked then. The store does not look into it. Empty before anything was noted.
    pub view: String,
}

impl BoardNews {
    /// Of a board of which nothing is noted.
    pub(crate) fn begun(board: &str, nonce: u64) -> BoardNews {
        BoardNews { board: board.to_owned(), nonce, ..BoardNews::default() }
    }
}

/// What is noted of a board when something has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotedBoard {
    /// The board.
    pub board: String,
    /// What its message had to carry, by what whoever notes this knows.
    pub nonce_before: u64,
    /// What the next must carry; taken only if the other is still so, for whoever has used it up first
    /// has given another.
    pub nonce: u64,
    /// When it was heard last, in milliseconds since the epoch; 0 for never.
    pub heard_ms: u64,
    /// How it looks.
    pub view: String,
}

/// Boards between several servers on one store. What a board told and what was decided stands in the
/// logs; this is what is only shown.
#[async_trait]
pub trait SharedEboards: Send + Sync {
    /// What is noted of a board; of one of which nothing is, that its next message must carry this.
    async fn board_news(&self, board: &str, nonce: u64) -> Result<BoardNews, StoreError>;

    /// What is noted of those of these boards of which something else was noted last than is known.
    async fn changed_boards(&self, known: Vec<(String, u64)>)
    -> Result<Vec<BoardNews>, StoreError>;

    /// Notes something; how often something was noted by then.
    async fn note_board(&self, noted: NotedBoard) -> Result<u64, StoreError>;
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
