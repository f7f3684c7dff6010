//! Tests of samples in binary and text form.

#[path = "common/games.rs"]
mod games;

use games::each_position;
use nnue::{GameResult, Sample};
use xiangqi::Position;

#[test]
fn samples_round_trip() {
    let results = [GameResult::BlackWon, GameResult::Draw, GameResult::RedWon];
    let (mut bytes, mut samples, mut number) = (Vec::new(), Vec::new(), 0);
    each_position(21, 10, |position| {
        number += 1;
        let score = number * 37 % 2_000 - 1_000;
        let sample = Sample::new(position, score, results[number as usize % 3], number as u32);
        assert_eq!(sample.position().as_ref(), Ok(position));
        assert!(sample.pieces().eq(position.all_pieces()), "{}", position.fen());
        let mut line: Sample = sample.to_string().parse().expect("what it wrote");
        line.game = sample.game;
        assert_eq!(line, sample);
        bytes.extend(sample.to_bytes());
        samples.push(sample);
    });
    assert_eq!(Sample::read_all(&bytes).as_ref(), Ok(&samples));
}

/// Turned pawns, as in undercover xiangqi: a side may have more than five, and on points a pawn
/// cannot reach.
#[test]
fn defected_pawns_are_kept() {
    let mut position = Position::start();
    for square in ["e6", "c3", "a6", "g3"] {
        position.make_turn(square.parse().expect("a point"));
    }
    position.make_turn("e6".parse().expect("a point"));
    let sample = Sample::new(&position, 250, GameResult::RedWon, 3);
    assert_eq!(sample.position().as_ref(), Ok(&position));
    assert_eq!(Sample::from_bytes(&sample.to_bytes()), Ok(sample));
    let mut line: Sample = sample.to_string().parse().expect("what it wrote");
    line.game = sample.game;
    assert_eq!(line, sample);
}

/// A score and a result are converted to the view of the side to move.
#[test]
fn scores_are_negated_for_black() {
    let sample = |fen: &str| -> Sample { format!("{fen};120;1").parse().expect("a line") };
    let board = "3k5/9/9/9/9/9/9/9/4R4/4K4";
    assert_eq!(sample(&format!("{board} w - - 0 1")).for_mover(), (120.0, 1.0));
    assert_eq!(sample(&format!("{board} b - - 0 1")).for_mover(), (-120.0, 0.0));
}

/// In text, a game ends where the move number decreases.
#[test]
fn games_are_separated() {
    let board = "3k5/9/9/9/9/9/9/9/4R4/4K4";
    let line = |number: u32| format!("{board} w - - 0 {number};5;0.5\n");
    let text: String = [4, 5, 5, 4, 9, 3].into_iter().map(line).collect();
    let samples = Sample::read_all(text.as_bytes()).expect("samples");
    let games: Vec<u32> = samples.iter().map(|sample| sample.game).collect();
    assert_eq!(games, [0, 0, 0, 1, 1, 2]);
}

#[test]
fn invalid_bytes_are_refused() {
    let position = Position::start();
    let sample = Sample::new(&position, 5, GameResult::Draw, 1);
    let whole = sample.to_bytes();
    let with = |at: usize, byte: u8| {
        let mut bytes = whole;
        bytes[at] = byte;
        [&whole[..], &bytes].concat()
    };
    let table = [
        (with(0, 7), "sample 2: expected bytes [c8, 01] first, found [07, 01]"),
        (with(13, 0xff), "sample 2: byte 13: no result in ff"),
        (with(2, 0), "sample 2:"),
        (with(14, 0x0f), "sample 2:"),
        (with(30 + 4, 0), "sample 2: bytes 32 to 35: counters that no position has"),
        (whole[..39].to_vec(), "sample 1: the file ends after 39 of its 40 bytes"),
        (vec![0xff; 80], "sample 1: expected a line of text, found bytes"),
        (b"9/9 w - - 0 1;1;1".to_vec(), "sample 1: expected 10 ranks, found 2"),
        (b"\n3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1;x;1".to_vec(), "sample 2: expected a score"),
    ];
    for (bytes, expected) in table {
        let error = Sample::read_all(&bytes).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "expected `{expected}`, found `{error}`");
    }
    // Every point occupied: more pieces than a sample can store.
    let mut full = whole;
    full[2..13].fill(0xff);
    assert!(Sample::from_bytes(&full).is_err());
}
