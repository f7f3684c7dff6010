//! Compares with `tests/data/rules-banqi.jsonl`, the answers of an independent reference
//! implementation.

use banqi::{Banqi, Options};
use game::{Game, Turn};
use serde_json::Value;

#[test]
fn every_line_of_the_vectors() {
    let lines = include_str!("data/rules-banqi.jsonl").lines().enumerate();
    let mut checked = 0;
    for (index, line) in lines {
        check(line).unwrap_or_else(|problem| panic!("line {}: {problem}", index + 1));
        checked += 1;
    }
    assert_eq!(checked, 86);
}

fn check(line: &str) -> Result<(), String> {
    let line: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let texts =
        |value: &Value| value.as_array().into_iter().flatten().map(text).collect::<Vec<_>>();
    let mut game = Banqi::from_text(Options::SEED, &text(&line["position"]))
        .map_err(|error| error.to_string())?;
    for action in texts(&line["actions"]) {
        let Turn::Seat(seat) = game.turn() else { return Err(format!("over before {action}")) };
        let action = action.parse().map_err(|error| format!("{action}: {error}"))?;
        game.play(seat, action).map_err(|refusal| format!("{action}: {refusal}"))?;
    }
    let expect = &line["expect"];
    same("position", game.truth_text(), text(&expect["position"]))?;
    let legal = match game.turn() {
        Turn::Seat(seat) => game.legal(seat),
        _ => Vec::new(),
    };
    let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
    same("legal", legal, texts(&expect["legal"]))?;
    same("over", game.turn() == Turn::Over, expect["over"] == true)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, got: T, expected: T) -> Result<(), String> {
    if got == expected {
        Ok(())
    } else {
        Err(format!("{what}: got {got:?}, expected {expected:?}"))
    }
}
