//! Any bytes given to the rules filter yield exactly one line.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let answer = rules_query::answer(data);
    assert!(!answer.contains('\n'));
});
