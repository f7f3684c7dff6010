//! Challenges of one account to another. The challenger waits at a table, which the recipient joins
//! to accept. The log of the table decides that this happens once.

use crate::{
    accounts::{Member, Person, Visitor},
    base::HubError,
    limits::{CHALLENGE_MS, CHALLENGES_EVERY, CORRESPONDENCE_CHALLENGE_MS, OPEN_CHALLENGES},
    lobby::{Lobby, creator::Creator},
    tables::Handle,
};
use clock::Controls;
use game::Refusal;
use protocol::{
    AccountId, Challenge, Created, DeclineReason, GameId, OpenRequest, SeatPlan, Strength,
    TablePlan, ToClient,
};
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering::SeqCst},
};
use store::{ACCEPTED, ChallengeKey, StoreError};
use tokio::sync::{Notify, watch};

/// The challenges as last read from the store.
pub(crate) struct Challenges {
    known: Mutex<Arc<Vec<store::Challenge>>>,
    /// Counts the changes.
    changes: watch::Sender<u64>,
    is_stale: AtomicBool,
    woken: Notify,
}

impl Default for Challenges {
    fn default() -> Challenges {
        Challenges {
            known: Mutex::default(),
            changes: watch::Sender::new(0),
            is_stale: AtomicBool::new(true),
            woken: Notify::new(),
        }
    }
}

impl Challenges {
    /// Has the challenges read at once.
    pub(super) fn mark_stale(&self) {
        self.is_stale.store(true, SeqCst);
        self.woken.notify_one();
    }

    /// Changes with the challenges.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Challenges to an account that wait for it, oldest first. An accepted one is among them until its
    /// recipient sits down.
    pub(super) fn incoming(&self, account: &AccountId) -> Vec<Challenge> {
        let own = |it: &&store::Challenge| it.recipient == *account && !is_declined(it);
        let known = self.known();
        // The server has written the text.
        known.iter().filter(own).filter_map(|it| serde_json::from_str(&it.text).ok()).collect()
    }

    fn known(&self) -> Arc<Vec<store::Challenge>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, challenges: Vec<store::Challenge>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // The expiry is no news.
        let same = |(one, other): (&store::Challenge, &store::Challenge)| {
            one.key() == other.key() && one.answer == other.answer
        };
        let is_same = known.len() == challenges.len() && known.iter().zip(&challenges).all(same);
        *known = Arc::new(challenges);
        drop(known);
        if !is_same {
            self.changes.send_modify(|count| *count += 1);
        }
    }
}

/// Whether the players have days for each move. An invalid clock has none.
pub(super) fn is_correspondence(plan: &TablePlan) -> bool {
    plan.clock.parse::<Controls>().is_ok_and(|controls| controls.is_correspondence())
}

impl Lobby {
    /// Opens a table that waits for the recipient. A rated game is public, as every rated game is in
    /// the archive; a casual one stays between the two players. The plan in the challenge tells the
    /// recipient which it is.
    ///
    /// # Errors
    /// A refusal for a guest, for a challenge to oneself, for a blocked pair, for a plan that is not
    /// for two people, and for too many open challenges; and if the store fails.
    pub(crate) async fn challenge(
        self: &Arc<Lobby>,
        plan: TablePlan,
        recipient: Member,
        visitor: Visitor,
    ) -> Result<Created, HubError> {
        let plan = TablePlan { is_public: plan.rated, ..plan };
        let Some(account) = visitor.account.clone() else {
            return Err(Refusal::new("sign-in", "only accounts can challenge").into());
        };
        if account.id == recipient.id {
            return Err(Refusal::new("challenge-self", "no account challenges itself").into());
        }
        self.check_pairs(&account.id, vec![recipient.id.clone()]).await?;
        if !matches!(
            plan.seats[..],
            [SeatPlan::Host, SeatPlan::Open] | [SeatPlan::Open, SeatPlan::Host]
        ) {
            let message = "a challenge has one `host` seat and one `open` seat";
            return Err(Refusal::new("challenge-seats", message).into());
        }
        let request = OpenRequest { plan: plan.clone(), name: account.name.clone() };
        let app = &self.tables.app;
        let strength = self.host_strength(&plan, &account).await?;
        let (is_public, creator) = (plan.is_public, Creator::of(&visitor));
        let created = self.tables.open(request, visitor).await?;
        let lifetime_ms =
            if is_correspondence(&plan) { CORRESPONDENCE_CHALLENGE_MS } else { CHALLENGE_MS };
        let shown = Challenge { table: created.table.clone(), from: account.name, strength, plan };
        let now_ms = app.now_ms();
        let challenge = store::Challenge {
            game: created.table.clone(),
            challenger: account.id,
            recipient: recipient.id,
            seat: None,
            text: serde_json::to_string(&shown).unwrap_or_default(),
            answer: None,
            since_ms: now_ms,
            until_ms: now_ms + lifetime_ms,
        };
        if let Err(error) = app.store.add_challenge(challenge, OPEN_CHALLENGES).await {
            return Err(self.withdraw_new(&created, error).await);
        }
        if is_public {
            self.live.add(created.table.clone(), creator);
        }
        self.challenges_changed();
        Ok(created)
    }

    /// The rating that a host's invitation to a rated game shows.
    pub(super) async fn host_strength(
        &self,
        plan: &TablePlan,
        account: &Member,
    ) -> Result<Option<Strength>, HubError> {
        let (name, account) = (account.name.clone(), Some(account.clone()));
        let joining = self.tables.app.joining_player(plan, name, account).await?;
        Ok(joining.member.map(|member| member.strength))
    }

    /// Closes a table that was just opened for challenges that could not be stored: without them it
    /// is of no use. Returns the error for the client.
    pub(super) async fn withdraw_new(
        self: &Arc<Lobby>,
        created: &Created,
        error: StoreError,
    ) -> HubError {
        let _ = self.cancel(&created.table, &created.token, Person::Own).await;
        match error {
            StoreError::TooManyChallenges => {
                let message = "there are too many open challenges, or one to this player";
                Refusal::new("challenge-limit", message).into()
            }
            error => error.into(),
        }
    }

    /// Declines a challenge.
    ///
    /// # Errors
    /// If there is no open challenge to this account at the table, or if the store fails.
    pub(crate) async fn decline(
        &self,
        table: &GameId,
        reason: DeclineReason,
        account: &Member,
    ) -> Result<(), HubError> {
        self.answer(table, account, reason.as_str()).await
    }

    /// Accepts a challenge, before its recipient takes the seat. From then on it cannot be declined.
    ///
    /// # Errors
    /// If there is no open challenge to this account at the table, or if the store fails.
    pub(crate) async fn accept(&self, table: &GameId, account: &Member) -> Result<(), HubError> {
        self.answer(table, account, ACCEPTED).await
    }

    async fn answer(&self, table: &GameId, account: &Member, answer: &str) -> Result<(), HubError> {
        let app = &self.tables.app;
        match app.store.answer_challenge(table, &account.id, answer, app.now_ms()).await {
            Ok(()) => {
                self.challenges_changed();
                Ok(())
            }
            Err(StoreError::NoChallenge) => Err(no_challenge().into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends the challenges of a closed table, if there are any. They stay known at the table, so that
    /// no player can join there before the table is deleted.
    pub(super) async fn withdraw_challenges(&self, table: &GameId) {
        let app = &self.tables.app;
        let ended = async {
            let there = app.store.challenges_at(table).await?;
            let keys: Vec<ChallengeKey> = there.iter().map(store::Challenge::key).collect();
            if keys.is_empty() {
                return Ok::<_, StoreError>(());
            }
            app.store.end_challenges(keys, app.now_ms()).await
        };
        if let Err(error) = ended.await {
            // The challenges expire.
            tracing::debug!(table = table.as_str(), %error, "failed to end challenges");
        }
        self.challenges_changed();
    }

    /// Notes that the challenges have changed, here and at the other servers.
    pub(super) fn challenges_changed(&self) {
        self.challenges.mark_stale();
        self.hint_others();
    }

    /// Reads the challenges for their recipients, renews those whose challenger is present, and
    /// tells challengers that a challenge was declined, forever.
    pub(crate) async fn keep_challenges(self: Arc<Lobby>) {
        loop {
            let waited = tokio::time::timeout(CHALLENGES_EVERY, self.challenges.woken.notified());
            let _ = waited.await;
            let is_stale = self.challenges.is_stale.swap(false, SeqCst);
            let may_have = self.tables.app.is_shared() || !self.challenges.known().is_empty();
            if (is_stale || may_have)
                && let Err(error) = self.follow_challenges().await
            {
                self.challenges.is_stale.store(true, SeqCst);
                tracing::debug!(%error, "failed to follow challenges");
            }
        }
    }

    pub(super) async fn follow_challenges(&self) -> Result<(), HubError> {
        let app = &self.tables.app;
        let now_ms = app.now_ms();
        let all = app.store.challenges(now_ms).await?;
        let (mut renewed, mut ended) = (Vec::new(), Vec::<ChallengeKey>::new());
        let mut accepted = Vec::<ChallengeKey>::new();
        for challenge in &all {
            let Some(table) = self.tables.running(&challenge.game) else { continue };
            let declined = challenge.answer.as_deref().filter(|answer| *answer != ACCEPTED);
            match (table.waits().await, declined) {
                (Ok(Some(true)), Some(reason)) => {
                    if let Some(reason) = DeclineReason::parse(reason) {
                        table.tell_host(ToClient::Declined { reason });
                    }
                    ended.push(challenge.key());
                }
                (Ok(None), _) => accepted.push(challenge.key()),
                (Ok(Some(_)), None) if has_sat_down(challenge, &table).await => {
                    accepted.push(challenge.key());
                }
                (Ok(Some(true)), None) if challenge.until_ms < now_ms + CHALLENGE_MS * 2 / 3 => {
                    renewed.push(challenge.game.clone());
                }
                _ => {}
            }
        }
        if !renewed.is_empty() {
            app.store.renew_challenges(renewed, now_ms, now_ms + CHALLENGE_MS).await?;
        }
        let mut open = all;
        open.retain(|it| !ended.contains(&it.key()) && !accepted.contains(&it.key()));
        let are_changed = !ended.is_empty() || !accepted.is_empty();
        if !ended.is_empty() {
            // They expire now, and stay known at their tables.
            app.store.end_challenges(ended, now_ms).await?;
        }
        if !accepted.is_empty() {
            app.store.remove_challenges(accepted).await?;
        }
        if are_changed {
            self.hint_others();
        }
        self.challenges.set(open);
        Ok(())
    }
}

/// Whether the recipient of an accepted reservation has taken the seat, while others are open.
async fn has_sat_down(challenge: &store::Challenge, table: &Handle) -> bool {
    let Some(seat) = challenge.seat.filter(|_| challenge.answer.is_some()) else { return false };
    let info = table.info().await;
    info.is_ok_and(|info| info.seats.get(usize::from(seat)).is_some_and(|seat| seat.taken))
}

pub(super) fn is_declined(challenge: &store::Challenge) -> bool {
    challenge.answer.as_ref().is_some_and(|answer| answer != ACCEPTED)
}

pub(super) fn no_challenge() -> Refusal {
    Refusal::new("no-challenge", "this challenge is no longer open")
}
