//! A game played through the rules filter, each answer leading to the next question. The position
//! of an answer gives the same results as the actions that led to it, and every observer's question
//! is valid.
#![no_main]

use serde_json::{Value, json};

const GAMES: [(&str, &str, &[&str]); 4] = [
    (
        "xiangqi",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        &["w", "b", "spectator"],
    ),
    (
        "undercover",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0",
        &["w", "b", "spectator"],
    ),
    ("sifang", "start", &["r", "g", "y", "b", "spectator"]),
    (
        "banqi",
        "********/********/********/******** - 0/0 0 0 PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb",
        &["r", "b", "spectator"],
    ),
];

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&first, choices)) = data.split_first() else { return };
    let (variant, start, observers) = GAMES[usize::from(first) % GAMES.len()];
    let mut actions: Vec<String> = Vec::new();
    for &choice in choices.iter().take(16) {
        let question = json!({"variant": variant, "position": start, "actions": actions});
        let answer = ask(&question);
        let legal = answer["legal"].as_array().expect("a list");
        assert_eq!(legal.is_empty(), !answer["outcome"].is_null(), "{question}");
        for observer in observers {
            let mut question = question.clone();
            question["observer"] = (*observer).into();
            ask(&question);
        }
        if answer["outcome"].is_null() {
            let again = ask(&json!({"variant": variant, "position": answer["position"]}));
            assert_eq!(again["position"], answer["position"], "{question}");
            assert_eq!(again["turn"], answer["turn"], "{question}");
            assert_eq!(again["legal"], answer["legal"], "{question}");
        }
        let Some(action) = legal.get(usize::from(choice) % legal.len().max(1)) else { return };
        actions.push(action.as_str().expect("a text").to_owned());
    }
});

fn ask(question: &Value) -> Value {
    let answer = rules_query::answer(question.to_string().as_bytes());
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    assert!(answer["error"].is_null(), "{question}: {answer}");
    answer
}
