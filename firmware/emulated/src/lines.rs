use boardlink::{Body, Event, Point, Points, Result as Winner};
use serde_json::{Map, Value, json};

/// Converts an event to one JSON line, in the vocabulary of `chuhe board referee`.
pub fn line(event: &Event) -> String {
    let mut line = Map::new();
    line.insert("game".into(), event.game.into());
    line.insert("seq".into(), event.seq.into());
    line.insert("t".into(), event.at_ms.into());
    let (name, rest) = words(&event.body);
    line.insert("event".into(), name.into());
    if let Value::Object(rest) = rest {
        line.extend(rest);
    }
    Value::Object(line).to_string()
}

fn words(body: &Body) -> (&'static str, Value) {
    match *body {
        Body::Setup { settings } => (
            "setup",
            json!({
                "clocks": settings.clocks.map(|clock| clock.main_ms),
                "touch_move": settings.touch_move,
                "strict_order": settings.strict_order,
                "capture_general": settings.capture_general,
                "alarm_limit": settings.alarm_limit,
            }),
        ),
        Body::Move { from, to, piece, captured, stood_ms, left } => (
            "move",
            json!({
                "action": format!("{}{}", name(from), name(to)),
                "piece": piece.get(),
                "captured": captured.get(),
                "stood": stood_ms,
                "left": left.map(|left| left.main_ms),
            }),
        ),
        Body::Alarm { by_black, reason, tried, points } => (
            "alarm",
            json!({
                "by": if by_black { "black" } else { "red" },
                "reason": sensing::Reason::ALL.get(usize::from(reason)).map(|it| it.as_str()),
                "tried": tried.map(|(from, to)| format!("{}{}", name(from), name(to))),
                "points": names(&points),
            }),
        ),
        Body::Disturbed { cause, points } => (
            "disturbed",
            json!({
                "cause": sensing::Cause::ALL.get(usize::from(cause)).map(|it| it.as_str()),
                "points": names(&points),
            }),
        ),
        Body::Ambiguous { points } => ("ambiguous", json!({ "points": names(&points) })),
        Body::Restored => ("restored", json!({})),
        Body::TakenBack { plies } => ("takeback", json!({ "plies": plies })),
        Body::Pressed { button } => ("button", json!({ "button": format!("{button:?}") })),
        Body::Repeated { times } => ("repetition", json!({ "times": times })),
        Body::Resumed => ("resumed", json!({})),
        Body::End { reason, result } => (
            "end",
            json!({
                "reason": game::Reason::ALL.get(usize::from(reason)).map(|it| it.as_str()),
                "winner": match result {
                    Winner::Draw => None,
                    Winner::Red => Some("red"),
                    Winner::Black => Some("black"),
                },
            }),
        ),
    }
}

fn names(points: &Points) -> Vec<String> {
    points.named().map(name).collect()
}

fn name(point: Point) -> String {
    sensing::square_of(usize::from(point.get())).map_or_else(|| "?".into(), |it| it.to_string())
}
