//! Computer seats in the browser: a worker with WebAssembly of its own, built for speed where the
//! pages are built for size, and loaded only when a computer sits down. A seat's view comes in, an
//! action goes out; nothing here ever learns more than a player in that seat would.

use bots::{Asked, ComputerSeat, Level, Limits, analysis};
use commit_reveal::{Seed, SeedDice};
use game::{Observer, Seat};
use games::{AnyAction, AnyView, Variant};
use protocol::{Ask, HintReason};
use ui_model::thinking::{Advice, Answer, Hint, Question, READY};
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

/// Answers questions for as long as the worker lives.
fn listen(scope: &DedicatedWorkerGlobalScope) {
    let answering = scope.clone();
    // One for each seat that has asked: what it has learnt about one move helps with the next.
    let mut computers: Vec<ComputerSeat> = Vec::new();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(text) = event.data().as_string() else { return };
        let Ok(question) = serde_json::from_str::<Question>(&text) else { return };
        let level = question.level.parse().unwrap_or(Level::USUAL);
        let asked = read(&question, level);
        let said = if question.hint {
            let hint = asked.and_then(|asked| hint(&asked));
            serde_json::to_string(&Advice { id: question.id, hint })
        } else {
            let answer = asked.and_then(|asked| answer(&mut computers, &question, &asked));
            let patience_ms = level.patience().as_millis() as u32;
            let answer = Answer { id: question.id, patience_ms, ..answer.unwrap_or_default() };
            serde_json::to_string(&answer)
        };
        if let Ok(text) = said {
            // A page that has gone needs no answer.
            let _ = answering.post_message(&JsValue::from_str(&text));
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // What was sent before this moment went unheard: only now may the page ask.
    let _ = scope.post_message(&JsValue::from_str(READY));
}

/// What the question says to whoever is to answer it.
fn read(question: &Question, level: Level) -> Option<bots::Question> {
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

/// Whether a level has thought for long enough, from now on.
fn patience(level: Level) -> impl Fn() -> bool {
    let until = js_sys::Date::now() + level.patience().as_secs_f64() * 1_000.0;
    move || js_sys::Date::now() > until
}

/// What would be best for the seat, and why.
fn hint(asked: &bots::Question) -> Option<Hint> {
    let stop = patience(asked.level);
    let hint = analysis::hint(&asked.view, &asked.history, &Limits::until(&stop))?;
    let reason = |reason: analysis::Reason| HintReason {
        code: reason.code().to_owned(),
        value: reason.value(),
    };
    Some(Hint {
        action: hint.action.to_string(),
        reasons: hint.reasons.into_iter().map(reason).collect(),
    })
}

/// What the seat does.
fn answer(
    computers: &mut Vec<ComputerSeat>,
    question: &Question,
    asked: &bots::Question,
) -> Option<Answer> {
    let mut dice = SeedDice::new(&Seed::from_hex(&question.seed).ok()?, &[]);
    let stop = patience(asked.level);
    let at = computers.iter().position(|computer| computer.is_of(asked)).unwrap_or_else(|| {
        computers.push(ComputerSeat::default());
        computers.len() - 1
    });
    Some(match computers.get_mut(at)?.answer(asked, &Limits::until(&stop), &mut dice)? {
        bots::Answer::Act(action) => {
            Answer { action: Some(action.to_string()), ..Answer::default() }
        }
        bots::Answer::Draw(yes) => Answer { agrees: Some(yes), ..Answer::default() },
        bots::Answer::Resign => Answer { resigns: true, ..Answer::default() },
    })
}
