//! Analysis of positions and games for signed-in accounts.
//!
//! The engine gets only what the request says: no table and no record is read, so that an answer
//! holds no secret that the request did not contain. A player of a running game between people gets
//! no analysis of that game.

use super::request::{JsonBody, Shared, member, read_notation};
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
    body::Body,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use bots::{
    Limits, Lines,
    analysis::{self, ReviewedAction, Reviewer, Stray},
};
use futures_util::stream;
use game::{Observer, Seat};
use games::{AnyAction, AnyGame, AnyView, Variant};
use protocol::{
    ANALYSIS_LINES, Analysis, AnalysisRequest, OPTIONS_BYTES, POSITION_BYTES, PlyReview,
    REVIEW_ACTIONS, ReviewReply, ReviewRequest, ReviewedPly,
};
use std::{
    convert::Infallible,
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
    body: Result<JsonBody<AnalysisRequest>, ApiError>,
) -> Result<Json<Analysis>, ApiError> {
    let visitor = admit(&hub, client, &headers, NonZeroU32::MIN).await?;
    let JsonBody(asked) = body?;
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
    body: Result<JsonBody<ReviewRequest>, ApiError>,
) -> Result<Response, ApiError> {
    let visitor = admit(&hub, client, &headers, ANALYSES_PER_REVIEW).await?;
    let JsonBody(asked) = body?;
    let count = asked.actions.len();
    if !(1..=REVIEW_ACTIONS).contains(&count) {
        let message = format!("expected 1 to {REVIEW_ACTIONS} actions, found {count}");
        return Err(bad("actions", message));
    }
    let variant = read_variant(&asked.variant)?;
    bounded(&asked.options, &asked.start)?;
    let game = AnyGame::from_text(variant, &asked.options, &asked.start)
        .map_err(|error| bad(error.code, format!("start: {error}")))?;
    let no_such_seat = || bad("known", format!("{variant} has no such seat"));
    let reviewer = analysis_protocol::reviewer(game, asked.known.as_deref());
    let reviewer = reviewer.ok_or_else(no_such_seat)?;
    refuse_in_contest(&hub, &visitor, variant).await?;
    let is_streamed = headers.get(header::ACCEPT).is_some_and(|types| types == LINES);
    if let Some(known) = hub.reviews.get(&asked) {
        return Ok(if is_streamed {
            in_lines(Body::from(lines_of(&known.actions, &known.accuracy)))
        } else {
            Json(&*known).into_response()
        });
    }
    let mut review = GameReview {
        hub,
        client,
        actions: asked.actions.as_slice().into(),
        asked,
        reviewer: Some(reviewer),
        done: Vec::new(),
        left: REVIEW,
    };
    if is_streamed {
        let parts = stream::unfold(review, |mut review: GameReview| async move {
            let text = match review.turn().await? {
                Ok((part, accuracy)) => lines_of(&part, &accuracy),
                // The last line has no action, as in the page's worker.
                Err(_) => end_line(),
            };
            Some((Ok::<_, Infallible>(text), review))
        });
        return Ok(in_lines(Body::from_stream(parts)));
    }
    let mut accuracy = Vec::new();
    while let Some(turn) = review.turn().await {
        accuracy = turn?.1;
    }
    Ok(Json(ReviewReply { actions: review.done, accuracy }).into_response())
}

/// Media type of a review that is sent action by action, one JSON object per line.
const LINES: &str = "application/x-ndjson";

fn in_lines(body: Body) -> Response {
    ([(header::CONTENT_TYPE, LINES)], body).into_response()
}

/// The lines about these actions, each a [`ReviewedPly`]. `accuracy` is that after the last one.
fn lines_of(actions: &[PlyReview], accuracy: &[Option<f64>]) -> String {
    let line = |ply: &PlyReview| {
        line_of(&ReviewedPly { ply: Some(ply.clone()), accuracy: accuracy.to_vec() })
    };
    actions.iter().map(line).collect()
}

/// The line after which a review cannot continue.
fn end_line() -> String {
    line_of(&ReviewedPly { ply: None, accuracy: Vec::new() })
}

fn line_of(ply: &ReviewedPly) -> String {
    // Numbers, texts and lists are always serialised.
    serde_json::to_string(ply).unwrap_or_default() + "\n"
}

/// A running review. It is split into turns as long as a computer's move, so that computers' moves
/// need not wait for it. If the client disconnects, it stops.
struct GameReview {
    hub: Arc<Hub>,
    client: Client,
    asked: ReviewRequest,
    actions: Arc<[String]>,
    /// `None` once the review cannot continue.
    reviewer: Option<Reviewer>,
    done: Vec<PlyReview>,
    /// Remaining search time.
    left: Duration,
}

impl GameReview {
    /// Reviews for one turn. Returns the next actions, and the accuracy of each seat so far. `None`
    /// at the end; a complete review is stored then.
    async fn turn(&mut self) -> Option<Result<(Vec<PlyReview>, Vec<Option<f64>>), ApiError>> {
        let mut reviewer = self.reviewer.take()?;
        let (actions, from, left) = (self.actions.clone(), self.done.len(), self.left);
        if from == actions.len() {
            let actions = self.done.clone();
            let reply = ReviewReply { actions, accuracy: reviewer.accuracy() };
            self.hub.reviews.keep(self.asked.clone(), Arc::new(reply));
            return None;
        }
        let part = think(&self.hub, &self.client, move || {
            let began = Instant::now();
            let reviewed = review_part(&mut reviewer, &actions, from, left, REVIEW_TURN);
            (reviewer, reviewed, began.elapsed())
        });
        let (reviewer, reviewed, spent) = match part.await {
            Ok(part) => part,
            Err(error) => return Some(Err(error)),
        };
        self.left = left.saturating_sub(spent);
        Some(match reviewed {
            Ok(part) => {
                let part: Vec<PlyReview> = part.iter().map(ply_review).collect();
                self.done.extend_from_slice(&part);
                let accuracy = reviewer.accuracy();
                self.reviewer = Some(reviewer);
                Ok((part, accuracy))
            }
            Err(Stray { index, refusal }) => {
                Err(bad(refusal.code, format!("action {}: {}", index + 1, refusal.message)))
            }
        })
    }
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
