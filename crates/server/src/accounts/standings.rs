//! The accounts that are closed, muted or hidden, in memory: asked for every line of a chat and every
//! row of a list.

use protocol::{AccountId, CLOSED_NAME, UnixMs};
use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
};
use store::{Finished, MarkedAccount, Standing};
use table::Table;

/// Accounts with a standing other than the ordinary one, as last read from the store.
#[derive(Default)]
pub(crate) struct Standings {
    marked: RwLock<HashMap<AccountId, MarkedAccount>>,
    closed_names: RwLock<HashSet<String>>,
    closings: AtomicU64,
}

impl Standings {
    pub(crate) fn set(&self, marked: Vec<MarkedAccount>) {
        let new: HashMap<_, _> =
            marked.into_iter().map(|account| (account.id.clone(), account)).collect();
        let is_closed = |account: &&MarkedAccount| account.standing.closed_ms.is_some();
        let names = new.values().filter(is_closed).map(|account| account.name.clone()).collect();
        *self.closed_names.write().unwrap_or_else(PoisonError::into_inner) = names;
        let mut marked = self.marked.write().unwrap_or_else(PoisonError::into_inner);
        let has_changed = closed(&marked) != closed(&new);
        *marked = new;
        if has_changed {
            // After the change: texts that a reader builds meanwhile count as old.
            self.closings.fetch_add(1, SeqCst);
        }
    }

    /// Number of changes of the set of closed accounts. A text that contains names is valid until the
    /// number changes; its builder reads the number first.
    pub(crate) fn closings(&self) -> u64 {
        self.closings.load(SeqCst)
    }

    /// The closed accounts, with the times at which they were closed.
    pub(crate) fn closed(&self) -> HashMap<AccountId, UnixMs> {
        closed(&self.marked.read().unwrap_or_else(PoisonError::into_inner))
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
        let marked = self.marked.read().unwrap_or_else(PoisonError::into_inner);
        marked.get(account).map(|marked| marked.name.clone())
    }

    /// A table as readers see it: the players of a finished game whose accounts are closed have the
    /// neutral name.
    pub(crate) fn shown(&self, table: Arc<Table>) -> Arc<Table> {
        let members = table.players().iter().flatten().filter_map(|player| player.member.as_ref());
        let is_shown_as_it_is =
            !table.is_over() || !members.into_iter().any(|member| self.is_closed(&member.id));
        if is_shown_as_it_is {
            return table;
        }
        let mut shown = Arc::unwrap_or_clone(table);
        shown.rename_players(CLOSED_NAME, |account| self.is_closed(account));
        Arc::new(shown)
    }

    /// Replaces the names of the players of an archived game whose accounts are closed. A casual game
    /// names no accounts, but only an account sits down under its name.
    pub(crate) fn hide_closed<'a>(
        &self,
        names: impl IntoIterator<Item = &'a mut String>,
        finished: &Finished,
    ) {
        for (name, player) in names.into_iter().zip(&finished.players) {
            let is_closed = match &player.id {
                Some(id) => self.is_closed(id),
                None => self.has_closed_name(name),
            };
            if is_closed {
                CLOSED_NAME.clone_into(name);
            }
        }
    }

    fn has_closed_name(&self, name: &str) -> bool {
        self.closed_names.read().unwrap_or_else(PoisonError::into_inner).contains(name)
    }

    fn has(&self, account: &AccountId, is_so: impl FnOnce(&Standing) -> bool) -> bool {
        let marked = self.marked.read().unwrap_or_else(PoisonError::into_inner);
        marked.get(account).is_some_and(|marked| is_so(&marked.standing))
    }
}

fn closed(marked: &HashMap<AccountId, MarkedAccount>) -> HashMap<AccountId, UnixMs> {
    let closed = |it: &MarkedAccount| Some((it.id.clone(), it.standing.closed_ms?));
    marked.values().filter_map(closed).collect()
}
