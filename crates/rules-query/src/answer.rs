use crate::{
    query_error::QueryError,
    question::{Asker, Question},
};
use game::{Observer, Outcome, Turn};
use games::AnyGame;
use serde::Serialize;
use serde_json::{Map, Number, Value};

/// The answer to a question.
#[derive(Serialize)]
pub(crate) struct Answer {
    position: String,
    turn: String,
    legal: Vec<String>,
    check: bool,
    outcome: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

impl Answer {
    pub(crate) fn to(question: &Question) -> Result<Answer, QueryError> {
        let mut game = question.game.clone();
        for (at, action) in question.actions.iter().enumerate() {
            play(&mut game, action).map_err(|mut fault| {
                fault.at = Some(at);
                fault
            })?;
        }
        Ok(Answer::about(&game, question.asker))
    }

    fn about(game: &AnyGame, asker: Asker) -> Answer {
        let observer = asker.observer(game);
        let legal = match (observer, game.turn()) {
            (Some(Observer::Seat(seat)), _) => game.legal(seat),
            (Some(Observer::Spectator), _) | (None, Turn::Over) => Vec::new(),
            (None, turn) => turn.seats().iter().flat_map(|seat| game.legal(seat)).collect(),
        };
        Answer {
            position: observer
                .map_or_else(|| game.truth_text(), |observer| game.view(observer).to_string()),
            turn: turn_letter(game),
            legal: legal.iter().map(ToString::to_string).collect(),
            check: game.in_check(),
            outcome: game.outcome().map(|outcome| outcome_json(game, outcome)),
            warning: warning(game),
        }
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The referee's warning, and the pieces that cannot have come where they are.
fn warning(game: &AnyGame) -> Option<String> {
    let unusual = game.oddities();
    let unusual = (!unusual.is_empty()).then(|| format!("unusual: {}", unusual.join(", ")));
    let told: Vec<String> =
        game.warning().map(|warning| warning.message).into_iter().chain(unusual).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Plays an action that may note what it reveals: `c2=k` must reveal that piece.
fn play(game: &mut AnyGame, text: &str) -> Result<(), QueryError> {
    let (action, noted) = match text.split_once('=') {
        Some((action, noted)) => (action, Some(noted)),
        None => (text, None),
    };
    let Some(seat) = game.turn().seats().iter().next() else {
        return Err(QueryError::new(
            "game-over",
            format!("`{}` comes after the end", text.escape_debug()),
        ));
    };
    let done = game
        .play_text(seat, action)
        .map_err(|refusal| QueryError::new(refusal.code, refusal.message))?;
    let revealed = done.revealed.map(String::from);
    if noted.is_some() && noted != revealed.as_deref() {
        game.undo();
        let found = revealed.unwrap_or_else(|| "nothing".into());
        let message =
            format!("`{}` does not bring up what it notes but {found}", text.escape_debug());
        return Err(QueryError::new("mismatch", message));
    }
    Ok(())
}

/// Letter of the side on move, as in the position's text; `-` if no side or several may act.
fn turn_letter(game: &AnyGame) -> String {
    let by_position = || {
        let text = game.truth_text();
        text.split(' ').nth(1).unwrap_or("-").to_owned()
    };
    match game.turn() {
        Turn::Seat(seat) => game.seat_letter(seat).to_string(),
        Turn::Over => by_position(),
        Turn::Setup(_) => "-".to_owned(),
    }
}

fn outcome_json(game: &AnyGame, outcome: &Outcome) -> Value {
    let letters: String = outcome.winners.iter().map(|seat| game.seat_letter(seat)).collect();
    let mut scores = Map::new();
    for seat in game::Seat::first(game.seats()) {
        let halves = outcome.scores[seat.index()].in_halves();
        let number = if halves.is_multiple_of(2) {
            Some(Number::from(halves / 2))
        } else {
            Number::from_f64(f64::from(halves) / 2.0)
        };
        scores
            .insert(game.seat_letter(seat).to_string(), number.map_or(Value::Null, Value::Number));
    }
    let mut json = Map::new();
    json.insert("reason".into(), outcome.reason.as_str().into());
    json.insert("winner".into(), if letters.is_empty() { Value::Null } else { letters.into() });
    json.insert("scores".into(), Value::Object(scores));
    if !outcome.detail.is_empty() {
        json.insert("detail".into(), outcome.detail.clone().into());
    }
    let mut json = Value::Object(json);
    // Sorted, so that the text does not depend on the features of serde_json.
    json.sort_all_objects();
    json
}
