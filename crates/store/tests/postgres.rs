//! PostgreSQL that is killed, belongs to another program or is misconfigured; and copies to and
//! from SQLite.

use protocol::{GameId, UnixMs};
use std::path::Path;
use store::{
    Accounts, Append, Board, ChapterChange, Cursor, Finished, FinishedPlayer, GameLog,
    LoginSession, NewEvent, Player, PostgresOptions, PostgresStore, PuzzleCommit, SeatToken,
    SmartBoards, SqliteOptions, SqliteStore, Standing, Store, StoreError, StoredPuzzle,
    StoredSolver, StoredStudy, StudyCommit, StudyEdit, StudyFilter, check_postgres,
    rotate_postgres_key,
};
use test_postgres::PostgresServer;

fn event(public: &str, command: Option<String>) -> NewEvent {
    NewEvent {
        kind: "acted",
        seat: Some(1),
        command,
        public: public.into(),
        secret: format!("secret {public}"),
        at_ms: UnixMs(7),
    }
}

fn append(game: &str, expected: u64, events: Vec<NewEvent>) -> Append {
    Append {
        game: game.into(),
        expected,
        events,
        token: None,
        deadline_ms: Some(UnixMs(90)),
        is_open: false,
        finished: None,
    }
}

fn options(address: &str, folder: &Path) -> PostgresOptions {
    PostgresOptions::new(address, &folder.join("store.key")).unwrap()
}

/// PostgreSQL is killed while four games are written concurrently. Every append gets exactly one
/// answer and is in the log exactly once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_loses_nothing_and_doubles_nothing() {
    const KILLS: usize = 5;
    const GAMES: usize = 4;
    let server = std::sync::Arc::new(PostgresServer::start());
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    let store = PostgresStore::open(options(&address, folder.path()).alone()).await.unwrap();
    let store = std::sync::Arc::new(store);
    let (count, counted) = tokio::sync::watch::channel(0_u64);
    let count = std::sync::Arc::new(count);
    let is_over = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let mut writers = Vec::new();
    for game in 0..GAMES {
        let (store, count, is_over) = (store.clone(), count.clone(), is_over.clone());
        writers.push(tokio::spawn(async move {
            let id = GameId::from(format!("g{game}"));
            store.create(1, append(&id, 0, vec![event("0", None)])).await.unwrap();
            let mut len = 1;
            while !is_over.load(std::sync::atomic::Ordering::SeqCst) {
                let next = event(&len.to_string(), Some(format!("command {len}")));
                store.append(append(&id, len, vec![next])).await.unwrap();
                len += 1;
                count.send_modify(|count| *count += 1);
            }
            (id, len)
        }));
    }
    for kill in 0..KILLS {
        // After a number of appends, so that the kill hits an arbitrary moment.
        let due = *counted.borrow() + 20 + 7 * kill as u64;
        let mut counted = counted.clone();
        counted.wait_for(|count| *count >= due).await.unwrap();
        let server = server.clone();
        let restart = move || {
            server.kill();
            server.start_again();
        };
        tokio::task::spawn_blocking(restart).await.unwrap();
    }
    let due = *counted.borrow() + 20;
    counted.clone().wait_for(|count| *count >= due).await.unwrap();
    is_over.store(true, std::sync::atomic::Ordering::SeqCst);
    for writer in writers {
        let (id, len) = writer.await.unwrap();
        let log = store.load(&id).await.unwrap();
        assert_eq!(log.len() as u64, len, "{id}");
        assert!(log.iter().all(|event| event.public == event.seq.to_string()), "{id}");
    }
}

async fn refused(options: PostgresOptions) -> StoreError {
    match PostgresStore::open(options).await {
        Ok(_) => panic!("opened"),
        Err(error) => error,
    }
}

#[tokio::test]
async fn what_is_not_ours_is_not_opened() {
    let server = PostgresServer::shared();
    let folder = tempfile::tempdir().unwrap();
    let foreign = server.database();
    server.sql(&foreign, "CREATE TABLE customer (id int)");
    let error = refused(options(&foreign, folder.path())).await;
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    let newer = server.database();
    drop(PostgresStore::open(options(&newer, folder.path())).await.unwrap());
    server.sql(&newer, "INSERT INTO chuhe_migration VALUES (99, 'later')");
    let error = refused(options(&newer, folder.path())).await;
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");

    let ours = server.database();
    let store = PostgresStore::open(options(&ours, folder.path()).alone()).await.unwrap();
    let error = refused(options(&ours, folder.path()).alone()).await;
    assert!(matches!(error, StoreError::InUse(_)), "{error}");
    store.create(1, append("g", 0, vec![event("0", None)])).await.unwrap();
    let other = tempfile::tempdir().unwrap();
    let error = refused(options(&ours, other.path())).await;
    assert!(matches!(error, StoreError::NoKey { id: 1, .. }), "{error}");
    std::fs::write(other.path().join("store.key"), format!("1 {}\n", "ab".repeat(32))).unwrap();
    let error = refused(options(&ours, other.path())).await;
    assert!(matches!(error, StoreError::WrongKey { id: 1, .. }), "{error}");

    let careless = PostgresServer::start_unsafe();
    let error = refused(options(&careless.database(), folder.path())).await;
    assert!(error.to_string().contains("fsync"), "{error}");
    server.sql(&ours, "CREATE ROLE narrow LOGIN CONNECTION LIMIT 8");
    let narrow = options(&ours.replace("chuhe@", "narrow@"), folder.path());
    let error = refused(narrow).await.to_string();
    assert!(error.contains("8 connections to it, and each server needs 12"), "{error}");
    server.sql(&ours, "CREATE ROLE reader LOGIN; GRANT pg_read_all_data TO reader");
    let reader = options(&ours.replace("chuhe@", "reader@"), folder.path());
    let error = refused(reader.clone()).await.to_string();
    assert!(error.contains("may not read and write the tables"), "{error}");
    assert_eq!(check_postgres(&reader).await.unwrap_err().to_string(), error);
    let full = options(&ours, folder.path()).max_bytes(1 << 20);
    assert!(matches!(check_postgres(&full).await, Err(StoreError::Full(_))));
    let nowhere = format!("postgres://chuhe:secret@127.0.0.1:{}/nowhere", server.port());
    let error = refused(options(&nowhere, folder.path())).await;
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
    assert!(error.to_string().contains("nowhere") && !error.to_string().contains("secret"));
    let shown = format!("{:?}", options(&nowhere, folder.path()));
    assert!(!shown.contains("secret"), "{shown}");
}

/// A database that was read-only for a while is written again as soon as possible, over connections
/// opened in the meantime too.
#[tokio::test]
async fn what_could_only_be_read_is_written_again() {
    let server = PostgresServer::start();
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    let store = PostgresStore::open(options(&address, folder.path())).await.unwrap();
    store.create(1, append("g", 0, vec![event("0", None)])).await.unwrap();
    let close_all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                     WHERE application_name = 'chuhe'";
    let name = address.rsplit_once('/').unwrap().1;
    server.sql(&address, &format!("ALTER DATABASE {name} SET default_transaction_read_only = on"));
    server.sql(&address, close_all);
    // Every connection is opened now. A write that may have been executed is retried until there is
    // an answer; other requests fail.
    let doubtful = store.append(append("g", 1, vec![event("1", None)]));
    let others = async {
        let refused = store.mark_alive(UnixMs(1)).await;
        assert!(matches!(refused, Err(StoreError::ReadOnly(_))), "{refused:?}");
        // In another database, because nothing can be changed in this one.
        let open = format!("ALTER DATABASE {name} RESET default_transaction_read_only");
        server.sql("of the/postgres", &open);
    };
    tokio::join!(doubtful, others).0.unwrap();
    store.mark_alive(UnixMs(1)).await.unwrap();
    store.health().await.unwrap();
}

/// A timeout for a connection names the database and PostgreSQL's reason.
#[tokio::test]
async fn without_a_connection_it_is_said_where_and_why() {
    let server = PostgresServer::start();
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    server.sql(&address, "CREATE ROLE keeper LOGIN; ALTER DATABASE test1 OWNER TO keeper");
    let address = address.replace("chuhe@", "keeper@");
    let store = PostgresStore::open(options(&address, folder.path())).await.unwrap();
    // The append connection is open; the pool has none yet.
    server.sql(&address, "ALTER ROLE keeper CONNECTION LIMIT 1");
    let error = store.player_names().await.unwrap_err();
    assert!(matches!(error, StoreError::Unreachable { .. }) && error.may_pass(), "{error}");
    for part in [&format!("{}/test1", server.port()), "too many connections", "SQLSTATE 53300"] {
        assert!(error.to_string().contains(part), "{part}: {error}");
    }
    assert!(!error.to_string().contains("at line"), "{error}");
}

/// More events than are encrypted at once, and a board.
#[tokio::test]
async fn a_new_key_opens_everything_and_the_old_one_nothing() {
    const EVENTS: u64 = 1_100;
    let server = PostgresServer::shared();
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("store.key");
    let address = server.database();
    let options = || options(&address, folder.path());
    let store = PostgresStore::open(options().alone()).await.unwrap();
    let events = |from: u64, to: u64| (from..to).map(|n| event(&n.to_string(), None)).collect();
    store.create(1, append("g", 0, events(0, EVENTS))).await.unwrap();
    store.create(1, append("h", 0, events(0, 1))).await.unwrap();
    let board = Board { id: "b".into(), name: "Table 7".into(), key: [7; 32] };
    store.put_board(board).await.unwrap();
    let busy = rotate_postgres_key(options()).await;
    assert!(matches!(busy, Err(StoreError::InUse(_))), "{busy:?}");
    drop(store);
    for (id, len) in [(2, EVENTS), (3, EVENTS + 1)] {
        let old = std::fs::read_to_string(&key).unwrap();
        assert_eq!(rotate_postgres_key(options()).await.unwrap(), id);
        let new = std::fs::read_to_string(&key).unwrap();
        let keys = |text: &str| text.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!((keys(&old), keys(&new)), (1, 1));
        let store = PostgresStore::open(options().alone()).await.unwrap();
        let log = store.load(&"g".into()).await.unwrap();
        assert_eq!(log.len() as u64, len);
        assert!(log.iter().all(|event| event.secret == format!("secret {}", event.seq)));
        assert_eq!(store.load(&"h".into()).await.unwrap()[0].secret, "secret 0");
        assert!(store.boards().await.unwrap()[0].key == [7; 32]);
        store.append(append("g", len, events(len, len + 1))).await.unwrap();
        drop(store);
        std::fs::write(&key, old).unwrap();
        let error = refused(options()).await;
        assert!(matches!(error, StoreError::NoKey { .. }), "{error}");
        std::fs::write(&key, new).unwrap();
    }
}

/// A full database refuses every write until it has space, then continues without a restart.
#[tokio::test]
async fn a_database_that_may_not_grow_stores_again_when_there_is_room() {
    let server = PostgresServer::shared();
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    let store = PostgresStore::open(options(&address, folder.path())).await.unwrap();
    store.create(1, append("g", 0, vec![event("0", None)])).await.unwrap();
    let ballast = "CREATE TABLE ballast AS SELECT md5(n::text) FROM generate_series(1, 40000) n";
    server.sql(&address, ballast);
    let used = store.usage().await.unwrap().used_bytes;
    drop(store);
    let max = used + (1 << 20);
    let options = options(&address, folder.path()).max_bytes(max);
    let store = PostgresStore::open(options).await.unwrap();
    assert_eq!(store.usage().await.unwrap().max_bytes, Some(max));
    let big = |n: u64| event(&large_text(n), None);
    let mut len = 1;
    loop {
        match store.append(append("g", len, vec![big(len)])).await {
            Ok(()) => len += 1,
            Err(StoreError::Full(_)) => break,
            Err(error) => panic!("{error}"),
        }
        assert!(len < 1_000, "the database is never full");
    }
    assert!(len > 10, "{len}");
    let used = store.usage().await.unwrap().used_bytes;
    assert!((max..max + (1 << 20)).contains(&used), "{used} of {max}");
    for _ in 0..3 {
        let refused = store.append(append("g", len, vec![event("x", None)])).await;
        assert!(matches!(refused, Err(StoreError::Full(_))), "{refused:?}");
        assert!(matches!(store.health().await, Err(StoreError::Full(_))));
        let board = Board { id: "b".into(), name: "Table 7".into(), key: [7; 32] };
        assert!(matches!(store.put_board(board).await, Err(StoreError::Full(_))));
        assert_eq!(store.load(&"g".into()).await.unwrap().len() as u64, len);
    }
    server.sql(&address, "DROP TABLE ballast");
    store.health().await.unwrap();
    store.append(append("g", len, vec![event("x", None)])).await.unwrap();
    assert_eq!(store.load(&"g".into()).await.unwrap().len() as u64, len + 1);
}

/// A text of 20,000 characters that does not compress to a tenth.
fn large_text(seed: u64) -> String {
    let mut state = seed | 1;
    let mut word = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{:08x}", state >> 32)
    };
    (0..2_500).map(|_| word()).collect()
}

/// Every modification of events and tokens is detected and located.
#[tokio::test]
async fn a_doctored_log_is_noticed() {
    let server = PostgresServer::shared();
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    let store = PostgresStore::open(options(&address, folder.path())).await.unwrap();
    for (n, (doctored, noticed_at)) in [
        ("UPDATE game_event SET kind = 'flagged' WHERE seq = 1 AND game_id = '$'", 1),
        ("UPDATE game_event SET seat = NULL WHERE seq = 2 AND game_id = '$'", 2),
        ("UPDATE game_event SET cmd_id = 'x' WHERE seq = 0 AND game_id = '$'", 0),
        ("UPDATE game_event SET public = 'x' WHERE seq = 1 AND game_id = '$'", 1),
        ("UPDATE game_event SET t_ms = 9 WHERE seq = 2 AND game_id = '$'", 2),
        ("UPDATE game_event SET sealed = NULL WHERE seq = 1 AND game_id = '$'", 1),
        ("UPDATE game_event SET chain = 7 WHERE seq = 1 AND game_id = '$'", 1),
        ("DELETE FROM game_event WHERE seq = 2 AND game_id = '$'", 2),
        ("DELETE FROM game_event WHERE game_id = '$'", 0),
        ("UPDATE game SET events = 2 WHERE id = '$'", 2),
        ("UPDATE game SET head = '' WHERE id = '$'", 3),
    ]
    .into_iter()
    .enumerate()
    {
        let id = GameId::from(format!("g{n}"));
        let events = vec![event("0", None), event("1", None), event("2", None)];
        store.create(1, append(&id, 0, events)).await.unwrap();
        assert_eq!(store.load(&id).await.unwrap().len(), 3);
        server.sql(&address, &doctored.replace('$', id.as_str()));
        match store.load(&id).await {
            Err(StoreError::Damaged { seq, .. }) => assert_eq!(seq, noticed_at, "{doctored}"),
            Err(error) => panic!("{doctored}: {error}"),
            Ok(_) => panic!("{doctored}: not noticed"),
        }
    }
}

/// Fills a store with some of everything.
async fn furnish(store: &impl Store) {
    let player = |name: &str| Player {
        id: format!("id-{name}").into(),
        key: name.into(),
        name: name.to_uppercase(),
        password: format!("hash-{name}"),
        since_ms: UnixMs(5),
        standing: Standing::default(),
        mail: Some(format!("{name}@club.example")),
    };
    for name in ["ada", "bo"] {
        let hash = format!("s-{name}");
        let session =
            LoginSession { hash, player: format!("id-{name}").into(), until_ms: UnixMs(100) };
        store.add_player(player(name), session).await.unwrap();
    }
    let board = Board { id: "b".into(), name: "Table 7".into(), key: [7; 32] };
    store.put_board(board).await.unwrap();
    for game in ["z", "b:1", "a"] {
        let token = Some(SeatToken { hash: format!("t-{game}"), seats: vec![0, 1] });
        let first = Append { token, ..append(game, 0, vec![event("0", None)]) };
        store.create(1, first).await.unwrap();
        let more = vec![event("1", Some("c".into())), event("2", None)];
        store.append(append(game, 1, more)).await.unwrap();
    }
    let players = [("ada", Some("id-ada")), ("guest", None)];
    let players =
        players.map(|(name, id)| FinishedPlayer { id: id.map(Into::into), name: name.to_owned() });
    let finished = Finished {
        game: "z".into(),
        ladder: "xiangqi/blitz".into(),
        ended_ms: UnixMs(9),
        rated: true,
        players: players.to_vec(),
        text: "text".into(),
    };
    let end = Append {
        finished: Some(finished),
        deadline_ms: None,
        ..append("z", 3, vec![event("3", None)])
    };
    store.append(end).await.unwrap();
    let open = Append { is_open: true, ..append("waits", 0, vec![event("0", None)]) };
    store.create(1, open).await.unwrap();
    store.mark_alive(UnixMs(77)).await.unwrap();
    let study = StoredStudy {
        id: "s1".into(),
        owner: "id-ada".into(),
        authors: vec!["id-bo".into()],
        title: "象棋".into(),
        visibility: "public".into(),
        document: "{}".into(),
        version: 0,
        created_ms: UnixMs(3),
        updated_ms: UnixMs(3),
    };
    let chapter = |text: &str| ChapterChange { id: "a".into(), document: Some(text.into()) };
    store.create_study(study.clone(), vec![chapter("one")], 9).await.unwrap();
    let edit = StudyEdit {
        version: 1,
        command: "c".into(),
        account: "id-bo".into(),
        text: "edit".into(),
        at_ms: UnixMs(4),
    };
    let commit = StudyCommit {
        study: StoredStudy { version: 1, ..study },
        expected: 0,
        chapters: vec![chapter("two")],
        edits: vec![edit],
    };
    store.commit_study(commit).await.unwrap();
    let solver = StoredSolver {
        account: "id-ada".into(),
        game: "xiangqi".into(),
        version: 1,
        document: "{\"rating\":1612.5}".into(),
    };
    let puzzle = StoredPuzzle {
        game: "xiangqi".into(),
        puzzle: "abcdefg".into(),
        rating: 1_234.567_89,
        deviation: 119.1,
        volatility: 0.06,
        attempts: 1,
        solved: 0,
    };
    let commit = PuzzleCommit { solver, expected: 0, puzzles: vec![puzzle] };
    store.commit_puzzles(commit).await.unwrap();
}

/// Everything that can be read from a store, as text.
async fn inventory(store: &impl Store) -> String {
    let mut text = String::new();
    for game in store.games_with_prefix("").await.unwrap() {
        let log = store.load(&game).await.unwrap();
        let log: Vec<_> =
            log.into_iter().map(|e| (e.seq, e.public, e.secret, e.command, e.at_ms)).collect();
        text += &format!("{game} {log:?} {:?}\n", store.tokens(&game).await.unwrap());
    }
    text += &format!("{:?}\n", store.finished_since(Cursor::default(), 9).await.unwrap().0);
    text += &format!("{:?}\n", store.games_with_deadline().await.unwrap().len());
    text += &format!("{:?}\n", store.open_before(UnixMs(99), 9).await.unwrap());
    for name in ["ada", "bo"] {
        let player = store.session(&format!("s-{name}"), UnixMs(50)).await.unwrap().unwrap();
        text +=
            &format!("{} {} {} {:?}\n", player.id, player.password, player.since_ms, player.mail);
    }
    for board in store.boards().await.unwrap() {
        text += &format!("{} {} {:?}\n", board.id, board.name, board.key);
    }
    for study in store.studies(StudyFilter { limit: 9, ..StudyFilter::default() }).await.unwrap() {
        let chapter = store.study_chapter(&study.id, "a").await.unwrap();
        let edits = store.study_edits(&study.id, 0, 9).await.unwrap();
        text += &format!("{study:?} {chapter:?} {edits:?}\n");
    }
    text += &format!("{:?}\n", store.solver(&"id-ada".into(), "xiangqi").await.unwrap());
    let puzzles = store.rated_puzzles("xiangqi", vec!["abcdefg".into()]).await.unwrap();
    text += &format!("{puzzles:?}\n");
    text + &format!("{:?}", store.last_alive().await.unwrap())
}

#[tokio::test]
async fn a_database_moves_over_and_back() {
    let server = PostgresServer::shared();
    let folder = tempfile::tempdir().unwrap();
    let file = SqliteOptions::new(&folder.path().join("chuhe.db"));
    let store = SqliteStore::open_with(file.clone()).await.unwrap();
    furnish(&store).await;
    let before = inventory(&store).await;
    drop(store);
    let address = server.database();
    let to = || options(&address, folder.path());
    let copied = store::copy_to_postgres(&file, to()).await.unwrap();
    assert_eq!((copied.games, copied.events, copied.players), (4, 11, 2));
    let moved = PostgresStore::open(to()).await.unwrap();
    assert_eq!(inventory(&moved).await, before);
    // The copied game can be continued.
    moved.append(append("a", 3, vec![event("3", None)])).await.unwrap();
    assert_eq!(moved.load(&"a".into()).await.unwrap().len(), 4);
    let after = inventory(&moved).await;
    drop(moved);
    let again = store::copy_to_postgres(&file, to()).await.unwrap_err();
    assert!(again.to_string().contains("must be empty"), "{again}");

    let back = SqliteOptions::new(&folder.path().join("back.db"));
    store::copy_to_sqlite(to(), &back).await.unwrap();
    let returned = SqliteStore::open_with(back).await.unwrap();
    assert_eq!(inventory(&returned).await, after);
    returned.append(append("a", 4, vec![event("4", None)])).await.unwrap();

    // Damaged data is not copied, and nothing else is either.
    server.sql(&address, "UPDATE game_event SET public = 'x' WHERE game_id = 'a' AND seq = 1");
    let other = folder.path().join("other.db");
    let damaged = store::copy_to_sqlite(to(), &SqliteOptions::new(&other)).await.unwrap_err();
    assert!(matches!(damaged, StoreError::Damaged { seq: 1, .. }), "{damaged}");
    let other = SqliteStore::open(&other).await.unwrap();
    assert!(other.games_with_prefix("").await.unwrap().is_empty());
}
