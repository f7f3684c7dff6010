//! The opening explorer: what was played in a position.
//!
//! Only the index is read, which holds finished games. An account that plays xiangqi or undercover
//! gets no answer, and neither does the address of a guest who does, as with analyses.

use super::request::Shared;
use crate::{
    accounts::Visitor,
    app::Hub,
    base::{ApiError, bad},
    ladders::opening_name,
    limits::{EXPLORER_BYTES, EXPLORER_MOVES},
    net::Client,
    ops::LogThrottle,
};
use axum::{
    Json, Router,
    extract::{RawQuery, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use explorer::{
    Answer, Collection, Counts, Date, Filter, GameResult, GameSummary, IndexError, Question,
    RATING_BANDS, SourceId, Speed, ask, opening,
};
use games::Variant;
use protocol::{
    ExplorerAnswer, ExplorerCollection, ExplorerCounts, ExplorerGame, ExplorerMove, GameId,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use xiangqi::{Move, Position};

/// The fields of a query.
const FIELDS: [&str; 10] = [
    "game",
    "fen",
    "play",
    "source",
    "collection",
    "player",
    "ratings",
    "speeds",
    "since",
    "until",
];

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new().route("/api/explorer", get(explore))
}

/// A query that was understood, except for names.
struct Asked {
    position: Position,
    /// Moves from the usual start, if the query has no other start.
    line: Option<Vec<Move>>,
    source: Source,
    player: Option<String>,
    filter: Filter,
}

#[derive(PartialEq, Eq, Debug)]
enum Source {
    Archive,
    Mine,
    /// The collection with this name, or the only one.
    Collection(Option<String>),
}

async fn explore(
    State(hub): Shared,
    client: Client,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let Some(index) = hub.app.config.explorer.clone() else {
        let message = "this server has no explorer";
        return Err(ApiError::new(StatusCode::NOT_FOUND, "no-explorer", message));
    };
    let asked = read(&query.unwrap_or_default())?;
    let account = hub.accounts.signed_in(&headers).await?;
    let visitor = Visitor { address: client.address, account: account.clone() };
    if hub.is_in_contest(&visitor, Variant::Xiangqi).await {
        let message = "you are playing a game of this kind; the explorer answers again when it is \
                       over";
        return Err(ApiError::new(StatusCode::CONFLICT, "explorer-in-game", message));
    }
    let collections = index.collections().await?;
    let (source, player) = match &asked.source {
        Source::Archive => {
            let player = match &asked.player {
                Some(name) => Some(hub.accounts.find(name).await?.id.to_string()),
                None => None,
            };
            (SourceId::ARCHIVE, player)
        }
        Source::Mine => {
            let member = account.ok_or_else(ApiError::sign_in)?;
            (SourceId::ARCHIVE, Some(member.id.to_string()))
        }
        Source::Collection(name) => (find(&collections, name.as_deref())?, asked.player.clone()),
    };
    let question =
        Question { source, position: asked.position.clone(), player, filter: asked.filter.clone() };
    let mut answer = ask(&*index, &question).await?;
    if source == SourceId::ARCHIVE {
        hide_closed(&hub, &mut answer.top).await?;
    }
    let answer = shown(&asked, answer, collections);
    // The answer depends on the session.
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(answer)).into_response())
}

/// Replaces the names of closed accounts. The index has the names of the end of the game.
async fn hide_closed(hub: &Hub, games: &mut [GameSummary]) -> Result<(), ApiError> {
    if games.is_empty() {
        return Ok(());
    }
    let ids: BTreeSet<GameId> =
        games.iter().map(|game| game.data.reference.as_str().into()).collect();
    let found = hub.app.store.finished_games(ids.into_iter().collect()).await?;
    for game in games {
        let names = &mut game.data.names;
        match found.iter().find(|finished| finished.game == *game.data.reference) {
            Some(finished) => hub.accounts.standings().hide_closed(names, finished),
            // Without its row, a game shows no names.
            None => *names = Default::default(),
        }
    }
    Ok(())
}

fn find(collections: &[Collection], name: Option<&str>) -> Result<SourceId, ApiError> {
    let found = match name {
        Some(name) => collections.iter().find(|collection| collection.name == name),
        None => collections.first().filter(|_| collections.len() == 1),
    };
    found.map(|collection| collection.id).ok_or_else(|| {
        let message = match name {
            Some(name) => format!("there is no collection `{name}`"),
            None if collections.is_empty() => "this server has no collection".to_owned(),
            None => "this server has several collections; expected `collection`".to_owned(),
        };
        ApiError::new(StatusCode::NOT_FOUND, "collection", message)
    })
}

/// Reads a query. Names are looked up later.
fn read(query: &str) -> Result<Asked, ApiError> {
    if query.len() > EXPLORER_BYTES {
        let message = format!("expected a query of at most {EXPLORER_BYTES} bytes");
        return Err(bad("query", message));
    }
    let fields = fields(query)?;
    let field = |name: &str| fields.get(name).map(String::as_str).filter(|text| !text.is_empty());
    let game = field("game").unwrap_or(Variant::Xiangqi.as_str());
    let variant: Variant =
        game.parse().map_err(|error: games::UnknownVariant| bad("game", error.to_string()))?;
    if variant != Variant::Xiangqi {
        return Err(bad("game", format!("the explorer knows xiangqi, not {variant}")));
    }
    let start = match field("fen") {
        Some(fen) => Position::from_fen(fen).map_err(|error| {
            bad("fen", format!("fen, character {}: {}", error.at + 1, error.message))
        })?,
        None => Position::start(),
    };
    let is_usual = start.key() == Position::start().key();
    let (position, line) = play(start, field("play").unwrap_or_default())?;
    let source = match (field("source"), field("collection")) {
        (None | Some("archive"), None) => Source::Archive,
        (Some("mine"), None) => Source::Mine,
        (None | Some("collection"), name) => Source::Collection(name.map(str::to_owned)),
        (Some("archive" | "mine"), Some(_)) => {
            return Err(bad("collection", "`collection` goes with `source=collection`"));
        }
        (Some(other), _) => {
            let message = format!("expected archive, collection or mine, found `{other}`");
            return Err(bad("source", message));
        }
    };
    let player = field("player").map(str::to_owned);
    if source == Source::Mine && player.is_some() {
        return Err(bad("player", "`player` does not go with `source=mine`"));
    }
    let filter = Filter {
        speeds: list(field("speeds"), "speeds", |text| {
            text.parse::<Speed>().map_err(|error| error.message)
        })?,
        ratings: list(field("ratings"), "ratings", |text| {
            let rating = text.parse().ok().filter(|rating| RATING_BANDS.contains(rating));
            rating.ok_or_else(|| {
                let known: Vec<String> = RATING_BANDS.iter().map(u16::to_string).collect();
                format!("expected one of {}", known.join(", "))
            })
        })?,
        since: field("since").map(|text| month(text, "since", 1)).transpose()?,
        until: field("until").map(|text| month(text, "until", 12)).transpose()?,
    };
    if filter.since.zip(filter.until).is_some_and(|(since, until)| since > until) {
        return Err(bad("filter", "since: expected no month after `until`".to_owned()));
    }
    Ok(Asked { position, line: is_usual.then_some(line), source, player, filter })
}

/// The fields of a query, each at most once.
fn fields(query: &str) -> Result<BTreeMap<String, String>, ApiError> {
    let mut fields = BTreeMap::new();
    let pairs: Vec<(String, String)> =
        axum::extract::Query::try_from_uri(&format!("/?{query}").parse().unwrap_or_default())
            .map(|axum::extract::Query(pairs)| pairs)
            .map_err(|_| bad("query", "expected fields such as `game=xiangqi&play=h2e2`"))?;
    for (name, text) in pairs {
        if !FIELDS.contains(&name.as_str()) {
            let name = name.escape_debug();
            let message = format!("unknown field `{name}`; expected {}", FIELDS.join(", "));
            return Err(bad("query", message));
        }
        if fields.contains_key(&name) {
            return Err(bad("query", format!("the field `{name}` stands twice")));
        }
        fields.insert(name, text);
    }
    Ok(fields)
}

/// Plays moves such as `h2e2,h9g7`.
fn play(mut position: Position, text: &str) -> Result<(Position, Vec<Move>), ApiError> {
    let mut line = Vec::new();
    for (number, text) in (1..).zip(text.split(',').filter(|_| !text.is_empty())) {
        if number > EXPLORER_MOVES {
            return Err(bad("play", format!("expected at most {EXPLORER_MOVES} moves")));
        }
        let unfit = |why: String| {
            let shown: String = text.chars().take(20).collect();
            bad("play", format!("play, move {number} `{}`: {why}", shown.escape_debug()))
        };
        let played: Move = text.parse().map_err(|error: game::TextError| unfit(error.message))?;
        position.check_move(played).map_err(|refusal| unfit(refusal.message.clone()))?;
        position.make(played);
        line.push(played);
    }
    Ok((position, line))
}

/// Reads values that are separated by commas.
fn list<T>(
    text: Option<&str>,
    field: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, ApiError> {
    let values = text.into_iter().flat_map(|text| text.split(','));
    values
        .map(|value| {
            let shown: String = value.chars().take(20).collect();
            let unfit =
                |why| bad("filter", format!("{field}: {why}, found `{}`", shown.escape_debug()));
            read(value).map_err(unfit)
        })
        .collect()
}

/// Reads a month such as `2026-11`, or a year. `of_year` is the month that a year means.
fn month(text: &str, field: &str, of_year: u8) -> Result<u16, ApiError> {
    let date = Date::read(text);
    let parts = text.split('-').count();
    let is_whole = match parts {
        1 => date.year > 0 && text.len() == 4,
        2 => date.month > 0,
        _ => false,
    };
    if !is_whole {
        let shown: String = text.chars().take(20).collect();
        let message = format!(
            "{field}: expected a month such as `2026-11`, found `{}`",
            shown.escape_debug()
        );
        return Err(bad("filter", message));
    }
    let month = if date.month == 0 { of_year } else { date.month };
    Ok(Date { month, ..date }.month())
}

fn shown(asked: &Asked, answer: Answer, collections: Vec<Collection>) -> ExplorerAnswer {
    let here = asked.line.as_ref().and_then(|line| opening(line));
    let after = |played: Move| {
        let mut line = asked.line.clone()?;
        line.push(played);
        opening(&line).filter(|next| Some(*next) != here)
    };
    let moves = answer.moves.iter().map(|row| ExplorerMove {
        action: row.played.to_string(),
        counts: counts(row.counts),
        rating: row.mean_rating,
        last: row.last.to_string(),
        opening: after(row.played).map(opening_name),
    });
    ExplorerAnswer {
        opening: here.map(opening_name),
        counts: counts(answer.counts),
        moves: moves.collect(),
        top: answer.top.into_iter().map(|game| listed(asked, game)).collect(),
        collections: collections
            .into_iter()
            .map(|collection| ExplorerCollection { name: collection.name, games: collection.games })
            .collect(),
    }
}

const fn counts(counts: Counts) -> ExplorerCounts {
    let Counts { red, draws, black, unknown } = counts;
    ExplorerCounts { red, draws, black, unknown }
}

fn listed(asked: &Asked, game: GameSummary) -> ExplorerGame {
    let plies = game.plies_before(&asked.position);
    let GameSummary { played, data, .. } = game;
    let is_imported = data.reference.is_empty();
    let moves = data.moves.iter().filter(|_| is_imported).map(ToString::to_string).collect();
    ExplorerGame {
        game: (!is_imported).then(|| GameId::from(data.reference)),
        start: if is_imported { data.start } else { String::new() },
        moves,
        action: played.map_or(String::new(), |played| played.to_string()),
        plies: plies as u32,
        names: data.names,
        ratings: data.ratings,
        result: match data.result {
            GameResult::Red => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
        .to_owned(),
        date: data.date.to_string(),
        event: data.event,
    }
}

impl From<IndexError> for ApiError {
    fn from(error: IndexError) -> ApiError {
        static THROTTLE: LogThrottle = LogThrottle::new();
        THROTTLE.error("explorer request failed", &error);
        let message = "the explorer cannot be read now";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "explorer", message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the error of a query.
    async fn fault(query: &str) -> String {
        let Err(error) = read(query) else { panic!("{query} is understood") };
        let body = axum::body::to_bytes(error.into_response().into_body(), 10_000).await;
        String::from_utf8(body.expect("a body").to_vec()).expect("text")
    }

    #[tokio::test]
    async fn nonsense_is_refused_with_its_place() {
        for (query, words) in [
            ("game=chess", "\"game\""),
            ("game=banqi", "the explorer knows xiangqi, not banqi"),
            ("fen=9/9", "fen, character"),
            ("fen=9/9/9/91/9/9/9/9/9/9 w", "fen, character 7"),
            ("play=h2e2,h9g8", "play, move 2 `h9g8`"),
            ("play=h2e2,,", "play, move 2 ``"),
            ("play=%E7%82%AE", "play, move 1"),
            ("source=moon", "expected archive, collection or mine, found `moon`"),
            ("source=mine&player=An", "`player` does not go with `source=mine`"),
            ("source=archive&collection=x", "`collection` goes with"),
            ("ratings=1500", "expected one of 0, 1000, 1200"),
            ("ratings=1400,x", "found `x`"),
            ("speeds=fast", "speeds: expected bullet, blitz, rapid or classical, found `fast`"),
            ("since=yesterday", "since: expected a month"),
            ("until=2026-13", "until: expected a month"),
            ("since=2026-01-02-03", "since: expected a month"),
            ("colour=red", "unknown field `colour`"),
            ("play=h2e2&play=h2e2", "stands twice"),
        ] {
            let found = fault(&query.replace(' ', "%20")).await;
            assert!(found.contains(words), "{query}: {found}");
        }
        let long = format!("play={}", "h2e2,".repeat(2_000));
        assert!(fault(&long).await.contains("at most"));
    }

    #[test]
    fn a_query_is_understood() {
        let read = |query: &str| read(query).map_err(|_| ()).expect("a query");
        let asked = read("");
        assert_eq!(
            (asked.position.key(), asked.source),
            (Position::start().key(), Source::Archive)
        );
        let asked = read("game=xiangqi&play=h2e2,h9g7&source=collection&collection=Five%20Rams");
        assert_eq!(asked.line.map(|line| line.len()), Some(2));
        assert_eq!(asked.source, Source::Collection(Some("Five Rams".to_owned())));
        let asked = read("ratings=1400,1600&speeds=blitz&since=2025&until=2025-06&player=An");
        assert_eq!(asked.filter.ratings, [1400, 1600]);
        assert_eq!(asked.filter.speeds, [Speed::Blitz]);
        assert_eq!(asked.filter.until.zip(asked.filter.since).map(|(a, b)| a - b), Some(5));
        let asked = read("fen=3k5/9/4R4/9/9/9/9/9/9/4K4%20w%20-%20-%200%201&play=e7e8");
        assert_eq!(asked.line, None);
    }
}
