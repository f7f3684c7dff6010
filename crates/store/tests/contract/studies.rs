//! The contract of [`Studies`].

use crate::backend::Backend;
use protocol::{AccountId, StudyId, UnixMs};
use store::{ChapterChange, StoreError, StoredStudy, Studies, StudyCommit, StudyEdit, StudyFilter};

fn study(id: &str, owner: &str, updated_ms: u64) -> StoredStudy {
    StoredStudy {
        id: id.into(),
        owner: owner.into(),
        authors: Vec::new(),
        title: format!("study {id} 象棋"),
        visibility: "private".into(),
        document: "{}".into(),
        version: 0,
        created_ms: UnixMs(1),
        updated_ms: UnixMs(updated_ms),
    }
}

fn chapter(id: &str, document: Option<&str>) -> ChapterChange {
    ChapterChange { id: id.into(), document: document.map(str::to_owned) }
}

fn edit(version: u64, command: &str) -> StudyEdit {
    StudyEdit {
        version,
        command: command.into(),
        account: "ada".into(),
        text: format!("edit {version}"),
        at_ms: UnixMs(10 + version),
    }
}

pub(crate) async fn an_edit_is_stored_once_and_in_order<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    let id = StudyId::from("s1");
    let first = study("s1", "ada", 5);
    let chapters = vec![chapter("a", Some("one")), chapter("b", Some("two"))];
    store.create_study(first.clone(), chapters, 3).await.unwrap();
    assert_eq!(store.study(&id).await.unwrap(), Some(first.clone()));
    let after = StoredStudy {
        authors: vec!["bo".into(), "cy".into()],
        title: "other".into(),
        visibility: "public".into(),
        document: "{2}".into(),
        version: 2,
        updated_ms: UnixMs(12),
        ..first.clone()
    };
    let commit = StudyCommit {
        study: after.clone(),
        expected: 0,
        chapters: vec![
            chapter("a", Some("changed")),
            chapter("b", None),
            chapter("c", Some("new")),
        ],
        edits: vec![edit(1, "x"), edit(2, "y")],
    };
    store.commit_study(commit.clone()).await.unwrap();
    // Of two writers one is refused, and leaves nothing.
    let other = StudyCommit { edits: vec![edit(1, "z")], ..commit.clone() };
    let refused = store.commit_study(other).await;
    assert!(
        matches!(refused, Err(StoreError::StaleStudy { expected: 0, found: 2, .. })),
        "{refused:?}"
    );
    let missing = StudyCommit { study: study("s9", "ada", 5), ..commit };
    let missing = store.commit_study(missing).await;
    assert!(matches!(missing, Err(StoreError::NoStudy(_))), "{missing:?}");
    let store = backend.reopened().await;
    assert_eq!(store.study(&id).await.unwrap(), Some(after));
    let a = store.study_chapter(&id, "a").await.unwrap().expect("a chapter");
    assert_eq!((a.version, a.document.as_str()), (2, "changed"));
    assert_eq!(store.study_chapter(&id, "b").await.unwrap(), None);
    assert_eq!(store.study_chapter(&id, "c").await.unwrap().map(|it| it.version), Some(2));
    let asked = ["c", "b", "a"].map(str::to_owned).to_vec();
    let mut chapters = store.study_chapters(&id, asked.clone()).await.unwrap();
    chapters.sort_by(|one, other| one.id.cmp(&other.id));
    let shown: Vec<_> =
        chapters.iter().map(|it| (it.id.as_str(), it.version, it.document.as_str())).collect();
    assert_eq!(shown, [("a", 2, "changed"), ("c", 2, "new")]);
    assert_eq!(store.study_chapters(&id, Vec::new()).await.unwrap(), []);
    assert_eq!(store.study_chapters(&"s9".into(), asked).await.unwrap(), []);
    assert_eq!(store.study_edits(&id, 0, 9).await.unwrap(), [edit(1, "x"), edit(2, "y")]);
    assert_eq!(store.study_edits(&id, 0, 1).await.unwrap(), [edit(1, "x")]);
    assert_eq!(store.study_edits(&id, 1, 9).await.unwrap(), [edit(2, "y")]);
    assert_eq!(store.study_edits(&id, u64::MAX, 9).await.unwrap(), []);
    let asked = ["y", "z", "x"].map(str::to_owned).to_vec();
    let mut stored = store.stored_commands(&id, asked).await.unwrap();
    stored.sort();
    assert_eq!(stored, ["x", "y"]);
}

pub(crate) async fn studies_are_listed_and_limited<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    for (id, owner, ms) in [("a", "ada", 5), ("b", "ada", 7), ("c", "bo", 7), ("d", "bo", 3)] {
        let authors: Vec<AccountId> = if id == "d" { vec!["ada".into()] } else { Vec::new() };
        let visibility = if id == "b" { "private" } else { "public" }.into();
        let study = StoredStudy { authors, visibility, ..study(id, owner, ms) };
        store.create_study(study, Vec::new(), 2).await.unwrap();
    }
    let third = store.create_study(study("e", "ada", 9), Vec::new(), 2).await;
    assert!(matches!(third, Err(StoreError::TooManyStudies)), "{third:?}");
    let public = || Some("public".to_owned());
    for (author, visibility, after, limit, expected) in [
        (None, None, None, 9, "c b a d"),
        (None, public(), None, 9, "c a d"),
        (None, public(), None, 2, "c a"),
        (None, public(), Some((5, "a")), 9, "d"),
        (None, None, Some((7, "c")), 9, "b a d"),
        (Some("ada"), None, None, 9, "b a d"),
        (Some("ada"), public(), None, 9, "a d"),
        (Some("bo"), None, None, 9, "c d"),
        (Some("cy"), None, None, 9, ""),
    ] {
        let filter = StudyFilter {
            author: author.map(Into::into),
            visibility,
            after: after.map(|(ms, id)| (UnixMs(ms), id.into())),
            limit,
        };
        let found = store.studies(filter.clone()).await.unwrap();
        let found: Vec<&str> = found.iter().map(|study| study.id.as_str()).collect();
        assert_eq!(found.join(" "), expected, "{filter:?}");
    }
}

pub(crate) async fn a_deleted_study_leaves_nothing<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    let id = StudyId::from("s");
    let chapters = vec![chapter("a", Some("one"))];
    store.create_study(study("s", "ada", 5), chapters, 1).await.unwrap();
    let commit = StudyCommit {
        study: StoredStudy { version: 1, ..study("s", "ada", 6) },
        expected: 0,
        chapters: Vec::new(),
        edits: vec![edit(1, "x")],
    };
    store.commit_study(commit).await.unwrap();
    for _ in 0..2 {
        store.delete_study(&id).await.unwrap();
    }
    assert_eq!(store.study(&id).await.unwrap(), None);
    assert_eq!(store.study_chapter(&id, "a").await.unwrap(), None);
    assert_eq!(store.study_edits(&id, 0, 9).await.unwrap(), []);
    assert_eq!(store.stored_commands(&id, vec!["x".into()]).await.unwrap().len(), 0);
    store.create_study(study("s", "ada", 5), Vec::new(), 1).await.unwrap();
}
