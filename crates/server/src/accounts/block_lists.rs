//! The accounts that the viewers of tables block, in memory: asked for every line of a chat.

use super::Accounts;
use crate::limits::BLOCKS_READ_EVERY;
use protocol::AccountId;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak},
};

/// The accounts that one account blocks, shared by its viewers of tables at this server.
#[derive(Default)]
pub(crate) struct BlockList(RwLock<HashSet<AccountId>>);

impl BlockList {
    /// Whether the account blocks another.
    pub(crate) fn has(&self, other: &AccountId) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains(other)
    }

    fn change(&self, change: impl FnOnce(&mut HashSet<AccountId>)) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The block lists in use, as last read from the store.
#[derive(Default)]
pub(super) struct BlockLists(Mutex<HashMap<AccountId, Weak<BlockList>>>);

impl BlockLists {
    /// The list of an account, empty if it was not in use.
    pub(super) fn list(&self, account: &AccountId) -> Arc<BlockList> {
        let mut lists = self.lock();
        lists.get(account).and_then(Weak::upgrade).unwrap_or_else(|| {
            let list = Arc::default();
            lists.insert(account.clone(), Arc::downgrade(&list));
            list
        })
    }

    /// The accounts with a list in use. Forgets the other lists.
    pub(super) fn accounts(&self) -> Vec<AccountId> {
        let mut lists = self.lock();
        lists.retain(|_, list| list.strong_count() > 0);
        lists.keys().cloned().collect()
    }

    /// Replaces the lists of these accounts by what the store says: pairs of an account and one that
    /// it blocks.
    pub(super) fn set(&self, accounts: &[AccountId], blocked: Vec<(AccountId, AccountId)>) {
        let mut new: HashMap<AccountId, HashSet<AccountId>> = HashMap::new();
        for (account, other) in blocked {
            new.entry(account).or_default().insert(other);
        }
        for account in accounts {
            let others = new.remove(account).unwrap_or_default();
            self.change(account, |blocked| *blocked = others);
        }
    }

    /// Notes whether an account blocks another.
    pub(super) fn note(&self, account: &AccountId, other: &AccountId, is_blocked: bool) {
        self.change(account, |blocked| {
            if is_blocked {
                blocked.insert(other.clone());
            } else {
                blocked.remove(other);
            }
        });
    }

    fn change(&self, account: &AccountId, change: impl FnOnce(&mut HashSet<AccountId>)) {
        let list = self.lock().get(account).and_then(Weak::upgrade);
        if let Some(list) = list {
            list.change(change);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<AccountId, Weak<BlockList>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Accounts {
    /// The accounts that an account blocks. While the store cannot be read the list may be
    /// empty; [`Accounts::follow_blocks`] reads it later.
    pub(crate) async fn block_list(&self, account: &AccountId) -> Arc<BlockList> {
        let list = self.block_lists.list(account);
        self.read_blocks(vec![account.clone()]).await;
        list
    }

    /// Notes whether an account blocks another, as stored.
    pub(crate) fn note_block(&self, account: &AccountId, other: &AccountId, is_blocked: bool) {
        self.block_lists.note(account, other, is_blocked);
    }

    /// Reads whom the viewers of tables have blocked at other servers, forever.
    pub(crate) async fn follow_blocks(&self) {
        let mut ticks = tokio::time::interval(BLOCKS_READ_EVERY);
        loop {
            ticks.tick().await;
            let accounts = self.block_lists.accounts();
            if !accounts.is_empty() {
                self.read_blocks(accounts).await;
            }
        }
    }

    async fn read_blocks(&self, accounts: Vec<AccountId>) {
        match self.store.blocked_by(accounts.clone()).await {
            Ok(blocked) => self.block_lists.set(&accounts, blocked),
            Err(error) => tracing::debug!(%error, "failed to read blocked accounts"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_known_while_a_viewer_uses_it() {
        let lists = BlockLists::default();
        let [ada, bo, cy] = ["ada", "bo", "cy"].map(AccountId::from);
        let of_ada = lists.list(&ada);
        assert!(!of_ada.has(&bo));
        lists.set(std::slice::from_ref(&ada), vec![(ada.clone(), bo.clone())]);
        let again = lists.list(&ada);
        assert!(again.has(&bo) && !again.has(&cy));
        lists.note(&ada, &cy, true);
        lists.note(&ada, &bo, false);
        // No viewer uses the list of another account.
        lists.note(&bo, &ada, true);
        assert!(!of_ada.has(&bo) && of_ada.has(&cy));
        assert_eq!(lists.accounts(), std::slice::from_ref(&ada));
        lists.set(std::slice::from_ref(&ada), vec![(ada.clone(), bo.clone())]);
        assert!(of_ada.has(&bo) && !of_ada.has(&cy), "another server has changed the list");
        drop((of_ada, again));
        assert!(lists.accounts().is_empty());
        assert!(!lists.list(&ada).has(&bo), "a list that no viewer uses is forgotten");
    }
}
