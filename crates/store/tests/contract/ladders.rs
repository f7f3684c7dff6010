//! The contract of [`Ladders`].

use crate::backend::{Backend, append, event, with_players};
use protocol::{AccountId, LadderId, UnixMs};
use store::{
    Advance, Append, Archive, Cursor, Ended, Finished, FinishedPlayer, FoldProgress, GameLog,
    LadderFold, LadderMeeting, LadderPlayer, Ladders, RatedGame, StoreError,
};

fn ended(ended_ms: u64, game: &str) -> Ended {
    Ended { ended_ms: UnixMs(ended_ms), game: game.into() }
}

fn rated(ladder: &str, ended_ms: u64, game: &str) -> RatedGame {
    let changes = [game.as_bytes(), &[0, 255]].concat();
    RatedGame { ladder: ladder.into(), ended: ended(ended_ms, game), changes }
}

fn player(ladder: &str, player: &str, rating: f64, settled_until_ms: u64) -> LadderPlayer {
    LadderPlayer {
        ladder: ladder.into(),
        player: player.into(),
        games: 3,
        // Numbers that need all digits.
        rating: rating + 0.1 + 0.2,
        deviation: 1.0 / 3.0,
        volatility: 0.06_f64.sqrt(),
        last_ms: UnixMs(77),
        aborts: 2,
        settled_until_ms: UnixMs(settled_until_ms),
        breadth: 4,
        opponents: vec![0, 255, 7],
    }
}

fn meeting(one: &str, other: &str, ended_ms: u64, game: &str) -> LadderMeeting {
    let [one, other] = [one, other].map(AccountId::from);
    LadderMeeting { ladder: "x/b".into(), one, other, ended: ended(ended_ms, game) }
}

fn names(players: &[LadderPlayer]) -> String {
    players.iter().map(|player| player.player.as_str()).collect::<Vec<_>>().join(" ")
}

pub(crate) async fn what_is_kept_is_read_back<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    assert_eq!(store.ladder_fold().await.unwrap(), LadderFold::default());
    let then = store.finished_so_far().await.unwrap();
    let progress = FoldProgress::Rebuilding { behind: Some(ended(5, "e")), then };
    let first = Advance {
        version: 7,
        progress: progress.clone(),
        games: vec![rated("x/b", 20, "b"), rated("x/b", 10, "c"), rated("x/r", 15, "a")],
        players: vec![player("x/b", "ada", 1500.0, 0), player("x/r", "ada", 1600.0, u64::MAX)],
        ..Advance::default()
    };
    store.advance(first).await.unwrap();
    let other = backend.reopened().await;
    let fold = LadderFold { version: 7, step: 1, progress };
    assert_eq!(other.ladder_fold().await.unwrap(), fold);
    let games = async |from| other.rated_from(&"x/b".into(), from).await.unwrap();
    assert_eq!(games(ended(0, "")).await, [rated("x/b", 10, "c"), rated("x/b", 20, "b")]);
    assert_eq!(games(ended(20, "b")).await, [rated("x/b", 20, "b")]);
    assert_eq!(games(ended(20, "c")).await, []);
    let asked = ["a", "nowhere"].map(Into::into).to_vec();
    assert_eq!(other.rated_games(asked).await.unwrap(), [rated("x/r", 15, "a")]);
    let players = async |ladders: &[&str]| {
        let ladders = ladders.iter().map(|&ladder| ladder.into()).collect();
        let asked = ["ada", "bo"].map(Into::into).to_vec();
        let mut found = other.ladder_players(ladders, asked).await.unwrap();
        found.sort_by(|a, b| a.ladder.cmp(&b.ladder));
        found
    };
    let ada = player("x/b", "ada", 1500.0, 0);
    assert_eq!(players(&["x/b"]).await, std::slice::from_ref(&ada), "to the last bit");
    let both = players(&["x/r", "x/b", "x/c"]).await;
    assert_eq!((both.len(), &both[0], both[1].rating), (2, &ada, 1600.0 + 0.1 + 0.2));

    // One game is removed, one moves to another ladder, one stays; a player is replaced.
    let second = Advance {
        expected: 1,
        version: 7,
        progress: FoldProgress::Following(store.finished_so_far().await.unwrap()),
        removed_games: vec!["c".into(), "nowhere".into()],
        games: vec![rated("x/b", 30, "b")],
        players: vec![player("x/b", "ada", 1490.0, 9)],
        ..Advance::default()
    };
    store.advance(second.clone()).await.unwrap();
    assert_eq!(games(ended(0, "")).await, [rated("x/b", 30, "b")]);
    assert_eq!(players(&["x/b"]).await, second.players);
    let fold = LadderFold { version: 7, step: 2, progress: second.progress };
    assert_eq!(other.ladder_fold().await.unwrap(), fold);
}

pub(crate) async fn of_two_advances_one_is_taken<B: Backend>() {
    let backend = B::fresh().await;
    let (store, other) = (backend.store(), backend.reopened().await);
    let mut taken = 0;
    for step in 0..20 {
        let advance = |server: &str| Advance {
            expected: step,
            version: 1,
            games: vec![rated("x/b", step, &format!("{server}{step}"))],
            ..Advance::default()
        };
        let both = tokio::join!(store.advance(advance("a")), other.advance(advance("b")));
        for result in [both.0, both.1] {
            match result {
                Ok(()) => taken += 1,
                Err(StoreError::FoldMoved { expected, found }) => {
                    assert_eq!((expected, found), (step, step + 1));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert_eq!((taken, store.ladder_fold().await.unwrap().step), (20, 20));
    // A refused advance leaves no trace.
    assert_eq!(store.rated_from(&"x/b".into(), ended(0, "")).await.unwrap().len(), 20);
    let early = store.advance(Advance { expected: 21, ..Advance::default() }).await;
    assert!(matches!(early, Err(StoreError::FoldMoved { expected: 21, found: 20 })), "{early:?}");
}

pub(crate) async fn what_is_made_anew_forgets_everything<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    let full = Advance {
        version: 1,
        games: vec![rated("x/b", 1, "old")],
        players: vec![player("x/b", "ada", 1500.0, 0)],
        meetings: vec![meeting("ada", "bo", 1, "old")],
        ..Advance::default()
    };
    store.advance(full).await.unwrap();
    let anew = Advance {
        expected: 1,
        version: 2,
        is_anew: true,
        games: vec![rated("x/b", 2, "new")],
        ..Advance::default()
    };
    store.advance(anew).await.unwrap();
    let games = store.rated_from(&"x/b".into(), ended(0, "")).await.unwrap();
    assert_eq!(games, [rated("x/b", 2, "new")]);
    assert_eq!(store.ladder_top(&"x/b".into(), UnixMs(0), 0, 9).await.unwrap(), []);
    let pair = vec![("ada".into(), "bo".into())];
    assert_eq!(store.meetings(&"x/b".into(), pair, UnixMs(0)).await.unwrap(), []);
}

pub(crate) async fn a_ranking_has_the_provisional_last<B: Backend>() {
    let backend = B::fresh().await;
    let absent = LadderPlayer { games: 0, ..player("x/b", "absent", 1999.0, 900) };
    let players = vec![
        player("x/b", "ada", 1500.0, 100),
        player("x/b", "bo", 1700.0, 50),
        player("x/b", "cy", 1600.0, 100),
        player("x/b", "di", 1900.0, 0),
        player("x/b", "ed", 1600.0, 100),
        LadderPlayer { games: 9, ..player("x/b", "fay", 1600.0, 100) },
        player("x/r", "gus", 2000.0, 100),
        absent,
    ];
    let store = backend.store();
    store.advance(Advance { players, ..Advance::default() }).await.unwrap();
    for (now_ms, most, expected) in [
        (50, 9, "bo fay cy ed ada di"),
        (51, 9, "fay cy ed ada di bo"),
        (101, 9, "di bo fay cy ed ada"),
        (51, 5, "fay cy ed ada di"),
        (51, 2, "fay cy"),
        (51, 0, ""),
    ] {
        let top = store.ladder_top(&"x/b".into(), UnixMs(now_ms), 0, most).await.unwrap();
        assert_eq!(names(&top), expected, "{most} at {now_ms}");
    }
    assert_eq!(store.ladder_top(&"x/c".into(), UnixMs(0), 0, 9).await.unwrap(), []);
}

pub(crate) async fn a_ranking_has_the_narrow_last<B: Backend>() {
    let backend = B::fresh().await;
    let wide =
        |name: &str, rating, breadth| LadderPlayer { breadth, ..player("x/b", name, rating, 100) };
    let players = vec![
        wide("ada", 1500.0, 5),
        wide("bo", 1700.0, 1),
        wide("cy", 1600.0, 2),
        LadderPlayer { settled_until_ms: UnixMs(0), ..wide("di", 1900.0, 9) },
        LadderPlayer { games: 0, ..wide("absent", 1999.0, 20) },
        LadderPlayer { ladder: "x/r".into(), ..wide("ada", 2000.0, 11) },
    ];
    let store = backend.store();
    store.advance(Advance { players, ..Advance::default() }).await.unwrap();
    for (breadth, most, expected) in [
        (0, 9, "bo cy ada di"),
        (1, 9, "bo cy ada di"),
        (2, 9, "cy ada di bo"),
        (3, 9, "ada di bo cy"),
        (3, 2, "ada di"),
        (10, 9, "di bo cy ada"),
    ] {
        let top = store.ladder_top(&"x/b".into(), UnixMs(100), breadth, most).await.unwrap();
        assert_eq!(names(&top), expected, "{most} of breadth {breadth}");
    }
    for (rank, expected) in
        [(1, &[("x/b", 9), ("x/r", 11)][..]), (2, &[("x/b", 5)]), (4, &[("x/b", 1)]), (5, &[])]
    {
        let ladders = ["x/b", "x/r", "x/c"].map(Into::into).to_vec();
        let mut found = store.ladder_breadths(ladders, rank).await.unwrap();
        found.sort();
        let expected: Vec<(LadderId, u32)> =
            expected.iter().map(|&(ladder, breadth)| (ladder.into(), breadth)).collect();
        assert_eq!(found, expected, "rank {rank}");
    }
}

pub(crate) async fn meetings_are_found_by_pair_and_time<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    let [first, second] = [meeting("ada", "bo", 10, "a"), meeting("ada", "bo", 10, "b")];
    let (third, fourth) = (meeting("ada", "bo", 20, "c"), meeting("bo", "cy", 20, "d"));
    let elsewhere = LadderMeeting { ladder: "x/r".into(), ..meeting("ada", "bo", 20, "e") };
    let all = vec![first.clone(), second.clone(), third.clone(), fourth.clone(), elsewhere];
    let twice = [all.clone(), vec![first.clone()]].concat();
    store.advance(Advance { meetings: twice, ..Advance::default() }).await.unwrap();
    let found = async |pairs: &[(&str, &str)], after_ms| {
        let pairs = pairs.iter().map(|&(one, other)| (one.into(), other.into()));
        let mut found =
            store.meetings(&"x/b".into(), pairs.collect(), UnixMs(after_ms)).await.unwrap();
        found.sort();
        found
    };
    assert_eq!(found(&[("ada", "bo")], 9).await, [first, second.clone(), third.clone()]);
    assert_eq!(found(&[("ada", "bo"), ("bo", "cy")], 10).await, [third.clone(), fourth]);
    assert_eq!(found(&[("bo", "ada"), ("ada", "cy")], 0).await, []);
    let unmet = vec![meeting("ada", "bo", 10, "a"), meeting("ada", "bo", 99, "a")];
    store
        .advance(Advance { expected: 1, removed_meetings: unmet, ..Advance::default() })
        .await
        .unwrap();
    assert_eq!(found(&[("ada", "bo")], 0).await, [second, third]);
}

pub(crate) async fn the_archive_is_read_in_the_order_of_ending<B: Backend>() {
    let backend = with_players::<B>(&["ada"]).await;
    let store = backend.store();
    for (game, ended_ms) in [("d", 20), ("a", 30), ("c", 20), ("b", 10), ("e", 0)] {
        let ada = FinishedPlayer { id: Some("id-ada".into()), name: "ada".into() };
        let end = Finished {
            game: game.into(),
            ladder: "x/b".into(),
            ended_ms: UnixMs(ended_ms),
            rated: true,
            players: vec![ada.clone(), FinishedPlayer { id: None, ..ada }],
            text: "text".into(),
        };
        let create = append(game, 0, vec![event("{}", "", None)]);
        store.create(1, Append { finished: Some(end), ..create }).await.unwrap();
    }
    let mut behind = None;
    let mut seen = String::new();
    loop {
        let page = store.finished_in_order(behind, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        behind = Some(last.position());
        assert!(page.iter().all(|game| game.players.len() == 2), "{page:?}");
        seen.extend(page.iter().map(|game| game.game.as_str()));
    }
    assert_eq!(seen, "ebcda");
    // Everything before the cursor was readable; later games follow it.
    let so_far = store.finished_so_far().await.unwrap();
    let (all, _) = store.finished_since(Cursor::default(), 9).await.unwrap();
    let next = append(&all[0].game, 1, vec![event("{}", "", None)]);
    store.append(Append { finished: Some(all[0].clone()), ..next }).await.unwrap();
    let (news, _) = store.finished_since(so_far, 9).await.unwrap();
    assert_eq!(news.last(), Some(&all[0]));
}
