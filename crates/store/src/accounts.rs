use crate::{Standing, StoreError};
use async_trait::async_trait;
use protocol::{AccountId, UnixMs};
use std::{collections::HashMap, fmt};

/// A registered account.
#[derive(Clone, PartialEq, Eq)]
pub struct Player {
    /// Permanent id, used in the logs.
    pub id: AccountId,
    /// Case-folded name; unique.
    pub key: String,
    /// Display name.
    pub name: String,
    /// Password hash with its salt and cost parameters.
    pub password: String,
    /// Time of registration, Unix ms.
    pub since_ms: UnixMs,
    /// What distinguishes the account from others.
    pub standing: Standing,
    /// Confirmed mail address, for links to a new password. Only the account's player and the
    /// operator may see it.
    pub mail: Option<String>,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Player({} {} <secret>)", self.id, self.name)
    }
}

/// A change of password.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword {
    /// The player's id.
    pub player: AccountId,
    /// The stored hash that the current password was verified against.
    pub verified: String,
    /// Hash of the new password.
    pub password: String,
    /// Token hash of the one session that stays signed in.
    pub kept_session: String,
}

/// A change of an account's mail address.
#[derive(Clone, PartialEq, Eq)]
pub struct NewMailAddress {
    /// The player's id.
    pub player: AccountId,
    /// The stored hash that the current password, or the code of a link, was verified against.
    pub verified: String,
    /// The address; `None` removes it.
    pub mail: Option<String>,
}

/// A signed-in session.
#[derive(Clone, PartialEq, Eq)]
pub struct LoginSession {
    /// Hash of the session token in hex. The token itself is not stored.
    pub hash: String,
    /// The player's id.
    pub player: AccountId,
    /// Expiry time, Unix ms.
    pub until_ms: UnixMs,
}

/// Accounts and their sessions.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Creates an account and signs it in, both or neither.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if another account has the same key.
    async fn add_player(&self, player: Player, session: LoginSession) -> Result<(), StoreError>;

    /// Returns the account with this key, also a closed one.
    async fn player_by_key(&self, key: &str) -> Result<Option<Player>, StoreError>;

    /// Returns the names of the accounts with these ids, by id. Unknown ids and closed accounts are
    /// missing from the map.
    async fn names_of(&self, ids: Vec<AccountId>)
    -> Result<HashMap<AccountId, String>, StoreError>;

    /// Returns the names of open accounts with keys that begin with `key`, ordered by key, at most
    /// `limit`.
    async fn names_with_prefix(&self, key: &str, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Returns the names of all accounts, as registered, also of closed ones.
    async fn player_names(&self) -> Result<Vec<String>, StoreError>;

    /// Signs a player in after the password was verified against the hash `verified`. Deletes
    /// sessions that have expired by `now_ms`, and the session `instead`.
    ///
    /// # Errors
    /// [`StoreError::PasswordChanged`] if the stored hash is no longer `verified`, or if the account
    /// was closed; verifying a password takes time.
    async fn add_session(
        &self,
        session: LoginSession,
        verified: String,
        instead: Option<String>,
        now_ms: UnixMs,
    ) -> Result<(), StoreError>;

    /// Returns the player of an unexpired session.
    async fn session(&self, hash: &str, now_ms: UnixMs) -> Result<Option<Player>, StoreError>;

    /// Returns the unexpired sessions of a player, the one that expires last first.
    async fn sessions_of(
        &self,
        player: &AccountId,
        now_ms: UnixMs,
    ) -> Result<Vec<LoginSession>, StoreError>;

    /// Ends a session. Does nothing if there is none with this hash.
    async fn end_session(&self, hash: &str) -> Result<(), StoreError>;

    /// Changes a player's password and ends all of their sessions except [`NewPassword::kept_session`].
    ///
    /// # Errors
    /// [`StoreError::PasswordChanged`] if the stored hash is no longer [`NewPassword::verified`], or
    /// if the account was closed.
    async fn set_password(&self, new: NewPassword) -> Result<(), StoreError>;

    /// Sets or removes an account's mail address. Several accounts may have the same one. Closing the
    /// account removes it, too.
    ///
    /// # Errors
    /// [`StoreError::PasswordChanged`] if the stored hash is no longer [`NewMailAddress::verified`],
    /// or if the account was closed.
    async fn set_mail(&self, new: NewMailAddress) -> Result<(), StoreError>;

    /// Returns the open accounts with a mail address, ignoring the case of ASCII letters, ordered by
    /// key, at most `limit`.
    async fn players_by_mail(&self, mail: &str, limit: u32) -> Result<Vec<Player>, StoreError>;
}

/// The half-open range that contains exactly the keys beginning with `key`.
pub(crate) fn keys_beginning(key: &str) -> [String; 2] {
    [key.to_owned(), format!("{key}{}", char::MAX)]
}
