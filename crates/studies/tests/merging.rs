//! Edits of several authors: how they merge, what is refused, and what each page notices.

use std::collections::BTreeMap;
use studies::{
    Chapter, ChapterHead, Edit, LoggedEdit, Notice, RefusedEdit, Replica, StudyChanges, StudyState,
    TreeEdit, Visibility, adopt, apply, diff, limits,
};

use games::board::BoardShape;
use record::NodeId;

/// A game of two moves as a file.
fn file() -> String {
    let games = record::pgn::read(b"1. h2e2 h9g7 *").expect("a game");
    record::write(&games[0]).expect("legal moves")
}

fn chapter() -> Chapter {
    Chapter::read(&file()).expect("a file")
}

fn play(path: &str, action: &str) -> TreeEdit {
    TreeEdit::Play { path: path.into(), action: action.into() }
}

fn comment(path: &str, text: &str, was: &str) -> TreeEdit {
    TreeEdit::Comment { path: path.into(), text: text.into(), was: was.into() }
}

fn remove(path: &str) -> TreeEdit {
    TreeEdit::Remove { path: path.into() }
}

/// The lines of a chapter's file after `actions`.
fn tail(chapter: &Chapter) -> String {
    let text = chapter.text();
    let lines = text.lines().skip_while(|line| !line.starts_with("actions")).skip(1);
    let is_kept =
        |line: &&str| !["position ", "turn ", "result "].iter().any(|key| line.starts_with(key));
    lines.filter(is_kept).map(str::trim).collect::<Vec<_>>().join("; ")
}

/// A server with one chapter, as the order of its edits.
struct Server {
    chapter: Chapter,
    edits: Vec<LoggedEdit>,
}

impl Server {
    /// Carries out the unanswered edits of a page, which receives the answer.
    fn answer(&mut self, author: &str, page: &mut Replica) -> Vec<Notice> {
        let mut refused = Vec::new();
        for sent in page.unanswered() {
            if self.edits.iter().any(|edit| edit.id == sent.id) {
                continue;
            }
            let Edit::Tree { change, .. } = &sent.edit else { panic!("an edit of the tree") };
            match self.chapter.edit(change) {
                Ok(()) => self.edits.push(LoggedEdit {
                    version: self.edits.len() as u64 + 1,
                    id: sent.id.clone(),
                    author: author.into(),
                    edit: Some(sent.edit.clone()),
                }),
                Err(no) => refused.push(RefusedEdit {
                    id: sent.id.clone(),
                    code: no.code.into(),
                    message: no.message,
                }),
            }
        }
        let mut notices = self.tell(page);
        notices.extend(page.refuse(&refused));
        notices
    }

    /// Sends a page the edits that it does not know.
    fn tell(&self, page: &mut Replica) -> Vec<Notice> {
        let edits = self.edits.iter().filter(|edit| edit.version > page.version()).cloned();
        let version = self.edits.len() as u64;
        page.receive(&StudyChanges { version, edits: edits.collect(), more: false })
    }
}

/// A page changes its chapter with edits of a tree.
fn change(name: &str, page: &mut Replica, edits: &[TreeEdit]) {
    let mut shown = page.shown();
    for edit in edits {
        shown.edit(edit).expect("a possible edit");
    }
    let mut number = page.pending().len();
    let seen = page.version();
    page.edited(shown.tree(), || {
        number += 1;
        format!("{name}-{seen}-{number}")
    });
}

fn pages() -> (Server, Replica, Replica) {
    let server = Server { chapter: chapter(), edits: Vec::new() };
    let page = || Replica::new("c".into(), chapter(), 0);
    (server, page(), page())
}

/// Whatever two authors do at the same time, both pages and the server have the same chapter then.
#[test]
fn edits_of_two_authors_merge_per_node() {
    let place = |path: &str, place| TreeEdit::Place { path: path.into(), place };
    let glyphs =
        |path: &str, glyphs: &[u8]| TreeEdit::Glyphs { path: path.into(), glyphs: glyphs.to_vec() };
    let marks = |path: &str, marks: &[&str]| TreeEdit::Marks {
        path: path.into(),
        marks: marks.iter().map(ToString::to_string).collect(),
    };
    let main = "h2e2 h9g7";
    for (ada, bo, expected) in [
        // The same move is the same node.
        (vec![play(main, "h0g2")], vec![play(main, "h0g2")], "1 h2e2; 2 h9g7; 3 h0g2"),
        // The first of two moves continues the line.
        (
            vec![play(main, "h0g2")],
            vec![play(main, "b0c2")],
            "1 h2e2; 2 h9g7; 3 h0g2; variation 2.1 b0c2",
        ),
        // Different nodes.
        (
            vec![comment("h2e2", "one", "")],
            vec![comment(main, "two", "")],
            "1 h2e2; 2 h9g7; note 1 one; note 2 two",
        ),
        // Different parts of one node.
        (
            vec![comment("h2e2", "one", ""), marks("h2e2", &["Ge2e6"])],
            vec![glyphs("h2e2", &[1])],
            "1 h2e2; 2 h9g7; note 1 one; glyph 1 1; mark 1 Ge2e6",
        ),
        // The same comment: the later one wins.
        (vec![comment("", "one", "")], vec![comment("", "two", "")], "1 h2e2; 2 h9g7; note 0 two"),
        // A removed node takes what was added below it.
        (vec![remove(main)], vec![play(main, "h0g2"), comment(main, "two", "")], "1 h2e2"),
        (vec![play(main, "h0g2")], vec![remove(main)], "1 h2e2"),
        // Both remove.
        (vec![remove(main)], vec![remove("h2e2")], ""),
        (vec![remove("h2e2")], vec![remove(main)], ""),
        // Order and content.
        (
            vec![play("h2e2", "b9c7"), place("h2e2 b9c7", 0)],
            vec![comment(main, "two", "")],
            "1 h2e2; 2 b9c7; variation 1.1 h9g7; note 1.1/1 two",
        ),
    ] {
        let (mut server, mut first, mut second) = pages();
        change("ada", &mut first, &ada);
        change("bo", &mut second, &bo);
        server.answer("Ada", &mut first);
        server.answer("Bo", &mut second);
        server.tell(&mut first);
        assert_eq!(tail(&server.chapter), expected, "{ada:?} {bo:?}");
        assert_eq!(first.shown().text(), server.chapter.text(), "{ada:?} {bo:?}");
        assert_eq!(second.shown().text(), server.chapter.text(), "{ada:?} {bo:?}");
        assert!(first.pending().is_empty() && second.pending().is_empty());
    }
}

#[test]
fn the_author_of_a_lost_comment_notices() {
    let (mut server, mut ada, mut bo) = pages();
    change("ada", &mut ada, &[comment("h2e2", "mine", "")]);
    change("bo", &mut bo, &[comment("h2e2", "other", "")]);
    assert_eq!(server.answer("Ada", &mut ada), []);
    assert_eq!(server.answer("Bo", &mut bo), [], "the later one has lost nothing");
    let lost = Notice::Overwritten { path: "h2e2".into(), text: "mine".into(), by: "Bo".into() };
    assert_eq!(server.tell(&mut ada), [lost]);
    // An author who has seen the comment replaces it knowingly.
    change("bo", &mut bo, &[comment("h2e2", "better", "other")]);
    server.answer("Bo", &mut bo);
    assert_eq!(server.tell(&mut ada), []);
    change("ada", &mut ada, &[comment("h2e2", "best", "better")]);
    server.answer("Ada", &mut ada);
    assert_eq!(server.tell(&mut bo), []);
}

#[test]
fn the_author_of_a_comment_notices_that_its_node_was_removed() {
    let (mut server, mut ada, mut bo) = pages();
    change("ada", &mut ada, &[comment("h2e2 h9g7", "mine", "")]);
    server.answer("Ada", &mut ada);
    change("bo", &mut bo, &[remove("h2e2")]);
    server.answer("Bo", &mut bo);
    let (path, text) = ("h2e2 h9g7".into(), "mine".into());
    assert_eq!(server.tell(&mut ada), [Notice::Overwritten { path, text, by: "Bo".into() }]);
}

/// Long comments that were written without a connection are sent in several requests.
#[test]
fn a_request_is_bounded() {
    let (_, mut ada, _) = pages();
    for count in 0..20 {
        let text = format!("{count} {}", "棋".repeat(limits::COMMENT_CHARS - 10));
        change("ada", &mut ada, &[comment("h2e2", &text, "")]);
    }
    let sent = ada.unanswered().len();
    assert!((1..20).contains(&sent), "{sent}");
}

#[test]
fn an_edit_of_a_removed_node_is_refused_and_its_author_notices() {
    let (mut server, mut ada, mut bo) = pages();
    change("ada", &mut ada, &[remove("h2e2 h9g7")]);
    change("bo", &mut bo, &[comment("h2e2 h9g7", "a long text", "")]);
    server.answer("Ada", &mut ada);
    let notices = server.answer("Bo", &mut bo);
    let [Notice::Refused { code, text, .. }] = &notices[..] else { panic!("{notices:?}") };
    assert_eq!((code.as_str(), text.as_str()), ("study-node", "a long text"));
}

/// A page that lost its connection after the server's commit sends its edits again.
#[test]
fn an_edit_that_is_sent_again_is_carried_out_once() {
    let (mut server, mut ada, mut bo) = pages();
    change("ada", &mut ada, &[play("h2e2 h9g7", "h0g2"), remove("h2e2 h9g7 h0g2")]);
    change("ada", &mut ada, &[play("h2e2 h9g7", "b0c2")]);
    let stored = ada.pending().to_vec();
    // The answer is lost with the page.
    server.answer("Ada", &mut ada.clone());
    assert_eq!(server.edits.len(), 1, "what was undone before it was sent is not sent");
    server.tell(&mut bo);
    change("bo", &mut bo, &[remove("h2e2 h9g7 b0c2")]);
    server.answer("Bo", &mut bo);
    // The new page has loaded the chapter as it is now.
    let version = server.edits.len() as u64;
    let mut again = Replica::new("c".into(), server.chapter.clone(), version);
    again.resume(stored);
    let sent = again.unanswered().to_vec();
    assert_eq!(server.answer("Ada", &mut again), []);
    again.settle(&sent);
    assert_eq!(again.pending(), [], "they were carried out before the page was loaded");
    assert_eq!(tail(&server.chapter), "1 h2e2; 2 h9g7");
}

/// Replaying the differences between two trees on the first gives the second.
#[test]
fn differences_lead_from_one_tree_to_the_other() {
    let read = |tail: &str| Chapter::read(&(file() + tail)).expect("a file");
    let chapters = [
        read(""),
        read("note 0 a\nvariation 0.1 b2e2 h9g7\nnote 0.1/0 before\nnote 0.1/2 after\n"),
        read("variation 1.1 b9c7 h0g2\nvariation 1.2 b7e7\nglyph 1.1/2 1 7\nmark 2 Gh2 Rh2e2\n"),
        read("variation 1.1 b7e7\nvariation 1.2 b9c7\nnote 1 x\\ny\n"),
    ];
    for before in &chapters {
        for after in &chapters {
            let edits = diff(BoardShape::River, before.tree(), after.tree());
            let mut judged = before.clone();
            for edit in &edits {
                judged.edit(edit).unwrap_or_else(|no| panic!("{edit:?}: {}", no.message));
            }
            assert_eq!(judged.tree().annotations(), after.tree().annotations(), "{edits:?}");
            let mut tree = before.tree().clone();
            adopt(BoardShape::River, &mut tree, &edits, after.tree());
            assert_eq!(tree.annotations(), after.tree().annotations(), "{edits:?}");
            assert_eq!(edits.is_empty(), std::ptr::eq(before, after));
        }
    }
}

#[test]
fn what_breaks_a_rule_or_a_limit_is_refused() {
    let long = "x".repeat(limits::COMMENT_CHARS + 1);
    let many = vec!["Gh2".to_owned(); 65];
    let far = vec!["h2e2"; 30].join(" ");
    for (edit, code) in [
        (play("h2e2 h9g7", "h0h5"), "study-move"),
        (play("h2e2 h9g7", ""), "study-move"),
        (play("h2e2 h9g7", "<img onerror=alert(1)>"), "study-move"),
        (play("b2e2", "h9g7"), "study-node"),
        (comment(&far, "x", ""), "study-node"),
        (comment("", &long, ""), "study-limit"),
        (remove(""), "study-node"),
        (TreeEdit::Place { path: String::new(), place: 0 }, "study-node"),
        (TreeEdit::Glyphs { path: "h2e2".into(), glyphs: vec![1; 9] }, "study-limit"),
        (TreeEdit::Marks { path: String::new(), marks: many }, "study-limit"),
        (TreeEdit::Marks { path: String::new(), marks: vec!["Gz9".into()] }, "study-mark"),
    ] {
        let mut changed = chapter();
        assert_eq!(changed.edit(&edit).map_err(|no| no.code), Err(code), "{edit:?}");
        assert_eq!(changed.text(), chapter().text(), "{edit:?}");
    }
    // The comments together.
    let mut changed = chapter();
    let words = "象".repeat(limits::COMMENT_CHARS);
    let start = chapter().record().start;
    let game = games::AnyGame::from_text(games::Variant::Xiangqi, "", &start).expect("the start");
    let legal = game.legal(game::Seat::checked(0).expect("Red"));
    let refused = legal.into_iter().map(|action| action.to_string()).find_map(|action| {
        changed.edit(&play("", &action)).expect("a legal move");
        changed.edit(&comment(&action, &words, "")).err()
    });
    assert_eq!(refused.map(|no| no.code), Some("study-limit"));
    assert!(Chapter::read(&changed.text()).is_ok(), "it can be read again");
}

#[test]
fn variations_end_at_their_limits() {
    let mut changed = chapter();
    // Nested variations.
    let mut path = String::new();
    let mut refused = None;
    for at in 0..100 {
        let (usual, other) =
            [("a0a1", "i0i1"), ("a9a8", "i9i8"), ("a1a0", "i1i0"), ("a8a9", "i8i9")][at % 4];
        let other = if at % 4 >= 2 { usual } else { other };
        for action in [if at % 4 >= 2 { "b0c2" } else { usual }, other] {
            if let Err(no) = changed.edit(&play(&path, action)) {
                refused = refused.or(Some(no.code));
            }
        }
        if refused.is_some() {
            break;
        }
        path = format!("{path} {other}").trim().to_owned();
    }
    assert!(matches!(refused, Some("study-depth" | "study-move")), "{refused:?}");
    assert!(Chapter::read(&changed.text()).is_ok(), "it can be read again");
}

/// Variations of a file that begin with the same moves are one line with nested variations.
#[test]
fn a_file_is_read_only_if_it_can_be_read_again() {
    let start = chapter().record().start;
    let mut game = games::AnyGame::from_text(games::Variant::Xiangqi, "", &start).expect("start");
    let mut text = file();
    let mut line = String::new();
    for at in 0..limits::NESTING + 3 {
        let case = format!("{at} variations");
        let read = Chapter::read_sent(&text).map_err(|no| no.code);
        if at < limits::NESTING + 2 {
            let again = Chapter::read(&read.expect(&case).text());
            assert!(again.is_ok(), "{case}: {again:?}");
        } else {
            assert_eq!(read.err(), Some("study-depth"), "{case}");
        }
        // A variation ends with a move, and the next one has another in its place.
        let seat = game.turn().seats().iter().next().expect("a turn");
        let legal = game.legal(seat).into_iter().map(|action| action.to_string());
        let legal: Vec<String> = legal.filter(|action| action != "h2e2").collect();
        let (end, next) = (&legal[at % legal.len()], &legal[(at * 7 + 1) % legal.len()]);
        assert_ne!(end, next, "{case}");
        text += &format!("variation 0.{} {line} {end}\n", at + 1).replace("  ", " ");
        game.play_text(seat, next).expect("a legal move");
        line = format!("{line} {next}").trim().to_owned();
    }
}

fn state() -> StudyState {
    let head = ChapterHead {
        id: "c".into(),
        title: "One".into(),
        variant: "xiangqi".into(),
        side: 0,
        guess: false,
    };
    StudyState {
        title: "Study".into(),
        visibility: Visibility::Private,
        owner: "ada".into(),
        authors: Vec::new(),
        chapters: vec![head],
    }
}

#[test]
fn chapters_and_authors_have_limits_and_names() {
    let add = |id: &str, title: &str, file: &str| Edit::AddChapter {
        chapter: id.into(),
        title: title.into(),
        file: file.into(),
        side: 3,
        guess: true,
    };
    let edit_title = |title: &str| Edit::Title { title: title.into() };
    for (edit, code) in [
        (add("c", "Two", &file()), Some("study-id")),
        (add("a b", "Two", &file()), Some("study-id")),
        (add("", "Two", &file()), Some("study-id")),
        (add("d", "", &file()), Some("study-title")),
        (add("d", &"x".repeat(101), &file()), Some("study-title")),
        (add("d", "Two", "chuhe 1\nvariant chess\n"), Some("study-file")),
        (add("d", "Two", &file().replace("h9g7", "h9h7")), Some("study-file")),
        (add("d", "Two", &" ".repeat(limits::FILE_BYTES + 1)), Some("study-limit")),
        (add("d", "Two", &file()), None),
        (Edit::RemoveChapter { chapter: "c".into() }, Some("study-last")),
        (Edit::RemoveChapter { chapter: "x".into() }, Some("study-chapter")),
        (Edit::MoveChapter { chapter: "x".into(), place: 0 }, Some("study-chapter")),
        (edit_title(" \u{200b}\u{202e} "), Some("study-title")),
        (edit_title("a\u{202e}b\n<img onerror=x>"), None),
    ] {
        let mut state = state();
        let mut contents = BTreeMap::from([("c".to_owned(), chapter())]);
        let done = apply(&mut state, &mut contents, &edit);
        assert_eq!(done.err().map(|no| no.code), code, "{edit:?}");
    }
    let mut state = state();
    let mut contents = BTreeMap::from([("c".to_owned(), chapter())]);
    let mut all = |edit: Edit| apply(&mut state, &mut contents, &edit).map_err(|no| no.code);
    for at in 1..limits::CHAPTERS {
        assert_eq!(all(add(&format!("c{at}"), "More", &file())), Ok(()));
    }
    assert_eq!(all(add("last", "More", &file())), Err("study-limit"));
    for at in 0..limits::AUTHORS {
        assert_eq!(all(Edit::AddAuthor { account: format!("a{at}").as_str().into() }), Ok(()));
    }
    assert_eq!(all(Edit::AddAuthor { account: "ada".into() }), Ok(()), "the owner is an author");
    assert_eq!(all(Edit::AddAuthor { account: "more".into() }), Err("study-limit"));
    assert_eq!(all(edit_title("a\u{202e}b\nc")), Ok(()));
    assert_eq!((state.title.as_str(), state.chapters[1].side), ("abc", 1));
}

/// Comments of a file from elsewhere are cleaned as those of an edit.
#[test]
fn texts_are_shown_as_they_are_stored() {
    let file = file() + "note 0 a\u{202e}b\\nc\u{200b}\nnote 1 <img src=x onerror=alert(1)>\n";
    let read = Chapter::read_sent(&file).expect("a file");
    assert_eq!(read.tree().comment(NodeId::ROOT), "ab\nc");
    let mut edited = chapter();
    edited.edit(&comment("", "a\u{202e}b\nc\u{200b}", "")).expect("a comment");
    assert_eq!(edited.tree().comment(NodeId::ROOT), "ab\nc");
    assert!(read.text().contains("note 1 <img src=x onerror=alert(1)>"));
}

/// Edits keep their JSON.
#[test]
fn edits_are_json() {
    let edit = Edit::Tree { chapter: "c".into(), change: comment("h2e2", "x", "") };
    let text = serde_json::to_string(&edit).expect("JSON");
    let expected = r#"{"kind":"tree","chapter":"c","change":{"kind":"comment","path":"h2e2","text":"x","was":""}}"#;
    assert_eq!(text, expected);
    assert_eq!(serde_json::from_str::<Edit>(&text).expect("an edit"), edit);
}
