//! `chuhe arena` as a program: its output, and that equal arguments give equal output.

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

/// The same match on one thread and on three differs only in time.
#[test]
fn threads_change_nothing() {
    for variant in ["xiangqi", "undercover", "sifang", "sifang --options mode=solo", "banqi"] {
        let args = format!(
            "--variant {variant} --a level-3 --b level-1 --games 4 --nodes 200 --plies 150 --json"
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

/// Between equal opponents without dice, each pair is a tie.
#[test]
fn swaps_teams_whole() {
    for mode in ["ns", "se", "sw"] {
        let args = format!("--variant sifang --options mode={mode} --a top --b top");
        let result = json(&format!("{args} --games 2 --nodes 100 --plies 120 --json"));
        assert_eq!(result["score"], 0.5, "{mode}: {result}");
    }
}

/// External programs receive the options of the game.
#[test]
fn programs_are_told_the_rules() {
    let chuhe = env!("CARGO_BIN_EXE_chuhe");
    let output = Command::new(chuhe)
        .args(["arena", "--variant", "banqi", "--options", "taiwan", "--a"])
        .arg(format!("uci:'{chuhe}' engine"))
        .args(["--b", "level-1", "--games", "2", "--nodes", "50", "--plies", "60", "--json"])
        .output()
        .expect("chuhe starts");
    let problems = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{problems}");
    let result: Value = serde_json::from_slice(&output.stdout).expect("a result");
    assert_eq!(result["problem"], Value::Null, "{result}");
    assert_eq!(result["ends"]["illegal"], Value::Null, "{result}");
}

#[test]
fn says_what_it_cannot_do() {
    let table = [
        ("--a top", "--b"),
        ("--a top --b strong", "expected a level"),
        ("--a top --b level-3 --variant chess", "expected a variant"),
        ("--a top --b level-3 --variant banqi --options foo=1", "foo"),
        ("--a top --b level-3 --ms 5 --nodes 5", "--ms"),
        ("--a top --b level-3 --margin 5", "--ms"),
        ("--a top --b level-3 --ms 5 --margin 20000", "--margin"),
        ("--a top --b level-3 --games 1", "--games"),
        ("--a top --b level-3 --games 3", "an even number from 2 to 1000000: games come in pairs"),
        (
            "--a top --b level-3 --log x.log --pgn x.log",
            "--log and --pgn: expected two different files",
        ),
        ("--a top --b uci:", "expected a program"),
        ("--a top --b uci:/no/such/engine", "/no/such/engine"),
        ("--a top --b uci:'/no/such", "a quote is open"),
        ("--a top --b level-3 --tc soon", "expected seconds"),
        ("--a top --b level-3 --sprt 10", "expected two numbers"),
        ("--a top --b level-3 --a-option Hash", "expected `Name=Value`"),
        ("--a top --b level-3 --b-option Hash=1", "--b-option: a built-in level has no options"),
        ("--a top --b level-3 --variant banqi --pgn x.pgn", "expected xiangqi"),
        ("--a ucci:/bin/cat --b level-3 --variant banqi", "UCCI is a protocol of xiangqi alone"),
        ("--a tournament --b top", "expected a level"),
    ];
    for (args, problem) in table {
        let output = arena(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {said}");
        assert!(said.contains(problem), "{args}: {said}");
    }
}

/// The JSON result names all settings of the match.
#[test]
fn a_result_tells_its_terms() {
    let players = "--a level-1 --b level-1 --games 2 --plies 8 --json";
    for (terms, told) in [
        ("--nodes 50", r#"{"nodes":50,"b_nodes":50,"opening":6,"even":60,"plies":8}"#),
        ("--nodes 50 --b-nodes 99 --even 500", r#"{"nodes":50,"b_nodes":99,"even":500}"#),
        ("--ms 5 --margin 9000", r#"{"nodes":null,"b_nodes":null,"ms":5,"margin":9000,"tc":null}"#),
        ("--tc 10+0.1 --opening 2", r#"{"tc":"10+0.1","ms":null,"margin":null,"opening":2}"#),
        ("--variant banqi", r#"{"opening":0,"even":null,"a_options":[],"b_options":[]}"#),
    ] {
        let result = json(&format!("{players} {terms}"));
        let told: serde_json::Map<String, Value> = serde_json::from_str(told).expect("JSON");
        for (name, value) in told {
            assert_eq!(result[&name], value, "{terms}: {name}");
        }
    }
}

/// A level plays against this program as an engine, over both protocols, and in a game with hidden
/// pieces.
#[test]
fn programs_play() {
    // The path of the program may contain blanks.
    let engine = concat!("'", env!("CARGO_BIN_EXE_chuhe"), "' engine");
    for (variant, protocol, option) in [
        ("xiangqi", "uci", Some("Hash=1")),
        ("xiangqi", "ucci", None),
        ("banqi", "uci", None),
        ("banqi", "uci", Some("BanqiProtocol=uci")),
        ("sifang", "uci", Some("Seed=7")),
        ("undercover", "uci", None),
    ] {
        let mut arena = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        arena.args(["arena", "--variant", variant, "--b", "level-1", "--json"]);
        arena.args(["--a", &format!("{protocol}:{engine}"), "--games", "2", "--plies", "30"]);
        arena.args(["--nodes", "200"]);
        arena.args(option.into_iter().flat_map(|option| ["--a-option", option]));
        let output = arena.output().expect("chuhe starts");
        let problems = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{variant} {protocol}: {problems}");
        let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(result["games"]["played"], 2, "{result}");
        assert!(result["problem"].is_null(), "{result}");
        assert!(result["ends"]["illegal"].is_null(), "{result}");
        assert_eq!(result["deterministic"], false);
        let set = option.and_then(|option| option.split_once('='));
        let set = set.map_or("[]".to_owned(), |(name, value)| format!(r#"[["{name}","{value}"]]"#));
        assert_eq!(result["a_options"].to_string(), set);
    }
}

/// A program that starts once and fails later loses its games; result and files are written.
#[cfg(unix)]
#[test]
fn a_program_that_goes_away_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let script = at("engine.sh");
    let once = format!("mkdir {} || exit 1", at("started"));
    let engine = format!("exec '{}' engine", env!("CARGO_BIN_EXE_chuhe"));
    std::fs::write(&script, format!("{once}\n{engine}\n")).expect("a script");
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["arena", "--a", &format!("uci:sh {script}"), "--b", "level-1", "--games", "4"])
        .args(["--nodes", "50", "--plies", "30", "--json", "--pgn", &at("match.pgn")])
        .output()
        .expect("chuhe starts");
    let problems = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{problems}");
    let result: Value = serde_json::from_slice(&output.stdout).expect("a result");
    assert_eq!(result["ends"]["crash"]["losses"], 4, "{result}");
    assert!(result["problem"].as_str().is_some_and(|it| it.contains("it has ended")), "{result}");
    let games = record::read_any(&std::fs::read(at("match.pgn")).expect("a file"), None);
    assert_eq!(games.expect("sound games").len(), 4);
}

/// A player that sends an illegal move loses; the report names move and position.
#[cfg(unix)]
#[test]
fn an_illegal_move_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("engine.sh").display().to_string();
    for (answer, problem) in [
        ("a0a9", "`a0a9` is no legal move in "),
        ("rubbish", "`rubbish` is no move in "),
        ("(none)", "it says that there is no move in "),
    ] {
        let lines = format!(
            "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
             go*) echo 'bestmove {answer}';; quit) exit;; esac; done"
        );
        std::fs::write(&script, lines).expect("a script");
        let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(["arena", "--a", &format!("uci:sh {script}"), "--b", "level-1"])
            .args(["--games", "2", "--nodes", "50", "--json"])
            .output()
            .expect("chuhe starts");
        let result: Value = serde_json::from_slice(&output.stdout).expect("a result");
        assert_eq!(result["ends"]["illegal"]["losses"], 2, "{result}");
        assert!(result["problem"].as_str().is_some_and(|it| it.contains(problem)), "{result}");
    }
}

/// A match continues from its log without changing logged games.
#[test]
fn goes_on_where_it_was_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let terms = "--a level-5 --b level-1 --nodes 200 --plies 60 --json";
    let (log, pgn, chuhe) = (at("match.log"), at("match.pgn"), at("games"));
    json(&format!("{terms} --games 2 --log {log}"));
    // Simulates a crash while the second pair was written.
    let first = std::fs::read_to_string(&log).expect("a log");
    assert_eq!(first.lines().count(), 2, "{first}");
    std::fs::write(&log, format!("{first}{{\"pair\":1,\"ga")).expect("a log");
    let mut result = json(&format!("{terms} --games 6 --log {log} --pgn {pgn} --chuhe {chuhe}"));
    let mut whole = json(&format!("{terms} --games 6"));
    for result in [&mut result, &mut whole] {
        result["seconds"].take();
    }
    assert_eq!(result, whole);
    let kept = std::fs::read_to_string(&log).expect("a log");
    assert!(kept.starts_with(&first) && kept.lines().count() == 4, "{kept}");
    let games = record::read_any(&std::fs::read(&pgn).expect("a file"), None).expect("sound games");
    assert_eq!(games.len(), 6);
    assert_eq!(games[0].names, ["level-5", "level-1"]);
    assert_eq!(games[1].names, ["level-1", "level-5"]);
    assert_eq!(games[0].actions[..6], games[1].actions[..6]);
    for file in std::fs::read_dir(&chuhe).expect("a folder") {
        let path = file.expect("a file").path();
        let bytes = std::fs::read(&path).expect("a file");
        record::read(&bytes).unwrap_or_else(|problems| panic!("{}: {problems:?}", path.display()));
    }
    let other = arena(&format!("{terms} --games 6 --seed 2 --log {log}"));
    let said = String::from_utf8_lossy(&other.stderr);
    assert!(said.contains("the log of something else"), "{said}");
}

/// Unwritable files are reported before the first game.
#[test]
fn where_nothing_can_be_written_nothing_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(at("file"), "mine").expect("written");
    let table = [
        (format!("--pgn {}", at("")), "--pgn: cannot write "),
        (format!("--pgn {}", at("file/match.pgn")), "--pgn: cannot write "),
        (format!("--chuhe {}", at("file")), "--chuhe: cannot write into "),
        (format!("--chuhe {}", at("file/games")), "--chuhe: cannot write into "),
        (format!("--log {}", at("file")), "--log: "),
        (format!("--log {}", at("none/match.log")), "--log: "),
        (format!("--log {}", at("")), "--log: "),
    ];
    for (target, problem) in table {
        let output = arena(&format!("--a level-1 --b level-1 --games 2 --plies 6 {target}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{target}: {said}");
        assert!(said.contains(problem), "{target}: {said}");
        assert!(output.stdout.is_empty(), "{target}: nothing was played");
    }
    assert_eq!(std::fs::read_to_string(at("file")).expect("there"), "mine");
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 1, "nothing is left behind");
}

/// A log with a repeated pair is rejected.
#[test]
fn a_log_has_every_pair_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("match.log").display().to_string();
    let args = format!("--a level-1 --b level-1 --nodes 50 --plies 10 --games 2 --log {log}");
    assert!(arena(&args).status.success());
    let kept = std::fs::read_to_string(&log).expect("a log");
    let pair = kept.lines().last().expect("a pair");
    std::fs::write(&log, format!("{kept}{pair}\n")).expect("a log");
    let output = arena(&args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("match.log: line 3: pair 0 appears twice"), "{said}");
}

/// The files of every game can be read again.
#[test]
fn writes_files_of_every_game() {
    for variant in ["xiangqi", "undercover", "sifang", "banqi"] {
        let folder = tempfile::tempdir().expect("a folder");
        let games = folder.path().join("games").display().to_string();
        let args = format!("--variant {variant} --a level-3 --b level-1 --games 2 --nodes 100");
        json(&format!("{args} --plies 60 --json --chuhe {games}"));
        let mut count = 0;
        for file in std::fs::read_dir(&games).expect("a folder") {
            let bytes = std::fs::read(file.expect("a file").path()).expect("a file");
            let game = record::read(&bytes).unwrap_or_else(|wrong| panic!("{variant}: {wrong:?}"));
            assert!(game.outcome.is_some(), "{variant}");
            count += 1;
        }
        assert_eq!(count, 2, "{variant}");
    }
}

#[test]
fn stops_when_it_is_clear() {
    let result =
        json("--a top --b level-1 --nodes 1000 --games 200 --sprt 0,20 --plies 200 --json");
    assert_eq!(result["sprt"], "accepted", "{result}");
    assert!(result["games"]["played"].as_u64().is_some_and(|games| games < 100), "{result}");
}
