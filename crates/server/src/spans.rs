//! What a trace shows, where somebody collects traces: how long a request, a command, its commit and a
//! computer's thought took, and where one hangs on another. In them stand our own words, counts and
//! tables' ids, as in the log; nothing that anybody has sent, and nothing that a seat knows alone.

use axum::http::Method;
use bots::Level;
use protocol::Command;
use tracing::{Span, field::Empty, info_span};

/// A request, by the route that answers it; without one it is for the pages. Its status is noted when
/// it is answered.
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

/// A request was answered.
pub(crate) fn replied(span: &Span, status: u16) {
    span.record("http.response.status_code", status);
}

/// A seat's command, from when it was read until it is answered.
pub(crate) fn command(command: &Command) -> Span {
    let kind = match command {
        Command::Act { .. } => "act",
        Command::Resign => "resign",
        Command::Offer { .. } => "offer",
        Command::Answer { .. } => "answer",
        Command::Undo { .. } => "undo",
        Command::Peek { .. } => "peek",
        Command::CommitSalt { .. } => "commit-salt",
        Command::RevealSalt { .. } => "reveal-salt",
    };
    info_span!(parent: None, "command", kind, otel.kind = "server")
}

/// A change of a table, from its decision until it is known what has become of it; because of a
/// command, or by itself.
pub(crate) fn commit(command: Option<&Span>, table: &str, events: usize) -> Span {
    let parent = command.and_then(Span::id);
    info_span!(parent: parent, "commit", table, events, outcome = Empty)
}

/// It is known what has become of the change whose span this is.
pub(crate) fn settled(outcome: &'static str) {
    Span::current().record("outcome", outcome);
}

/// A computer's thought, without its wait for a thread.
pub(crate) fn thought(table: &str, level: Level) -> Span {
    info_span!(parent: None, "thought", table, level = level.as_str())
}

/// A method as the protocol has it: whoever asks may write any word there.
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
