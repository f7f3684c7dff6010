//! Computer players for the pages: a web worker with its own WebAssembly module, optimised for
//! speed and loaded when the first computer sits down. It receives a seat's view and returns an
//! action, so it never knows more than a player in that seat.

use analysis_protocol::{level, ply_review, question, worker_answer};
use bots::{
    Answer, AnyBot, ComputerSeat, Level, Limits, Question,
    analysis::{self, Reviewer},
};
use commit_reveal::{Seed, SeedDice};
use games::{AnyGame, Variant};
use protocol::{Analysis, ReviewRequest, ReviewedPly, WORKER_READY, WorkerAdvice, WorkerQuestion};
use std::time::Duration;
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
    let mut analyst = None::<Analyst>;
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(text) = event.data().as_string() else { return };
        let Ok(message) = serde_json::from_str::<WorkerQuestion>(&text) else {
            if let Ok(game) = serde_json::from_str(&text) {
                review(&answering, &game);
            }
            return;
        };
        let (id, asked) = (message.id, question(&message));
        let said = if message.lines > 0 {
            let analysis = asked.and_then(|asked| match message.time_ms {
                0 => analyse(&asked, message.lines),
                _ => Analyst::of(&mut analyst, &message, &asked).analyse(&asked, &message),
            });
            serde_json::to_string(&WorkerAdvice { id, analysis })
        } else {
            let answer = asked.and_then(|asked| answer(&mut computers, &message.seed, &asked));
            serde_json::to_string(&worker_answer(id, level(&message.level), answer))
        };
        if let Ok(text) = said {
            say(&answering, &text);
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // Messages sent earlier are lost; only now may the page ask.
    let _ = scope.post_message(&JsValue::from_str(WORKER_READY));
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
    let mut reviewer =
        game.and_then(|game| analysis_protocol::reviewer(game, asked.known.as_deref()));
    for action in &asked.actions {
        let stop = within(REVIEW_TIME);
        let limits = Limits::until(&stop).within(REVIEW_NODES);
        let found = reviewer.as_mut().and_then(|reviewer| reviewer.next(action, &limits).ok());
        let accuracy = reviewer.as_ref().map(Reviewer::accuracy).unwrap_or_default();
        let ply = found.as_ref().map(ply_review);
        let is_last = ply.is_none();
        if let Ok(text) = serde_json::to_string(&ReviewedPly { ply, accuracy }) {
            say(page, &text);
        }
        if is_last {
            return;
        }
    }
}

/// Returns a function that reports whether this much time has passed.
fn within(time: Duration) -> impl Fn() -> bool {
    let until = js_sys::Date::now() + time.as_secs_f64() * 1_000.0;
    move || js_sys::Date::now() > until
}

/// Returns the best lines for the seat and the reasons. The page formats the moves.
fn analyse(asked: &Question, lines: u8) -> Option<Analysis> {
    let stop = within(asked.level.patience());
    let limits = Limits::until(&stop);
    let found = analysis::lines(&asked.view, &asked.history, lines.into(), &limits)?;
    Some(analysis_protocol::analysis(&asked.view, &found))
}

/// The player behind an analysis board. It keeps its transposition table while the game and its
/// rules are the same.
struct Analyst {
    variant: String,
    options: String,
    bot: AnyBot,
}

impl Analyst {
    /// The analyst of the question's game.
    fn of<'a>(
        known: &'a mut Option<Analyst>,
        message: &WorkerQuestion,
        asked: &Question,
    ) -> &'a mut Analyst {
        let is_it = |it: &Analyst| it.variant == message.variant && it.options == message.options;
        if !known.as_ref().is_some_and(is_it) {
            *known = None;
        }
        let analyst = known.get_or_insert_with(|| Analyst {
            variant: message.variant.clone(),
            options: message.options.clone(),
            bot: AnyBot::new(asked.view.variant(), Level::Top),
        });
        analyst.bot.assume_public_moles(message.are_moles_public);
        analyst
    }

    /// The best lines within the question's time.
    fn analyse(&mut self, asked: &Question, message: &WorkerQuestion) -> Option<Analysis> {
        let stop = within(Duration::from_millis(message.time_ms.into()));
        let limits = Limits::until(&stop);
        let lines = message.lines.into();
        let found = analysis::lines_of(&mut self.bot, &asked.view, &asked.history, lines, &limits)?;
        Some(analysis_protocol::analysis(&asked.view, &found))
    }
}

/// Returns the seat's decision. `seed` is the seed of its random numbers in hexadecimal.
fn answer(computers: &mut Vec<ComputerSeat>, seed: &str, asked: &Question) -> Option<Answer> {
    let mut dice = SeedDice::new(&Seed::from_hex(seed).ok()?, &[]);
    let stop = within(asked.level.patience());
    let at = computers.iter().position(|computer| computer.is_of(asked)).unwrap_or_else(|| {
        computers.push(ComputerSeat::default());
        computers.len() - 1
    });
    computers.get_mut(at)?.answer(asked, &Limits::until(&stop), &mut dice)
}
