use crate::StoreError;
use async_trait::async_trait;
use protocol::{AccountId, UnixMs};

/// How an account stands to another. An account has at most one relation to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    /// The account that follows or blocks.
    pub account: AccountId,
    /// The followed or blocked account.
    pub other: AccountId,
    /// What the account does.
    pub kind: RelationKind,
    /// Time of the last change.
    pub since_ms: UnixMs,
}

/// Kind of a [`Relation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RelationKind {
    /// The account wants to see the other first.
    Follow,
    /// The account does not play the other.
    Block,
}

impl RelationKind {
    /// Stable text in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            RelationKind::Follow => "follow",
            RelationKind::Block => "block",
        }
    }

    /// The kind with this text.
    pub(crate) fn parse(text: &str) -> Option<RelationKind> {
        [RelationKind::Follow, RelationKind::Block].into_iter().find(|kind| kind.as_str() == text)
    }
}

/// Which accounts follow and block which others.
#[async_trait]
pub trait Relations: Send + Sync {
    /// Sets the relation of an account to another, in place of an earlier one.
    ///
    /// # Errors
    /// [`StoreError::TooManyRelations`] if the account has relations to `max` others.
    async fn set_relation(&self, relation: Relation, max: u32) -> Result<(), StoreError>;

    /// Removes the relation of an account to another. Does nothing if there is none.
    async fn remove_relation(
        &self,
        account: &AccountId,
        other: &AccountId,
    ) -> Result<(), StoreError>;

    /// Returns the relations of an account to others, ordered by time.
    async fn relations(&self, account: &AccountId) -> Result<Vec<Relation>, StoreError>;

    /// Returns whom these accounts block, in any order: pairs of an account and one that it blocks.
    async fn blocked_by(
        &self,
        accounts: Vec<AccountId>,
    ) -> Result<Vec<(AccountId, AccountId)>, StoreError>;

    /// Returns those of these accounts that block `other` or are blocked by it, in any order.
    async fn blocked_among(
        &self,
        other: &AccountId,
        accounts: Vec<AccountId>,
    ) -> Result<Vec<AccountId>, StoreError>;
}
