use super::MemoryStore;
use crate::{Relation, RelationKind, Relations, StoreError};
use async_trait::async_trait;
use protocol::AccountId;

#[async_trait]
impl Relations for MemoryStore {
    async fn set_relation(&self, relation: Relation, max: u32) -> Result<(), StoreError> {
        let relations = &mut self.contents().relations;
        let is_other =
            |it: &&Relation| it.account == relation.account && it.other != relation.other;
        if relations.iter().filter(is_other).count() >= max as usize {
            return Err(StoreError::TooManyRelations);
        }
        relations.retain(|it| it.account != relation.account || it.other != relation.other);
        relations.push(relation);
        relations.sort_by(|a, b| (a.since_ms, &a.other).cmp(&(b.since_ms, &b.other)));
        Ok(())
    }

    async fn remove_relation(
        &self,
        account: &AccountId,
        other: &AccountId,
    ) -> Result<(), StoreError> {
        let relations = &mut self.contents().relations;
        relations.retain(|it| it.account != *account || it.other != *other);
        Ok(())
    }

    async fn relations(&self, account: &AccountId) -> Result<Vec<Relation>, StoreError> {
        let contents = self.contents();
        Ok(contents.relations.iter().filter(|it| it.account == *account).cloned().collect())
    }

    async fn blocked_by(
        &self,
        accounts: Vec<AccountId>,
    ) -> Result<Vec<(AccountId, AccountId)>, StoreError> {
        let contents = self.contents();
        let blocks = contents.relations.iter().filter(|it| it.kind == RelationKind::Block);
        let blocks = blocks.filter(|it| accounts.contains(&it.account));
        Ok(blocks.map(|it| (it.account.clone(), it.other.clone())).collect())
    }

    async fn blocked_among(
        &self,
        other: &AccountId,
        accounts: Vec<AccountId>,
    ) -> Result<Vec<AccountId>, StoreError> {
        let contents = self.contents();
        let is_between = |it: &Relation, account: &AccountId| {
            let pair = [&it.account, &it.other];
            it.kind == RelationKind::Block && (pair == [other, account] || pair == [account, other])
        };
        let mut blocked = accounts;
        blocked.retain(|account| contents.relations.iter().any(|it| is_between(it, account)));
        Ok(blocked)
    }
}
