//! A full game of each kind, by touch on a phone and by mouse on a desktop.
#![allow(clippy::print_stdout)]

use anyhow::{Context, Result, ensure};
use browser::{Chromium, Page, Program, Size, banqi_choice, choose_random_mole, shortest};
use games::{AnyGame, Variant};

#[tokio::test]
async fn xiangqi() -> Result<()> {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let moves = shortest(Variant::Xiangqi, "", start)?;
    println!("{} plies: {}", moves.len(), moves.join(" "));
    on_both_screens("xiangqi", async |page| {
        let mut game = AnyGame::from_text(Variant::Xiangqi, "", start).expect("the start");
        for (ply, action) in moves.iter().enumerate() {
            let (from, to) = action.split_at(2);
            // Tapping a piece shows exactly its legal destinations.
            if ply % 5 == 0 {
                ensure!(page.destinations(from).await? == from_here(&game, from), "ply {ply}");
            }
            page.play(from, Some(to)).await?;
            play(&mut game, action)?;
            if ply == 6 {
                page.shoot("xiangqi").await?;
            }
        }
        over(page, &game).await
    })
    .await
}

#[tokio::test]
async fn sifang() -> Result<()> {
    let start = sifang_start();
    let moves = shortest(Variant::Sifang, "", &start)?;
    println!("{} plies: {}", moves.len(), moves.join(" "));
    on_both_screens("sifang", async |page| {
        let mut game = AnyGame::from_text(Variant::Sifang, "", &start).expect("the start");
        for (ply, action) in moves.iter().enumerate() {
            let split = action.find(|c: char| c.is_ascii_lowercase()).context("a point")? + 1;
            let (from, to) = action.split_at(split);
            if ply % 8 == 0 {
                ensure!(page.destinations(from).await? == from_here(&game, from), "ply {ply}");
            }
            page.play(from, Some(to)).await?;
            play(&mut game, action)?;
            if ply == 8 {
                page.shoot("sifang").await?;
            }
        }
        over(page, &game).await
    })
    .await
}

#[tokio::test]
async fn banqi() -> Result<()> {
    on_both_screens("banqi", async |page| {
        for ply in 0..1_000 {
            if page.attribute("main", "data-over").await? == "true" {
                break;
            }
            let side = match page.attribute("[data-on-move='true']", "data-side").await?.as_str() {
                "red" => 'r',
                "black" => 'b',
                _ => '-',
            };
            let action = banqi_choice(&page.pieces().await?, side, ply)?;
            let to = action.get(2..4);
            page.play(&action[..2], to).await?;
            if ply == 14 {
                page.shoot("banqi").await?;
            }
        }
        page.see("main[data-over='true']").await?;
        page.see("[data-ending]").await?;
        let is_in_sight = page.ask(IN_SIGHT, vec![]).await?;
        ensure!(is_in_sight == true, "the result is below the fold");
        let narrow = page.ask(NARROWEST, vec![]).await?;
        ensure!(narrow.as_f64().is_some_and(|width| width >= 9.0), "captured pieces: {narrow} px");
        let is_covered = page.ask(COVERED_SCORE, vec![]).await?;
        ensure!(is_covered == false, "captured pieces lie over the points");
        Ok(())
    })
    .await
}

/// Whether the result is visible without scrolling.
const IN_SIGHT: &str = "const r = document.querySelector('[data-ending]').getBoundingClientRect();
    return r.top >= 0 && r.bottom <= innerHeight";

/// Whether captured pieces cover a player's points.
const COVERED_SCORE: &str = "
    const box = element => element.getBoundingClientRect();
    const scores = [...document.querySelectorAll('[data-score]')].map(box);
    const pieces = [...document.querySelectorAll('[data-taken] > *')].map(box);
    return scores.some(s => pieces.some(p =>
        p.left < s.right - 1 && s.left < p.right - 1 && p.top < s.bottom - 1 && s.top < p.bottom - 1))";

/// Minimum visible width of each captured piece in pixels.
const NARROWEST: &str = "
    const steps = [...document.querySelectorAll('[data-taken]')].flatMap(tray => {
        const at = [...tray.children].map(piece => piece.getBoundingClientRect());
        return at.slice(1).map((next, i) => next.top > at[i].top ? Infinity : next.left - at[i].left);
    });
    return Math.min(99, ...steps)";

#[tokio::test]
async fn undercover() -> Result<()> {
    on_both_screens("undercover", async |page| {
        for _ in 0..2 {
            page.act("uncover").await?;
            choose_random_mole(page).await?;
        }
        let order = ["red", "black"];
        let quiet = [["h0g2", "b0c2", "a0a1"], ["h9g7", "b9c7", "a9a8"]];
        for turn in 0..6 {
            // The last player to set up may be the first to move; then no cover is shown.
            page.until("document.querySelector('[data-cover], [data-mole]')").await?;
            if turn > 0 || page.has("[data-cover]").await? {
                page.act("uncover").await?;
            }
            page.see("[data-mole]").await?;
            let seat = seat_on_move(page).await?;
            let action = quiet[seat][turn / 2];
            page.play(&action[..2], Some(&action[2..])).await?;
            if turn == 4 {
                page.see("[data-cover]").await?;
                page.shoot("undercover-cover").await?;
            }
        }
        // Both turn their moles; the rest is xiangqi.
        for _ in 0..2 {
            page.act("uncover").await?;
            page.shoot("undercover").await?;
            let plies = page.plies().await?;
            page.act("turn").await?;
            page.act("confirm").await?;
            page.until_plies(plies + 1).await?;
        }
        page.act("uncover").await?;
        let seat = seat_on_move(page).await?;
        let position = xiangqi_text(&page.pieces().await?, ["w", "b"][seat]);
        let moves = shortest(Variant::Xiangqi, "", &position)?;
        println!("{}: {} plies from {position}", order[seat], moves.len());
        for action in &moves {
            if page.has("[data-cover]").await? {
                page.act("uncover").await?;
            }
            page.play(&action[..2], Some(&action[2..])).await?;
        }
        page.see("main[data-over='true']").await?;
        page.see("[data-ending]").await?;
        Ok(())
    })
    .await
}

/// Keeps the sizes of images offered as downloads.
const CATCH_PICTURES: &str = "
    window.__pictures = [];
    const plain = URL.createObjectURL;
    URL.createObjectURL = blob => {
        if (blob.type === 'image/png') window.__pictures.push(blob.size);
        return plain.call(URL, blob);
    };
";

/// Plays on a phone and a desktop, two players on one device.
async fn on_both_screens(game: &str, play: impl AsyncFn(&Page) -> Result<()>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let mut played = Ok(());
    for size in Size::BOTH {
        let page = chromium.open(size, CATCH_PICTURES).await?;
        played = play_through(&page, &program, game, &play).await;
        // The browser is closed in any case; an open session would delay the end of the test.
        page.close().await?;
        played = played.with_context(|| format!("{game} {size:?}"));
        if played.is_err() {
            break;
        }
    }
    chromium.stop().await?;
    program.kill().await?;
    played
}

async fn play_through(
    page: &Page,
    program: &Program,
    game: &str,
    play: &impl AsyncFn(&Page) -> Result<()>,
) -> Result<()> {
    page.goto(program.address()).await?;
    // Games in lists have the attribute too.
    page.press(&format!(".card[data-game='{game}']")).await?;
    page.see(&format!(".card[data-game='{game}'][aria-pressed='true']")).await?;
    page.act("new-game").await?;
    page.press("[data-opponent='device']").await?;
    ensure!(page.fits().await?, "the options are wider than the screen");
    page.act("start").await?;
    page.see("main[data-screen='table'] [data-board]").await?;
    ensure!(page.fits().await?, "the table is wider than the screen");
    play(page).await?;
    page.shoot(&format!("{game}-over")).await?;
    // A finished game can be shared as an image.
    page.act("share-picture").await?;
    page.until("window.__pictures.some(size => size > 20000)").await
}

async fn over(page: &Page, game: &AnyGame) -> Result<()> {
    let outcome = game.outcome().context("the planned game ended")?;
    page.see("main[data-over='true']").await?;
    // The panel beside the board is updated one task later.
    page.see("[data-ending]").await?;
    let shown = page.attribute("[data-ending]", "data-ending").await?;
    ensure!(shown == outcome.reason.as_str(), "the page says {shown}, the rules {outcome:?}");
    Ok(())
}

fn play(game: &mut AnyGame, action: &str) -> Result<()> {
    let seat = game.turn().seats().iter().next().context("a seat's turn")?;
    game.play_text(seat, action).map_err(|refusal| anyhow::anyhow!("{action}: {refusal:?}"))?;
    Ok(())
}

/// Legal destinations of the piece on a square, sorted.
fn from_here(game: &AnyGame, from: &str) -> Vec<String> {
    let seats = game.turn().seats();
    let legal = seats.iter().flat_map(|seat| game.legal(seat));
    let is_point = |to: &str| to.starts_with(|c: char| c.is_ascii_alphanumeric());
    let mut found: Vec<String> = legal
        .filter_map(|action| action.to_string().strip_prefix(from).map(str::to_owned))
        .filter(|to| is_point(to))
        .collect();
    found.sort();
    found
}

async fn seat_on_move(page: &Page) -> Result<usize> {
    let side = page.attribute("[data-on-move='true']", "data-side").await?;
    Ok(usize::from(side == "black"))
}

/// Position text for the pieces on a xiangqi page.
fn xiangqi_text(pieces: &[(String, String)], turn: &str) -> String {
    let rank = |rank: char| -> String {
        let mut row = String::new();
        let mut empty = 0;
        for file in 'a'..='i' {
            let at = format!("{file}{rank}");
            match pieces.iter().find(|(_, place)| *place == at) {
                None => empty += 1,
                Some((piece, _)) => {
                    if empty > 0 {
                        row += &empty.to_string();
                    }
                    empty = 0;
                    row += piece;
                }
            }
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        row
    };
    let rows: Vec<String> = "9876543210".chars().map(rank).collect();
    format!("{} {turn} - - 0 1", rows.join("/"))
}

fn sifang_start() -> String {
    const ROWS: &str = "yB,yC,1,yM,1,yC,yB/2,yT,yI,yI,yI,yT,2/4,yF,yA,yF,4/bB,5,yA,5,gB/bC,bT,9,gT,gC/1,bI,bF,7,gF,gI,1/bM,bI,bA,bA,5,gA,gA,gI,gM/1,bI,bF,7,gF,gI,1/bC,bT,9,gT,gC/bB,5,rA,5,gB/4,rF,rA,rF,4/2,rT,rI,rI,rI,rT,2/rB,rC,1,rM,1,rC,rB";
    format!("{ROWS} r ns -/-/-/- 0 0")
}
