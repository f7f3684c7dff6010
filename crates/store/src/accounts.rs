use crate::StoreError;
use async_trait::async_trait;
use std::{collections::HashMap, fmt};

/// An account.
#[derive(Clone, PartialEq, Eq)]
pub struct Player {
    /// What the logs call the player; never changes.
    pub id: String,
    /// The name without case, unique.
    pub key: String,
    /// The name as it is shown.
    pub name: String,
    /// A hash of the password, with its salt and costs.
    pub password: String,
    /// When the account was made, in milliseconds since the epoch.
    pub since_ms: u64,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Player({} {} <secret>)", self.id, self.name)
    }
}

/// A player's next password.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword {
    /// The player's id.
    pub player: String,
    /// The hash against which the password so far was proven.
    pub proven: String,
    /// A hash of the next one.
    pub password: String,
    /// The hash of the one session that does not end.
    pub kept: String,
}

/// Somebody is signed in.
#[derive(Clone, PartialEq, Eq)]
pub struct Session {
    /// The token's hash as hex; the token itself is nowhere.
    pub hash: String,
    /// The player's id.
    pub player: String,
    /// When it ends by itself, in milliseconds since the epoch.
    pub until_ms: u64,
}

/// Who has an account, and who is signed in.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Adds an account and signs it in, both or neither.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if another has its key.
    async fn add_player(&self, player: Player, session: Session) -> Result<(), StoreError>;

    /// The account whose name without case is this.
    async fn player_by_key(&self, key: &str) -> Result<Option<Player>, StoreError>;

    /// The names of the accounts with these ids, by id; an id that is none's is missing.
    async fn names_of(&self, ids: Vec<String>) -> Result<HashMap<String, String>, StoreError>;

    /// The names of the accounts whose name without case begins so, in the order of those, at most
    /// `limit`.
    async fn names_beginning(&self, key: &str, limit: u32) -> Result<Vec<String>, StoreError>;

    /// The names of all accounts, as they were registered.
    async fn player_names(&self) -> Result<Vec<String>, StoreError>;

    /// Signs a player in whose password was proven against the hash `proven`; what is over by
    /// `now_ms`, and the session `instead`, are forgotten.
    ///
    /// # Errors
    /// [`StoreError::PasswordChanged`] if the player's hash is another by now: proving takes its
    /// time.
    async fn add_session(
        &self,
        session: Session,
        proven: String,
        instead: Option<String>,
        now_ms: u64,
    ) -> Result<(), StoreError>;

    /// Whose session this is, if it is one and not over by `now_ms`.
    async fn session(&self, hash: &str, now_ms: u64) -> Result<Option<Player>, StoreError>;

    /// Signs out. Without a session of this hash nothing happens.
    async fn end_session(&self, hash: &str) -> Result<(), StoreError>;

    /// Gives a player another password, and ends every session of theirs but the one kept.
    ///
    /// # Errors
    /// [`StoreError::PasswordChanged`] if the player's hash is not the proven one by now.
    async fn set_password(&self, new: NewPassword) -> Result<(), StoreError>;
}

/// What the keys that begin so lie between: from the first, before the second.
pub(crate) fn keys_beginning(key: &str) -> [String; 2] {
    [key.to_owned(), format!("{key}{}", char::MAX)]
}
