use super::{Contents, MemoryStore};
use crate::{Accounts, LoginSession, NewMailAddress, NewPassword, Player, StoreError};
use async_trait::async_trait;
use protocol::{AccountId, UnixMs};
use std::collections::HashMap;

impl Contents {
    pub(super) fn verified(
        &mut self,
        id: &AccountId,
        hash: &str,
    ) -> Result<&mut Player, StoreError> {
        let is_verified =
            |player: &&mut Player| player.password == hash && player.standing.closed_ms.is_none();
        let player = self.players.get_mut(id).filter(is_verified);
        player.ok_or(StoreError::PasswordChanged)
    }
}

#[async_trait]
impl Accounts for MemoryStore {
    async fn add_player(&self, player: Player, session: LoginSession) -> Result<(), StoreError> {
        let mut contents = self.contents();
        if contents.players.values().any(|other| other.key == player.key) {
            return Err(StoreError::NameTaken);
        }
        if contents.players.contains_key(&player.id) {
            return Err(StoreError::Database(format!("player `{}` exists", player.id)));
        }
        contents.players.insert(player.id.clone(), player);
        contents.sessions.insert(session.hash.clone(), session);
        Ok(())
    }

    async fn player_by_key(&self, key: &str) -> Result<Option<Player>, StoreError> {
        Ok(self.contents().players.values().find(|player| player.key == key).cloned())
    }

    async fn names_of(
        &self,
        ids: Vec<AccountId>,
    ) -> Result<HashMap<AccountId, String>, StoreError> {
        let contents = self.contents();
        let known = ids.into_iter().filter_map(|id| {
            let player = contents.players.get(&id)?;
            let name = player.standing.closed_ms.is_none().then(|| player.name.clone())?;
            Some((id, name))
        });
        Ok(known.collect())
    }

    async fn names_with_prefix(&self, key: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let contents = self.contents();
        let is_open = |player: &Player| player.standing.closed_ms.is_none();
        let mut found: Vec<&Player> =
            contents.players.values().filter(|it| it.key.starts_with(key) && is_open(it)).collect();
        found.sort_by_key(|player| &player.key);
        Ok(found.into_iter().take(limit as usize).map(|player| player.name.clone()).collect())
    }

    async fn player_names(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.contents().players.values().map(|player| player.name.clone()).collect())
    }

    async fn add_session(
        &self,
        session: LoginSession,
        verified: String,
        instead: Option<String>,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let mut contents = self.contents();
        contents.verified(&session.player, &verified)?;
        contents
            .sessions
            .retain(|hash, other| other.until_ms > now_ms && instead.as_ref() != Some(hash));
        contents.sessions.insert(session.hash.clone(), session);
        Ok(())
    }

    async fn session(&self, hash: &str, now_ms: UnixMs) -> Result<Option<Player>, StoreError> {
        let contents = self.contents();
        let session = contents.sessions.get(hash).filter(|session| session.until_ms > now_ms);
        Ok(session.and_then(|session| contents.players.get(&session.player)).cloned())
    }

    async fn sessions_of(
        &self,
        player: &AccountId,
        now_ms: UnixMs,
    ) -> Result<Vec<LoginSession>, StoreError> {
        let contents = self.contents();
        let is_theirs =
            |session: &&LoginSession| session.player == *player && session.until_ms > now_ms;
        let mut found: Vec<LoginSession> =
            contents.sessions.values().filter(is_theirs).cloned().collect();
        found.sort_by(|a, b| b.until_ms.cmp(&a.until_ms).then_with(|| a.hash.cmp(&b.hash)));
        Ok(found)
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.contents().sessions.remove(hash);
        Ok(())
    }

    async fn set_password(&self, new: NewPassword) -> Result<(), StoreError> {
        let mut contents = self.contents();
        contents.verified(&new.player, &new.verified)?.password = new.password;
        contents
            .sessions
            .retain(|hash, session| session.player != new.player || *hash == new.kept_session);
        Ok(())
    }

    async fn set_mail(&self, new: NewMailAddress) -> Result<(), StoreError> {
        self.contents().verified(&new.player, &new.verified)?.mail = new.mail;
        Ok(())
    }

    async fn players_by_mail(&self, mail: &str, limit: u32) -> Result<Vec<Player>, StoreError> {
        let contents = self.contents();
        let has_it = |player: &&Player| {
            let is_same = |other: &String| other.eq_ignore_ascii_case(mail);
            player.mail.as_ref().is_some_and(is_same) && player.standing.closed_ms.is_none()
        };
        let mut found: Vec<Player> = contents.players.values().filter(has_it).cloned().collect();
        found.sort_by(|a, b| a.key.cmp(&b.key));
        found.truncate(limit as usize);
        Ok(found)
    }
}
