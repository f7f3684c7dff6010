//! Members of a club: their devices, a seat that is kept for one of them, and the list of those who wait.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, ENGLISH, Page, Size, TestServer, register, request, sign_in};
use serde_json::{Value, json};

#[tokio::test]
async fn members_meet() -> Result<()> {
    let folder = tempfile::tempdir()?;
    // Its clock stands still, so that players who wait stay although their pages are closed.
    let server = TestServer::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let ada = chromium.open(Size::Desk, ENGLISH).await?;
    let bo = chromium.open(Size::Phone, ENGLISH).await?;
    let guest = chromium.open(Size::Desk, ENGLISH).await?;
    let result = async {
        let address = server.address();
        for page in [&ada, &bo, &guest] {
            page.goto(address).await?;
        }
        register(&ada, "Ada").await?;
        end_devices(&ada, &bo, &guest, address).await.context("devices")?;
        register(&bo, "Bo").await?;
        reserve_a_seat(&ada, &bo, &guest, address).await.context("a reserved seat")?;
        choose_a_player(&ada, &bo, &guest, address).await.context("the players who wait")
    };
    let result = result.await;
    for page in [ada, bo, guest] {
        page.close().await?;
    }
    chromium.stop().await?;
    result
}

/// An account is signed out on one device after another.
async fn end_devices(ada: &Page, second: &Page, third: &Page, address: &str) -> Result<()> {
    const OTHERS: &str = "document.querySelectorAll('[data-device=other]').length";
    let account = format!("{address}/account");
    for page in [second, third] {
        sign_in(page, "Ada").await?;
        page.goto(&account).await?;
        page.see("main[data-account='Ada'] [data-panel='devices']").await?;
    }
    ada.goto(&account).await?;
    ada.press("[data-panel='devices'] summary").await?;
    ada.until(&format!("{OTHERS} === 2")).await?;
    ensure!(ada.attributes("[data-device='this']", "data-device").await?.len() == 1, "this device");
    ensure!(!ada.has("[data-device='this'] button").await?, "this device is ended in the list");
    ada.shoot("devices").await?;
    // One of the two others ends, and the other one stays.
    ada.press("[data-device='other'] [data-act='sign-out-device']").await?;
    ada.until(&format!("{OTHERS} === 1")).await?;
    let mut signed_in = Vec::new();
    for page in [second, third] {
        let (_, account) = request(page, "GET", "/api/account", &Value::Null).await?;
        signed_in.push(account["name"] == "Ada");
    }
    ensure!(signed_in[0] != signed_in[1], "{signed_in:?}");
    ada.press("[data-device='other'] [data-act='sign-out-device']").await?;
    ada.until(&format!("{OTHERS} === 0")).await?;
    for page in [second, third] {
        page.reload().await?;
        page.see("[data-form='account']").await?;
    }
    ada.reload().await?;
    ada.see("main[data-account='Ada']").await
}

/// A seat of an invitation is kept for a member, who is asked on any page.
async fn reserve_a_seat(ada: &Page, bo: &Page, guest: &Page, address: &str) -> Result<()> {
    bo.goto(address).await?;
    ada.goto(&format!("{address}/new/xiangqi")).await?;
    ada.press("[data-opponent='invite']").await?;
    ada.write("[data-reserve='1']", "Zed").await?;
    ada.act("start").await?;
    ada.see("[data-trouble]").await?;
    ada.ask("document.querySelector('[data-reserve]').value = ''", vec![]).await?;
    ada.write("[data-reserve='1']", "bo").await?;
    ada.act("start").await?;
    ada.see("[data-panel='invite'] [data-reserved='1']").await?;
    ensure!(ada.text("[data-reserved='1']").await?.contains("Bo"), "the name as registered");
    ada.shoot("reserved").await?;
    let link = ada.ask("return document.querySelector('[data-invite-link]').value", vec![]).await?;
    guest.goto(link.as_str().context("a link")?).await?;
    guest.see("[data-panel='invited'] [data-reserved='1']").await?;
    guest.see("[data-panel='invited'] [data-act='watch']").await?;
    ensure!(!guest.has("[data-act='join']").await?, "a guest can take Bo's seat");
    guest.shoot("reserved-seen").await?;
    bo.see("[data-dialog='challenge-received']").await?;
    bo.act("accept-challenge").await?;
    for page in [ada, bo] {
        page.see("main[data-turn='0'] [data-board]").await?;
    }
    ada.play("h2", Some("e2")).await?;
    bo.until_plies(1).await?;
    bo.act("resign").await?;
    bo.act("confirm").await?;
    ada.see("[data-ending='resignation']").await
}

/// Waits for an opponent. Returns the id of the table.
async fn wait_as(
    page: &Page,
    name: &str,
    variant: &str,
    clock: &str,
    rated: bool,
) -> Result<String> {
    let seats = json!([{ "kind": "host" }, { "kind": "open" }]);
    let plan = json!({
        "variant": variant, "options": "", "clock": clock, "seats": seats, "rated": rated,
    });
    let body = json!({ "plan": plan, "name": name });
    let (status, answer) = request(page, "POST", "/api/seeks", &body).await?;
    ensure!(status == 201, "{status} {answer}");
    Ok(answer["table"].as_str().context("a table")?.to_owned())
}

/// Waits until the page lists these tables in this order.
async fn until_listed(page: &Page, tables: &[&String]) -> Result<()> {
    let listed = "[...document.querySelectorAll('[data-seek]')].map(it => it.dataset.seek)";
    page.until(&format!("String({listed}) === String({})", json!(tables)))
        .await
        .with_context(|| format!("{tables:?}"))
}

/// The best fit is first. A filter chooses, and is remembered.
async fn choose_a_player(ada: &Page, bo: &Page, guest: &Page, address: &str) -> Result<()> {
    // In the order of their arrival.
    let days = wait_as(bo, "Bo", "xiangqi", "3d-move", false).await?;
    let casual = wait_as(guest, "Guest", "xiangqi", "5+3", false).await?;
    let banqi = wait_as(guest, "Guest", "banqi", "5+3", false).await?;
    let rated = wait_as(bo, "Bo", "xiangqi", "10+5", true).await?;

    // A guest cannot join a rated game.
    guest.goto(address).await?;
    until_listed(guest, &[&casual, &banqi, &days, &rated]).await?;
    // A member has the rating of the one who waits.
    ada.goto(address).await?;
    until_listed(ada, &[&rated, &casual, &banqi, &days]).await?;
    ada.shoot("seeks").await?;
    let relation = json!({ "relation": "follow" });
    let (status, answer) = request(ada, "PUT", "/api/players/Bo/relation", &relation).await?;
    ensure!(status < 300, "{status} {answer}");
    ada.reload().await?;
    until_listed(ada, &[&rated, &days, &casual, &banqi]).await?;
    ensure!(ada.attributes(".seek.followed", "data-seek").await? == [rated.clone(), days.clone()]);

    let filter =
        async |name: &str, value: &str| ada.choose(&format!("[data-filter='{name}']"), value).await;
    filter("game", "banqi").await?;
    until_listed(ada, &[&banqi]).await?;
    filter("rated", "true").await?;
    ada.see("[data-empty='filter']").await?;
    until_listed(ada, &[]).await?;
    ada.shoot("seeks-filtered").await?;
    filter("game", "xiangqi").await?;
    until_listed(ada, &[&rated]).await?;
    filter("rated", "false").await?;
    until_listed(ada, &[&days, &casual]).await?;
    filter("clock", "true").await?;
    until_listed(ada, &[&days]).await?;
    filter("clock", "false").await?;
    until_listed(ada, &[&casual]).await?;
    ada.reload().await?;
    until_listed(ada, &[&casual]).await?;
    let stored = ada.ask("return localStorage['chuhe.seeks']", vec![]).await?;
    ensure!(stored == "xiangqi live casual", "{stored}");
    // A new player appears if the filter shows it, and a tap sits down.
    let slow = wait_as(guest, "Guest", "xiangqi", "15+10", false).await?;
    let _ = wait_as(guest, "Guest", "banqi", "15+10", false).await?;
    until_listed(ada, &[&casual, &slow]).await?;
    ada.press(&format!("[data-seek='{slow}']")).await?;
    ada.see("main[data-screen='table'] [data-board]").await?;
    ada.until(&format!("location.pathname === '/t/{slow}'")).await
}
