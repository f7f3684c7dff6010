//! Games that only computers play.

mod common;

use common::{Client, TestEnv, TestServer, plan};
use protocol::{Command, Created, OpenRequest, SeatPlan, TablePlan, ToClient};
use std::time::Duration;

fn computer() -> SeatPlan {
    SeatPlan::Computer { level: "level-1".into(), resigns: false }
}

fn computers() -> TablePlan {
    let plan = plan("xiangqi", "quiet-limit=off repetition=off", "none");
    TablePlan { seats: vec![computer(), computer()], training: true, ..plan }
}

/// A person at an address.
struct Person<'a>(&'a TestServer, &'static str);

impl Person<'_> {
    async fn open(&self, plan: TablePlan) -> Result<Created, String> {
        let request = OpenRequest { plan, name: "Ada".into() };
        let body = serde_json::to_string(&request).unwrap();
        let headers = format!("x-forwarded-for: {}\r\n", self.1);
        let (status, reply) = self.0.http("POST", "/api/tables", &body, &headers).await;
        if status == 201 { Ok(serde_json::from_str(&reply).unwrap()) } else { Err(reply) }
    }

    /// A socket that is let in, or the code of its refusal.
    async fn watch(&self, table: &str, token: &str) -> Result<Client, String> {
        let mut client = Client::connect_from(Some(self.1), &self.0.address, table, token, 0).await;
        match client.next().await {
            Some(ToClient::Snapshot(_)) => Ok(client),
            Some(ToClient::Error { code, .. }) => Err(code),
            other => panic!("{other:?}"),
        }
    }
}

async fn until_move(client: &mut Client) {
    while !matches!(client.next().await.expect("an open socket"), ToClient::Update(_)) {}
}

#[tokio::test]
async fn a_person_watches_one_game_between_computers() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let [ada, bo] = [Person(&server, "192.0.2.1"), Person(&server, "192.0.2.2")];
    let first = ada.open(computers()).await.expect("a table").table;
    let second = ada.open(computers()).await.expect("nothing is watched yet").table;
    let mut watching = ada.watch(&first, "").await.expect("the first");
    until_move(&mut watching).await;
    let mut again = ada.watch(&first, "").await.expect("the same table in another page");
    until_move(&mut again).await;
    assert_eq!(ada.watch(&second, "").await.err().as_deref(), Some("computers-elsewhere"));
    let refused = ada.open(computers()).await.expect_err("a third table");
    assert!(refused.contains("computers-elsewhere"), "{refused}");
    // Another person may; and other tables are not concerned.
    until_move(&mut bo.watch(&second, "").await.expect("another person")).await;
    let own = ada.open(plan("xiangqi", "", "none")).await.expect("a table for people");
    ada.watch(&own.table, &own.token).await.expect("a table for people");
    drop((watching, again));
    // The server notices a moment later that the sockets are closed.
    loop {
        match ada.watch(&second, "").await {
            Ok(mut watching) => break until_move(&mut watching).await,
            Err(code) => assert_eq!(code, "computers-elsewhere"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// After a person has left a game for four, only computers play on.
#[tokio::test]
async fn computers_that_play_on_count_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let ada = Person(&server, "192.0.2.1");
    let mut solo = plan("sifang", "mode=solo", "none");
    solo.seats = vec![SeatPlan::Host, computer(), computer(), computer()];
    let other = ada.open(computers()).await.expect("a table").table;
    let table = ada.open(solo).await.expect("a table");
    let mut host = ada.watch(&table.table, &table.token).await.expect("the host");
    drop(ada.watch(&other, "").await.expect("people play at the other table"));
    let (_, answer) = host.act(0, Command::Resign).await;
    assert!(matches!(answer, ToClient::Ack { .. }), "{answer:?}");
    until_move(&mut host).await;
    until_move(&mut host).await;
    assert_eq!(ada.watch(&other, "").await.err().as_deref(), Some("computers-elsewhere"));
}
