//! A PGN file either survives a round trip in every notation or yields problems with their places.
#![no_main]

use xiangqi::notation::Notation;

libfuzzer_sys::fuzz_target!(|data: &[u8]| match record::pgn::read(data) {
    Ok(records) => {
        assert!(!records.is_empty());
        for notation in Notation::ALL {
            let write = |record| record::pgn::write(record, notation).expect("it was read");
            let file: Vec<String> = records.iter().map(write).collect();
            assert_eq!(record::pgn::read(file.join("\n").as_bytes()).as_ref(), Ok(&records));
        }
    }
    Err(problems) => {
        assert!(!problems.is_empty());
        assert!(problems.iter().all(|problem| problem.is_of_file() == (problem.column == 0)));
    }
});
