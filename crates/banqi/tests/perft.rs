//! Perft counts of `docs/rules/banqi.md`.

use banqi::{Board, Options, Position, perft, perft_chance};

const DEALT: &str =
    "********/********/********/******** - 0/0 0 0 PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb";

#[test]
fn dealt() {
    let position = Position::from_text(Options::SEED, DEALT).unwrap();
    for (depth, nodes) in [(0, 1), (1, 32), (2, 992), (3, 30_238), (4, 888_830)] {
        assert_eq!(perft(&position, depth), nodes, "depth {depth}");
    }
}

#[test]
fn over_chance() {
    let table = [
        ("", 1, 448),
        ("", 2, 192_448),
        ("", 3, 80_376_768),
        ("general-takes-soldier", 3, 80_376_976),
        ("taiwan", 3, 78_989_568),
    ];
    for (options, depth, nodes) in table {
        let start = Board::start(options.parse().unwrap());
        assert_eq!(perft_chance(&start, depth), nodes, "{options:?} depth {depth}");
    }
}

#[test]
fn a_finished_game_has_no_actions() {
    let text = "K7/8/8/7p r 0/60 0 9 -";
    let position = Position::from_text(Options::SEED, text).unwrap();
    assert_eq!(perft(&position, 1), 0);
    assert_eq!(perft_chance(position.board(), 1), 0);
}
