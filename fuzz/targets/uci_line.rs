//! Lines between an interface and an engine, in both directions and dialects. Any text is handled,
//! and what parses survives a round trip as one line.
#![no_main]

use uci::{Command, Dialect, Reply};

libfuzzer_sys::fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Ok(Some(command)) = Command::parse(line) {
            for dialect in [Dialect::Uci, Dialect::Ucci] {
                let written = command.line(dialect);
                assert!(!written.contains('\n'), "{line:?} {written:?}");
                // A dialect may lack a term; the line that it writes must still parse to itself.
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
