//! Resuming a log.

use arena::{LineLog, LineLogError};
use std::fs;

const FIRST: &str = "of a test";

/// The old content, the lines returned, and the content after one more line.
#[test]
fn goes_on_behind_the_last_whole_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let table = [
        ("", &[][..], "of a test\nnew\n"),
        ("of a", &[], "of a test\nnew\n"),
        ("of a test", &[], "of a test\nnew\n"),
        ("of a test\n", &[], "of a test\nnew\n"),
        ("of a test\none\ntwo\n", &["one", "two"], "of a test\none\ntwo\nnew\n"),
        ("of a test\none\ntw", &["one"], "of a test\none\nnew\n"),
    ];
    for (before, known, after) in table {
        fs::write(&path, before).expect("written");
        let (mut log, lines) = LineLog::open(&path, FIRST).expect("a log");
        assert_eq!(lines, known, "{before:?}");
        log.write("new").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("there"), after, "{before:?}");
    }
    fs::remove_file(&path).expect("it is there");
    let (log, lines) = LineLog::open(&path, FIRST).expect("a log");
    assert!(lines.is_empty());
    drop(log);
    assert_eq!(fs::read_to_string(&path).expect("there"), "of a test\n");
}

#[test]
fn nothing_is_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    for (text, problem) in [
        ("of another\none\n", "it is the log of something else: of another"),
        ("of another", "it is not a log"),
        ("of a test of mine", "it is not a log"),
    ] {
        fs::write(&path, text).expect("written");
        let error = LineLog::open(&path, FIRST).map(drop).expect_err("no such log");
        assert_eq!(error.to_string(), problem);
        assert_eq!(fs::read_to_string(&path).expect("there"), text);
    }
    let of_folder = LineLog::open(folder.path(), FIRST).map(drop).expect_err("no file");
    assert!(matches!(of_folder, LineLogError::Io(_)), "{of_folder}");
}

/// Two processes that resume the same log would do its work twice.
#[cfg(unix)]
#[test]
fn one_writes_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let first = LineLog::open(&path, FIRST).expect("a log");
    let second = LineLog::open(&path, FIRST).map(drop);
    assert!(matches!(second, Err(LineLogError::Taken)));
    drop(first);
    LineLog::open(&path, FIRST).map(drop).expect("the lock is released");
}
