//! `chuhe arena` as a program: what it prints, and that it prints it again.

use serde_json::Value;
use std::process::{Command, Output};

fn arena(args: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_chuhe");
    Command::new(program).arg("arena").args(args.split(' ')).output().expect("chuhe starts")
}

fn json(args: &str) -> Value {
    let output = arena(args);
    let problems = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args}: {problems}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args}: {error}"))
}

/// The same match on one thread and on three: only the time differs.
#[test]
fn threads_change_nothing() {
    for variant in ["xiangqi", "undercover", "sifang", "sifang --options mode=solo", "banqi"] {
        let args = format!(
            "--variant {variant} --a easy --b beginner --games 4 --nodes 200 --plies 150 --json"
        );
        let play = |threads: u32| {
            let mut result = json(&format!("{args} --threads {threads}"));
            assert!(result["seconds"].take().is_f64());
            result
        };
        let result = play(1);
        assert_eq!(result["games"]["played"], 4, "{variant}");
        assert_eq!(result["deterministic"], true);
        assert_eq!(play(3), result);
    }
}

/// With opponents of one strength and without dice, a pair is worth as much to both.
#[test]
fn swaps_teams_whole() {
    for mode in ["ns", "se", "sw"] {
        let args = format!("--variant sifang --options mode={mode} --a hard --b hard");
        let result = json(&format!("{args} --games 2 --nodes 100 --plies 120 --json"));
        assert_eq!(result["score"], 0.5, "{mode}: {result}");
    }
}

#[test]
fn says_what_it_cannot_do() {
    let table = [
        ("--a hard", "--b"),
        ("--a hard --b strong", "expected a level"),
        ("--a hard --b easy --variant chess", "expected a variant"),
        ("--a hard --b easy --variant banqi --options foo=1", "foo"),
        ("--a hard --b easy --ms 5 --nodes 5", "--ms"),
        ("--a hard --b easy --games 1", "--games"),
    ];
    for (args, problem) in table {
        let output = arena(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {said}");
        assert!(said.contains(problem), "{args}: {said}");
    }
}
