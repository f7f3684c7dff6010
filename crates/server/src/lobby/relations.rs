//! Followed and blocked accounts: who may play whom, and which followed players are online.

use crate::{
    base::HubError,
    limits::RELATIONS,
    lobby::Lobby,
    tables::{Handle, account_closed},
};
use game::Refusal;
use protocol::{AccountId, Circle, DeclineReason, FollowedPlayer, GameId, Presence};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Mutex, PoisonError},
};
use store::{Relation, RelationKind, StoreError};

/// The accounts with a page that shows or awaits the lobby.
#[derive(Default)]
pub(crate) struct OnlineAccounts(Mutex<Online>);

#[derive(Default)]
struct Online {
    /// Number of sockets at this server.
    here: HashMap<AccountId, usize>,
    elsewhere: HashSet<AccountId>,
}

/// An account's socket, counted until it is dropped.
pub(super) struct OnlineAccount<'a>(&'a OnlineAccounts, AccountId);

impl OnlineAccounts {
    pub(super) fn enter(&self, account: &AccountId) -> OnlineAccount<'_> {
        *self.lock().here.entry(account.clone()).or_default() += 1;
        OnlineAccount(self, account.clone())
    }

    /// The accounts at this server, as a text.
    pub(super) fn text(&self) -> String {
        self.lock().here.keys().map(|id| format!("{id} ")).collect()
    }

    /// Notes the accounts at the other servers, as their texts.
    pub(super) fn set_elsewhere(&self, texts: &str) {
        self.lock().elsewhere = texts.split_whitespace().map(Into::into).collect();
    }

    fn has(&self, account: &AccountId) -> bool {
        let online = self.lock();
        online.here.contains_key(account) || online.elsewhere.contains(account)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Online> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OnlineAccount<'_> {
    fn drop(&mut self) {
        let mut online = self.0.lock();
        if let Some(count) = online.here.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                online.here.remove(&self.1);
            }
        }
    }
}

impl Lobby {
    /// The relation of an account to another.
    pub(crate) async fn relation(
        &self,
        account: &AccountId,
        other: &AccountId,
    ) -> Result<Option<protocol::Relation>, HubError> {
        let relations = self.tables.app.store.relations(account).await?;
        let found = relations.into_iter().find(|relation| relation.other == *other);
        Ok(found.map(|relation| match relation.kind {
            RelationKind::Follow => protocol::Relation::Follow,
            RelationKind::Block => protocol::Relation::Block,
        }))
    }

    /// Follows or blocks another account, or ends both. Open challenges between
    /// an account and one that it blocks are declined.
    ///
    /// # Errors
    /// A refusal for a relation to oneself and for too many relations, and if the store fails.
    pub(crate) async fn relate(
        &self,
        account: &AccountId,
        other: &AccountId,
        relation: Option<protocol::Relation>,
    ) -> Result<(), HubError> {
        let app = &self.tables.app;
        let Some(relation) = relation else {
            app.store.remove_relation(account, other).await?;
            self.note_block(account, other, false);
            return Ok(());
        };
        if account == other {
            let message = "no account follows or blocks itself";
            return Err(Refusal::new("relation-self", message).into());
        }
        let kind = match relation {
            protocol::Relation::Follow => RelationKind::Follow,
            protocol::Relation::Block => RelationKind::Block,
        };
        let (account, other) = (account.clone(), other.clone());
        let since_ms = app.config.env.now_ms();
        let relation = Relation { account: account.clone(), other: other.clone(), kind, since_ms };
        match app.store.set_relation(relation, RELATIONS).await {
            Ok(()) => {}
            Err(StoreError::TooManyRelations) => {
                let message = format!("an account follows and blocks at most {RELATIONS} others");
                let refusal = Refusal::new("relation-limit", message);
                return Err(refusal.with(RELATIONS).into());
            }
            Err(error) => return Err(error.into()),
        }
        let is_blocked = kind == RelationKind::Block;
        self.note_block(&account, &other, is_blocked);
        if is_blocked {
            self.decline_between(&account, &other).await?;
        }
        Ok(())
    }

    /// Notes in waiting seeks, and for the chats of tables, whether an account blocks another.
    fn note_block(&self, account: &AccountId, other: &AccountId, is_blocked: bool) {
        self.seeks.set_blocked(account, other, is_blocked);
        self.accounts.note_block(account, other, is_blocked);
    }

    /// Declines the open challenges between two accounts, of which one has blocked the other. They
    /// are read from the store, because another server may have added one.
    async fn decline_between(&self, one: &AccountId, other: &AccountId) -> Result<(), HubError> {
        let app = &self.tables.app;
        let mut open = app.store.challenges(app.now_ms()).await?;
        open.retain(|it| {
            let players = [&it.challenger, &it.recipient];
            it.answer.is_none() && (players == [one, other] || players == [other, one])
        });
        for challenge in open {
            let (game, recipient) = (&challenge.game, &challenge.recipient);
            let reason = DeclineReason::No.as_str();
            match app.store.answer_challenge(game, recipient, reason, app.now_ms()).await {
                // It ended in the meantime.
                Ok(()) | Err(StoreError::NoChallenge) => {}
                Err(error) => return Err(error.into()),
            }
            self.challenges_changed();
        }
        Ok(())
    }

    /// The accounts that an account blocks.
    pub(super) async fn blocked_by(&self, account: &AccountId) -> Result<Vec<AccountId>, HubError> {
        let relations = self.tables.app.store.relations(account).await?;
        let blocked = relations.into_iter().filter(|it| it.kind == RelationKind::Block);
        Ok(blocked.map(|relation| relation.other).collect())
    }

    /// Checks that no account at a table, and not its host, is closed, blocks another account or is
    /// blocked by it. The host's account is known from a seek or a challenge.
    ///
    /// # Errors
    /// A refusal, and if the store fails.
    pub(crate) async fn check_unblocked(
        &self,
        table: &Handle,
        host: Option<AccountId>,
        account: Option<&AccountId>,
    ) -> Result<(), HubError> {
        let mut others = table.accounts();
        others.extend(host);
        let standings = self.accounts.standings();
        if others.iter().any(|other| standings.is_closed(other)) {
            return Err(account_closed().into());
        }
        let Some(account) = account else { return Ok(()) };
        self.check_pairs(account, others).await
    }

    /// Checks that none of these accounts blocks another account, or is blocked by it.
    ///
    /// # Errors
    /// As [`Lobby::check_unblocked`].
    pub(super) async fn check_pairs(
        &self,
        account: &AccountId,
        mut others: Vec<AccountId>,
    ) -> Result<(), HubError> {
        others.retain(|other| other != account);
        if others.is_empty()
            || self.tables.app.store.blocked_among(account, others).await?.is_empty()
        {
            return Ok(());
        }
        let message = "one of the two players has blocked the other";
        Err(Refusal::new("player-blocked", message).into())
    }

    /// The accounts that an account follows and blocks. An account that blocks the reader is shown
    /// as absent.
    pub(crate) async fn circle(&self, account: &AccountId) -> Result<Circle, HubError> {
        let store = &self.tables.app.store;
        let relations = store.relations(account).await?;
        let ids: Vec<AccountId> = relations.iter().map(|it| it.other.clone()).collect();
        let followed = relations.iter().filter(|it| it.kind == RelationKind::Follow);
        let followed = followed.map(|it| it.other.clone()).collect();
        let hidden = store.blocked_among(account, followed).await?;
        let mut names = store.names_of(ids).await?;
        let playing = self.public_players().await;
        let standings = self.accounts.standings();
        let mut circle = Circle::default();
        for relation in relations {
            let Some(name) = names.remove(&relation.other) else { continue };
            if relation.kind == RelationKind::Block {
                circle.blocked.push(name);
                continue;
            }
            let is_shown =
                !hidden.contains(&relation.other) && !standings.is_hidden(&relation.other);
            circle.followed.push(FollowedPlayer {
                online: is_shown && self.online.has(&relation.other),
                table: playing.get(&name).filter(|_| is_shown).cloned(),
                name,
            });
        }
        circle.followed.sort_by_key(|it| (it.table.is_none(), !it.online, it.name.clone()));
        circle.blocked.sort();
        Ok(circle)
    }

    /// Whether a player is there, as a signed-in reader may know it.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn presence(
        &self,
        reader: &AccountId,
        player: &AccountId,
        name: &str,
    ) -> Result<Presence, HubError> {
        let is_own = reader == player;
        let others = if is_own { Vec::new() } else { vec![player.clone()] };
        let is_blocked =
            !is_own && !self.tables.app.store.blocked_among(reader, others).await?.is_empty();
        if is_blocked || self.accounts.standings().is_hidden(player) {
            return Ok(Presence::default());
        }
        Ok(Presence {
            online: self.online.has(player),
            table: self.public_players().await.remove(name),
        })
    }

    /// The public games at all servers by the names of their players.
    async fn public_players(&self) -> BTreeMap<String, GameId> {
        self.look().await.players.clone()
    }
}
