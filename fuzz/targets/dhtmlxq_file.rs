//! A DhtmlXQ text either survives a round trip or yields problems with their places.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| match record::dhtmlxq::read(data) {
    Ok(records) => {
        assert!(!records.is_empty());
        let write = |record| record::dhtmlxq::write(record).expect("it was read");
        let file: String = records.iter().map(write).collect();
        assert_eq!(record::dhtmlxq::read(file.as_bytes()).as_ref(), Ok(&records));
    }
    Err(problems) => {
        assert!(!problems.is_empty());
        assert!(problems.iter().all(|problem| problem.is_of_file() == (problem.column == 0)));
    }
});
