//! Rated games over HTTP and sockets, from signing in to the ladder.

mod common;

use common::{Client, PAWNS, TestEnv, TestServer, give_salts};
use protocol::{
    Archive, ArchivedGame, Claim, Command, Created, GameId, Offer, OpenRequest, Place,
    PlayerProfile, PlayerResults, Seek, Strength, TableInfo, TablePlan, ToClient, TurnState,
    UnixMs, UpdateEvent,
};
use std::sync::{Arc, atomic::Ordering};
use store::{
    Accounts, Append, Finished, FinishedPlayer, GameLog, LoginSession, NewEvent, SqliteStore,
};

fn plan(variant: &str, options: &str, clock: &str) -> TablePlan {
    TablePlan { rated: true, ..common::plan(variant, options, clock) }
}

/// Table with all given accounts seated; the first is the host.
struct Game {
    table: GameId,
    tokens: Vec<String>,
    seats: Vec<Client>,
}

impl Game {
    async fn open(server: &TestServer, plan: TablePlan, players: &[&str]) -> Game {
        let created = server.open_as(plan, players[0]).await;
        let mut tokens = vec![created.token];
        for headers in &players[1..] {
            tokens.push(server.join_as(&created.table, headers).await.token);
        }
        Game::enter(server, created.table, tokens).await
    }

    async fn enter(server: &TestServer, table: GameId, tokens: Vec<String>) -> Game {
        let (mut seats, mut is_waiting) = (Vec::new(), false);
        for token in &tokens {
            let mut client = Client::connect(&server.address, &table, token, 0).await;
            let snapshot = client.next().await.expect("a snapshot");
            is_waiting |= matches!(&snapshot, ToClient::Snapshot(snapshot)
                if snapshot.state.turn == TurnState::Waiting);
            seats.push(client);
        }
        if is_waiting {
            let mut people: Vec<(u8, &mut Client)> = (0..).zip(&mut seats).collect();
            give_salts(&mut people).await;
        }
        Game { table, tokens, seats }
    }

    /// Plays until the game is long enough to be rated when a player ends it.
    async fn warm_up(&mut self, variant: &str) {
        for ply in 0..5 * self.seats.len() {
            let (seat, action) = match variant {
                "banqi" => {
                    ((ply % 2) as u8, format!("{}{}", ['a', 'b', 'c'][ply / 4], ply % 4 + 1))
                }
                "xiangqi" => ((ply % 2) as u8, PAWNS[ply].to_owned()),
                _ => self.legal(variant, ply),
            };
            self.play(seat, &action).await;
        }
    }

    /// A legal action now.
    fn legal(&self, variant: &str, ply: usize) -> (u8, String) {
        let seat = ply % self.seats.len();
        let position = self.seats[seat].texts.iter().rev().find_map(|text| {
            match serde_json::from_str(text).ok()? {
                ToClient::Update(update) => Some(update.state.position),
                ToClient::Snapshot(snapshot) => Some(snapshot.state.position),
                _ => None,
            }
        });
        let observer = game::Observer::Seat(game::Seat::new(seat as u8));
        let variant = variant.parse().expect("a variant");
        let position = position.expect("a position");
        let view = games::AnyView::from_text(variant, "", observer, &position).expect("a view");
        let legal = view.legal();
        (seat as u8, legal[ply * 7 % legal.len()].to_string())
    }

    /// Sends a command and waits until all clients have seen its event.
    async fn put(&mut self, seat: u8, command: Command) {
        let client = &mut self.seats[usize::from(seat)];
        let (_, answer) = client.act(seat, command.clone()).await;
        assert!(matches!(answer, ToClient::Ack { .. }), "{command:?}: {answer:?}");
        let n = client.n;
        for client in &mut self.seats {
            client.until(n).await;
        }
    }

    async fn play(&mut self, seat: u8, action: &str) {
        self.put(seat, Command::Act { action: action.into() }).await;
    }

    fn is_over(&self) -> bool {
        self.seats[0].texts.iter().any(|text| text.contains("\"end\""))
    }

    /// Waits until a time-out ends the game.
    async fn until_over(&mut self) {
        for client in &mut self.seats {
            while !client.texts.iter().any(|text| text.contains("\"end\"")) {
                client.next().await.expect("the end");
            }
        }
    }
}

async fn player(server: &TestServer, name: &str) -> PlayerProfile {
    serde_json::from_str(&server.get(&format!("/api/players/{name}")).await).expect("a player")
}

async fn archive(server: &TestServer, query: &str) -> Archive {
    serde_json::from_str(&server.get(&format!("/api/archive?{query}")).await).expect("an archive")
}

/// All public rating data.
async fn everything(server: &TestServer, names: &[&str], ladders: &[&str]) -> Vec<String> {
    let mut seen = vec![server.get("/api/archive").await];
    for name in names {
        seen.push(server.get(&format!("/api/players/{name}")).await);
    }
    for ladder in ladders {
        seen.push(server.get(&format!("/api/ranking/{ladder}")).await);
    }
    seen
}

/// Players see their running games on every device; others do not, and finished games are not
/// listed.
#[tokio::test]
async fn the_games_of_an_account_are_listed_while_they_run() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let cyd = server.register("Cyd").await;
    let games = async |headers: &str| -> Vec<TableInfo> {
        let (status, body) = server.http("GET", "/api/account/games", "", headers).await;
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("games")
    };
    assert_eq!(games(&ada).await, []);
    let mut game = Game::open(&server, plan("xiangqi", "", "5+3"), &[&ada, &bo]).await;
    game.play(0, "h2e2").await;
    for (player, count) in [(ada.as_str(), 1), (&bo, 1), (&cyd, 0), ("", 0)] {
        let found = games(player).await;
        assert_eq!(found.len(), count, "{player}");
        assert!(
            found.iter().all(|game| game.plies == 1 && game.turn == TurnState::Seat { seat: 1 })
        );
        assert!(found.iter().all(|game| game.clocks.is_some()));
    }
    game.put(1, Command::Resign).await;
    assert_eq!(games(&ada).await, []);
}

/// Every kind of ending changes both ratings once, and a restart keeps them.
#[tokio::test]
async fn every_kind_of_ending_is_rated_once() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let mut games = 0;
    for (ending, winners) in [
        ("resignation", vec![0]),
        ("flag-fall", vec![1]),
        ("agreement", vec![]),
        ("repetition", vec![]),
        ("abandoned", vec![0]),
    ] {
        env.now.fetch_add(1_000, Ordering::SeqCst);
        let before = [player(&server, "Ada").await, player(&server, "Bo").await];
        let mut game = Game::open(&server, plan("xiangqi", "", "5+3"), &[&ada, &bo]).await;
        game.warm_up("xiangqi").await;
        game.play(0, "h2e2").await;
        let now = [player(&server, "Ada").await, player(&server, "Bo").await];
        assert_eq!(now, before, "rated before its end");
        match ending {
            "resignation" => game.put(1, Command::Resign).await,
            "flag-fall" => {
                game.play(1, "h9g7").await;
                env.now.fetch_add(600_000, Ordering::SeqCst);
                // The next command detects the time-out, if the table has not.
                game.seats[0].act(0, Command::Act { action: "a0a1".into() }).await;
                game.until_over().await;
            }
            "abandoned" => {
                drop(game.seats.pop());
                game.seats[0].until_here(&[0]).await;
                env.now.fetch_add(20_000, Ordering::SeqCst);
                game.put(0, Command::Claim { claim: Claim::Win }).await;
            }
            "agreement" => {
                game.put(1, Command::Offer { offer: Offer::Draw }).await;
                game.put(0, Command::Answer { yes: true }).await;
            }
            _ => {
                let mut cycle = [(1, "a9a8"), (0, "a0a1"), (1, "a8a9"), (0, "a1a0")].iter().cycle();
                while !game.is_over() {
                    let (seat, action) = cycle.next().unwrap();
                    game.play(*seat, action).await;
                }
            }
        }
        games += 1;
        let latest = archive(&server, "").await.games.remove(0);
        assert_eq!((latest.reason.as_str(), &latest.winners), (ending, &winners));
        assert_eq!(latest.place, Place::Table { table: game.table.clone() });
        assert_eq!(latest.clock, "5+3");
        for (seat, before) in before.iter().enumerate() {
            let now = player(&server, &before.name).await;
            let row = &now.ladders[0];
            assert_eq!((row.variant.as_str(), row.speed.as_str()), ("xiangqi", "blitz"));
            assert_eq!((now.ladders.len(), row.games), (1, games));
            let (strength, change) = latest.players[seat].rated.expect("rated");
            let rated_before = before.ladders.first().map_or(1500, |s| s.strength.rating);
            assert_eq!(strength.rating, rated_before, "{ending}");
            assert_eq!(row.strength.rating, rated_before + change, "{ending}");
            let expected = if winners.is_empty() {
                // After a draw the weaker player gains a little.
                latest.players[1 - seat].rated.unwrap().0.rating.cmp(&strength.rating) as i32
            } else if winners.contains(&(seat as u8)) {
                1
            } else {
                -1
            };
            assert_eq!(change.signum(), expected, "{ending}: {latest:?}");
        }
    }
    let seen = everything(&server, &["Ada", "Bo"], &["xiangqi/blitz", "banqi/blitz"]).await;
    assert!(seen[3].contains("Ada") && !seen[4].contains("Ada"), "{seen:?}");
    drop(server);
    let server = TestServer::start(folder.path(), env).await;
    let again = everything(&server, &["Ada", "Bo"], &["xiangqi/blitz", "banqi/blitz"]).await;
    assert_eq!(again, seen);
    assert_eq!(archive(&server, "player=aDA&variant=xiangqi").await.games.len(), games as usize);
    assert_eq!(archive(&server, "player=Ada&variant=banqi").await.games, []);
}

/// A game that ends before both sides have moved is stored, and in no list.
#[tokio::test]
async fn a_game_with_too_few_moves_is_in_no_list() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let mut tables = Vec::new();
    for plies in 0..3 {
        env.now.fetch_add(1_000, Ordering::SeqCst);
        let mut game = Game::open(&server, plan("xiangqi", "", "5+3"), &[&ada, &bo]).await;
        for (ply, action) in ["h2e2", "h9g7"].into_iter().take(plies).enumerate() {
            game.play(ply as u8, action).await;
        }
        game.put(0, Command::Resign).await;
        tables.push(game.table.clone());
    }
    for query in ["", "player=Ada", "variant=xiangqi"] {
        let found = archive(&server, query).await;
        let places: Vec<Place> = found.games.into_iter().map(|game| game.place).collect();
        assert_eq!(places, [Place::Table { table: tables[2].clone() }], "{query}");
        assert_eq!(found.next, None);
    }
    for table in &tables {
        let record = server.get(&format!("/api/tables/{table}/record")).await;
        assert!(record.contains("\"result\":\"resignation\""), "{record}");
    }
}

/// Two servers on one store each rate the games of the other.
#[tokio::test]
async fn two_followers_of_one_store_agree() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let one = TestServer::start(folder.path(), env.clone()).await;
    let other = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (one.register("Ada").await, one.register("Bo").await);
    for server in [&one, &other, &other, &one] {
        env.now.fetch_add(1_000, Ordering::SeqCst);
        // The same sessions at the other server's address.
        let [ada, bo] = [&ada, &bo].map(|headers| headers.replace(&one.address, &server.address));
        let mut game = Game::open(server, plan("xiangqi", "", "5+3"), &[&ada, &bo]).await;
        game.warm_up("xiangqi").await;
        game.play(0, "h2e2").await;
        game.put(1, Command::Resign).await;
        let seen = everything(&one, &["Ada", "Bo"], &["xiangqi/blitz"]).await;
        assert_eq!(everything(&other, &["Ada", "Bo"], &["xiangqi/blitz"]).await, seen);
    }
    assert_eq!(player(&other, "Bo").await.ladders[0].games, 4);
}

#[tokio::test]
async fn four_at_a_table_are_rated_in_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let names = ["Ada", "Bo", "Cy", "Di"];
    let mut cookies = Vec::new();
    for name in names {
        cookies.push(server.register(name).await);
    }
    let players: Vec<&str> = cookies.iter().map(String::as_str).collect();
    let ratings = async || {
        let mut ratings = [0; 4];
        for (rating, name) in ratings.iter_mut().zip(names) {
            *rating = player(&server, name).await.ladders[0].strength.rating;
        }
        ratings
    };
    // In teams, red and yellow sit opposite each other and have lost.
    let mut game = Game::open(&server, plan("sifang", "", "10"), &players).await;
    game.warm_up("sifang").await;
    game.put(0, Command::Resign).await;
    let teams = archive(&server, "").await.games.remove(0);
    let after_teams = ratings().await;
    for (seat, rating) in after_teams.into_iter().enumerate() {
        let has_won = teams.winners.contains(&(seat as u8));
        assert_eq!(rating > 1500, has_won, "{after_teams:?} {teams:?}");
        assert_eq!((rating - 1500).abs(), (after_teams[0] - 1500).abs());
    }
    env.now.fetch_add(1_000, Ordering::SeqCst);
    // In solo mode the first player to leave is last. Nothing is rated before the whole game ends.
    let mut game = Game::open(&server, plan("sifang", "mode=solo", "30"), &players).await;
    for ply in 0..20 {
        let (seat, action) = game.legal("sifang", ply);
        game.play(seat, &action).await;
    }
    for seat in [2, 1] {
        game.put(seat, Command::Resign).await;
        assert!(player(&server, "Ada").await.ladders.len() == 1, "too early");
    }
    game.put(3, Command::Resign).await;
    let solo = archive(&server, "").await.games.remove(0);
    let changes: Vec<i32> =
        solo.players.iter().map(|player| player.rated.expect("rated").1).collect();
    assert!(
        changes[0] > changes[3] && changes[3] > changes[1] && changes[1] > changes[2],
        "{solo:?}"
    );
    assert_eq!(solo.winners, [0]);
}

#[tokio::test]
async fn a_rated_table_needs_accounts() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let request = |plan: TablePlan| {
        let request = protocol::OpenRequest { plan, name: "Carol".into() };
        serde_json::to_string(&request).unwrap()
    };
    let rated = request(plan("xiangqi", "", "5+3"));
    let training = request(TablePlan { training: true, ..plan("xiangqi", "", "5+3") });
    let created = server.open_as(plan("xiangqi", "", "5+3"), &ada).await;
    let place = format!("/api/tables/{}", created.table);
    let join = format!("{place}/join");
    let guest = r#"{"name":"Guest"}"#.to_owned();
    let foreign =
        format!("cookie: chuhe={}\r\norigin: http://{}\r\n", "0".repeat(64), server.address);
    let unnamed = format!("{}\r\n", bo.lines().next().unwrap());
    for (path, body, headers, status, code) in [
        ("/api/tables", &rated, "", 422, "sign-in"),
        ("/api/seeks", &rated, "", 422, "sign-in"),
        ("/api/tables", &rated, foreign.as_str(), 422, "sign-in"),
        ("/api/tables", &training, ada.as_str(), 422, "rated"),
        (&join, &guest, "", 422, "sign-in"),
        (&join, &guest, foreign.as_str(), 422, "sign-in"),
        (&join, &guest, unnamed.as_str(), 403, "origin"),
        (&join, &guest, ada.as_str(), 422, "seated"),
    ] {
        let (found, reply) = server.http("POST", path, body, headers).await;
        assert_eq!(found, status, "{path}: {reply}");
        assert!(reply.contains(&format!("\"code\":\"{code}\"")), "{path}: {reply}");
    }
    server.join_as(&created.table, &bo).await;
    let info: TableInfo = serde_json::from_str(&server.get(&place).await).unwrap();
    assert!(info.plan.rated);
    // Players appear under their account names, regardless of the typed ones.
    let names: Vec<&str> = info.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Bo"]);
    let unknown = Strength { rating: 1500, deviation: 350, provisional: true };
    assert!(info.seats.iter().all(|seat| seat.strength == Some(unknown)), "{info:?}");
    assert!(!server.get(&place).await.contains("\"id\""), "an account's id is private");
}

#[tokio::test]
async fn games_that_are_not_rated_leave_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let friendly = TablePlan { rated: false, ..plan("xiangqi", "", "5+3") };
    let mut game = Game::open(&server, friendly, &[&ada, &bo]).await;
    game.put(0, Command::Resign).await;
    assert_eq!(archive(&server, "").await.games, []);
    assert_eq!(player(&server, "Ada").await.ladders, []);
    assert_eq!(server.get("/api/ranking/xiangqi/blitz").await, r#"{"players":[]}"#);
}

#[tokio::test]
async fn a_rated_rematch_is_rated_and_knows_the_new_strengths() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let mut game = Game::open(&server, plan("banqi", "", "5+3"), &[&ada, &bo]).await;
    game.warm_up("banqi").await;
    game.put(0, Command::Resign).await;
    game.put(0, Command::Offer { offer: Offer::Rematch }).await;
    game.put(1, Command::Answer { yes: true }).await;
    let next = loop {
        if let Some(ToClient::Update(told)) = game.seats[1].next().await
            && let UpdateEvent::Rematch { table } = told.event
        {
            break table;
        }
    };
    let info: TableInfo =
        serde_json::from_str(&server.get(&format!("/api/tables/{next}")).await).unwrap();
    let seats: Vec<(&str, i32)> =
        info.seats.iter().map(|seat| (&*seat.name, seat.strength.unwrap().rating)).collect();
    assert_eq!(seats, [("Bo", 1662), ("Ada", 1338)]);
    let tokens = game.tokens.iter().rev().cloned().collect();
    let mut game = Game::enter(&server, next, tokens).await;
    game.warm_up("banqi").await;
    env.now.fetch_add(1_000, Ordering::SeqCst);
    game.put(0, Command::Resign).await;
    assert_eq!(player(&server, "Ada").await.ladders[0].games, 2);
    let latest = archive(&server, "player=Bo").await.games.remove(0);
    assert_eq!(latest.players[0].rated.unwrap().0.rating, 1662, "{latest:?}");
}

#[tokio::test]
async fn rated_seekers_meet_rated_seekers() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let seek = async |is_rated: bool, headers: &str| {
        let plan = TablePlan { rated: is_rated, ..plan("xiangqi", "", "5+3") };
        let request = protocol::OpenRequest { plan, name: "Typed".into() };
        let body = serde_json::to_string(&request).unwrap();
        let (status, reply) = server.http("POST", "/api/seeks", &body, headers).await;
        assert_eq!(status, 201, "{reply}");
        serde_json::from_str::<protocol::Created>(&reply).unwrap()
    };
    let friendly = seek(false, "").await;
    let rated = seek(true, &ada).await;
    assert_ne!(friendly.table, rated.table);
    let again = seek(true, &ada).await;
    assert_ne!(again.table, rated.table, "no account meets itself");
    let seeks: Vec<protocol::Seek> = serde_json::from_str(&server.get("/api/seeks").await).unwrap();
    let shown: Vec<(&str, bool)> =
        seeks.iter().map(|seek| (&*seek.name, seek.plan.rated)).collect();
    assert_eq!(shown, [("Typed", false), ("Ada", true), ("Ada", true)]);
    let met = seek(true, &bo).await;
    assert_eq!((met.table, met.seats), (rated.table, vec![1]));
    // Members can join a guest's game as well.
    assert_eq!(seek(false, &bo).await.table, friendly.table);
}

/// Store with this number of games between the players, in order of their numbers.
async fn long_archive(folder: &std::path::Path, games: u32) {
    let store = SqliteStore::open(&folder.join("chuhe.db")).await.unwrap();
    for name in ["ada", "bo"] {
        let player = store::Player {
            id: format!("id-{name}").into(),
            key: name.into(),
            name: name.to_uppercase(),
            password: String::new(),
            since_ms: UnixMs(1),
            standing: store::Standing::default(),
            mail: None,
        };
        let session =
            LoginSession { hash: name.into(), player: player.id.clone(), until_ms: UnixMs(2) };
        store.add_player(player, session).await.unwrap();
    }
    let mut appends = Vec::new();
    for number in 0..games {
        let game = ArchivedGame {
            place: Place::Board { board: "b".into(), name: "Board 1".into(), game: number },
            variant: "xiangqi".into(),
            clock: "10".into(),
            ended_ms: UnixMs(u64::from(number / 2)),
            plies: number,
            reason: "checkmate".into(),
            winners: vec![0],
            players: Vec::new(),
        };
        let id = format!("g{number:03}");
        let players = ["ada", "bo"].map(|name| FinishedPlayer {
            id: Some(format!("id-{name}").into()),
            name: name.to_uppercase(),
        });
        let finished = Finished {
            game: id.clone().into(),
            ladder: "xiangqi/rapid".into(),
            ended_ms: game.ended_ms,
            rated: number % 3 == 0,
            players: players.into(),
            text: serde_json::to_string(&game).unwrap(),
        };
        let event = NewEvent {
            kind: "ended",
            seat: None,
            command: None,
            public: "{}".into(),
            secret: String::new(),
            at_ms: UnixMs(1),
        };
        appends.push(Append {
            game: id.into(),
            expected: 0,
            events: vec![event],
            token: None,
            deadline_ms: None,
            is_open: false,
            finished: Some(finished),
        });
    }
    let store = Arc::new(store);
    let writing: Vec<_> = appends
        .into_iter()
        .map(|append| {
            let store = store.clone();
            tokio::spawn(async move { store.create(1, append).await })
        })
        .collect();
    for written in writing {
        written.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn the_archive_goes_back_page_by_page() {
    let folder = tempfile::tempdir().unwrap();
    long_archive(folder.path(), 120).await;
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    for query in ["", "player=Ada&variant=xiangqi"] {
        let mut seen = Vec::new();
        let mut before = String::new();
        let mut pages = Vec::new();
        loop {
            let page = archive(&server, &format!("{query}&before={before}")).await;
            pages.push(page.games.len());
            seen.extend(page.games.into_iter().map(|game| game.plies));
            let Some(next) = page.next else { break };
            before = next;
        }
        assert_eq!(pages, [50, 50, 20]);
        assert!(seen.into_iter().eq((0..120).rev()));
    }
    // A full last page has no next page.
    drop(server);
    let folder = tempfile::tempdir().unwrap();
    long_archive(folder.path(), 50).await;
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let page = archive(&server, "").await;
    assert_eq!((page.games.len(), page.next), (50, None));
    // The rated games were folded at the start.
    assert_eq!(player(&server, "ada").await.ladders[0].games, 17);
    // All finished games count for the results, and the rated ones for the history.
    let found = server.get("/api/players/bo/results").await;
    let found: PlayerResults = serde_json::from_str(&found).unwrap();
    assert_eq!((found.games, found.has_more, found.with_reader), (50, false, None));
    let side = &found.sides[0];
    assert_eq!((found.sides.len(), side.seat, side.tally.lost), (1, 1, 50));
    assert_eq!((found.histories[0].games, found.histories[0].points.len()), (17, 17));
}

/// Only the latest games count for the results of a player with very many.
#[tokio::test]
async fn results_are_those_of_the_latest_games() {
    let folder = tempfile::tempdir().unwrap();
    long_archive(folder.path(), 1_010).await;
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let found = server.get("/api/players/ada/results").await;
    let found: PlayerResults = serde_json::from_str(&found).unwrap();
    assert_eq!((found.games, found.has_more), (1_000, true));
    assert_eq!(found.sides[0].tally.won, 1_000);
    assert_eq!(server.http("GET", "/api/players/nobody/results", "", "").await.0, 404);
}

#[tokio::test]
async fn questions_that_have_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    for (path, status, code) in [
        ("/api/players/Absent", 404, "no-player"),
        ("/api/archive?player=Absent", 404, "no-player"),
        ("/api/archive?variant=chess", 422, "variant"),
        ("/api/archive?before=yesterday", 422, "before"),
        ("/api/archive?before=-1-g", 422, "before"),
        ("/api/archive?before=99999999999999999999-g", 422, "before"),
        ("/api/ranking/chess/blitz", 404, "no-ladder"),
        ("/api/ranking/xiangqi/slow", 404, "no-ladder"),
    ] {
        let (found, reply) = server.http("GET", path, "", "").await;
        assert_eq!(found, status, "{path}: {reply}");
        assert!(reply.contains(&format!("\"code\":\"{code}\"")), "{path}: {reply}");
    }
    let far = archive(&server, "before=18446744073709551615-zzz").await;
    assert_eq!(far.games, []);
}

#[tokio::test]
async fn names_are_told_by_how_they_begin() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    for name in ["Wu Song", "wu yong", "Ada"] {
        server.register(name).await;
    }
    for (begins, expected) in [
        ("WU", r#"["Wu Song","wu yong"]"#),
        ("wu%20y", r#"["wu yong"]"#),
        ("%20", "[]"),
        ("", "[]"),
        ("%25", "[]"),
        ("b", "[]"),
    ] {
        let told = server.get(&format!("/api/players?begins={begins}")).await;
        assert_eq!(told, format!(r#"{{"names":{expected}}}"#), "{begins}");
    }
    assert_eq!(server.get("/api/players").await, r#"{"names":[]}"#);
}

/// Regression test: games abandoned at once were rated.
#[tokio::test]
async fn a_farmer_harvests_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    for game in 0..5 {
        env.now.fetch_add(1_000, Ordering::SeqCst);
        let mut played = Game::open(&server, plan("xiangqi", "", "5+3"), &[&ada, &bo]).await;
        if game % 2 == 0 {
            played.play(0, "h2e2").await;
        }
        played.put(1, Command::Resign).await;
        let listed = archive(&server, "player=Ada").await.games;
        let latest = listed.first().map_or(&[][..], |latest| &latest.players);
        let changes: Vec<Option<i32>> =
            latest.iter().map(|player| player.rated.map(|(_, change)| change)).collect();
        match game {
            0 | 1 => assert_eq!(listed, [], "too short to count"),
            _ => assert!(changes[0] == Some(0) && changes[1] < Some(0), "{game}: {changes:?}"),
        }
    }
    assert_eq!(player(&server, "Ada").await.ladders, []);
    assert!(player(&server, "Bo").await.ladders[0].strength.rating < 1500);
}

/// A seek with a range of ratings is joined by accounts in that range only, and its host is seated
/// only with such. New players have 1500 points.
#[tokio::test]
async fn a_seek_has_a_range_of_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mut players = Vec::new();
    for name in ["Ada", "Bo", "Cy", "Di"] {
        players.push(server.register(name).await);
    }
    let [ada, bo, cy, di] = &players[..] else { panic!("four players") };
    let seek = async |range: (u32, u32), rated: bool, headers: &str| {
        let (min_rating, max_rating) = range;
        let plan = plan("xiangqi", "", "10+5");
        let plan = TablePlan { rated, min_rating, max_rating, ..plan };
        let body = serde_json::to_string(&OpenRequest { plan, name: "Seeker".into() }).unwrap();
        server.http("POST", "/api/seeks", &body, headers).await
    };
    for (range, rated, code) in
        [((1600, 1500), true, "rating-range"), ((1400, 0), false, "range-casual")]
    {
        let (status, reply) = seek(range, rated, ada).await;
        assert!(status == 422 && reply.contains(code), "{range:?}: {status} {reply}");
    }
    let table = async |range: (u32, u32), headers: &str| {
        let (status, reply) = seek(range, true, headers).await;
        assert_eq!(status, 201, "{reply}");
        serde_json::from_str::<Created>(&reply).unwrap().table
    };
    let strong = table((1600, 0), ada).await;
    let path = format!("/api/tables/{strong}/join");
    let (status, reply) = server.http("POST", &path, r#"{"name":"Bo"}"#, bo).await;
    assert_eq!(status, 422, "{reply}");
    assert!(reply.contains(r#""code":"rating-below","values":["1600","1500"]"#), "{reply}");
    let weak = table((0, 1499), bo).await;
    let any = table((0, 0), cy).await;
    assert!(weak != strong && any != weak && any != strong, "outside the ranges");
    let seeks: Vec<Seek> = serde_json::from_str(&server.get("/api/seeks").await).unwrap();
    let ranges: Vec<_> =
        seeks.iter().map(|seek| (seek.plan.min_rating, seek.plan.max_rating)).collect();
    assert_eq!(ranges, [(1600, 0), (0, 1499), (0, 0)]);
    let near = table((1450, 1550), di).await;
    assert_eq!(near, any, "both fit");
}
