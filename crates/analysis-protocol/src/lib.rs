//! Conversions between computer players (`bots`) and the messages about their answers (`protocol`).
//!
//! The server and the page's worker use the same ones, so that both send the same messages for the
//! same answers.
//!

//! # Invariants
//! - A question contains only what its message contained: the view and the history of one seat.
//! - A message that cannot be read is `None`, never a panic.

use bots::{
    Answer, Level, Line, Lines, Question,
    analysis::{self, Reason, ReviewedAction, Reviewer},
    is_decided,
};
use game::{Observer, Seat, SeatSet};
use games::{AnyAction, AnyGame, AnyView, Decision, Variant};
use protocol::{
    AnalysedLine, Analysis, Command, HintReason, PlyReview, WorkerAnswer, WorkerQuestion,
};

/// Reads a question of a page. `None` if it names no game or seat, or has no view of it. An unknown
/// level becomes the default one, and unknown entries of the history are left out.
pub fn question(message: &WorkerQuestion) -> Option<Question> {
    let variant: Variant = message.variant.parse().ok()?;
    let observer = Observer::Seat(Seat::checked(message.seat)?);
    let history = message.history.iter().filter_map(|entry| {
        AnyAction::parse_played(variant, Seat::checked(entry.seat)?, &entry.done).ok()
    });
    Some(Question {
        decision: if message.draw_offered { Decision::Draw } else { Decision::Act },
        view: AnyView::from_text(variant, &message.options, observer, &message.position).ok()?,
        history: history.collect(),
        level: level(&message.level),
        resigns: message.resigns,
    })
}

/// The reviewer of a game with the knowledge that a request names. `None` if the request names a
/// seat that does not exist.
pub fn reviewer(game: AnyGame, known: Option<&[u8]>) -> Option<Reviewer> {
    let seats = game.seats();
    let seat = |&number: &u8| Seat::checked(number).filter(|_| number < seats);
    let reviewer = Reviewer::new(game);
    Some(match known {
        Some(known) => reviewer.knowing(known.iter().map(seat).collect::<Option<SeatSet>>()?),
        None => reviewer,
    })
}

/// Reads the name of a level; the default one if it is unknown.
pub fn level(name: &str) -> Level {
    name.parse().unwrap_or(Level::USUAL)
}

/// The command of a computer seat to its table.
pub fn command(answer: Answer) -> Command {
    match answer {
        Answer::Act(action) => Command::Act { action: action.to_string() },
        Answer::Draw(yes) => Command::Answer { yes },
        Answer::Resign => Command::Resign,
    }
}

/// The answer of a worker to a question of this id and level.
pub fn worker_answer(id: u64, level: Level, answer: Option<Answer>) -> WorkerAnswer {
    let patience_ms = level.patience().as_millis() as u32;
    let empty = WorkerAnswer { id, patience_ms, ..WorkerAnswer::default() };
    match answer {
        None => empty,
        Some(Answer::Act(action)) => WorkerAnswer { action: Some(action.to_string()), ..empty },
        Some(Answer::Draw(yes)) => WorkerAnswer { agrees: Some(yes), ..empty },
        Some(Answer::Resign) => WorkerAnswer { resigns: true, ..empty },
    }
}

/// The message about the best lines of a view, with their reasons. It names actions only in our own
/// notation.
pub fn analysis(view: &AnyView, found: &Lines<AnyAction>) -> Analysis {
    let reason =
        |reason: Reason| HintReason { code: reason.code().to_owned(), value: reason.value() };
    let line = |line: &Line<AnyAction>| AnalysedLine {
        actions: line.actions.iter().map(ToString::to_string).collect(),
        written: Vec::new(),
        score: (!is_decided(line.score)).then_some(line.score),
        wins_in: analysis::moves_to_win(line.score),
        chance: analysis::win_chance(view.variant(), line.score),
    };
    Analysis {
        lines: found.lines.iter().map(line).collect(),
        reasons: analysis::reasons(view, found).into_iter().map(reason).collect(),
        depth: found.depth,
        nodes: found.nodes,
    }
}

/// The message about a reviewed action.
pub fn ply_review(action: &ReviewedAction) -> PlyReview {
    PlyReview {
        played: action.played.to_string(),
        seat: action.played.seat.index() as u8,
        best: action.best.map(|best| best.to_string()),
        chance: action.chance,
        kept: action.kept,
        score: action.score.filter(|&score| !is_decided(score)),
        wins_in: action.score.and_then(analysis::moves_to_win),
        mark: action.mark.map(|mark| mark.as_str().to_owned()),
        luck: action.luck,
    }
}
