//! A mail address of an account, and a new password by mail.

#[path = "../../../crates/server/tests/common/mailbox.rs"]
#[allow(dead_code)]
mod mailbox;

use anyhow::{Result, ensure};
use browser::{Chromium, ENGLISH, Page, Program, Size};
use mailbox::{Mailbox, Manner};

const MAIL: &str = "ada@club.example";

#[tokio::test]
async fn a_forgotten_password_is_replaced_by_mail() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mailbox = Mailbox::open(Manner::Takes).await;
    let options = ["--smtp", &mailbox.url, "--mail-from", "Club <chuhe@club.example>"];
    let options = [&options[..], &["--address", "https://club.example/"]].concat();
    let program = Program::start_with(folder.path(), 0, &options).await?;
    let chromium = Chromium::start().await?;
    let (desk, phone) =
        (chromium.open(Size::Desk, "").await?, chromium.open(Size::Phone, "").await?);
    let result = forgotten(&desk, &phone, &mailbox, program.address()).await;
    desk.close().await?;
    phone.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn forgotten(desk: &Page, phone: &Page, mailbox: &Mailbox, address: &str) -> Result<()> {
    // The links begin with the public address, which the test's browser cannot reach.
    let here = |link: &str| link.replace("https://club.example", address);
    desk.goto(&format!("{address}/account")).await?;
    desk.press("[data-mode='register']").await?;
    desk.write("[data-input='account-name']", "Ada").await?;
    desk.write("[data-input='password']", "over the river").await?;
    desk.see("[data-input='mail-address']").await?;
    desk.write("[data-input='mail-address']", "ada").await?;
    desk.act("send-account").await?;
    desk.until("/one mail address/.test(document.querySelector('[data-trouble]').textContent)")
        .await?;
    desk.write("[data-input='mail-address']", "@club.example").await?;
    desk.act("send-account").await?;
    desk.see("[data-dialog='mail-notice']").await?;
    ensure!(desk.text("[data-dialog='mail-notice']").await?.contains(MAIL));
    desk.act("close").await?;
    desk.see("main[data-screen='start']").await?;

    // The link asks another device to sign in first.
    let confirmation = mailbox.mail(0).await;
    ensure!(confirmation.to == [MAIL], "{confirmation:?}");
    phone.goto(&here(confirmation.link())).await?;
    phone.see("main[data-screen='confirm-mail'] [data-form='account']").await?;
    ensure!(phone.fits().await?, "the form is wider than the screen");
    desk.goto(&here(confirmation.link())).await?;
    desk.act("confirm-mail").await?;
    desk.see("main[data-screen='confirm-mail'] [data-done]").await?;
    desk.act("account").await?;
    desk.press("[data-panel='mail'] summary").await?;
    desk.see("[data-own-mail]").await?;
    ensure!(desk.text("[data-own-mail]").await? == "a…@club.example");
    ensure!(desk.fits().await?, "the address is wider than the screen");

    // The phone has forgotten the password.
    phone.goto(&format!("{address}/account")).await?;
    phone.act("forgot-password").await?;
    phone.see("main[data-screen='forgot-password'] form").await?;
    phone.write("[data-input='name-or-mail']", MAIL).await?;
    phone.act("send-reset-link").await?;
    phone.see("main[data-screen='forgot-password'] [data-done]").await?;
    ensure!(phone.fits().await?, "the answer is wider than the screen");
    let link = mailbox.mail(1).await;
    phone.goto(&here(link.link())).await?;
    phone.write("[data-input='new-password']", "across the border").await?;
    phone.act("reset-password").await?;
    phone.see("main[data-account='Ada']").await?;

    // The desk is signed out; the address is removed.
    desk.reload().await?;
    desk.see("main[data-screen='account'] [data-form='account']").await?;
    phone.press("[data-panel='mail'] summary").await?;
    phone.write("[data-input='mail-password']", "across the border").await?;
    phone.act("remove-mail").await?;
    phone.until("!document.querySelector('[data-own-mail]')").await?;
    mailbox.mail(2).await;
    Ok(())
}

/// The account is made although its message cannot be sent, and the player learns why and where to
/// send it again.
#[tokio::test]
async fn a_message_that_cannot_be_sent_is_reported() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mailbox = Mailbox::open(Manner::Takes).await;
    let options = ["--smtp", &mailbox.url, "--mail-from", "Club <chuhe@club.example>"];
    let options = [&options[..], &["--address", "https://club.example/"]].concat();
    let program = Program::start_with(folder.path(), 0, &options).await?;
    let chromium = Chromium::start().await?;
    let page = chromium.open(Size::Phone, ENGLISH).await?;
    let result = not_sent(&page, program.address()).await;
    page.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn not_sent(page: &Page, address: &str) -> Result<()> {
    page.goto(address).await?;
    // Three messages a day to an address that is not confirmed.
    let script = "const done = arguments[arguments.length - 1];
        const send = (method, path, body) => fetch(path, {
            method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
        });
        const password = 'over the river';
        (async () => {
            const answers = [];
            for (const name of ['Bo', 'Cy', 'Di']) {
                await send('POST', '/api/account', { name, password });
                const body = { address: 'ada@club.example', password, language: 'en' };
                answers.push((await send('PUT', '/api/account/mail', body)).status);
            }
            done(answers.every(status => status < 300));
        })();";
    let sent = page.ask_async(script, vec![]).await?;
    ensure!(sent == serde_json::json!(true), "{sent}");
    page.goto(&format!("{address}/account")).await?;
    page.act("sign-out").await?;
    page.press("[data-mode='register']").await?;
    page.write("[data-input='account-name']", "Ada").await?;
    page.write("[data-input='password']", "over the river").await?;
    page.write("[data-input='mail-address']", MAIL).await?;
    page.act("send-account").await?;
    page.see("[data-dialog='mail-notice']").await?;
    let words = page.text("[data-dialog='mail-notice']").await?;
    ensure!(words.contains("could not be sent") && words.contains(MAIL), "{words}");
    page.shoot("mail-notice").await?;
    ensure!(page.fits().await?, "the notice is wider than the screen");
    page.press("[data-dialog='mail-notice'] [data-act='account']").await?;
    page.see("main[data-account='Ada'] [data-panel='mail']").await
}
