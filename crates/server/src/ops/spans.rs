//! Tracing spans: durations of requests, commands, commits and searches, and their dependencies.
//! They contain constants, counts and table ids, like the log; no client's text and no seat's
//! secret.

use axum::http::Method;
use bots::Level;
use protocol::{Command, GameId};
use tracing::{Span, field::Empty, info_span};

/// Span of a request, named by its route; requests without a route are for the pages.
pub(crate) fn request(method: &Method, route: Option<&str>) -> Span {
    let (method, route) = (known(method), route.unwrap_or("pages"));
    info_span!(
        "request",
        otel.name = format_args!("{method} {route}"),
        otel.kind = "server",
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
    )
}

/// Records the status of a response.
pub(crate) fn replied(span: &Span, status: u16) {
    span.record("http.response.status_code", status);
}

/// Span of a seat's command, from reading to answering it.
pub(crate) fn command(command: &Command) -> Span {
    let kind = match command {
        Command::Act { .. } => "act",
        Command::Resign => "resign",
        Command::Offer { .. } => "offer",
        Command::Answer { .. } => "answer",
        Command::Claim { .. } => "claim",
        Command::FillSeats => "fill-seats",
        Command::GiveTime => "give-time",
        Command::Undo { .. } => "undo",
        Command::Peek { .. } => "peek",
        Command::CommitSalt { .. } => "commit-salt",
        Command::RevealSalt { .. } => "reveal-salt",
    };
    info_span!(parent: None, "command", kind, otel.kind = "server")
}

/// Span of a table's commit, from the decision to its result, with or without a command.
pub(crate) fn commit(command: Option<&Span>, table: &GameId, events: usize) -> Span {
    let parent = command.and_then(Span::id);
    info_span!(parent: parent, "commit", table = table.as_str(), events, outcome = Empty)
}

/// Records the result of the current commit.
pub(crate) fn appended(outcome: &'static str) {
    Span::current().record("outcome", outcome);
}

/// Span of a search, without its time in the queue.
pub(crate) fn thought(table: &GameId, level: Level) -> Span {
    info_span!(parent: None, "thought", table = table.as_str(), level = level.as_str())
}

/// HTTP method as a constant: clients may send any word.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "_OTHER",
    }
}
