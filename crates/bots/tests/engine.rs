//! The xiangqi engine: mates, tactics, limits and determinism.

use bots::{
    Info, Limits, SearchResult,
    xiangqi::{Engine, IllegalMove},
};
use core::cell::Cell;
use search::WIN;
use xiangqi::{Move, Position};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const MIDDLEGAME: &str =
    "1rbakab1r/9/1cn3n1c/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/R1BAKABR1 w - - 0 8";

fn engine(fen: &str) -> Engine {
    let mut engine = Engine::new(4, 1);
    engine.set_position(Position::from_fen(fen).unwrap(), &[]).unwrap();
    engine
}

fn search(engine: &mut Engine, limits: &Limits<'_>) -> SearchResult<Move> {
    engine.search(limits, &mut |_| {}).unwrap()
}

/// Mates in this many moves are found, and no shorter ones are reported.
#[test]
fn mates() {
    let table = [
        ("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1", 1),
        ("4k4/9/9/9/9/9/9/1r7/r8/3K5 b - - 0 1", 1),
        ("3k5/9/R8/1R7/9/9/9/9/9/4K4 w - - 0 1", 1),
        ("4k4/9/9/R8/1R7/9/9/9/9/5K3 w - - 0 1", 2),
    ];
    for (fen, moves) in table {
        let mut engine = engine(fen);
        let found = search(&mut engine, &Limits::of_nodes(200_000));
        assert_eq!((WIN - found.score + 1) / 2, moves, "{fen}: {found:?}");
        let limits = Limits { mate: Some(moves as u8), ..Limits::of_nodes(u64::MAX) };
        let found = search(&mut engine, &limits);
        assert!(found.score > WIN - 2 * moves, "{fen}: {found:?}");
    }
}

/// Tactics that need more than one capture.
#[test]
fn tactics() {
    // The horse forks general and chariot.
    let fen = "3k5/9/9/4N4/1r7/9/9/9/9/4K4 w - - 0 1";
    let found = search(&mut engine(fen), &Limits::of_nodes(30_000));
    assert_eq!(found.action.to_string(), "e6c7", "{found:?}");
    assert!(found.score >= 300, "{found:?}");
}

/// A search that is stopped at any moment returns a legal move.
#[test]
fn stops_at_any_moment() {
    for fen in [START, MIDDLEGAME] {
        for questions in 0..60 {
            let asked = Cell::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                asked.get() > questions
            };
            let mut engine = engine(fen);
            let found = search(&mut engine, &Limits::until(&stop));
            assert!(engine.position().is_legal(found.action), "{fen}: {questions}");
            assert!(found.depth >= 1, "{fen}: {questions}");
        }
        for nodes in (1..2_000).step_by(97) {
            let mut engine = engine(fen);
            let found = search(&mut engine, &Limits::of_nodes(nodes));
            assert!(engine.position().is_legal(found.action), "{fen}: {nodes} nodes");
        }
    }
}

/// With a node limit, all reports are reproducible.
#[test]
fn repeats_itself() {
    let infos = || {
        let mut engine = engine(MIDDLEGAME);
        let mut infos: Vec<Info<Move>> = Vec::new();
        let limits = Limits::of_nodes(60_000);
        let found = engine.search(&limits, &mut |info| infos.push(info.clone()));
        (found, infos)
    };
    let (found, reported) = infos();
    assert_eq!(infos(), (found.clone(), reported.clone()));
    let last = reported.last().unwrap();
    let found = found.unwrap();
    assert_eq!((last.depth, last.pv[0]), (found.depth, found.pv[0]));
}

/// All reported lines are playable; several lines have different first moves, best first.
#[test]
fn lines() {
    let mut engine = engine(MIDDLEGAME);
    let mut infos: Vec<Info<Move>> = Vec::new();
    let limits = Limits::of_nodes(60_000);
    let found = engine.lines(&limits, 4, &mut |info| infos.push(info.clone())).unwrap();
    assert_eq!(found.lines.len(), 4, "wherever it is cut short");
    for lines in infos.chunks(4) {
        let numbers: Vec<usize> = lines.iter().map(|info| info.multi_pv).collect();
        assert_eq!(numbers, [1, 2, 3, 4]);
        assert!(lines.is_sorted_by(|one, next| one.score >= next.score), "{lines:?}");
        for (at, info) in lines.iter().enumerate() {
            assert!(lines[..at].iter().all(|other| other.pv[0] != info.pv[0]));
            let mut position = engine.position().clone();
            for &played in &info.pv {
                assert!(position.is_legal(played), "{info:?}: {played}");
                position.make(played);
            }
        }
    }
}

#[test]
fn searches_only_the_moves_asked_for() {
    let mut engine = engine(START);
    let moves: Vec<Move> = ["a3a4", "i3i4"].map(|text| text.parse().unwrap()).to_vec();
    engine.set_search_moves(&moves);
    let found = search(&mut engine, &Limits::of_nodes(5_000));
    assert_eq!(found.root_moves.len(), 2);
    assert!(moves.contains(&found.action));
}

#[test]
fn refuses_illegal_games() {
    let mut engine = engine(MIDDLEGAME);
    let moves: Vec<Move> = ["a3a4", "a0a3"].map(|text| text.parse().unwrap()).to_vec();
    let error = engine.set_position(Position::start(), &moves);
    assert_eq!(error, Err(IllegalMove { index: 1, played: moves[1] }));
    assert_eq!(error.unwrap_err().to_string(), "move 2 of the game, `a0a3`, is not legal");
    assert_eq!(engine.position().fen(), MIDDLEGAME, "it keeps what it had");
}

/// The side ahead avoids repetition. If all moves repeat, there is still a result.
#[test]
fn repetitions() {
    let ahead = Position::from_fen("4k4/4a4/9/9/9/9/9/9/4A4/R3K4 w - - 0 1").unwrap();
    let moves = |texts: [&str; 4]| texts.map(|text| text.parse::<Move>().unwrap()).repeat(2);
    let mut ahead_engine = engine(START);
    ahead_engine.set_position(ahead, &moves(["a0a1", "e9d9", "a1a0", "d9e9"])[..4]).unwrap();
    let found = search(&mut ahead_engine, &Limits::of_nodes(20_000));
    assert!(found.score > 300, "{found:?}");
    let mut engine = engine(START);
    let shuttle = moves(["h0g2", "h9g7", "g2h0", "g7h9"]);
    engine.set_position(Position::start(), &shuttle).unwrap();
    assert!(engine.search(&Limits::of_nodes(5_000), &mut |_| {}).is_some());
}

/// Several threads find a move and add up their nodes.
#[test]
fn threads() {
    let mut engine = engine(MIDDLEGAME);
    engine.set_threads(3);
    let found = search(&mut engine, &Limits::of_nodes(200_000));
    assert!(engine.position().is_legal(found.action));
    assert!(found.nodes >= 150_000, "{found:?}");
    // No thread exceeds the depth limit.
    let shallow = search(&mut engine, &Limits::of_nodes(10_000_000).to_depth(5));
    assert_eq!(shallow.depth, 5);
    engine.set_threads(1);
    engine.clear_hash();
    let alone = search(&mut engine, &Limits::of_nodes(20_000));
    // Each thread that is searching when the limit is reached counts one more node.
    assert!(alone.nodes < 20_010, "{alone:?}");
}

/// The table is kept between moves, so the second search needs fewer nodes.
#[test]
fn learns_from_move_to_move() {
    let nodes = |warm: bool| {
        let mut engine = engine(MIDDLEGAME);
        let limits = Limits::of_nodes(u64::MAX).to_depth(8);
        let found = search(&mut engine, &limits);
        let start = Position::from_fen(MIDDLEGAME).unwrap();
        engine.set_position(start, &found.pv[..2]).unwrap();
        if !warm {
            engine.clear_hash();
        }
        search(&mut engine, &limits.to_depth(7)).nodes
    };
    let (warm, cold) = (nodes(true), nodes(false));
    assert!(warm < cold, "{warm} nodes with what it knew, {cold} without");
}
