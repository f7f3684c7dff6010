//! Lines between an interface and an engine, both ways and in both dialects: any text is answered,
//! what reads is written as one line, and that line reads as what it says.
#![no_main]

use uci::{Command, Dialect, Reply};

libfuzzer_sys::fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Ok(Some(command)) = Command::parse(line) {
            for dialect in [Dialect::Uci, Dialect::Ucci] {
                let written = command.line(dialect);
                assert!(!written.contains('\n'), "{line:?} {written:?}");
                // A dialect may have no word for something; what it writes it reads as that.
                let again = Command::parse(&written).map(|again| again.map(|it| it.line(dialect)));
                assert_eq!(again, Ok(Some(written.clone())), "{line:?}");
            }
        }
        if let Some(reply) = Reply::parse(line) {
            for dialect in [Dialect::Uci, Dialect::Ucci] {
                assert!(!reply.line(dialect).contains('\n'), "{line:?}");
            }
        }
    }
});
