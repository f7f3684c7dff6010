//! A question to the rules filter: any bytes get one line of answer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let answer = rules_query::answer(data);
    assert!(!answer.contains('\n'));
});
