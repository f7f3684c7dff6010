//! Tests of every reply, written in both protocols and parsed.

use uci::{
    BestMove, Bound, Dialect::Ucci, Dialect::Uci, Info, OptionKind, OptionSpec, Ranks, Reply, Score,
};

fn text(text: &str) -> String {
    text.to_owned()
}

fn best(action: &str, ponder: Option<&str>) -> BestMove {
    BestMove { action: Some(text(action)), ponder: ponder.map(text), ..BestMove::default() }
}

#[test]
fn lines() {
    let table = [
        (
            Reply::Id { field: text("name"), value: text("chuhe 1.0") },
            "id name chuhe 1.0",
            "id name chuhe 1.0",
        ),
        (Reply::Ok(Uci), "uciok", "uciok"),
        (Reply::Ok(Ucci), "ucciok", "ucciok"),
        (Reply::ReadyOk, "readyok", "readyok"),
        (Reply::Text(text("so\nwhat")), "info string so what", "info message so what"),
        (Reply::BestMove(best("h2e2", None)), "bestmove h2e2", "bestmove h2e2"),
        (
            Reply::BestMove(best("h2e2", Some("h9g7"))),
            "bestmove h2e2 ponder h9g7",
            "bestmove h2e2 ponder h9g7",
        ),
        (
            Reply::BestMove(BestMove { draw: true, ..best("h2e2", None) }),
            "bestmove h2e2",
            "bestmove h2e2 draw",
        ),
        (
            Reply::BestMove(BestMove { resign: true, ..best("h2e2", None) }),
            "bestmove h2e2",
            "bestmove h2e2 resign",
        ),
        (Reply::BestMove(BestMove::default()), "bestmove (none)", "nobestmove"),
        (Reply::Bye, "bye", "bye"),
    ];
    for (reply, uci, ucci) in table {
        assert_eq!(reply.line(Uci), uci, "{reply:?}");
        assert_eq!(reply.line(Ucci), ucci, "{reply:?}");
    }
}

#[test]
fn options() {
    let spec = |name: &str, kind| OptionSpec { name: text(name), kind };
    let table = [
        (
            spec("Hash", OptionKind::Spin { default: 64, min: 1, max: 512 }),
            "option name Hash type spin default 64 min 1 max 512",
            "option Hash type spin min 1 max 512 default 64",
        ),
        (
            spec("Ponder", OptionKind::Check { default: false }),
            "option name Ponder type check default false",
            "option Ponder type check default false",
        ),
        (
            spec("Clear Hash", OptionKind::Button),
            "option name Clear Hash type button",
            "option Clear Hash type button",
        ),
        (
            spec(
                "Skill",
                OptionKind::Combo {
                    default: text("hard"),
                    values: vec![text("easy"), text("hard")],
                },
            ),
            "option name Skill type combo default hard var easy var hard",
            "option Skill type combo var easy var hard default hard",
        ),
        (
            spec("Options", OptionKind::Text { default: String::new() }),
            "option name Options type string default <empty>",
            "option Options type string default <empty>",
        ),
    ];
    for (spec, uci, ucci) in table {
        let name = Reply::OptionNamed(spec.name.clone());
        let reply = Reply::Option(spec);
        for (dialect, line) in [(Uci, uci), (Ucci, ucci)] {
            assert_eq!(reply.line(dialect), line);
            assert_eq!(Reply::parse(line).as_ref(), Some(&name), "{line}");
        }
    }
}

#[test]
fn infos() {
    let info = Info {
        depth: Some(9),
        selective_depth: Some(20),
        multi_pv: Some(1),
        score: Some(Score::Centipawns(-31)),
        bound: Some(Bound::Upper),
        wdl: Some([10, 900, 90]),
        nodes: Some(12_345),
        nps: Some(1_000_000),
        hash_full: Some(7),
        time: Some(12),
        line: vec![text("h2e2"), text("h9g7")],
    };
    let line = "info depth 9 seldepth 20 multipv 1 score cp -31 upperbound wdl 10 900 90 \
                nodes 12345 nps 1000000 hashfull 7 time 12 pv h2e2 h9g7";
    assert_eq!(Reply::Info(info.clone()).line(Uci), line);
    assert_eq!(Reply::parse(line), Some(Reply::Info(info.clone())));
    let plain = "info depth 9 score -31 nodes 12345 time 12 pv h2e2 h9g7";
    assert_eq!(Reply::Info(info).line(Ucci), plain);
    for (score, uci, ucci) in [(3, "mate 3", "9997"), (-2, "mate -2", "-9998")] {
        let reply = Reply::Info(Info { score: Some(Score::Mate(score)), ..Info::default() });
        assert_eq!(reply.line(Uci), format!("info score {uci}"));
        assert_eq!(reply.line(Ucci), format!("info score {ucci}"));
        assert_eq!(Reply::parse(&reply.line(Uci)), Some(reply));
    }
}

/// Real output of engines.
#[test]
fn engine_deviations_are_read() {
    let none = Some(Reply::BestMove(BestMove::default()));
    let table = [
        ("bestmove (none)", none.clone()),
        ("bestmove 0000", none.clone()),
        ("bestmove", none.clone()),
        ("nobestmove\r", none),
        ("bestmove h3e3 ponder (none)", Some(Reply::BestMove(best("h3e3", None)))),
        (
            "info depth 4 score 12 currmove h2e2 pv h2e2\r\n",
            Some(Reply::Info(Info {
                depth: Some(4),
                score: Some(Score::Centipawns(12)),
                line: vec![text("h2e2")],
                ..Info::default()
            })),
        ),
        ("info string hello  there", Some(Reply::Text(text("hello there")))),
        ("info message hello", Some(Reply::Text(text("hello")))),
        ("Fairy-Stockfish 11.1 LB 64 by Fabian Fichter", None),
        ("", None),
        ("option", None),
    ];
    for (line, expected) in table {
        assert_eq!(Reply::parse(line), expected, "{line:?}");
    }
}

#[test]
fn ranks() {
    let table = [("h2e2", "h3e3"), ("a9a0", "a10a1"), ("i0i9", "i1i10"), ("a9i9", "a10i10")];
    for (from_zero, from_one) in table {
        assert_eq!(Ranks::FromOne.write(from_zero), from_one);
        assert_eq!(Ranks::FromOne.read(from_one), from_zero);
        assert_eq!(Ranks::FromZero.write(from_zero), from_zero);
        assert_eq!(Ranks::FromZero.read(from_zero), from_zero);
    }
    // Text that is not a square does not become one.
    assert_eq!(Ranks::FromOne.read("h0e1"), "h-1e0");
    assert_eq!(Ranks::FromOne.write("h99999999999999e1"), "h-1e2");
    assert_eq!(Ranks::FromOne.read("(none)"), "(none)");
}
