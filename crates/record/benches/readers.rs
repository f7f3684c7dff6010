//! Measures how long reading takes at 1, 2, 4 and 8 MB, for every format and for files that are
//! made to be slow. `.chuhe` files are an eighth as large, because the reader takes no more.
//!
//! Run `cargo bench -p chuhe-record`. The last column is the time for 8 MB divided by that for
//! 1 MB: 8 is linear, 64 is quadratic.
#![allow(clippy::print_stdout)]

#[path = "../tests/imports/xqf.rs"]
#[allow(dead_code)]
mod xqf;

use record::{Annotations, Format, Record, Tags, Variation, read_any, write_as};
use std::time::Instant;
use xiangqi::{
    Position,
    notation::{Notation, write},
};

/// Makes a file of about the given number of bytes.
type Make = fn(usize) -> Vec<u8>;

const CASES: [(&str, Make); 25] = [
    ("pgn iccs", |bytes| games(bytes, Notation::Iccs)),
    ("pgn wxf", |bytes| games(bytes, Notation::Wxf)),
    ("pgn chinese", |bytes| games(bytes, Notation::Chinese)),
    ("pgn glued moves", |bytes| repeated("", "1.兵七进一卒7进12.马八进七*\n", bytes)),
    ("pgn variations", |bytes| repeated("1. h2e2 ", "(1. b2e2 h9g7) ", bytes)),
    ("pgn bad variations", |bytes| repeated("1. 炮二平五 ", "(炮二平四十) ", bytes)),
    ("pgn comments", |bytes| repeated("1. h2e2 ", "{the usual}", bytes)),
    ("pgn tags", |bytes| numbered(bytes, |i| format!("[Tag{i} \"x\"]\n"))),
    ("pgn brackets", |bytes| repeated("", "[", bytes)),
    ("pgn digits", |bytes| repeated("", "1", bytes)),
    ("site text", |bytes| {
        repeated("红方: 甲\n黑方: 乙\n", "　　1.　炮二平五　马８进７\n这里\n", bytes)
    }),
    ("fen list", |bytes| {
        let moves = "1. h2e2 h9g7 2. h0g2 i9h9 3. g3g4 c6c5 4. b0a2 b9c7\n".repeat(10);
        repeated("", &format!("{}\n{moves}", Position::start().fen()), bytes)
    }),
    // More positions than a file may have games.
    ("fen lines", |bytes| repeated("", &format!("{}\n", Position::start().fen()), bytes)),
    ("plain comments", |bytes| repeated("1. h2e2 *\n", "the usual opening\n", bytes)),
    ("wxf", |bytes| repeated("", "FORMAT  WXF\nRED  an\nSTART{\n1. C2=5 H8+7\n}END\n", bytes)),
    ("dhtmlxq", |bytes| {
        let block = write_as(&game(60), Format::DhtmlXq, Notation::Iccs).expect("a game");
        repeated("", &block, bytes)
    }),
    ("dhtmlxq comments", |bytes| {
        numbered(bytes, |i| {
            let key = format!("DhtmlXQ_comment{}_{}", i / 90_000, i % 90_000);
            format!("[{key}]x[/{key}]")
        })
    }),
    ("dhtmlxq variations", |bytes| {
        let value = |i| {
            let key = format!("move_0_{}_{}", i / 90_000 + 1, i % 90_000 + 1);
            format!("[DhtmlXQ_{key}]7747[/DhtmlXQ_{key}]")
        };
        let begin = "[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]";
        [begin.as_bytes().to_vec(), numbered(bytes, value)].concat()
    }),
    ("dhtmlxq names", |bytes| repeated("<p>[DhtmlXQ]", "DhtmlXQ", bytes)),
    ("dhtmlxq open marks", |bytes| repeated("", "[DhtmlXQ]", bytes)),
    ("xqf comments", |bytes| xqf_tree(bytes, 60)),
    // Half as large, because a file has at most a million moves of four bytes.
    ("xqf moves", |bytes| xqf_tree(bytes / 2, 0)),
    ("chuhe actions", |bytes| {
        let shuffle = ["a0a1", "a9a8", "a1a0", "a8a9"].map(String::from);
        let actions = shuffle.iter().cycle().take(bytes / 8 / 11).cloned().collect();
        chuhe(actions, Annotations::default())
    }),
    ("chuhe notes", |bytes| {
        let mut notes = Annotations::default();
        (0..bytes / 8 / 17).for_each(|_| notes.add_comment(1, "the usual"));
        chuhe(vec!["h2e2".into()], notes)
    }),
    ("chuhe variations", |bytes| {
        let record = game(400);
        let last = record.actions.len() - 1;
        let mut notes = Annotations::default();
        let actions = record.actions[last..].to_vec();
        let instead = Variation { actions, ..Variation::default() };
        (0..bytes / 8 / 24).for_each(|_| notes.add_variation(last, instead.clone()));
        chuhe(record.actions, notes)
    }),
];

fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    println!(
        "{:<20}{:>9}{:>9}{:>9}{:>9}  ratio",
        "milliseconds for", "1 MB", "2 MB", "4 MB", "8 MB"
    );
    for (name, make) in CASES {
        if wanted.as_ref().is_some_and(|wanted| !name.contains(&wanted[..])) {
            continue;
        }
        let times = [1, 2, 4, 8].map(|megabytes| {
            let file = make((megabytes << 20) - (64 << 10));
            shortest(|| drop(read_any(&file, None)))
        });
        print!("{name:<20}");
        times.iter().for_each(|time| print!("{time:>9.1}"));
        println!("  {:>5.1}", times[3] / times[0]);
    }
}

/// Shortest time of several runs, in milliseconds. Long runs are not repeated.
fn shortest(work: impl Fn()) -> f64 {
    const ENOUGH_MS: f64 = 500.0;
    const MAX_RUNS: usize = 9;
    let (mut best, mut all) = (f64::INFINITY, 0.0);
    for _ in 0..MAX_RUNS {
        let began = Instant::now();
        work();
        let time = began.elapsed().as_secs_f64() * 1000.0;
        (best, all) = (time.min(best), all + time);
        if all > ENOUGH_MS {
            break;
        }
    }
    best
}

fn repeated(begin: &str, part: &str, bytes: usize) -> Vec<u8> {
    let mut text = begin.to_owned();
    while text.len() < bytes {
        text += part;
    }
    text.into_bytes()
}

fn numbered(bytes: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        text += &part(number);
    }
    text.into_bytes()
}

/// A game of legal moves, always the same.
fn game(plies: usize) -> Record {
    let mut position = Position::start();
    let mut actions = Vec::new();
    let mut state = 1_u64;
    while actions.len() < plies {
        let legal = position.legal_moves();
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Captures would end the game too soon.
        let quiet = legal.into_iter().filter(|played| position.piece_at(played.to).is_none());
        let quiet: Vec<_> = quiet.collect();
        let Some(played) = quiet.get((state >> 33) as usize % quiet.len().max(1)) else { break };
        position.make(*played);
        actions.push(played.to_string());
    }
    Record {
        variant: games::Variant::Xiangqi,
        options: "quiet-limit=off repetition=off".into(),
        start: Position::start().fen(),
        names: vec!["许银川".into(), "吕钦".into()],
        actions,
        outcome: None,
        tags: Tags::default(),
        annotations: Annotations::default(),
    }
}

fn games(bytes: usize, notation: Notation) -> Vec<u8> {
    let record = game(120);
    let mut position = Position::start();
    let mut text = String::from("[Game \"Chinese Chess\"]\n\n");
    for action in &record.actions {
        let played = action.parse().expect("a move");
        text += &write(&position, played, notation);
        text.push(' ');
        position.make(played);
    }
    repeated("", &(text + "*\n\n"), bytes)
}

fn chuhe(actions: Vec<String>, annotations: Annotations) -> Vec<u8> {
    let record = Record { actions, annotations, ..game(0) };
    write_as(&record, Format::Chuhe, Notation::Iccs).expect("a game").into_bytes()
}

/// An XQF file with a chain of variations and comments of this length.
fn xqf_tree(bytes: usize, comment: usize) -> Vec<u8> {
    let mut record = game(40);
    let per_move = if comment > 0 { 8 + comment } else { 4 };
    let mut left = bytes / per_move;
    let mut played = 0;
    while left > 0 {
        let mut instead = Annotations::default();
        instead.add_comment(1, &"x".repeat(comment));
        let actions = record.actions[played..].to_vec();
        left = left.saturating_sub(actions.len());
        record.annotations.add_variation(played, Variation { actions, annotations: instead });
        played = (played + 1) % 39;
    }
    xqf::Encoder::new(18, 5).file(&record)
}
