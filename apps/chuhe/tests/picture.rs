//! `chuhe picture` as a program.

use std::process::{Command, Output};

fn picture(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("picture").args(arguments).output().expect("it starts")
}

fn drawn(arguments: &[&str]) -> String {
    let output = picture(arguments);
    let problems = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), problems.as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).expect("an SVG of UTF-8")
}

#[test]
fn every_game_is_drawn_with_marks_and_in_part() {
    for arguments in [
        &[][..],
        &["--marks", "-e0e9 *h2 <b0c2=1"],
        &["--variant", "undercover", "--marks", "#i6=1", "--part", "a5-i9"],
        &["--variant", "sifang", "--bottom", "g", "--options", "mode=solo"],
        &["--variant", "banqi", "--upright", "--plain", "--position", "empty"],
        &[
            "--variant",
            "banqi",
            "--observer",
            "r",
            "--marks",
            "*d2",
            "--position",
            "8/3n4/2bR4/3*4 r 0/0 0 40 ?",
        ],
    ] {
        let svg = drawn(arguments);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{arguments:?}");
    }
    assert!(drawn(&["--title", "a & b"]).contains("<title>a &amp; b</title>"));
    let lines = ["--caption", "An — Bo", "--caption", "a < b", "--address", "a.example"];
    let written = drawn(&[&["--traditional"], &lines[..]].concat());
    for line in ["An — Bo", "a &lt; b", "a.example"] {
        assert!(written.contains(&format!(">{line}</text>")), "{written}");
    }
}

/// The observer's side is at the bottom unless another is named.
#[test]
fn the_observer_sits_at_the_bottom() {
    let position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 ?/c3 3/3";
    let view = ["--variant", "undercover", "--observer", "b", "--position", position];
    assert_eq!(drawn(&view), drawn(&[&view[..], &["--bottom", "b"]].concat()));
    assert_ne!(drawn(&view), drawn(&[&view[..], &["--bottom", "w"]].concat()));
}

#[test]
fn what_cannot_be_drawn_is_named() {
    for (arguments, expected) in [
        (&["--marks", "h2"][..], "expected a mark such as"),
        (&["--marks", "*e9"], "nothing on e9 may move now"),
        (&["--variant", "go"], "expected a variant"),
        (&["--variant", "sifang", "--bottom", "w"], "expected a side of sifang: r, g, y, b"),
        (&["--position", "9/9 w"], "the position: expected 10 ranks, found 2"),
        (&["--part", "a0"], "expected two corners"),
    ] {
        let output = picture(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let problems = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(problems.contains(expected), "{arguments:?}: {problems}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
