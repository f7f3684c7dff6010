//! Two browsers play undercover xiangqi twice, with different secrets only. All data that the other
//! player's browser receives, shows and stores must be the same bytes.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, Page, Size, TestServer};
use serde_json::Value;

/// Runs before the page: keeps all received data, makes random numbers repeatable and stops the
/// clocks, because durations may differ.
const EARLY: &str = "
    performance.now = () => 1000;
    Date.now = () => 1700000000000;
    window.__heard = [];
    window.__commands = 0;
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
        constructor(...all) {
            super(...all);
            this.addEventListener('message', event => window.__heard.push('socket ' + event.data));
        }
        send(text) {
            if (String(text).includes('\"do\"')) window.__commands += 1;
            super.send(text);
        }
    };
    const plainFetch = window.fetch.bind(window);
    window.fetch = async (...all) => {
        if (!String(all[0].url ?? all[0]).includes('/api/')) return plainFetch(...all);
        // In the order of the requests, as their responses may arrive in any order.
        const place = window.__heard.push('asked') - 1;
        const reply = await plainFetch(...all);
        window.__heard[place] = 'fetch ' + reply.status + ' ' + await reply.clone().text();
        return reply;
    };
    let drawn = 7;
    const next = array => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let i = 0; i < bytes.length; i++) bytes[i] = drawn = (drawn * 73 + 11) % 251;
        return array;
    };
    Object.defineProperty(crypto, 'getRandomValues', { value: next });
    Math.random = () => (drawn = (drawn * 73 + 11) % 251) / 251;
";

/// Also runs before the host's page: the order of the two salts is part of later hashes. The host's
/// salt waits for the guest's.
const HOST_EARLY: &str = "
    const send = window.WebSocket.prototype.send;
    window.WebSocket.prototype.send = function (text) {
        const isTold = () => window.__heard.some(heard => heard.includes('\"salt 1 '));
        if (!String(text).includes('reveal-salt') || isTold()) return send.call(this, text);
        this.addEventListener('message', function look() {
            if (!isTold()) return;
            this.removeEventListener('message', look);
            send.call(this, text);
        });
    };
";

/// All data that a player could inspect. Icon, manifest and print style are loaded at an arbitrary
/// time after the start and are ignored.
const LOOK: &str = "
    const late = /<link rel=.(icon|apple-touch-icon|manifest|stylesheet. href=..style.print.css).[^>]*>\\n?/g;
    const kept = store => Object.fromEntries(Object.keys(store).sort().map(key => [key, store[key]]));
    return {
        title: document.title,
        address: location.href,
        page: document.documentElement.outerHTML.replace(late, ''),
        local: kept(localStorage),
        session: kept(sessionStorage),
        cookies: document.cookie,
        heard: window.__heard,
    };
";

/// Points in time, with the visible data of each.
type Seen = Vec<(String, Value)>;

/// Name of the last one: the host's own view of the secret.
const HOST: &str = "the host at the end";

/// Visible data of the guest at each point in time.
async fn guest_sees(chromium: &Chromium, mole: usize, port: u16) -> Result<Seen> {
    let folder = tempfile::tempdir()?;
    let world = TestServer::start(folder.path(), port).await?;
    let host = chromium.open(Size::Desk, &format!("{EARLY}{HOST_EARLY}")).await?;
    let guest = chromium.open(Size::Phone, EARLY).await?;
    let seen = play(&world, &host, &guest, mole).await;
    host.close().await?;
    guest.close().await?;
    seen
}

async fn play(world: &TestServer, host: &Page, guest: &Page, mole: usize) -> Result<Seen> {
    let mut seen = Vec::new();
    host.goto(world.address()).await?;
    host.press(".card[data-game='undercover']").await?;
    host.act("invite").await?;
    host.see("[data-input='clock']").await?;
    host.choose("[data-input='clock']", "none").await?;
    host.act("start").await?;
    host.see("[data-invite-link]").await?;
    let link =
        host.ask("return document.querySelector('[data-invite-link]').value", vec![]).await?;
    let link = link.as_str().context("a link")?;
    hears(host, "salt-commitment 0").await?;
    guest.goto(link).await?;
    guest.act("join").await?;

    guest.see("[data-setup='choose']").await?;
    host.see("[data-setup='choose']").await?;
    host.press(&format!("[data-number='{mole}']")).await?;
    host.act("setup-done").await?;
    host.see("[data-setup='waiting']").await?;
    look(guest, "the host has chosen", &mut seen).await?;
    guest.press("[data-number='3']").await?;
    guest.act("setup-done").await?;
    guest.see("[data-mole]").await?;
    ensure!(guest.fits().await?, "the table is wider than the phone");
    host.see("[data-mole]").await?;
    look(guest, "both have chosen", &mut seen).await?;

    let quiet = [["h0g2", "b0c2"], ["h9g7", "b9c7"]];
    for ply in 0..4 {
        let side = host.attribute("[data-on-move='true']", "data-side").await?;
        let action = quiet[usize::from(side == "black")][ply / 2];
        let (from, to) = action.split_at(2);
        let is_hosts = host.has("[data-own='true'][data-on-move='true']").await?;
        let mover = if is_hosts { host } else { guest };
        mover.play(from, Some(to)).await?;
        host.until_plies(ply + 1).await?;
        guest.until_plies(ply + 1).await?;
        look(guest, &format!("ply {}", ply + 1), &mut seen).await?;
    }
    look(host, HOST, &mut seen).await?;
    Ok(seen)
}

/// Waits for a text in the received data.
async fn hears(page: &Page, words: &str) -> Result<()> {
    page.until(&format!("window.__heard.some(heard => heard.includes('{words}'))")).await
}

async fn look(page: &Page, when: &str, seen: &mut Seen) -> Result<()> {
    // Wait until all commands are answered.
    page.until(
        "window.__heard.filter(heard => heard.includes('\"ack\"')).length === window.__commands",
    )
    .await?;
    // Wait two frames, so that the page is fully drawn.
    page.until("(window.__frames = (window.__frames ?? 0) + 1) % 3 === 0").await?;
    seen.push((when.to_owned(), page.ask(LOOK, vec![]).await?));
    Ok(())
}

/// Removes the digits of commitments to secrets: hashes of choices, and signed heads over them.
/// Their number stays.
fn blind(text: &str) -> String {
    let mut blinded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_hexdigit()) {
        let (before, run) = rest.split_at(start);
        blinded.push_str(before);
        let length = run.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(run.len());
        let (digits, after) = run.split_at(length);
        let mut near: Vec<char> = blinded.chars().rev().take(16).collect();
        near.reverse();
        let near = String::from_iter(near);
        let is_commitment = ["choice ", "hash", "signature"].iter().any(|word| near.contains(word));
        if matches!(length, 64 | 128) && is_commitment {
            blinded.push_str(&"#".repeat(length))
        } else {
            blinded.push_str(digits)
        }
        rest = after;
    }
    blinded + rest
}

#[tokio::test]
async fn two_worlds() -> Result<()> {
    let chromium = Chromium::start().await?;
    // The same port, because the addresses are compared, too.
    let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let mut worlds = Vec::new();
    for mole in [1, 4] {
        worlds.push(guest_sees(&chromium, mole, port).await?);
    }
    chromium.stop().await?;
    let [one, other] = &worlds[..] else { unreachable!("two worlds") };
    ensure!(one.len() == other.len() && one.len() == 7);
    for ((when, seen), (_, elsewhere)) in one.iter().zip(other) {
        ensure!(seen["heard"].as_array().is_some_and(|heard| heard.len() > 2), "{when}: deaf");
        if when == HOST {
            // If the host's pages were equal, the test would detect nothing.
            ensure!(seen["page"] != elsewhere["page"] && seen["heard"] != elsewhere["heard"]);
            continue;
        }
        for (what, seen) in seen.as_object().context("an object")? {
            let elsewhere = &elsewhere[what];
            let is_same = blind(&seen.to_string()) == blind(&elsewhere.to_string());
            ensure!(is_same, "{when}, {what}:\n{seen:#}\n\n{elsewhere:#}");
        }
    }
    Ok(())
}
