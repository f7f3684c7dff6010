//! The ladders: held in memory, and a fold of what the store says is rated.

use protocol::{ArchivedGame, Strength};
use rating::{Change, Contest, Entrant, Ladder, LadderEntry, Place, Rating};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use store::{Finished, Store, StoreError};
use tokio::sync::mpsc::UnboundedReceiver;

/// How many games are read at once when the ladders are folded.
const PAGE: u32 = 1_000;

/// What the store keeps of a game that is over, as text.
#[derive(Serialize, Deserialize)]
pub(crate) struct ArchivedGameRow {
    /// As the archive shows it, but for the ratings, which follow from all games.
    #[serde(flatten)]
    pub(crate) game: ArchivedGame,
    /// Each seat's team and points, in halves. Without it the game was for two, and `game` says who
    /// has won.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) scores: Vec<(u8, u16)>,
}

/// Every ladder by its name, `variant/speed`.
pub(crate) struct Ladders {
    ladder_set: Mutex<LadderSet>,
}

struct LadderSet {
    ladders: BTreeMap<String, Ladder>,
    /// What has been committed since the ladder_set were last looked into.
    news: UnboundedReceiver<Finished>,
}

impl Ladders {
    /// Folds everything that is rated.
    pub(crate) async fn open(store: &dyn Store) -> Result<Ladders, StoreError> {
        // Listened to before the reading, so that nothing falls between; twice does no harm.
        let news = store.finished();
        let mut ladder_set = LadderSet { ladders: BTreeMap::new(), news };
        let mut after = None;
        loop {
            let page = store.rated(after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.place());
            page.iter().for_each(|game| ladder_set.settle(game));
        }
        Ok(Ladders { ladder_set: Mutex::new(ladder_set) })
    }

    /// How strong a player is held to be now.
    pub(crate) fn strength(&self, ladder: &str, player: &str, now_ms: u64) -> Strength {
        let ladder_set = self.ladder_set();
        let standing = ladder_set.ladders.get(ladder).and_then(|ladder| ladder.standing(player));
        shown(standing.map_or(Rating::START, |standing| standing.at(now_ms)))
    }

    /// Every ladder on which a player has a rated game, by name.
    pub(crate) fn standings(&self, player: &str) -> Vec<(String, LadderEntry)> {
        let ladder_set = self.ladder_set();
        let found =
            |(name, ladder): (&String, &Ladder)| Some((name.clone(), ladder.standing(player)?));
        ladder_set.ladders.iter().filter_map(found).collect()
    }

    /// The first of a ladder.
    pub(crate) fn ranking(&self, ladder: &str, now_ms: u64, most: usize) -> Vec<Place> {
        let ladder_set = self.ladder_set();
        let mut places =
            ladder_set.ladders.get(ladder).map_or_else(Vec::new, |ladder| ladder.ranking(now_ms));
        places.truncate(most);
        places
    }

    /// What each of these games changed, by seat; nothing for one that is not rated.
    pub(crate) fn changes(&self, games: &[Finished]) -> HashMap<String, Vec<Change>> {
        let ladder_set = self.ladder_set();
        let changes = |game: &Finished| {
            let changes = ladder_set.ladders.get(&game.ladder)?.changes(&game.game)?;
            Some((game.game.clone(), changes.to_vec()))
        };
        games.iter().filter_map(changes).collect()
    }

    /// Counts what has been committed meanwhile, though nobody asks.
    pub(crate) fn catch_up(&self) {
        drop(self.ladder_set());
    }

    /// The ladder_set, up to date.
    fn ladder_set(&self) -> MutexGuard<'_, LadderSet> {
        let mut ladder_set = self.ladder_set.lock().unwrap_or_else(PoisonError::into_inner);
        while let Ok(game) = ladder_set.news.try_recv() {
            ladder_set.settle(&game);
        }
        ladder_set
    }
}

impl LadderSet {
    fn settle(&mut self, game: &Finished) {
        match contest(game) {
            Some(contest) => self.ladders.entry(game.ladder.clone()).or_default().settle(contest),
            None => {
                if let Some(ladder) = self.ladders.get_mut(&game.ladder) {
                    ladder.strike(&game.game);
                }
            }
        }
    }
}

/// Who met whom; `None` where nothing is to be rated.
fn contest(game: &Finished) -> Option<Contest> {
    let kept: ArchivedGameRow = serde_json::from_str(&game.text).ok().filter(|_| game.rated)?;
    let seats = 0..u8::try_from(game.players.len()).ok()?;
    let winners = &kept.game.winners;
    let of_duel = |seat: u8| match winners.contains(&seat) {
        true => (seat, 2),
        false => (seat, u16::from(winners.is_empty())),
    };
    let entrants: Option<Vec<Entrant>> = seats
        .zip(&game.players)
        .map(|(seat, player)| {
            let (side, points) = match kept.scores.is_empty() {
                true => of_duel(seat),
                false => *kept.scores.get(usize::from(seat))?,
            };
            Some(Entrant { player: Arc::from(player.id.as_deref()?), side, points })
        })
        .collect();
    Contest::new(game.game.as_str(), game.ended_ms, entrants?).ok()
}

/// A rating as it is shown.
pub(crate) fn shown(rating: Rating) -> Strength {
    Strength {
        rating: rating.rating.round() as i32,
        deviation: rating.deviation.round() as u32,
        provisional: rating.is_provisional(),
    }
}
