//! Studies over HTTP: who may read and edit them, concurrent edits, files and previews.

mod common;

use common::{PASSWORD, TestEnv, TestServer};
use serde_json::{Value, json};
use std::sync::Arc;
use store::{
    ChapterChange, DataFolder, SqliteOptions, Studies, StudyCommit,
    testing::{Fault, FaultyStore, MemoryStore, Operation},
};

/// A game of two moves as a file.
fn file() -> String {
    let games = record::pgn::read(b"1. h2e2 h9g7 *").expect("a game");
    record::write(&games[0]).expect("legal moves")
}

fn chapter(id: &str, title: &str) -> Value {
    json!({
        "kind": "add-chapter", "chapter": id, "title": title, "file": file(), "side": 0,
        "guess": false,
    })
}

fn tree(change: Value) -> Value {
    json!({ "kind": "tree", "chapter": "a", "change": change })
}

fn comment(text: &str, was: &str) -> Value {
    tree(json!({ "kind": "comment", "path": "h2e2", "text": text, "was": was }))
}

fn play(path: &str, action: &str) -> Value {
    tree(json!({ "kind": "play", "path": path, "action": action }))
}

struct Site(TestServer);

impl Site {
    async fn ask(&self, method: &str, path: &str, body: Value, headers: &str) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, reply) = self.0.http(method, path, &body, headers).await;
        (status, serde_json::from_str(&reply).unwrap_or(Value::String(reply)))
    }

    async fn get(&self, path: &str, headers: &str) -> (u16, Value) {
        self.ask("GET", path, Value::Null, headers).await
    }

    async fn create(&self, headers: &str, title: &str, visibility: &str) -> String {
        let body = json!({
            "title": title, "visibility": visibility, "chapters": [chapter("a", "One")],
        });
        let (status, reply) = self.ask("POST", "/api/studies", body, headers).await;
        assert_eq!(status, 201, "{reply}");
        reply["id"].as_str().expect("an id").to_owned()
    }

    async fn edit(&self, headers: &str, id: &str, since: u64, edits: Value) -> (u16, Value) {
        let body = json!({ "since": since, "edits": edits });
        self.ask("POST", &format!("/api/studies/{id}/edits"), body, headers).await
    }

    async fn content(&self, headers: &str, id: &str) -> String {
        let (status, reply) = self.get(&format!("/api/studies/{id}/chapters/a"), headers).await;
        assert_eq!(status, 200, "{reply}");
        reply["file"].as_str().expect("a file").to_owned()
    }
}

async fn site() -> (tempfile::TempDir, Site) {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    (folder, Site(server))
}

#[tokio::test]
async fn readers_see_and_change_what_they_may() {
    let (_folder, site) = site().await;
    let (ada, bo, cy) =
        (site.0.register("Ada").await, site.0.register("Bo").await, site.0.register("Cy").await);
    let body = json!({ "title": "X", "chapters": [chapter("a", "One")] });
    assert_eq!(site.ask("POST", "/api/studies", body, "").await.0, 401, "a guest");
    let mut ids = Vec::new();
    for visibility in ["private", "link", "public"] {
        let id = site.create(&ada, visibility, visibility).await;
        let path = format!("/api/studies/{id}/authors/bo");
        assert_eq!(site.ask("PUT", &path, Value::Null, &cy).await.0 / 100, 4, "a stranger");
        assert_eq!(site.ask("PUT", &path, Value::Null, &ada).await.0, 204);
        ids.push((visibility, id));
    }
    // The owner, an author, a reader with an account, a guest.
    for (who, headers, is_author, is_owner) in [
        ("owner", &*ada, true, true),
        ("author", &bo, true, false),
        ("reader", &cy, false, false),
        ("guest", "", false, false),
    ] {
        for (visibility, id) in &ids {
            let sees = is_author || *visibility != "private";
            let case = format!("{who}, {visibility}");
            for path in ["", "/chapters/a", "/changes?since=0", "/file?format=pgn"] {
                let (status, reply) = site.get(&format!("/api/studies/{id}{path}"), headers).await;
                assert_eq!(status, if sees { 200 } else { 404 }, "{case} {path}: {reply}");
                if !sees {
                    // As for a study that does not exist.
                    let (_, missing) = site.get(&format!("/api/studies/zzzz{path}"), headers).await;
                    assert_eq!(reply, missing, "{case} {path}");
                }
            }
            let (_, view) = site.get(&format!("/api/studies/{id}"), headers).await;
            if sees {
                assert_eq!(view["can_edit"], is_author, "{case}");
                assert_eq!(view["is_owner"], is_owner, "{case}");
                assert_eq!((&view["owner"], &view["authors"]), (&json!("Ada"), &json!(["Bo"])));
                assert!(!view.to_string().contains("account"), "{view}");
            }
            let edits = json!([{ "id": format!("{who}-1"), "edit": comment(who, "") }]);
            let (status, reply) = site.edit(headers, id, 0, edits).await;
            let expected = match (headers.is_empty(), sees, is_author) {
                (true, ..) => 401,
                (_, false, _) => 404,
                (_, _, true) => 200,
                _ => 403,
            };
            assert_eq!(status, expected, "{case}: {reply}");
            // Only the owner changes title and readers, adds authors and deletes.
            if is_author && !is_owner {
                for edit in [
                    json!({ "kind": "title", "title": "Mine" }),
                    json!({ "kind": "visibility", "visibility": "public" }),
                    json!({ "kind": "add-author", "account": "x" }),
                ] {
                    let edits = json!([{ "id": "own", "edit": edit }]);
                    let (_, reply) = site.edit(headers, id, 0, edits).await;
                    assert_eq!(reply["refused"][0]["code"], "study-rights", "{case} {edit}");
                }
            }
            if !is_owner {
                let (status, _) =
                    site.ask("DELETE", &format!("/api/studies/{id}"), Value::Null, headers).await;
                assert!(matches!(status, 401 | 403 | 404), "{case}: {status}");
            }
        }
    }
    let listed = async |of: &str, headers: &str| {
        let (_, reply) = site.get(&format!("/api/studies?of={of}"), headers).await;
        let rows = reply["studies"].as_array().cloned().unwrap_or_default();
        let titles = rows.iter().map(|row| row["title"].as_str().unwrap_or_default().to_owned());
        let mut titles: Vec<String> = titles.collect();
        titles.sort();
        titles.join(" ")
    };
    assert_eq!(listed("public", "").await, "public");
    assert_eq!(listed("mine", &ada).await, "link private public");
    assert_eq!(listed("mine", &bo).await, "link private public");
    assert_eq!(listed("mine", &cy).await, "");
    assert_eq!(site.get("/api/studies?of=mine", "").await.0, 401);
    assert_eq!(site.get("/api/studies?of=all", "").await.0, 422);
    assert_eq!(site.get("/api/studies?after=x", "").await.0, 422);
    // An author leaves, and no longer sees the private study.
    let (_, private) = &ids[0];
    let path = format!("/api/studies/{private}/authors/Bo");
    assert_eq!(site.ask("DELETE", &path, Value::Null, &bo).await.0, 204);
    assert_eq!(site.get(&format!("/api/studies/{private}"), &bo).await.0, 404);
    // The owner deletes.
    let path = format!("/api/studies/{private}");
    assert_eq!(site.ask("DELETE", &path, Value::Null, &ada).await.0, 204);
    assert_eq!(site.get(&path, &ada).await.0, 404);
}

#[tokio::test]
async fn a_closed_account_has_no_name_on_its_studies() {
    let (_folder, site) = site().await;
    let (ada, bo) = (site.0.register("Ada").await, site.0.register("Bo").await);
    let id = site.create(&ada, "Openings", "public").await;
    let path = format!("/api/studies/{id}/authors/Bo");
    assert_eq!(site.ask("PUT", &path, Value::Null, &ada).await.0, 204);
    let edits = json!([{ "id": "a1", "edit": comment("by Ada", "") }]);
    assert_eq!(site.edit(&ada, &id, 0, edits).await.0, 200);
    let body = json!({ "password": PASSWORD });
    assert_eq!(site.ask("POST", "/api/account/close", body, &ada).await.0, 204);
    for path in [
        format!("/api/studies/{id}"),
        format!("/api/studies/{id}/changes?since=0"),
        "/api/studies".to_owned(),
    ] {
        let (status, reply) = site.get(&path, "").await;
        let text = reply.to_string();
        assert!(status == 200 && text.contains("closed account"), "{path}: {text}");
        assert!(!text.contains("\"Ada\""), "{path}: {text}");
    }
    // The other author goes on.
    let edits = json!([{ "id": "b1", "edit": comment("by Bo", "by Ada") }]);
    assert_eq!(site.edit(&bo, &id, 0, edits).await.0, 200);
    assert_eq!(site.edit(&ada, &id, 0, json!([])).await.0, 401);
}

/// Edits that are sent again are carried out once, in whatever order pages send them.
#[tokio::test]
async fn edits_merge_and_are_carried_out_once() {
    let (_folder, site) = site().await;
    let (ada, bo) = (site.0.register("Ada").await, site.0.register("Bo").await);
    let id = site.create(&ada, "Openings", "private").await;
    let path = format!("/api/studies/{id}/authors/Bo");
    assert_eq!(site.ask("PUT", &path, Value::Null, &ada).await.0, 204);
    let first = json!([
        { "id": "a1", "edit": play("h2e2 h9g7", "h0g2") },
        { "id": "a2", "edit": comment("one", "") },
        { "id": "a3", "edit": play("h2e2 h9g7", "a0a9") },
    ]);
    let (status, reply) = site.edit(&ada, &id, 1, first.clone()).await;
    assert_eq!(status, 200, "{reply}");
    let ids: Vec<&str> = reply["changes"]["edits"]
        .as_array()
        .expect("edits")
        .iter()
        .filter_map(|edit| edit["id"].as_str())
        .collect();
    assert_eq!(ids, ["a1", "a2"]);
    assert_eq!(reply["refused"][0]["code"], "study-move");
    assert_eq!(reply["refused"][0]["id"], "a3");
    let second = json!([
        { "id": "b1", "edit": play("h2e2 h9g7", "b0c2") },
        { "id": "b2", "edit": comment("two", "") },
    ]);
    let (_, reply) = site.edit(&bo, &id, 1, second).await;
    let edits = reply["changes"]["edits"].as_array().expect("edits");
    assert_eq!(edits.len(), 4, "what the page did not know, its own included: {reply}");
    assert_eq!(edits[1]["author"], "Ada");
    // A page that got no answer.
    for _ in 0..2 {
        let (_, again) = site.edit(&ada, &id, 1, first.clone()).await;
        assert_eq!(again["changes"]["version"], 5, "{again}");
    }
    let text = site.content(&ada, &id).await;
    assert!(text.contains("note 1 two\n") && text.contains("variation 2.1 b0c2\n"), "{text}");
    // What is wrong with a whole request.
    let many: Vec<Value> =
        (0..201).map(|at| json!({ "id": format!("m{at}"), "edit": comment("x", "") })).collect();
    for (edits, code) in [
        (json!(many), "study-limit"),
        (json!([{ "id": "a b", "edit": comment("x", "") }]), "study-id"),
        (json!([{ "id": "x", "edit": { "kind": "nonsense" } }]), "json"),
        (json!([{ "id": "x", "edit": { "kind": "add-chapter", "chapter": "b" } }]), "json"),
    ] {
        let (status, reply) = site.edit(&ada, &id, 0, edits).await;
        assert_eq!((status, &reply["code"]), (422, &json!(code)), "{reply}");
    }
}

#[tokio::test]
async fn a_waiting_reader_receives_an_edit() {
    let (_folder, site) = site().await;
    let ada = site.0.register("Ada").await;
    let id = site.create(&ada, "Openings", "link").await;
    let path = format!("/api/studies/{id}/changes?since=0&wait=1");
    let edits = json!([{ "id": "a1", "edit": comment("one", "") }]);
    let ((status, changes), (edited, _)) =
        tokio::join!(site.get(&path, ""), site.edit(&ada, &id, 0, edits));
    assert_eq!((status, edited), (200, 200));
    assert_eq!(changes["edits"][0]["edit"]["change"]["text"], "one");
    // A change of the readers ends the waiting.
    let path = format!("/api/studies/{id}/changes?since=1&wait=1");
    let edit = json!({ "kind": "visibility", "visibility": "private" });
    let edits = json!([{ "id": "a2", "edit": edit }]);
    let ((status, _), _) = tokio::join!(site.get(&path, ""), site.edit(&ada, &id, 1, edits));
    assert_eq!(status, 404);
}

/// Of edits at the same time none is lost, whichever order they arrive in.
#[tokio::test]
async fn many_authors_lose_nothing() {
    let (_folder, site) = site().await;
    let ada = site.0.register("Ada").await;
    let id = site.create(&ada, "Openings", "private").await;
    let moves = ["h0g2", "b0c2", "g3g4", "c3c4", "a0a1", "i0i1"];
    let edits = moves.map(|action| {
        let edits = json!([{ "id": format!("e-{action}"), "edit": play("h2e2 h9g7", action) }]);
        let (site, ada, id) = (&site, &ada, &id);
        async move { site.edit(ada, id, 0, edits).await.0 }
    });
    let statuses = futures_util::future::join_all(edits).await;
    assert!(statuses.iter().all(|status| *status == 200 || *status == 503), "{statuses:?}");
    let stored = statuses.iter().filter(|status| **status == 200).count();
    let text = site.content(&ada, &id).await;
    let found = moves.iter().filter(|action| text.contains(*action)).count();
    assert_eq!(found, stored, "{text}");
    assert!(stored >= 4, "{statuses:?}");
}

/// An edit whose commit fails is not acknowledged, and is stored when it is sent again.
#[tokio::test]
async fn an_edit_that_is_not_stored_is_not_acknowledged() {
    let store = Arc::new(FaultyStore::<MemoryStore>::default());
    let site = Site(TestServer::start_on(store.clone(), TestEnv::new(), None).await);
    let ada = site.0.register("Ada").await;
    let id = site.create(&ada, "Openings", "private").await;
    let edits = json!([{ "id": "a1", "edit": comment("one", "") }]);
    store.faults().start(Fault::Fails, &[Operation::ChangeStudy]);
    assert!(site.edit(&ada, &id, 0, edits.clone()).await.0 >= 500);
    store.faults().stop(Fault::Fails);
    assert!(!site.content(&ada, &id).await.contains("one"));
    assert_eq!(site.edit(&ada, &id, 0, edits).await.0, 200);
    assert!(site.content(&ada, &id).await.contains("note 1 one\n"));
    // The answer of a commit is lost, and the page sends its edits again.
    let edits = json!([{ "id": "a2", "edit": play("h2e2 h9g7", "h0g2") }]);
    store.faults().start(Fault::Lies, &[Operation::ChangeStudy]);
    assert!(site.edit(&ada, &id, 1, edits.clone()).await.0 >= 500);
    store.faults().stop(Fault::Lies);
    let (status, reply) = site.edit(&ada, &id, 1, edits).await;
    assert_eq!((status, &reply["changes"]["version"]), (200, &json!(2)), "{reply}");
}

/// The number of calls of the store does not depend on the number of chapters.
#[tokio::test]
async fn chapters_are_read_together() {
    let store = Arc::new(FaultyStore::<MemoryStore>::default());
    let site = Site(TestServer::start_on(store.clone(), TestEnv::new(), None).await);
    let ada = site.0.register("Ada").await;
    let ids = ["a", "b", "c", "d"];
    let body = json!({
        "title": "Openings", "visibility": "private", "chapters": ids.map(|id| chapter(id, id)),
    });
    let (status, reply) = site.ask("POST", "/api/studies", body, &ada).await;
    assert_eq!(status, 201, "{reply}");
    let study = reply["id"].as_str().expect("an id").to_owned();
    let reads = || store.faults().calls(&[Operation::ReadStudies]);
    for (method, path, expected) in [("GET", "file?format=pgn", 200), ("POST", "copy", 201)] {
        let before = reads();
        let path = format!("/api/studies/{study}/{path}");
        let (status, reply) = site.ask(method, &path, Value::Null, &ada).await;
        assert_eq!(status, expected, "{reply}");
        assert_eq!(reads() - before, 2, "{path}: the study, and its chapters");
    }
    let mut calls = Vec::new();
    for (since, chapters) in [(0, &ids[..1]), (1, &ids[1..])] {
        let comment = |id: &&str| {
            let change = json!({ "kind": "comment", "path": "h2e2", "text": *id, "was": "" });
            let edit = json!({ "kind": "tree", "chapter": *id, "change": change });
            json!({ "id": format!("edit-{id}"), "edit": edit })
        };
        let before = reads();
        let edits = chapters.iter().map(comment).collect();
        let (status, reply) = site.edit(&ada, &study, since, edits).await;
        assert_eq!((status, &reply["refused"]), (200, &json!([])), "{reply}");
        calls.push(reads() - before);
    }
    assert_eq!(calls[0], calls[1], "one chapter, and three");
}

#[tokio::test]
async fn texts_are_shown_as_texts() {
    let (_folder, site) = site().await;
    let ada = site.0.register("Ada").await;
    let markup = "<img src=x onerror=alert(1)>";
    let id = site.create(&ada, &format!("{markup}\u{202e}\u{200b}"), "public").await;
    let edits = json!([{ "id": "a1", "edit": comment(&format!("{markup}\u{202e}"), "") }]);
    assert_eq!(site.edit(&ada, &id, 0, edits).await.0, 200);
    let (_, view) = site.get(&format!("/api/studies/{id}"), "").await;
    assert_eq!(view["title"], markup);
    assert!(site.content("", &id).await.contains(&format!("note 1 {markup}\n")));
    for path in [format!("/embed/study/{id}/a"), format!("/embed/study/{id}")] {
        let page = site.0.get(&path).await;
        assert!(page.contains("&lt;img src=x") && !page.contains("<img src=x"), "{page}");
    }
    for (title, code) in [("", "study-title"), ("\u{200b}", "study-title")] {
        let body = json!({ "title": title, "chapters": [chapter("a", "One")] });
        let (status, reply) = site.ask("POST", "/api/studies", body, &ada).await;
        assert_eq!((status, &reply["code"]), (422, &json!(code)));
    }
    for chapters in [json!([]), json!([{ "kind": "title", "title": "x" }])] {
        let body = json!({ "title": "x", "chapters": chapters });
        let (status, _) = site.ask("POST", "/api/studies", body, &ada).await;
        assert_eq!(status, 422);
    }
}

#[tokio::test]
async fn studies_are_exported_copied_and_embedded() {
    let (_folder, site) = site().await;
    let (ada, bo) = (site.0.register("Ada").await, site.0.register("Bo").await);
    let id = site.create(&ada, "Openings", "link").await;
    let marks = tree(json!({ "kind": "marks", "path": "h2e2", "marks": ["Ge2e6"] }));
    let edits = json!([
        { "id": "a1", "edit": comment("central cannon", "") },
        { "id": "a2", "edit": marks },
        { "id": "a3", "edit": chapter("b", "Two") },
    ]);
    let (status, reply) = site.edit(&ada, &id, 0, edits).await;
    assert_eq!((status, &reply["refused"]), (200, &json!([])));
    let pgn = site.0.get(&format!("/api/studies/{id}/file?format=pgn")).await;
    assert_eq!(pgn.matches("[Event \"Openings\"]").count(), 2, "{pgn}");
    assert!(pgn.contains("{[%cal Ge2e6] central cannon}") && pgn.contains("[Title \"Two\"]"));
    assert!(pgn.contains("炮二平五"), "{pgn}");
    let san = site.0.get(&format!("/api/studies/{id}/file?format=pgn&notation=san")).await;
    assert!(san.contains("Che3"), "{san}");
    let path = format!("/api/studies/{id}/file?format=chuhe&chapter=a");
    let chuhe = site.0.get(&path).await;
    assert!(chuhe.contains("note 1 central cannon\n") && chuhe.contains("tag Title One\n"));
    for (query, status) in [
        ("format=chuhe", 422),
        ("format=xqf", 422),
        ("format=pgn&chapter=zz", 404),
        ("notation=x", 422),
    ] {
        let path = format!("/api/studies/{id}/file?{query}");
        assert_eq!(site.get(&path, "").await.0, status, "{query}");
    }
    // A copy belongs to its reader and is private.
    let (status, copy) =
        site.ask("POST", &format!("/api/studies/{id}/copy"), Value::Null, &bo).await;
    assert_eq!(status, 201, "{copy}");
    let copied = copy["id"].as_str().expect("an id");
    let (_, view) = site.get(&format!("/api/studies/{copied}"), &bo).await;
    assert_eq!((&view["owner"], &view["visibility"]), (&json!("Bo"), &json!("private")));
    assert!(site.content(&bo, copied).await.contains("central cannon"));
    assert_eq!(site.get(&format!("/api/studies/{copied}"), &ada).await.0, 404);
    // Embedded pages and previews of a study that is not private.
    let page = site.0.get(&format!("/embed/study/{id}/b")).await;
    assert!(page.contains("Openings") && page.contains(&format!("/embed/study/{id}/b/2.svg")));
    let board = site.0.get(&format!("/embed/study/{id}/a/1.svg")).await;
    assert!(board.starts_with("<svg"), "{board:.80}");
    for path in [
        format!("/embed/study/{copied}/a"),
        format!("/embed/study/{copied}/a/1.svg"),
        format!("/embed/study/{id}/zz"),
    ] {
        assert_eq!(site.get(&path, &bo).await.0, 404, "{path}");
    }
}

/// Neither a request that changes nothing nor one for an account that is not looked up is logged.
#[tokio::test]
async fn authors_are_changed_by_name_and_only_if_it_has_an_effect() {
    let (folder, site) = site().await;
    let (ada, bo, cy, mo) = (
        site.0.register("Ada").await,
        site.0.register("Bo").await,
        site.0.register("Cy").await,
        site.0.register("Mo").await,
    );
    let id = site.create(&ada, "Openings", "public").await;
    for (method, name, headers, status, version) in [
        ("DELETE", "Cy", &cy, 403, 0),
        ("DELETE", "Cy", &ada, 204, 0),
        ("DELETE", "Ada", &ada, 204, 0),
        ("PUT", "Ada", &ada, 204, 0),
        ("PUT", "Bo", &ada, 204, 1),
        ("PUT", "Bo", &ada, 204, 1),
        ("DELETE", "Bo", &bo, 204, 2),
        ("DELETE", "Bo", &bo, 403, 2),
        ("PUT", "Zed", &ada, 404, 2),
    ] {
        let path = format!("/api/studies/{id}/authors/{name}");
        let (found, reply) = site.ask(method, &path, Value::Null, headers).await;
        let (_, view) = site.get(&format!("/api/studies/{id}"), "").await;
        assert_eq!(
            (found, &view["version"]),
            (status, &json!(version)),
            "{method} {name}: {reply}"
        );
    }
    for kind in ["add-author", "remove-author"] {
        let edits = json!([{ "id": kind, "edit": { "kind": kind, "account": "x" } }]);
        let (_, reply) = site.edit(&ada, &id, 2, edits).await;
        assert_eq!(reply["refused"][0]["code"], "study-edit", "{kind}: {reply}");
    }
    // A muted account writes to itself only.
    let options = SqliteOptions::new(&DataFolder::database(folder.path()));
    let key = server::account_key("Mo");
    let office = store::account_in_file(&options, &key).await.expect("a store").expect("Mo").id;
    let office = server::office_act(office, Some(protocol::Role::Moderator), protocol::UnixMs(7));
    store::act_in_file(&options, office).await.expect("granted");
    let alone = site.create(&ada, "Alone", "private").await;
    let shared = site.create(&ada, "Shared", "private").await;
    let author = |id: &str| format!("/api/studies/{id}/authors/Bo");
    assert_eq!(site.ask("PUT", &author(&shared), Value::Null, &ada).await.0, 204);
    let body = json!({ "act": "mute", "reason": "rude" });
    assert_eq!(site.ask("POST", "/api/moderation/accounts/Ada", body, &mo).await.0, 204);
    let edits = |id: &str| json!([{ "id": id, "edit": comment(id, "") }]);
    assert_eq!(site.edit(&ada, &alone, 0, edits("m1")).await.0, 200);
    let (status, reply) = site.edit(&ada, &shared, 0, edits("m2")).await;
    assert_eq!((status, &reply["code"]), (403, &json!("study-muted")), "{reply}");
    let (status, reply) = site.ask("PUT", &author(&alone), Value::Null, &ada).await;
    assert_eq!((status, &reply["code"]), (403, &json!("study-muted")), "{reply}");
    assert_eq!(site.ask("DELETE", &author(&shared), Value::Null, &ada).await.0, 204);
    assert_eq!(site.edit(&ada, &shared, 0, edits("m3")).await.0, 200);
}

#[tokio::test]
async fn a_logged_edit_has_a_limit() {
    let (_folder, site) = site().await;
    let ada = site.0.register("Ada").await;
    let id = site.create(&ada, "Openings", "public").await;
    let long = "x".repeat(50_000);
    let hidden = "\u{200b}".repeat(20_000);
    let edits = json!([
        { "id": "was", "edit": comment("x", &long) },
        { "id": "path", "edit": play(&format!("h2e2{}h9g7", " ".repeat(50_000)), "h0g2") },
        { "id": "action", "edit": play("h2e2 h9g7", &format!("h0g2={long}")) },
        { "id": "title", "edit": { "kind": "title", "title": format!("{hidden}A") } },
        { "id": "add", "edit": chapter("b", &format!("{hidden}B")) },
    ]);
    let (status, reply) = site.edit(&ada, &id, 0, edits).await;
    let refused = reply["refused"].as_array().expect("refusals");
    assert_eq!((status, refused.len(), &reply["changes"]["version"]), (200, 5, &json!(0)));
    for refusal in refused {
        assert_eq!(refusal["code"], "study-limit", "{refusal}");
    }
    // The longest comment fits, and so does a file that is longer than an edit.
    let most = "象".repeat(::studies::limits::COMMENT_CHARS);
    let mut long = chapter("b", "Long");
    let notes = ["0", "1", "2"].map(|at| format!("note {at} {most}\n")).concat();
    let other =
        format!("variation 0.1 h0g2\nnote 0.1/1 {most}\nvariation 0.2 b0c2\nnote 0.2/1 {most}\n");
    long["file"] = json!(file() + &notes + &other);
    let edits = json!([
        { "id": "most", "edit": comment(&most, &most) },
        { "id": "long", "edit": long },
    ]);
    let (_, reply) = site.edit(&ada, &id, 0, edits).await;
    assert_eq!(reply["refused"], json!([]));
    // Many edits come in several answers.
    let many: Vec<Value> =
        (0..150).map(|at| json!({ "id": format!("m{at}"), "edit": comment("x", "") })).collect();
    assert_eq!(site.edit(&ada, &id, 2, json!(many)).await.0, 200);
    let (mut since, mut received) = (0, 0);
    loop {
        let (_, reply) = site.get(&format!("/api/studies/{id}/changes?since={since}"), "").await;
        since = reply["version"].as_u64().expect("a version");
        received += reply["edits"].as_array().expect("edits").len();
        if reply["more"] == false {
            break;
        }
    }
    assert_eq!((since, received), (152, 152));
}

/// The edits of a study are kept, so that all of them together have a limit too. A copy begins anew.
#[tokio::test]
async fn the_log_of_a_study_has_a_limit() {
    let (_folder, site) = site().await;
    let ada = site.0.register("Ada").await;
    let id = site.create(&ada, "Openings", "private").await;
    let long = "象".repeat(::studies::limits::COMMENT_CHARS);
    let request = |at: u64| -> Value {
        let edit = |part: u64| {
            let (text, was) = if part.is_multiple_of(2) { (&*long, "") } else { ("", &*long) };
            json!({ "id": format!("m{at}-{part}"), "edit": comment(text, was) })
        };
        (0..40).map(edit).collect()
    };
    let (mut requests, mut refused) = (0, json!([]));
    while refused == json!([]) {
        assert!(requests < 40, "nothing was refused");
        let (status, reply) = site.edit(&ada, &id, u64::MAX >> 1, request(requests)).await;
        assert_eq!(status, 200, "{reply}");
        refused = reply["refused"].clone();
        requests += 1;
    }
    assert_eq!(refused[0]["code"], "study-limit", "{refused}");
    // The last edits that fitted are not lost.
    let (_, before) = site.get(&format!("/api/studies/{id}"), &ada).await;
    let kept = requests * 40 - refused.as_array().expect("refusals").len() as u64;
    assert_eq!(before["version"], json!(kept));
    let (status, copy) =
        site.ask("POST", &format!("/api/studies/{id}/copy"), Value::Null, &ada).await;
    assert_eq!(status, 201, "{copy}");
    let copy = copy["id"].as_str().expect("an id");
    let (_, reply) = site
        .edit(&ada, copy, 0, json!([{ "id": "t", "edit": { "kind": "title", "title": "More" } }]))
        .await;
    assert_eq!(reply["refused"], json!([]), "{reply}");
}

/// What authors removed before a study was published, or with a chapter, is not sent to others.
#[tokio::test]
async fn readers_receive_only_what_was_published() {
    let (_folder, site) = site().await;
    let ada = site.0.register("Ada").await;
    let id = site.create(&ada, "Openings", "private").await;
    let see = |visibility: &str| json!({ "kind": "visibility", "visibility": visibility });
    let mut in_b = comment("in-b", "");
    in_b["chapter"] = json!("b");
    let edits = json!([
        { "id": "a1", "edit": comment("draft", "") },
        { "id": "a2", "edit": comment("", "draft") },
        { "id": "a3", "edit": see("link") },
        { "id": "a4", "edit": comment("linked", "") },
        { "id": "a5", "edit": see("private") },
        { "id": "a6", "edit": comment("again", "linked") },
        { "id": "a7", "edit": see("link") },
        { "id": "a8", "edit": see("public") },
        { "id": "a9", "edit": chapter("b", "Two") },
        { "id": "a10", "edit": in_b },
        { "id": "a11", "edit": json!({ "kind": "remove-chapter", "chapter": "b" }) },
        { "id": "a12", "edit": comment("open", "again") },
    ]);
    let (_, reply) = site.edit(&ada, &id, 0, edits).await;
    assert_eq!(reply["refused"], json!([]));
    let path = format!("/api/studies/{id}/changes?since=0");
    let (_, to_author) = site.get(&path, &ada).await;
    let (_, to_guest) = site.get(&path, "").await;
    for (text, is_public) in
        [("draft", false), ("linked", false), ("a6", false), ("in-b", false), ("open", true)]
    {
        assert!(to_author.to_string().contains(text), "{text}: {to_author}");
        let sent = to_guest["edits"].to_string();
        assert_eq!(sent.contains(text), is_public, "{text}: {sent}");
    }
    assert_eq!(to_guest["edits"][0]["version"], 8);
    // A page begins where the study is.
    let (_, view) = site.get(&format!("/api/studies/{id}/chapters/a"), "").await;
    assert_eq!(view["version"], 12);
}

/// Studies in the first format of their document, with a chapter that cannot be read.
#[tokio::test]
async fn an_unreadable_chapter_can_be_removed() {
    let store = Arc::new(MemoryStore::default());
    let site = Site(TestServer::start_on(store.clone(), TestEnv::new(), None).await);
    let ada = site.0.register("Ada").await;
    let id = site.create(&ada, "Openings", "private").await;
    let edits = json!([{ "id": "a1", "edit": chapter("b", "Two") }]);
    assert_eq!(site.edit(&ada, &id, 0, edits).await.0, 200);
    let key = id.as_str().into();
    let mut study = store.study(&key).await.expect("a store").expect("a study");
    let document: Value = serde_json::from_str(&study.document).expect("JSON");
    study.document = document["chapters"].to_string();
    let broken = ChapterChange { id: "b".into(), document: Some("chuhe 1\nbroken\n".into()) };
    let (expected, edits) = (study.version, Vec::new());
    let commit = StudyCommit { study, expected, chapters: vec![broken], edits };
    store.commit_study(commit).await.expect("committed");
    let mut in_b = comment("in-b", "");
    in_b["chapter"] = json!("b");
    let edits = json!([
        { "id": "c1", "edit": in_b },
        { "id": "c2", "edit": comment("in-a", "") },
        { "id": "c3", "edit": json!({ "kind": "remove-chapter", "chapter": "b" }) },
    ]);
    let (status, reply) = site.edit(&ada, &id, 1, edits).await;
    assert_eq!(status, 200, "{reply}");
    assert_eq!(reply["refused"].as_array().map(Vec::len), Some(1), "{reply}");
    assert_eq!(
        (&reply["refused"][0]["id"], &reply["refused"][0]["code"]),
        (&json!("c1"), &json!("study-file"))
    );
    let (_, view) = site.get(&format!("/api/studies/{id}"), &ada).await;
    assert_eq!(view["chapters"].as_array().map(Vec::len), Some(1), "{view}");
    assert!(site.content(&ada, &id).await.contains("in-a"));
}
