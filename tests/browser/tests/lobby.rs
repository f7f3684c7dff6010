//! Lobby: the start page, own games, invitations and waiting; sifang's seats; small screens.

use anyhow::{Context, Result, ensure};
use browser::{Page, Size, invite, open, resigned_race, start, with_page, with_two};
use serde_json::{Value, json};

/// Runs before the page: traditional Chinese.
const TRADITIONAL: &str =
    "localStorage.setItem('chuhe.settings', JSON.stringify({ language: 'zh-Hant' }));";

/// Rectangle of an element: left, top, right, bottom.
async fn rectangle(page: &Page, selector: &str) -> Result<[f64; 4]> {
    let script = "const r = document.querySelector(arguments[0]).getBoundingClientRect();
        return [r.left, r.top, r.right, r.bottom]";
    let found = page.ask(script, vec![json!(selector)]).await?;
    serde_json::from_value(found).with_context(|| format!("no {selector}"))
}

fn overlap(a: [f64; 4], b: [f64; 4]) -> bool {
    a[0] < b[2] - 1.0 && b[0] < a[2] - 1.0 && a[1] < b[3] - 1.0 && b[1] < a[3] - 1.0
}

#[tokio::test]
async fn my_running_games_come_first_and_lead_back() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        invite(host, &guest, program.address()).await?;
        host.act("home").await?;
        host.see("[data-my-game][data-mine='true'] [data-clock='mine']").await?;
        let place = rectangle(host, "[data-panel='my-games']").await?;
        let cards = rectangle(host, ".cards").await?;
        ensure!(place[3] <= cards[1], "one's games stand below the others: {place:?} {cards:?}");
        host.act("continue").await?;
        host.see("main[data-screen='table'] [data-board]").await?;
        host.play("h2", Some("e2")).await?;
        host.act("home").await?;
        host.see("[data-my-game][data-mine='false']").await?;
        guest.until_plies(1).await?;
        guest.play("h9", Some("g7")).await?;
        host.see("[data-my-game][data-mine='true']").await?;
        // A finished game is shown as such, without a running clock, and can be removed.
        host.act("continue").await?;
        host.act("resign").await?;
        host.act("confirm").await?;
        host.see("[data-ending]").await?;
        host.act("home").await?;
        host.until("/Game over/.test(document.querySelector('[data-my-game]')?.textContent)")
            .await?;
        host.see(
            "[data-my-game][data-mine='false']:not(:has([data-clock])) [data-act='remove-game']",
        )
        .await?;
        guest.close().await
    })
    .await
}

#[tokio::test]
async fn games_on_one_device_live_side_by_side() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        page.play("h2", Some("e2")).await?;
        open(page, address, "sifang").await?;
        page.play("7d", Some("7e")).await?;
        page.act("home").await?;
        let both = "document.querySelectorAll('[data-my-game][data-local=\"true\"]').length === 2";
        page.until(both).await?;
        // A removed game can be restored.
        page.press("[data-my-game]:last-child [data-act='remove-game']").await?;
        page.until("document.querySelectorAll('[data-my-game]').length === 1").await?;
        page.act("bring-back").await?;
        page.until(both).await?;
        page.reload().await?;
        page.until(both).await?;
        page.press("[data-my-game]:last-child a").await?;
        page.see("main[data-screen='table'][data-game='xiangqi']").await?;
        page.until_plies(1).await?;
        page.act("home").await?;
        // The last viewed game is first now.
        page.act("continue").await?;
        page.see("main[data-screen='table'][data-game='xiangqi']").await
    })
    .await
}

#[tokio::test]
async fn the_last_game_is_offered_again_at_its_level() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/banqi")).await?;
        page.press("[data-opponent='computer']").await?;
        let levels = page.attributes("[data-field='level'] [data-value]", "data-value").await?;
        ensure!(levels.len() == 9, "{levels:?}");
        page.press("[data-field='level'] [data-value='level-2']").await?;
        page.see("[data-field='level'] [data-value='level-2'][aria-pressed='true']").await?;
        start(page, "banqi").await?;
        page.play("b2", None).await?;
        page.until_plies(1).await?;
        let table = "main[data-screen='table'][data-game='banqi'] [data-board]";
        // A level that was only tried is not offered again.
        page.act("home").await?;
        page.act("play-now").await?;
        page.see(table).await?;
        let plans = "return JSON.parse(localStorage['chuhe.games']).map(id =>
            JSON.parse(localStorage[`chuhe.game.${id}.about`]).plan.seats.map(seat => seat.level))";
        let levels = page.ask(plans, vec![]).await?;
        ensure!(levels == json!([[null, "level-3"], [null, "level-2"]]), "{levels}");
        // That of a game played to its end is.
        page.goto(&format!("{address}/new/banqi")).await?;
        page.press("[data-opponent='computer']").await?;
        page.press("[data-field='level'] [data-value='level-2']").await?;
        start(page, "banqi").await?;
        page.play("b2", None).await?;
        page.until_plies(1).await?;
        page.act("resign").await?;
        page.act("confirm").await?;
        page.see("[data-ending]").await?;
        page.act("home").await?;
        page.act("play-now").await?;
        page.see(table).await?;
        let levels = page.ask(plans, vec![]).await?;
        ensure!(levels.to_string().matches("level-2").count() == 3, "{levels}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_game_from_when_there_was_only_one_is_taken_over() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        page.play("h2", Some("e2")).await?;
        let downgrade = "const [id] = JSON.parse(localStorage['chuhe.games']);
            for (const [name, text] of Object.entries(localStorage)) {
                if (!name.startsWith(`chuhe.game.${id}.`)) continue;
                localStorage.removeItem(name);
                if (!name.endsWith('about')) localStorage[name.replace(`${id}.`, '')] = text;
            }
            localStorage.removeItem('chuhe.games');
            history.replaceState(null, '', '/')";
        page.ask(downgrade, vec![]).await?;
        page.reload().await?;
        page.act("continue").await?;
        page.see("main[data-screen='table'][data-game='xiangqi']").await?;
        page.until_plies(1).await
    })
    .await
}

#[tokio::test]
async fn sifang_says_who_is_with_whom() -> Result<()> {
    for size in [Size::Phone, Size::Desk, Size::Wide, Size::Lying] {
        with_page(size, "", async |page, address| {
            page.goto(&format!("{address}/new/sifang")).await?;
            // The mode is directly on the form.
            page.press("[data-field='mode'] [data-value='ns']").await?;
            page.press("[data-field='clock'] select").await?;
            page.choose("[data-input='clock']", "10+5").await?;
            start(page, "sifang").await?;
            page.see("[data-mode-chip]").await?;
            let look = "const plates = [...document.querySelectorAll('.seat')];
                const seen = e => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0; };
                return {
                    teams: plates.map(e => e.querySelector('[data-team]')?.dataset.team).sort().join(' '),
                    partner: document.querySelector('.seat.bottom [data-partner]').textContent,
                    names: plates.filter(e => {
                        const name = e.querySelector('.name');
                        return !seen(name) || name.scrollWidth > name.clientWidth + 1
                            || name.scrollHeight > name.clientHeight + 2;
                    }).map(e => e.querySelector('.name').textContent),
                    edges: plates.map(e => {
                        const mark = e.querySelector('.emblem');
                        const [words, letter] = [mark.getAttribute('aria-label'), mark.dataset.edge];
                        return seen(mark) && letter === words[0] ? words : `${letter} ${words}`;
                    }).sort().join(', '),
                    clocks: plates.filter(e => seen(e.querySelector('.clock'))).length,
                    chip: seen(document.querySelector('[data-mode-chip]')),
                }";
            let seen = page.ask(look, vec![]).await?;
            ensure!(
                seen == json!({
                    "teams": "moon moon sun sun", "partner": "with Yellow", "names": [], "clocks": 4,
                    "edges": "East · Green, North · Yellow, South · Red, West · Blue", "chip": true,
                }),
                "{size:?}: {seen}"
            );
            if matches!(size, Size::Desk | Size::Wide) {
                let board = rectangle(page, "svg.board").await?;
                for (edge, lies_there) in [
                    ("top", (|plate, board| plate[3] <= board[1] + 1.0) as fn([f64; 4], [f64; 4]) -> bool),
                    ("bottom", |plate, board| plate[1] >= board[3] - 1.0),
                    ("left", |plate, board| plate[2] <= board[0] + 1.0),
                    ("right", |plate, board| plate[0] >= board[2] - 1.0),
                ] {
                    let plate = rectangle(page, &format!(".seat.{edge}")).await?;
                    ensure!(lies_there(plate, board), "{size:?} {edge}: {plate:?} {board:?}");
                }
                let share = (board[3] - board[1]) / f64::from(size.pixels().1);
                ensure!(share >= 0.85, "{size:?}: the board takes {share:.2} of the height");
            }
            ensure!(page.fits().await?, "{size:?}: something sticks out");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_solo_game_ends_with_places_and_points() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        resigned_race(page, address).await?;
        let points = page.attributes("[data-standing]", "data-points").await?;
        ensure!(points == ["3", "2", "1", "0"], "{points:?}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_move_is_kept_while_the_server_is_away() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        invite(host, &guest, program.address()).await?;
        program.freeze()?;
        host.press("[data-square='h2']").await?;
        host.see("[data-dest='e2']").await?;
        host.press("[data-square='e2']").await?;
        // The move is shown as being sent, never as played; then the page reports the lost
        // connection.
        host.see("[data-mark='sending'][data-at='e2']").await?;
        host.see("[data-link][data-sending]").await?;
        let waits = host.text("[data-link]").await?;
        ensure!(waits.contains("Che3"), "a move in other words than the list's: {waits}");
        ensure!(host.plies().await? == 0, "it is shown as played");
        program.thaw()?;
        host.until_plies(1).await?;
        host.until("!document.querySelector('[data-link], [data-mark=\"sending\"]')").await?;
        guest.until_plies(1).await?;
        guest.play("h9", Some("g7")).await?;
        host.until_plies(2).await?;
        guest.close().await
    })
    .await
}

#[tokio::test]
async fn an_opponent_who_goes_is_seen_to_go() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        invite(host, &guest, program.address()).await?;
        host.until("!document.querySelector('[data-away]')").await?;
        let link = guest.ask("return location.href", vec![]).await?;
        // Another page of the site would keep the guest present.
        guest.visit("about:blank").await?;
        host.see("[data-seat='1'][data-away='true']").await?;
        guest.goto(link.as_str().context("an address")?).await?;
        host.until("!document.querySelector('[data-away]')").await?;
        guest.close().await?;
        host.see("[data-seat='1'][data-away='true']").await
    })
    .await
}

/// Buttons that are covered, too small or outside the window.
const REACHABLE: &str = "return [...document.querySelectorAll(arguments[0])].filter(e => e.offsetParent).filter(e => {
        const r = e.getBoundingClientRect();
        const at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
        return r.width < 24 || r.height < 24 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1
            || !(at && (e === at || e.contains(at)));
    }).map(e => e.dataset.act ?? e.className)";

#[tokio::test]
async fn a_phone_on_its_side_reaches_everything() -> Result<()> {
    with_page(Size::Lying, "", async |page, address| {
        for (game, from, to) in
            [("xiangqi", "h2", Some("e2")), ("sifang", "7d", Some("7e")), ("banqi", "b2", None)]
        {
            open(page, address, game).await?;
            page.play(from, to).await?;
            let buried = page.ask(REACHABLE, vec![json!("main button[data-act]")]).await?;
            ensure!(buried == json!([]), "{game}: {buried}");
            ensure!(page.fits().await?, "{game}: something sticks out");
            page.shoot(&format!("evening-{game}")).await?;
        }
        // The set-up with its confirmation.
        page.goto(&format!("{address}/new/undercover")).await?;
        page.press("details.more summary").await?;
        page.press("[data-field='locks'] [data-value='2']").await?;
        page.act("start").await?;
        page.see("[data-setup='lock']").await?;
        let buried = page.ask(REACHABLE, vec![json!("[data-act='setup-done']")]).await?;
        ensure!(buried == json!([]), "the set-up: {buried}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_offer_covers_neither_board_nor_buttons() -> Result<()> {
    for size in [Size::Phone, Size::Desk, Size::Lying] {
        with_two([size, size], async |host, guest, program| {
            invite(host, &guest, program.address()).await?;
            host.play("h2", Some("e2")).await?;
            host.act("draw").await?;
            for page in [host, &guest] {
                page.see("[data-offer]").await?;
                let offer = rectangle(page, "[data-offer]").await?;
                let board = rectangle(page, "svg.board").await?;
                ensure!(!overlap(offer, board), "{size:?}: the board: {offer:?} {board:?}");
                let buried = page.ask(REACHABLE, vec![json!("main .actions button")]).await?;
                ensure!(buried == json!([]), "{size:?}: {buried}");
            }
            let buried = guest.ask(REACHABLE, vec![json!("[data-offer] button")]).await?;
            ensure!(buried == json!([]), "{size:?}: {buried}");
            guest.act("decline").await?;
            host.until("!document.querySelector('[data-offer]')").await?;
            guest.close().await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn traditional_characters_reach_pieces_river_and_moves() -> Result<()> {
    with_page(Size::Desk, TRADITIONAL, async |page, address| {
        open(page, address, "xiangqi").await?;
        let faces = "return [...new Set([...document.querySelectorAll('.pieces use.ink')]
            .map(e => e.getAttribute('href').at(-1)))].sort().join('')";
        let seen = page.ask(faces, vec![]).await?;
        let mut expected: Vec<char> = "帥將仕士相象俥車傌馬炮砲兵卒".chars().collect();
        expected.sort_unstable();
        let expected: String = expected.into_iter().collect();
        ensure!(seen == Value::String(expected), "{seen}");
        let river = page.attributes("[data-river]", "data-river").await?.concat();
        ensure!(river == "楚河漢界", "{river}");
        page.play("h0", Some("g2")).await?;
        page.until("document.querySelector('[data-ply=\"1\"]').textContent === '馬二進三'").await
    })
    .await
}

#[tokio::test]
async fn english_readers_are_asked_for_pictures_once() -> Result<()> {
    for (act, pieces) in [("take-pictures", "pictures"), ("keep-characters", "brush")] {
        with_page(Size::Phone, "", async |page, address| {
            page.goto(&format!("{address}/")).await?;
            page.see("[data-panel='pictures']").await?;
            page.shoot("pictures-asked").await?;
            page.act(act).await?;
            page.until("!document.querySelector('[data-panel=\"pictures\"]')").await?;
            let set = page.attribute("html", "data-pieces").await?;
            ensure!(set == pieces, "{act}: {set}");
            page.reload().await?;
            page.see("[data-act='play-now']").await?;
            ensure!(!page.has("[data-panel='pictures']").await?, "{act}: asked again");
            Ok(())
        })
        .await?;
    }
    with_page(Size::Phone, TRADITIONAL, async |page, address| {
        page.goto(&format!("{address}/")).await?;
        ensure!(!page.has("[data-panel='pictures']").await?, "a reader of Chinese is asked");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn nothing_is_cut_on_small_screens() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        page.play("h2", Some("e2")).await?;
        let rows = "return [...document.querySelectorAll('.act span')].filter(e => {
            const [word, act] = [e, e.closest('.act')].map(e => e.getBoundingClientRect());
            return word.height > 20 || word.left < act.left - 1 || word.right > act.right + 1;
        }).map(e => e.textContent)";
        let seen = page.ask(rows, vec![]).await?;
        ensure!(seen == json!([]), "words of actions in two rows: {seen}");
        page.goto(&format!("{address}/")).await?;
        page.see("[data-my-game] .part").await?;
        let seen = page.ask(CUT_PARTS, vec![]).await?;
        ensure!(seen == json!([]), "cut: {seen}");
        Ok(())
    })
    .await?;
    for (size, game) in
        [(Size::Tablet, "xiangqi"), (Size::Tablet, "sifang"), (Size::Lying, "undercover")]
    {
        with_page(size, "", async |page, address| {
            open(page, address, game).await?;
            let last = if game == "undercover" {
                page.act("uncover").await?;
                page.see(".setup input").await?;
                ".setup"
            } else {
                ".slot"
            };
            let inner = rectangle(page, last).await?;
            let outer = rectangle(page, ".table > .actions").await?;
            ensure!(inner[3] <= outer[1] + 1.0, "{size:?} {game}: {inner:?} under {outer:?}");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

/// Parts of a game's description that are visible but cut off.
const CUT_PARTS: &str = "return [...document.querySelectorAll('.parts')].flatMap(line => {
    const box = line.getBoundingClientRect();
    return [...line.querySelectorAll('.part')].filter(part => {
        const p = part.getBoundingClientRect();
        return p.top < box.bottom - 1 && (p.right > box.right + 1 || p.bottom > box.bottom + 1);
    }).map(part => part.textContent);
})";

#[tokio::test]
async fn with_room_for_both_a_board_stands_beside_the_form() -> Result<()> {
    for size in [Size::Desk, Size::Wide, Size::Phone] {
        with_page(size, "", async |page, address| {
            for (place, screen) in [("new/sifang", "new"), ("rules/banqi", "rules")] {
                page.goto(&format!("{address}/{place}")).await?;
                page.see(&format!("main[data-screen='{screen}'] .sheet")).await?;
                let seen = page.ask(BESIDE, vec![]).await?;
                let expected = if size == Size::Phone { json!(null) } else { json!(true) };
                ensure!(seen == expected, "{size:?} {place}: {seen}");
                ensure!(page.fits().await?, "{size:?} {place}: something sticks out");
            }
            Ok(())
        })
        .await?;
    }
    Ok(())
}

/// Whether the pieces of the board beside the form are on the board, left of the form, and visible;
/// `null` without a board.
const BESIDE: &str = "const board = document.querySelector('[data-start-board] .board');
    if (!board) return null;
    const slab = board.parentElement.querySelector('.slab');
    // Elements without pointer events are not found, so both are enabled for this query.
    slab.style.pointerEvents = board.style.pointerEvents = 'auto';
    const b = board.getBoundingClientRect();
    const s = document.querySelector('.sheet').getBoundingClientRect();
    const there = document.elementsFromPoint(b.x + b.width / 2, b.y + b.height / 2);
    const ground = there.indexOf(slab);
    const drawn = there.findIndex(e => e.closest('.board'));
    return b.width > 300 && b.right < s.left && b.top >= 0 && b.bottom <= innerHeight
        && drawn >= 0 && drawn < ground";

/// With many games, the button for playing at once stays visible. A game that was only viewed is
/// opened again.
#[tokio::test]
async fn the_start_page_stays_short() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        let games = "return document.querySelectorAll('[data-my-game]').length";
        for _ in 0..3 {
            page.goto(&format!("{address}/")).await?;
            page.act("play-now").await?;
            page.see("main[data-screen='table'] [data-board]").await?;
        }
        page.act("home").await?;
        page.see("[data-my-game]").await?;
        ensure!(page.ask(games, vec![]).await? == json!(1), "an untouched game is opened again");
        for game in ["xiangqi", "banqi", "sifang", "undercover"] {
            open(page, address, game).await?;
        }
        page.goto(&format!("{address}/")).await?;
        page.see("[data-act='all-games']").await?;
        ensure!(page.ask(games, vec![]).await? == json!(3), "three stand there");
        page.shoot("start-with-many-games").await?;
        let buried = page.ask(REACHABLE, vec![json!(".play-now")]).await?;
        ensure!(buried == json!([]), "{buried}");
        page.act("all-games").await?;
        page.until("document.querySelectorAll('[data-my-game]').length === 5").await
    })
    .await
}

/// A player who waits plays the computer meanwhile, and the page opens the table when an opponent
/// comes. Without a request there is no link for a friend.
#[tokio::test]
async fn a_waiting_player_plays_the_computer_meanwhile() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        let address = format!("{}/new/banqi", program.address());
        host.goto(&address).await?;
        host.press("[data-opponent='seek']").await?;
        host.act("start").await?;
        host.see("[data-panel='seeking'] [data-waited]").await?;
        ensure!(!host.has("[data-invite-link]").await?, "a link without a request");
        host.press("[data-act='invite-friend']").await?;
        host.see("[data-panel='seeking'] [data-invite-link]").await?;
        ensure!(host.fits().await?, "the link does not fit");
        host.shoot("waiting-with-link").await?;
        host.press("[data-act='play-meanwhile']").await?;
        host.until("location.pathname.startsWith('/play/')").await?;
        host.see("main[data-screen='table'][data-game='banqi'] [data-board]").await?;
        host.see("[data-away-game] [data-act='back-to-board']").await?;
        ensure!(host.fits().await?, "the bar does not fit");
        host.shoot("waiting-meanwhile").await?;
        guest.goto(&address).await?;
        guest.press("[data-opponent='seek']").await?;
        guest.press("[data-seek]").await?;
        guest.see("main[data-screen='table'] [data-board]").await?;
        host.until("location.pathname.startsWith('/t/')").await?;
        host.see("main[data-screen='table'] [data-seat='0'][data-own='true']").await?;
        host.until("!document.querySelector('[data-away-game]')").await?;
        guest.close().await
    })
    .await
}

/// A player who waits for a friend gets a link to send; one who seeks any opponent does not.
#[tokio::test]
async fn a_waiting_room_can_be_left_and_its_link_copied() -> Result<()> {
    const ROOMS: [(Size, &str, &str, &str, bool); 8] = [
        (Size::Phone, "xiangqi", "invite", "invite", true),
        (Size::Phone, "banqi", "invite", "invite", true),
        (Size::Phone, "undercover", "invite", "invite", true),
        (Size::Phone, "sifang", "invite", "invite", true),
        (Size::Lying, "xiangqi", "invite", "invite", true),
        (Size::Phone, "xiangqi", "seek", "seeking", false),
        (Size::Lying, "xiangqi", "seek", "seeking", false),
        (Size::Desk, "xiangqi", "seek", "seeking", false),
    ];
    for (size, game, opponent, panel, has_link) in ROOMS {
        with_page(size, "", async |page, address| {
            page.goto(&format!("{address}/new/{game}")).await?;
            page.press(&format!("[data-opponent='{opponent}']")).await?;
            page.act("start").await?;
            page.see(&format!("[data-panel='{panel}'] [data-plan] .tag")).await?;
            page.shoot(&format!("waiting-{panel}-{game}")).await?;
            ensure!(page.has("[data-invite-link]").await? == has_link, "{size:?}: {opponent}");
            let outside = "const panel = document.querySelector('.invite').getBoundingClientRect();
                return [...document.querySelectorAll('.invite *')].map(e => [e.tagName, e.getBoundingClientRect()])
                    .filter(([, r]) => r.left < panel.left || r.right > panel.right).map(([name]) => name)";
            let outside = page.ask(outside, vec![]).await?;
            ensure!(outside == json!([]), "{size:?}: {opponent}: {outside}");
            ensure!(
                !page.has("[data-act='resign']").await?,
                "it offers to resign what has not begun"
            );
            // On a phone the QR code is visible beside the link.
            let code = if size == Size::Phone { ", .invite .code" } else { "" };
            let selector = format!("[data-act='copy-link'], [data-act='cancel-table']{code}");
            let buried = page.ask(REACHABLE, vec![json!(selector)]).await?;
            ensure!(buried == json!([]), "{size:?}: {buried}");
            // The table exists until it is cancelled, then not at the server either.
            let status = "const asked = new XMLHttpRequest();
                asked.open('GET', `/api/tables/${arguments[0]}`, false);
                asked.send();
                return asked.status";
            let table = page.ask("return location.pathname.split('/').at(-1)", vec![]).await?;
            ensure!(page.ask(status, vec![table.clone()]).await? == json!(200), "{table}");
            page.act("cancel-table").await?;
            page.see("main[data-screen='start']").await?;
            ensure!(page.ask(status, vec![table.clone()]).await? == json!(404), "{table}");
            page.until("(window.__frames = (window.__frames ?? 0) + 1) > 20").await?;
            ensure!(!page.has("[data-my-game]").await?, "it still waits");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn options_and_rules_are_found() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/sifang")).await?;
        ensure!(page.has("[data-field='mode']").await?, "the mode is on the form");
        let folded = "return !document.querySelector('[data-field=\"mode\"]').closest('details')";
        ensure!(page.ask(folded, vec![]).await? == json!(true), "the mode is folded away");
        // The folded section shows that it can be opened, and which options are changed.
        page.see("details.more summary .fold svg").await?;
        page.press("details.more summary").await?;
        page.press("[data-field='quiet-limit'] [data-value='off']").await?;
        let words = page.text("details.more summary").await?;
        ensure!(words.contains("None"), "{words}");
        for game in ["xiangqi", "undercover", "sifang", "banqi"] {
            page.goto(&format!("{address}/new/{game}")).await?;
            page.see(&format!("main[data-screen='new'][data-game='{game}']")).await?;
            page.act("rules").await?;
            page.see(&format!("main[data-screen='rules'] [data-rules='{game}'] li")).await?;
            page.act("new-game").await?;
            page.see(&format!("main[data-screen='new'][data-game='{game}']")).await?;
            // The rules are one tap away from the table.
            start_locally(page, address, game).await?;
            page.act("rules").await?;
            page.see("[data-dialog='rules'] .rule-card li").await?;
            page.press("[data-dialog] [data-act='close']").await?;
        }
        Ok(())
    })
    .await
}

async fn start_locally(page: &Page, address: &str, game: &str) -> Result<()> {
    open(page, address, game).await?;
    if page.has("[data-act='uncover']").await? {
        page.act("uncover").await?;
    }
    Ok(())
}

#[tokio::test]
async fn move_lists_hold_words_in_columns() -> Result<()> {
    with_page(Size::Lying, "", async |page, address| {
        open(page, address, "banqi").await?;
        page.play("b2", None).await?;
        page.play("c3", None).await?;
        // A new row has no text before its first frame.
        page.until("document.querySelector('.moves ol').innerText.includes('flips')").await?;
        let list = page.text(".moves ol").await?;
        ensure!(!list.contains('=') && list.contains("flips"), "{list}");
        // Columns stay separate for all contents.
        open(page, address, "sifang").await?;
        for (from, to) in [("7d", "7e"), ("10g", "9g"), ("7j", "7i"), ("4g", "5g")] {
            page.play(from, Some(to)).await?;
        }
        let merged = "const plies = [...document.querySelectorAll('[data-ply]')].map(e => e.getBoundingClientRect());
            return plies.some((a, i) => plies.some((b, j) => i < j && a.top < b.bottom - 1
                && b.top < a.bottom - 1 && a.left < b.right - 1 && b.left < a.right - 1))
                || [...document.querySelectorAll('[data-ply]')].some(e => e.scrollWidth > e.clientWidth + 1)";
        ensure!(page.ask(merged, vec![]).await? == json!(false), "columns merge");
        Ok(())
    })
    .await
}
