//! Lines between an interface and an engine, both ways and in both dialects: any text is answered,
//! what reads is written as one line, and that line reads the same.
#![no_main]

use uci::{Command, Dialect, Reply};

libfuzzer_sys::fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Ok(Some(command)) = Command::parse(line) {
            for dialect in [Dialect::Uci, Dialect::Ucci] {
                let written = command.line(dialect);
                assert!(!written.contains('\n'), "{line:?} {written:?}");
                let again = Command::parse(&written);
                assert_eq!(again.as_ref(), Ok(&Some(command.clone())), "{line:?} {written:?}");
            }
        }
        if let Some(reply) = Reply::parse(line) {
            for dialect in [Dialect::Uci, Dialect::Ucci] {
                assert!(!reply.line(dialect).contains('\n'), "{line:?}");
            }
        }
    }
});
