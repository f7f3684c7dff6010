//! A simulated club night: `cargo xtask club-night [MINUTES] [BOTS]`.
//!
//! Bots sit down through quick pairing, play random legal moves of all four games, and say ready
//! phrases in the chat. Three browsers do what visitors do: the first two seek opponents and play, the
//! third watches. At the end every game that began must be over, no seek may be left, and the server
//! must not have logged an error. It prints how many games were played, and fails on the first fault.

#![allow(clippy::print_stdout)]

mod bot;
mod visitors;

use anyhow::{Context, Result, bail, ensure};
use bot::{Bot, Tally};
use browser::{Chromium, ENGLISH, Size};
use games::Variant;
use std::{process::Stdio, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    task::JoinSet,
    time::{Instant, interval, sleep},
};

const MINUTES: u64 = 20;
const BOTS: u64 = 40;
/// Maximum time until the seeks of those who left are gone.
const SEEKS_END: Duration = Duration::from_secs(60);
/// Interval of a line about the progress.
const TOLD_EVERY: Duration = Duration::from_secs(60);

#[tokio::main]
async fn main() -> Result<()> {
    let number = |at: usize, usual: u64| match std::env::args().nth(at) {
        None => Ok(usual),
        Some(text) => text.parse().with_context(|| format!("`{text}` is no number")),
    };
    let (minutes, bots) = (number(1, MINUTES)?, number(2, BOTS)?);
    let folder = tempfile::tempdir()?;
    let server = Server::start(folder.path()).await?;
    println!("{bots} bots and three browsers for {minutes} minutes at {}", server.address);
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let tally = Arc::new(Tally::default());
    let mut players = JoinSet::new();
    for number in 0..bots {
        // Sifang needs four at a time.
        let variant = [Variant::Xiangqi, Variant::Banqi, Variant::Sifang, Variant::Undercover]
            [(number / 4 % 4) as usize];
        let bot = Bot::new(number, variant, server.address.clone(), tally.clone());
        players.spawn(bot.play_until(end));
    }
    let told = tally.clone();
    let telling = tokio::spawn(async move {
        let mut minutes = interval(TOLD_EVERY);
        loop {
            minutes.tick().await;
            println!("{told}");
        }
    });
    let chromium = Chromium::start().await?;
    let pages = [
        chromium.open(Size::Phone, ENGLISH).await?,
        chromium.open(Size::Desk, ENGLISH).await?,
        chromium.open(Size::Phone, ENGLISH).await?,
    ];
    let address = format!("http://{}", server.address);
    let [one, other, watcher] = &pages;
    let visits = tokio::try_join!(
        visitors::play(one, &address, "xiangqi", end),
        visitors::play(other, &address, "banqi", end),
        visitors::watch(watcher, &address, end),
        all(players),
    );
    if visits.is_err() {
        for page in &pages {
            let picture = page.shoot("club-night").await?;
            println!("a browser saw {}", picture.display());
        }
    }
    let (first, second, watched, ()) = visits?;
    telling.abort();
    for page in pages {
        page.close().await?;
    }
    chromium.stop().await?;
    let gone = Instant::now() + SEEKS_END;
    while bot::get(&server.address, "/api/seeks").await? != "[]" {
        ensure!(Instant::now() < gone, "seeks are left");
        sleep(Duration::from_secs(1)).await;
    }
    let log = server.stop().await?;
    let errors: Vec<&str> =
        log.lines().filter(|line| line.contains("ERROR") || line.contains("panicked")).collect();
    if !errors.is_empty() {
        bail!("the server logged {} errors, the first one: {}", errors.len(), errors[0]);
    }
    println!("{tally}; the browsers played {} games and watched {watched}", first + second);
    Ok(())
}

/// Waits for all bots, or for the first fault of one.
async fn all(mut bots: JoinSet<Result<()>>) -> Result<()> {
    while let Some(played) = bots.join_next().await {
        played??;
    }
    Ok(())
}

/// The program as a server, with its log.
struct Server {
    child: Child,
    address: String,
    log: tokio::task::JoinHandle<String>,
}

impl Server {
    async fn start(folder: &std::path::Path) -> Result<Server> {
        let mut child = Command::new(browser::executable())
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let output = child.stdout.take().context("no output")?;
        let line = BufReader::new(output).lines().next_line().await?.unwrap_or_default();
        let address = line.strip_prefix("chuhe: serving at http://").context(line.clone())?;
        let address = address.trim_end_matches('/').to_owned();
        let mut errors = BufReader::new(child.stderr.take().context("no log")?).lines();
        let log = tokio::spawn(async move {
            let mut log = String::new();
            while let Ok(Some(line)) = errors.next_line().await {
                log += &line;
                log.push('\n');
            }
            log
        });
        Ok(Server { child, address, log })
    }

    /// Stops the server and returns its log.
    async fn stop(mut self) -> Result<String> {
        let pid = self.child.id().context("the server has ended by itself")?;
        let status = Command::new("kill").args(["-TERM", &pid.to_string()]).status().await?;
        ensure!(status.success() && self.child.wait().await?.success(), "the server ends badly");
        Ok(self.log.await?)
    }
}
