//! The option `EvalFile`: a network is used, and an invalid file is refused.

#[path = "session/talk.rs"]
mod talk;

use bots::Seeded;
use nnue::training::Trainer;
use std::fs;
use talk::Talk;

/// The engine's report on the start position at depth 3, without times.
fn judgement(talk: &mut Talk) -> String {
    talk.say("position startpos");
    talk.say("go depth 3");
    let lines = talk.until("bestmove");
    let last = lines[lines.len() - 2].clone();
    let timed = |word: &&str| !matches!(*word, "time" | "nps") && word.parse::<u32>().is_err();
    let words: Vec<&str> = last.split(' ').collect();
    let score = words.iter().position(|&word| word == "cp").expect("a score");
    let others: Vec<&str> = words.iter().copied().filter(timed).collect();
    format!("{} {}", words[score + 1], others.join(" "))
}

#[test]
fn a_network_judges_when_there_is_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a network.nn");
    // An untrained network.
    let bytes = Trainer::new(&mut Seeded::new(1)).network().to_bytes();
    fs::write(&path, &bytes).expect("a file");

    let mut talk = Talk::uci();
    let shipped = judgement(&mut talk);
    talk.say("setoption name EvalFile value weights");
    let fitted = judgement(&mut talk);
    assert_ne!(fitted, shipped);
    talk.say(&format!("setoption name EvalFile value {}", path.display()));
    let by_network = judgement(&mut talk);
    assert!(by_network != fitted && by_network != shipped);

    // An unreadable file changes nothing.
    let damaged = folder.path().join("damaged.nn");
    fs::write(&damaged, &bytes[..bytes.len() - 1]).expect("a file");
    let long = folder.path().join("long.nn");
    fs::write(&long, [&bytes[..], &[0; 1_000]].concat()).expect("a file");
    for (file, expected) in [
        (folder.path().join("none.nn"), "none.nn: "),
        (folder.path().to_owned(), "EvalFile: "),
        (damaged, "damaged.nn: a damaged network: expected 179526 bytes, found 179525"),
        (long, "long.nn: a damaged network: expected 179526 bytes, found 180526"),
    ] {
        let complaint =
            talk.complaint(&format!("setoption name EvalFile value {}", file.display()));
        assert!(complaint.contains(expected), "expected `{expected}`, found `{complaint}`");
    }
    assert_eq!(judgement(&mut talk), by_network);
    talk.say("setoption name EvalFile value <empty>");
    assert_eq!(judgement(&mut talk), shipped);
    talk.say("go depth 1");
    assert_ne!(talk.best(), "(none)");
    talk.say("quit");
    assert!(talk.end().is_empty());
}
