//! The list of finished games.

use super::request::Shared;
use crate::{
    accounts::Standings,
    app::Hub,
    base::{ApiError, bad},
    ladders::{ArchivedGameRow, shown},
    limits::{ARCHIVE_PAGE, ARCHIVE_READS, LISTED_PLIES},
    smart_boards,
};
use axum::{
    Json, Router,
    extract::{Query, State},
    routing::get,
};
use games::Variant;
use protocol::{Archive, ArchivedGame, Place, UnixMs};
use rating::Change;
use serde::Deserialize;
use std::sync::Arc;
use store::{ArchiveFilter, Ended, Finished, StoreError};

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new().route("/api/archive", get(archive))
}

/// Query of the archive. Empty fields are ignored.
#[derive(Deserialize)]
struct ArchiveQuery {
    #[serde(default)]
    player: String,
    #[serde(default)]
    variant: String,
    #[serde(default)]
    board: String,
    #[serde(default)]
    before: String,
}

async fn archive(
    State(hub): Shared,
    Query(asked): Query<ArchiveQuery>,
) -> Result<Json<Archive>, ApiError> {
    let player = match asked.player.as_str() {
        "" => None,
        name => Some(hub.accounts.find(name).await?.id),
    };
    let variant = match asked.variant.as_str() {
        "" => None,
        variant => {
            let variant: Variant = variant
                .parse()
                .map_err(|error: games::UnknownVariant| bad("variant", error.to_string()))?;
            Some(variant.to_string())
        }
    };
    let place = match asked.board.as_str() {
        "" => None,
        board => Some(smart_boards::archive_place(&board.into())),
    };
    let before = match asked.before.as_str() {
        "" => None,
        place => {
            let expected = || bad("before", "expected `next` of an earlier page");
            Some(read_place(place).ok_or_else(expected)?)
        }
    };
    // One game more than a page holds shows whether there is another page.
    let question =
        ArchiveFilter { player, variant, id_prefix: place, before, limit: ARCHIVE_PAGE as u32 + 1 };
    hub.app.ladders.catch_up().await;
    let (found, next) = page(&hub, question).await?;
    let standings = hub.accounts.standings();
    let games = found.into_iter().map(|found| archived(found, standings));
    Ok(Json(Archive { games: games.collect(), next: next.as_ref().map(write_place) }))
}

/// A listed game with its rating changes.
struct ListedGame {
    finished: Finished,
    game: ArchivedGame,
    changes: Vec<Change>,
}

/// A page of listed games, and the place after which the next one begins. A page with many games
/// that are not listed may have fewer games than others.
async fn page(
    hub: &Hub,
    mut question: ArchiveFilter,
) -> Result<(Vec<ListedGame>, Option<Ended>), StoreError> {
    let mut page = Vec::new();
    for _ in 0..ARCHIVE_READS {
        let found = hub.app.store.archive(question.clone()).await?;
        let is_last = found.len() < question.limit as usize;
        question.before = found.last().map(Finished::position).or(question.before);
        let mut changes = hub.app.ladders.changes(&found).await?;
        page.extend(found.into_iter().filter_map(|finished| {
            let changes = changes.remove(&finished.game).unwrap_or_default();
            listed(finished, changes)
        }));
        if page.len() > ARCHIVE_PAGE {
            page.truncate(ARCHIVE_PAGE);
            let next = page.last().map(|last: &ListedGame| last.finished.position());
            return Ok((page, next));
        }
        if is_last {
            return Ok((page, None));
        }
    }
    Ok((page, question.before))
}

/// The game of a row, unless it ended with too few moves to be of interest and changed no rating. The
/// games of a smart board are all listed: its arbiter decides what is a game.
fn listed(finished: Finished, changes: Vec<Change>) -> Option<ListedGame> {
    let ArchivedGameRow { game, .. } = serde_json::from_str(&finished.text).ok()?;
    let is_at_board = matches!(game.place, Place::Board { .. });
    let is_listed = is_at_board || game.plies >= LISTED_PLIES || !changes.is_empty();
    is_listed.then_some(ListedGame { finished, game, changes })
}

/// Archived game with its rating changes, without the names of closed accounts.
fn archived(found: ListedGame, standings: &Standings) -> ArchivedGame {
    let ListedGame { finished, mut game, changes } = found;
    // The player of a claimed seat has the account's name.
    for (shown, player) in game.players.iter_mut().zip(&finished.players) {
        if player.id.is_some() {
            shown.name.clone_from(&player.name);
        }
    }
    hide_closed(&mut game, &finished, standings);
    for (player, change) in game.players.iter_mut().zip(changes) {
        let (before, after) = (shown(change.before), shown(change.after));
        player.rated = Some((before, after.rating - before.rating));
    }
    game
}

/// Replaces the names of closed accounts.
pub(super) fn hide_closed(game: &mut ArchivedGame, finished: &Finished, standings: &Standings) {
    standings.hide_closed(game.players.iter_mut().map(|player| &mut player.name), finished);
}

fn write_place(place: &Ended) -> String {
    format!("{}-{}", place.ended_ms, place.game)
}

fn read_place(text: &str) -> Option<Ended> {
    let (ended_ms, game) = text.split_once('-')?;
    Some(Ended { ended_ms: UnixMs(ended_ms.parse().ok()?), game: game.into() })
}
