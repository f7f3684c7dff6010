//! The analysis board: addresses, the engine, keys, variations, copies and practice.

use anyhow::{Context, Result, anyhow, ensure};
use browser::{Page, Size, register, with_page};
use games::{AnyGame, Variant};
use serde_json::json;

/// English, and downloads and copies are kept for the test.
const EARLY: &str = "localStorage['chuhe.settings'] ??= '{\"language\":\"en\"}';
    window.__saved = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = blob => { blob.text().then(text => __saved.push(text)); return create(blob); };";

/// Red wins a chariot or is mated: both have one good move.
const POSITION: &str = "3k5/9/9/9/9/4R4/9/9/9/4K4%20w%20-%20-%200%201";

async fn key(page: &Page, key: &str) -> Result<()> {
    let press = "dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], bubbles: true }))";
    page.ask(press, vec![json!(key)]).await.map(|_| ())
}

/// A position in the address is analysed: lines, depth, bar and arrow. Keys control the engine.
#[tokio::test]
async fn the_engine_looks_at_the_shown_position() -> Result<()> {
    with_page(Size::Desk, EARLY, async |page, address| {
        page.goto(&format!("{address}/analysis")).await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        ensure!(!page.has("[data-bad-link]").await?, "a plain address has no trouble");
        page.act("engine").await?;
        page.see("[data-engine='true'] [data-line]").await?;
        page.until("document.querySelectorAll('[data-line]').length === 3").await?;
        page.until("document.querySelector('[data-depth]').dataset.depth > 4").await?;
        page.see("[data-mark='advice']").await?;
        page.see("[data-chance-bar]").await?;
        page.act("engine-options").await?;
        page.press("[data-line-count='5']").await?;
        page.until("document.querySelectorAll('[data-line]').length === 5").await?;
        page.shoot("engine").await?;
        ensure!(page.fits().await?, "the engine sticks out");

        // Space plays the best move, and arrow keys go back and forth.
        key(page, " ").await?;
        page.until_plies(1).await?;
        page.see("[data-line]").await?;
        key(page, "ArrowLeft").await?;
        page.see("[data-shown='0']").await?;
        key(page, "ArrowRight").await?;
        page.see("[data-shown='1']").await?;
        key(page, "ArrowUp").await?;
        page.see("[data-shown='0']").await?;
        key(page, "ArrowDown").await?;
        page.see("[data-shown='1']").await?;
        // A line is played by a tap.
        page.see("[data-line]").await?;
        page.press("[data-line]").await?;
        page.until_plies(2).await?;
        key(page, "x").await?;
        // The threat is shown together with the best move.
        page.see("main[data-threat='true'] [data-mark='threat']").await?;
        page.see("[data-mark='advice']").await?;
        page.see("[data-threat-line] .threat-key b").await?;
        key(page, "x").await?;
        page.until("!document.querySelector('[data-mark=threat], [data-threat-line]')").await?;
        key(page, "l").await?;
        page.see("[data-engine='false']").await?;
        page.until("!document.querySelector('[data-line], [data-mark=advice]')").await?;
        let at = "return document.querySelector('[data-square=e0]').getBoundingClientRect().top";
        let before = page.ask(at, vec![]).await?;
        key(page, "f").await?;
        page.until("document.querySelector('[data-square=e0]').getBoundingClientRect().top < 200")
            .await?;
        ensure!(page.ask(at, vec![]).await? != before, "the board is not turned");
        key(page, "?").await?;
        page.see("[data-dialog='keys'] kbd").await?;
        page.key("Escape").await?;
        page.until("!document.querySelector('[data-dialog]')").await?;
        // A reload shows the same.
        page.reload().await?;
        page.until_plies(2).await
    })
    .await
}

/// On a desktop with enough processors the engine is on from the start, until it is switched off.
#[tokio::test]
async fn a_fast_desktop_begins_with_the_engine() -> Result<()> {
    let fast = format!(
        "{EARLY}\nObject.defineProperty(Navigator.prototype, 'hardwareConcurrency', {{ get: () => 8 }});"
    );
    with_page(Size::Desk, &fast, async |page, address| {
        page.goto(&format!("{address}/analysis")).await?;
        page.see("[data-engine='true'] [data-line]").await?;
        page.act("engine").await?;
        page.see("[data-engine='false']").await?;
        page.reload().await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.see("[data-engine='false']").await
    })
    .await?;
    with_page(Size::Phone, &fast, async |page, address| {
        page.goto(&format!("{address}/analysis")).await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.press("[data-show-tab='engine']").await?;
        page.see("[data-engine='false']").await
    })
    .await
}

/// The engine and the review of undercover know the moles that the reader chooses, and say so.
#[tokio::test]
async fn the_reader_chooses_whose_moles_are_known() -> Result<()> {
    let position = "4k4/9/9/3npn3/9/9/9/9/9/R3K4%20w%20-%20-%200%2040%20e6/-%200/0";
    with_page(Size::Desk, EARLY, async |page, address| {
        page.goto(&format!("{address}/analysis/undercover?fen={position}&moves=e0e1")).await?;
        page.see("main[data-game='undercover'] [data-board]").await?;
        page.act("first").await?;
        page.act("engine").await?;
        page.see("[data-mole='e6']").await?;
        page.see("[data-line]").await?;
        page.until("document.querySelector('.engine .state').textContent.includes('both moles')")
            .await?;
        // The turn of the mole is the best action for Red, and Black does not know of it.
        page.see("[data-mark='advice'][data-at='e6']").await?;
        page.press("[data-view-from='black']").await?;
        page.until("document.querySelector('.engine .state').textContent.includes('Black knows')")
            .await?;
        page.see("[data-mark='advice']:not([data-at='e6'])").await?;
        ensure!(!page.has("[data-mole='e6']").await?, "Red's mole is shown");
        page.act("review").await?;
        page.see("[data-review='true']").await?;
        page.until(
            "document.querySelector('[data-judged-by]').textContent.includes('Black knows')",
        )
        .await?;
        page.press("[data-view-from='mover']").await?;
        page.until(
            "document.querySelector('[data-judged-by]')?.textContent.includes('its player')",
        )
        .await?;
        page.see("[data-review='true']").await
    })
    .await
}

/// Holds back a review of the server after its first line, until the test calls `__goOn`.
const HELD: &str = "
    const plain = window.fetch.bind(window);
    window.fetch = async (what, how) => {
        const answer = await plain(what, how);
        if (!String(what.url ?? what).endsWith('/api/analysis/game')) return answer;
        window.__asked = what;
        const reader = answer.body.getReader();
        const goOn = new Promise(done => window.__goOn = done);
        const body = new ReadableStream({ async start(lines) {
            let isFirst = true;
            for (;;) {
                const { value, done } = await reader.read();
                if (done) return lines.close();
                const end = isFirst ? value.indexOf(10) + 1 : 0;
                if (isFirst) { lines.enqueue(value.slice(0, end)); isFirst = false; await goOn; }
                if (end < value.length) lines.enqueue(value.slice(end));
            }
        } });
        return new Response(body, { status: answer.status, headers: answer.headers });
    };";

/// The server's review shows its progress, can be stopped, and ends with the same results as the
/// page's. A guest has none.
#[tokio::test]
async fn the_server_reviews_a_game() -> Result<()> {
    const GAME: &str = "/analysis?moves=h2e2.h9g7.h0g2.i9h9.i0h0";
    const FIRST_LINE: &str = "document.querySelector('.progress > progress')?.value === 1";
    with_page(Size::Desk, &format!("{EARLY}{HELD}"), async |page, address| {
        page.goto(&format!("{address}{GAME}")).await?;
        page.see("[data-act='review']").await?;
        ensure!(!page.has("[data-act='review-on-server']").await?, "a guest is offered it");
        register(page, "Ada").await?;
        page.act("review-on-server").await?;
        page.until(FIRST_LINE).await?;
        let most = page.ask("return document.querySelector('.progress > progress').max", vec![]);
        ensure!(most.await? == json!(5), "the progress is not about five moves");
        page.shoot("server-review").await?;
        ensure!(page.fits().await?, "the progress sticks out");

        // A stopped review leaves nothing, and its request ends.
        page.act("stop-review").await?;
        page.until("__asked.signal.aborted").await?;
        page.until("!document.querySelector('.progress, [data-accuracy], [data-chances]')").await?;
        page.see("[data-act='review-on-server']").await?;

        page.act("review-on-server").await?;
        page.until(FIRST_LINE).await?;
        page.ask("__goOn()", vec![]).await?;
        page.see("[data-review='true'] [data-accuracy='0']").await?;
        page.see("[data-accuracy='1']").await?;
        page.see("[data-ply='5'][data-won]").await?;
        page.until("!document.querySelector('.progress')").await?;
        let accepts = page.ask("return __asked.headers.get('accept')", vec![]).await?;
        ensure!(accepts == json!("application/x-ndjson"), "the review was not sent in lines");
        Ok(())
    })
    .await
}

/// The mouse wheel over the board goes through the moves.
#[tokio::test]
async fn the_wheel_goes_through_the_moves() -> Result<()> {
    with_page(Size::Desk, EARLY, async |page, address| {
        page.goto(&format!("{address}/analysis?moves=h2e2.h9g7.h0g2&ply=1")).await?;
        page.see("[data-shown='1']").await?;
        let wheel = "document.querySelector('.board').dispatchEvent(new WheelEvent('wheel',
            { deltaY: arguments[0], bubbles: true, cancelable: true }))";
        page.ask(wheel, vec![json!(100)]).await?;
        page.see("[data-shown='2']").await?;
        page.ask(wheel, vec![json!(-100)]).await?;
        page.ask(wheel, vec![json!(-100)]).await?;
        page.see("[data-shown='0']").await
    })
    .await
}

/// Nonsense in an address is named, and the board can be used.
#[tokio::test]
async fn a_bad_address_leaves_a_usable_board() -> Result<()> {
    with_page(Size::Phone, EARLY, async |page, address| {
        page.goto(&format!("{address}/analysis?fen=nonsense")).await?;
        page.see("[data-bad-link]").await?;
        page.shoot("bad-address").await?;
        page.play("h2", Some("e2")).await?;
        page.goto(&format!("{address}/analysis?moves=h2e2.h9g7.a0a9.b0c2")).await?;
        page.see("main[data-plies='2'] [data-bad-link]").await?;
        ensure!(page.text("[data-bad-link]").await?.contains("Move 3"), "no number");
        page.goto(&format!("{address}/analysis/sifang")).await?;
        page.see("main[data-game='sifang'] [data-board]").await?;
        page.goto(&format!("{address}/analysis/banqi")).await?;
        page.see("main[data-game='banqi'] [data-board]").await?;
        page.goto(&format!("{address}/analysis/undercover")).await?;
        page.see("main[data-game='undercover'] [data-board]").await
    })
    .await
}

/// Teams of sifang have a bar of chances, in the name of the first team. A race of four has none.
#[tokio::test]
async fn teams_have_a_bar_of_chances() -> Result<()> {
    with_page(Size::Desk, EARLY, async |page, address| {
        page.goto(&format!("{address}/analysis/sifang")).await?;
        page.see("main[data-game='sifang'] [data-board]").await?;
        page.act("engine").await?;
        page.see("[data-engine='true'] [data-line]").await?;
        page.see("[data-chance-bar][data-side][aria-label*='Sun']").await?;
        page.shoot("engine-sifang").await?;
        ensure!(page.fits().await?, "the bar sticks out");
        page.goto(&format!("{address}/analysis/sifang?rules=mode%3Dsolo")).await?;
        page.see("main[data-game='sifang'] [data-board]").await?;
        page.see("[data-engine='true'] [data-line]").await?;
        ensure!(!page.has("[data-chance-bar]").await?, "a race has four sides");
        Ok(())
    })
    .await
}

/// Variations are promoted, deleted and brought back; comments and glyphs are stored in the file.
#[tokio::test]
async fn variations_are_edited() -> Result<()> {
    for size in [Size::Desk, Size::Phone] {
        with_page(size, EARLY, async |page, address| {
            page.goto(&format!("{address}/analysis?moves=h2e2.h9g7.h0g2&ply=1")).await?;
            page.see("[data-shown='1']").await?;
            page.press("[data-square='b9']").await?;
            page.press("[data-square='c7']").await?;
            page.see("[data-elsewhere]").await?;
            page.see("[data-other-line='0'].current").await?;
            page.press("[data-glyph='5']").await?;
            page.see("[data-glyph='5'][aria-pressed='true']").await?;
            page.write("[data-input='comment']", "a rare horse").await?;
            page.press("[data-other-line='0']").await?;
            page.until(
                "document.querySelector('.variation q')?.textContent.trim() === 'a rare horse'",
            )
            .await?;
            page.shoot("variation").await?;
            ensure!(page.fits().await?, "the variation sticks out");

            page.act("promote").await?;
            page.until("!document.querySelector('[data-elsewhere]')").await?;
            page.see("[data-ply='2'].current").await?;
            page.act("undo-edit").await?;
            page.see("[data-elsewhere]").await?;
            page.act("delete-line").await?;
            page.until("!document.querySelector('[data-other-line]')").await?;
            page.see("[data-shown='1']").await?;
            page.act("undo-edit").await?;
            page.see("[data-other-line='0']").await?;

            page.act("save").await?;
            page.press("[data-save='pgn']").await?;
            page.until("window.__saved.length === 1").await?;
            let saved = page.ask("return window.__saved[0]", vec![]).await?;
            let saved = saved.as_str().context("a text")?;
            ensure!(saved.contains("a rare horse") && saved.contains("$5"), "{saved}");
            // A reload keeps all of it.
            page.reload().await?;
            page.until(
                "document.querySelector('.variation q')?.textContent.trim() === 'a rare horse'",
            )
            .await
        })
        .await?;
    }
    Ok(())
}

/// A comment belongs to the move that was shown while it was typed, and the analysis board does not
/// replace the record of the tab.
#[tokio::test]
async fn the_open_record_keeps_its_comments() -> Result<()> {
    with_page(Size::Desk, EARLY, async |page, address| {
        page.goto(&format!("{address}/open")).await?;
        page.see("[data-input='record']").await?;
        let fill = "const field = document.querySelector(\"[data-input='record']\");
            field.value = '1. h2e2 h9g7 *';
            field.dispatchEvent(new Event('input', { bubbles: true }))";
        page.ask(fill, vec![]).await?;
        page.act("open").await?;
        page.see("main[data-screen='record'] [data-shown='0']").await?;
        page.write("[data-input='comment']", "an opening").await?;
        // The field keeps the focus.
        key(page, "ArrowRight").await?;
        page.see("[data-shown='1']").await?;
        page.until("document.querySelector('[data-input=comment]').value === ''").await?;
        key(page, "ArrowLeft").await?;
        let is_kept = "document.querySelector('[data-input=comment]')?.value === 'an opening'";
        page.until(is_kept).await?;
        page.goto(&format!("{address}/analysis")).await?;
        page.see("[data-board]").await?;
        page.goto(&format!("{address}/record")).await?;
        page.until(is_kept).await
    })
    .await
}

/// A link, the position and the PGN are copied. The link leads to the same position.
#[tokio::test]
async fn a_game_is_copied() -> Result<()> {
    with_page(Size::Desk, EARLY, async |page, address| {
        page.goto(&format!("{address}/analysis?fen={POSITION}")).await?;
        page.see("[data-board]").await?;
        page.play("e4", Some("e8")).await?;
        page.act("share").await?;
        for (what, part) in
            [("fen", "3k5/4R4/"), ("moves", "1. "), ("pgn", "[FEN "), ("link", "/analysis?")]
        {
            page.press(&format!("[data-copy='{what}']")).await?;
            page.until(&format!(
                "document.querySelector('[data-input=copied]')?.value.includes({})",
                json!(part)
            ))
            .await?;
        }
        let link =
            page.ask("return document.querySelector('[data-input=copied]').value", vec![]).await?;
        page.goto(link.as_str().context("a link")?).await?;
        page.see("main[data-plies='1'] [data-shown='1']").await?;
        ensure!(!page.has("[data-bad-link]").await?, "our own link is readable");
        Ok(())
    })
    .await
}

/// Comments, drawings and variations go along in a link, in its fragment. The dialog says when they
/// are too long.
#[tokio::test]
async fn comments_and_variations_go_along_in_a_link() -> Result<()> {
    let comment = "const field = document.querySelector('[data-input=comment]');
        field.value = arguments[0];
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));";
    with_page(Size::Desk, EARLY, async |page, address| {
        page.goto(&format!("{address}/analysis?moves=h2e2.h9g7&ply=1")).await?;
        page.see("[data-shown='1']").await?;
        page.ask(comment, vec![json!("常见 <b>")]).await?;
        page.press("[data-square='b9']").await?;
        page.press("[data-square='c7']").await?;
        page.see("[data-other-line='0'].current").await?;
        page.act("share").await?;
        page.press("[data-copy='link']").await?;
        page.until("document.querySelector('[data-input=copied]')?.value.includes('#notes=')")
            .await?;
        ensure!(!page.has("[data-bare-link]").await?, "a short game fits");
        let link =
            page.ask("return document.querySelector('[data-input=copied]').value", vec![]).await?;
        // Another fragment alone would load no page.
        page.goto(address).await?;
        page.goto(link.as_str().context("a link")?).await?;
        page.see("main[data-plies='2'] [data-shown='1']").await?;
        ensure!(!page.has("[data-bad-link]").await?, "our own link is readable");
        ensure!(page.text(".remarks [data-comment]").await? == "常见 <b>", "the comment is lost");
        page.see("[data-other-line='0']").await?;

        page.ask(comment, vec![json!("马".repeat(1_500))]).await?;
        page.act("share").await?;
        page.see("[data-bare-link]").await?;
        page.press("[data-copy='link']").await?;
        page.until("document.querySelector('[data-input=copied]')?.value.includes('/analysis?')")
            .await?;
        let bare = page.ask("return document.querySelector('[data-input=copied]').value", vec![]);
        let bare = bare.await?;
        ensure!(!bare.as_str().unwrap_or_default().contains('#'), "{bare}");
        // A damaged fragment leaves the game.
        page.goto(&format!("{address}/analysis?moves=h2e2#notes=A")).await?;
        page.see("main[data-plies='1'] [data-bad-link]").await
    })
    .await
}

/// Mistakes are practised: a wrong move is not played, and the better one is.
#[tokio::test]
async fn mistakes_are_practised() -> Result<()> {
    with_page(Size::Desk, EARLY, async |page, address| {
        // The chariot is lost for an advisor.
        let moves = "a0a1.h9g7.a1f1.i9h9.f1f9.e9f9.h2e2";
        page.goto(&format!("{address}/analysis?moves={moves}")).await?;
        page.until_plies(7).await?;
        page.act("review").await?;
        page.see("[data-review='true'] [data-moment='5']").await?;
        page.see("[data-dot='5']").await?;
        page.act("practice").await?;
        page.see("[data-practice][data-answer='none']").await?;
        ensure!(!page.has("[data-mark='advice'], [data-moment]").await?, "the answer is shown");
        page.shoot("practice").await?;
        page.act("practice-show").await?;
        // A shown solution is not praised.
        page.see("[data-answer='shown']").await?;
        page.act("practice-end").await?;
        page.see("[data-moment='5']").await
    })
    .await
}

/// A file in which Red flips the first of three pieces, and the piece that is turned up moves. The
/// pieces are hidden in this order.
fn banqi_file(hidden: &str) -> Result<String> {
    let start = format!("8/R7/8/5*** r 0/0 0 8 {hidden}");
    let mut game = AnyGame::from_text(Variant::Banqi, "", &start).map_err(|no| anyhow!("{no}"))?;
    let mut actions = String::new();
    for (ply, action) in ["f1", "f1e1"].into_iter().enumerate() {
        let seat = game.turn().seats().iter().next().context("a turn")?;
        let played = game.play_text(seat, action).map_err(|no| anyhow!("{action}: {no:?}"))?;
        actions += &format!("  {} {played}\n", ply + 1);
    }
    let end = game.truth_text();
    Ok(format!(
        "chuhe 1\nvariant banqi\nstart {start}\nactions 2\n{actions}position {end}\nturn red\nresult *\n"
    ))
}

/// The review of a game of banqi tells luck and decisions apart: the same flip is as good a decision
/// whatever it turns up.
#[tokio::test]
async fn luck_is_no_decision() -> Result<()> {
    with_page(Size::Desk, EARLY, async |page, address| {
        let mut found = Vec::new();
        // Red turns up the general, or one of the soldiers.
        for hidden in ["kpp", "pkp"] {
            page.goto(&format!("{address}/open")).await?;
            page.see("[data-input='record']").await?;
            let set = "const field = document.querySelector(\"[data-input='record']\");
                field.value = arguments[0];
                field.dispatchEvent(new Event('input', { bubbles: true }))";
            page.ask(set, vec![json!(banqi_file(hidden)?)]).await?;
            page.act("open").await?;
            page.see("main[data-screen='record'][data-game='banqi'][data-plies='2']").await?;
            page.act("review").await?;
            page.see("[data-review='true'] [data-accuracy='0'] [data-luck='0']").await?;
            ensure!(!page.has("[data-luck='1']").await?, "Black turned nothing up");
            let luck = page.text("[data-luck='0']").await?;
            let decision = "const row = document.querySelector('[data-accuracy=\"0\"]').cloneNode(true);
                row.querySelector('[data-luck]').remove();
                return [row.textContent, document.querySelector('[data-ply=\"1\"]').dataset.judged ?? '']";
            let decision = page.ask(decision, vec![]).await?;
            // The luck is shown at the flip, and none at the move.
            page.press("[data-ply='1']").await?;
            let told = format!("document.querySelector('[data-chance]').textContent.includes({})", json!(luck));
            page.until(&told).await?;
            page.shoot("luck").await?;
            page.press("[data-ply='2']").await?;
            page.until(&format!("!{told}")).await?;
            let words = page.text("[data-chance]").await?;
            ensure!(words.contains('%') && !words.contains("uck"), "{words}");
            found.push((luck, decision));
        }
        let [(general, one), (soldier, other)] = &found[..] else { unreachable!("two games") };
        ensure!(one == other, "the decision: {one} {other}");
        let is_good = |luck: &String| luck.contains('+');
        ensure!(is_good(general) != is_good(soldier), "the luck: {general} {soldier}");
        Ok(())
    })
    .await
}

/// Variations nested 2,000 deep are refused with a clear message, and the page stays usable.
#[tokio::test]
async fn deeply_nested_variations_are_refused() -> Result<()> {
    with_page(Size::Desk, EARLY, async |page, address| {
        page.goto(&format!("{address}/open")).await?;
        page.see("[data-input='record']").await?;
        let fill = "const field = document.querySelector(\"[data-input='record']\");
            field.value = '1. h2e2 ' + '(1. b2e2 '.repeat(2000) + ')'.repeat(2000) + ' *';
            field.dispatchEvent(new Event('input', { bubbles: true }))";
        page.ask(fill, vec![]).await?;
        page.act("open").await?;
        page.see("[data-problem='depth']").await?;
        page.goto(&format!("{address}/analysis")).await?;
        page.see("[data-board]").await?;
        page.play("h2", Some("e2")).await
    })
    .await
}
