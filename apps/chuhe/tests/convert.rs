//! `chuhe convert` as a program.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

const PGN: &str =
    "[Game \"Chinese Chess\"]\n[Red \"许银川\"]\n\n1. 炮二平五 马8进7 2. 马二进三 1-0\n";

fn convert(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .arg("convert")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // A program that rejects its arguments does not read its input.
    let _ = child.stdin.take().expect("its input").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it speaks UTF-8")
}

#[test]
fn one_format_becomes_another() {
    let chuhe = convert(&["-"], PGN.as_bytes());
    assert_eq!(chuhe.status.code(), Some(0), "{}", text(&chuhe.stderr));
    assert!(text(&chuhe.stdout).starts_with("chuhe 1\nvariant xiangqi\n"));
    assert!(text(&chuhe.stdout).contains("seats red=许银川 black=\n"));
    for (notation, line) in [
        ("chinese", "  1. 炮二平五 马８进７\n"),
        ("wxf", "  1. C2=5 H8+7\n"),
        ("iccs", "  1. h2e2 h9g7\n"),
        ("uci", "  1. h2e2 h9g7\n"),
        ("uci-1", "  1. h3e3 h10g8\n"),
        ("san", "  1. Che3 Ng8\n"),
    ] {
        let pgn = convert(&["-", "--to", "pgn", "--notation", notation], &chuhe.stdout);
        assert_eq!(pgn.status.code(), Some(0), "{}", text(&pgn.stderr));
        assert!(text(&pgn.stdout).contains(line), "{}", text(&pgn.stdout));
        let again = convert(&["-"], &pgn.stdout);
        assert_eq!(text(&again.stdout), text(&chuhe.stdout), "{notation}");
    }
}

#[test]
fn names_of_files_tell_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pgn, other, back) = (path("a b.pgn"), path("x.txt"), path("y.chuhe"));
    std::fs::write(&pgn, PGN).unwrap();
    for (from, to, begin) in [(&pgn, &other, "[DhtmlXQ]\n"), (&other, &back, "chuhe 1\n")] {
        let done = convert(&[from, "-o", to], b"");
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        assert!(std::fs::read_to_string(to).unwrap().starts_with(begin), "{to}");
    }
}

/// A position alone, a composed one, and a list.
#[test]
fn positions_become_games_without_moves() {
    let fen = "4ka3/4aN3/9/RC7/2b3b2/9/9/4p4/3nr3r/5K3";
    for input in [format!("{fen}[] w - - 0 1\n"), format!("{fen} red"), fen.replace('/', "_")] {
        let done = convert(&["-"], input.as_bytes());
        assert_eq!((done.status.code(), text(&done.stderr)), (Some(0), ""), "{input}");
        assert!(text(&done.stdout).contains(&format!("start {fen} w - - 0 1\n")), "{input}");
        assert!(text(&done.stdout).contains("\nactions 0\n"), "{input}");
    }
    let composed = "3k1p3/4P4/9/9/6CCR/3n4c/2Pn5/8B/5p3/4K4 w - - 0 1";
    let done = convert(&["-"], composed.as_bytes());
    assert_eq!(done.status.code(), Some(0));
    let warning = "-: game 1: unusual: Black's pawn on f9 cannot have come there\n";
    assert_eq!(text(&done.stderr), warning);
    let list = convert(&["-", "--to", "pgn"], format!("{composed}\n{fen} w\n").as_bytes());
    assert_eq!(text(&list.stdout).matches("[FEN ").count(), 2);
}

#[test]
fn a_guessed_encoding_is_a_warning() {
    let western = b"[Red \"S\xe9bastien\"]\n[Black \"M\xfcller\"]\n\n1. h2e2 h9g7 *\n";
    let done = convert(&["-", "--to", "pgn"], western);
    assert_eq!(done.status.code(), Some(0));
    let warned = text(&done.stderr);
    assert!(warned.starts_with("-:1:8: encoding: ") && warned.contains("`GBK`"), "{warned}");
}

#[test]
fn everything_legal_is_written_if_asked() {
    let bad = PGN.replace("2. 马二进三", "2. 马二进九").replace("1-0", "*");
    let done = convert(&["-", "--to", "pgn", "--notation", "iccs"], bad.as_bytes());
    assert_eq!((done.status.code(), text(&done.stdout)), (Some(1), ""));
    let done = convert(&["-", "--to", "pgn", "--notation", "iccs", "--keep-going"], bad.as_bytes());
    assert_eq!(done.status.code(), Some(0));
    assert!(text(&done.stdout).ends_with("  1. h2e2 h9g7\n*\n"), "{}", text(&done.stdout));
    assert!(
        text(&done.stderr).starts_with("-:4:17: action 105: move 3 "),
        "{}",
        text(&done.stderr)
    );
    // A variation is cut and listed in any case.
    let cut = convert(&["-"], "1. h2e2 (1. b2e2 h9h5) h9g7 *".as_bytes());
    assert_eq!(cut.status.code(), Some(0));
    assert!(text(&cut.stderr).starts_with("-:1:18: variation: "), "{}", text(&cut.stderr));
    let nothing = convert(&["-", "--keep-going"], b"nonsense");
    assert_eq!(nothing.status.code(), Some(1));
}

#[test]
fn problems_are_listed_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.pgn");
    let bad = PGN.replace("马8进7", "马8进8").replace("Chinese Chess", "Go");
    let done = convert(&["-", "-o", out.to_str().unwrap()], bad.as_bytes());
    assert_eq!(done.status.code(), Some(1));
    let lines: Vec<&str> = text(&done.stderr).lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("-:1:8: format 101: "), "{lines:?}");
    assert!(lines[1].starts_with("-:4:9: action 105: "), "{lines:?}");
    assert!(!out.exists());
}

#[test]
fn what_cannot_be_done_is_said() {
    for (arguments, input) in [
        (&["-", "--to", "docx"][..], PGN),
        (&["-", "--to", "pgn", "--notation", "x"], PGN),
        (&["/no/such/file"], ""),
        (&["-", "--to", "chuhe"], &PGN.repeat(2)),
    ] {
        let done = convert(arguments, input.as_bytes());
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", text(&done.stderr));
        assert!(done.stdout.is_empty() && !done.stderr.is_empty(), "{arguments:?}");
    }
}

/// The seal of a running game is opened only with `--reveal`.
#[test]
fn a_sealed_game_stays_sealed_unless_it_is_revealed() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 c6/e3 3/3";
    let open = format!(
        "chuhe 1\nvariant undercover\nstart {start}\nactions 0\nposition {start}\nturn red\nresult *\n"
    );
    let record = record::read(open.as_bytes()).expect("a sound file");
    let key = record::SealKey::new([6; 16]);
    let sealed = record::SealedRecord::new(record.clone(), key, 1_700_000_000_000, Vec::new());
    let sealed = record::write_sealed(&sealed).expect("a running game");

    let again = convert(&["-"], sealed.as_bytes());
    assert_eq!(text(&again.stdout), sealed, "{}", text(&again.stderr));
    let revealed = convert(&["-", "--reveal"], sealed.as_bytes());
    assert_eq!(record::read(&revealed.stdout), Ok(record), "{}", text(&revealed.stderr));

    let refused = convert(&["-", "--to", "pgn"], sealed.as_bytes());
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).contains("--reveal"), "{}", text(&refused.stderr));
    let broken = convert(&["-"], sealed.replace("seal 1 06", "seal 1 07").as_bytes());
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken.stderr).contains(": sealed: "), "{}", text(&broken.stderr));
}
