//! Measures how long the page takes to open a PGN of 500 plies with 50 variations.
//!
//! Run `cargo bench -p ui-model --bench open_game`. "Five replays" is what the page did when a file
//! passed through a record, a table's snapshot and its own `.chuhe` text. "One replay" is what it
//! does now; the text for a reload is written after the game is shown.
#![allow(clippy::print_stdout)]

use games::{AnyGame, Variant};
use record::{Annotations, Record, ReplayedRecord, Tags, Variation, pgn};
use std::time::Instant;
use ui_model::records::{self, Replay};
use xiangqi::notation::Notation;

const PLIES: usize = 500;
const VARIATIONS: usize = 50;
const VARIATION_PLIES: usize = 6;

/// Seed of the game.
const SEED: u64 = 7;

fn main() {
    let file = file();
    let bytes = file.as_bytes();
    println!("{} bytes, {PLIES} plies, {VARIATIONS} variations, seed {SEED}", bytes.len());
    let five = milliseconds(|| drop(five_replays(bytes)));
    let one = milliseconds(|| drop(one_replay(bytes)));
    let game = one_replay(bytes);
    assert_eq!(five_replays(bytes), game);
    let text = milliseconds(|| drop(game.text()));
    println!("five replays   {five:>8.2} ms");
    println!("one replay     {one:>8.2} ms   {:.2} of it", one / five);
    println!("text to store  {text:>8.2} ms   after the game is shown");
}

fn one_replay(file: &[u8]) -> Replay {
    records::read(file, None, &|_, _| None).expect("a game").remove(0)
}

fn five_replays(file: &[u8]) -> Replay {
    let show = |record| Replay::new(ReplayedRecord::new(record).expect("legal actions"));
    let record = record::read_any_with(file, None, &|_, _| None).expect("a game").remove(0);
    drop(show(record.clone()));
    let text = record::write(&record).expect("legal actions");
    show(record::read(text.as_bytes()).expect("its own file"))
}

/// Median of several runs.
fn milliseconds(work: impl Fn()) -> f64 {
    const RUNS: usize = 31;
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let began = Instant::now();
            work();
            began.elapsed().as_secs_f64() * 1_000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

/// A game with legal moves in no good order, as a PGN.
fn file() -> String {
    let mut state = SEED;
    let mut roll = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let start = xiangqi::Position::start().fen();
    let options = "quiet-limit=off repetition=off";
    let mut game = AnyGame::from_text(Variant::Xiangqi, options, &start).expect("the usual start");
    let mut annotations = Annotations::default();
    let mut actions = Vec::new();
    while actions.len() < PLIES {
        if actions.len() % (PLIES / VARIATIONS) == 1 {
            let mut aside = game.clone();
            let line = (0..VARIATION_PLIES).map_while(|_| play(&mut aside, &mut roll)).collect();
            let variation = Variation { actions: line, ..Variation::default() };
            annotations.add_variation(actions.len(), variation);
        }
        match play(&mut game, &mut roll) {
            Some(action) => actions.push(action),
            // The game is over: another continuation is tried.
            None => {
                game.undo();
                actions.pop();
            }
        }
    }
    let record = Record {
        variant: Variant::Xiangqi,
        options: game.options_text(),
        start,
        names: vec!["An".to_owned(), "Bo".to_owned()],
        actions,
        outcome: None,
        tags: Tags::default(),
        annotations,
    };
    pgn::write(&record, Notation::Chinese).expect("xiangqi")
}

/// Plays a legal action; `None` if there is none.
fn play(game: &mut AnyGame, roll: &mut impl FnMut(usize) -> usize) -> Option<String> {
    let seat = game.turn().seats().iter().next()?;
    let legal = game.legal(seat);
    let action = *legal.get(roll(legal.len().max(1)))?;
    game.play(seat, action).ok().map(|played| played.to_string())
}
