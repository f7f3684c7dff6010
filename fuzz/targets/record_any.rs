//! A file of any format can be written in every other format that supports its game, and the game
//! stays the same.
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

/// The game itself, without the data that not all formats can hold.
fn game(record: &Record) -> Record {
    let annotations = Annotations::default();
    Record { names: Vec::new(), tags: Tags::default(), annotations, ..record.clone() }
}
