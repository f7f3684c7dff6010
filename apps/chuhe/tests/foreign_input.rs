//! Unusual conditions for every command: closed pipes, full disks, odd arguments, foreign bytes.
#![cfg(unix)]

use std::{
    fs::File,
    io::{Read, Write},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

const PGN: &str = "[Game \"Chinese Chess\"]\n[Red \"a\"]\n\n1. h2e2 h9g7 1-0\n";
const COMMITMENT: &str = "fd762f1217c9d7880c6a1ca36acb4a862a647e3a9ebaf6ee1f3b95255392f97d";

/// Every command that writes results: its arguments and its input.
fn commands() -> Vec<(Vec<String>, &'static str)> {
    let seed = "aa".repeat(32);
    let lines: [(&str, &str); 16] = [
        ("--help", ""),
        ("--version", ""),
        ("help perft", ""),
        ("perft 1", ""),
        ("perft 1 --divide", ""),
        ("perft 1 --variant banqi --chance", ""),
        ("picture", ""),
        ("convert -", PGN),
        ("rules", "{}\n"),
        ("board index", ""),
        ("board referee", "{}\n"),
        ("board simulate --plies 4", ""),
        ("board simulate --plies 4 --check", ""),
        ("engine", "uci\nquit\n"),
        ("engine --tournament", "name\nquit\n"),
        ("arena --a level-1 --b level-1 --games 2 --nodes 20 --plies 8", ""),
    ];
    let deal = format!("verify-deal --variant banqi --commitment {COMMITMENT} --seed {seed}");
    let all = lines.into_iter().chain([(deal.as_str(), "")]);
    all.map(|(line, input)| (line.split(' ').map(str::to_owned).collect(), input)).collect()
}

fn start(arguments: &[impl AsRef<std::ffi::OsStr>], out: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .expect("chuhe runs")
}

fn end(mut child: Child, input: &[u8]) -> Output {
    // The program may end without reading its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("chuhe ends")
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    end(start(arguments, Stdio::piped()), input)
}

fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

#[test]
fn closed_output_pipes() {
    for (arguments, input) in commands() {
        let mut child = start(&arguments, Stdio::piped());
        drop(child.stdout.take());
        let output = end(child, input.as_bytes());
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
        assert!(said.is_empty() || arguments[0] == "arena", "{arguments:?}: {said}");
    }
}

#[test]
fn results_find_no_room() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    for (arguments, input) in commands() {
        let out = File::options().write(true).open(full).expect("the full device");
        let output = end(start(&arguments, out.into()), input.as_bytes());
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("No space left"), "{arguments:?}: {said}");
    }
}

/// Files of a folder with their contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let entry = entry.expect("a file");
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, std::fs::read(entry.path()).expect("it can be read"))
        })
        .collect();
    files.sort();
    files
}

/// A full disk, simulated by a file size limit of zero.
#[test]
fn a_full_disk_destroys_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("game.pgn"), PGN).expect("written");
    std::fs::write(folder.path().join("old"), "what was there").expect("written");
    let before = contents(folder.path());
    let arena = "arena --a level-1 --b level-1 --games 2 --nodes 20 --plies 8 --pgn old";
    for line in ["convert game.pgn -o old", "picture -o old", arena] {
        let limited = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" {line}");
        let output = Command::new("sh")
            .args(["-c", &limited, env!("CARGO_BIN_EXE_chuhe")])
            .current_dir(folder.path())
            .output()
            .expect("a shell");
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("cannot write old: File too large"), "{line}: {said}");
        assert_eq!(contents(folder.path()), before, "{line}");
    }
}

/// A file that is not an arena log is not overwritten.
#[test]
fn an_arena_spoils_no_foreign_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let name = path.to_str().expect("UTF-8");
    let arena = |log: &str| {
        let line = "arena --a level-1 --b level-1 --games 2 --nodes 20 --plies 8 --log";
        run(&line.split(' ').chain([log]).collect::<Vec<_>>(), b"")
    };
    for text in ["a letter without an end", "a letter\n", "\n", "{\"a\":1}\nmore\n"] {
        std::fs::write(&path, text).expect("written");
        let output = arena(name);
        assert_eq!(output.status.code(), Some(2), "{text:?}: {}", complaint(&output));
        assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
    }
    for device in ["/dev/null", "/dev/zero"] {
        let output = arena(device);
        assert!(complaint(&output).contains("expected a file"), "{}", complaint(&output));
    }
    // A log that was interrupted in its first line is started again.
    std::fs::remove_file(&path).expect("there");
    assert!(arena(name).status.success());
    let whole = std::fs::read_to_string(&path).expect("there");
    std::fs::write(&path, &whole[..20]).expect("written");
    assert!(arena(name).status.success());
    assert_eq!(std::fs::read_to_string(&path).expect("there").lines().count(), 2);
}

/// Control characters in foreign text are escaped in all output.
#[test]
fn foreign_words_are_text() {
    const WORDS: &str = "\u{1b}[31m\u{202e}a\nchuhe: all is well\u{9b}2J\u{2067}";
    for arguments in [
        &[WORDS][..],
        &["convert", WORDS],
        &["convert", "-o", WORDS],
        &["perft", WORDS],
        &["perft", "1", "--position", WORDS],
        &["perft", "1", "--options", WORDS],
        &["picture", "--part", WORDS],
        &["picture", "--marks", WORDS],
        &["picture", "--bottom", WORDS],
        &["picture", "-o", &format!("/no/{WORDS}")],
        &["verify-deal", "--variant", WORDS, "--commitment", "", "--seed", ""],
        &["verify-deal", "--variant", "banqi", "--commitment", COMMITMENT, "--seed", WORDS],
        &["board", "index", WORDS],
        &["board", "simulate", "--record", WORDS],
        &["board", "referee", "--clock", WORDS],
        &["arena", "--a", WORDS, "--b", "level-3"],
        &["arena", "--a", &format!("uci:/no/{WORDS}"), "--b", "level-3"],
        &["engine", WORDS],
        &["restore", WORDS, "--data", "/dev/null/x"],
        &["serve", "--listen", WORDS],
    ] {
        let output = run(arguments, b"");
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        let is_command = |char: char| char.is_control() && char != '\n';
        assert!(!said.contains(is_command), "{arguments:?}: {said:?}");
        assert!(!said.contains(['\u{202e}', '\u{2067}', '\u{9b}']), "{arguments:?}: {said:?}");
        assert!(!said.lines().any(|line| line == "chuhe: all is well"), "{arguments:?}: {said}");
    }
}

#[test]
fn large_and_foreign_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large");
    let name = path.to_str().expect("UTF-8");
    for bytes in [vec![0; 20 << 20], vec![0xff; 20 << 20], b"\xff\xfe\x80".to_vec()] {
        std::fs::write(&path, &bytes).expect("written");
        for (arguments, status) in [
            (&["convert", name][..], 1),
            (&["board", "simulate", "--record", name], 2),
            (&["restore", name, "--data", &format!("{name}.data")], 2),
            (
                &[
                    "board",
                    "bridge",
                    "--tcp",
                    "h:1",
                    "--server",
                    "http://h",
                    "--buffer",
                    "/dev/null/x",
                    "--key-file",
                    name,
                ],
                2,
            ),
            (
                &[
                    "board",
                    "bridge",
                    "--tcp",
                    "h:1",
                    "--server",
                    "https://h",
                    "--buffer",
                    "/dev/null/x",
                    "--ca",
                    name,
                ],
                2,
            ),
            (&["rules"], 0),
            (&["board", "referee"], 0),
            (&["engine"], 0),
        ] {
            let output = run(arguments, &bytes);
            let said = complaint(&output);
            assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
            assert!(said.len() < 8_192, "{arguments:?}: {} bytes", said.len());
        }
    }
}

#[test]
fn what_there_is_too_much_of() {
    for (line, expected) in [
        ("perft 65", "65 is not in 0..=64"),
        ("perft 1000000", "is not in"),
        ("arena --a level-3 --b level-3 --games 0", "an even number from 2"),
        ("board simulate --noise 101", "is not in"),
        ("board simulate --clock 99999999999+9", "1440 minutes"),
    ] {
        let output = run(&line.split(' ').collect::<Vec<_>>(), b"");
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(expected), "{line}: {said}");
    }
    // Output without end; the first lines arrive at once.
    let mut child =
        start(&["board", "simulate", "--games", "18446744073709551615"], Stdio::piped());
    let mut bytes = vec![0; 100_000];
    child.stdout.take().expect("a pipe").read_exact(&mut bytes).expect("frames");
    assert_eq!(end(child, b"").status.code(), Some(0));
}

/// A bridge checks its destination before it connects.
#[test]
fn a_bridge_that_is_sent_nowhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let key = file("key", &"07".repeat(32));
    let broken = file("ca", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    let buffer = folder.path().join("buffer").to_str().expect("UTF-8").to_owned();
    for (line, expected) in [
        ("--tcp nowhere --server http://h", "--tcp: expected HOST:PORT"),
        ("--tcp h:99999 --server http://h", "--tcp: expected HOST:PORT"),
        ("--listen 4000 --server http://h", "--listen: expected HOST:PORT"),
        ("--tcp h:1 --server h", "--server: expected an address"),
        ("--tcp h:1 --server http://", "--server: expected an address"),
        ("--tcp h:1 --server http://u:p@h", "needs no name or password"),
        ("--tcp h:1 --server http://h:99999", "HOST:PORT"),
        (&format!("--tcp h:1 --server https://h --ca {broken}"), "certificate 1 cannot be read"),
        (&format!("--tcp h:1 --server https://h --ca {key}"), "found none"),
        ("--tcp h:1 --mqtt :1", "--mqtt: expected HOST"),
        ("--tcp h:1 --mqtt https://h", "--mqtt: expected HOST"),
        (&format!("--tcp h:1 --mqtt mqtts://h --mqtt-ca {broken}"), "certificate 1 cannot be read"),
        ("--tcp h:1 --mqtt mqtts://h --mqtt-user ada", "CHUHE_MQTT_PASSWORD"),
        ("--tcp h:1 --mqtt h --server http://h", "cannot be used with"),
        ("--tcp h:1 --server http://h --mqtt-user ada", "require --mqtt"),
        (&format!("--tcp h:1 --mqtt mqtts://h --ca {key}"), "--ca requires --server"),
    ] {
        let arguments = ["board", "bridge", "--buffer", &buffer, "--key-file", &key];
        let arguments: Vec<&str> = arguments.into_iter().chain(line.split(' ')).collect();
        let output = run(&arguments, b"");
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(expected), "{line}: {said}");
        assert!(!Path::new(&buffer).exists(), "{line}: nothing is begun");
    }
}
