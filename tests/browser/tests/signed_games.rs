//! A server that shows a player something else than it signs.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, Page, Program, Size, invite};

/// Changes every message of the server with `lie`, which is called with each object in it.
const LIAR: &str = "{
    const plain = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
    const walk = it => {
        if (!it || typeof it !== 'object') return;
        lie(it);
        Object.values(it).forEach(walk);
    };
    Object.defineProperty(WebSocket.prototype, 'onmessage', {
        ...plain,
        set(listener) {
            plain.set.call(this, listener && (event => {
                const seen = JSON.parse(event.data);
                walk(seen);
                listener(new MessageEvent('message', { data: JSON.stringify(seen) }));
            }));
        },
    });
}";

/// What the guest's page is shown, and the warning that it gives.
const LIES: &[(&str, &str)] = &[
    ("board", "if (it.position) it.position = it.position.replace('C', 'P');"),
    ("players", "if (it.seats?.[0]?.name) it.seats[0].name = 'Eve';"),
    ("moves", "if (it.done === 'h2e2') it.done = 'b2e2';"),
    ("plan", "if (it.variant && it.clock) it.clock = '5+3';"),
];

#[tokio::test]
async fn a_server_that_shows_something_else_is_found_out() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let host = chromium.open(Size::Desk, "").await?;
    let mut result = Ok(());
    for (warning, lie) in LIES {
        let early = format!("const lie = it => {{ {lie} }};\n{LIAR}");
        let guest = chromium.open(Size::Phone, &early).await?;
        let found = lied_to(&host, &guest, program.address(), warning).await;
        result = result.and(found.context(*warning));
        guest.close().await?;
    }
    // An honest server gives no cause.
    let guest = chromium.open(Size::Phone, "").await?;
    result = result.and(honest(&host, &guest, program.address()).await);
    guest.close().await?;
    host.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn lied_to(host: &Page, guest: &Page, address: &str, warning: &str) -> Result<()> {
    invite(host, guest, address).await?;
    host.play("h2", Some("e2")).await?;
    guest.see(&format!("[data-broken='{warning}']")).await?;
    guest.shoot(&format!("shown-{warning}")).await?;
    ensure!(guest.fits().await?, "the warning sticks out");
    guest.see("[data-broken] [data-act='save-proof']").await?;
    // It stays with the next event, and after a reload.
    host.act("draw").await?;
    guest.see("[data-offer]").await?;
    guest.see(&format!("[data-broken='{warning}']")).await?;
    guest.reload().await?;
    guest.see(&format!("[data-broken='{warning}']")).await?;
    ensure!(!host.has("[data-broken]").await?, "the host is shown the truth");
    Ok(())
}

async fn honest(host: &Page, guest: &Page, address: &str) -> Result<()> {
    invite(host, guest, address).await?;
    host.play("h2", Some("e2")).await?;
    guest.play("h9", Some("g7")).await?;
    host.until_plies(2).await?;
    host.act("resign").await?;
    host.act("confirm").await?;
    for page in [host, guest] {
        page.see("[data-ending='resignation']").await?;
        page.reload().await?;
        page.see("[data-ending='resignation']").await?;
        ensure!(!page.has("[data-broken]").await?, "an honest server is accused");
    }
    Ok(())
}
