//! Computer players for the pages: a web worker with its own WebAssembly module, optimised for
//! speed and loaded when the first computer sits down. It receives a seat's view and returns an
//! action, so it never knows more than a player in that seat.

use bots::{
    Asked, ComputerSeat, Level, Limits, Line,
    analysis::{self, Reviewer},
    is_decided,
};
use commit_reveal::{Seed, SeedDice};
use game::{Observer, Seat};
use games::{AnyAction, AnyGame, AnyView, Variant};
use protocol::{AnalysedLine, Analysis, Ask, HintReason, PlyReview, ReviewRequest};
use std::time::Duration;
use ui_model::thinking::{READY, ReviewedPly, WorkerAdvice, WorkerAnswer, WorkerQuestion};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&JsValue::from_str(&info.to_string()));
    }));
    if let Ok(scope) = js_sys::global().dyn_into() {
        listen(&scope);
    }
}

/// Answers questions as long as the worker exists.
fn listen(scope: &DedicatedWorkerGlobalScope) {
    let answering = scope.clone();
    // One per seat, because a seat's bot reuses what it has learnt.
    let mut computers: Vec<ComputerSeat> = Vec::new();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(text) = event.data().as_string() else { return };
        let Ok(question) = serde_json::from_str::<WorkerQuestion>(&text) else {
            if let Ok(game) = serde_json::from_str(&text) {
                review(&answering, &game);
            }
            return;
        };
        let level = question.level.parse().unwrap_or(Level::USUAL);
        let asked = read(&question, level);
        let said = if question.lines > 0 {
            let analysis = asked.and_then(|asked| analyse(&asked, question.lines));
            serde_json::to_string(&WorkerAdvice { id: question.id, analysis })
        } else {
            let answer = asked.and_then(|asked| answer(&mut computers, &question, &asked));
            let patience_ms = level.patience().as_millis() as u32;
            let answer =
                WorkerAnswer { id: question.id, patience_ms, ..answer.unwrap_or_default() };
            serde_json::to_string(&answer)
        };
        if let Ok(text) = said {
            say(&answering, &text);
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // Messages sent earlier are lost; only now may the page ask.
    let _ = scope.post_message(&JsValue::from_str(READY));
}

/// Sends a message to the page.
fn say(page: &DedicatedWorkerGlobalScope, text: &str) {
    let _ = page.post_message(&JsValue::from_str(text));
}

/// Limits for each action of a reviewed game. An action needs up to two searches, so up to twice as
/// much.
const REVIEW_NODES: u64 = 20_000;
const REVIEW_TIME: Duration = Duration::from_millis(600);

/// Reviews a game and sends each action's result as soon as it is known.
fn review(page: &DedicatedWorkerGlobalScope, asked: &ReviewRequest) {
    let variant: Option<Variant> = asked.variant.parse().ok();
    let game =
        variant.and_then(|variant| AnyGame::from_text(variant, &asked.options, &asked.start).ok());
    let mut reviewer = game.map(Reviewer::new);
    for action in &asked.actions {
        let stop = within(REVIEW_TIME);
        let limits = Limits::until(&stop).within(REVIEW_NODES);
        let found = reviewer.as_mut().and_then(|reviewer| reviewer.next(action, &limits).ok());
        let accuracy = reviewer.as_ref().map(Reviewer::accuracy).unwrap_or_default();
        let ply = found.map(|found| PlyReview {
            played: found.played.to_string(),
            seat: found.played.seat.index() as u8,
            best: found.best.map(|best| best.to_string()),
            chance: found.chance,
            kept: found.kept,
            mark: found.mark.map(|mark| mark.as_str().to_owned()),
        });
        let is_last = ply.is_none();
        if let Ok(text) = serde_json::to_string(&ReviewedPly { ply, accuracy }) {
            say(page, &text);
        }
        if is_last {
            return;
        }
    }
}

/// Converts a question from its wire format.
fn read(question: &WorkerQuestion, level: Level) -> Option<bots::Question> {
    let variant: Variant = question.variant.parse().ok()?;
    let observer = Observer::Seat(Seat::checked(question.seat)?);
    let history = question.history.iter().filter_map(|entry| {
        AnyAction::parse_played(variant, Seat::checked(entry.seat)?, &entry.done).ok()
    });
    Some(bots::Question {
        asked: match question.ask {
            Ask::Act => Asked::Act,
            Ask::Draw => Asked::Draw,
        },
        view: AnyView::from_text(variant, &question.options, observer, &question.position).ok()?,
        history: history.collect(),
        level,
        resigns: question.resigns,
    })
}

/// Returns a function that reports whether this much time has passed.
fn within(time: Duration) -> impl Fn() -> bool {
    let until = js_sys::Date::now() + time.as_secs_f64() * 1_000.0;
    move || js_sys::Date::now() > until
}

/// Returns the best lines for the seat and the reasons. The page formats the moves.
fn analyse(asked: &bots::Question, lines: u8) -> Option<Analysis> {
    let stop = within(asked.level.patience());
    let (view, limits) = (&asked.view, Limits::until(&stop));
    let found = analysis::lines(view, &asked.history, lines.into(), &limits)?;
    let reason = |reason: analysis::Reason| HintReason {
        code: reason.code().to_owned(),
        value: reason.value(),
    };
    let line = |line: &Line<AnyAction>| AnalysedLine {
        actions: line.actions.iter().map(ToString::to_string).collect(),
        written: Vec::new(),
        score: (!is_decided(line.score)).then_some(line.score),
        wins_in: analysis::moves_to_win(line.score),
        chance: analysis::win_chance(view.variant(), line.score),
    };
    Some(Analysis {
        lines: found.lines.iter().map(line).collect(),
        reasons: analysis::reasons(view, &found).into_iter().map(reason).collect(),
        depth: found.depth,
        nodes: found.nodes,
    })
}

/// Returns the seat's decision.
fn answer(
    computers: &mut Vec<ComputerSeat>,
    question: &WorkerQuestion,
    asked: &bots::Question,
) -> Option<WorkerAnswer> {
    let mut dice = SeedDice::new(&Seed::from_hex(&question.seed).ok()?, &[]);
    let stop = within(asked.level.patience());
    let at = computers.iter().position(|computer| computer.is_of(asked)).unwrap_or_else(|| {
        computers.push(ComputerSeat::default());
        computers.len() - 1
    });
    Some(match computers.get_mut(at)?.answer(asked, &Limits::until(&stop), &mut dice)? {
        bots::Answer::Act(action) => {
            WorkerAnswer { action: Some(action.to_string()), ..WorkerAnswer::default() }
        }
        bots::Answer::Draw(yes) => WorkerAnswer { agrees: Some(yes), ..WorkerAnswer::default() },
        bots::Answer::Resign => WorkerAnswer { resigns: true, ..WorkerAnswer::default() },
    })
}
