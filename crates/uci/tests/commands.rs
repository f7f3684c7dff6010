//! Tests of every command in both protocols, including the quirks of existing interfaces.

use uci::{Clock, Command, Dialect, Go, Start};

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn option(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
}

fn fen(text: &str, moves: &str) -> Command {
    Command::Position { start: Start::Fen(text.to_owned()), moves: words(moves), is_bare: false }
}

fn usual(moves: &str) -> Command {
    Command::Position { start: Start::Usual, moves: words(moves), is_bare: false }
}

fn bare(position: Command) -> Command {
    match position {
        Command::Position { start, moves, .. } => Command::Position { start, moves, is_bare: true },
        other => other,
    }
}

fn read(line: &str) -> Command {
    match Command::parse(line) {
        Ok(Some(command)) => command,
        other => panic!("{line:?}: {other:?}"),
    }
}

const BOARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn commands() {
    let table = [
        ("uci", Command::Handshake(Dialect::Uci)),
        ("ucci\r\n", Command::Handshake(Dialect::Ucci)),
        ("\u{feff}uci", Command::Handshake(Dialect::Uci)),
        ("debug on", Command::Debug(true)),
        ("debug off\r", Command::Debug(false)),
        ("debug", Command::Debug(true)),
        ("isready", Command::IsReady),
        ("  isready\t", Command::IsReady),
        ("ucinewgame", Command::NewGame),
        ("setoption newgame", Command::NewGame),
        ("stop\r\n", Command::Stop),
        ("ponderhit", Command::PonderHit { draw_offered: false }),
        ("ponderhit draw", Command::PonderHit { draw_offered: true }),
        ("banmoves h2e2 h2e2", Command::BanMoves(words("h2e2 h2e2"))),
        ("banmoves", Command::BanMoves(Vec::new())),
        ("quit", Command::Quit),
    ];
    for (line, expected) in table {
        assert_eq!(read(line), expected, "{line:?}");
    }
    for line in ["", "\r\n", "   \t ", "\u{feff}"] {
        assert_eq!(Command::parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn options() {
    let table = [
        ("setoption name Hash value 64", option("Hash", Some("64"))),
        ("setoption name Clear Hash", option("Clear Hash", None)),
        ("setoption name Move Overhead value 10\r", option("Move Overhead", Some("10"))),
        (
            "setoption name Options value quiet-limit=60 x",
            option("Options", Some("quiet-limit=60 x")),
        ),
        ("setoption name Options value", option("Options", Some(""))),
        ("setoption hashsize 64", option("hashsize", Some("64"))),
        ("setoption usemillisec true", option("usemillisec", Some("true"))),
        ("setoption batch", option("batch", None)),
    ];
    for (line, expected) in table {
        assert_eq!(read(line), expected, "{line:?}");
    }
}

#[test]
fn positions() {
    let table = [
        ("position startpos".to_owned(), usual("")),
        ("position startpos moves".to_owned(), usual("")),
        ("position startpos moves h2e2 h9g7".to_owned(), usual("h2e2 h9g7")),
        ("startpos moves h2e2".to_owned(), bare(usual("h2e2"))),
        (format!("position fen {BOARD}"), fen(BOARD, "")),
        (format!("position fen {BOARD} moves h2e2"), fen(BOARD, "h2e2")),
        (format!("position fen {BOARD} moves \r\n"), fen(BOARD, "")),
        (format!("fen {BOARD}"), bare(fen(BOARD, ""))),
        (format!("fen {BOARD} moves h2e2 b9c7"), bare(fen(BOARD, "h2e2 b9c7"))),
        (format!("\u{feff}fen {BOARD}"), bare(fen(BOARD, ""))),
        (format!("position {BOARD}"), fen(BOARD, "")),
        (format!("position   fen  {}", BOARD.replace(' ', "  ")), fen(BOARD, "")),
        ("position fen 4k4 w".to_owned(), fen("4k4 w", "")),
    ];
    for (line, expected) in table {
        assert_eq!(read(&line), expected, "{line:?}");
    }
}

#[test]
fn limits() {
    let clock = |remaining, increment| Clock { remaining: Some(remaining), increment };
    let table = [
        ("go", Go::default()),
        ("go infinite", Go { infinite: true, ..Go::default() }),
        ("go depth infinite", Go { infinite: true, ..Go::default() }),
        ("go fast depth 3 now", Go { depth: Some(3), unknown: words("fast now"), ..Go::default() }),
        ("go movetime 100", Go { move_time: Some(100), ..Go::default() }),
        ("go nodes 5000", Go { nodes: Some(5000), ..Go::default() }),
        ("go depth 7 nodes 9", Go { depth: Some(7), nodes: Some(9), ..Go::default() }),
        ("go mate 3", Go { mate: Some(3), ..Go::default() }),
        (
            "go wtime 1000 btime 2000 winc 10 binc 20 movestogo 5",
            Go {
                white: clock(1000, 10),
                black: clock(2000, 20),
                moves_to_go: Some(5),
                ..Go::default()
            },
        ),
        ("go wtime -20 btime 5", Go { white: clock(0, 0), black: clock(5, 0), ..Go::default() }),
        ("go movetime 99999999999999999999", Go { move_time: Some(u64::MAX), ..Go::default() }),
        (
            "go ponder wtime 1 btime 2",
            Go { ponder: true, white: clock(1, 0), black: clock(2, 0), ..Go::default() },
        ),
        ("go movetime 5 ponder", Go { ponder: true, move_time: Some(5), ..Go::default() }),
        (
            "go searchmoves h2e2 h9g7 depth 3",
            Go { search_moves: words("h2e2 h9g7"), depth: Some(3), ..Go::default() },
        ),
        (
            "go draw time 300 increment 2 opptime 200 oppincrement 1",
            Go { draw_offered: true, own: clock(300, 2), opponent: clock(200, 1), ..Go::default() },
        ),
        (
            "go time 300 movestogo 40 opptime 10 oppmovestogo 3",
            Go {
                own: clock(300, 0),
                moves_to_go: Some(40),
                opponent: clock(10, 0),
                opponent_moves_to_go: Some(3),
                ..Go::default()
            },
        ),
    ];
    for (line, expected) in table {
        assert_eq!(read(line), Command::Go(expected), "{line:?}");
    }
}

#[test]
fn refusals_name_the_word() {
    let table = [
        ("hello there", "unknown command `hello`"),
        ("UCI", "unknown command `UCI`"),
        ("\u{1b}[2J", "unknown command `\\u{1b}[2J`"),
        ("debug maybe", "debug: expected `on` or `off`, found `maybe`"),
        ("position", "position: expected `startpos` or `fen` and a position, found the end"),
        ("position fen", "found the end of the line"),
        ("position moves h2e2", "expected `startpos` or `fen` and a position, found `moves`"),
        ("position startpos h2e2", "position: expected `moves`, found `h2e2`"),
        ("setoption", "setoption: expected an option's name"),
        ("setoption value 1", "expected an option's name, found `value`"),
        ("setoption name", "setoption: expected an option's name"),
        ("setoption name value 3", "setoption: expected an option's name"),
        ("go movetime", "go movetime: expected a whole number, found the end of the line"),
        ("go movetime fast", "go movetime: expected a whole number, found `fast`"),
        ("go depth -", "go depth: expected a whole number, found `-`"),
        ("go depth 3.5", "go depth: expected a whole number, found `3.5`"),
        ("go searchmoves", "go searchmoves: expected moves"),
    ];
    for (line, expected) in table {
        let problem = Command::parse(line).expect_err(line).to_string();
        assert!(problem.contains(expected), "{line:?}: {problem}");
    }
    let long = format!("x{}", "y".repeat(10_000));
    let problem = Command::parse(&long).expect_err("no command").to_string();
    assert!(problem.len() < 100, "{problem}");
}

/// Commands written by an interface are parsed by an engine.
#[test]
fn commands_survive_the_line() {
    let uci = [
        "uci",
        "debug off",
        "isready",
        "ucinewgame",
        "setoption name Clear Hash",
        "setoption name Hash value 64",
        "position startpos",
        "fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves d0d1",
        "position startpos moves h2e2 h9g7",
        "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves d0d1",
        "go wtime 5 btime 6 winc 1 binc 2 movestogo 3 depth 4 nodes 5 mate 6 movetime 7 infinite \
         ponder searchmoves h2e2",
        "stop",
        "ponderhit",
        "quit",
    ];
    let ucci = [
        "ucci",
        "setoption newgame",
        "setoption hashsize 64",
        "banmoves h2e2 h9g7",
        "go draw time 9 increment 8 movestogo 7 opptime 6 oppincrement 5 oppmovestogo 4",
        "go ponder time 100 movestogo 1",
        "go depth 5 nodes 600",
        "go depth infinite",
        "ponderhit draw",
    ];
    for (dialect, lines) in [(Dialect::Uci, &uci[..]), (Dialect::Ucci, &ucci[..])] {
        for &line in lines {
            assert_eq!(read(line).line(dialect), line);
        }
    }
    let only_uci_has = [
        (Command::Go(Go { move_time: Some(100), ..Go::default() }), "go time 100 movestogo 1"),
        (Command::Go(Go { mate: Some(3), ..Go::default() }), "go depth 6"),
        (option("Options", Some("")), "setoption Options"),
        (option("Clear Hash", None), "setoption name Clear Hash"),
        (option("name Hash", Some("1")), "setoption name name Hash value 1"),
    ];
    for (command, line) in only_uci_has {
        assert_eq!(command.line(Dialect::Ucci), line);
    }
}
