//! The list of 64 smart boards and a board's live page, on a phone and a desktop.
#![allow(clippy::print_stdout)]

use anyhow::{Context, Result, ensure};
use boardlink::{Body, Button, Clock, Event, Left, Piece, Point, Points, Settings, ToHost};
use browser::{ARBITER, Chromium, Page, Size, TestServer};
use smart_boards::{Answer, Key, MAC_HEADER, Post};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

#[tokio::test]
async fn hall_and_live_page() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let world = TestServer::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let desk = chromium.open(Size::Desk, "").await?;
    let phone = chromium.open(Size::Phone, "").await?;
    let result = watched(&world, &desk, &phone).await;
    desk.close().await?;
    phone.close().await?;
    chromium.stop().await?;
    result
}

async fn watched(world: &TestServer, desk: &Page, phone: &Page) -> Result<()> {
    desk.goto(world.address()).await?;
    desk.go_to("community", "boards").await?;
    desk.see("main[data-screen='hall']").await?;
    // The arbiter registers boards; without the key this is rejected.
    desk.press("main summary").await?;
    let mut boards = Vec::new();
    let mut last = String::new();
    for number in 1..=64_u8 {
        let (id, name) = (format!("{number:024x}"), format!("Table {number:02}"));
        let mut bridge = if number <= 2 {
            let key = let_in_by_page(desk, &id, &name, &last).await?;
            last.clone_from(&key);
            let (address, key) = (world.address().to_owned(), key.parse()?);
            Bridge { address, id, key, n: 0, nonce: None, seq: 0 }
        } else {
            Bridge::let_in(world, &id, &name).await?
        };
        bridge.tell(&[Body::Setup { settings: timed() }]).await?;
        boards.push(bridge);
    }
    desk.until("document.querySelectorAll('[data-smart]').length === 64").await?;
    let openings = [("h2", "e2"), ("h9", "g7"), ("h0", "g2"), ("i9", "h9"), ("g3", "g4")];
    for (count, bridge) in boards.iter_mut().enumerate() {
        for (from, to) in openings.iter().take(count % 6) {
            bridge.tell(&[played(from, to)]).await?;
        }
    }
    let first = &mut boards[0];
    let live = format!("{}/boards/{}", world.address(), first.id);
    phone.goto(&live).await?;
    phone.see("main[data-state='playing']").await?;
    // Only games that were played have a page.
    for (game, status) in [(1, 200), (2, 404)] {
        let script = "fetch(arguments[0]).then(answer => arguments[1](answer.status))";
        let path = format!("/boards/{}/{game}", first.id);
        let found = phone.ask_async(script, vec![path.clone().into()]).await?;
        ensure!(found == status, "{path}: {found}");
    }
    let told = std::time::Instant::now();
    first.tell(&[played("h2", "e2")]).await?;
    phone.see("main[data-plies='1']").await?;
    println!("from the bridge's post to the live page: at most {} ms", told.elapsed().as_millis());
    phone.until("document.querySelector('[data-moves] li')?.textContent === 'Che3'").await?;
    phone.see("[data-piece='C'][data-at='e2']").await?;

    // After an illegal move, both pages show what is wrong and what to do.
    let leg = sensing::Reason::ALL.iter().position(|reason| reason.as_str() == "blocked-leg");
    let reason = leg.context("a reason")? as u8;
    let (from, to) = (point("b9"), point("d8"));
    let points = Points::from_iter([point("c9")]);
    first.tell(&[Body::Alarm { by_black: true, reason, tried: Some((from, to)), points }]).await?;
    phone.see("main[data-state='alarm']").await?;
    phone
        .until("/Put the piece on d8 back on b9/.test(document.querySelector('[data-says]').textContent)")
        .await?;
    phone.see("[data-mark='wanted'][data-at='b9']").await?;
    // The board lies on its ground, here and in the hall.
    for page in [phone, desk] {
        page.until(
            "[...document.querySelectorAll('svg.board')].every(board => {
                const [board_box, slab] = [board, board.previousElementSibling].map(it => it.getBoundingClientRect());
                return board_box.width > 0 && ['left', 'right', 'top', 'bottom'].every(side => Math.abs(board_box[side] - slab[side]) < 1);
            })",
        )
        .await?;
    }
    // Each reader has the words in their own script.
    for (language, words) in
        [("zh-Hans", "蹩马腿：把 d8 的棋子放回 b9"), ("zh-Hant", "蹩馬腿：把 d8 的棋子放回 b9")]
    {
        speak(phone, language).await?;
        phone
            .until(&format!("document.querySelector('[data-says]')?.textContent === '{words}'"))
            .await?;
    }
    speak(phone, "en").await?;
    phone.see("[data-says]").await?;
    ensure!(phone.fits().await?, "the live page is wider than the phone");
    phone.shoot("board-alarm").await?;
    desk.see(&format!("[data-smart='{}'][data-state='alarm']", first.id)).await?;
    desk.until("document.querySelector('[data-smart]').dataset.state === 'alarm'").await?;
    desk.ask("scrollTo(0, 0)", vec![]).await?;
    desk.shoot("hall").await?;

    // An illegal move is shown, stored, and corrected by the arbiter.
    first.tell(&[Body::Restored, played("b9", "d8")]).await?;
    desk.goto(&live).await?;
    desk.see("[data-doubts='1']").await?;
    desk.press("main summary").await?;
    fill(desk, "by", "Wu").await?;
    fill(desk, "why", "both players agree").await?;
    fill(desk, "ply", "2").await?;
    fill(desk, "action", "b9c7").await?;
    desk.act("correct-move").await?;
    desk.see("[data-corrections='1']").await?;
    desk.until("!document.querySelector('[data-doubts]')").await?;
    phone.see("[data-piece='n'][data-at='c7']").await?;
    for (language, text) in [("zh-Hant", "馬２進３"), ("zh-Hans", "马２进３")] {
        speak(phone, language).await?;
        phone
            .until(&format!(
                "document.querySelectorAll('[data-moves] li')[1]?.textContent === '{text}'"
            ))
            .await?;
    }
    speak(phone, "en").await?;
    desk.ask("scrollTo(0, 0)", vec![]).await?;
    desk.shoot("board-corrected").await?;
    phone.goto(&format!("{}/boards", world.address())).await?;
    phone.see("[data-smart]").await?;
    ensure!(phone.fits().await?, "the hall is wider than the phone");
    phone.shoot("hall").await?;
    Ok(())
}

/// Loads the page again in another language.
async fn speak(page: &Page, language: &str) -> Result<()> {
    let store =
        "localStorage.setItem('chuhe.settings', JSON.stringify({ language: arguments[0] }))";
    page.ask(store, vec![serde_json::json!(language)]).await?;
    page.reload().await
}

/// Registers a board on the arbiter's page, first without the key if none is set. Returns the
/// board's key, which differs from `last`.
async fn let_in_by_page(desk: &Page, id: &str, name: &str, last: &str) -> Result<String> {
    if last.is_empty() {
        fill(desk, "board-id", id).await?;
        fill(desk, "board-name", name).await?;
        desk.act("let-in").await?;
        desk.see("[data-trouble]").await?;
        fill(desk, "arbiter-key", ARBITER).await?;
    }
    fill(desk, "board-id", id).await?;
    fill(desk, "board-name", name).await?;
    desk.act("let-in").await?;
    desk.see(&format!("[data-smart='{id}']")).await?;
    desk.until(&format!(
        "(k => k?.length === 64 && k !== '{last}')(document.querySelector('[data-board-key]')?.textContent)"
    ))
    .await?;
    let key = desk.ask("return document.querySelector('[data-board-key]').textContent", vec![]);
    Ok(key.await?.as_str().context("a key")?.to_owned())
}

const PASSWORD: &str = "over the river";

#[tokio::test]
async fn seats_are_claimed() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let world = TestServer::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let desk = chromium.open(Size::Desk, "").await?;
    let phone = chromium.open(Size::Phone, "").await?;
    let result = claimed(&world, &desk, &phone).await;
    desk.close().await?;
    phone.close().await?;
    chromium.stop().await?;
    result
}

/// Two players claim their seats, press their clocks, and the game is rated.
async fn claimed(world: &TestServer, desk: &Page, phone: &Page) -> Result<()> {
    let mut bridge = Bridge::let_in(world, &format!("{:024x}", 7), "Table 7").await?;
    let live = format!("{}/boards/{}", world.address(), bridge.id);
    bridge.tell(&[Body::Setup { settings: timed() }]).await?;
    for (page, name, side) in [(desk, "Ada", "red"), (phone, "Bo", "black")] {
        page.goto(&live).await?;
        // A guest has to sign in first, in a dialog.
        let claim = format!("[data-act='claim'][data-side='{side}']");
        page.press(&claim).await?;
        page.press("[data-dialog] [data-mode='register']").await?;
        fill(page, "account-name", name).await?;
        fill(page, "password", PASSWORD).await?;
        page.act("send-account").await?;
        page.until("!document.querySelector('[data-dialog]')").await?;
        page.press(&claim).await?;
        page.see(&format!("[data-own-claim='{side}']")).await?;
        ensure!(!page.has("[data-act='claim'][data-side='red']").await?, "a seat for two");
        ensure!(page.fits().await?, "the claim does not fit");
        page.shoot("board-claim").await?;
    }
    phone.see("[data-claimant='Ada']").await?;

    // Each player presses the own clock button twice; the other's button confirms nothing.
    world.pass(2_000);
    bridge.tell(&[Body::Pressed { button: Button::RedClock }; 2]).await?;
    for page in [desk, phone] {
        page.see("[data-side='red'] [data-holder='Ada']").await?;
        page.see("[data-claimant='Bo'], [data-own-claim='black']").await?;
    }
    ensure!(!desk.has("[data-own-claim]").await?, "what is done is said no more");
    for body in [
        Body::Pressed { button: Button::BlackClock },
        Body::Pressed { button: Button::BlackClock },
        played("h2", "e2"),
        played("h9", "g7"),
        played("h0", "g2"),
        // Enough moves for a rated game.
        played("a6", "a5"),
        played("a3", "a4"),
        played("c6", "c5"),
        played("c3", "c4"),
        played("e6", "e5"),
        played("e3", "e4"),
        played("g6", "g5"),
    ] {
        world.pass(1_000);
        bridge.tell(&[body]).await?;
    }
    phone.see("[data-side='black'] [data-holder='Bo']").await?;
    phone.see("main[data-plies='10']").await?;
    phone.shoot("board-live").await?;
    desk.see("main[data-plies='10']").await?;
    desk.shoot("board-live").await?;

    // Black resigns; the rating change is on the page, in the archive and on the ladder.
    world.pass(1_000);
    let resigned = game::Reason::ALL.iter().position(|it| *it == game::Reason::Resignation);
    let reason = resigned.context("a reason")? as u8;
    bridge.tell(&[Body::End { reason, result: boardlink::Result::Red }]).await?;
    for page in [desk, phone] {
        page.see("main[data-state='over']").await?;
        page.see("[data-board-games='1'] [data-change='162']").await?;
        page.see("[data-side='red'] [data-strength='1662']").await?;
        page.see("[data-side='black'] [data-strength='1338']").await?;
        ensure!(page.fits().await?, "the end does not fit");
        page.shoot("board-over").await?;
    }
    phone.goto(&format!("{}/archive", world.address())).await?;
    phone.see("[data-reason='resignation'] [data-change='-162']").await?;
    desk.press("[data-board-games] [data-act='replay']").await?;
    desk.see("main[data-screen='record'][data-plies='10']").await?;

    // The arbiter releases the seat of a wrong claim, and the game is not rated.
    desk.goto(&live).await?;
    // Later content would move the arbiter's panel under the mouse.
    desk.see("main[data-plies='10'] [data-board-games='1'] [data-change]").await?;
    desk.press("main summary").await?;
    fill(desk, "arbiter-key", ARBITER).await?;
    fill(desk, "by", "Wu").await?;
    fill(desk, "why", "Bo was not there").await?;
    desk.press("[data-act='free-seat'][data-side='black']").await?;
    desk.see("[data-corrections='1']").await?;
    desk.until("!document.querySelector('[data-change]')").await?;
    phone.goto(&format!("{}/ranking/xiangqi/rapid", world.address())).await?;
    phone.see("[data-empty='ranking']").await
}

async fn fill(page: &Page, field: &str, text: &str) -> Result<()> {
    let selector = format!("[data-input='{field}']");
    page.see(&selector).await?;
    let empty = "const e = document.querySelector(arguments[0]); e.value = '';
        e.dispatchEvent(new Event('input', { bubbles: true }))";
    page.ask(empty, vec![selector.clone().into()]).await?;
    page.write(&selector, text).await
}

/// Simulated bridge of a board.
struct Bridge {
    address: String,
    id: String,
    key: Key,
    n: u64,
    /// Last nonce from the server.
    nonce: Option<u64>,
    seq: u32,
}

impl Bridge {
    /// Registers a board and returns its bridge.
    async fn let_in(world: &TestServer, id: &str, name: &str) -> Result<Bridge> {
        let address = world.address().to_owned();
        let body = serde_json::json!({ "id": id, "name": name }).to_string();
        let header = format!("authorization: Bearer {ARBITER}");
        let reply = post(&address, "/api/boards", &header, &body).await?;
        let (_, reply) = reply.split_once("\r\n\r\n").context("a body")?;
        let key: serde_json::Value = serde_json::from_str(reply)?;
        let key = key["key"].as_str().context("a key")?.parse()?;
        Ok(Bridge { address, id: id.to_owned(), key, n: 0, nonce: None, seq: 0 })
    }

    async fn tell(&mut self, bodies: &[Body]) -> Result<()> {
        let mut messages = Vec::new();
        for &body in bodies {
            let event = Event { game: 1, seq: self.seq, at_ms: 1_000 * self.seq, body };
            messages.push(ToHost::Event(event));
            self.seq += 1;
        }
        if self.nonce.is_none() {
            // The first post gets a nonce, which proves that later posts are fresh.
            self.post(Vec::new()).await?;
        }
        self.post(messages).await
    }

    async fn post(&mut self, messages: Vec<ToHost>) -> Result<()> {
        self.n += 1;
        let body = serde_json::to_string(&Post { n: self.n, nonce: self.nonce, messages })?;
        let header = format!("{MAC_HEADER}: {}", self.key.sign(&self.id, body.as_bytes()));
        let path = format!("/api/boards/{}/messages", self.id);
        let reply = post(&self.address, &path, &header, &body).await?;
        let (_, body) = reply.split_once("\r\n\r\n").context("a body")?;
        self.nonce = serde_json::from_str::<Answer>(body)?.nonce;
        Ok(())
    }
}

/// Sends a POST request and returns the response.
async fn post(address: &str, path: &str, header: &str, body: &str) -> Result<String> {
    let host = address.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).await?;
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n{header}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len(),
    );
    stream.write_all(request.as_bytes()).await?;
    let mut reply = String::new();
    let read = stream.read_to_string(&mut reply);
    let patience = std::time::Duration::from_secs(120);
    tokio::time::timeout(patience, read).await.context("no reply in time")??;
    ensure!(reply.starts_with("HTTP/1.1 20"), "{reply}");
    Ok(reply)
}

fn timed() -> Settings {
    let clock = Clock { main_ms: 600_000, increment_ms: 5_000, ..Clock::default() };
    Settings { clocks: [clock; 2], ..Settings::default() }
}

fn played(from: &str, to: &str) -> Body {
    let nothing = Piece::new(0).expect("none");
    Body::Move {
        from: point(from),
        to: point(to),
        piece: nothing,
        captured: nothing,
        stood_ms: 400,
        left: [Left { main_ms: 590_000, periods: 0 }; 2],
    }
}

fn point(name: &str) -> Point {
    let square: xiangqi::Square = name.parse().expect("a point");
    Point::new(sensing::point_index(square) as u8).expect("a point")
}
