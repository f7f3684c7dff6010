//! What moderators see about fair play: signals of an account's rated games beside those of other
//! players. Nothing follows from them by itself.

use super::{
    Moderation,
    reviews::{Sampled, is_reviewable},
    signals::quantiles,
};
use crate::{
    base::{ApiError, bad},
    limits::{
        FAIR_PLAY_GAMES, FAIR_PLAY_LATEST, FAIR_PLAY_LOOK_MS, FAIR_PLAY_MIN_SIMILAR,
        FAIR_PLAY_SIMILAR,
    },
};
use protocol::{
    AccountId, FairPlay, FairPlayBase, FairPlayGame, FairPlayLadder, FairPlaySignals, LadderId,
    UnixMs,
};
use std::collections::{BTreeMap, HashMap};
use store::{Act, ActWithEffects, ArchiveFilter, Finished, NewAct, Player};

/// Kind of the act of looking at the signals of an account.
const LOOK: &str = "fair-play";

/// Entries of the audit log that are searched for an earlier look.
const EARLIER_LOOKS: u32 = 50;

impl Moderation {
    /// The signals of an account's latest rated games, as far as they are known. The look is in the
    /// audit log before the answer.
    ///
    /// # Errors
    /// For the moderator's own account, if there is no such account, and if the store fails.
    pub(crate) async fn fair_play(
        &self,
        moderator: &Player,
        name: &str,
    ) -> Result<FairPlay, ApiError> {
        let player = self.accounts.find_any(name).await?;
        if player.id == moderator.id {
            return Err(bad("moderate-self", "no moderator acts on the own account"));
        }
        self.note_look(moderator, &player).await?;
        let ladders = self.reviewable_games(&player.id).await?;
        let games: Vec<Finished> = ladders.values().flatten().cloned().collect();
        self.tables.app.ladders.catch_up().await;
        let changes = self.tables.app.ladders.changes(&games).await?;
        let now_ms = self.tables.app.config.env.now_ms();
        let mut found = FairPlay::default();
        for (ladder, games) in ladders {
            let mut shown = Vec::new();
            let mut ratings = Vec::new();
            for game in &games {
                let Some(seat) = seat_of(game, &player.id) else { continue };
                let change = changes.get(&game.game).and_then(|changes| changes.get(seat));
                ratings.extend(change.map(|change| change.before.rating));
                let Some(seats) = self.reviews.of_game(&game.game) else {
                    found.waiting += 1;
                    continue;
                };
                let Some(of_seat) = seats.get(seat).filter(|seat| seat.moves > 0) else { continue };
                shown.push(FairPlayGame {
                    table: game.game.clone(),
                    ended_ms: game.ended_ms,
                    moves: of_seat.moves,
                    signals: of_seat.signals,
                });
            }
            let sample = self.reviews.of_ladder(&ladder, now_ms);
            found.waiting += u32::from(sample.is_none());
            let rating = mean(&ratings);
            let signals: Vec<FairPlaySignals> = shown.iter().map(|game| game.signals).collect();
            found.ladders.push(FairPlayLadder {
                variant: ladder.variant().to_owned(),
                speed: ladder.speed().to_owned(),
                games: shown,
                middle: quantiles(&signals, 0.5),
                base: sample.and_then(|sample| base(&sample, &player.id, rating)),
            });
        }
        Ok(found)
    }

    /// Computes what moderators wait for, in idle time, forever.
    pub(crate) async fn review_games(&self) {
        self.reviews.run().await;
    }

    /// Writes the look to the audit log, unless the moderator has just looked: the page asks again
    /// while values are computed.
    async fn note_look(&self, moderator: &Player, player: &Player) -> Result<(), ApiError> {
        let now_ms = self.tables.app.config.env.now_ms();
        let acts = self.store.acts(Some(player.id.clone()), None, EARLIER_LOOKS).await?;
        if acts.iter().any(|act| is_recent_look(act, &moderator.id, now_ms)) {
            return Ok(());
        }
        let act = NewAct {
            moderator: Some(moderator.id.clone()),
            kind: LOOK.to_owned(),
            account: Some(player.id.clone()),
            text: String::new(),
            at_ms: now_ms,
        };
        Ok(self.store.act(ActWithEffects { act, change: None, settles: None }).await?)
    }

    /// The account's latest rated games of each ladder that are long enough, latest first, without
    /// those against players who have blocked the account or whom it has blocked.
    async fn reviewable_games(
        &self,
        account: &AccountId,
    ) -> Result<BTreeMap<LadderId, Vec<Finished>>, ApiError> {
        let filter = ArchiveFilter {
            player: Some(account.clone()),
            limit: FAIR_PLAY_LATEST,
            ..ArchiveFilter::default()
        };
        let mut games = self.store.archive(filter).await?;
        games.retain(is_reviewable);
        let others = games.iter().flat_map(|game| others_of(game, account)).cloned();
        let mut others: Vec<AccountId> = others.collect();
        others.sort_unstable();
        others.dedup();
        let blocked = self.store.blocked_among(account, others).await?;
        let mut ladders: BTreeMap<LadderId, Vec<Finished>> = BTreeMap::new();
        for game in games {
            if others_of(&game, account).any(|other| blocked.contains(other)) {
                continue;
            }
            let of_ladder = ladders.entry(game.ladder.clone()).or_default();
            if of_ladder.len() < FAIR_PLAY_GAMES {
                of_ladder.push(game);
            }
        }
        Ok(ladders)
    }
}

fn others_of<'a>(
    game: &'a Finished,
    account: &'a AccountId,
) -> impl Iterator<Item = &'a AccountId> {
    let ids = game.players.iter().filter_map(|player| player.id.as_ref());
    ids.filter(move |id| *id != account)
}

fn seat_of(game: &Finished, account: &AccountId) -> Option<usize> {
    game.players.iter().position(|player| player.id.as_ref() == Some(account))
}

fn is_recent_look(Act { act, .. }: &Act, moderator: &AccountId, now_ms: UnixMs) -> bool {
    act.kind == LOOK
        && act.moderator.as_ref() == Some(moderator)
        && act.at_ms <= now_ms
        && now_ms.since(act.at_ms) < FAIR_PLAY_LOOK_MS
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The base rates for an account with this rating: those of similar players if there are enough,
/// otherwise of all. Games of the account itself do not count. `None` if there are no others.
fn base(sample: &[Sampled], account: &AccountId, rating: Option<f64>) -> Option<FairPlayBase> {
    let mut own: HashMap<&str, bool> = HashMap::new();
    for player in sample {
        *own.entry(player.game.as_str()).or_default() |= player.account == *account;
    }
    let others = || sample.iter().filter(|player| !own[player.game.as_str()]);
    let is_similar = |player: &&Sampled| {
        let both = player.rating.zip(rating);
        both.is_some_and(|(theirs, own)| (theirs - own).abs() <= FAIR_PLAY_SIMILAR)
    };
    let similar: Vec<FairPlaySignals> = others().filter(is_similar).map(|it| it.signals).collect();
    let is_similar = similar.len() >= FAIR_PLAY_MIN_SIMILAR;
    let values = if is_similar { similar } else { others().map(|it| it.signals).collect() };
    (!values.is_empty()).then(|| FairPlayBase {
        count: values.len().try_into().unwrap_or(u32::MAX),
        is_similar,
        low: quantiles(&values, 0.1),
        middle: quantiles(&values, 0.5),
        high: quantiles(&values, 0.9),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(number: usize, account: &str, rating: Option<f64>, loss: f64) -> Sampled {
        Sampled {
            game: format!("g{number}").as_str().into(),
            account: account.into(),
            rating,
            signals: FairPlaySignals { loss: Some(loss), ..FairPlaySignals::default() },
        }
    }

    #[test]
    fn base_rates_are_those_of_similar_players_if_there_are_enough() {
        let ada = AccountId::from("ada");
        let of = |strong: usize, weak: usize| -> Vec<Sampled> {
            let strong = (0..strong).map(|it| sampled(it, "bo", Some(2_000.0), 0.1));
            let weak = (0..weak).map(|it| sampled(1_000 + it, "cy", Some(1_500.0), 0.3));
            strong.chain(weak).collect()
        };
        for (strong, weak, rating, expected) in [
            (0, 0, Some(1_500.0), None),
            (30, 30, Some(1_500.0), Some((30, true, 0.3))),
            (30, 30, Some(2_200.0), Some((30, true, 0.1))),
            // Too few similar players, or no rating: all count.
            (61, 29, Some(1_500.0), Some((90, false, 0.1))),
            (61, 29, None, Some((90, false, 0.1))),
        ] {
            let found = base(&of(strong, weak), &ada, rating);
            let found = found.map(|it| (it.count, it.is_similar, it.middle.loss.unwrap_or(9.0)));
            assert_eq!(found, expected, "{strong} {weak} {rating:?}");
        }
        // Games of the account do not count, for neither player.
        let own = [sampled(1, "ada", None, 0.9), sampled(1, "bo", None, 0.9)];
        assert!(base(&own, &ada, None).is_none());
        let mixed = [&own[..], &[sampled(2, "bo", None, 0.2)]].concat();
        let found = base(&mixed, &ada, None).expect("one value");
        assert_eq!((found.count, found.low.loss, found.high.loss), (1, Some(0.2), Some(0.2)));
    }
}
