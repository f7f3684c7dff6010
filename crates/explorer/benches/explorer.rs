//! Measures the explorer with synthetic games: random legal moves after popular openings.
//!
//! `cargo bench -p explorer -- [--games N] [--postgres]` prints the time to read a PGN file and to
//! index its games, the size of the index per indexed ply, and the times of lookups. The lookups
//! follow lines of play. The default is 100,000 games in SQLite. Without `--bench`, as tests run it, it takes 300
//! games.
#![allow(clippy::print_stdout)]

use explorer::{
    Batch, Filter, Importer, Index, MAX_INDEXED_PLIES, OPENINGS, PostgresIndex, Question,
    SqliteIndex, ask,
};
use std::{
    fmt::Write as _,
    fs::File,
    io::{BufReader, BufWriter, Write},
    path::Path,
    time::{Duration, Instant},
};
use test_postgres::PostgresServer;
use xiangqi::{Move, Position};

/// Games of one batch, as `chuhe import` adds them.
const BATCH: usize = 10_000;
/// Number of lines of play that are looked up.
const LINES: usize = 200;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let count = arguments.iter().skip_while(|argument| *argument != "--games").nth(1);
    let default = if has("--bench") { 100_000 } else { 300 };
    let games = count.map_or(default, |count| count.parse().expect("a number of games"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("games.pgn");
    let plies = write_games(&file, games);
    let bytes = file.metadata().expect("the file").len();
    println!("{games} games, {plies} plies, {} MiB of PGN", bytes >> 20);
    runtime.expect("a runtime").block_on(async {
        if has("--postgres") {
            let server = PostgresServer::start();
            let address = server.database();
            let index = PostgresIndex::open(&address).await.expect("an index");
            let indexed = measure(&index, &file).await;
            let bytes = ["position", "game", "player"]
                .map(|table| server.table_bytes(&address, &format!("chuhe_explorer.{table}")));
            println!(
                "PostgreSQL: {:.1} bytes per indexed ply for positions, {:.1} for all",
                bytes[0] as f64 / indexed as f64,
                bytes.iter().sum::<u64>() as f64 / indexed as f64
            );
        } else {
            let database = folder.path().join("explorer.db");
            let index = SqliteIndex::open(&database).await.expect("an index");
            let indexed = measure(&index, &file).await;
            drop(index);
            let bytes = database.metadata().expect("the database").len();
            println!("SQLite: {:.1} bytes per indexed ply", bytes as f64 / indexed as f64);
        }
    });
}

/// Imports the file and looks up positions. Returns the number of indexed plies.
async fn measure(index: &dyn Index, file: &Path) -> usize {
    let source = index.open_collection("bench").await.expect("a collection");
    let input = BufReader::new(File::open(file).expect("the file"));
    let (mut reading, mut adding) = (Duration::ZERO, Duration::ZERO);
    let (mut imported, mut indexed) = (0, 0);
    let mut lines: Vec<Vec<Move>> = Vec::new();
    let mut importer = Importer::new(input);
    loop {
        let start = Instant::now();
        let mut games = Vec::with_capacity(BATCH);
        for game in importer.by_ref().take(BATCH) {
            games.push(game.expect("the file is readable").expect("a game without problems"));
        }
        reading += start.elapsed();
        if games.is_empty() {
            break;
        }
        imported += games.len();
        indexed +=
            games.iter().map(|game| game.data.moves.len().min(MAX_INDEXED_PLIES)).sum::<usize>();
        let wanted = LINES.saturating_sub(lines.len()).min(1 + games.len() / 20);
        lines.extend(games.iter().step_by(20).take(wanted).map(|game| game.data.moves.clone()));
        let start = Instant::now();
        index.add(Batch { source, games, advance: None }).await.expect("the games are added");
        adding += start.elapsed();
    }
    let rate = |time: Duration| imported as f64 / time.as_secs_f64();
    println!(
        "import: {:.1} s reading ({:.0} games/s), {:.1} s indexing ({:.0} games/s)",
        reading.as_secs_f64(),
        rate(reading),
        adding.as_secs_f64(),
        rate(adding)
    );
    for (what, filter) in [
        ("all games", Filter::default()),
        ("1600 and more", Filter { ratings: vec![1600, 1800, 2000, 2200], ..Filter::default() }),
    ] {
        let mut times = Vec::new();
        for line in &lines {
            let mut position = Position::start();
            for &played in line.iter().take(30) {
                let question = Question {
                    source,
                    position: position.clone(),
                    player: None,
                    filter: filter.clone(),
                };
                let start = Instant::now();
                let answer = ask(index, &question).await.expect("an answer");
                times.push(start.elapsed());
                assert!(answer.counts.games() > 0 || !filter.ratings.is_empty());
                position.make(played);
            }
        }
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
        println!(
            "{} lookups, {what}: p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms",
            times.len(),
            at(50),
            at(99),
            at(100)
        );
    }
    indexed
}

/// Writes games of 60 to 99 plies in coordinates, over ten years. Returns the number of plies.
fn write_games(file: &Path, games: usize) -> usize {
    let mut out = BufWriter::new(File::create(file).expect("a file"));
    let mut state = 42_u64;
    let mut draw = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % below
    };
    let mut plies = 0;
    for number in 0..games {
        let rating = [1_000 + draw(1_400), 1_000 + draw(1_400)];
        let (year, month) = (2017 + draw(10), 1 + draw(12));
        let result = ["1-0", "0-1", "1/2-1/2"][draw(3)];
        let mut text = format!(
            "[Event \"Bench {}\"]\n[Red \"Player {}\"]\n[Black \"Player {}\"]\n\
             [Date \"{year}.{month:02}.{:02}\"]\n[RedElo \"{}\"]\n[BlackElo \"{}\"]\n\
             [Round \"{number}\"]\n\n",
            draw(500),
            draw(5_000),
            draw(5_000),
            1 + draw(28),
            rating[0],
            rating[1],
        );
        // The popular openings are drawn more often.
        let most = 1 + draw(OPENINGS.len());
        let opening = &OPENINGS[OPENINGS.len() - 1 - draw(most)];
        let mut position = Position::start();
        for ply in 0..60 + draw(40) {
            let line = if ply % 2 == 0 { opening.red } else { opening.black };
            let wanted = line.get(ply / 2).and_then(|text| text.parse::<Move>().ok());
            let legal = position.legal_moves();
            let quiet: Vec<Move> = legal
                .iter()
                .copied()
                .filter(|played| position.piece_at(played.to).is_none())
                .collect();
            let wanted = wanted.filter(|played| position.check_move(*played).is_ok());
            // Captures are rare, so that games do not end early.
            let choices = if quiet.is_empty() || ply % 9 == 8 { &legal[..] } else { &quiet[..] };
            let few = if ply < 16 { choices.len().min(3) } else { choices.len() };
            let Some(played) = wanted.or_else(|| (few > 0).then(|| choices[draw(few)])) else {
                break;
            };
            if ply % 2 == 0 {
                let _ = write!(text, "{}. ", ply / 2 + 1);
            }
            let _ = write!(text, "{played} ");
            position.make(played);
            plies += 1;
        }
        // A mated side has lost, whatever was drawn.
        let result = match (position.legal_moves().is_empty(), position.side_to_move()) {
            (false, _) => result,
            (true, xiangqi::Side::Red) => "0-1",
            (true, xiangqi::Side::Black) => "1-0",
        };
        writeln!(out, "{text}{result}\n").expect("the file is writable");
    }
    out.flush().expect("the file is written");
    plies
}
