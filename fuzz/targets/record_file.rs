//! A `.chuhe` file either survives a round trip or yields problems.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| match record::read(data) {
    Ok(record) => {
        let file = record::write(&record).expect("what was read can be written");
        assert_eq!(record::read(file.as_bytes()), Ok(record));
    }
    Err(problems) => assert!(!problems.is_empty()),
});
