//! Conversion between ratings and the rows of the store.

use protocol::{AccountId, GameId, LadderId, UnixMs};
use rating::{
    Breadth, Change, Contest, Entrant, LadderEntry, Meeting, PlayerState, Rating, Settled, Tally,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{Ended, LadderMeeting, LadderPlayer, RatedGame, StoreError};

/// Contest with its result. Floats are stored exactly.
#[derive(Serialize, Deserialize)]
struct KeptGame {
    is_short: bool,
    /// Player, side, points, the player's entry before the game if there was one, and the number of
    /// early leaves in a row before it.
    entrants: Vec<(String, u8, u16, Option<KeptEntry>, u32)>,
    /// Ratings before and after, by entrant.
    changes: Vec<(KeptRating, KeptRating)>,
}

type KeptRating = (f64, f64, f64);
type KeptEntry = (KeptRating, u32, u64, KeptBreadth, KeptTally);
/// Fingerprints of the opponents, and the day with its count.
type KeptBreadth = (Vec<u32>, (u32, u32));
/// Wins, draws and losses.
type KeptTally = (u32, u32, u32);

pub(super) fn rated_game(ladder: &LadderId, settled: &Settled) -> RatedGame {
    let contest = &settled.contest;
    let entry = |LadderEntry { rating, games, tally, last_ms, breadth }| {
        (figures(rating), games, last_ms, kept_breadth(breadth), kept_tally(tally))
    };
    let entrants = contest.entrants().iter().zip(&settled.earlier);
    let game = KeptGame {
        is_short: contest.is_short(),
        entrants: entrants
            .map(|(entrant, earlier)| {
                let Entrant { player, side, points } = entrant;
                let before = earlier.entry.map(entry);
                (player.to_string(), *side, *points, before, earlier.aborts)
            })
            .collect(),
        changes: settled
            .changes
            .iter()
            .map(|change| (figures(change.before), figures(change.after)))
            .collect(),
    };
    RatedGame {
        ladder: ladder.to_owned(),
        ended: Ended {
            ended_ms: UnixMs(contest.ended_ms()),
            game: GameId::from(&**contest.game()),
        },
        // Serialising texts and numbers cannot fail.
        changes: postcard::to_allocvec(&game).unwrap_or_default(),
    }
}

/// # Errors
/// If the row is damaged.
pub(super) fn settled(game: &RatedGame) -> Result<Settled, StoreError> {
    let damaged = || {
        let what = format!("what the ladders keep of game `{}` is damaged", game.ended.game);
        StoreError::Database(what)
    };
    let kept: KeptGame = postcard::from_bytes(&game.changes).map_err(|_| damaged())?;
    let mut earlier = Vec::with_capacity(kept.entrants.len());
    let mut entrants = Vec::with_capacity(kept.entrants.len());
    for (player, side, points, before, aborts) in kept.entrants {
        let entry = |(figures, games, last_ms, (met, day), kept): KeptEntry| {
            let (rating, breadth) = (rating(figures), Breadth::new(&met, day));
            LadderEntry { rating, games, tally: tally(kept), last_ms, breadth }
        };
        earlier.push(PlayerState { entry: before.map(entry), aborts });
        entrants.push(Entrant { player: player.into(), side, points });
    }
    let contest = Contest::new(game.ended.game.as_str(), game.ended.ended_ms.0, entrants);
    let contest = contest.map_err(|_| damaged())?;
    let contest = if kept.is_short { contest.cut_short() } else { contest };
    let change = |(before, after)| Change { before: rating(before), after: rating(after) };
    Ok(Settled { contest, earlier, changes: kept.changes.into_iter().map(change).collect() })
}

pub(super) fn ladder_player(
    ladder: &LadderId,
    player: &AccountId,
    state: PlayerState,
) -> LadderPlayer {
    let entry = state.entry.unwrap_or_default();
    LadderPlayer {
        ladder: ladder.to_owned(),
        player: player.to_owned(),
        games: entry.games,
        rating: entry.rating.rating,
        deviation: entry.rating.deviation,
        volatility: entry.rating.volatility,
        last_ms: UnixMs(entry.last_ms),
        aborts: state.aborts,
        settled_until_ms: UnixMs(entry.settled_until_ms()),
        breadth: entry.breadth.opponents(),
        // Serialising numbers cannot fail.
        opponents: postcard::to_allocvec(&(kept_breadth(entry.breadth), kept_tally(entry.tally)))
            .unwrap_or_default(),
    }
}

/// A player's ladder entry; `None` before the first game.
///
/// # Errors
/// If [`ladder_player`] did not make the row.
pub(super) fn entry(row: &LadderPlayer) -> Result<Option<LadderEntry>, StoreError> {
    if row.games == 0 {
        return Ok(None);
    }
    let rating = rating((row.rating, row.deviation, row.volatility));
    let found = postcard::from_bytes::<(KeptBreadth, KeptTally)>(&row.opponents);
    let ((met, day), kept) = found.map_err(|_| {
        let LadderPlayer { player, ladder, .. } = row;
        StoreError::Database(format!(
            "the opponents of player `{player}` on ladder `{ladder}` are damaged"
        ))
    })?;
    let (tally, breadth) = (tally(kept), Breadth::new(&met, day));
    Ok(Some(LadderEntry { rating, games: row.games, tally, last_ms: row.last_ms.0, breadth }))
}

pub(super) fn state(row: &LadderPlayer) -> Result<(Arc<str>, PlayerState), StoreError> {
    Ok((row.player.as_str().into(), PlayerState { entry: entry(row)?, aborts: row.aborts }))
}

pub(super) fn meeting(row: &LadderMeeting) -> Meeting {
    let (one, other) = (row.one.as_str().into(), row.other.as_str().into());
    Meeting { one, other, at_ms: row.ended.ended_ms.0 }
}

/// Pairs of opponents in a contest.
pub(super) fn meetings(
    ladder: &LadderId,
    contest: &Contest,
) -> impl Iterator<Item = LadderMeeting> {
    contest.meetings().map(move |meeting| LadderMeeting {
        ladder: ladder.to_owned(),
        one: AccountId::from(&*meeting.one),
        other: AccountId::from(&*meeting.other),
        ended: Ended { ended_ms: UnixMs(meeting.at_ms), game: GameId::from(&**contest.game()) },
    })
}

fn kept_breadth(breadth: Breadth) -> KeptBreadth {
    (breadth.fingerprints().to_vec(), breadth.day())
}

fn kept_tally(Tally { won, drawn, lost }: Tally) -> KeptTally {
    (won, drawn, lost)
}

fn tally((won, drawn, lost): KeptTally) -> Tally {
    Tally { won, drawn, lost }
}

fn figures(rating: Rating) -> KeptRating {
    (rating.rating, rating.deviation, rating.volatility)
}

fn rating((rating, deviation, volatility): KeptRating) -> Rating {
    Rating { rating, deviation, volatility }
}
