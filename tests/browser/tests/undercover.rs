//! Two browsers play undercover xiangqi twice, with different secrets only. All data that the other
//! player's browser receives, shows and stores must be the same bytes, and so must what it says and
//! sounds while the player looks elsewhere.

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
/// salt waits for the guest's. Moves are played without a confirmation.
const HOST_EARLY: &str = "
    localStorage['chuhe.settings'] ??= '{\"coordinates\":true,\"confirm_days\":false}';
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

/// Data of the guest at each point in time, in a game on a server at this port. `early` also runs
/// before the guest's page.
async fn in_world(
    chromium: &Chromium,
    port: u16,
    (size, early): (Size, &str),
    play: impl AsyncFn(&TestServer, &Page, &Page) -> Result<Seen>,
) -> Result<Seen> {
    let folder = tempfile::tempdir()?;
    let world = TestServer::start(folder.path(), port).await?;
    let host = chromium.open(Size::Desk, &format!("{EARLY}{HOST_EARLY}")).await?;
    let guest = chromium.open(size, &format!("{EARLY}{early}")).await?;
    let seen = play(&world, &host, &guest).await;
    host.close().await?;
    guest.close().await?;
    seen
}

/// Sits both players down at a table with this clock. The host will move first.
async fn sit_down(world: &TestServer, host: &Page, guest: &Page, clock: &str) -> Result<()> {
    host.goto(world.address()).await?;
    host.press(".card[data-game='undercover']").await?;
    host.act("invite").await?;
    host.see("[data-input='clock']").await?;
    host.choose("[data-input='clock']", clock).await?;
    host.act("start").await?;
    host.see("[data-invite-link]").await?;
    let link =
        host.ask("return document.querySelector('[data-invite-link]').value", vec![]).await?;
    let link = link.as_str().context("a link")?;
    hears(host, "salt-commitment 0").await?;
    guest.goto(link).await?;
    guest.act("join").await?;
    guest.see("[data-setup='choose']").await?;
    host.see("[data-setup='choose']").await
}

/// Chooses the mole by its number.
async fn choose(page: &Page, mole: usize) -> Result<()> {
    page.press(&format!("[data-number='{mole}']")).await?;
    page.act("setup-done").await
}

async fn play(world: &TestServer, host: &Page, guest: &Page, mole: usize) -> Result<Seen> {
    let mut seen = Vec::new();
    sit_down(world, host, guest, "none").await?;
    choose(host, mole).await?;
    host.see("[data-setup='waiting']").await?;
    look(guest, "the host has chosen", &mut seen).await?;
    choose(guest, 3).await?;
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
        let game = async |world: &TestServer, host: &Page, guest: &Page| {
            play(world, host, guest, mole).await
        };
        worlds.push(in_world(&chromium, port, (Size::Phone, ""), game).await?);
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

/// Runs before the guest's page, in which the player wants notifications and hears the mole's place:
/// keeps everything that reaches a player who does not look at the page. The state of the connection
/// depends on the machine and is left out.
const NOTE: &str = "
    localStorage['chuhe.settings'] ??= '{\"language\":\"en\",\"notify_turn\":true,\"mole_voice\":true,\"confirm_days\":false}';
    window.__noted = { title: [], icon: [], notification: [], sound: [], voice: [], vibration: [], regions: {} };
    const note = (list, it) => { if (it && list.at(-1) !== it) list.push(it); };

    window.__hidden = false;
    Object.defineProperty(document, 'hidden', { get: () => window.__hidden });
    Object.defineProperty(document, 'visibilityState', { get: () => window.__hidden ? 'hidden' : 'visible' });
    window.Notification = class {
        static permission = 'granted';
        constructor(title, options) {
            // The time left depends on the machine.
            __noted.notification.push(JSON.stringify([title, options]).replace(/\\d+ (d|h|min)\\b/g, '…'));
        }
    };
    const copy = AudioBuffer.prototype.copyToChannel;
    AudioBuffer.prototype.copyToChannel = function (samples, ...rest) {
        __noted.sound.push([samples.length, samples.reduce((sum, it, at) => sum + it * (at % 97), 0)]);
        return copy.call(this, samples, ...rest);
    };
    speechSynthesis.speak = utterance => __noted.voice.push(utterance.text);
    navigator.vibrate = pattern => __noted.vibration.push(String(pattern));

    // The page loads its icon some seconds after its start: here when the test says so.
    const later = window.setTimeout;
    window.setTimeout = (act, ms, ...rest) => ms === 8000 ? (window.__loadIcon = act) : later(act, ms, ...rest);
    // A hidden page looks for waiting games every ten minutes: here when the test says so.
    const every = window.setInterval;
    window.setInterval = (act, ms, ...rest) => ms === 600000 ? ((window.__lookForGames = act), 0) : every(act, ms, ...rest);

    const live = '[aria-live], [role=status], [role=alert], [role=log], [data-status], [data-check], [data-warning]';
    const passing = '[data-link], [data-sending], [data-awaited]';
    new MutationObserver(() => {
        note(__noted.title, document.title);
        note(__noted.icon, document.querySelector('link[rel=icon]')?.getAttribute('href'));
        for (const region of document.querySelectorAll(live)) {
            if (region.matches(passing)) continue;
            const name = [region.className, ...Object.keys(region.dataset)].join(' ');
            note(__noted.regions[name] ??= [], region.textContent);
        }
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['href'] });
";

/// Moves of the host and the guest in turn: the host captures the third pawn, and gives check.
const NOTED_MOVES: [(&str, &str); 5] =
    [("e3", "e4"), ("e6", "e5"), ("e4", "e5"), ("b9", "c7"), ("h2", "e2")];

/// Shows the guest's page, or hides it behind another tab.
async fn hide(page: &Page, is_hidden: bool) -> Result<()> {
    let script = format!(
        "window.__hidden = {is_hidden}; document.dispatchEvent(new Event('visibilitychange'))"
    );
    page.ask(&script, vec![]).await.map(|_| ())
}

/// The guest looks elsewhere while the host moves.
async fn play_elsewhere(
    world: &TestServer,
    host: &Page,
    guest: &Page,
    mole: usize,
) -> Result<Seen> {
    let mut seen = Vec::new();
    sit_down(world, host, guest, "1d-move").await?;
    choose(host, mole).await?;
    host.see("[data-setup='waiting']").await?;
    choose(guest, 3).await?;
    for page in [host, guest] {
        page.see("[data-mole]").await?;
    }
    ensure!(host.has("[data-own='true'][data-side='red']").await?, "the host is Red");
    for (ply, (from, to)) in NOTED_MOVES.into_iter().enumerate() {
        let sounds = guest.ask("return __noted.sound.length", vec![]).await?;
        let is_hosts = ply % 2 == 0;
        hide(guest, is_hosts).await?;
        let mover = if is_hosts { host } else { guest };
        mover.play(from, Some(to)).await?;
        guest.until_plies(ply + 1).await?;
        host.until_plies(ply + 1).await?;
        guest.until(&format!("__noted.sound.length > {sounds}")).await?;
        if is_hosts {
            guest.until("document.title.startsWith('(1) ')").await?;
            if ply == 0 {
                guest.ask("__loadIcon()", vec![]).await?;
                guest.see("link[rel=manifest]").await?;
            }
            let icon = guest.see("link[rel=icon][href='/icon-call.svg']");
            icon.await.context("the icon does not call")?;
            // With days for each move, one notification a day is for all moves.
            guest.until("__noted.notification.length === 1").await?;
            hide(guest, false).await?;
            guest.until("!document.title.startsWith('(1) ')").await?;
        }
        noted(guest, &format!("ply {}", ply + 1), &mut seen).await?;
    }
    guest.see("[data-check]").await?;
    hide(guest, true).await?;
    host.act("draw").await?;
    guest.see("[data-offer]").await?;
    host.write("[data-input='chat']", "your turn\n").await?;
    guest.see("[data-chat-line='0']").await?;
    noted(guest, "a draw is offered", &mut seen).await?;

    // On the next day the guest sees the game in the list, and needs no notification. A page that is
    // hidden long after that notifies the guest once.
    guest.goto(world.address()).await?;
    guest.ask("localStorage['chuhe.notified-day'] = 'before'", vec![]).await?;
    guest.see("[data-my-game][data-mine='true']").await?;
    guest.until("'chuhe.games-seen' in localStorage").await?;
    guest.ask("__lookForGames()", vec![]).await?;
    hide(guest, true).await?;
    guest.ask("__lookForGames()", vec![]).await?;
    guest.until("(window.__looks = (window.__looks ?? 0) + 1) > 30").await?;
    let count = guest.ask("return __noted.notification.length", vec![]).await?;
    ensure!(count == 0, "a player who has just seen the list is notified: {count}");
    guest.ask("localStorage['chuhe.games-seen'] = '0'; __lookForGames()", vec![]).await?;
    guest.until("__noted.notification.length === 1").await?;
    guest.ask("__lookForGames()", vec![]).await?;
    noted(guest, "the game waits", &mut seen).await?;
    Ok(seen)
}

async fn noted(page: &Page, when: &str, seen: &mut Seen) -> Result<()> {
    // Wait three frames, so that everything is announced.
    page.until("(window.__frames = (window.__frames ?? 0) + 1) % 4 === 0").await?;
    let script = "return { ...__noted, shown: document.title, day: localStorage['chuhe.notified-day'] ?? '' }";
    seen.push((when.to_owned(), page.ask(script, vec![]).await?));
    Ok(())
}

#[tokio::test]
async fn two_worlds_notify_the_same() -> Result<()> {
    let chromium = Chromium::start().await?;
    let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let mut worlds = Vec::new();
    // In the first world the host captures its own mole.
    for mole in [3, 1] {
        let game = async |world: &TestServer, host: &Page, guest: &Page| {
            play_elsewhere(world, host, guest, mole).await
        };
        worlds.push(in_world(&chromium, port, (Size::Desk, NOTE), game).await?);
    }
    chromium.stop().await?;
    let [one, other] = &worlds[..] else { unreachable!("two worlds") };
    ensure!(one.len() == other.len() && one.len() == 7);
    for ((when, noted), (_, elsewhere)) in one.iter().zip(other) {
        ensure!(noted == elsewhere, "{when}:\n{noted:#}\n\n{elsewhere:#}");
    }
    // All kinds of news have arrived.
    let (_, table) = &one[5];
    for kind in ["title", "icon", "notification", "sound", "voice"] {
        ensure!(table[kind].as_array().is_some_and(|all| !all.is_empty()), "no {kind}: {table:#}");
    }
    let said = table["regions"].to_string();
    for words in ["Che3", "your turn", "draw", "Check"] {
        ensure!(said.contains(words), "`{words}` is not announced: {said}");
    }
    ensure!(table["notification"].as_array().is_some_and(|all| all.len() == 1), "{table:#}");
    let (_, start) = &one[6];
    ensure!(start["notification"].to_string().contains("daily"), "{start:#}");
    ensure!(start["day"] != "", "{start:#}");
    Ok(())
}
