//! A waiting player as the matching rule sees one.

use crate::{
    accounts::Visitor,
    base::HubError,
    lobby::{Lobby, meetings::LAST_OPPONENTS},
};
use matchmaking::Seeker;
use protocol::{AccountId, LadderId, Strength, TablePlan, UnixMs};
use rating::Rating;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use store::ArchiveFilter;

/// Number of latest games that balance the sides.
const BALANCED_GAMES: u32 = 20;

/// What the matching rule knows of a player. It is never sent to a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Profile {
    /// Account id; `None` for a guest.
    account: Option<AccountId>,
    rating: u16,
    is_provisional: bool,
    /// Games in which the player moved first minus games in which the player did not.
    pub(super) first_surplus: i32,
    last_opponents: Vec<AccountId>,
    /// Accounts that the player does not play.
    #[serde(default)]
    blocked: Vec<AccountId>,
}

impl Profile {
    /// A player without an account. The rating is that of a new player.
    pub(super) fn guest() -> Profile {
        let Rating { rating, .. } = Rating::START;
        Profile {
            account: None,
            rating: rating as u16,
            is_provisional: true,
            first_surplus: 0,
            last_opponents: Vec::new(),
            blocked: Vec::new(),
        }
    }

    /// A player of whom only the rating is known; without one it is that of a new player.
    pub(super) fn seated(strength: Option<Strength>) -> Profile {
        let guest = Profile::guest();
        let Some(Strength { rating, provisional, .. }) = strength else { return guest };
        Profile { rating: rating_of(rating), is_provisional: provisional, ..guest }
    }

    /// The account; `None` for a guest.
    pub(super) const fn account(&self) -> Option<&AccountId> {
        self.account.as_ref()
    }

    /// Notes whether the player, if it is this account, blocks another.
    pub(super) fn set_blocked(&mut self, account: &AccountId, other: &AccountId, is_blocked: bool) {
        if self.account.as_ref() == Some(account) {
            self.blocked.retain(|blocked| blocked != other);
            self.blocked.extend(is_blocked.then(|| other.clone()));
        }
    }

    /// A player with an established rating.
    #[cfg(test)]
    pub(super) fn of(
        account: &str,
        rating: u16,
        first_surplus: i32,
        last_opponents: &[&str],
    ) -> Profile {
        Profile {
            account: Some(account.into()),
            rating,
            is_provisional: false,
            first_surplus,
            last_opponents: last_opponents.iter().map(|&id| id.into()).collect(),
            blocked: Vec::new(),
        }
    }

    /// The player as a seeker. Guests are never the same player, because their address does not
    /// identify them.
    pub(super) fn seeker(&self, number: u64, since_ms: UnixMs) -> Seeker<String> {
        Seeker {
            number,
            player: match &self.account {
                Some(account) => account.to_string(),
                None => format!("guest {number}"),
            },
            rating: self.rating,
            is_provisional: self.is_provisional,
            since_ms: since_ms.0,
            first_surplus: self.first_surplus,
            last_opponents: self.last_opponents.iter().map(ToString::to_string).collect(),
            blocked: self.blocked.iter().map(ToString::to_string).collect(),
            wanted: None,
        }
    }
}

impl Lobby {
    /// The profile of a visitor for a game: rating on its ladder, the latest rated games, the latest
    /// opponents in rated and casual games, and the blocked accounts.
    pub(super) async fn profile(
        &self,
        plan: &TablePlan,
        visitor: &Visitor,
    ) -> Result<Profile, HubError> {
        let Some(account) = &visitor.account else { return Ok(Profile::guest()) };
        let blocked = self.blocked_by(&account.id).await?;
        let Some((variant, speed)) = table::ladder(plan) else {
            let account = Some(account.id.clone());
            return Ok(Profile { account, blocked, ..Profile::guest() });
        };
        let app = &self.tables.app;
        let (ladder, now_ms) = (LadderId::of(variant, speed), app.config.env.now_ms());
        let strength = app.ladders.strength(&ladder, &account.id, now_ms).await?;
        let games = app.store.archive(ArchiveFilter {
            player: Some(account.id.clone()),
            variant: Some(variant.to_string()),
            limit: BALANCED_GAMES,
            ..ArchiveFilter::default()
        });
        let mut first_surplus = 0;
        let mut met = self.casual_opponents(&account.id, variant.as_str()).await?;
        for game in games.await?.into_iter().filter(|game| game.rated) {
            let is_own = |id: &Option<AccountId>| id.as_ref() == Some(&account.id);
            let Some(seat) = game.players.iter().position(|player| is_own(&player.id)) else {
                continue;
            };
            first_surplus += if seat == 0 { 1 } else { -1 };
            let others = game.players.iter().filter(|player| !is_own(&player.id));
            met.extend(others.filter_map(|player| Some((game.ended_ms, player.id.clone()?))));
        }
        met.sort_by_key(|(at_ms, _)| Reverse(*at_ms));
        let last_opponents = met.into_iter().map(|(_, other)| other).take(LAST_OPPONENTS).collect();
        Ok(Profile {
            account: Some(account.id.clone()),
            rating: rating_of(strength.rating),
            is_provisional: strength.provisional,
            first_surplus,
            last_opponents,
            blocked,
        })
    }
}

/// A rating for the matching rule.
fn rating_of(rating: i32) -> u16 {
    rating.clamp(0, u16::MAX.into()) as u16
}
