//! Claims of seats, and rated games.

use crate::{
    bridge::{
        BOARD, Bridge, archive, at, claim, correct, ended, event, played, pressed, pressed_twice,
        rating, timed, view,
    },
    common::{TestEnv, TestServer},
};
use boardlink::{Body, ToHost};
use protocol::{Place, SmartBoardView, UnixMs};
use std::sync::atomic::Ordering;

#[tokio::test]
async fn both_seats_claimed_and_the_game_is_rated() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let [ada, bo] = [server.register("Ada").await, server.register("Bo").await];
    let mut bridge = Bridge::register(&server).await;
    let began = env.now.load(Ordering::SeqCst);
    for (who, game, side, status, code) in
        [("", 1, "w", 401, "sign-in"), (ada.as_str(), 1, "w", 422, "no-game")]
    {
        let (found, reply) = claim(&server, "POST", who, game, side).await;
        assert_eq!((found, reply.contains(code)), (status, true), "{reply}");
    }
    bridge.say(&server, &[timed()]).await;
    for (who, game, side, status, code) in [
        (&ada, 2, "w", 422, "\"game\""),
        (&ada, 1, "red", 422, "side"),
        (&ada, 1, "w", 204, ""),
        (&ada, 1, "b", 422, "both-sides"),
        (&bo, 1, "b", 204, ""),
    ] {
        let (found, reply) = claim(&server, "POST", who, game, side).await;
        assert_eq!((found, reply.contains(code)), (status, true), "{side}: {reply}");
    }
    // Bo withdraws his claim and claims again.
    assert_eq!(claim(&server, "DELETE", &bo, 1, "b").await.0, 204);
    assert_eq!(claim(&server, "DELETE", &bo, 1, "b").await.0, 422);
    assert_eq!(view(&server).await.claims[1], []);
    assert_eq!(claim(&server, "POST", &bo, 1, "b").await.0, 204);

    at(&env, began, 2);
    bridge.say(&server, &pressed_twice(1, boardlink::Button::RedClock)).await;
    at(&env, began, 4);
    bridge.say(&server, &[played(3, "h2", "e2"), played(4, "h9", "g7")]).await;
    let seats = |view: &SmartBoardView| {
        view.claims.clone().map(|mut claims| {
            assert!(claims.len() <= 1, "{claims:?}");
            claims.pop().map(|claim| (claim.player, claim.confirmed))
        })
    };
    let now = view(&server).await;
    assert_eq!(seats(&now), [Some(("Ada".into(), true)), Some(("Bo".into(), false))]);
    assert_eq!(now.names, ["Ada", ""]);
    drop(server);

    // A restart keeps the claims, and a confirmed player cannot withdraw.
    let server = TestServer::start(folder.path(), env.clone()).await;
    let here = |header: &str| {
        let cookie = header.lines().next().unwrap_or_default();
        format!("{cookie}\r\norigin: http://{}\r\n", server.address)
    };
    assert_eq!(seats(&view(&server).await), seats(&now));
    assert_eq!(claim(&server, "DELETE", &here(&ada), 1, "w").await.0, 422);
    // After a restart, the delay of the line is unknown until a message arrives.
    at(&env, began, 5);
    bridge.say(&server, &[event(5, Body::Restored)]).await;
    at(&env, began, 7);
    bridge.say(&server, &pressed_twice(6, boardlink::Button::BlackClock)).await;
    bridge.say(&server, &[played(8, "h0", "g2")]).await;
    assert_eq!(view(&server).await.names, ["Ada", "Bo"]);
    assert_eq!(archive(&server, "").await.games, [], "it goes on");
    // Enough moves for a rated game.
    let pawns = [
        ("a6", "a5"),
        ("a3", "a4"),
        ("c6", "c5"),
        ("c3", "c4"),
        ("e6", "e5"),
        ("e3", "e4"),
        ("g6", "g5"),
    ];
    for (seq, (from, to)) in (9..).zip(pawns) {
        at(&env, began, seq);
        bridge.say(&server, &[played(seq, from, to)]).await;
    }
    at(&env, began, 16);
    let end = ended(16, game::Reason::Resignation, boardlink::Result::Red);
    bridge.say(&server, std::slice::from_ref(&end)).await;
    bridge.say(&server, &[end]).await;

    let games = archive(&server, &format!("board={BOARD}")).await.games;
    assert_eq!(games.len(), 1, "once");
    assert_eq!(archive(&server, "board=0000000000000000000000a2").await.games, []);
    let game = &games[0];
    let place = Place::Board { board: BOARD.into(), name: "Table 7".into(), game: 1 };
    assert_eq!((&game.place, game.plies, game.clock.as_str()), (&place, 10, "10+5"));
    assert_eq!((game.reason.as_str(), &game.winners[..]), ("resignation", &[0][..]));
    assert_eq!(game.ended_ms, UnixMs(began + 16_000));
    let gain =
        |game: &protocol::ArchivedGame, seat: usize| game.players[seat].rated.expect("rated").1;
    assert!(gain(game, 0) > 0 && gain(game, 0) == -gain(game, 1), "{game:?}");
    let [before_ada, before_bo] = [rating(&server, "Ada").await, rating(&server, "Bo").await];
    assert_eq!((before_ada, before_bo), (Some(1500 + gain(game, 0)), Some(1500 + gain(game, 1))));

    // The arbiter reverses the result, and with it the ratings.
    assert_eq!(correct(&server, r#"{"result":{"winner":"b"}}"#).await, 204);
    assert_eq!(
        [rating(&server, "Ada").await, rating(&server, "Bo").await],
        [before_bo, before_ada]
    );
    // A released seat: the game stays in the archive and is not rated any more.
    assert_eq!(correct(&server, r#"{"seat":{"side":"b"}}"#).await, 204);
    assert_eq!([rating(&server, "Ada").await, rating(&server, "Bo").await], [None, None]);
    assert_eq!(correct(&server, r#"{"names":{"red":"x","black":"Bo of Wu"}}"#).await, 204);
    let games = archive(&server, "").await.games;
    assert_eq!(games.len(), 1);
    assert_eq!(
        games[0].players.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(),
        ["Ada", "Bo of Wu"]
    );
    assert!(games[0].players.iter().all(|player| player.rated.is_none()));
    // Bo claims again after the end, and the arbiter assigns the seat.
    assert_eq!(claim(&server, "POST", &here(&bo), 1, "b").await.0, 204);
    assert_eq!(correct(&server, r#"{"seat":{"side":"b","player":"Ada"}}"#).await, 422);
    assert_eq!(correct(&server, r#"{"seat":{"side":"b","player":"Bo"}}"#).await, 204);
    assert_eq!(
        [rating(&server, "Ada").await, rating(&server, "Bo").await],
        [before_bo, before_ada]
    );
    assert_eq!(archive(&server, "player=Bo").await.games[0].ended_ms, UnixMs(began + 16_000));
    drop(server);
    let server = TestServer::start(folder.path(), env).await;
    assert_eq!(
        [rating(&server, "Ada").await, rating(&server, "Bo").await],
        [before_bo, before_ada]
    );
}

/// A press before the claim that arrives after it confirms nothing.
#[tokio::test]
async fn a_backlog_confirms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let ada = server.register("Ada").await;
    let mut bridge = Bridge::register(&server).await;
    let began = env.now.load(Ordering::SeqCst);
    bridge.say(&server, &[timed()]).await;
    // The bridge disconnects at once. Ada claims after fifty seconds; after sixty the bridge is
    // back.
    at(&env, began, 50);
    assert_eq!(claim(&server, "POST", &ada, 1, "w").await.0, 204);
    at(&env, began, 60);
    let red = boardlink::Button::RedClock;
    let late: Vec<ToHost> = (1..50).map(|seq| pressed(seq, red)).collect();
    bridge.say(&server, &late).await;
    assert!(view(&server).await.claims[0].iter().all(|claim| !claim.confirmed));
    // The press at 55 s arrived late, too, but happened after the claim.
    let after: Vec<ToHost> = (50..=55).map(|seq| pressed(seq, red)).collect();
    bridge.say(&server, &after).await;
    assert!(view(&server).await.claims[0].iter().any(|claim| claim.confirmed));
}
