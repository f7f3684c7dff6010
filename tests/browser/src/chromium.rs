use crate::{Page, Size};
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::{process::Stdio, time::Duration};
use thirtyfour::{
    ChromeCapabilities, ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel,
    WebDriver,
};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

/// Trace categories of a traced browser: tasks, their parts, and the marks of its pages.
const TRACED: &str = "-*,disabled-by-default-devtools.timeline,devtools.timeline,blink.user_timing";

/// Maximum number of attempts to start the driver.
const MAX_STARTS: u32 = 5;

/// Script that marks the tours of all games as seen. A script that names them decides for itself.
const KNOWS_THE_GAMES: &str =
    "try { localStorage.setItem('chuhe.tours', 'undercover sifang'); } catch (_) {}";

/// Script for a device with few processors, on which the engine starts only when it is switched on,
/// however many the machine of the test has. A script that names them decides for itself.
const FEW_PROCESSORS: &str =
    "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 2 });";

/// Running `chromedriver`; its browsers end with it.
pub struct Chromium {
    driver: Child,
    address: String,
    /// Folder of the browsers' profiles, deleted at the end.
    profiles: tempfile::TempDir,
}

/// A killed driver leaves its browsers running, each with half a core. They are found by the path
/// of their profiles.
impl Drop for Chromium {
    fn drop(&mut self) {
        let profiles = self.profiles.path();
        let killed =
            std::process::Command::new("pkill").args(["-KILL", "-f"]).arg(profiles).status();
        if let Err(error) = killed {
            eprintln!("browsers may be left: no pkill: {error}");
        }
    }
}

impl Chromium {
    /// Starts the driver on a free port. The driver chooses an IPv4 port and then needs the same
    /// for IPv6; if that is taken, it ends and is started again.
    pub async fn start() -> Result<Chromium> {
        for _ in 0..MAX_STARTS {
            if let Some(chromium) = Chromium::try_start().await? {
                return Ok(chromium);
            }
        }
        bail!("chromedriver ended {MAX_STARTS} times")
    }

    /// Returns `None` if the driver ends before it listens.
    async fn try_start() -> Result<Option<Chromium>> {
        let profiles = tempfile::tempdir().context("no folder for profiles")?;
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .env("TMPDIR", profiles.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("chromedriver is missing; `cargo verify tools` installs it")?;
        let output = driver.stdout.take().context("chromedriver is silent")?;
        let mut lines = BufReader::new(output).lines();
        let port = loop {
            let Some(line) = lines.next_line().await? else { return Ok(None) };
            if let Some((_, port)) = line.split_once("on port ")
                && line.contains("started successfully")
            {
                break port.trim_end_matches('.').to_owned();
            }
        };
        // The pipe stays open: the driver would stop at its next output otherwise.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let address = format!("http://127.0.0.1:{port}");
        Ok(Some(Chromium { driver, address, profiles }))
    }

    /// Opens a browser with separate storage. `early` runs before the page's scripts.
    pub async fn open(&self, size: Size, early: &str) -> Result<Page> {
        self.start_browser(DesiredCapabilities::chrome(), size, early).await
    }

    /// Opens a browser that records its tasks: see [`Page::end_watch`].
    pub async fn open_traced(&self, size: Size, early: &str) -> Result<Page> {
        let mut caps = DesiredCapabilities::chrome();
        caps.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
        let traced = json!({
            "enableNetwork": false, "enablePage": false, "traceCategories": TRACED,
        });
        caps.add_experimental_option("perfLoggingPrefs", traced)?;
        self.start_browser(caps, size, early).await
    }

    async fn start_browser(
        &self,
        mut caps: ChromeCapabilities,
        size: Size,
        early: &str,
    ) -> Result<Page> {
        let (width, height) = size.pixels();
        for arg in [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--lang=en",
        ] {
            caps.add_arg(arg)?;
        }
        let driver = WebDriver::new(&self.address, caps).await?;
        driver.set_script_timeout(Duration::from_secs(60)).await?;
        let cdp = driver.cdp();
        let is_phone = size.is_touched();
        cdp.send_raw(
            "Emulation.setDeviceMetricsOverride",
            json!({
                "width": width, "height": height, "mobile": is_phone,
                "deviceScaleFactor": if is_phone { 2 } else { 1 },
            }),
        )
        .await?;
        cdp.send_raw(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": is_phone, "maxTouchPoints": if is_phone { 5 } else { 1 } }),
        )
        .await?;
        let known = if early.contains("chuhe.tours") { "" } else { KNOWS_THE_GAMES };
        let processors = if early.contains("hardwareConcurrency") { "" } else { FEW_PROCESSORS };
        let source = json!({ "source": format!("{known}\n{processors}\n{early}") });
        cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", source).await?;
        Ok(Page::new(driver, size))
    }

    /// Stops the driver.
    pub async fn stop(mut self) -> Result<()> {
        self.driver.kill().await?;
        Ok(())
    }
}
