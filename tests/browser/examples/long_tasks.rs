//! Measures how long the page blocks: `cargo xtask long-tasks`.
//!
//! It simulates a phone with a processor four times slower than the reference
//! (`Page::processor_rate`). The cases are a drag, one and three computers that search and move,
//! and a late position of a long game. The result is the longest tasks by processor time, which
//! does not depend on the machine's load, with their duration and parts. The intervals between
//! frames are printed as well; they are meaningful on an idle machine only.
//!

//! Arguments select cases by a part of their names.
#![allow(clippy::print_stdout)]

use anyhow::{Context, Result, bail, ensure};
use browser::{Chromium, Page, Program, Size, Task};
use games::{AnyGame, Variant};
use serde_json::json;
use std::path::Path;

const SLOWER: f64 = 4.0;

/// Bandwidth so high that only the processor counts.
const BITS_PER_SECOND: u32 = 1_000_000_000;

/// Maximum processor time of a task: a tap waits for its end.
const MAX_MS: f64 = 50.0;

/// Minimum time of a part that is printed.
const MIN_PART_MS: f64 = 0.5;

/// Duration of a deliberate block, which the measurement has to find.
const PLANTED_MS: f64 = 200.0;

/// Interval from which a frame counts as late at 60 frames per second.
const LATE_MS: f64 = 25.0;

/// Moves of the player against computers.
const ROUNDS: usize = 4;

/// Plies of the long game before and during the recording.
const LONG: usize = 120;
const WATCHED: usize = 4;

/// Plies and variations of the file.
const FILE_PLIES: usize = 500;
const FILE_VARIATIONS: usize = 50;

#[tokio::main]
async fn main() -> Result<()> {
    let (mut longest, mut over) = (0.0_f64, 0);
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let is_asked = |case: &Case| {
        asked.is_empty() || asked.iter().any(|words| case.words().contains(words.as_str()))
    };
    for case in Case::ALL.into_iter().filter(is_asked) {
        let (tasks, frames) = watch(case).await.with_context(|| case.words())?;
        let (longest_here, over_here) = report(case.words(), &tasks)?;
        longest = longest.max(longest_here);
        over += over_here;
        tell_frames(frames)?;
    }
    println!("measured tasks over {MAX_MS} ms: {over} tasks");
    ensure!(longest <= MAX_MS, "a task took {longest:.0} ms, and {MAX_MS} are allowed");
    Ok(())
}

/// Case of the measurement.
#[derive(Clone, Copy)]
enum Case {
    Planted,
    Drag(Variant),
    Computers(Variant),
    LongGame,
    File,
}

impl Case {
    const ALL: [Case; 8] = [
        Case::Planted,
        Case::Drag(Variant::Xiangqi),
        Case::Drag(Variant::Sifang),
        Case::Computers(Variant::Xiangqi),
        Case::Computers(Variant::Banqi),
        Case::Computers(Variant::Sifang),
        Case::LongGame,
        Case::File,
    ];

    fn words(self) -> &'static str {
        match self {
            Case::Planted => "the page held up for 200 ms on purpose",
            Case::Drag(Variant::Sifang) => "sifang: a drag over the board",
            Case::Drag(_) => "xiangqi: a drag over the board",
            Case::Computers(Variant::Sifang) => "sifang: moves, and those of three computers",
            Case::Computers(Variant::Banqi) => "banqi: moves, and the computer's",
            Case::Computers(_) => "xiangqi: moves, and the computer's",
            Case::LongGame => "xiangqi: the last moves of a long game",
            Case::File => "xiangqi: opening 500 plies with 50 variations",
        }
    }
}

/// Runs a case in a new browser. Returns the page's tasks and frame intervals.
async fn watch(case: Case) -> Result<(Vec<Task>, Vec<f64>)> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let page = chromium.open_traced(Size::Phone, "").await?;
    let seen = act(&page, program.address(), folder.path(), case).await;
    page.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    seen
}

async fn act(
    page: &Page,
    address: &str,
    folder: &Path,
    case: Case,
) -> Result<(Vec<Task>, Vec<f64>)> {
    match case {
        Case::Planted => {
            open(page, address, Variant::Xiangqi, "device").await?;
            slow_down(page).await?;
            let block = "setTimeout(() => {
                const end = performance.now() + arguments[0];
                while (performance.now() < end);
                document.title = 'held up';
            })";
            page.ask(block, vec![json!(PLANTED_MS)]).await?;
            page.until("document.title === 'held up'").await?;
        }
        Case::Drag(variant) => {
            open(page, address, variant, "device").await?;
            slow_down(page).await?;
            drag(page, if variant == Variant::Sifang { "7d" } else { "h2" }).await?;
        }
        Case::Computers(variant) => {
            open(page, address, variant, "computer").await?;
            slow_down(page).await?;
            for round in 1..=ROUNDS {
                move_something(page, variant).await?;
                page.until_plies(round * usize::from(variant.seats())).await?;
            }
        }
        Case::LongGame => {
            open(page, address, Variant::Xiangqi, "device").await?;
            let moves = long_game(LONG + WATCHED)?;
            let (before, watched) = moves.split_at(LONG);
            play(page, before).await?;
            slow_down(page).await?;
            play(page, watched).await?;
        }
        Case::File => {
            let path = folder.join("game.pgn");
            std::fs::write(&path, file()?)?;
            // The old address, so that older versions can be measured, too.
            page.goto(&format!("{address}/#/open")).await?;
            page.see("[data-input='file']").await?;
            slow_down(page).await?;
            page.upload("[data-input='file']", &path).await?;
            page.until_plies(FILE_PLIES).await?;
        }
    }
    let frames = page.end_frames().await?;
    Ok((page.end_watch().await?, frames))
}

/// Opens a game.
async fn open(page: &Page, address: &str, variant: Variant, opponent: &str) -> Result<()> {
    page.goto(&format!("{address}/new/{variant}")).await?;
    page.press(&format!("[data-opponent='{opponent}']")).await?;
    page.act("start").await?;
    page.see(&format!("main[data-screen='table'][data-game='{variant}'] [data-board]")).await
}

/// Slows the processor down and starts recording.
async fn slow_down(page: &Page) -> Result<()> {
    let rate = page.processor_rate(SLOWER).await?;
    println!("  made {rate:.1} times slower");
    page.slow_down(BITS_PER_SECOND, 0, rate).await?;
    page.begin_frames().await?;
    page.begin_watch().await
}

/// Drags a piece over the board, twenty steps forth and back, and drops it on its square.
async fn drag(page: &Page, from: &str) -> Result<()> {
    let (x, y) = page.middle(&format!("[data-square='{from}']")).await?;
    page.touch("touchStart", &[(x, y)]).await?;
    for step in (0..20).chain((0..20).rev()) {
        let by = f64::from(step);
        page.touch("touchMove", &[(x - 5.0 * by, y - 8.0 * by)]).await?;
        if step == 10 {
            page.see(&format!(".piece.dragged[data-at='{from}']")).await?;
        }
    }
    page.touch("touchEnd", &[]).await?;
    page.until("!document.querySelector('.piece.dragged')").await
}

/// Makes a move with the first piece that has one.
async fn move_something(page: &Page, variant: Variant) -> Result<()> {
    let side = page.attribute("[data-own='true']", "data-side").await?;
    let is_own = |piece: &str| match variant {
        Variant::Sifang => piece.starts_with('r'),
        Variant::Banqi if piece == "*" => true,
        _ => piece.starts_with(|c: char| c.is_ascii_uppercase()) == (side != "black"),
    };
    let pieces = page.pieces().await?;
    let plies = page.plies().await?;
    for (_, at) in pieces.iter().filter(|(piece, _)| is_own(piece)) {
        page.press(&format!("[data-square='{at}']")).await?;
        if variant == Variant::Banqi {
            // A hidden piece has been flipped; otherwise the piece is not the player's.
            page.until(&format!(
                "Number(document.querySelector('main').dataset.plies) > {plies}
                 || document.querySelector('[data-mark=\"chosen\"]')"
            ))
            .await?;
            if page.plies().await? > plies {
                return Ok(());
            }
        }
        page.see("[data-mark='chosen']").await?;
        if let Some(to) = page.attributes("[data-dest]", "data-dest").await?.first() {
            return page.press(&format!("[data-square='{to}']")).await;
        }
    }
    bail!("nothing can move")
}

async fn play(page: &Page, moves: &[String]) -> Result<()> {
    for action in moves {
        let (from, to) = action.split_at(2);
        page.play(from, Some(to)).await?;
    }
    Ok(())
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// A fixed long game.
fn long_game(plies: usize) -> Result<Vec<String>> {
    let mut game = AnyGame::from_text(Variant::Xiangqi, "", START).ok().context("the start")?;
    let mut moves = Vec::new();
    while moves.len() < plies {
        let seat = game.turn().seats().iter().next().context("a seat on move")?;
        let mut legal = game.legal(seat);
        let turned = moves.len() * 31 % legal.len();
        legal.rotate_left(turned);
        let goes_on = legal.into_iter().find(|&action| {
            game.play(seat, action).is_ok() && {
                let is_over = game.outcome().is_some();
                game.undo();
                !is_over
            }
        });
        let action = goes_on.with_context(|| format!("over after {} plies", moves.len()))?;
        game.play(seat, action).ok().context("a legal move")?;
        moves.push(action.to_string());
    }
    Ok(moves)
}

/// A fixed game as PGN, with variations of one move.
fn file() -> Result<String> {
    let mut game = AnyGame::from_text(Variant::Xiangqi, "", START).ok().context("the start")?;
    let mut text = "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n".to_owned();
    let mut variations = 0;
    for (ply, played) in long_game(FILE_PLIES)?.into_iter().enumerate() {
        let number = format!("{}.{}", ply / 2 + 1, if ply % 2 == 0 { "" } else { ".." });
        text += &format!("{number} {played} ");
        let seat = game.turn().seats().iter().next().context("a seat on move")?;
        let legal = game.legal(seat);
        let other = legal.iter().map(ToString::to_string).find(|other| *other != played);
        // A check may leave only one move.
        if let Some(other) = other.filter(|_| ply >= variations * FILE_PLIES / FILE_VARIATIONS) {
            text += &format!("({number} {other}) ");
            variations += 1;
        }
        let action = legal.into_iter().find(|action| action.to_string() == played);
        game.play(seat, action.context("a legal move")?).ok().context("a legal move")?;
    }
    ensure!(variations == FILE_VARIATIONS, "the game has {variations} variations");
    Ok(text + "*\n")
}

/// Prints the longest tasks. Returns the longest duration that counts, and the number of tasks over
/// the limit.
fn report(what: &str, tasks: &[Task]) -> Result<(f64, usize)> {
    ensure!(!tasks.is_empty(), "{what}: no task was told");
    let mut times: Vec<Task> = tasks.to_vec();
    times.sort_by(|a, b| b.cpu_ms.total_cmp(&a.cpu_ms));
    let words: Vec<String> = times
        .iter()
        .take(5)
        .map(|task| format!("{:.0} ({:.0})", task.cpu_ms, task.wall_ms))
        .collect();
    let over = times.iter().filter(|task| task.cpu_ms > MAX_MS).count();
    println!("{what}: {over} of {} tasks over {MAX_MS} ms; {} ms", times.len(), words.join(", "));
    let parts = times[0].parts.iter().filter(|(_, ms)| *ms >= MIN_PART_MS);
    let parts: Vec<String> = parts.map(|(name, ms)| format!("{name} {ms:.1}")).collect();
    println!("  the longest: {}", parts.join(", "));
    let longest = times[0].cpu_ms;
    if what == Case::Planted.words() {
        // The deliberate block is measured in real time.
        let is_told = times.iter().any(|task| task.wall_ms >= PLANTED_MS);
        ensure!(is_told, "a page that was held up would not be told");
        return Ok((0.0, 0));
    }
    println!("measured longest task, {what}: {longest:.1} ms");
    if what == Case::File.words() {
        let sum: f64 = times.iter().map(|task| task.cpu_ms).sum();
        println!("measured all tasks, {what}: {sum:.0} ms");
    }
    Ok((longest, over))
}

/// Prints the frame intervals.
fn tell_frames(mut frames: Vec<f64>) -> Result<()> {
    ensure!(!frames.is_empty(), "no frame was told");
    frames.sort_by(f64::total_cmp);
    let late = frames.iter().filter(|&&apart| apart > LATE_MS).count();
    let (middle, worst) = (frames[frames.len() / 2], frames[frames.len() - 1]);
    println!(
        "  frames: {middle:.1} ms apart, the worst {worst:.0}; {late} of {} over {LATE_MS} ms",
        frames.len()
    );
    Ok(())
}
