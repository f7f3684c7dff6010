//! The chat of tables over real sockets.

mod common;

use common::{Client, TestEnv, TestServer, give_salts, plan};
use protocol::{
    CHAT_LINES, ChatLine, ChatPhrase, ChatWords, Command, FromChat, GameId, SeatPlan, TablePlan,
    ToClient, ToServer,
};
use std::sync::atomic::Ordering;

/// Connects and enters the chat. Returns its lines so far.
async fn enter(server: &TestServer, table: &GameId, token: &str) -> (Client, Vec<ChatLine>) {
    let mut client = Client::connect(&server.address, table, token, 0).await;
    client.send(&ToServer::EnterChat { guest: None }).await;
    match client.next_chat().await {
        FromChat::ChatRoom { lines, .. } => (client, lines),
        other => panic!("before the room: {other:?}"),
    }
}

async fn say(client: &mut Client, text: &str) {
    client.send(&ToServer::Say { words: ChatWords::Text(text.into()) }).await;
}

/// The next chat message: the line, or the code of the refusal.
async fn heard(client: &mut Client) -> Result<ChatLine, String> {
    match client.next_chat().await {
        FromChat::ChatLine(line) => Ok(line),
        FromChat::ChatRefused { code, .. } => Err(code),
        FromChat::ChatRoom { .. } => panic!("the room again"),
    }
}

fn line(seat: Option<u8>, text: &str) -> ChatLine {
    ChatLine { seat, name: None, guest: None, say: ChatWords::Text(text.into()) }
}

/// Whether a client has received a text.
fn has_heard(client: &Client, text: &str) -> bool {
    client.texts.iter().any(|message| message.contains(text))
}

#[tokio::test]
async fn players_and_spectators_talk_in_two_rooms_until_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let table = server.open(plan("xiangqi", "", "10+5")).await;
    let joined = server.join(&table.table).await;
    let (mut red, _) = enter(&server, &table.table, &table.token).await;
    let (mut black, _) = enter(&server, &table.table, &joined.token).await;
    let (mut watcher, _) = enter(&server, &table.table, "").await;
    let (mut other, _) = enter(&server, &table.table, "").await;

    say(&mut red, "  good\u{202e} luck ").await;
    assert_eq!(heard(&mut red).await, Ok(line(Some(0), "good luck")));
    assert_eq!(heard(&mut black).await, Ok(line(Some(0), "good luck")));
    say(&mut watcher, "red is better").await;
    assert_eq!(heard(&mut watcher).await, Ok(line(None, "red is better")));
    assert_eq!(heard(&mut other).await, Ok(line(None, "red is better")));
    black.send(&ToServer::Say { words: ChatWords::Phrase(ChatPhrase::Thanks) }).await;
    let thanks = ChatLine { say: ChatWords::Phrase(ChatPhrase::Thanks), ..line(Some(1), "") };
    assert_eq!(heard(&mut red).await, Ok(thanks.clone()));
    assert_eq!(heard(&mut black).await, Ok(thanks.clone()));
    for client in [&mut red, &mut black, &mut watcher, &mut other] {
        client.pong().await;
    }
    assert!(!has_heard(&red, "better") && !has_heard(&black, "better"));
    assert!(!has_heard(&watcher, "luck") && !has_heard(&other, "thanks"));

    // A reconnect shows the lines of the same room.
    let (_, lines) = enter(&server, &table.table, &table.token).await;
    assert_eq!(lines, [line(Some(0), "good luck"), thanks]);
    let (_, lines) = enter(&server, &table.table, "").await;
    assert_eq!(lines, [line(None, "red is better")]);

    red.act(0, Command::Resign).await;
    say(&mut watcher, "well played").await;
    for client in [&mut red, &mut black, &mut watcher, &mut other] {
        assert_eq!(heard(client).await, Ok(line(None, "well played")));
    }
    assert!(!has_heard(&red, "better"), "what was said during the game stays apart");
}

#[tokio::test]
async fn bad_lines_are_refused_and_shown_to_no_viewer() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let table = server.open(plan("xiangqi", "", "10+5")).await;
    let joined = server.join(&table.table).await;
    let (mut red, _) = enter(&server, &table.table, &table.token).await;
    let (mut black, _) = enter(&server, &table.table, &joined.token).await;
    let long = "好".repeat(141);
    for (text, code) in [
        (" \u{200b}\u{2066}\n", "chat-empty"),
        (long.as_str(), "chat-long"),
        ("x\u{300}\u{301}\u{302}\u{303}", "chat-signs"),
        ("see https://example.com/x", "chat-link"),
        ("example.com", "chat-link"),
    ] {
        say(&mut red, text).await;
        assert_eq!(heard(&mut red).await, Err(code.to_owned()), "{text}");
    }
    // Refused lines do not count. Five lines at once are allowed.
    for count in 0..5 {
        say(&mut red, &format!("line {count}")).await;
        assert_eq!(heard(&mut red).await, Ok(line(Some(0), &format!("line {count}"))));
    }
    say(&mut red, "too much").await;
    assert_eq!(heard(&mut red).await, Err("chat-often".to_owned()));
    // Another device of the same seat has the same limit, and the opponent has another one.
    let (mut again, _) = enter(&server, &table.table, &table.token).await;
    say(&mut again, "again").await;
    assert_eq!(heard(&mut again).await, Err("chat-often".to_owned()));
    say(&mut black, "and me").await;
    for count in 0..5 {
        assert_eq!(heard(&mut black).await, Ok(line(Some(0), &format!("line {count}"))));
    }
    assert_eq!(heard(&mut black).await, Ok(line(Some(1), "and me")));
    env.now.fetch_add(2_000, Ordering::SeqCst);
    say(&mut again, "later").await;
    assert_eq!(heard(&mut black).await, Ok(line(Some(0), "later")));
    red.play(0, "h2e2").await;
}

#[tokio::test]
async fn a_chat_is_bounded_and_ends_with_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let table = server.open(plan("xiangqi", "", "none")).await;
    server.join(&table.table).await;
    let (mut red, _) = enter(&server, &table.table, &table.token).await;
    red.play(0, "h2e2").await;
    for count in 0..CHAT_LINES + 5 {
        env.now.fetch_add(2_000, Ordering::SeqCst);
        say(&mut red, &format!("line {count}")).await;
        heard(&mut red).await.expect("a line");
    }
    let (_, lines) = enter(&server, &table.table, &table.token).await;
    assert_eq!(lines.len(), CHAT_LINES);
    assert_eq!(lines.first(), Some(&line(Some(0), "line 5")));
    drop((red, server));

    let server = TestServer::start(folder.path(), env).await;
    let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
    let Some(ToClient::Snapshot(snapshot)) = red.next().await else { panic!("no snapshot") };
    assert_eq!(snapshot.history.len(), 1, "the game is complete");
    let (_, lines) = enter(&server, &table.table, &table.token).await;
    assert_eq!(lines, [], "the chat was in memory only");
    let words = b"line 5";
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let stored = std::fs::read(file.unwrap().path()).unwrap_or_default();
        assert!(!stored.windows(words.len()).any(|part| part == words), "a line is stored");
    }
}

/// A viewer that never enters the chat receives nothing of it, and a player without another person
/// at the table has none.
#[tokio::test]
async fn viewers_without_a_chat_receive_none() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let mut plan = plan("xiangqi", "", "none");
    plan.seats[1] = SeatPlan::Computer { level: "level-1".into(), resigns: false };
    let table = server.open(plan).await;
    let mut red = Client::connect(&server.address, &table.table, &table.token, 0).await;
    red.send(&ToServer::EnterChat { guest: None }).await;
    say(&mut red, "hello, computer").await;
    assert_eq!(heard(&mut red).await, Err("chat-off".to_owned()));
    assert!(!has_heard(&red, "chat-room"));
    let mut silent = Client::connect(&server.address, &table.table, "", 0).await;
    let (mut watcher, _) = enter(&server, &table.table, "").await;
    say(&mut watcher, "hello").await;
    heard(&mut watcher).await.expect("a line");
    silent.pong().await;
    assert!(!has_heard(&silent, "hello"));
}

/// Two games that differ only in a mole: every viewer receives the same texts, also of the chat.
#[tokio::test]
async fn the_chat_carries_nothing_about_moles() {
    let mut worlds = Vec::new();
    for mole in ["a", "e"] {
        let folder = tempfile::tempdir().unwrap();
        let server = TestServer::start(folder.path(), TestEnv::new()).await;
        let table = server.open(plan("undercover", "", "none")).await;
        let joined = server.join(&table.table).await;
        let (mut red, _) = enter(&server, &table.table, &table.token).await;
        let (mut black, _) = enter(&server, &table.table, &joined.token).await;
        let (mut watcher, _) = enter(&server, &table.table, "").await;
        give_salts(&mut [(0, &mut red), (1, &mut black)]).await;
        red.play(0, &format!("mole:{mole}6")).await;
        say(&mut red, "I have chosen").await;
        say(&mut watcher, "who knows").await;
        let heard_by = [
            heard(&mut red).await,
            heard(&mut black).await,
            heard(&mut watcher).await,
            Ok(enter(&server, &table.table, "").await.1.remove(0)),
            Ok(enter(&server, &table.table, &joined.token).await.1.remove(0)),
        ];
        let chat = |client: &Client| -> Vec<String> {
            client.texts.iter().filter(|text| text.contains(r#""chat-"#)).cloned().collect()
        };
        worlds.push((heard_by, [chat(&red), chat(&black), chat(&watcher)]));
    }
    assert_eq!(worlds[0], worlds[1]);
}

#[tokio::test]
async fn rated_sifang_takes_phrases_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let headers = server.register("Ada").await;
    let rated = TablePlan { rated: true, ..plan("sifang", "", "10+5") };
    let table = server.open_as(rated, &headers).await;
    let mut client = Client::connect(&server.address, &table.table, &table.token, 0).await;
    client.send(&ToServer::EnterChat { guest: None }).await;
    let room = client.next_chat().await;
    assert!(matches!(room, FromChat::ChatRoom { phrases_only: true, .. }), "{room:?}");
    say(&mut client, "take the tank").await;
    assert_eq!(heard(&mut client).await, Err("chat-phrases".to_owned()));
    client.send(&ToServer::Say { words: ChatWords::Phrase(ChatPhrase::Hello) }).await;
    assert!(heard(&mut client).await.is_ok());
}

/// An account may send links a day after its registration, and a spectator's line has its name.
#[tokio::test]
async fn accounts_of_a_day_send_links() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let headers = server.register("Ada").await;
    let table = server.open(plan("xiangqi", "", "none")).await;
    server.join(&table.table).await;
    let link = "https://example.com/x";
    for (hours, expected) in [(23, Err("chat-link".to_owned())), (2, Ok(link))] {
        env.now.fetch_add(hours * 3_600_000, Ordering::SeqCst);
        let mut ada = Client::connect_with(&headers, &server.address, &table.table, "", 0).await;
        ada.send(&ToServer::EnterChat { guest: None }).await;
        ada.next_chat().await;
        say(&mut ada, link).await;
        let expected =
            expected.map(|text| ChatLine { name: Some("Ada".into()), ..line(None, text) });
        assert_eq!(heard(&mut ada).await, expected);
    }
}

/// Enters the chat of a table as an account. Returns its lines so far.
async fn enter_as(
    headers: &str,
    server: &TestServer,
    table: &GameId,
    token: &str,
) -> (Client, Vec<ChatLine>) {
    let mut client = Client::connect_with(headers, &server.address, table, token, 0).await;
    client.send(&ToServer::EnterChat { guest: None }).await;
    match client.next_chat().await {
        FromChat::ChatRoom { lines, .. } => (client, lines),
        other => panic!("before the room: {other:?}"),
    }
}

async fn relate(server: &TestServer, headers: &str, name: &str, body: &str) {
    let method = if body.is_empty() { "DELETE" } else { "PUT" };
    let path = format!("/api/players/{name}/relation");
    let (status, reply) = server.http(method, &path, body, headers).await;
    assert_eq!(status, 204, "{reply}");
}

const BLOCK: &str = r#"{"relation":"block"}"#;

/// The lines of an account reach no viewer who blocks it: not the earlier ones, and no new one. All
/// others receive them.
#[tokio::test]
async fn lines_of_blocked_accounts_are_not_sent() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let (ada, bo, cy) =
        (server.register("Ada").await, server.register("Bo").await, server.register("Cy").await);
    let (di, ed) = (server.register("Di").await, server.register("Ed").await);
    let table = server.open_as(plan("xiangqi", "", "none"), &ada).await;
    let joined = server.join_as(&table.table, &bo).await;
    let named = |name: &str, text: &str| ChatLine { name: Some(name.into()), ..line(None, text) };

    // Spectators.
    let (mut of_cy, _) = enter_as(&cy, &server, &table.table, "").await;
    let (mut of_di, _) = enter_as(&di, &server, &table.table, "").await;
    let (mut guest, _) = enter(&server, &table.table, "").await;
    say(&mut of_cy, "before the block").await;
    for client in [&mut of_cy, &mut of_di, &mut guest] {
        assert_eq!(heard(client).await, Ok(named("Cy", "before the block")));
    }
    relate(&server, &di, "Cy", BLOCK).await;
    say(&mut of_cy, "during the block").await;
    for client in [&mut of_cy, &mut guest] {
        assert_eq!(heard(client).await, Ok(named("Cy", "during the block")));
    }
    say(&mut guest, "by a guest").await;
    assert_eq!(heard(&mut of_di).await, Ok(line(None, "by a guest")));
    assert_eq!(heard(&mut of_cy).await, Ok(line(None, "by a guest")));
    assert_eq!(heard(&mut guest).await, Ok(line(None, "by a guest")));
    let (_, lines) = enter_as(&di, &server, &table.table, "").await;
    assert_eq!(lines, [line(None, "by a guest")]);
    let (_, lines) = enter_as(&ed, &server, &table.table, "").await;
    assert_eq!(lines.len(), 3);
    // A blocked account reads the one who blocks it.
    say(&mut of_di, "by di").await;
    for client in [&mut of_di, &mut of_cy] {
        assert_eq!(heard(client).await, Ok(named("Di", "by di")));
    }
    relate(&server, &di, "Cy", "").await;
    say(&mut of_cy, "after the block").await;
    assert_eq!(heard(&mut of_di).await, Ok(named("Cy", "after the block")));
    assert!(!has_heard(&of_di, "during"));

    // Players, also of casual seats.
    let (mut red, _) = enter_as(&ada, &server, &table.table, &table.token).await;
    let (mut black, _) = enter_as(&bo, &server, &table.table, &joined.token).await;
    relate(&server, &ada, "Bo", BLOCK).await;
    say(&mut black, "by black").await;
    assert_eq!(heard(&mut black).await, Ok(line(Some(1), "by black")));
    say(&mut red, "by red").await;
    assert_eq!(heard(&mut red).await, Ok(line(Some(0), "by red")));
    assert_eq!(heard(&mut black).await, Ok(line(Some(0), "by red")));
    let (_, lines) = enter_as(&ada, &server, &table.table, &table.token).await;
    assert_eq!(lines, [line(Some(0), "by red")]);
    // A browser that signs out keeps the seat, and its account is known.
    let (mut black, lines) = enter(&server, &table.table, &joined.token).await;
    assert_eq!(lines.len(), 2);
    env.now.fetch_add(60_000, Ordering::SeqCst);
    say(&mut black, "signed out").await;
    heard(&mut black).await.expect("a line");
    red.pong().await;
    assert!(!has_heard(&red, "signed out") && !has_heard(&red, "by black"));
}

/// A line that follows at once upon the entry is said in the chat: no message overtakes the reading of
/// the blocked accounts.
#[tokio::test]
async fn an_account_speaks_as_soon_as_it_enters() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    let table = server.open(plan("xiangqi", "", "none")).await;
    server.join(&table.table).await;
    let mut client = Client::connect_with(&ada, &server.address, &table.table, "", 0).await;
    client.send(&ToServer::EnterChat { guest: None }).await;
    say(&mut client, "hello").await;
    let room = client.next_chat().await;
    assert!(matches!(&room, FromChat::ChatRoom { lines, .. } if lines.is_empty()), "{room:?}");
    let expected = ChatLine { name: Some("Ada".into()), ..line(None, "hello") };
    assert_eq!(heard(&mut client).await, Ok(expected));
}

/// Each guest among the spectators has a number at a table, also after a reconnect, and another one
/// at another table. Players and accounts have none.
#[tokio::test]
async fn guests_are_numbered_at_each_table() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    let (one, other) = (
        server.open(plan("xiangqi", "", "none")).await,
        server.open(plan("xiangqi", "", "none")).await,
    );
    for table in [&one, &other] {
        server.join(&table.table).await;
    }
    let mut numbers = Vec::new();
    for (headers, table, token, page) in [
        ("", &one, "", Some("first")),
        ("", &one, "", Some("second")),
        ("", &one, "", Some("first")),
        ("", &other, "", Some("first")),
        ("", &one, "", None),
        (&*ada, &one, "", Some("first")),
        ("", &one, &*one.token, Some("first")),
    ] {
        let mut client =
            Client::connect_with(headers, &server.address, &table.table, token, 0).await;
        client.send(&ToServer::EnterChat { guest: page.map(str::to_owned) }).await;
        assert!(matches!(client.next_chat().await, FromChat::ChatRoom { .. }));
        say(&mut client, "hello").await;
        numbers.push(heard(&mut client).await.expect("a line").guest);
    }
    let [first, second, again, elsewhere, unknown, account, player] = numbers[..] else {
        panic!("seven lines")
    };
    assert!(first.is_some() && first == again && second.is_some() && elsewhere.is_some());
    assert!(first != second && first != elsewhere && second != elsewhere);
    assert_eq!([unknown, account, player], [None; 3]);
}
