//! Names of the accounts of studies.

use super::Studies;
use crate::base::ApiError;
use protocol::{AccountId, CLOSED_NAME};
use std::collections::{BTreeSet, HashMap};

/// Names of accounts by id. Closed accounts have the neutral name.
pub(super) struct Names(HashMap<AccountId, String>);

impl Names {
    pub(super) fn of(&self, account: &AccountId) -> String {
        self.0.get(account).map_or(CLOSED_NAME, String::as_str).to_owned()
    }
}

impl Studies {
    pub(super) async fn names<'a>(
        &self,
        accounts: impl Iterator<Item = &'a AccountId>,
    ) -> Result<Names, ApiError> {
        let accounts: BTreeSet<&AccountId> = accounts.collect();
        if accounts.is_empty() {
            return Ok(Names(HashMap::new()));
        }
        Ok(Names(self.store.names_of(accounts.into_iter().cloned().collect()).await?))
    }
}
