//! Events that were lost before they arrived.

use crate::{
    bridge::{
        Bridge, address, begin_with_both, correct, event, event_of, log_len, played, rating, setup,
        view,
    },
    common::{TestEnv, TestServer},
};
use boardlink::{Body, Hello, Settings, ToBoard, ToHost};

/// A game with lost events is not rated any more, even after an earlier ruling.
#[tokio::test]
async fn a_torn_game_counts_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    begin_with_both(&server, &env, &mut bridge).await;
    bridge.say(&server, &[played(5, "h2", "e2")]).await;
    assert_eq!(correct(&server, r#"{"result":{"winner":"w"}}"#).await, 204);
    assert!(rating(&server, "Ada").await.is_some());
    bridge.say(&server, &[ToHost::Lost { game: 1, from: 6, to: 9 }]).await;
    assert_eq!(rating(&server, "Ada").await, None);
}

/// A loss of 100,000 events is one log entry. A loss of more events than the board had is rejected,
/// because it would discard events to come.
#[tokio::test]
async fn what_is_lost_is_one_line_and_plausible() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[setup()]).await;
    let hello = |events| {
        ToHost::Hello(Hello { protocol: 1, board: [0; 12], game: 1, events, is_full: false })
    };
    let lost = |to| ToHost::Lost { game: 1, from: 1, to };
    for (messages, status) in [
        (vec![lost(u32::MAX)], 422),
        (vec![hello(20), lost(21)], 422),
        (vec![hello(20), lost(20)], 200),
    ] {
        let answer = bridge.ask(&server, &messages).await;
        assert_eq!(answer.status, status, "{messages:?}");
    }
    assert_eq!(log_len(folder.path()).await, 2);
    let far = [hello(100_000), lost(100_000)];
    assert_eq!(bridge.say(&server, &far).await, [ToBoard::Ack { game: 1, next: 100_000 }]);
    assert_eq!(log_len(folder.path()).await, 3);
    let over = bridge.ask(&server, &[event(100_000, Body::Restored)]).await;
    assert_eq!((over.status, over.answers), (422, vec![]), "no game is so long");
}

/// Only the arbiter can declare a larger loss, up to the limit of a game; it is logged with name
/// and reason, and the game continues.
#[tokio::test]
async fn the_arbiter_admits_a_loss() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    bridge.say(&server, &[setup(), played(1, "h2", "e2")]).await;
    let lost = ToHost::Lost { game: 1, from: 2, to: 150_000 };
    let refused = bridge.ask(&server, &[lost]).await;
    assert!(refused.status == 422 && refused.why.unwrap().contains("the arbiter"));
    let admit = r#"{"lost":{"to":150000}}"#;
    let body = format!(r#"{{"game":1,"by":"Wu","what":{admit},"why":"flash replaced"}}"#);
    let (status, reply) = server.http("POST", &address("corrections"), &body, "").await;
    assert_eq!(status, 401, "{reply}");
    for (what, status) in [
        (r#"{"lost":{"to":2}}"#, 422),
        (r#"{"lost":{"to":4294967295}}"#, 422),
        (r#"{"lost":{"to":-1}}"#, 422),
        (admit, 204),
        (admit, 422),
    ] {
        assert_eq!(correct(&server, what).await, status, "{what}");
    }
    assert_eq!(bridge.say(&server, &[lost]).await, [ToBoard::Ack { game: 1, next: 150_000 }]);
    let next = played(150_000, "h9", "g7");
    assert_eq!(bridge.say(&server, &[next]).await, [ToBoard::Ack { game: 1, next: 150_001 }]);
    // The limit now starts there.
    let far = ToHost::Lost { game: 1, from: 150_001, to: 249_999 };
    assert_eq!(bridge.ask(&server, &[far]).await.status, 422);
    let shown = view(&server).await;
    assert_eq!((shown.moves.len(), shown.corrections.len()), (2, 1), "{shown:?}");
    assert!(!shown.corrections[0].by.is_empty() && !shown.corrections[0].why.is_empty());
    assert!(shown.doubts.iter().any(|doubt| doubt.why.contains("lost")), "{:?}", shown.doubts);
    drop(server);
    let server = TestServer::start(folder.path(), env).await;
    let again = view(&server).await;
    assert_eq!((again.moves, again.corrections), (shown.moves, shown.corrections));
    assert_eq!(bridge.say(&server, &[next]).await, [ToBoard::Ack { game: 1, next: 150_001 }]);
    assert_eq!(log_len(folder.path()).await, 4, "two events, the arbiter's word, one more event");
}

/// A wrong game number hides no later game: the game that began last is shown.
#[tokio::test]
async fn a_wrong_number_hides_no_later_game() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let mut bridge = Bridge::register(&server).await;
    let begin = |game| event_of(game, 0, Body::Setup { settings: Settings::default() });
    bridge.say(&server, &[begin(7)]).await;
    bridge.say(&server, &[begin(4_000_000_000)]).await;
    let shown = view(&server).await;
    assert_eq!((shown.game, shown.doubts.len()), (4_000_000_000, 1), "{:?}", shown.doubts);
    bridge.say(&server, &[begin(8)]).await;
    assert_eq!(view(&server).await.game, 8);
    // Events of an earlier game do not make it the latest.
    bridge.say(&server, &[event_of(7, 1, Body::Restored)]).await;
    assert_eq!(view(&server).await.game, 8);
    assert_eq!(server.get(&address("games")).await, "[7,8,4000000000]");
    drop(server);
    let server = TestServer::start(folder.path(), env).await;
    assert_eq!(view(&server).await.game, 8);
    assert_eq!(bridge.ask(&server, &[begin(0)]).await.status, 422);
}
