//! The accounts that are closed, muted or hidden, in memory: asked for every line of a chat and every
//! row of a list.

use protocol::{AccountId, CLOSED_NAME};
use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};
use store::{MarkedAccount, Standing};

/// Accounts with a standing other than the ordinary one, as last read from the store.
#[derive(Default)]
pub(crate) struct Standings(RwLock<HashMap<AccountId, MarkedAccount>>);

impl Standings {
    pub(super) fn set(&self, marked: Vec<MarkedAccount>) {
        let marked = marked.into_iter().map(|account| (account.id.clone(), account)).collect();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = marked;
    }

    /// Whether the account is closed.
    pub(crate) fn is_closed(&self, account: &AccountId) -> bool {
        self.has(account, |standing| standing.closed_ms.is_some())
    }

    /// Whether the account cannot use the chats: it is muted or closed.
    pub(crate) fn is_silenced(&self, account: &AccountId) -> bool {
        self.has(account, |standing| standing.muted_ms.is_some() || standing.closed_ms.is_some())
    }

    /// Whether other players do not see when the account is online or plays.
    pub(crate) fn is_hidden(&self, account: &AccountId) -> bool {
        self.has(account, |standing| standing.is_hidden || standing.closed_ms.is_some())
    }

    /// Name of a marked account, also of a closed one.
    pub(crate) fn name(&self, account: &AccountId) -> Option<String> {
        let marked = self.0.read().unwrap_or_else(PoisonError::into_inner);
        marked.get(account).map(|marked| marked.name.clone())
    }

    /// Shows the players of a finished game whose accounts are closed under the neutral name.
    pub(crate) fn hide_closed(&self, table: &mut table::Table) {
        if table.is_over() {
            table.rename_players(CLOSED_NAME, |account| self.is_closed(account));
        }
    }

    fn has(&self, account: &AccountId, is_so: impl FnOnce(&Standing) -> bool) -> bool {
        let marked = self.0.read().unwrap_or_else(PoisonError::into_inner);
        marked.get(account).is_some_and(|marked| is_so(&marked.standing))
    }
}
