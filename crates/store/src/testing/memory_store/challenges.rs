use super::MemoryStore;
use crate::{ACCEPTED, Challenge, ChallengeKey, Challenges, StoreError, challenges::KEPT_MS};
use async_trait::async_trait;
use protocol::{AccountId, GameId, UnixMs};

#[async_trait]
impl Challenges for MemoryStore {
    async fn add_challenge(&self, challenge: Challenge, max_open: u32) -> Result<(), StoreError> {
        let challenges = &mut self.contents().challenges;
        challenges.retain(|other| other.until_ms + KEPT_MS > challenge.since_ms);
        let is_open = |other: &&Challenge| {
            other.challenger == challenge.challenger
                && other.answer.is_none()
                && other.seat.is_none() == challenge.seat.is_none()
                && other.until_ms > challenge.since_ms
        };
        let is_same = |other: &Challenge| other.recipient == challenge.recipient;
        let open = challenges.iter().filter(is_open).count();
        if open >= max_open as usize || challenges.iter().filter(is_open).any(is_same) {
            return Err(StoreError::TooManyChallenges);
        }
        challenges.push(challenge);
        let order = |it: &Challenge| (it.since_ms, it.game.clone(), it.recipient.clone());
        challenges.sort_by_key(order);
        Ok(())
    }

    async fn challenges_at(&self, game: &GameId) -> Result<Vec<Challenge>, StoreError> {
        let contents = self.contents();
        let there = contents.challenges.iter().filter(|it| it.game == *game);
        let mut there: Vec<Challenge> = there.cloned().collect();
        there.sort_by(|a, b| a.recipient.cmp(&b.recipient));
        Ok(there)
    }

    async fn challenges(&self, now_ms: UnixMs) -> Result<Vec<Challenge>, StoreError> {
        let contents = self.contents();
        let unexpired = contents.challenges.iter().filter(|it| it.until_ms > now_ms);
        Ok(unexpired.cloned().collect())
    }

    async fn answer_challenge(
        &self,
        game: &GameId,
        recipient: &AccountId,
        answer: &str,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let is_meant = |it: &&mut Challenge| {
            it.game == *game
                && it.recipient == *recipient
                && it.answer.as_deref().is_none_or(|given| given == answer)
                && it.until_ms > now_ms
        };
        let mut contents = self.contents();
        let found = contents.challenges.iter_mut().find(is_meant).ok_or(StoreError::NoChallenge)?;
        found.answer = Some(answer.to_owned());
        Ok(())
    }

    async fn renew_challenges(
        &self,
        games: Vec<GameId>,
        now_ms: UnixMs,
        until_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let mut contents = self.contents();
        let is_meant = |it: &&mut Challenge| {
            games.contains(&it.game)
                && it.until_ms > now_ms
                && it.answer.as_deref().is_none_or(|answer| answer == ACCEPTED)
        };
        let renewed = contents.challenges.iter_mut().filter(is_meant);
        renewed.for_each(|challenge| challenge.until_ms = until_ms);
        Ok(())
    }

    async fn end_challenges(
        &self,
        challenges: Vec<ChallengeKey>,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let mut contents = self.contents();
        let ended = contents.challenges.iter_mut().filter(|it| challenges.contains(&it.key()));
        ended.for_each(|challenge| challenge.until_ms = challenge.until_ms.min(now_ms));
        Ok(())
    }

    async fn remove_challenges(&self, challenges: Vec<ChallengeKey>) -> Result<(), StoreError> {
        self.contents().challenges.retain(|it| !challenges.contains(&it.key()));
        Ok(())
    }
}
