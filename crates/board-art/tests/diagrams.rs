//! The diagrams of docs/rules match the renderer's output, and each is used.

use board_art::picture::{
    Diagram, Picture, PictureError, read_diagrams, read_marks, read_part, svg,
};
use games::Variant;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules")
}

fn diagrams() -> Vec<Diagram> {
    let list = fs::read_to_string(docs().join("diagrams.txt")).expect("the list of diagrams");
    read_diagrams(&list).expect("a list that can be read")
}

#[test]
fn committed_diagrams_are_what_the_renderer_makes() {
    let diagrams = diagrams();
    let names: BTreeSet<&str> = diagrams.iter().map(|diagram| diagram.name.as_str()).collect();
    assert_eq!(names.len(), diagrams.len(), "two diagrams have the same name");
    for diagram in &diagrams {
        let name = &diagram.name;
        let drawn = diagram.svg().unwrap_or_else(|error| panic!("{name}: {error}"));
        let committed = fs::read_to_string(docs().join(format!("img/{name}.svg")));
        // Not `assert_eq!`, which would print 50 KB of paths.
        let is_same = committed.is_ok_and(|committed| committed == drawn);
        assert!(is_same, "img/{name}.svg is out of date: run `cargo xtask diagrams`");
    }
    for entry in fs::read_dir(docs().join("img")).expect("the folder of diagrams") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        assert!(names.contains(stem), "{} stands in no list", path.display());
    }
}

/// The file names between `img/` and `.svg` in a page.
fn pictures_of(page: &str) -> BTreeSet<String> {
    let after = page.split("img/").skip(1);
    after.filter_map(|rest| Some(rest.split_once(".svg")?.0.to_owned())).collect()
}

#[test]
fn both_languages_show_every_diagram() {
    let names: BTreeSet<String> = diagrams().into_iter().map(|diagram| diagram.name).collect();
    for language in ["", "zh"] {
        let shown: BTreeSet<String> = Variant::ALL
            .iter()
            .flat_map(|variant| {
                let path = docs().join(language).join(format!("{variant}.md"));
                pictures_of(&fs::read_to_string(&path).unwrap_or_default())
            })
            .collect();
        assert_eq!(shown, names, "pages in `docs/rules/{language}`");
    }
}

#[test]
fn a_picture_shows_what_the_text_says_and_nothing_besides() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let draw = |moles: &str, observer: &str| {
        let line = format!("x | undercover | {start} {moles} 3/3 | | {observer} |");
        read_diagrams(&line).expect("a line")[0].svg().expect("a picture")
    };
    let seen = draw("e6/?", "seen-by=0");
    assert_ne!(seen, draw("g6/?", "seen-by=0"));
    assert_eq!(draw("?/?", "seen-by=spectator"), draw("x/+", "seen-by=spectator"));
    let hidden = |letters: &str| {
        let text = format!("********/********/********/******** - 0/0 0 0 {letters}");
        let line = format!("x | banqi | {text} | | seen-by=0 |");
        read_diagrams(&line).expect("a line")[0].svg().expect("a picture")
    };
    assert_eq!(hidden("?"), svg(Variant::Banqi, "start", &Picture::default()).expect("a picture"));
    assert_ne!(hidden("?"), hidden("PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb"));
}

#[test]
fn every_seat_has_the_board_its_own_way_round() {
    for variant in Variant::ALL {
        let turned: BTreeSet<String> = (0..variant.seats())
            .map(|bottom| {
                let picture = Picture { bottom, ..Picture::default() };
                svg(variant, "start", &picture).expect("a picture")
            })
            .collect();
        // Banqi's seats have no edge.
        let ways = if variant == Variant::Banqi { 1 } else { usize::from(variant.seats()) };
        assert_eq!(turned.len(), ways, "{variant}");
    }
}

#[test]
fn titles_cannot_break_the_file() {
    let picture = Picture { title: "a <b> & \u{1}c".to_owned(), ..Picture::default() };
    let drawn = svg(Variant::Banqi, "empty", &picture).expect("a picture");
    assert!(drawn.contains("<title>a &lt;b&gt; &amp; c</title>"), "{drawn}");
}

#[test]
fn what_cannot_be_drawn_is_named() {
    let xiangqi = Variant::Xiangqi;
    for text in ["h2", "h2e2=", "h2e2=long", "h2h2", "*j2", ".e4=1", "#e4", "é4", "=", "-e0", "<"]
    {
        let error = read_marks(xiangqi, text).expect_err(text);
        assert_eq!(error, PictureError::Mark(text.to_owned()));
    }
    for text in ["", "c0", "c0-", "c0-j9", "é-c0"] {
        assert!(read_part(xiangqi, text).is_err(), "{text}");
    }
    // Parts of the sifang board may have corners outside the board.
    assert!(read_part(Variant::Sifang, "1a-13m").is_ok());
    assert!(read_part(Variant::Sifang, "0a-13m").is_err());
    assert!(read_part(Variant::Sifang, "1a-13n").is_err());
    let blocked =
        Picture { marks: read_marks(xiangqi, "*e9").expect("a mark"), ..Picture::default() };
    assert_eq!(svg(xiangqi, "start", &blocked), Err(PictureError::Immobile("e9".to_owned())));
    for (variant, position) in [(xiangqi, "9/9 w"), (Variant::Banqi, "?"), (Variant::Sifang, "")] {
        let error = svg(variant, position, &Picture::default());
        assert!(matches!(error, Err(PictureError::Position(_))), "{position}: {error:?}");
    }
    for line in [
        "x",
        "X | xiangqi | start | | |",
        "x | go | start | | |",
        "x | xiangqi | start | ? | |",
        "x | xiangqi | start | | bottom=2 |",
        "x | sifang | start | | seen-by=w |",
        "x | xiangqi | start | | part=a |",
    ] {
        let error = read_diagrams(&format!("# list\n\n{line}")).expect_err(line);
        assert!(matches!(error, PictureError::Line(3, _)), "{line}: {error:?}");
    }
}
