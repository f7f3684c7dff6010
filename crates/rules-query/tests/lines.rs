//! Valid and invalid questions, with their answers.

use rules_query::answer;
use serde_json::Value;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn ask(line: &str) -> Value {
    let answer = answer(line.as_bytes());
    assert!(!answer.contains('\n'), "{answer}");
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{answer}: {error}"))
}

#[test]
fn answers() {
    let start = ask(r#"{"variant":"xiangqi"}"#);
    assert_eq!(start["position"], START);
    assert_eq!(start["turn"], "w");
    assert_eq!(start["legal"].as_array().unwrap().len(), 44);
    assert_eq!((&start["check"], &start["outcome"]), (&Value::Bool(false), &Value::Null));
    let moved = ask(r#"{"variant":"xiangqi","position":"start","actions":["h2e2"]}"#);
    assert_eq!(moved["turn"], "b");
    let four = ask(r#"{"variant":"sifang","options":{"mode":"solo"}}"#);
    assert_eq!(four["legal"].as_array().unwrap().len(), 69);
    let mate = ask(r#"{"variant":"xiangqi","position":"3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1"}"#);
    assert_eq!(mate["outcome"]["reason"], "checkmate");
    assert_eq!(mate["outcome"]["winner"], "w");
    assert_eq!(mate["outcome"]["scores"], serde_json::json!({"w": 2, "b": 0}));
    assert_eq!((mate["check"].as_bool(), mate["legal"].as_array().unwrap().len()), (Some(true), 0));
}

#[test]
fn observers_know_their_own() {
    let ask_as = |observer: &str| {
        ask(&format!(
            r#"{{"variant":"undercover","position":"{START} e6/c3 0/0","observer":"{observer}"}}"#
        ))
    };
    for (observer, moles, legal) in [("w", "e6/?", 45), ("b", "?/c3", 0), ("spectator", "?/?", 0)] {
        let seen = ask_as(observer);
        assert!(seen["position"].as_str().unwrap().contains(moles), "{observer}: {seen}");
        assert_eq!(seen["legal"].as_array().unwrap().len(), legal, "{observer}");
    }
    let deal = "********/********/********/******** - 0/0 0 0 PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb";
    for (observer, legal) in [("r", 32), ("b", 32), ("spectator", 0)] {
        let seen =
            ask(&format!(r#"{{"variant":"banqi","position":"{deal}","observer":"{observer}"}}"#));
        assert!(!seen["position"].as_str().unwrap().contains('P'), "{seen}");
        assert_eq!(seen["legal"].as_array().unwrap().len(), legal, "{observer}");
    }
}

#[test]
fn faults_name_what_and_where() {
    for (line, code, at) in [
        ("", "json", None),
        ("{", "json", None),
        ("[]", "json", None),
        (r#"{"variant":"chess"}"#, "variant", None),
        (r#"{"variant":"xiangqi","extra":1}"#, "json", None),
        (r#"{"variant":"xiangqi","actions":"h2e2"}"#, "json", None),
        (r#"{"variant":"xiangqi","position":"x"}"#, "board-size", None),
        (r#"{"variant":"xiangqi","options":"x=1"}"#, "option", None),
        (r#"{"variant":"xiangqi","options":{"quiet-limit":[1]}}"#, "option", None),
        (r#"{"variant":"xiangqi","options":7}"#, "option", None),
        (r#"{"variant":"xiangqi","observer":"r"}"#, "observer", None),
        (r#"{"variant":"banqi"}"#, "position", None),
        (r#"{"variant":"undercover","position":"start"}"#, "position", None),
        (r#"{"variant":"xiangqi","actions":["h2e2","h2e2"]}"#, "no-piece", Some(1)),
        (r#"{"variant":"xiangqi","actions":["h2"]}"#, "action-text", Some(0)),
        (
            r#"{"variant":"xiangqi","position":"3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1","actions":["d9e9"]}"#,
            "game-over",
            Some(0),
        ),
    ] {
        let fault = &ask(line)["error"];
        assert_eq!(fault["code"], code, "{line}: {fault}");
        assert_eq!(fault["at"].as_u64(), at, "{line}: {fault}");
        assert!(fault["message"].as_str().is_some_and(|message| !message.is_empty()), "{line}");
    }
}

#[test]
fn garbage_gets_an_answer() {
    for line in
        [&b"\xff\xfe"[..], &[0; 100], &b"{\"variant\":\"\\ud800\"}"[..], &vec![b'['; 200_000]]
    {
        assert!(answer(line).starts_with("{\"error\""));
    }
    assert!(answer(&vec![b' '; rules_query::LINE_BYTES + 1]).contains("too-long"));
}

/// `null` switches an option off in every game, even if the game's own word for that differs.
#[test]
fn null_has_one_meaning() {
    for (variant, start) in [
        ("xiangqi", None),
        (
            "undercover",
            Some("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 3/3"),
        ),
        ("sifang", None),
        ("banqi", Some("8/8/8/K**4p r 0/0 0 8 nA")),
    ] {
        let position = start.map_or_else(String::new, |start| format!(r#","position":"{start}""#));
        let with = |options: &str| {
            ask(&format!(r#"{{"variant":"{variant}"{position},"options":{options}}}"#))
        };
        let expected = with(r#"{"quiet-limit":"off"}"#);
        assert!(expected.get("error").is_none(), "{variant}: {expected}");
        for options in [r#"{"quiet-limit":null}"#, r#"{"quiet-limit":"none"}"#] {
            assert_eq!(with(options), expected, "{variant}: {options}");
        }
    }
    for options in [r#"{"repetition":null}"#, r#"{"repetition":"off","quiet-limit":null}"#] {
        let told = ask(&format!(r#"{{"variant":"xiangqi","options":{options}}}"#));
        assert!(told.get("error").is_none(), "{options}: {told}");
    }
}

/// FENs as other programs and players write them.
#[test]
fn positions_of_other_programs_are_read() {
    let board = "4ka3/4aN3/9/RC7/2b3b2/9/9/4p4/3nr3r/5K3";
    for (text, turn) in [
        (format!("{board}[] w - - 0 1"), "w"),
        (format!("{board} w"), "w"),
        (format!("{board}_b_-_-_0_1"), "b"),
        (format!("{}_w_-_-_0_1", board.replace('/', "_")), "w"),
        (format!("{} red", board.replace('b', "e").replace('N', "H").replace('n', "h")), "w"),
    ] {
        let line = format!(r#"{{"variant":"xiangqi","position":"{text}"}}"#);
        assert_eq!(ask(&line)["position"], format!("{board} {turn} - - 0 1"), "{text}");
    }
    let wrong = ask(&format!(r#"{{"variant":"xiangqi","position":"{board}  x"}}"#));
    assert_eq!(wrong["error"]["code"], "turn");
}

#[test]
fn composed_positions_have_a_warning() {
    let composed = "3k1p3/4P4/9/9/6CCR/3n4c/2Pn5/8B/5p3/4K4 w - - 0 1";
    let answer = ask(&format!(r#"{{"variant":"xiangqi","position":"{composed}"}}"#));
    assert_eq!(answer["warning"], "unusual: Black's pawn on f9 cannot have come there");
    let legal = answer["legal"].as_array().unwrap();
    assert!(legal.iter().any(|action| action == "g5g9"), "{answer}");
    let actions = r#"["g5g9","f9f8"]"#;
    let line = format!(r#"{{"variant":"xiangqi","position":"{composed}","actions":{actions}}}"#);
    assert_eq!(ask(&line)["warning"], "unusual: Black's pawn on f8 cannot have come there");
    assert!(ask(r#"{"variant":"xiangqi"}"#).get("warning").is_none());
    let alone = ask(r#"{"variant":"xiangqi","position":"3k5/9/9/9/9/9/9/9/9/9 w - - 0 1"}"#);
    assert_eq!(alone["error"]["code"], "pieces");
}
