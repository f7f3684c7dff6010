//! Progress of accounts in puzzles, and the ratings of puzzles.

mod common;

use common::{TestEnv, TestServer};
use protocol::UnixMs;
use std::sync::Arc;
use store::testing::{Fault, FaultyStore, MemoryStore, Operation};
use ui_model::{
    Variant,
    puzzles::{
        ATTEMPTS_AT_ONCE, Corpus, Exercise, Progress, PuzzleAttempt, PuzzleFigures, PuzzleReport,
        PuzzleState,
    },
};

const CORPUS: &str = include_str!("../../../apps/web/static/corpus/xiangqi.txt");

/// Ids of the first puzzles of xiangqi.
fn ids(count: usize) -> Vec<String> {
    let corpus = Corpus::read(Variant::Xiangqi, CORPUS).expect("a corpus");
    corpus.ratings().take(count).map(|(id, _)| id.text()).collect()
}

fn attempt(puzzle: &str, solved: bool, at_ms: u64) -> PuzzleAttempt {
    let at_ms = UnixMs(at_ms);
    PuzzleAttempt { puzzle: puzzle.to_owned(), solved, at_ms, unrated: false, daily: false }
}

fn report(account: &str, attempts: &[PuzzleAttempt]) -> PuzzleReport {
    let (account, attempts) = (account.to_owned(), attempts.to_vec());
    PuzzleReport { account, attempts, ..PuzzleReport::default() }
}

async fn send(server: &TestServer, headers: &str, report: &PuzzleReport) -> PuzzleState {
    let body = serde_json::to_string(report).expect("json");
    let (status, reply) =
        server.http("POST", "/api/puzzles/xiangqi/attempts", &body, headers).await;
    assert_eq!(status, 200, "{reply}");
    serde_json::from_str(&reply).expect("a state")
}

async fn state(server: &TestServer, headers: &str, game: &str) -> PuzzleState {
    let path = format!("/api/puzzles/{game}/progress");
    let (status, reply) = server.http("GET", &path, "", headers).await;
    assert_eq!(status, 200, "{reply}");
    serde_json::from_str(&reply).expect("a state")
}

/// A state as text. Reading a number from JSON may change its last digit.
fn text(state: &PuzzleState) -> String {
    let mut value = serde_json::to_value(state).expect("json");
    for name in ["rating", "deviation", "volatility"] {
        let number = &mut value["progress"][name];
        *number = format!("{:.6}", number.as_f64().expect("a number")).into();
    }
    value.to_string()
}

fn rating(state: &PuzzleState) -> String {
    format!("{:.6}", state.progress.rating().rating)
}

async fn figures(server: &TestServer, puzzle: &str) -> PuzzleFigures {
    let reply = server.get(&format!("/api/puzzles/xiangqi/{puzzle}")).await;
    serde_json::from_str(&reply).expect("figures")
}

/// Two devices of an account lose nothing, and a report that is sent again changes nothing.
#[tokio::test]
async fn attempts_of_two_devices_are_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    assert!(state(&server, &ada, "xiangqi").await.is_new);
    let ids = ids(4);
    let one = report("Ada", &[attempt(&ids[0], true, 1_000), attempt(&ids[1], false, 2_000)]);
    // The other device was offline, and began earlier with a puzzle that both have tried.
    let other = report("Ada", &[attempt(&ids[2], true, 1_500), attempt(&ids[1], true, 1_200)]);
    let first = send(&server, &ada, &one).await;
    assert!(!first.is_new && first.progress.rating() != Progress::default().rating());
    let both = send(&server, &ada, &other).await;
    assert_eq!(both.progress.attempts(), 3);
    let missed: Vec<String> = both.progress.missed().map(|id| id.text()).collect();
    assert_eq!(missed, [ids[1].clone()], "the later attempt decides");
    for again in [&one, &other] {
        assert_eq!(text(&send(&server, &ada, again).await), text(&both));
    }
    let found = state(&server, &ada, "xiangqi").await;
    assert_eq!(rating(&found), rating(&both));
    // The repetition of a missed puzzle is not rated.
    let solved = send(&server, &ada, &report("Ada", &[attempt(&ids[1], true, 3_000)])).await;
    assert_eq!(rating(&solved), rating(&both));
    assert_eq!(solved.progress.missed().count(), 0);
    assert!(state(&server, &ada, "banqi").await.is_new, "each game has its own progress");
    // A puzzle that this server does not have is left out and named.
    let strange = send(&server, &ada, &report("Ada", &[attempt("aaaaaaa", true, 4_000)])).await;
    assert_eq!(strange.unknown, ["aaaaaaa"]);
    assert_eq!(text(&PuzzleState { unknown: Vec::new(), ..strange }), text(&solved));
    // The progress survives a restart.
    let before = state(&server, &ada, "xiangqi").await;
    drop(server);
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = ada.replace(&ada[ada.find("http://").expect("an origin")..], &origin(&server));
    assert_eq!(text(&state(&server, &ada, "xiangqi").await), text(&before));
}

fn origin(server: &TestServer) -> String {
    format!("http://{}\r\n", server.address)
}

/// A puzzle's rating moves with the first attempt of each account, and of accounts only.
#[tokio::test]
async fn the_first_attempts_of_accounts_rate_a_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ids = ids(2);
    let file = figures(&server, &ids[0]).await;
    assert_eq!((file.attempts, file.solved), (0, 0));
    let mut last = file;
    for (name, solved, at_ms) in
        [("Ada", false, 1_000), ("Bo", true, 1_000), ("Ada", true, 2_000), ("Bo", false, 2_000)]
    {
        let headers = if at_ms == 1_000 {
            server.register(name).await
        } else {
            let reply = server.exchange("POST", "/api/session", &credentials(name), "").await;
            server.cookie(&reply).expect("a session")
        };
        send(&server, &headers, &report(name, &[attempt(&ids[0], solved, at_ms)])).await;
        let found = figures(&server, &ids[0]).await;
        if at_ms == 1_000 {
            assert_eq!(found.rating > last.rating, !solved, "{name}: {last:?} {found:?}");
            assert_eq!(found.attempts, last.attempts + 1);
            assert_eq!(found.solved, last.solved + u64::from(solved));
        } else {
            assert_eq!(found, last, "{name}");
        }
        last = found;
    }
    let mut rush = attempt(&ids[1], true, 5_000);
    rush.unrated = true;
    let cy = server.register("Cy").await;
    let after = send(&server, &cy, &report("Cy", &[rush])).await;
    assert_eq!(after.progress.rating(), Progress::default().rating());
    assert_eq!(figures(&server, &ids[1]).await.attempts, 0);
    for (path, status, code) in [
        ("/api/puzzles/xiangqi/aaaaaaa", 404, "no-puzzle"),
        ("/api/puzzles/xiangqi/x", 404, "no-puzzle"),
        ("/api/puzzles/go/aaaaaaa", 404, "variant"),
    ] {
        let (found, reply) = server.http("GET", path, "", "").await;
        assert!(found == status && reply.contains(code), "{path}: {found} {reply}");
    }
}

fn credentials(name: &str) -> String {
    format!(r#"{{"name":"{name}","password":"{}"}}"#, common::PASSWORD)
}

#[tokio::test]
async fn invalid_reports_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    let id = ids(1).remove(0);
    let json = |report: &PuzzleReport| serde_json::to_string(report).expect("json");
    let far = 1_000_000 + 2 * 24 * 3_600_000;
    let many: Vec<_> = (0..=ATTEMPTS_AT_ONCE as u64).map(|at| attempt(&id, true, at)).collect();
    let good = json(&report("Ada", &[attempt(&id, true, 1)]));
    let rush = json(&PuzzleReport { best_rush: 1_001, ..report("Ada", &[]) });
    let ending = r#"{"account":"Ada","endings":["rook-wins-everything"]}"#;
    let device = r#"{"account":"Ada","device":{"rating":1e300}}"#;
    for (headers, game, body, status, code) in [
        ("", "xiangqi", &*good, 401, "sign-in"),
        (&*ada, "go", &good, 404, "variant"),
        (&ada, "xiangqi", &json(&report("Bo", &[attempt(&id, true, 1)])), 409, "other-account"),
        (&ada, "xiangqi", "", 400, "json"),
        (&ada, "xiangqi", r#"{"attempts":[{"puzzle":"x"}]}"#, 422, "json"),
        (&ada, "xiangqi", r#"{"account":"Ada","rating":2500}"#, 422, "json"),
        (&ada, "xiangqi", &json(&report("Ada", &[attempt("no id", true, 1)])), 422, "puzzle-id"),
        (&ada, "xiangqi", &json(&report("Ada", &[attempt(&id, true, far)])), 422, "puzzle-time"),
        (&ada, "xiangqi", &json(&report("Ada", &many)), 422, "puzzle-attempts"),
        (&ada, "xiangqi", &rush, 422, "puzzle-rush"),
        (&ada, "xiangqi", ending, 422, "puzzle-ending"),
        (&ada, "xiangqi", device, 422, "puzzle-device"),
    ] {
        let path = format!("/api/puzzles/{game}/attempts");
        let (found, reply) = server.http("POST", &path, body, headers).await;
        let shown = body.get(..80).unwrap_or(body);
        assert!(found == status && reply.contains(code), "{shown}: {found} {reply}");
    }
    let (status, reply) = server.http("GET", "/api/puzzles/xiangqi/progress", "", "").await;
    assert!(status == 401 && reply.contains("sign-in"), "{status} {reply}");
    assert!(state(&server, &ada, "xiangqi").await.is_new, "nothing was stored");
    // An account reports as fast as players solve.
    let mut refused = 0;
    for at_ms in 0..100 {
        let body = json(&report("Ada", &[attempt(&id, true, at_ms)]));
        let path = "/api/puzzles/xiangqi/attempts";
        let (status, reply) = server.http("POST", path, &body, &ada).await;
        assert!(status == 200 || status == 429 && reply.contains("too-often"), "{reply}");
        refused += u32::from(status == 429);
    }
    assert!(refused > 0);
}

/// What an account does with puzzles changes nothing that another reader receives, except the
/// figures of the puzzles.
#[tokio::test]
async fn no_other_account_sees_the_progress() {
    let ids = ids(2);
    let mut worlds = Vec::new();
    for solved in [true, false] {
        let folder = tempfile::tempdir().expect("a folder");
        let server = TestServer::start(folder.path(), TestEnv::new()).await;
        let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
        let attempts = [attempt(&ids[0], solved, 1_000), attempt(&ids[1], !solved, 2_000)];
        let done = send(&server, &ada, &report("Ada", &attempts)).await;
        assert_eq!(done.progress.missed().count(), 1);
        let mut seen = String::new();
        for path in [
            "/api/puzzles/xiangqi/progress",
            "/api/players/Ada",
            "/api/players/Ada/results",
            "/api/players?begins=a",
            "/api/ranking/xiangqi/blitz",
            "/api/archive",
            "/api/account",
        ] {
            let (status, reply) = server.http("GET", path, "", &bo).await;
            assert_eq!(status, 200, "{path}: {reply}");
            seen += &reply;
        }
        worlds.push(seen);
    }
    assert_eq!(worlds[0], worlds[1]);
    assert!(worlds[0].contains("\"is_new\":true"));
}

#[tokio::test]
async fn a_guests_progress_is_taken_along_and_deleted_with_the_account() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    let corpus = Corpus::read(Variant::Xiangqi, CORPUS).expect("a corpus");
    let mut device = Progress::default();
    for (id, rating) in corpus.ratings().take(20) {
        device.note(id, rating, true, 3);
    }
    device.end_rush(17);
    let endings = Exercise::endings().take(1).map(Exercise::code).collect();
    let report = PuzzleReport { device: Some(device.clone()), endings, ..report("Ada", &[]) };
    let taken = send(&server, &ada, &report).await;
    assert_eq!(rating(&taken), format!("{:.6}", device.rating().rating));
    assert_eq!((taken.progress.best_rush(), taken.endings.len()), (17, 1));
    assert_eq!(text(&send(&server, &ada, &report).await), text(&taken));
    let found = state(&server, &ada, "xiangqi").await;
    assert!(!found.is_new && corpus.ratings().take(20).all(|(id, _)| found.progress.has_seen(id)));
    // The puzzles of the device have no account's attempt.
    assert_eq!(figures(&server, &ids(1)[0]).await.attempts, 0);
    let close = format!(r#"{{"password":"{}"}}"#, common::PASSWORD);
    assert_eq!(server.http("POST", "/api/account/close", &close, &ada).await.0, 204);
    let (status, _) = server.http("GET", "/api/puzzles/xiangqi/progress", "", &ada).await;
    assert_eq!(status, 401);
}

/// A failing store loses nothing: the page sends the same report again.
#[tokio::test]
async fn a_report_is_sent_again_after_a_failure() {
    for fault in [Fault::Fails, Fault::Lies] {
        let store: Arc<FaultyStore<MemoryStore>> = Arc::new(FaultyStore::default());
        let server = TestServer::start_on(store.clone(), TestEnv::new(), None).await;
        let ada = server.register("Ada").await;
        let report = report("Ada", &[attempt(&ids(1)[0], true, 1_000)]);
        let body = serde_json::to_string(&report).expect("json");
        store.faults().start(fault, &[Operation::ChangePuzzles]);
        let path = "/api/puzzles/xiangqi/attempts";
        let (status, reply) = server.http("POST", path, &body, &ada).await;
        assert!(status == 503 && reply.contains("store"), "{fault:?}: {status} {reply}");
        store.faults().stop(fault);
        let done = send(&server, &ada, &report).await;
        assert_eq!(done.progress.attempts(), 1, "{fault:?}");
        let found = figures(&server, &report.attempts[0].puzzle).await;
        assert_eq!((found.attempts, found.solved), (1, 1), "{fault:?}");
    }
}
