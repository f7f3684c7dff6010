//! Computer seats in the browser: a worker with WebAssembly of its own, built for speed where the
//! pages are built for size, and loaded only when a computer sits down. A seat's view comes in, an
//! action goes out; nothing here ever learns more than a player in that seat would.

use bots::{AnyBot, Budget, Level};
use fair::{Seed, SeedDice};
use game::{Dice, Done, Observer, Seat};
use games::{AnyAction, AnyDone, AnyView, Variant};
use ui_model::thinking::{Answer, Question, READY};
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
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(text) = event.data().as_string() else { return };
        let Ok(question) = serde_json::from_str::<Question>(&text) else { return };
        let answer = Answer { id: question.id, action: choose(&question) };
        if let Ok(text) = serde_json::to_string(&answer) {
            // A page that has gone needs no answer.
            let _ = answering.post_message(&JsValue::from_str(&text));
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // What was sent before this moment went unheard: only now may the page ask.
    let _ = scope.post_message(&JsValue::from_str(READY));
}

/// What the seat does: the bot's choice, or any legal action if it has none.
fn choose(question: &Question) -> Option<String> {
    let variant: Variant = question.variant.parse().ok()?;
    let level: Level = question.level.parse().unwrap_or(Level::Medium);
    let observer = Observer::Seat(Seat::checked(question.seat)?);
    let view = AnyView::from_text(variant, &question.options, observer, &question.position).ok()?;
    let told: Vec<AnyDone> = question
        .told
        .iter()
        .filter_map(|entry| read_done(variant, entry.seat, &entry.done))
        .collect();
    let mut dice = SeedDice::new(&Seed::from_hex(&question.seed).ok()?, &[]);
    let until = js_sys::Date::now() + patience_ms(level);
    let stop = || js_sys::Date::now() > until;
    let chosen = AnyBot::new(variant, level).choose(&view, &told, &Budget::until(&stop), &mut dice);
    if let Some(choice) = chosen {
        return Some(choice.action.to_string());
    }
    let legal = view.legal();
    let index = dice.roll(u32::try_from(legal.len()).ok()?.max(1)) as usize;
    legal.get(index).map(ToString::to_string)
}

fn read_done(variant: Variant, seat: u8, done: &str) -> Option<AnyDone> {
    let (action, revealed) = match done.split_once('=') {
        Some((action, letter)) => (action, letter.chars().next()),
        None => (done, None),
    };
    let action = AnyAction::parse(variant, action).ok()?;
    Some(Done { seat: Seat::checked(seat)?, action, revealed })
}

/// How long a level may think: nobody wants to wait for a weak move.
const fn patience_ms(level: Level) -> f64 {
    match level {
        Level::Beginner | Level::Easy => 400.0,
        Level::Medium => 800.0,
        Level::Hard => 2_000.0,
    }
}
