//! Addresses of the pages, and the site's bar.

use anyhow::{Result, ensure};
use browser::{ENGLISH, Page, Size, open, with_page};
use serde_json::json;

/// Status and title of a page as the server sends it.
async fn sent(page: &Page, path: &str, language: &str) -> Result<(u64, String)> {
    let script = "const done = arguments[2];
        fetch(arguments[0], { headers: { 'accept-language': arguments[1] } }).then(async answer => {
            const text = await answer.text();
            const sent = new DOMParser().parseFromString(text, 'text/html');
            const ends = text.trimEnd().endsWith('</html>');
            done([answer.status, ends ? sent.title + '|' + sent.documentElement.lang : 'cut off']);
        })";
    let found = page.ask_async(script, vec![json!(path), json!(language)]).await?;
    Ok((found[0].as_u64().unwrap_or(0), found[1].as_str().unwrap_or_default().to_owned()))
}

#[tokio::test]
async fn the_server_answers_every_address_with_its_title() -> Result<()> {
    with_page(Size::Desk, ENGLISH, async |page, address| {
        page.goto(address).await?;
        for (path, language, status, title) in [
            ("/", "en", 200, "楚河 chuhe|en"),
            ("/rules/banqi", "en", 200, "Banqi rules · 楚河 chuhe|en"),
            ("/rules/banqi", "zh-TW,zh;q=0.9", 200, "暗棋規則 · 楚河 chuhe|zh-Hant"),
            ("/learn/sifang/2/1", "zh-CN", 200, "学四方象棋 · 楚河 chuhe|zh-Hans"),
            ("/nonsense", "en", 404, "Page not found · 楚河 chuhe|en"),
            ("/editor/sifang", "en", 404, "Page not found · 楚河 chuhe|en"),
            ("/t/unknown", "en", 404, "Page not found · 楚河 chuhe|en"),
            ("/@Nobody%20here", "en", 404, "Page not found · 楚河 chuhe|en"),
            ("/boards/00", "en", 404, "Page not found · 楚河 chuhe|en"),
            ("/study/none", "en", 404, "Page not found · 楚河 chuhe|en"),
            ("/puzzles/xiangqi/aaaaaaa", "en", 404, "Page not found · 楚河 chuhe|en"),
        ] {
            let found = sent(page, path, language).await?;
            ensure!(found == (status, title.to_owned()), "{path}: {found:?}");
        }
        Ok(())
    })
    .await
}

/// A table's title names the players and nothing else.
#[tokio::test]
async fn a_table_is_named_by_its_players() -> Result<()> {
    with_page(Size::Desk, ENGLISH, async |page, address| {
        page.goto(&format!("{address}/new/undercover")).await?;
        page.press("[data-opponent='invite']").await?;
        page.act("start").await?;
        page.see("[data-invite-link]").await?;
        let path = page.ask("return location.pathname", vec![]).await?;
        let (status, title) = sent(page, path.as_str().unwrap_or_default(), "en").await?;
        ensure!(status == 200, "{path}: {status}");
        ensure!(title == "You're invited to a game · 楚河 chuhe|en", "{title}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_unknown_address_has_a_page() -> Result<()> {
    with_page(Size::Phone, ENGLISH, async |page, address| {
        for path in ["nonsense", "editor/sifang", "new/chess", "#/nonsense"] {
            page.goto(&format!("{address}/{path}")).await?;
            page.see("main[data-screen='not-found']").await?;
            page.until("document.title.startsWith('Page not found')").await?;
        }
        page.act("home").await?;
        page.see("main[data-screen='start']").await?;
        // The page of a study that does not exist leads on as well.
        page.goto(&format!("{address}/study/none")).await?;
        page.see("main[data-screen='study-loading'] [data-trouble]").await?;
        page.act("home").await?;
        page.see("main[data-screen='start']").await
    })
    .await
}

#[tokio::test]
async fn old_links_lead_to_new_addresses() -> Result<()> {
    with_page(Size::Phone, ENGLISH, async |page, address| {
        for (old, new, seen) in [
            ("#/rules/banqi", "/rules/banqi", "main[data-screen='rules'][data-game='banqi']"),
            ("#/hall", "/boards", "main[data-screen='hall']"),
            ("#/learn/xiangqi/0/1", "/learn/xiangqi/1/2", "main[data-screen='lesson']"),
            ("#/archive?variant=banqi", "/archive?variant=banqi", "main[data-screen='archive']"),
        ] {
            // Once as a link from elsewhere, once in the open page.
            page.goto(&format!("{address}/{old}")).await?;
            page.see(seen).await?;
            page.until(&format!("location.pathname + location.search === {}", json!(new))).await?;
            page.goto(&format!("{address}/account")).await?;
            page.ask("location.hash = arguments[0]", vec![json!(old)]).await?;
            page.see(seen).await?;
            page.until(&format!("location.pathname + location.search === {}", json!(new))).await?;
            page.until("!location.hash").await?;
        }
        Ok(())
    })
    .await
}

/// Going back and forth shows the pages in their order, with their titles.
#[tokio::test]
async fn the_history_leads_back() -> Result<()> {
    with_page(Size::Desk, ENGLISH, async |page, address| {
        page.goto(address).await?;
        page.go_to("community", "ranking").await?;
        page.see("main[data-screen='ranking']").await?;
        page.until("document.title.startsWith('Ranking')").await?;
        page.go_to("learn", "rules").await?;
        page.see("main[data-screen='rules']").await?;
        page.ask("history.back()", vec![]).await?;
        page.see("main[data-screen='ranking']").await?;
        page.act("back").await?;
        page.see("main[data-screen='start']").await?;
        page.ask("history.forward()", vec![]).await?;
        page.see("main[data-screen='ranking']").await?;
        page.reload().await?;
        page.see("main[data-screen='ranking']").await
    })
    .await
}

/// The bar is above every page of a wide screen and below those of a phone, but not at a table.
#[tokio::test]
async fn the_bar_gives_way_to_a_game() -> Result<()> {
    const SHOWN: &str = "return document.querySelector('.site nav').checkVisibility()";
    for (size, with_board) in [(Size::Desk, true), (Size::Phone, false)] {
        with_page(size, ENGLISH, async |page, address| {
            for (path, shown) in [
                ("", true),
                ("ranking", true),
                ("rules/banqi", true),
                ("nonsense", true),
                ("editor/xiangqi", with_board),
                ("learn/xiangqi", with_board),
            ] {
                page.goto(&format!("{address}/{path}")).await?;
                let found = page.ask(SHOWN, vec![]).await?;
                ensure!(found == json!(shown), "{size:?} {path}: {found}");
                ensure!(page.fits().await?, "{size:?} {path}: something sticks out");
            }
            open(page, address, "xiangqi").await?;
            let found = page.ask(SHOWN, vec![]).await?;
            ensure!(found == json!(false), "{size:?}: it is above the table");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

/// The groups open and close by keyboard, and only one is open.
#[tokio::test]
async fn the_bar_is_used_by_keyboard() -> Result<()> {
    with_page(Size::Desk, ENGLISH, async |page, address| {
        page.goto(address).await?;
        let focus = "document.querySelector(`.site [data-pages='${arguments[0]}']`).focus()";
        page.ask(focus, vec![json!("learn")]).await?;
        page.key("Enter").await?;
        page.see(".site [open] [data-page='rules']").await?;
        page.key("Escape").await?;
        page.until("!document.querySelector('.site [open]')").await?;
        page.until("document.activeElement.dataset.pages === 'learn'").await?;
        page.ask(focus, vec![json!("community")]).await?;
        page.key("Enter").await?;
        page.key("Tab").await?;
        page.until("document.activeElement.dataset.page === 'ranking'").await?;
        page.key("Enter").await?;
        page.see("main[data-screen='ranking']").await?;
        page.see(".site [data-page='ranking'][aria-current='page']").await?;
        page.until("!document.querySelector('.site [open]')").await
    })
    .await
}

/// Variations tried in a replay are there when the replay is opened again.
#[tokio::test]
async fn tried_variations_survive_going_back() -> Result<()> {
    with_page(Size::Desk, ENGLISH, async |page, address| {
        open(page, address, "xiangqi").await?;
        page.play("h2", Some("e2")).await?;
        page.act("replay").await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.act("first").await?;
        page.see("[data-shown='0']").await?;
        page.press("[data-square='b2']").await?;
        page.press("[data-square='e2']").await?;
        page.see("[data-act='back-to-game'], [data-other-line]").await?;
        page.act("home").await?;
        page.see("main[data-screen='table']").await?;
        page.act("replay").await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.act("first").await?;
        page.see("[data-other-line]").await
    })
    .await
}
