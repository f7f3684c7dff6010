//! The files and time controls printed in docs/formats.md are accepted by the parsers.

use clock::Controls;
use std::{fs, path::Path};

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md");
    fs::read_to_string(path).expect("docs/formats.md")
}

#[test]
fn the_file_of_the_document_is_read_and_written_the_same() {
    let page = page();
    let begin = page.find("chuhe 1\n").expect("a file");
    let end = page[begin..].find("```").expect("the end of the block") + begin;
    let file = &page[begin..end];
    let record = record::read(file.as_bytes()).expect("a file without problems");
    assert_eq!(record::write(&record).as_deref(), Some(file));
}

#[test]
fn the_time_controls_of_the_document_are_read() {
    let page = page();
    let begin = page.find("## Time controls").expect("a section");
    let end = page[begin..].find("## Files").expect("the next section") + begin;
    let rows = page[begin..end].lines().filter_map(|line| line.strip_prefix("| `"));
    let texts: Vec<&str> = rows.filter_map(|row| Some(row.split_once('`')?.0)).collect();
    assert!(texts.len() > 5, "{texts:?}");
    for text in texts {
        let read: Controls = text.parse().expect(text);
        assert_eq!(read.to_string(), text);
    }
}
