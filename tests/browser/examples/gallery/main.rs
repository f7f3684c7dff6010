//! Screenshots of every screen, in a folder with an index page: `cargo xtask gallery [FOLDER]`.
//!
//! It shows every screen in every size and language, and every combination of theme, pieces and
//! board on a phone and a desktop. Other combinations would add nothing: themes only change
//! colours, piece sets only pieces.
#![allow(clippy::print_stdout)]

mod company;

use anyhow::{Context, Result, bail};
use browser::{Chromium, Page, Program, Size, choose_random_mole, register, uncover_mole};
use company::Company;
use serde_json::{Value, json};
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

const LANGUAGES: [&str; 4] = ["zh-Hans", "zh-Hant", "en", "vi"];
const THEMES: [&str; 4] = ["paper", "wood", "jade", "ink"];
const PIECES: [&str; 4] = ["brush", "pictures", "contrast", "letters"];

/// Actions on the board: source and destination.
type Plies = [(&'static str, Option<&'static str>)];

/// Each game with its first actions.
const GAMES: [(&str, &Plies); 4] = [
    ("xiangqi", &[("h2", Some("e2")), ("h9", Some("g7")), ("h0", Some("g2")), ("i9", Some("h9"))]),
    ("undercover", &[]),
    ("sifang", &[("7d", Some("7e")), ("10g", Some("9g"))]),
    ("banqi", &[("b2", None), ("c3", None), ("f2", None), ("g4", None)]),
];

/// The screens in their order; games played for one screen exist in the next.
const SCREENS: [&str; 46] = [
    "start",
    "new-xiangqi",
    "new-undercover",
    "new-sifang",
    "new-banqi",
    "new-seek",
    "set-up",
    "cover",
    "table-xiangqi",
    "chosen",
    "past",
    "table-sifang",
    "against-three",
    "against-time",
    "table-banqi",
    "start-with-games",
    "ending",
    "replay",
    "save",
    "printed",
    "end-banqi",
    "end-undercover",
    "waiting-room",
    "settings",
    "file",
    "file-problems",
    "rules",
    "lesson",
    "editor",
    "ranking",
    "archive",
    "account",
    "hall",
    "watch",
    "puzzle",
    "puzzle-undercover",
    "puzzle-sifang",
    "puzzle-shown",
    "puzzle-themes",
    "rush",
    "endgames",
    "endgame",
    "analysis",
    "studies",
    "profile",
    "challenge",
];

/// Screens with an address, and the selector to wait for.
const PLACES: [(&str, &str, &str); 19] = [
    ("start", "", "main[data-screen='start'] .card"),
    ("start-with-games", "", "main[data-screen='start'] [data-my-game]"),
    ("rules", "rules/sifang", "main[data-screen='rules']"),
    ("lesson", "learn/sifang", "main[data-screen='lesson'][data-ready='true'] [data-board]"),
    ("editor", "editor/xiangqi", "main[data-screen='editor'] [data-palette]"),
    ("ranking", "ranking", "main[data-screen='ranking']"),
    ("archive", "archive", "main[data-screen='archive']"),
    ("account", "account", "main[data-screen='account']"),
    ("hall", "boards", "main[data-screen='hall']"),
    ("watch", "watch", "main[data-screen='watch']"),
    ("puzzle", "puzzles", "main[data-screen='puzzles'][data-said='try'] [data-board]"),
    ("puzzle-undercover", "puzzles/undercover", "main[data-said='try'] [data-board]"),
    ("puzzle-sifang", "puzzles/sifang", "main[data-said='try'] [data-board]"),
    ("puzzle-themes", "puzzles/themes", "main[data-screen='puzzles'] [data-themes]"),
    ("rush", "puzzles/rush", "main[data-screen='puzzles'] [data-act='rush-start']"),
    ("endgames", "puzzles/endings", "main[data-screen='endings'] [data-endings] a"),
    ("endgame", "puzzles/endings/chariot-two-advisors", "main[data-screen='endings'] [data-board]"),
    ("analysis", "analysis", "main[data-screen='record'] [data-board]"),
    ("studies", "studies", "main[data-screen='studies']"),
];

struct Shot {
    group: String,
    name: String,
    file: PathBuf,
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().context("expected a folder")?);
    // Only screenshots with this word in their path.
    let only = arguments.next().unwrap_or_default();
    fs::create_dir_all(&folder)?;
    let data = tempfile::tempdir()?;
    let program = Program::start(data.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let mut shots = Vec::new();
    let result = shoot_all(&chromium, program.address(), &folder, &only, &mut shots).await;
    let result = match result {
        Ok(()) => {
            let address = program.address();
            shoot_company(&chromium, address, data.path(), &folder, &only, &mut shots).await
        }
        failed => failed,
    };
    chromium.stop().await?;
    program.kill().await?;
    fs::write(folder.join("index.html"), index(&shots, &folder)?)?;
    println!("{} pictures: {}", shots.len(), folder.join("index.html").display());
    result
}

async fn shoot_all(
    chromium: &Chromium,
    address: &str,
    folder: &Path,
    only: &str,
    shots: &mut Vec<Shot>,
) -> Result<()> {
    for size in Size::ALL {
        for language in LANGUAGES {
            let group = format!("{}-{language}", size.name());
            let wanted: Vec<&str> = SCREENS
                .into_iter()
                .filter(|name| format!("{group}/{name}").contains(only))
                .collect();
            if wanted.is_empty() {
                continue;
            }
            let page = chromium.open(size, &set(&json!({ "language": language }))).await?;
            let into = folder.join(&group);
            let shown = show_screens(&page, address, &wanted, &into, &group, shots);
            let shown = shown.await.with_context(|| group.clone());
            page.close().await?;
            shown?;
        }
    }
    for size in Size::BOTH {
        for theme in THEMES {
            for pieces in PIECES {
                let group = format!("{}-{theme}-{pieces}", size.name());
                if !group.contains(only) {
                    continue;
                }
                let settings = json!({ "language": "en", "theme": theme, "pieces": pieces });
                let page = chromium.open(size, &set(&settings)).await?;
                let shown = show_boards(&page, address, &folder.join(&group), &group, shots).await;
                page.close().await?;
                shown.with_context(|| group)?;
            }
        }
    }
    Ok(())
}

/// Takes the screens that need two people, in every size and language.
async fn shoot_company(
    chromium: &Chromium,
    address: &str,
    data: &Path,
    folder: &Path,
    only: &str,
    shots: &mut Vec<Shot>,
) -> Result<()> {
    for size in Size::ALL {
        for language in LANGUAGES {
            let group = format!("{}-{language}", size.name());
            let is_wanted = |name: &&str| format!("{group}/{name}").contains(only);
            if !company::SCREENS.iter().any(is_wanted) {
                continue;
            }
            let early = set(&json!({ "language": language }));
            let first = chromium.open(size, &early).await?;
            let second = chromium.open(size, &early).await?;
            let mut company = Company {
                address,
                data,
                group: &group,
                first: &first,
                second: &second,
                table: String::new(),
            };
            for name in company::SCREENS {
                let shown = company.show(name).await;
                let page = shown.with_context(|| format!("{group}/{name}"))?;
                if is_wanted(&name) {
                    let file = page.shoot_into(&folder.join(&group), name).await?;
                    shots.push(Shot { group: group.clone(), name: name.to_owned(), file });
                }
            }
            first.close().await?;
            second.close().await?;
        }
    }
    Ok(())
}

/// Script that sets a player's settings once.
fn set(settings: &Value) -> String {
    let text = Value::String(settings.to_string());
    format!("localStorage['chuhe.settings'] ??= {text};")
}

async fn show_screens(
    page: &Page,
    address: &str,
    wanted: &[&str],
    folder: &Path,
    group: &str,
    shots: &mut Vec<Shot>,
) -> Result<()> {
    // Every screen is visited, because later ones depend on games of earlier ones.
    for name in SCREENS {
        show(page, address, name, group).await.with_context(|| name)?;
        if wanted.contains(&name) {
            let file = page.shoot_into(folder, name).await?;
            shots.push(Shot { group: group.to_owned(), name: name.to_owned(), file });
        }
    }
    Ok(())
}

async fn show_boards(
    page: &Page,
    address: &str,
    folder: &Path,
    group: &str,
    shots: &mut Vec<Shot>,
) -> Result<()> {
    for (game, actions) in GAMES {
        match game {
            "undercover" => set_up(page, address, false).await?,
            _ => open(page, address, game, actions).await?,
        }
        let file = page.shoot_into(folder, game).await?;
        shots.push(Shot { group: group.to_owned(), name: game.to_owned(), file });
    }
    Ok(())
}

/// Opens a screen. `group` names the players of a page, so that no name is taken twice.
async fn show(page: &Page, address: &str, name: &str, group: &str) -> Result<()> {
    let go = async |path: &str, seen: &str| {
        page.goto(&format!("{address}/{path}")).await?;
        page.see(seen).await
    };
    page.print(false).await?;
    if let Some((_, path, seen)) = PLACES.iter().find(|(place, ..)| *place == name) {
        return go(path, seen).await;
    }
    match name {
        "new-seek" => {
            go("new/xiangqi", "main[data-screen='new']").await?;
            page.press("[data-opponent='seek']").await
        }
        "set-up" | "cover" => set_up(page, address, name == "cover").await,
        "chosen" => {
            page.goto(&format!("{address}/play")).await?;
            page.press("[data-square='b2']").await?;
            page.see("[data-dest]").await
        }
        "past" => {
            page.goto(&format!("{address}/play")).await?;
            page.press("[data-ply='1']").await
        }
        "ending" | "replay" | "save" | "printed" => end(page, address, name).await,
        "end-banqi" => {
            open(page, address, "banqi", GAMES[3].1).await?;
            give_up(page).await
        }
        // Sifang against three computers, with and without clocks.
        "against-three" | "against-time" => {
            page.goto(address).await?;
            go("new/sifang", "main[data-screen='new']").await?;
            if name == "against-time" {
                page.choose("[data-input='clock']", "10+5").await?;
            }
            page.act("start").await?;
            page.see("main[data-screen='table'] [data-board]").await
        }
        "end-undercover" => {
            set_up(page, address, false).await?;
            choose_random_mole(page).await?;
            page.act("uncover").await?;
            choose_random_mole(page).await?;
            uncover_mole(page).await?;
            give_up(page).await?;
            page.see("[data-fate]").await
        }
        "waiting-room" => {
            go("new/xiangqi", "main[data-screen='new']").await?;
            page.press("[data-opponent='invite']").await?;
            page.act("start").await?;
            page.see("[data-invite-link]").await
        }
        "settings" => {
            go("", "main[data-screen='start']").await?;
            page.act("settings").await?;
            page.see("[data-dialog='settings'] [data-choose-theme='ink']").await
        }
        "file" => {
            // No record is open in the tab.
            page.ask("sessionStorage.clear()", vec![]).await?;
            page.goto(address).await?;
            go("record", "main[data-screen='record'] [data-input='record']").await
        }
        "puzzle-shown" => {
            go("puzzles/undercover", "main[data-said='try'] [data-board]").await?;
            page.act("puzzle-show").await?;
            page.see("[data-act='puzzle-next']").await
        }
        "profile" => {
            register(page, &format!("A {group}")).await?;
            go(&format!("@A%20{group}"), "main[data-screen='player']").await
        }
        "challenge" => {
            register(page, &format!("B {group}")).await?;
            go(&format!("@A%20{group}"), "main[data-screen='player'] [data-act='challenge']")
                .await?;
            page.act("challenge").await?;
            page.see("[data-act='send-challenge']").await
        }
        "file-problems" => {
            page.write("[data-input='record']", "1. 炮二平五 马8进9 2. 车一进九").await?;
            page.act("open").await?;
            page.see("[data-problem]").await
        }
        _ => match name.split_once('-') {
            Some(("new", game)) => go(&format!("new/{game}"), "main[data-screen='new']").await,
            Some(("table", game)) => {
                let known = GAMES.iter().find(|(known, _)| *known == game);
                let (game, actions) = known.with_context(|| format!("no game {game}"))?;
                open(page, address, game, actions).await
            }
            _ => bail!("no screen {name}"),
        },
    }
}

/// The screens after a game.
async fn end(page: &Page, address: &str, name: &str) -> Result<()> {
    match name {
        "ending" => {
            open(page, address, "xiangqi", GAMES[0].1).await?;
            give_up(page).await
        }
        "replay" => {
            page.act("close-result").await?;
            page.act("replay").await?;
            page.see("main[data-screen='record'] [data-act='play']").await
        }
        "save" => {
            page.act("save").await?;
            page.see("[data-dialog='save']").await
        }
        // The record as printed, without the dialog.
        _ => {
            page.act("close").await?;
            page.print(true).await
        }
    }
}

async fn give_up(page: &Page) -> Result<()> {
    page.act("resign").await?;
    page.act("confirm").await?;
    page.see("[data-ending]").await
}

/// Starts a game for all sides on one device and plays some actions.
async fn open(
    page: &Page,
    address: &str,
    game: &str,
    actions: &[(&str, Option<&str>)],
) -> Result<()> {
    page.goto(address).await?;
    page.goto(&format!("{address}/new/{game}")).await?;
    page.press("[data-opponent='device']").await?;
    page.act("start").await?;
    page.see(&format!("main[data-screen='table'][data-game='{game}'] [data-board]")).await?;
    for (from, to) in actions {
        page.play(from, *to).await?;
    }
    Ok(())
}

/// Set-up of undercover: the cover between two players, or the set-up itself.
async fn set_up(page: &Page, address: &str, is_covered: bool) -> Result<()> {
    open(page, address, "undercover", &[]).await?;
    page.see("[data-cover]").await?;
    if is_covered {
        return Ok(());
    }
    page.act("uncover").await?;
    page.see("[data-setup]").await
}

fn index(shots: &[Shot], folder: &Path) -> Result<String> {
    let mut page = String::from(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>chuhe: every screen</title>\n\
         <style>body{font:14px/1.4 system-ui,sans-serif;margin:24px;background:#ddd}\
         section{display:flex;flex-wrap:wrap;gap:16px;align-items:start}\
         figure{margin:0}img{max-width:320px;max-height:420px;border:1px solid #999}</style>\n",
    );
    let mut group = "";
    for shot in shots {
        if shot.group != group {
            let end = if group.is_empty() { "" } else { "</section>\n" };
            group = &shot.group;
            writeln!(page, "{end}<h2>{group}</h2>\n<section>")?;
        }
        let path = shot.file.strip_prefix(folder)?.display();
        let name = &shot.name;
        writeln!(
            page,
            "<figure><a href=\"{path}\"><img src=\"{path}\" loading=\"lazy\" alt=\"{name}\"></a><figcaption>{name}</figcaption></figure>"
        )?;
    }
    page.push_str(if group.is_empty() { "" } else { "</section>\n" });
    Ok(page)
}
