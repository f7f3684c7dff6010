//! Screens that need a second person: a challenge, a game between accounts with its chat and a
//! spectator, and what accounts, moderators and spectators see afterwards.

use anyhow::{Context, Result, ensure};
use browser::{Page, executable, register};
use std::path::Path;
use tokio::process::Command;

/// The screens in their order. Each needs those before it.
pub(crate) const SCREENS: [&str; 18] = [
    "seeking",
    "seek-listed",
    "challenge-waits",
    "challenge-received",
    "rated-table",
    "rated-chat",
    "rated-watched",
    "rated-ended",
    "profile-played",
    "correspondence",
    "devices",
    "embed",
    "study",
    "explorer",
    "report",
    "moderation",
    "password-reset",
    "not-found",
];

/// Moves that make the game long enough to be rated.
const MOVES: [(&str, &str); 10] = [
    ("h2", "e2"),
    ("h9", "g7"),
    ("a3", "a4"),
    ("a6", "a5"),
    ("c3", "c4"),
    ("c6", "c5"),
    ("e3", "e4"),
    ("e6", "e5"),
    ("g3", "g4"),
    ("g6", "g5"),
];

/// Two people at their own pages.
pub(crate) struct Company<'a> {
    pub(crate) address: &'a str,
    pub(crate) data: &'a Path,
    /// Distinguishes the accounts of each size and language.
    pub(crate) group: &'a str,
    pub(crate) first: &'a Page,
    pub(crate) second: &'a Page,
    /// The first page's table.
    pub(crate) table: String,
}

impl Company<'_> {
    fn name(&self, letter: char) -> String {
        format!("{letter} {}", self.group)
    }

    fn profile(&self, letter: char) -> String {
        format!("@{}", self.name(letter).replace(' ', "%20"))
    }

    async fn go(&self, page: &Page, path: &str, seen: &str) -> Result<()> {
        page.goto(&format!("{}/{path}", self.address)).await?;
        page.see(seen).await
    }

    /// Opens a screen, and returns the page that shows it.
    pub(crate) async fn show(&mut self, name: &str) -> Result<&Page> {
        let (first, second) = (self.first, self.second);
        match name {
            "seeking" => {
                for (page, letter) in [(first, 'C'), (second, 'D')] {
                    page.goto(self.address).await?;
                    register(page, &self.name(letter)).await?;
                    page.see("main[data-screen='start']").await?;
                }
                first.press("[data-quick='10+5']").await?;
                first.see("[data-panel='seeking']").await?;
            }
            "seek-listed" => {
                self.go(second, "", "main[data-screen='start'] [data-seek]").await?;
                return Ok(second);
            }
            "challenge-waits" => {
                self.go(first, &self.profile('D'), "[data-act='challenge']").await?;
                first.act("challenge").await?;
                first
                    .press("[data-dialog='challenge'] [data-field='first'] [data-value='first']")
                    .await?;
                first.act("send-challenge").await?;
                first.see("main[data-screen='table'] [data-panel='challenged']").await?;
            }
            "challenge-received" => {
                second.see("[data-dialog='challenge-received']").await?;
                return Ok(second);
            }
            "rated-table" => {
                second.act("accept-challenge").await?;
                for page in [first, second] {
                    page.see("main[data-screen='table'][data-turn='0'] [data-board]").await?;
                }
                for (ply, (from, to)) in MOVES.into_iter().enumerate() {
                    let mover = if ply % 2 == 0 { first } else { second };
                    mover.play(from, Some(to)).await?;
                    for page in [first, second] {
                        page.until_plies(ply + 1).await?;
                    }
                }
                let at = first.ask("return location.pathname", vec![]).await?;
                self.table = at.as_str().context("an address")?.trim_start_matches('/').to_owned();
            }
            "rated-chat" => {
                if first.has("[data-act='chat']").await? {
                    first.act("chat").await?;
                }
                first.press("[data-phrase]").await?;
                first.see("[data-chat-line]").await?;
            }
            "rated-watched" => {
                // A spectator without an account, in the second browser.
                sign_out(second).await?;
                self.go(second, &self.table, "main[data-screen='table'] [data-board]").await?;
                return Ok(second);
            }
            "rated-ended" => {
                if first.has("[data-dialog='chat']").await? {
                    first.act("close").await?;
                }
                first.act("resign").await?;
                first.act("confirm").await?;
                first.see("[data-ending]").await?;
            }
            "profile-played" => {
                self.go(
                    first,
                    &self.profile('D'),
                    "main[data-screen='player'] [data-panel='latest']",
                )
                .await?;
            }
            "correspondence" => {
                first.act("challenge").await?;
                first
                    .press("[data-dialog='challenge'] [data-field='clock'] [data-value='3d-move']")
                    .await?;
                first.act("send-challenge").await?;
                first.see("main[data-screen='table'] [data-panel='challenged']").await?;
                self.go(first, "", "main[data-screen='start'] [data-my-game]").await?;
            }
            "devices" => self.go(first, "account", "[data-panel='devices']").await?,
            "embed" => {
                let game = self.table.trim_start_matches("t/");
                first.visit(&format!("{}/embed/game/{game}", self.address)).await?;
                first.see("body[data-table]").await?;
            }
            "study" => {
                self.go(first, "studies", "[data-act='new-study']").await?;
                first.act("new-study").await?;
                first.write("[data-input='title']", "Central cannon").await?;
                first.press("[data-dialog='new-study'] [data-act='confirm']").await?;
                first.see("main[data-screen='record'] [data-board]").await?;
            }
            "explorer" => {
                self.go(first, "analysis", "[data-explorer='false']").await?;
                first.act("explorer").await?;
                first.see("[data-explored], [data-explorer-none]").await?;
            }
            "report" => {
                self.go(
                    first,
                    &self.profile('D'),
                    "main[data-screen='player'] [data-act='report']",
                )
                .await?;
                first.act("report").await?;
                first.see("[data-form='report']").await?;
            }
            "moderation" => {
                first.write("[data-input='report']", "rude lines in the chat").await?;
                first.act("send-report").await?;
                first.until("!document.querySelector('[data-form=report]')").await?;
                self.admin(&["grant", &self.name('C'), "moderator"]).await?;
                self.go(first, "moderation", "[data-panel='reports'] [data-report]").await?;
            }
            "password-reset" => {
                let link =
                    self.admin(&["reset-link", &self.name('D'), "--address", self.address]).await?;
                second.goto(link.trim()).await?;
                second.see("main[data-screen='password-reset']").await?;
                return Ok(second);
            }
            _ => self.go(first, "no/such/page", "main[data-screen='not-found']").await?,
        }
        Ok(self.first)
    }

    /// Runs a subcommand of `chuhe admin` on the server's folder; returns what it prints.
    async fn admin(&self, arguments: &[&str]) -> Result<String> {
        let mut command = Command::new(executable());
        let output =
            command.arg("admin").args(arguments).arg("--data").arg(self.data).output().await?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?)
    }
}

async fn sign_out(page: &Page) -> Result<()> {
    let script = "const done = arguments[0];
        fetch('/api/session', { method: 'DELETE' }).then(answer => done(answer.status))";
    page.ask_async(script, vec![]).await?;
    Ok(())
}
