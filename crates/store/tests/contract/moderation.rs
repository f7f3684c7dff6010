//! The contract of [`Moderation`].

use crate::backend::{Backend, player, session, with_players};
use protocol::{AccountId, LadderId, UnixMs};
use store::{
    Accounts, ActWithEffects, HiddenPage, LadderPlayer, Ladders, Moderation, NewAct, NewPassword,
    NewReport, ReportLimit, Standing, StandingChange, StoreError,
};

fn id(name: &str) -> AccountId {
    player(name).id
}

fn act(kind: &str, on: Option<&str>, change: Option<StandingChange>) -> ActWithEffects {
    let act = NewAct {
        moderator: Some(id("mo")),
        kind: kind.to_owned(),
        account: on.map(id),
        text: format!("why {kind}"),
        at_ms: UnixMs(9),
    };
    ActWithEffects { act, change, settles: None }
}

fn report(reporter: &str, on: &str, at_ms: u64) -> NewReport {
    NewReport {
        reporter: id(reporter),
        account: id(on),
        reason: "chat".to_owned(),
        text: "words".to_owned(),
        table: Some("t".into()),
        at_ms: UnixMs(at_ms),
    }
}

pub(crate) async fn a_closed_account_is_signed_in_nowhere<B: Backend>() {
    let backend = with_players::<B>(&["ada", "bo"]).await;
    let store = backend.store();
    let ladder = LadderId::from("xiangqi/blitz");
    let rated = |name: &str| LadderPlayer {
        ladder: ladder.clone(),
        player: id(name),
        games: 1,
        rating: 1500.0,
        deviation: 100.0,
        volatility: 0.06,
        last_ms: UnixMs(1),
        aborts: 0,
        settled_until_ms: UnixMs(100),
        breadth: 9,
        opponents: Vec::new(),
    };
    let fold = store.ladder_fold().await.unwrap();
    let advance = store::Advance {
        expected: fold.step,
        version: fold.version,
        progress: fold.progress,
        is_anew: false,
        removed_games: Vec::new(),
        removed_meetings: Vec::new(),
        games: Vec::new(),
        players: vec![rated("ada"), rated("bo")],
        meetings: Vec::new(),
    };
    store.advance(advance).await.unwrap();
    let ranked = async || store.ladder_top(&ladder, UnixMs(5), 1, 9).await.unwrap().len();
    assert_eq!(ranked().await, 2);
    let close = StandingChange::Close(UnixMs(7));
    let wrong = store.change_standing(&id("ada"), Some("hash-bo".into()), close.clone()).await;
    assert!(matches!(wrong, Err(StoreError::PasswordChanged)), "{wrong:?}");
    assert!(store.session("s-ada", UnixMs(6)).await.unwrap().is_some());
    store.change_standing(&id("ada"), Some("hash-ada".into()), close.clone()).await.unwrap();
    // A second device that asks at the same time is refused.
    let again = store.change_standing(&id("ada"), Some("hash-ada".into()), close).await;
    assert!(matches!(again, Err(StoreError::PasswordChanged)), "{again:?}");
    assert!(store.session("s-ada", UnixMs(6)).await.unwrap().is_none());
    assert!(store.session("s-bo", UnixMs(6)).await.unwrap().is_some());
    let late =
        store.add_session(session("late", "ada", 99), "hash-ada".into(), None, UnixMs(8)).await;
    assert!(matches!(late, Err(StoreError::PasswordChanged)), "{late:?}");
    let new = NewPassword {
        player: id("ada"),
        verified: "hash-ada".into(),
        password: "new".into(),
        kept_session: String::new(),
    };
    let late = store.set_password(new).await;
    assert!(matches!(late, Err(StoreError::PasswordChanged)), "{late:?}");
    // The name stays taken and is listed nowhere.
    let taken = store.add_player(player("ada"), session("other", "ada", 99)).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    let store = backend.reopened().await;
    let found = store.player_by_key("ada").await.unwrap().unwrap();
    assert_eq!(found.standing.closed_ms, Some(UnixMs(7)));
    assert_eq!(store.player_names().await.unwrap().len(), 2);
    assert!(store.names_with_prefix("a", 9).await.unwrap().is_empty());
    let names = store.names_of(vec![id("ada"), id("bo")]).await.unwrap();
    assert_eq!(names, [(id("bo"), "BO".to_owned())].into());
    assert_eq!(store.ladder_top(&ladder, UnixMs(5), 1, 9).await.unwrap().len(), 1);
    store.change_standing(&id("ada"), None, StandingChange::Reopen).await.unwrap();
    assert_eq!(store.player_by_key("ada").await.unwrap(), Some(player("ada")));
    store
        .add_session(session("late", "ada", 99), "hash-ada".into(), None, UnixMs(8))
        .await
        .unwrap();
    let absent = store.change_standing(&id("cy"), None, StandingChange::Reopen).await;
    assert!(matches!(absent, Err(StoreError::NoAccount(_))), "{absent:?}");
}

pub(crate) async fn reports_are_limited_and_settled<B: Backend>() {
    let backend = with_players::<B>(&["ada", "bo", "cy", "di"]).await;
    let store = backend.store();
    let limit = ReportLimit { max: 2, since_ms: UnixMs(100) };
    for (reporter, on, at_ms, is_added) in [
        ("ada", "bo", 99, true),
        // The first one is still open.
        ("ada", "bo", 101, false),
        ("ada", "cy", 101, true),
        ("ada", "di", 102, true),
        // Too many since then.
        ("ada", "mo", 103, false),
        ("bo", "cy", 103, true),
    ] {
        let added = store.add_report(report(reporter, on, at_ms), limit).await;
        assert!(added.is_ok() || matches!(added, Err(StoreError::TooManyReports)), "{added:?}");
        assert_eq!(added.is_ok(), is_added, "{reporter} on {on} at {at_ms}");
    }
    let open = store.open_reports(2).await.unwrap();
    assert_eq!(open.len(), 2);
    assert_eq!(open[0].report, report("ada", "bo", 99));
    let on_cy = store.reports_on(&id("cy"), 9).await.unwrap();
    let of: Vec<&str> = on_cy.iter().map(|it| &*it.report.reporter).collect();
    assert_eq!(of, ["id-bo", "id-ada"], "latest first");
    // A report that arrives after the moderator has looked stays open.
    store.add_report(report("di", "cy", 104), limit).await.unwrap();
    let settles = on_cy.first().map(|it| it.number);
    store.act(ActWithEffects { settles, ..act("settle", Some("cy"), None) }).await.unwrap();
    let settled = backend.reopened().await.reports_on(&id("cy"), 9).await.unwrap();
    let settled: Vec<_> = settled.iter().map(|it| it.settled_ms).collect();
    assert_eq!(settled, [None, Some(UnixMs(9)), Some(UnixMs(9))]);
    assert_eq!(store.open_reports(9).await.unwrap().len(), 3);
    // A report on a person without an account is settled alone, by an act on no account.
    for reporter in ["bo", "di"] {
        store.add_report(report(reporter, "guest", 104), limit).await.unwrap();
    }
    let settles = store.open_reports(9).await.unwrap().get(3).map(|it| it.number);
    store.act(ActWithEffects { settles, ..act("settle", None, None) }).await.unwrap();
    let settled = backend.reopened().await.reports_on(&id("guest"), 9).await.unwrap();
    let settled: Vec<_> = settled.iter().map(|it| it.settled_ms).collect();
    assert_eq!(settled, [None, Some(UnixMs(9))]);
    assert_eq!(store.open_reports(9).await.unwrap().len(), 4);
}

pub(crate) async fn acts_are_logged_with_their_effects<B: Backend>() {
    let backend = with_players::<B>(&["ada", "mo"]).await;
    let store = backend.store();
    let warning = || "be kind".to_owned();
    for (kind, on, change) in [
        ("role", Some("mo"), Some(StandingChange::Role(Some("moderator".to_owned())))),
        ("warn", Some("ada"), Some(StandingChange::Warning(warning()))),
        ("mute", Some("ada"), Some(StandingChange::Mute(UnixMs(3)))),
        ("announce", None, None),
        ("announce", None, None),
        ("hide", Some("ada"), Some(StandingChange::Hidden(true))),
    ] {
        store.act(act(kind, on, change)).await.unwrap();
    }
    // Another warning than the acknowledged one stays.
    let seen = StandingChange::Acknowledge("an earlier one".to_owned());
    store.change_standing(&id("ada"), None, seen).await.unwrap();
    let set = StandingChange::Warning(warning());
    store.change_standing(&id("mo"), None, set).await.unwrap();
    let seen = StandingChange::Acknowledge(warning());
    store.change_standing(&id("mo"), None, seen).await.unwrap();
    assert_eq!(store.player_by_key("mo").await.unwrap().unwrap().standing.warning, None);
    let absent = store.act(act("mute", Some("cy"), Some(StandingChange::Unmute))).await;
    assert!(matches!(absent, Err(StoreError::NoAccount(_))), "{absent:?}");
    let absent = store.act(act("note", Some("cy"), None)).await;
    assert!(matches!(absent, Err(StoreError::NoAccount(_))), "{absent:?}");
    let store = backend.reopened().await;
    let all = store.acts(None, None, 9).await.unwrap();
    let kinds: Vec<&str> = all.iter().map(|it| &*it.act.kind).collect();
    assert_eq!(kinds, ["hide", "announce", "announce", "mute", "warn", "role"]);
    assert_eq!(all[5].act, act("role", Some("mo"), None).act);
    let page = store.acts(None, Some(all[1].number), 2).await.unwrap();
    assert_eq!(page, all[2..4]);
    let on_ada = store.acts(Some(id("ada")), None, 2).await.unwrap();
    assert_eq!(on_ada, [all[0].clone(), all[3].clone()]);
    assert_eq!(store.last_act("announce").await.unwrap().as_ref(), Some(&all[1]));
    assert_eq!(store.last_act("absent").await.unwrap(), None);
    let ada = Standing {
        muted_ms: Some(UnixMs(3)),
        is_hidden: true,
        warning: Some(warning()),
        ..Standing::default()
    };
    assert_eq!(store.player_by_key("ada").await.unwrap().unwrap().standing, ada);
    let mut marked = store.marked_accounts().await.unwrap();
    marked.sort_by(|a, b| a.name.cmp(&b.name));
    let marks: Vec<_> = marked.iter().map(|it| (&*it.name, it.standing.role.as_deref())).collect();
    assert_eq!(marks, [("ADA", None), ("MO", Some("moderator"))]);
    assert_eq!(marked[0].standing, ada);
}

pub(crate) async fn hidden_pages_add_up<B: Backend>() {
    let backend = with_players::<B>(&["ada", "bo"]).await;
    let store = backend.store();
    let hidden = |game: &str, name: &str, times, ms| HiddenPage {
        game: game.into(),
        account: id(name),
        times,
        ms,
    };
    assert_eq!(store.hidden_pages(&"g".into()).await.unwrap(), []);
    for it in [
        hidden("g", "ada", 0, 0),
        hidden("g", "ada", 2, 4_000),
        hidden("h", "ada", 7, 9),
        hidden("g", "bo", 1, 500),
        hidden("g", "ada", 1, 1_000),
    ] {
        store.add_hidden_page(it).await.unwrap();
    }
    let mut found = backend.reopened().await.hidden_pages(&"g".into()).await.unwrap();
    found.sort_by(|a, b| a.account.cmp(&b.account));
    assert_eq!(found, [hidden("g", "ada", 3, 5_000), hidden("g", "bo", 1, 500)]);
}
