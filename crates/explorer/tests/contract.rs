//! The contract of an index, run on every backend.

use explorer::{
    Advance, Answer, Batch, Date, Filter, GameData, GameResult, Index, IndexError, IndexedGame,
    PostgresIndex, Question, SourceId, Speed, SqliteIndex, ask,
};
use std::sync::Arc;
use test_postgres::PostgresServer;
use xiangqi::{Move, Position};

/// An index, and what must live as long as it does.
trait Backend: Sized {
    fn fresh() -> impl Future<Output = Self>;
    fn index(&self) -> &dyn Index;
    /// Opens the same index again.
    fn reopened(&self) -> impl Future<Output = Arc<dyn Index>>;
}

struct Sqlite(tempfile::TempDir, SqliteIndex);

impl Backend for Sqlite {
    async fn fresh() -> Sqlite {
        let folder = tempfile::tempdir().unwrap();
        let index = SqliteIndex::open(&folder.path().join("deep/explorer.db")).await.unwrap();
        Sqlite(folder, index)
    }

    fn index(&self) -> &dyn Index {
        &self.1
    }

    async fn reopened(&self) -> Arc<dyn Index> {
        let file = self.0.path().join("deep/explorer.db");
        Arc::new(SqliteIndex::open(&file).await.unwrap())
    }
}

struct Postgres(String, PostgresIndex);

impl Backend for Postgres {
    async fn fresh() -> Postgres {
        let address = PostgresServer::shared().database();
        let index = PostgresIndex::open(&address).await.unwrap();
        Postgres(address, index)
    }

    fn index(&self) -> &dyn Index {
        &self.1
    }

    async fn reopened(&self) -> Arc<dyn Index> {
        Arc::new(PostgresIndex::open(&self.0).await.unwrap())
    }
}

macro_rules! contract {
    ($($test:ident)+) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test::<super::Sqlite>().await;
            })+
        }
        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                super::$test::<super::Postgres>().await;
            })+
        }
    };
}

contract! {
    moves_are_counted_with_their_results
    a_game_counts_once
    a_corrected_game_replaces_the_former
    filters_choose_games
    a_players_games_are_found
    long_games_count_for_a_player_as_for_all
    the_order_of_additions_does_not_matter
    of_two_followers_one_is_refused
    sources_are_apart
    a_popular_position_lists_the_strongest_games
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|played| played.parse().unwrap()).collect()
}

fn data(reference: &str, line: &str, result: GameResult) -> GameData {
    GameData {
        reference: reference.to_owned(),
        start: String::new(),
        moves: moves(line),
        result,
        names: ["An".to_owned(), "Bo".to_owned()],
        ratings: [1_500, 1_520],
        speed: Some(Speed::Rapid),
        date: Date::read("2026.03.05"),
        event: String::new(),
    }
}

fn archived(data: GameData) -> IndexedGame {
    let players = data.names.iter().map(|name| name.to_lowercase()).collect();
    IndexedGame::archived(players, data)
}

async fn add(index: &dyn Index, source: SourceId, games: Vec<IndexedGame>) -> [u64; 3] {
    let added = index.add(Batch { source, games, advance: None }).await.unwrap();
    [added.added, added.known, added.replaced]
}

fn question(line: &str) -> Question {
    let mut position = Position::start();
    for played in moves(line) {
        position.make(played);
    }
    Question { source: SourceId::ARCHIVE, position, player: None, filter: Filter::default() }
}

/// Moves with the numbers of wins of Red, draws, wins of Black and games without a result.
fn shown(answer: &Answer) -> Vec<(String, [u64; 4])> {
    let row = |row: &explorer::MoveRow| {
        let counts = row.counts;
        (row.played.to_string(), [counts.red, counts.draws, counts.black, counts.unknown])
    };
    answer.moves.iter().map(row).collect()
}

fn rows(rows: &[(&str, [u64; 4])]) -> Vec<(String, [u64; 4])> {
    rows.iter().map(|(played, counts)| ((*played).to_owned(), *counts)).collect()
}

async fn moves_are_counted_with_their_results<B: Backend>() {
    let backend = B::fresh().await;
    let index = backend.index();
    assert_eq!(ask(index, &question("")).await.unwrap(), Answer::default());
    let games = vec![
        archived(data("a", "h2e2 h9g7 h0g2", GameResult::Red)),
        archived(data("b", "h2e2 h7e7", GameResult::Draw)),
        archived(data("c", "c3c4 g6g5", GameResult::Black)),
        archived(data("d", "h2e2 h9g7", GameResult::Unknown)),
    ];
    assert_eq!(add(index, SourceId::ARCHIVE, games).await, [4, 0, 0]);
    let start = ask(index, &question("")).await.unwrap();
    assert_eq!(shown(&start), rows(&[("h2e2", [1, 1, 0, 1]), ("c3c4", [0, 0, 1, 0])]));
    assert_eq!((start.counts.games(), start.moves[0].mean_rating), (4, Some(1_510)));
    assert_eq!(start.moves[0].last, Date::read("2026.03.05"));
    let references: Vec<&str> = start.top.iter().map(|game| game.data.reference.as_str()).collect();
    assert_eq!(references.len(), 4, "{references:?}");
    assert_eq!(start.top[0].played.map(|played| played.to_string()).as_deref(), Some("h2e2"));
    let reopened = backend.reopened().await;
    let after = ask(&*reopened, &question("h2e2")).await.unwrap();
    assert_eq!(shown(&after), rows(&[("h9g7", [1, 0, 0, 1]), ("h7e7", [0, 1, 0, 0])]));
    // The position after the last move was reached, but no move followed.
    let end = ask(&*reopened, &question("h2e2 h9g7 h0g2")).await.unwrap();
    assert_eq!(end.counts.games(), 0);
}

async fn a_game_counts_once<B: Backend>() {
    let backend = B::fresh().await;
    let index = backend.index();
    let game = archived(data("a", "h2e2 h9g7", GameResult::Red));
    assert_eq!(add(index, SourceId::ARCHIVE, vec![game.clone(), game.clone()]).await, [1, 1, 0]);
    assert_eq!(add(index, SourceId::ARCHIVE, vec![game]).await, [0, 1, 0]);
    // A position that repeats within a game counts once for each move.
    let line = "h2e2 a9a8 e2h2 a8a9 h2e2 a9a8";
    let twice = archived(data("b", line, GameResult::Draw));
    add(index, SourceId::ARCHIVE, vec![twice]).await;
    let start = ask(index, &question("")).await.unwrap();
    assert_eq!(shown(&start), rows(&[("h2e2", [1, 1, 0, 0])]));
}

async fn a_corrected_game_replaces_the_former<B: Backend>() {
    let backend = B::fresh().await;
    let index = backend.index();
    add(index, SourceId::ARCHIVE, vec![archived(data("a", "h2e2 h9g7", GameResult::Red))]).await;
    let corrected = archived(data("a", "h2e2 b9c7", GameResult::Black));
    assert_eq!(add(index, SourceId::ARCHIVE, vec![corrected.clone()]).await, [0, 0, 1]);
    assert_eq!(add(index, SourceId::ARCHIVE, vec![corrected]).await, [0, 1, 0]);
    let start = ask(index, &question("")).await.unwrap();
    assert_eq!(shown(&start), rows(&[("h2e2", [0, 0, 1, 0])]));
    let next = ask(index, &question("h2e2")).await.unwrap();
    assert_eq!(shown(&next), rows(&[("b9c7", [0, 0, 1, 0])]));
    assert_eq!(next.top.len(), 1);
}

async fn filters_choose_games<B: Backend>() {
    let backend = B::fresh().await;
    let index = backend.index();
    let game = |reference: &str, line: &str, ratings, speed, date: &str| {
        let of = data(reference, line, GameResult::Draw);
        archived(GameData { ratings, speed, date: Date::read(date), ..of })
    };
    let games = vec![
        game("a", "h2e2", [1_450, 1_450], Some(Speed::Blitz), "2025.01.31"),
        game("b", "c3c4", [1_700, 1_700], Some(Speed::Rapid), "2025.02.01"),
        game("c", "g0e2", [0, 0], None, "2026.02.01"),
        game("d", "h0g2", [2_600, 0], None, ""),
    ];
    add(index, SourceId::ARCHIVE, games).await;
    let month = |text: &str| Some(Date::read(text).month());
    for (filter, expected) in [
        (Filter::default(), &["c3c4", "g0e2", "h0g2", "h2e2"][..]),
        (Filter { speeds: vec![Speed::Blitz], ..Filter::default() }, &["h2e2"]),
        (
            Filter { speeds: vec![Speed::Blitz, Speed::Rapid], ..Filter::default() },
            &["c3c4", "h2e2"],
        ),
        (Filter { ratings: vec![1600, 2500], ..Filter::default() }, &["c3c4", "h0g2"]),
        (Filter { since: month("2025.02"), ..Filter::default() }, &["c3c4", "g0e2"]),
        (Filter { until: month("2025.01"), ..Filter::default() }, &["h2e2"]),
        (
            Filter { since: month("2025.02"), until: month("2025.12"), ..Filter::default() },
            &["c3c4"],
        ),
        (Filter { speeds: vec![Speed::Bullet], ..Filter::default() }, &[]),
    ] {
        for player in [None, Some("AN".to_owned())] {
            let asked = Question { filter: filter.clone(), player, ..question("") };
            let answer = ask(index, &asked).await.unwrap();
            let mut found: Vec<String> =
                answer.moves.iter().map(|row| row.played.to_string()).collect();
            found.sort();
            assert_eq!(found, expected, "{asked:?}");
        }
    }
}

async fn a_players_games_are_found<B: Backend>() {
    let backend = B::fresh().await;
    let index = backend.index();
    let of = |reference: &str, line: &str, names: [&str; 2]| {
        let names = names.map(str::to_owned);
        archived(GameData { names, ..data(reference, line, GameResult::Red) })
    };
    let games = vec![
        of("a", "h2e2 h9g7", ["An", "Bo"]),
        of("b", "c3c4 h9g7 h2e2", ["Cy", "An"]),
        of("c", "h2e2 b9c7", ["Cy", "Bo"]),
    ];
    add(index, SourceId::ARCHIVE, games).await;
    let asked = Question { player: Some("an".to_owned()), ..question("") };
    let answer = ask(index, &asked).await.unwrap();
    assert_eq!(shown(&answer), rows(&[("h2e2", [1, 0, 0, 0]), ("c3c4", [1, 0, 0, 0])]));
    assert_eq!(answer.top.len(), 2);
    assert_eq!(answer.moves[0].mean_rating, Some(1_510));
    let asked = Question { player: Some("nemo".to_owned()), ..question("") };
    assert_eq!(ask(index, &asked).await.unwrap(), Answer::default());
}

/// A filter by player reads as many plies of a game as the index has.
async fn long_games_count_for_a_player_as_for_all<B: Backend>() {
    let backend = B::fresh().await;
    let index = backend.index();
    let game = |step: usize| {
        let (mut position, mut played) = (Position::start(), Vec::new());
        for ply in 0..80 {
            let legal = position.legal_moves();
            let chosen = *legal.get(step * ply % legal.len().max(1))?;
            position.make(chosen);
            played.push(chosen);
        }
        Some(played)
    };
    let played = (7..100).find_map(game).expect("a long game");
    let of = data("a", "", GameResult::Red);
    let game = archived(GameData { moves: played.clone(), ..of });
    add(index, SourceId::ARCHIVE, vec![game]).await;
    let mut position = Position::start();
    let mut counted = 0;
    for &next in &played {
        let all = Question { position: position.clone(), ..question("") };
        let own = Question { player: Some("an".to_owned()), ..all.clone() };
        let all = ask(index, &all).await.unwrap();
        assert_eq!(ask(index, &own).await.unwrap(), all);
        counted += all.counts.games();
        position.make(next);
    }
    assert!((60..70).contains(&counted), "{counted}");
}

/// Deterministic games by random moves.
fn random_games(count: u64) -> Vec<IndexedGame> {
    let mut state = 7_u64;
    let mut draw = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % below
    };
    let game = |number| {
        let mut position = Position::start();
        let mut played = Vec::new();
        for ply in 0..30 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            // Few choices at the beginning, so that the games share positions.
            let chosen = legal[draw(if ply < 6 { 2 } else { legal.len() }.min(legal.len()))];
            position.make(chosen);
            played.push(chosen);
        }
        let result = GameResult::ALL[draw(4)];
        let rating = 800 + 100 * draw(20) as u16;
        let date = Date { year: 2026, month: 1 + draw(4) as u8, day: 1 };
        let of = data(&format!("g{number}"), "", result);
        archived(GameData { moves: played, ratings: [rating, rating], date, ..of })
    };
    (0..count).map(game).collect()
}

async fn the_order_of_additions_does_not_matter<B: Backend>() {
    let games = random_games(60);
    let (one, other) = (B::fresh().await, B::fresh().await);
    add(one.index(), SourceId::ARCHIVE, games.clone()).await;
    // Backwards, in several batches, with games that are corrected later.
    for batch in games.chunks(17).rev() {
        let mut wrong: Vec<IndexedGame> = batch.to_vec();
        for game in wrong.iter_mut().step_by(3) {
            game.data.result = GameResult::Unknown;
            game.data.moves.truncate(9);
        }
        wrong.reverse();
        add(other.index(), SourceId::ARCHIVE, wrong).await;
        add(other.index(), SourceId::ARCHIVE, batch.to_vec()).await;
    }
    let mut position = Position::start();
    for played in &games[5].data.moves {
        let asked = Question { position: position.clone(), ..question("") };
        let mut answers = Vec::new();
        for index in [one.index(), other.index()] {
            let answer = ask(index, &asked).await.unwrap();
            let mut moves: Vec<_> =
                answer.moves.iter().map(|row| (row.played, row.counts, row.mean_rating)).collect();
            moves.sort_by_key(|row| row.0);
            answers.push((answer.counts, moves));
        }
        assert_eq!(answers[0], answers[1], "{position:?}");
        let direct = games.iter().filter(|game| {
            let mut at = Position::start();
            game.data.moves.iter().any(|&played| {
                let is_here = at.key() == position.key();
                at.make(played);
                is_here
            })
        });
        assert_eq!(answers[0].0.games(), direct.count() as u64, "{position:?}");
        position.make(*played);
    }
}

async fn of_two_followers_one_is_refused<B: Backend>() {
    let backend = B::fresh().await;
    let other = backend.reopened().await;
    let place = |expected, cursor: &str| Some(Advance { expected, cursor: cursor.to_owned() });
    let batch = |reference: &str, advance| Batch {
        source: SourceId::ARCHIVE,
        games: vec![archived(data(reference, "h2e2", GameResult::Red))],
        advance,
    };
    backend.index().add(batch("a", place(0, "five"))).await.unwrap();
    let refused = other.add(batch("b", place(0, "six"))).await;
    assert!(matches!(refused, Err(IndexError::Moved)), "{refused:?}");
    let progress = other.progress().await.unwrap();
    assert_eq!((progress.step, progress.cursor.as_str()), (1, "five"));
    let start = ask(&*other, &question("")).await.unwrap();
    assert_eq!(start.counts.games(), 1, "the refused batch has written nothing");
    other.add(batch("b", place(1, "six"))).await.unwrap();
    backend.index().clear(SourceId::ARCHIVE).await.unwrap();
    let progress = other.progress().await.unwrap();
    assert_eq!((progress.step, progress.cursor.as_str()), (3, ""));
    assert_eq!(ask(&*other, &question("")).await.unwrap(), Answer::default());
}

async fn sources_are_apart<B: Backend>() {
    let backend = B::fresh().await;
    let index = backend.index();
    let masters = index.open_collection("Masters").await.unwrap();
    assert_eq!(index.open_collection("Masters").await.unwrap(), masters);
    let club = index.open_collection("Club").await.unwrap();
    let imported = |line: &str| IndexedGame::imported(data("", line, GameResult::Red));
    add(index, masters, vec![imported("h2e2 h9g7"), imported("c3c4")]).await;
    assert_eq!(add(index, masters, vec![imported("h2e2 h9g7")]).await, [0, 1, 0]);
    add(index, club, vec![imported("h2e2 h9g7")]).await;
    let listed = index.collections().await.unwrap();
    let names: Vec<(&str, u64)> = listed.iter().map(|one| (one.name.as_str(), one.games)).collect();
    assert_eq!(names, [("Club", 1), ("Masters", 2)]);
    let of = |source| Question { source, ..question("") };
    let archive = ask(index, &of(SourceId::ARCHIVE)).await.unwrap();
    assert_eq!(archive, Answer::default());
    let found = ask(index, &of(masters)).await.unwrap();
    assert_eq!(shown(&found), rows(&[("h2e2", [1, 0, 0, 0]), ("c3c4", [1, 0, 0, 0])]));
    let player = Some("bo".to_owned());
    let found = ask(index, &Question { player, ..of(masters) }).await.unwrap();
    assert_eq!(found.counts.games(), 2);
    index.clear(masters).await.unwrap();
    assert_eq!(index.collections().await.unwrap().len(), 1);
    assert_eq!(ask(index, &of(masters)).await.unwrap(), Answer::default());
    assert_eq!(ask(index, &of(club)).await.unwrap().counts.games(), 1);
}

async fn a_popular_position_lists_the_strongest_games<B: Backend>() {
    let backend = B::fresh().await;
    let index = backend.index();
    let games = (0..100_u16).map(|number| {
        let ratings = [1_000 + 15 * number; 2];
        let of = data(&format!("g{number}"), "h2e2", GameResult::Draw);
        archived(GameData { ratings, ..of })
    });
    add(index, SourceId::ARCHIVE, games.collect()).await;
    let answer = ask(index, &question("")).await.unwrap();
    assert_eq!(answer.counts.draws, 100);
    assert!((1..=10).contains(&answer.top.len()), "{}", answer.top.len());
    assert_eq!(answer.top[0].data.ratings[0], 1_000 + 15 * 99);
    let ratings: Vec<u16> = answer.top.iter().map(|game| game.data.ratings[0]).collect();
    assert!(ratings.is_sorted_by(|one, next| one >= next), "{ratings:?}");
}
