//! Tests that any line is parsed or rejected without a panic.

use proptest::prelude::*;
use uci::{Command, Dialect, Ranks, Reply};

/// A line of words from both protocols and others, in random order.
fn strange_line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "uci",
        "ucci",
        "position",
        "fen",
        "startpos",
        "moves",
        "go",
        "ponder",
        "searchmoves",
        "wtime",
        "depth",
        "infinite",
        "movetime",
        "mate",
        "time",
        "setoption",
        "name",
        "value",
        "banmoves",
        "info",
        "score",
        "cp",
        "pv",
        "wdl",
        "bestmove",
        "option",
        "type",
        "id",
        "-",
        "-1",
        "18446744073709551616",
        "0",
        "7",
        "h2e2",
        "a10a9",
        "4k4/9",
        "\r",
        "\u{feff}",
        "棋",
        "\u{0}",
    ]);
    prop::collection::vec(words, 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn is_read_or_refused(line in prop_oneof![".*", strange_line()]) {
        if let Ok(Some(mut command)) = Command::parse(&line) {
            // Unknown words are not written.
            if let Command::Go(go) = &mut command {
                go.unknown.clear();
            }
            for dialect in [Dialect::Uci, Dialect::Ucci] {
                let written = command.line(dialect);
                prop_assert!(!written.contains(['\n', '\r']), "{written:?}");
            }
            // Written in the form that can express all of it, the command round-trips.
            let is_ucci = line.contains("time ") || line.contains("banmoves")
                || line.contains("inc") || line.contains("draw") || line.contains("newgame");
            if !is_ucci {
                prop_assert_eq!(Command::parse(&command.line(Dialect::Uci)), Ok(Some(command)));
            }
        }
        if let Some(reply) = Reply::parse(&line) {
            prop_assert!(!reply.line(Dialect::Uci).contains(['\n', '\r']));
            prop_assert!(!reply.line(Dialect::Ucci).contains(['\n', '\r']));
        }
    }

    #[test]
    fn ranks_come_back(file in "[a-i]", rank in 0..10u8, to in "[a-i][0-9]") {
        let played = format!("{file}{rank}{to}");
        prop_assert_eq!(Ranks::FromOne.read(&Ranks::FromOne.write(&played)), played);
    }
}
