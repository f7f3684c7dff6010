//! Names of accounts: who has one, and who may use one.

use super::{Accounts, Member, closed, likeness, name};
use crate::{
    base::{ApiError, HubError, name::fault},
    limits::NAMES_TOLD,
};
use axum::http::StatusCode;
use game::Refusal;
use protocol::{AccountId, GUEST_NAMES};
use store::{Player, StoreError};

impl Accounts {
    /// Loads names that were registered at other servers. The store rejects equal names; this check
    /// for similar names may lag a little.
    pub(crate) async fn read_names(&self) {
        match self.store.player_names().await {
            Ok(names) => names.iter().for_each(|name| self.likenesses.add(name)),
            Err(error) => tracing::debug!(%error, "failed to read account names"),
        }
    }

    /// Checks that an account or a guest may use a name. Names of other accounts and names similar
    /// to them are rejected. The default names of guests are free for all.
    ///
    /// # Errors
    /// If the name is rejected, or the store cannot be read.
    pub(crate) async fn check_name(
        &self,
        typed: &str,
        account: Option<&Member>,
    ) -> Result<(), HubError> {
        // The table rejects invalid names.
        let Some(name) = table::clean_name(typed) else { return Ok(()) };
        if let Some(fault) = fault(&name) {
            return Err(Refusal::new("name", fault).into());
        }
        let key = likeness::key(&name);
        let is_own = |own: &&Member| likeness::key(&own.name) == key;
        if is_guests(&key) || account.filter(is_own).is_some() {
            return Ok(());
        }
        if likeness::is_reserved(&name) {
            return Err(Refusal::new("name-reserved", name::RESERVED).into());
        }
        if self.store.player_by_key(&key).await?.is_some() {
            let message =
                "this is the name of a player with an account; sign in, or choose another";
            return Err(Refusal::new("name-registered", message).into());
        }
        if self.likenesses.is_taken(&name, account.map(|own| own.name.as_str())) {
            let message = "this name looks like that of a player with an account; choose another";
            return Err(Refusal::new("name-alike", message).into());
        }
        Ok(())
    }

    /// Finds an open account by name, ignoring case.
    ///
    /// # Errors
    /// `no-player`, `account-closed`, or if the store cannot be read.
    pub(crate) async fn find(&self, name: &str) -> Result<Player, ApiError> {
        let player = self.find_any(name).await?;
        match player.standing.closed_ms {
            None => Ok(player),
            Some(_) => Err(closed(StatusCode::GONE)),
        }
    }

    /// Finds an account by name, ignoring case, also a closed one.
    pub(crate) async fn find_any(&self, name: &str) -> Result<Player, ApiError> {
        let player = self.store.player_by_key(&likeness::key(name)).await?;
        player.ok_or_else(|| {
            ApiError::new(StatusCode::NOT_FOUND, "no-player", "there is no player of this name")
        })
    }

    /// Whether an account other than this one has a name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn is_name_of_another(
        &self,
        name: &str,
        own: &AccountId,
    ) -> Result<bool, StoreError> {
        let player = self.store.player_by_key(&likeness::key(name)).await?;
        Ok(player.is_some_and(|player| player.id != *own))
    }

    /// Names of accounts with a prefix, ignoring case. An empty prefix matches none.
    pub(crate) async fn names_beginning(&self, begins: &str) -> Result<Vec<String>, ApiError> {
        match likeness::key(begins) {
            key if key.is_empty() => Ok(Vec::new()),
            key => Ok(self.store.names_with_prefix(&key, NAMES_TOLD).await?),
        }
    }
}

/// The key by which accounts are stored, for a name in any case.
pub fn account_key(name: &str) -> String {
    likeness::key(name)
}

/// Whether a key belongs to a default name of guests.
fn is_guests(key: &str) -> bool {
    GUEST_NAMES.iter().any(|guest| likeness::key(guest) == key)
}
