//! Analysis of positions and games for signed-in accounts.
//!
//! The engine gets only what the request says: no table and no record is read, so that an answer
//! holds no secret that the request did not contain. A player of a running game between people gets
//! no analysis of that game.

use super::request::{Shared, member, read_notation};
use crate::{
    accounts::Visitor,
    app::Hub,
    base::{ApiError, bad},
    limits::{ANALYSES_PER_REVIEW, ANALYSIS, ANALYSIS_NODES, REVIEW, REVIEW_NODES, REVIEW_TURN},
    net::Client,
    tables::{SearchStatus, Turn, person},
};
use analysis_protocol::ply_review;
use axum::{
    Json, Router,
    extract::{State, rejection::JsonRejection},
    http::{HeaderMap, StatusCode},
    routing::post,
};
use bots::{
    Limits, Lines,
    analysis::{self, ReviewedAction, Reviewer, Stray},
};
use game::{Observer, Seat};
use games::{AnyAction, AnyGame, AnyView, Variant};
use protocol::{
    ANALYSIS_LINES, Analysis, AnalysisRequest, OPTIONS_BYTES, POSITION_BYTES, REVIEW_ACTIONS,
    ReviewReply, ReviewRequest,
};
use std::{
    num::NonZeroU32,
    sync::Arc,
    time::{Duration, Instant},
};
use xiangqi::notation::{self, Notation};

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/analysis", post(position))
        .route("/api/analysis/game", post(whole_game))
}

async fn position(
    State(hub): Shared,
    client: Client,
    headers: HeaderMap,
    body: Result<Json<AnalysisRequest>, JsonRejection>,
) -> Result<Json<Analysis>, ApiError> {
    let visitor = admit(&hub, client, &headers, NonZeroU32::MIN).await?;
    let Json(asked) = body?;
    let count = asked.lines.unwrap_or(1);
    if !(1..=ANALYSIS_LINES).contains(&count) {
        return Err(bad("lines", format!("expected 1 to {ANALYSIS_LINES} lines, found {count}")));
    }
    let notation = asked.notation.as_deref().map(read_notation).transpose()?;
    let view = read_view(&asked)?;
    refuse_in_contest(&hub, &visitor, view.variant()).await?;
    let analysis = think(&hub, &client, move || {
        let began = Instant::now();
        let stop = || began.elapsed() > ANALYSIS;
        let limits = Limits::until(&stop).within(ANALYSIS_NODES);
        let found = analysis::lines(&view, &[], count.into(), &limits)?;
        Some(answer(&view, &found, notation))
    });
    let nothing = || bad("nothing-to-play", "the side of this view has nothing to play");
    analysis.await?.map(Json).ok_or_else(nothing)
}

async fn whole_game(
    State(hub): Shared,
    client: Client,
    headers: HeaderMap,
    body: Result<Json<ReviewRequest>, JsonRejection>,
) -> Result<Json<ReviewReply>, ApiError> {
    let visitor = admit(&hub, client, &headers, ANALYSES_PER_REVIEW).await?;
    let Json(asked) = body?;
    let count = asked.actions.len();
    if !(1..=REVIEW_ACTIONS).contains(&count) {
        let message = format!("expected 1 to {REVIEW_ACTIONS} actions, found {count}");
        return Err(bad("actions", message));
    }
    let variant = read_variant(&asked.variant)?;
    bounded(&asked.options, &asked.start)?;
    let game = AnyGame::from_text(variant, &asked.options, &asked.start)
        .map_err(|error| bad(error.code, format!("start: {error}")))?;
    refuse_in_contest(&hub, &visitor, variant).await?;
    let actions: Arc<[String]> = asked.actions.into();
    let (mut reviewer, mut done, mut left) = (Reviewer::new(game), Vec::new(), REVIEW);
    // A review is split into turns as long as a computer's move, so that computers' moves need not
    // wait for it. If the client disconnects, the review stops.
    while done.len() < count {
        let (actions, from) = (actions.clone(), done.len());
        let part = think(&hub, &client, move || {
            let began = Instant::now();
            let reviewed = review_part(&mut reviewer, &actions, from, left, REVIEW_TURN);
            (reviewer, reviewed, began.elapsed())
        });
        let (same, reviewed, spent) = part.await?;
        reviewer = same;
        left = left.saturating_sub(spent);
        done.extend(reviewed.map_err(|Stray { index, refusal }| {
            bad(refusal.code, format!("action {}: {}", index + 1, refusal.message))
        })?);
    }
    let actions = done.iter().map(ply_review).collect();
    Ok(Json(ReviewReply { actions, accuracy: reviewer.accuracy() }))
}

/// Reviews actions from `from` on for about one turn, but at least one action. `left` is the
/// remaining time for all.
fn review_part(
    reviewer: &mut Reviewer,
    actions: &[String],
    from: usize,
    left: Duration,
    turn: Duration,
) -> Result<Vec<ReviewedAction>, Stray> {
    let began = Instant::now();
    // Each action is searched twice; all actions share the nodes.
    let stop = || began.elapsed() > left;
    let limits = Limits::until(&stop).within(REVIEW_NODES / (2 * actions.len() as u64));
    let mut reviewed = Vec::new();
    for text in &actions[from..] {
        reviewed.push(reviewer.next(text, &limits)?);
        if began.elapsed() >= turn {
            break;
        }
    }
    Ok(reviewed)
}

/// Admits a request of a signed-in player within the quota.
async fn admit(
    hub: &Hub,
    client: Client,
    headers: &HeaderMap,
    count: NonZeroU32,
) -> Result<Visitor, ApiError> {
    let member = member(hub, headers).await?;
    if hub.app.quotas.admit_analysis(&member.id, count) {
        return Ok(Visitor { address: client.address, account: Some(member) });
    }
    let message = "this account has asked for many analyses; wait a few seconds";
    Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-often", message))
}

/// Refuses an analysis to a player of a running game between people in which it would help.
async fn refuse_in_contest(hub: &Hub, visitor: &Visitor, variant: Variant) -> Result<(), ApiError> {
    if !hub.is_in_contest(visitor, variant).await {
        return Ok(());
    }
    let message = "a game of this kind is being played by this account, or by a guest at this \
                   address; the computer helps again when it is over";
    Err(ApiError::new(StatusCode::CONFLICT, "game-in-progress", message))
}

/// Runs a search when it is this person's turn. The turn lasts for the whole search, even if the
/// client disconnects.
async fn think<T: Send + 'static>(
    hub: &Hub,
    client: &Client,
    thought: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let mut waiting = hub.app.thinkers.join(person(client.address));
    let turn: Turn = loop {
        if let SearchStatus::Turn(turn) = waiting.next().await {
            break turn;
        }
    };
    let thinking = tokio::task::spawn_blocking(move || {
        let result = thought();
        drop(turn);
        result
    });
    thinking.await.map_err(|error| {
        tracing::error!(%error, "analysis failed");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "analysis", "this could not be analysed")
    })
}

fn read_variant(text: &str) -> Result<Variant, ApiError> {
    text.parse().map_err(|error: games::UnknownVariant| bad("variant", error.to_string()))
}

fn bounded(options: &str, position: &str) -> Result<(), ApiError> {
    for (code, text, most) in
        [("options", options, OPTIONS_BYTES), ("position", position, POSITION_BYTES)]
    {
        if text.len() > most {
            return Err(bad(code, format!("expected at most {most} bytes, found {}", text.len())));
        }
    }
    Ok(())
}

fn read_view(asked: &AnalysisRequest) -> Result<AnyView, ApiError> {
    let variant = read_variant(&asked.variant)?;
    bounded(&asked.options, &asked.position)?;
    let observer = match asked.seat {
        None => Observer::Spectator,
        Some(number) => {
            let seat = Seat::checked(number).filter(|_| number < variant.seats());
            let unknown = || bad("seat", format!("{variant} has no seat {number}"));
            Observer::Seat(seat.ok_or_else(unknown)?)
        }
    };
    AnyView::from_text(variant, &asked.options, observer, &asked.position)
        .map_err(|error| bad(error.code, format!("position: {error}")))
}

fn answer(view: &AnyView, found: &Lines<AnyAction>, notation: Option<Notation>) -> Analysis {
    let mut analysis = analysis_protocol::analysis(view, found);
    if let Some(notation) = notation {
        for (line, found) in analysis.lines.iter_mut().zip(&found.lines) {
            line.written = written(view, &found.actions, notation);
        }
    }
    analysis
}

/// A line of xiangqi in a notation.
fn written(view: &AnyView, actions: &[AnyAction], notation: Notation) -> Vec<String> {
    let AnyView::Xiangqi(view) = view else { return Vec::new() };
    let mut position = view.position().clone();
    let mut texts = Vec::new();
    for action in actions {
        let AnyAction::Xiangqi(played) = action else { break };
        texts.push(notation::write(&position, *played, notation));
        position.make(*played);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A review makes progress in turns of any length, with the same result as in one turn.
    #[test]
    fn a_review_is_made_in_turns() {
        let game = || AnyGame::from_text(Variant::Xiangqi, "", START).expect("the usual start");
        let actions = ["h2e2", "h9g7", "h0g2", "i9h9"].map(str::to_owned);
        let (mut at_once, mut in_turns) = (Reviewer::new(game()), Reviewer::new(game()));
        let whole = review_part(&mut at_once, &actions, 0, Duration::ZERO, Duration::MAX);
        let mut parts = Vec::new();
        for from in 0..actions.len() {
            let part = review_part(&mut in_turns, &actions, from, Duration::ZERO, Duration::ZERO);
            let part = part.expect("a legal action");
            assert_eq!(part.len(), 1);
            parts.extend(part);
        }
        assert_eq!(whole.map_err(|stray| stray.index), Ok(parts));
        assert_eq!(at_once.accuracy(), in_turns.accuracy());
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
}
