//! Collections with problems, and files that are no collection.

use explorer::{GameResult, ImportProblem, Importer, IndexedGame, SqliteIndex};

fn read(bytes: &[u8]) -> (Vec<IndexedGame>, Vec<ImportProblem>) {
    let (mut games, mut problems) = (Vec::new(), Vec::new());
    for game in Importer::new(bytes) {
        match game.unwrap() {
            Ok(game) => games.push(game),
            Err(found) => problems.extend(found),
        }
    }
    (games, problems)
}

/// Every tenth game has an error. Each is reported with its place, and the others are read.
#[test]
fn every_problem_is_reported_and_the_rest_is_read() {
    let mut file = String::new();
    let mut expected = Vec::new();
    for number in 1..=200 {
        let first = 1 + file.lines().count() as u64;
        file += &format!("[Red \"R{number}\"]\n[Black \"B{number}\"]\n[Date \"2026.01.02\"]\n");
        file += "[RedElo \"2400\"]\n[BlackElo \"2300\"]\n[Result \"1-0\"]\n\n";
        if number % 10 == 0 {
            file += "1. 炮二平五 马8进7 2. 马二进九\n1-0\n\n";
            expected.push((number, first + 7));
        } else {
            file += "1. 炮二平五 马8进7 2. 马二进三 {a\n[Red \"comment\"]}\n1-0\n\n";
        }
    }
    let (games, problems) = read(file.as_bytes());
    assert_eq!(games.len(), 180);
    let places: Vec<(u64, u64)> = problems.iter().map(|one| (one.game, one.line)).collect();
    assert_eq!(places, expected);
    let data = &games[0].data;
    assert_eq!((data.ratings, data.result, data.moves.len()), ([2_400, 2_300], GameResult::Red, 3));
    assert_eq!((data.names[1].as_str(), data.date.to_string().as_str()), ("B1", "2026.01.02"));
}

#[test]
fn other_formats_are_read_whole() {
    let (games, problems) = read("红方: 许银川\n黑方: 吕钦\n\n1. 炮二平五 马8进7\n".as_bytes());
    assert_eq!((games.len(), problems), (1, Vec::new()));
    let (games, problems) = read(b"chuhe 1\nvariant banqi\n");
    assert!(games.is_empty() && !problems.is_empty());
    let utf_16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain("1. h2e2 h9g7 1-0".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    assert_eq!(read(&utf_16).0.len(), 1);
}

#[test]
fn gbk_is_recognised_in_each_game() {
    // 炮二平五 in GBK.
    let mut file = b"[Red \"a\"]\n\n1. ".to_vec();
    file.extend([0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5]);
    file.extend(b" *\n\n[Red \"b\"]\n\n1. h2e2 *\n");
    let (games, problems) = read(&file);
    assert_eq!((games.len(), problems), (2, Vec::new()));
}

#[test]
fn nonsense_is_a_problem_and_no_panic() {
    let nested = format!("1. h2e2 {} *", "(1. h2e2 ".repeat(2_000));
    for bytes in [
        &b""[..],
        b"\0\0\0\0",
        b"[Red \"a\"]\n\n",
        b"*\n*\n*\n",
        b"{{{{",
        b"\xff\xfe\xff",
        b"[Game \"Chess\"]\n\n1. e4 e5 *",
        b"<html><body>no game</body></html>",
        nested.as_bytes(),
    ] {
        let (games, problems) = read(bytes);
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(30)]);
        assert!(games.is_empty(), "{shown}");
        assert!(bytes.is_empty() || !problems.is_empty(), "{shown}");
    }
}

#[tokio::test]
async fn another_file_is_no_index() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("explorer.db");
    std::fs::write(&file, "some notes that are longer than the header of a database ".repeat(40))
        .unwrap();
    let error = SqliteIndex::open(&file).await.err().unwrap();
    assert!(error.to_string().contains("is not a database of the explorer"), "{error}");
}
