//! The ladders: held in memory, and a fold of what the store says is rated.

use protocol::{ArchivedGame, Strength};
use rating::{Change, Contest, Entrant, Ladder, Place, Rating, Standing};
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
pub(crate) struct Kept {
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
    books: Mutex<Books>,
}

struct Books {
    ladders: BTreeMap<String, Ladder>,
    /// What has been committed since the books were last looked into.
    news: UnboundedReceiver<Finished>,
}

impl Ladders {
    /// Folds everything that is rated.
    pub(crate) async fn open(store: &dyn Store) -> Result<Ladders, StoreError> {
        // Listened to before the reading, so that nothing falls between; twice does no harm.
        let news = store.finished();
        let mut books = Books { ladders: BTreeMap::new(), news };
        let mut after = None;
        loop {
            let page = store.rated(after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.place());
            page.iter().for_each(|game| books.settle(game));
        }
        Ok(Ladders { books: Mutex::new(books) })
    }

    /// How strong a player is held to be now.
    pub(crate) fn strength(&self, ladder: &str, player: &str, now_ms: u64) -> Strength {
        let books = self.books();
        let standing = books.ladders.get(ladder).and_then(|ladder| ladder.standing(player));
        shown(standing.map_or(Rating::START, |standing| standing.at(now_ms)))
    }

    /// Every ladder on which a player has a rated game, by name.
    pub(crate) fn standings(&self, player: &str) -> Vec<(String, Standing)> {
        let books = self.books();
        let found =
            |(name, ladder): (&String, &Ladder)| Some((name.clone(), ladder.standing(player)?));
        books.ladders.iter().filter_map(found).collect()
    }

    /// The first of a ladder.
    pub(crate) fn ranking(&self, ladder: &str, now_ms: u64, most: usize) -> Vec<Place> {
        let books = self.books();
        let mut places =
            books.ladders.get(ladder).map_or_else(Vec::new, |ladder| ladder.ranking(now_ms));
        places.truncate(most);
        places
    }

    /// What each of these games changed, by seat; nothing for one that is not rated.
    pub(crate) fn changes(&self, games: &[Finished]) -> HashMap<String, Vec<Change>> {
        let books = self.books();
        let changes = |game: &Finished| {
            let changes = books.ladders.get(&game.ladder)?.changes(&game.game)?;
            Some((game.game.clone(), changes.to_vec()))
        };
        games.iter().filter_map(changes).collect()
    }

    /// Counts what has been committed meanwhile, though nobody asks.
    pub(crate) fn catch_up(&self) {
        drop(self.books());
    }

    /// The books, up to date.
    fn books(&self) -> MutexGuard<'_, Books> {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        while let Ok(game) = books.news.try_recv() {
            books.settle(&game);
        }
        books
    }
}

impl Books {
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
    let kept: Kept = serde_json::from_str(&game.text).ok().filter(|_| game.rated)?;
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
