//! The worker's side: a view comes in, an action goes out. It never learns more than a player in
//! that seat would.

use bots::{BanqiBot, Bot, Budget, Level, UndercoverBot, XiangqiBot};
use fair::{Seed, SeedDice};
use game::{Dice, Done, Game, Observer, Seat};
use games::{AnyView, Variant};
use protocol::Entry;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// What a computer seat is asked.
#[derive(Serialize, Deserialize)]
pub(super) struct Question {
    /// Comes back with the answer.
    pub(super) id: u64,
    pub(super) variant: String,
    pub(super) options: String,
    pub(super) seat: u8,
    pub(super) level: String,
    /// The seat's own view.
    pub(super) position: String,
    /// What the seat was told.
    pub(super) told: Vec<Entry>,
    /// Luck for this move: 64 hex digits.
    pub(super) seed: String,
}

/// What it wants to do; nothing if it sees nothing to do.
#[derive(Serialize, Deserialize)]
pub(super) struct Answer {
    pub(super) id: u64,
    pub(super) action: Option<String>,
}

/// Answers questions for as long as the worker lives.
pub(crate) fn think(scope: &DedicatedWorkerGlobalScope) {
    let answering = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let question = event.data().as_string();
        let Some(question) = question.and_then(|text| serde_json::from_str::<Question>(&text).ok())
        else {
            return;
        };
        let answer = Answer { id: question.id, action: answer(&question) };
        if let Ok(text) = serde_json::to_string(&answer) {
            let _ = answering.post_message(&JsValue::from_str(&text));
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    // Questions sent before this line would have gone unheard.
    let _ = scope.post_message(&JsValue::from_str("ready"));
}

fn answer(question: &Question) -> Option<String> {
    let variant: Variant = question.variant.parse().ok()?;
    let seat = Seat::checked(question.seat)?;
    let level: Level = question.level.parse().unwrap_or(Level::Medium);
    let observer = Observer::Seat(seat);
    let view = AnyView::from_text(variant, &question.options, observer, &question.position).ok()?;
    let mut dice = SeedDice::new(&Seed::from_hex(&question.seed).ok()?, &[]);
    let until = js_sys::Date::now() + patience_ms(level);
    let stop = || js_sys::Date::now() > until;
    let budget = Budget::until(&stop);
    let told = &question.told;
    let chosen = match &view {
        AnyView::Xiangqi(view) => {
            choose::<xiangqi::Xiangqi>(&mut XiangqiBot::new(level), view, told, &budget, &mut dice)
        }
        AnyView::Undercover(view) => choose::<undercover::Undercover>(
            &mut UndercoverBot::new(level),
            view,
            told,
            &budget,
            &mut dice,
        ),
        AnyView::Banqi(view) => {
            choose::<banqi::Banqi>(&mut BanqiBot::new(level), view, told, &budget, &mut dice)
        }
        AnyView::Sifang(_) => None,
    };
    chosen.or_else(|| {
        let legal = view.legal();
        let index = dice.roll(u32::try_from(legal.len()).ok()?.max(1)) as usize;
        legal.get(index).map(ToString::to_string)
    })
}

fn choose<G: Game>(
    bot: &mut dyn Bot<G>,
    view: &G::View,
    told: &[Entry],
    budget: &Budget<'_>,
    dice: &mut dyn Dice,
) -> Option<String> {
    let told: Vec<Done<G::Action>> = told
        .iter()
        .filter_map(|entry| Done::parse(Seat::checked(entry.seat)?, &entry.done).ok())
        .collect();
    bot.choose(view, &told, budget, dice).map(|choice| choice.action.to_string())
}

/// How long a level may think: nobody wants to wait for a weak move.
const fn patience_ms(level: Level) -> f64 {
    match level {
        Level::Beginner | Level::Easy => 400.0,
        Level::Medium => 800.0,
        Level::Hard => 2_000.0,
    }
}
