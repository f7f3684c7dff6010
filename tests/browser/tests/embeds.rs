//! A game inside a page of another site: what is shown there, what is refused, and what the other site
//! cannot do.

use anyhow::{Context, Result, bail, ensure};
use browser::{Chromium, ENGLISH, Page, Program, Size, request};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    task::JoinHandle,
};

/// Another site: all its addresses answer with a page that shows the address after `?` in a frame.
struct OtherSite {
    port: u16,
    task: JoinHandle<()>,
}

impl OtherSite {
    async fn start() -> Result<OtherSite> {
        const PAGE: &str = "<!doctype html><title>Another site</title>
            <script>addEventListener('message', event => (window.told ??= []).push(event.data))</script>
            <iframe width=600 height=600></iframe>
            <script>document.querySelector('iframe').src = decodeURIComponent(location.search.slice(1))</script>";
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let task = tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let mut request = [0; 8192];
                    let _ = stream.read(&mut request).await;
                    let answer = format!(
                        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{PAGE}",
                        PAGE.len()
                    );
                    let _ = stream.write_all(answer.as_bytes()).await;
                });
            }
        });
        Ok(OtherSite { port, task })
    }

    /// Shows an address in the frame of the other site, which is open under this host name, and runs
    /// the following scripts in the frame.
    async fn show(&self, page: &Page, host: &str, address: &str) -> Result<()> {
        let at = format!("http://{host}:{}/?{}", self.port, address.replace('?', "%3F"));
        page.visit("about:blank").await?;
        page.until("location.href === 'about:blank'").await?;
        page.visit(&at).await?;
        page.until("document.title === 'Another site' && document.readyState === 'complete'")
            .await?;
        page.enter_frame("iframe").await
    }
}

impl Drop for OtherSite {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Keeps the texts that a frame receives.
const HEAR: &str = "
    window.__heard = [];
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
        constructor(...all) {
            super(...all);
            this.addEventListener('message', event => window.__heard.push(event.data));
        }
    };
";

#[tokio::test]
async fn a_game_is_shown_by_another_site() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let site = OtherSite::start().await?;
    let chromium = Chromium::start().await?;
    let host = chromium.open(Size::Desk, ENGLISH).await?;
    let guest = chromium.open(Size::Desk, ENGLISH).await?;
    let visitor = chromium.open(Size::Desk, &format!("{ENGLISH}{HEAR}")).await?;
    let result = shown(&host, &guest, &visitor, &site, program.address()).await;
    for page in [host, guest, visitor] {
        page.close().await?;
    }
    chromium.stop().await?;
    program.kill().await?;
    result
}

/// Starts a game that spectators may watch. Returns the id of the table.
async fn sit_down(host: &Page, guest: &Page, address: &str) -> Result<String> {
    for page in [host, guest] {
        page.goto(&format!("{address}/new/xiangqi")).await?;
        page.press("[data-opponent='seek']").await?;
    }
    host.act("start").await?;
    host.see("[data-panel='seeking']").await?;
    guest.press("[data-seek]").await?;
    for page in [host, guest] {
        page.see("main[data-turn='0'] [data-board]").await?;
    }
    let path = host.ask("return location.pathname", vec![]).await?;
    let path = path.as_str().context("an address")?;
    Ok(path.strip_prefix("/t/").with_context(|| path.to_owned())?.to_owned())
}

/// Whether the picture of the board is loaded.
const IS_DRAWN: &str = "document.getElementById('board').naturalWidth > 0";

async fn shown(
    host: &Page,
    guest: &Page,
    visitor: &Page,
    site: &OtherSite,
    address: &str,
) -> Result<()> {
    let table = sit_down(host, guest, address).await?;
    let is_hosts = host.has("[data-seat='0'][data-own='true']").await?;
    let (red, black) = if is_hosts { (host, guest) } else { (guest, host) };
    let (running, finished) =
        (format!("{address}/embed/t/{table}"), format!("{address}/embed/game/{table}"));

    // A running game follows the moves, also under another host name.
    site.show(visitor, "localhost", &running).await?;
    visitor.until(IS_DRAWN).await?;
    visitor.until("document.querySelector('#players [data-moves]')").await?;
    visitor.until("document.getElementById('board').src.includes('?n=')").await?;
    let before = visitor.ask("return document.getElementById('board').src", vec![]).await?;
    red.play("h2", Some("e2")).await?;
    visitor.until(&format!("document.getElementById('board').src !== {before}")).await?;
    visitor.until(IS_DRAWN).await?;
    visitor.leave_frame().await?;
    visitor.shoot("embed-running").await?;

    // The pages themselves are in no frame.
    for place in [format!("{address}/t/{table}"), format!("{address}/account"), address.to_owned()]
    {
        site.show(visitor, "127.0.0.1", &place).await?;
        visitor.until("location.protocol === 'chrome-error:'").await?;
        visitor.leave_frame().await?;
    }

    forged(red, visitor, site, &running).await.context("a forged parent")?;

    // The finished game can be replayed.
    site.show(visitor, "127.0.0.1", &running).await?;
    visitor.until(IS_DRAWN).await?;
    black.act("resign").await?;
    black.act("confirm").await?;
    black.see("[data-ending]").await?;
    // The frame of the running game loads the finished one by itself.
    until_replayed(visitor).await?;
    visitor.leave_frame().await?;
    site.show(visitor, "localhost", &finished).await?;
    visitor.until(IS_DRAWN).await?;
    visitor.until("document.querySelector('#moves [data-ply=\"1\"][aria-current]')").await?;
    visitor.ask("document.querySelector('[data-step=back]').click()", vec![]).await?;
    visitor.until("document.getElementById('board').src.includes('/0.svg')").await?;
    visitor.until("!document.querySelector('#moves [data-ply=\"1\"][aria-current]')").await?;
    visitor.leave_frame().await?;
    visitor.shoot("embed-finished").await?;

    // A table of friends is as unknown as nonsense in the address.
    visitor.goto(address).await?;
    let seats = json!([{ "kind": "host" }, { "kind": "host" }]);
    let plan = json!({ "variant": "xiangqi", "options": "", "clock": "none", "seats": seats });
    let asked = json!({ "plan": plan, "name": "Guest" });
    let (status, made) = request(visitor, "POST", "/api/tables", &asked).await?;
    ensure!(status == 201, "{made}");
    let private = made["table"].as_str().context("a table")?;
    for id in [private, "none"] {
        for kind in ["t", "game"] {
            let place = format!("{address}/embed/{kind}/{id}");
            site.show(visitor, "127.0.0.1", &place).await?;
            visitor.until("/not found/i.test(document.body.innerText)").await?;
            visitor.leave_frame().await?;
        }
    }
    Ok(())
}

/// Waits until a frame shows the moves of a finished game. No script can wait in a page that is being
/// replaced.
async fn until_replayed(page: &Page) -> Result<()> {
    for _ in 0..180 {
        if page.has("#moves").await.is_ok_and(|is_shown| is_shown) {
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
    }
    bail!("the frame still shows a running game")
}

/// A site that pretends to be the server's own page learns nothing about a player who visits it, and
/// the frame follows none of its messages.
async fn forged(player: &Page, visitor: &Page, site: &OtherSite, running: &str) -> Result<()> {
    site.show(visitor, "127.0.0.1", running).await?;
    visitor.until(IS_DRAWN).await?;
    visitor.until("__heard.some(text => text.includes('\"snapshot\"'))").await?;
    // The frame shows the same to a player of this game, who is a spectator there.
    let table = player.ask("return location.href", vec![]).await?;
    site.show(player, "127.0.0.1", running).await?;
    player.until(IS_DRAWN).await?;
    player.until("document.querySelector('#players [data-moves]')").await?;
    let body = "return document.body.innerText.replace(/\\d+:\\d+/g, '')";
    let (shown, elsewhere) = (player.ask(body, vec![]).await?, visitor.ask(body, vec![]).await?);
    ensure!(shown == elsewhere, "{shown} {elsewhere}");
    ensure!(!player.has("button, input, form").await?, "the frame takes moves");
    player.leave_frame().await?;
    player.goto(table.as_str().context("an address")?).await?;
    player.see("[data-board]").await?;

    let source = visitor.ask("return document.getElementById('board').src", vec![]).await?;
    visitor.leave_frame().await?;

    let forge = "const frame = document.querySelector('iframe').contentWindow;
        const end = { turn: { phase: 'over' }, end: { winners: [0], reason: 'resignation' } };
        for (const said of [
            { type: 'update', n: 99, state: end },
            JSON.stringify({ type: 'snapshot', n: 99, state: end }),
            { type: 'hello', token: 'x', seat: 0 },
            'reload', '*', null, 7,
        ]) frame.postMessage(said, '*');
        const tried = {};
        for (const [name, reach] of Object.entries({
            document: () => frame.document.title,
            storage: () => frame.localStorage.length,
            script: () => frame.eval('1'),
            property: () => { frame.WebSocket = null; },
        })) {
            try { reach(); tried[name] = 'reached'; } catch (error) { tried[name] = error.name; }
        }
        return tried";
    let tried = visitor.ask(forge, vec![]).await?;
    let refused = json!({
        "document": "SecurityError", "storage": "SecurityError", "script": "SecurityError",
        "property": "SecurityError",
    });
    ensure!(tried == refused, "{tried}");
    visitor.enter_frame("iframe").await?;
    // The messages have arrived after two further ones.
    visitor.until("(window.__frames = (window.__frames ?? 0) + 1) > 5").await?;
    let now = visitor.ask("return document.getElementById('board').src", vec![]).await?;
    ensure!(now == source, "{source} became {now}");
    ensure!(!visitor.has("#moves").await?, "the frame believes that the game is over");
    visitor.leave_frame().await?;
    // The frame has told the other site nothing.
    let told = visitor.ask("return window.told ?? []", vec![]).await?;
    ensure!(told == json!([]), "{told}");
    Ok(())
}
