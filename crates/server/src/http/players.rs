//! Routes of players and rankings.

use super::{
    archive::hide_closed,
    request::{JsonBody, NO_STORE, Shared, member},
};
use crate::{
    app::Hub,
    base::ApiError,
    ladders::{activity, results, shown_place},
    limits::{RANKED, RESULT_GAMES},
    ops::LogThrottle,
};
use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
    routing::{get, put},
};
use clock::Speed;
use explorer::{Index, Opening, SourceId, openings_of};
use games::Variant;
use protocol::{
    AccountId, Circle, LadderId, LadderRow, Place, PlayerNames, PlayerProfile, Ranking, RankingRow,
    RelationRequest, Tally,
};
use serde::Deserialize;
use std::{collections::HashMap, sync::Arc};
use store::ArchiveFilter;

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/players", get(names))
        .route("/api/players/{name}", get(player))
        .route("/api/players/{name}/results", get(player_results))
        .route("/api/players/{name}/relation", put(relate).delete(unrelate))
        .route("/api/account/relations", get(relations))
        .route("/api/ranking/{variant}/{speed}", get(ranking))
}

/// Prefix of the requested names.
#[derive(Deserialize)]
struct NamesQuery {
    #[serde(default)]
    begins: String,
}

async fn names(
    State(hub): Shared,
    Query(asked): Query<NamesQuery>,
) -> Result<Json<PlayerNames>, ApiError> {
    Ok(Json(PlayerNames { names: hub.accounts.names_beginning(&asked.begins).await? }))
}

/// A player. The presence depends on the reader, so no cache stores the answer.
async fn player(
    State(hub): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let player = hub.accounts.find(&name).await?;
    let presence = match hub.accounts.signed_in(&headers).await? {
        Some(reader) => Some(hub.lobby.presence(&reader.id, &player.id, &player.name).await?),
        None => None,
    };
    let now_ms = hub.app.config.env.now_ms();
    hub.app.ladders.catch_up().await;
    let names = every_ladder().map(|(variant, speed)| LadderId::of(variant, speed)).collect();
    let places = hub.app.ladders.places_of(names, &player.id, now_ms).await?;
    let mut ladders = Vec::new();
    for (variant, speed) in every_ladder() {
        if let Some(place) = places.get(&LadderId::of(variant, speed)) {
            ladders.push(LadderRow {
                variant: variant.to_string(),
                speed: speed.to_string(),
                strength: shown_place(place),
                games: place.games,
            });
        }
    }
    let (name, since_ms) = (player.name, player.since_ms);
    Ok(([NO_STORE], Json(PlayerProfile { name, since_ms, ladders, presence })))
}

/// Results of a player. They depend on the reader, so no cache stores them.
async fn player_results(
    State(hub): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let player = hub.accounts.find(&name).await?;
    let reader = hub.accounts.signed_in(&headers).await?;
    let filter = ArchiveFilter {
        player: Some(player.id.clone()),
        limit: RESULT_GAMES + 1,
        ..ArchiveFilter::default()
    };
    let mut games = hub.app.store.archive(filter).await?;
    let has_more = games.len() > RESULT_GAMES as usize;
    games.truncate(RESULT_GAMES as usize);
    hub.app.ladders.catch_up().await;
    let changes = hub.app.ladders.changes(&games).await?;
    let reader_id = reader.as_ref().map(|reader| &reader.id);
    let openings = openings(hub.app.config.explorer.as_deref(), player.id.as_str()).await;
    let mut found = results(&player.id, reader_id, &games, &changes, &openings);
    found.has_more = has_more;
    found.activity = activity(&games, hub.app.config.env.now_ms());
    let last = found.with_reader.as_mut().and_then(|met| met.last.as_mut());
    if let Some(last) = last
        && let Place::Table { table } = &last.place
        && let Some(finished) = games.iter().find(|game| game.game == *table)
    {
        hide_closed(last, finished, hub.accounts.standings());
    }
    if let Some(reader) = &reader {
        found.relation = hub.lobby.relation(&reader.id, &player.id).await?;
    }
    Ok(([NO_STORE], Json(found)))
}

/// The openings of a player's games. Without the explorer's index, results only lack the openings.
async fn openings(index: Option<&dyn Index>, player: &str) -> HashMap<String, &'static Opening> {
    static THROTTLE: LogThrottle = LogThrottle::new();
    let Some(index) = index else { return HashMap::new() };
    openings_of(index, SourceId::ARCHIVE, player).await.unwrap_or_else(|error| {
        THROTTLE.error("openings of a player are unknown", &error);
        HashMap::new()
    })
}

/// Follows or blocks a player.
async fn relate(
    State(hub): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Result<JsonBody<RelationRequest>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let JsonBody(RelationRequest { relation }) = body?;
    set_relation(&hub, &name, &headers, Some(relation)).await
}

/// Neither follows nor blocks a player any more.
async fn unrelate(
    State(hub): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    set_relation(&hub, &name, &headers, None).await
}

async fn set_relation(
    hub: &Hub,
    name: &str,
    headers: &HeaderMap,
    relation: Option<protocol::Relation>,
) -> Result<StatusCode, ApiError> {
    let account = member(hub, headers).await?;
    let other = hub.accounts.find(name).await?;
    hub.lobby.relate(&account.id, &other.id, relation).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The players whom the signed-in account follows and blocks.
async fn relations(State(hub): Shared, headers: HeaderMap) -> Result<impl IntoResponse, ApiError> {
    let circle = match hub.accounts.signed_in(&headers).await? {
        Some(account) => hub.lobby.circle(&account.id).await?,
        None => Circle::default(),
    };
    Ok(([NO_STORE], Json(circle)))
}

async fn ranking(
    State(hub): Shared,
    Path((variant, speed)): Path<(String, String)>,
) -> Result<Json<Ranking>, ApiError> {
    let is_asked =
        |ladder: &(Variant, Speed)| ladder.0.as_str() == variant && ladder.1.as_str() == speed;
    if !every_ladder().any(|ladder| is_asked(&ladder)) {
        let message = format!("there is no ladder `{variant}/{speed}`");
        return Err(ApiError::new(StatusCode::NOT_FOUND, "no-ladder", message));
    }
    let now_ms = hub.app.config.env.now_ms();
    hub.app.ladders.catch_up().await;
    let ladder = LadderId::of(variant, speed);
    let places = hub.app.ladders.ranking(&ladder, now_ms, RANKED).await?;
    let ids = places.iter().map(|place| AccountId::from(&*place.player)).collect();
    let mut names = hub.app.store.names_of(ids).await?;
    let row = |place: rating::Place| RankingRow {
        name: names.remove(&*place.player).unwrap_or_default(),
        strength: shown_place(&place),
        games: place.games,
        tally: tally_of(place.tally),
    };
    Ok(Json(Ranking { players: places.into_iter().map(row).collect() }))
}

fn tally_of(rating::Tally { won, drawn, lost }: rating::Tally) -> Tally {
    Tally { won, drawn, lost }
}

fn every_ladder() -> impl Iterator<Item = (Variant, Speed)> {
    Variant::ALL.into_iter().flat_map(|variant| Speed::ALL.map(|speed| (variant, speed)))
}
