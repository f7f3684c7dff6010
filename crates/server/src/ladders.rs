//! The ladders: held in memory, and a fold of what the store says is rated.

use game::Reason;
use protocol::{ArchivedGame, Strength};
use rating::{Change, Contest, Entrant, Ladder, LadderEntry, Place, Rating};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use store::{Cursor, Finished, Store, StoreError};

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

/// Every ladder by its name, `variant/speed`: a fold of what the store has, as far as it has been
/// read.
pub(crate) struct Ladders {
    store: Arc<dyn Store>,
    ladder_set: Mutex<LadderSet>,
    /// How far the store has been read; held while it is read, so that nothing is skipped.
    read_to: tokio::sync::Mutex<Cursor>,
}

#[derive(Default)]
struct LadderSet(BTreeMap<String, Ladder>);

impl Ladders {
    /// Folds everything that is rated, and goes on with what follows as soon as the store hints at
    /// it, until nobody holds the ladders any more.
    pub(crate) async fn open(store: Arc<dyn Store>) -> Result<Arc<Ladders>, StoreError> {
        let mut hint = store.finished_hint();
        let ladders = Arc::new(Ladders {
            store,
            ladder_set: Mutex::default(),
            read_to: tokio::sync::Mutex::default(),
        });
        ladders.read_on().await?;
        let held = Arc::downgrade(&ladders);
        tokio::spawn(async move {
            while hint.changed().await.is_ok() {
                let Some(ladders) = held.upgrade() else { break };
                ladders.catch_up().await;
            }
        });
        Ok(ladders)
    }

    /// Reads what has been committed since, by this server or by another on the same store. Whoever
    /// then looks finds everything counted that was acknowledged before; if the store cannot be
    /// read, what was counted so far.
    pub(crate) async fn catch_up(&self) {
        if let Err(error) = self.read_on().await {
            tracing::error!(%error, "the ladders cannot be read on");
        }
    }

    async fn read_on(&self) -> Result<(), StoreError> {
        let mut read_to = self.read_to.lock().await;
        loop {
            let (games, cursor) = self.store.finished_since(read_to.clone(), PAGE).await?;
            if games.is_empty() {
                return Ok(());
            }
            let mut ladder_set = self.ladder_set();
            games.iter().for_each(|game| ladder_set.settle(game));
            *read_to = cursor;
        }
    }

    /// How strong a player is held to be now.
    pub(crate) fn strength(&self, ladder: &str, player: &str, now_ms: u64) -> Strength {
        let ladder_set = self.ladder_set();
        let entry = ladder_set.0.get(ladder).and_then(|ladder| ladder.entry_of(player));
        shown(entry.map_or(Rating::START, |entry| entry.at(now_ms)))
    }

    /// Every ladder on which a player has a rated game, by name.
    pub(crate) fn entries_of(&self, player: &str) -> Vec<(String, LadderEntry)> {
        let ladder_set = self.ladder_set();
        let found =
            |(name, ladder): (&String, &Ladder)| Some((name.clone(), ladder.entry_of(player)?));
        ladder_set.0.iter().filter_map(found).collect()
    }

    /// The first of a ladder.
    pub(crate) fn ranking(&self, ladder: &str, now_ms: u64, most: usize) -> Vec<Place> {
        let ladder_set = self.ladder_set();
        let mut places =
            ladder_set.0.get(ladder).map_or_else(Vec::new, |ladder| ladder.ranking(now_ms));
        places.truncate(most);
        places
    }

    /// What each of these games changed, by seat; nothing for one that is not rated.
    pub(crate) fn changes(&self, games: &[Finished]) -> HashMap<String, Vec<Change>> {
        let ladder_set = self.ladder_set();
        let changes = |game: &Finished| {
            let changes = ladder_set.0.get(&game.ladder)?.changes(&game.game)?;
            Some((game.game.clone(), changes.to_vec()))
        };
        games.iter().filter_map(changes).collect()
    }

    fn ladder_set(&self) -> MutexGuard<'_, LadderSet> {
        self.ladder_set.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LadderSet {
    fn settle(&mut self, game: &Finished) {
        match contest(game) {
            Some(contest) => self.0.entry(game.ladder.clone()).or_default().settle(contest),
            None => {
                if let Some(ladder) = self.0.get_mut(&game.ladder) {
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
    let contest = Contest::new(game.game.as_str(), game.ended_ms, entrants?).ok()?;
    let is_at_will = matches!(
        kept.game.reason.parse(),
        Ok(Reason::Resignation | Reason::FlagFall | Reason::Agreement)
    );
    let is_short = is_at_will && rating::is_short(kept.game.plies, game.players.len() as u32);
    Some(if is_short { contest.cut_short() } else { contest })
}

/// A rating as it is shown.
pub(crate) fn shown(rating: Rating) -> Strength {
    Strength {
        rating: rating.rating.round() as i32,
        deviation: rating.deviation.round() as u32,
        provisional: rating.is_provisional(),
    }
}
