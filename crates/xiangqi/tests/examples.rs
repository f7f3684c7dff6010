//! Runs the examples and checks their output.
#![allow(dead_code, reason = "each example has a `main` of its own")]

#[path = "../examples/judge_repetition.rs"]
mod judge_repetition;
#[path = "../examples/list_legal_moves.rs"]
mod list_legal_moves;

use xiangqi::Position;

#[test]
fn legal_moves_are_listed() {
    let list = list_legal_moves::list(&Position::start()).unwrap();
    assert!(list.starts_with("Red: 44 moves\n"), "{list}");
    assert!(list.contains("Red's horse on b0: b0a2 马八进九, b0c2 马八进七\n"), "{list}");
    assert_eq!(list.lines().count(), 17, "sixteen pieces, of which none is shut in\n{list}");
}

#[test]
fn repetitions_are_judged() {
    let endings = ["perpetual-check: won by b", "perpetual-chase: won by b", "repetition: a draw"];
    for ((fen, cycle), ending) in judge_repetition::CASES.into_iter().zip(endings) {
        let text = judge_repetition::judge(fen, cycle).unwrap();
        assert!(text.contains("the position has occurred twice"), "{text}");
        assert!(text.lines().last().unwrap().starts_with(ending), "{text}");
    }
}
