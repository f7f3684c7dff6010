//! A file of any format: what reads becomes a file of every other format that knows its game, and
//! is the same game there.
#![no_main]

use games::Variant;
use record::{Annotations, Format, Record, Tags, read_any, write_as};
use xiangqi::notation::Notation;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(records) = read_any(data, None) else { return };
    for record in &records {
        for format in Format::ALL {
            let Ok(file) = write_as(record, format, Notation::Wxf) else {
                assert_ne!(record.variant, Variant::Xiangqi);
                assert_ne!(format, Format::Chuhe);
                continue;
            };
            let again = read_any(file.as_bytes(), None).expect("our own file reads");
            assert_eq!(again.iter().map(game).collect::<Vec<_>>(), [game(record)]);
        }
    }
});

/// The game itself: formats differ in what else they can hold.
fn game(record: &Record) -> Record {
    let annotations = Annotations::default();
    Record { names: Vec::new(), tags: Tags::default(), annotations, ..record.clone() }
}
