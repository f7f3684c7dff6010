//! The rating ladders: a fold over the finished games of the store. The store keeps its result.

mod batch;
mod kept;
mod results;

pub(crate) use results::{activity, opening_name, results};

use crate::ops::OutageLog;
use batch::Batch;
use game::Reason;
use protocol::{AccountId, ArchivedGame, GameId, LadderId, Strength, UnixMs};
use rating::{BREADTH_PEER, Change, Contest, Entrant, Place, Rating, required_breadth};
use serde::{Deserialize, Serialize};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
    sync::Arc,
};
use store::{
    Advance, Finished, FoldProgress, LadderFold, LadderPlayer, Ladders as Keeping, Store,
    StoreError,
};

/// Maximum number of games that one transaction folds.
const PAGE: u32 = 1_000;

/// Version of the stored fold. It changes with the rating algorithm and with the stored form of a
/// game; a change recomputes the ladders.
const VERSION: u32 = 100 * rating::VERSION + 2;

/// Text that the store keeps for a finished game.
#[derive(Serialize, Deserialize)]
pub(crate) struct ArchivedGameRow {
    /// The game as the archive shows it, without ratings, which depend on all games.
    #[serde(flatten)]
    pub(crate) game: ArchivedGame,
    /// Each seat's team, and its points in halves. Empty for two-player games, where `game` names
    /// the winner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) scores: Vec<(u8, u16)>,
}

/// All ladders, named `variant/speed`, as folded in the store.
pub(crate) struct Ladders {
    store: Arc<dyn Store>,
    /// Last known state of the fold. The lock is held while this server advances it.
    seen: tokio::sync::Mutex<Option<LadderFold>>,
    failures: OutageLog,
}

impl Ladders {
    /// Opens the ladders and recomputes them if the stored version is old or missing. Then a task
    /// folds new games when the store hints at them, until the ladders are dropped.
    pub(crate) async fn open(store: Arc<dyn Store>) -> Result<Arc<Ladders>, StoreError> {
        let mut hint = store.finished_hint();
        let seen = tokio::sync::Mutex::default();
        let failures = OutageLog::new("failed to fold rated games");
        let ladders = Arc::new(Ladders { store, seen, failures });
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

    /// Folds the games that were committed since the last call, by any server of the store.
    /// Afterwards, every earlier acknowledged game is counted.
    ///
    /// If the store cannot be read, the ladders stay as they are. Then only one caller queries the
    /// store, and the others return at once.
    pub(crate) async fn catch_up(&self) {
        if self.failures.is_failing() && self.seen.try_lock().is_err() {
            return;
        }
        match self.read_on().await {
            Ok(()) => self.failures.works(),
            Err(error) => self.failures.fails(&error),
        }
    }

    async fn read_on(&self) -> Result<(), StoreError> {
        let Some(keeping) = self.store.ladders() else { return Ok(()) };
        let mut seen = self.seen.lock().await;
        loop {
            let fold = match seen.take() {
                Some(fold) => fold,
                None => keeping.ladder_fold().await?,
            };
            let Some((games, place)) = self.next(keeping, &fold).await? else {
                *seen = Some(fold);
                return Ok(());
            };
            // Another server may have advanced the fold; this is known only now.
            let now = keeping.ladder_fold().await?;
            if now != fold {
                *seen = Some(now);
                continue;
            }
            match take_in(keeping, &fold, &games, place).await {
                // Another server has advanced the fold. Continue from its state.
                Ok(()) | Err(StoreError::FoldMoved { .. }) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Next games to fold, and the resulting place of the fold; `None` if there are none.
    async fn next(
        &self,
        keeping: &dyn Keeping,
        fold: &LadderFold,
    ) -> Result<Option<(Vec<Finished>, FoldProgress)>, StoreError> {
        match (fold.version.cmp(&VERSION), &fold.progress) {
            (Ordering::Greater, _) => {
                Err(StoreError::NewerLadders { found: fold.version, known: VERSION })
            }
            (Ordering::Less, _) => {
                tracing::info!("recomputing ladders");
                let then = keeping.finished_so_far().await?;
                Ok(Some((Vec::new(), FoldProgress::Rebuilding { behind: None, then })))
            }
            (Ordering::Equal, FoldProgress::Rebuilding { behind, then }) => {
                let games = keeping.finished_in_order(behind.clone(), PAGE).await?;
                let place = match games.last() {
                    Some(last) => FoldProgress::Rebuilding {
                        behind: Some(last.position()),
                        then: then.clone(),
                    },
                    None => FoldProgress::Following(then.clone()),
                };
                Ok(Some((games, place)))
            }
            (Ordering::Equal, FoldProgress::Following(cursor)) => {
                let (games, cursor) = self.store.finished_since(cursor.clone(), PAGE).await?;
                let is_news = !games.is_empty();
                Ok(is_news.then_some((games, FoldProgress::Following(cursor))))
            }
        }
    }

    /// A player's current strength; that of a new player before the first rated game.
    pub(crate) async fn strength(
        &self,
        ladder: &LadderId,
        player: &AccountId,
        now_ms: UnixMs,
    ) -> Result<Strength, StoreError> {
        let places = self.places_of(vec![ladder.to_owned()], player, now_ms).await?;
        Ok(places.get(ladder).map_or(shown(Rating::START), shown_place))
    }

    /// The player's places, by ladder, on those of these ladders where the player has a rated game.
    pub(crate) async fn places_of(
        &self,
        ladders: Vec<LadderId>,
        player: &AccountId,
        now_ms: UnixMs,
    ) -> Result<HashMap<LadderId, Place>, StoreError> {
        let Some(keeping) = self.store.ladders() else { return Ok(HashMap::new()) };
        let mut found = keeping.ladder_players(ladders, vec![player.to_owned()]).await?;
        found.retain(|row| row.games > 0);
        let ladders = found.iter().map(|row| row.ladder.clone()).collect();
        let required = required_breadths(keeping, ladders).await?;
        let mut places = HashMap::new();
        for row in found {
            if let Some(place) = place(&row, now_ms, &required)? {
                places.insert(row.ladder, place);
            }
        }
        Ok(places)
    }

    /// Top of a ladder.
    pub(crate) async fn ranking(
        &self,
        ladder: &LadderId,
        now_ms: UnixMs,
        most: u32,
    ) -> Result<Vec<Place>, StoreError> {
        let Some(keeping) = self.store.ladders() else { return Ok(Vec::new()) };
        let required = required_breadths(keeping, vec![ladder.to_owned()]).await?;
        let breadth = required.get(ladder).copied().unwrap_or_default();
        let mut places = Vec::new();
        for row in keeping.ladder_top(ladder, now_ms, breadth, most).await? {
            places.extend(place(&row, now_ms, &required)?);
        }
        places.sort_by(Place::cmp_strongest_first);
        Ok(places)
    }

    /// Rating changes of each game by seat; unrated games are left out.
    pub(crate) async fn changes(
        &self,
        games: &[Finished],
    ) -> Result<HashMap<GameId, Vec<Change>>, StoreError> {
        let Some(keeping) = self.store.ladders() else { return Ok(HashMap::new()) };
        let asked = games.iter().filter(|game| game.rated).map(|game| game.game.clone()).collect();
        let rated = keeping.rated_games(asked).await?;
        let mut changes = HashMap::new();
        for game in rated {
            changes.insert(game.ended.game.clone(), kept::settled(&game)?.changes);
        }
        Ok(changes)
    }
}

/// Required number of different opponents for a place in the ranking, by ladder. Ladders without a
/// requirement may be missing.
async fn required_breadths(
    keeping: &dyn Keeping,
    ladders: Vec<LadderId>,
) -> Result<HashMap<LadderId, u32>, StoreError> {
    let widest = keeping.ladder_breadths(ladders, BREADTH_PEER).await?;
    let required = |(ladder, breadth)| (ladder, required_breadth(Some(breadth)));
    Ok(widest.into_iter().map(required).collect())
}

fn place(
    row: &LadderPlayer,
    now_ms: UnixMs,
    required: &HashMap<LadderId, u32>,
) -> Result<Option<Place>, StoreError> {
    let required = required.get(&row.ladder).copied().unwrap_or_default();
    let place = |entry| Place::new(row.player.as_str().into(), &entry, now_ms.0, required);
    Ok(kept::entry(row)?.map(place))
}

/// Stores the fold of these games and its new place, unless another server has moved the fold.
async fn take_in(
    keeping: &dyn Keeping,
    fold: &LadderFold,
    games: &[Finished],
    place: FoldProgress,
) -> Result<(), StoreError> {
    let mut advance = Advance {
        expected: fold.step,
        version: VERSION,
        progress: place,
        is_anew: fold.version < VERSION,
        ..Advance::default()
    };
    let mut of_ladders: BTreeMap<&str, Vec<&Finished>> = BTreeMap::new();
    for game in games {
        of_ladders.entry(&game.ladder).or_default().push(game);
    }
    for (ladder, games) in of_ladders {
        let news = games.iter().map(|game| (game.position(), contest(game))).collect();
        if let Some(batch) = Batch::read(keeping, &ladder.into(), news).await? {
            batch.fold(&mut advance);
        }
    }
    keeping.advance(advance).await
}

/// The contest to rate; `None` for an unrated game.
fn contest(game: &Finished) -> Option<Contest> {
    let kept: ArchivedGameRow = serde_json::from_str(&game.text).ok().filter(|_| game.rated)?;
    let seats = 0..u8::try_from(game.players.len()).ok()?;
    let winners = &kept.game.winners;
    let of_duel = |seat: u8| {
        if winners.contains(&seat) { (seat, 2) } else { (seat, u16::from(winners.is_empty())) }
    };
    let entrants: Option<Vec<Entrant>> = seats
        .zip(&game.players)
        .map(|(seat, player)| {
            let (side, points) = if kept.scores.is_empty() {
                of_duel(seat)
            } else {
                *kept.scores.get(usize::from(seat))?
            };
            Some(Entrant { player: Arc::from(player.id.as_deref()?), side, points })
        })
        .collect();
    let contest = Contest::new(game.game.as_str(), game.ended_ms.0, entrants?).ok()?;
    let is_at_will = matches!(
        kept.game.reason.parse(),
        Ok(Reason::Resignation | Reason::FlagFall | Reason::Agreement | Reason::Abandoned)
    );
    let is_short = is_at_will && rating::is_short(kept.game.plies, game.players.len() as u32);
    Some(if is_short { contest.cut_short() } else { contest })
}

/// Rating as shown to users.
pub(crate) fn shown(rating: Rating) -> Strength {
    Strength {
        rating: rating.rating.round() as i32,
        deviation: rating.deviation.round() as u32,
        provisional: rating.is_provisional(),
    }
}

/// Strength as shown to users. It is provisional if the rating is, or if the player has met too few
/// opponents for the ranking.
pub(crate) fn shown_place(place: &Place) -> Strength {
    Strength { provisional: !place.is_ranked, ..shown(place.rating) }
}

#[cfg(test)]
mod tests;
