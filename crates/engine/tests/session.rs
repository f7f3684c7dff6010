//! Conversations with the engine. The tests check the order of lines, never times.

#[path = "session/talk.rs"]
mod talk;

use std::io::Write as _;
use talk::Talk;

#[test]
fn introduces_itself() {
    let mut talk = Talk::new();
    talk.say("uci\r");
    let lines = talk.until("uciok");
    assert!(lines[0].starts_with("id name chuhe"), "{lines:#?}");
    for option in [
        "Hash",
        "Clear Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "UCI_ShowWDL",
        "UCI_Variant",
        "Variant",
        "Skill",
        "Seed",
        "Ranks",
        "Options",
        "BanqiProtocol",
        "EvalFile",
    ] {
        let announced = format!("option name {option} type ");
        assert!(lines.iter().any(|line| line.starts_with(&announced)), "{option}: {lines:#?}");
    }
    talk.say("isready");
    assert_eq!(talk.until("readyok"), ["readyok"]);
    talk.say("quit");
    assert!(talk.end().is_empty());
}

#[test]
fn plays_under_every_limit() {
    let mut talk = Talk::uci();
    talk.say("position startpos moves h2e2 h9g7");
    for limit in [
        "depth 4",
        "nodes 2000",
        "movetime 20",
        "mate 1",
        "wtime 300 btime 300 winc 5 binc 5",
        "wtime 300 btime 300 movestogo 3",
        "wtime -10 btime 0",
        "depth 3 searchmoves b0c2 a0a1",
    ] {
        talk.say(&format!("go {limit}"));
        let lines = talk.until("bestmove");
        let last = &lines[lines.len() - 2];
        assert!(last.starts_with("info depth ") && last.contains(" pv "), "{limit}: {lines:#?}");
        if limit.contains("searchmoves") {
            let best = lines.last().expect("the answer");
            assert!(best.contains(" b0c2") || best.contains(" a0a1"), "{best}");
        }
    }
    talk.say("quit");
    talk.end();
}

/// The answer waits until it is requested, and other commands are answered meanwhile.
#[test]
fn waits_for_stop() {
    let mut talk = Talk::uci();
    for go in ["go infinite", "go ponder wtime 10 btime 10", "go", "go depth 1 infinite"] {
        talk.say(go);
        talk.say("isready");
        let meanwhile = talk.until("readyok");
        assert!(meanwhile.iter().all(|line| !line.starts_with("bestmove")), "{go}: {meanwhile:#?}");
        talk.say("stop");
        assert_ne!(talk.best(), "(none)", "{go}");
    }
    // Nothing is left to stop.
    talk.say("stop");
    talk.say("isready");
    assert_eq!(talk.until("readyok"), ["readyok"]);
    talk.say("quit");
    talk.end();
}

#[test]
fn time_counts_from_the_ponder_hit_on() {
    let mut talk = Talk::uci();
    talk.say("position startpos moves h2e2");
    talk.say("go ponder movetime 5");
    talk.say("isready");
    let meanwhile = talk.until("readyok");
    assert!(meanwhile.iter().all(|line| !line.starts_with("bestmove")), "{meanwhile:#?}");
    talk.say("ponderhit");
    assert_ne!(talk.best(), "(none)");
    talk.say("quit");
    talk.end();
}

/// A command during a search ends it and is processed after its answer.
#[test]
fn commands_during_a_search_wait_for_its_answer() {
    let mut talk = Talk::uci();
    talk.say("go infinite");
    talk.say("position fen 3k5/9/9/9/9/9/9/9/9/4K1R2 w - - 0 1");
    talk.say("go mate 1");
    assert_ne!(talk.best(), "g0g8");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("score mate 1")), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove g0g8"));
    talk.say("quit");
    talk.end();
}

#[test]
fn a_mate_is_proven_or_refuted() {
    let mut talk = Talk::uci();
    talk.say("position fen 9/4k4/9/9/9/9/9/R8/1R7/3K5 w - - 0 1");
    talk.say("go mate 4");
    let lines = talk.until("bestmove");
    let proof = &lines[lines.len() - 2];
    assert!(proof.starts_with("info depth 3 ") && proof.contains(" score mate 2 "), "{lines:#?}");
    talk.say("go mate 1");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line == "info string no mate in 1"), "{lines:#?}");
    assert_ne!(lines.last().map(String::as_str), Some("bestmove (none)"));
    talk.say("quit");
    talk.end();
}

/// A `stop` after a waiting `go` refers to that one, although another search still runs.
#[test]
fn stop_and_ponderhit_come_in_their_turn() {
    for (go, end) in [("go infinite", "stop"), ("go ponder movetime 5", "ponderhit")] {
        let mut talk = Talk::uci();
        talk.say(&format!("go infinite\nposition startpos moves h2e2\n{go}\n{end}\nisready"));
        talk.best();
        assert_ne!(talk.best(), "(none)", "{go}");
        talk.say("quit");
        talk.end();
    }
}

/// Commands before the end of the input are still answered, with each search cut short.
#[test]
fn what_waits_at_the_end_is_done() {
    let mut talk = Talk::new();
    talk.say("uci\nsetoption name Hash value 1\nisready\nposition startpos\nisready");
    talk.input = None;
    let lines = talk.end();
    assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 2, "{lines:#?}");
}

#[test]
fn the_end_of_the_input_ends_it() {
    for go in ["", "go infinite", "go ponder movetime 1"] {
        let mut talk = Talk::uci();
        talk.say(go);
        talk.input = None;
        talk.end();
    }
}

#[test]
fn quit_ends_a_search() {
    let mut talk = Talk::uci();
    talk.say("go infinite");
    talk.say("quit");
    talk.end();
}

/// FENs of other programs, and a composed position: Black's pawn is on its own back rank.
#[test]
fn reads_positions_of_other_programs() {
    let mut talk = Talk::uci();
    let composed = "3k1p3/4P4/9/9/6CCR/3n4c/2Pn5/8B/5p3/4K4 w - - 0 1";
    let warning = talk.complaint(&format!("position fen {composed}"));
    let expected = "unusual: Black's pawn on f9 cannot have come there";
    assert!(warning.ends_with(expected), "{warning}");
    talk.say("go depth 4");
    assert_eq!(talk.best(), "g5g9");
    let board = "4ka3/4aN3/9/RC7/2b3b2/9/9/4p4/3nr3r/5K3";
    let rest = board.replace('/', "_");
    for fen in [format!("{board}[] w - - 0 1"), format!("{board} red"), format!("{rest}_w_-_-_0_1")]
    {
        talk.say(&format!("position fen {fen}"));
        talk.say("go depth 1");
        let lines = talk.until("bestmove");
        assert!(lines.iter().all(|line| !line.contains("info string")), "{fen}: {lines:?}");
    }
    talk.say("quit");
    talk.end();
}

#[test]
fn refuses_what_makes_no_sense() {
    let mut talk = Talk::uci();
    let long = "x".repeat(2 << 20);
    let table = [
        ("hello", "unknown command `hello`"),
        ("position fen 9/9 w", "no legal position: expected 10 ranks, found 2"),
        ("position fen 4k4/9/9/9/9/9/9/9/9/9 w - - 0 1", "expected one general for"),
        ("position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "is in check although"),
        ("position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0e5", "move 1 `e0e5`"),
        ("position startpos moves h2e2 h2e2", "move 2 `h2e2`"),
        ("position startpos moves rubbish", "move 1 `rubbish`"),
        ("setoption name Colour value red", "unknown option `Colour`"),
        ("setoption name Hash value 0", "Hash: expected 1 to"),
        ("setoption name Variant value chess", "expected a variant"),
        ("setoption name Skill value strong", "expected a level"),
        ("setoption name Options value colour=red", "Options: "),
        (long.as_str(), "the line is too long"),
    ];
    for (line, expected) in table {
        let complaint = talk.complaint(line);
        assert!(complaint.contains(expected), "{:.60}: {complaint}", line);
    }
    // After a refused position no move is played in another one.
    talk.say("position fen 9/9 w");
    talk.until("info");
    talk.say("go depth 1");
    assert_eq!(talk.best(), "(none)");
    talk.say("position startpos");
    talk.say("go depth 1 searchmoves a0a9");
    let complaint = talk.until("info").concat();
    assert!(complaint.contains("searchmoves: `a0a9` is no legal move"), "{complaint}");
    assert_ne!(talk.best(), "(none)");
    talk.say("quit");
    talk.end();
}

/// An unreadable `go` is answered, and no move is played in a wrong position.
#[test]
fn what_cannot_be_read_is_answered() {
    let mut talk = Talk::uci();
    talk.say("go soon depth 2");
    let lines = talk.until("bestmove");
    assert_eq!(lines[0], "info string go: unknown limit `soon`");
    assert_ne!(lines[lines.len() - 1], "bestmove (none)", "{lines:#?}");
    for (line, problem) in [
        ("go movetime soon", "expected a whole number, found `soon`"),
        ("go searchmoves", "expected moves"),
        ("position startpos h2e2\ngo depth 1", "expected `moves`, found `h2e2`"),
        (&format!("position startpos {}\ngo depth 1", "x".repeat(2 << 20)), "too long"),
    ] {
        talk.say(line);
        let lines = talk.until("bestmove");
        assert!(lines[0].contains(problem), "{line:.40}: {lines:#?}");
        assert_eq!(lines[lines.len() - 1], "bestmove (none)", "{line:.40}");
    }
    talk.say("quit");
    talk.end();
}

/// An answer known at once still waits for `stop`; the client would attribute it to another
/// command.
#[test]
fn no_move_waits_to_be_asked_for_too() {
    let mated = "position fen 3k5/3R5/3P5/9/9/9/9/9/9/4K4 b - - 0 1";
    let mut talk = Talk::uci();
    for position in ["position fen 9/9 w", "position startpos moves rubbish", mated] {
        for (go, ends) in [
            ("go infinite", &["stop"][..]),
            ("go", &["stop"]),
            ("go infinite depth 2", &["stop"]),
            ("go ponder depth 2", &["ponderhit"]),
            ("go ponder movetime 5", &["stop"]),
            ("go ponder infinite", &["ponderhit", "stop"]),
            ("go infinite depth soon", &["stop"]),
            ("go ponder depth soon", &["ponderhit"]),
            ("go depth 2", &[]),
            ("go movetime 5", &[]),
            ("go depth soon", &[]),
        ] {
            talk.say(&format!("{position}\n{go}"));
            for end in ends {
                talk.say("isready");
                let early = talk.until("readyok");
                let is_answer = |line: &String| line.starts_with("bestmove");
                assert!(!early.iter().any(is_answer), "{position}, {go}: {early:#?}");
                talk.say(end);
            }
            assert_eq!(talk.best(), "(none)", "{position}, {go}");
        }
    }
    talk.say("quit");
    talk.end();
}

/// Answers known at once are sent in sequence, each once.
#[test]
fn answers_without_a_search_pile_up_nowhere() {
    const MANY: usize = 20_000;
    let mut talk = Talk::uci();
    talk.say("go infinite\nposition fen 9/9 w");
    let mut input = talk.input.take().expect("the input is open");
    let say = std::thread::spawn(move || {
        for _ in 0..MANY {
            writeln!(input, "go infinite\nstop\ngo depth 1").expect("the engine listens");
        }
    });
    assert_ne!(talk.best(), "(none)");
    for number in 0..2 * MANY {
        assert_eq!(talk.best(), "(none)", "{number}");
    }
    say.join().expect("all was said");
    assert!(!talk.end().iter().any(|line| line.starts_with("bestmove")));
}

#[test]
fn mated_is_mated() {
    let mut talk = Talk::uci();
    talk.say("setoption name UCI_ShowWDL value true");
    // A stalemated side has lost as well.
    for fen in ["3k5/3R5/3P5/9/9/9/9/9/9/4K4 b - - 0 1", "3k5/2P6/9/9/9/9/9/9/9/4K4 b - - 0 1"] {
        talk.say(&format!("position fen {fen}\ngo depth 3"));
        let lines = talk.until("bestmove");
        assert!(lines[0].starts_with("info depth 0 score mate 0 wdl 0 0 1000 "), "{lines:#?}");
        assert_eq!(lines[1..], ["bestmove (none)"], "{fen}");
    }
    // If all moves are banned, it is not mate.
    talk.say("position fen 3k5/9/9/9/9/9/9/9/9/5K3 b - - 0 1\nbanmoves d9e9 d9d8\ngo depth 3");
    assert_eq!(talk.until("bestmove"), ["bestmove (none)"]);
    talk.say("quit");
    talk.end();
}

/// Another referee may continue where our rules would draw.
#[test]
fn plays_on_where_the_house_rules_would_draw() {
    let mut talk = Talk::uci();
    for fen in [
        "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 500 90",
        "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 65534 90",
        "3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1",
    ] {
        talk.say(&format!("position fen {fen}"));
        talk.say("go depth 3");
        let lines = talk.until("bestmove");
        assert!(lines[0].starts_with("info depth "), "{fen}: {lines:#?}");
        assert_ne!(lines[lines.len() - 1], "bestmove (none)", "{fen}");
    }
    talk.say("quit");
    talk.end();
}

#[test]
fn ranks_from_one_for_whoever_asks() {
    let mut talk = Talk::uci();
    talk.say("setoption name Ranks value 1-10");
    let complaint = talk.complaint("position startpos moves h2e2");
    assert!(complaint.starts_with("move 1 `h2e2` (here `h1e1`): "), "{complaint}");
    for option in ["UCI_Variant value xiangqi", "Ranks value 1-10"] {
        talk.say(&format!("setoption name {option}"));
        talk.say("position fen 3k5/9/9/9/9/9/9/9/9/4K1R2 w moves g1g2 d10d9");
        talk.say("go depth 5 searchmoves g2g9");
        let lines = talk.until("bestmove");
        let answer = lines.last().expect("the answer");
        assert!(answer.starts_with("bestmove g2g9"), "{answer}");
        assert!(lines.iter().any(|line| line.contains(" pv g2g9")), "{lines:#?}");
    }
    talk.say("setoption name Ranks value 0-9");
    talk.say("position fen 3k5/9/9/9/9/9/9/9/9/4K1R2 w moves g0g1 d9d8");
    talk.say("go depth 1 searchmoves g1g8");
    assert_eq!(talk.best(), "g1g8");
    talk.say("quit");
    talk.end();
}

/// As uci2wb does for xboard: it sets `UCI_Variant` because it exists, then uses ranks from 0.
#[test]
fn a_bare_fen_counts_ranks_from_zero() {
    let mut talk = Talk::uci();
    talk.say("setoption name UCI_Variant value xiangqi");
    talk.say("fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h2e2");
    talk.say("go depth 1 searchmoves h9g7");
    assert_eq!(talk.best(), "h9g7");
    talk.say("quit");
    talk.end();
}

#[test]
fn tells_several_lines_and_chances() {
    let mut talk = Talk::uci();
    talk.say("setoption name MultiPV value 3");
    talk.say("setoption name UCI_ShowWDL value true");
    talk.say("go depth 4");
    let lines = talk.until("bestmove");
    for rank in 1..=3 {
        let found = lines.iter().find(|line| line.contains(&format!(" multipv {rank} ")));
        let line = found.unwrap_or_else(|| panic!("no line {rank}: {lines:#?}"));
        let words: Vec<&str> = line.split(' ').collect();
        let at = words.iter().position(|&word| word == "wdl").expect("chances");
        let sum: u32 = words[at + 1..at + 4].iter().map(|word| word.parse::<u32>().unwrap()).sum();
        assert_eq!(sum, 1000, "{line}");
    }
    talk.say("quit");
    talk.end();
}

/// In endings that no side can win, everything is drawn.
#[test]
fn nothing_is_won_with_nothing() {
    let table = [
        // Advisors and elephants only, whichever side has more.
        ("2bak4/4a4/4b4/9/9/9/9/4B4/4A4/2BAK4 w - - 0 1", 1000),
        ("2bak4/4a4/4b4/9/9/9/9/9/9/4K4 b - - 0 1", 1000),
        // A cannon without a screen.
        ("4k4/9/9/9/9/9/9/9/4C4/3K5 w - - 0 1", 950),
        ("2bak4/4a4/4b4/9/9/9/9/9/4C4/3K5 b - - 0 1", 950),
    ];
    let mut talk = Talk::uci();
    talk.say("setoption name UCI_ShowWDL value true");
    for (fen, least_drawn) in table {
        talk.say(&format!("position fen {fen}\ngo depth 4"));
        let lines = talk.until("bestmove");
        let told = lines.iter().rev().find_map(|line| line.split_once(" wdl "));
        let shares: Vec<u32> = told
            .map(|(_, rest)| rest.split(' ').take(3).filter_map(|word| word.parse().ok()).collect())
            .unwrap_or_default();
        assert!(shares.get(1).is_some_and(|&drawn| drawn >= least_drawn), "{fen}: {lines:#?}");
    }
    talk.say("quit");
    talk.end();
}

#[test]
fn speaks_ucci() {
    let mut talk = Talk::new();
    talk.say("ucci");
    let lines = talk.until("ucciok");
    assert!(lines.iter().any(|line| line.starts_with("option usemillisec type check")));
    talk.say("setoption usemillisec true");
    talk.say("setoption hashsize 1");
    talk.say("setoption newgame");
    talk.say("isready");
    talk.until("readyok");
    talk.say("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2");
    talk.say("go time 200 increment 0");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth") && !line.contains(" cp ")));
    // The general has two moves, and both are banned.
    talk.say("position fen 3k5/9/9/9/9/9/9/9/9/5K3 b");
    talk.say("banmoves d9e9 d9d8");
    talk.say("go depth 3");
    assert_eq!(talk.until("nobestmove"), ["nobestmove"]);
    talk.say("quit");
    assert_eq!(talk.end(), ["bye"]);
}

#[test]
fn plays_the_other_games() {
    let undercover =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/? 0/0";
    let table = [
        ("banqi", "position startpos".to_owned()),
        ("banqi", "position startpos moves c2=k a1=R".to_owned()),
        // The text contains the face-down pieces, and the player ignores them.
        ("banqi", "position fen 8/8/8/K**4p r 0/0 0 8 nA".to_owned()),
        ("banqi", "position fen 8/8/8/K**4p r 0/0 0 8 nA moves b1".to_owned()),
        ("banqi", "position fen 8/8/8/K**4p r 0/0 0 8 nA moves b1=n".to_owned()),
        ("undercover", format!("position fen {undercover}")),
        ("sifang", "position startpos".to_owned()),
        ("sifang", "position startpos moves 5b5c".to_owned()),
    ];
    let mut talk = Talk::uci();
    for (variant, position) in table {
        talk.say(&format!("setoption name Variant value {variant}"));
        talk.say(&position);
        talk.say("go nodes 500");
        let lines = talk.until("bestmove");
        assert!(!lines.concat().contains("info string"), "{position}: {lines:#?}");
        assert!(!lines.concat().contains("(none)"), "{position}: {lines:#?}");
    }
    talk.say("quit");
    talk.end();
}

/// A player receives only its seat's knowledge. Revealed moles are public, and after the game
/// nothing is hidden.
#[test]
fn undercover_takes_the_movers_own_view_alone() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let mated = "3k5/3R5/3P5/9/9/9/9/9/9/4K4";
    let table = [
        (format!("{start} w - - 0 1 e6/c3 0/0"), Some("`moles` tells Black's `c3`, expected `?`")),
        (format!("{start} w - - 0 1 ?/c3 0/0"), Some("`moles` tells Black's `c3`")),
        (format!("{start} b - - 0 1 e6/c3 0/0"), Some("`moles` tells Red's `e6`")),
        // Only its owner knows that a mole was waived, or captured by the owner.
        (format!("{start} w - - 0 1 e6/- 0/0"), Some("`moles` tells Black's `-`")),
        (format!("{start} w - - 0 1 -/x 0/0"), Some("`moles` tells Black's `x`")),
        (format!("{start} w - - 0 1 e6/c3 0/0 place:-/-:./?"), Some("`moles` tells Black's `c3`")),
        (format!("{start} w - - 0 1 e6/? 0/0 place:-/-:./12345"), Some("`places` tells Black's")),
        (format!("{start} w - - 0 1 ?/? 0/0 lock:./c6"), Some("`locks` tells Black's `c6`")),
        // After a move it is Black's turn, who must not know Red's mole.
        (format!("{start} w - - 0 1 e6/+ 0/0 moves h2e2"), Some("`moles` tells Red's `e6`")),
        (format!("{start} w - - 0 1 e6/? 0/0"), None),
        (format!("{start} b - - 0 1 ?/c3 0/0"), None),
        (format!("{start} w - - 0 1 e6/+ 0/0"), None),
        (format!("{start} w - - 0 1 x/+ 0/0"), None),
        (format!("{start} w - - 0 1 +/+ 0/0 moves h2e2"), None),
        (format!("{start} w - - 0 1 e6/+ 0/0 moves @e6"), None),
        (format!("{start} w - - 0 1 e6/? 0/0 place:-/-:./?"), None),
        // Red has chosen and waits.
        (format!("{start} w - - 0 1 e6/? 0/0 place:-/-:12345/?"), None),
        (format!("{mated} b - - 0 1 -/d7 0/0"), None),
    ];
    let mut talk = Talk::uci();
    talk.say("setoption name Variant value undercover");
    for (position, problem) in table {
        talk.say(&format!("position fen {position}\nisready"));
        let said = talk.until("readyok").concat();
        let expected = problem.unwrap_or_default();
        assert_eq!(said.starts_with("info"), problem.is_some(), "{position}: {said}");
        assert!(said.contains(expected), "{position}: {said}");
    }
    talk.say("quit");
    talk.end();
}

/// Ranks from 0, flips on the spot, and a bag with the face-down pieces.
#[test]
fn speaks_uci_of_banqi() {
    let mut talk = Talk::uci();
    talk.say("setoption name Variant value banqi");
    talk.say("setoption name BanqiProtocol value uci");
    talk.say("position startpos moves a0a0=K");
    talk.say("go nodes 300 searchmoves h3h3");
    assert_eq!(talk.best(), "h3h3");
    // One step from a capture, with one face-down pawn.
    talk.say("position fen 8/8/1p6/K6x r P1 3 20");
    talk.say("go nodes 300");
    assert_ne!(talk.best(), "(none)");
    let table = [
        ("8/8/1p6/K6x r P2 3 20", "expected 1 pieces that may come up, found 2"),
        ("8/8/1p6/K6x r K1 3 20", "the bag: "),
        ("8/8/1p6/K6x r", "expected `<board>"),
        ("8/8/1p6/K6x r - 3 20", "expected 1 pieces"),
    ];
    for (fen, expected) in table {
        let complaint = talk.complaint(&format!("position fen {fen}"));
        assert!(complaint.contains(expected), "{fen}: {complaint}");
    }
    let complaint = talk.complaint("position startpos moves a0a0");
    assert!(complaint.contains("move 1 `a0a0` (here `a1`): what came up is told"), "{complaint}");
    talk.say("quit");
    talk.end();
}

/// More threads than cores would delay the one that checks the clock.
#[test]
fn too_many_threads_are_told_of() {
    let at_a_time = std::thread::available_parallelism().map_or(256, std::num::NonZero::get);
    let mut talk = Talk::uci();
    talk.say("setoption name Threads value 256\nisready");
    let said = talk.until("readyok").concat();
    let told = format!("Threads: the machine runs {at_a_time} at a time");
    assert_eq!(said.contains(&told), at_a_time < 256, "{said}");
    talk.say("go nodes 2000");
    let lines = talk.until("bestmove");
    assert!(!lines.concat().contains("Threads"), "it is told once: {lines:#?}");
    talk.say("quit");
    talk.end();
}

#[test]
fn weaker_levels_play_too() {
    let mut talk = Talk::uci();
    // The last one is the name of a level before there were eight.
    for skill in ["level-1", "level-8", "easy"] {
        talk.say(&format!("setoption name Skill value {skill}"));
        talk.say("go movetime 50");
        assert_ne!(talk.best(), "(none)", "{skill}");
    }
    talk.say("quit");
    talk.end();
}
