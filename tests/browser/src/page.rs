use crate::{
    Size,
    task::{self, Task},
};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};
use thirtyfour::{By, WebDriver};

/// Timeout for a change of the page, in milliseconds. Far above the usual time, because a test
/// checks results and not speed.
const PATIENCE_MS: u64 = 45_000;

/// Polling interval for things outside the page, in milliseconds.
const LOOK_MS: u64 = 250;

/// Page in a browser, with the input of its screen size.
pub struct Page {
    driver: WebDriver,
    size: Size,
}

impl Page {
    pub(crate) fn new(driver: WebDriver, size: Size) -> Page {
        Page { driver, size }
    }

    /// Opens an address and waits for the screen.
    pub async fn goto(&self, address: &str) -> Result<()> {
        self.driver.goto(address).await?;
        self.see("main[data-screen]").await
    }

    /// Opens an address without waiting.
    pub async fn visit(&self, address: &str) -> Result<()> {
        let to = json!({ "url": address });
        self.driver.cdp().send_raw("Page.navigate", to).await?;
        Ok(())
    }

    /// Blocks requests to addresses that match these patterns.
    pub async fn block(&self, patterns: &[&str]) -> Result<()> {
        self.driver.cdp().send_raw("Network.enable", json!({})).await?;
        self.driver.cdp().send_raw("Network.setBlockedURLs", json!({ "urls": patterns })).await?;
        Ok(())
    }

    /// Simulates a slow phone: bits per second, latency in milliseconds, and a factor by which the
    /// processor is slower.
    pub async fn slow_down(&self, bits: u32, latency_ms: u32, processor: f64) -> Result<()> {
        let cdp = self.driver.cdp();
        let bytes = bits / 8;
        let link = json!({
            "offline": false, "latency": latency_ms, "downloadThroughput": bytes,
            "uploadThroughput": bytes,
        });
        cdp.send_raw("Network.enable", json!({})).await?;
        cdp.send_raw("Network.emulateNetworkConditions", link).await?;
        cdp.send_raw("Emulation.setCPUThrottlingRate", json!({ "rate": processor })).await?;
        Ok(())
    }

    /// Reloads the page.
    pub async fn reload(&self) -> Result<()> {
        self.driver.refresh().await?;
        self.see("main[data-screen]").await
    }

    /// Runs the following scripts in a frame of the page.
    pub async fn enter_frame(&self, selector: &str) -> Result<()> {
        self.see(selector).await?;
        self.driver.find(By::Css(selector)).await?.enter_frame().await?;
        Ok(())
    }

    /// Runs the following scripts in the page itself again.
    pub async fn leave_frame(&self) -> Result<()> {
        self.driver.enter_default_frame().await?;
        Ok(())
    }

    /// Runs a script with these arguments.
    pub async fn ask(&self, script: &str, arguments: Vec<Value>) -> Result<Value> {
        Ok(self.driver.execute(script, arguments).await?.json().clone())
    }

    /// Runs a script that calls its last argument with its result.
    pub async fn ask_async(&self, script: &str, arguments: Vec<Value>) -> Result<Value> {
        Ok(self.driver.execute_async(script, arguments).await?.json().clone())
    }

    /// Waits until the expression is true.
    pub async fn until(&self, expression: &str) -> Result<()> {
        let script = format!(
            "const done = arguments[arguments.length - 1];
             const end = performance.now() + {PATIENCE_MS};
             const look = () => {{
                 let holds = false;
                 try {{ holds = Boolean({expression}); }} catch (_) {{}}
                 if (holds || performance.now() > end) done(holds);
                 else requestAnimationFrame(look);
             }};
             look();"
        );
        let holds = self.driver.execute_async(&script, vec![]).await?;
        if holds.json() == &Value::Bool(true) {
            return Ok(());
        }
        let shot = self.shoot("failure").await?;
        bail!("never came true: {expression}; see {}", shot.display())
    }

    /// Waits for an element.
    pub async fn see(&self, selector: &str) -> Result<()> {
        self.until(&format!("document.querySelector({})", json!(selector))).await
    }

    /// Visible text of the first matching element.
    pub async fn text(&self, selector: &str) -> Result<String> {
        let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
        let found = self.ask(script, vec![json!(selector)]).await?;
        Ok(found.as_str().unwrap_or_default().to_owned())
    }

    /// Whether an element exists now.
    pub async fn has(&self, selector: &str) -> Result<bool> {
        let found =
            self.ask("return !!document.querySelector(arguments[0])", vec![json!(selector)]);
        Ok(found.await? == Value::Bool(true))
    }

    /// Attribute of the first matching element; empty if either is missing.
    pub async fn attribute(&self, selector: &str, name: &str) -> Result<String> {
        let script =
            "return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? ''";
        let found = self.ask(script, vec![json!(selector), json!(name)]).await?;
        Ok(found.as_str().unwrap_or_default().to_owned())
    }

    /// Attribute of every matching element.
    pub async fn attributes(&self, selector: &str, name: &str) -> Result<Vec<String>> {
        let script = "return [...document.querySelectorAll(arguments[0])].map(e => e.getAttribute(arguments[1]) ?? '')";
        let found = self.ask(script, vec![json!(selector), json!(name)]).await?;
        Ok(serde_json::from_value(found)?)
    }

    /// Number of plies played, when the game is there.
    pub async fn plies(&self) -> Result<usize> {
        self.see("main[data-plies]").await?;
        let text = self.attribute("main[data-screen]", "data-plies").await?;
        text.parse().with_context(|| format!("`{text}` plies"))
    }

    /// Waits for this number of plies.
    pub async fn until_plies(&self, plies: usize) -> Result<()> {
        self.see(&format!("main[data-plies='{plies}']")).await
    }

    /// Every piece with its square, as the page names them.
    pub async fn pieces(&self) -> Result<Vec<(String, String)>> {
        let script = "return [...document.querySelectorAll('[data-board] [data-piece][data-at]')]
            .map(e => [e.dataset.piece, e.dataset.at])";
        Ok(serde_json::from_value(self.ask(script, vec![]).await?)?)
    }

    /// Centre of an element on the screen, after scrolling it into view and waiting for animations.
    /// The area that the page reserves for overlays counts as hidden.
    pub async fn middle(&self, selector: &str) -> Result<(f64, f64)> {
        let script = "const [selector, done] = arguments;
            let last = '';
            // Inside a scrolling container, an element is visible only within that container.
            const isHidden = (e, r) => {
                const scrolls = it => it.scrollHeight > it.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(it).overflowY);
                const scrollsAcross = it => it.scrollWidth > it.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(it).overflowX);
                for (let it = e.parentElement; it && it !== document.body; it = it.parentElement) {
                    const room = it.getBoundingClientRect();
                    if (scrolls(it) && (r.top < room.top || r.bottom > room.bottom)) return true;
                    if (scrollsAcross(it) && (r.left < room.left || r.right > room.right)) return true;
                }
                return false;
            };
            const look = () => {
                const e = document.querySelector(selector);
                if (!e) return done(null);
                const r = e.getBoundingClientRect();
                const kept = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
                const above = parseFloat(getComputedStyle(e).scrollMarginTop) || 0;
                if (r.top < above || r.bottom > innerHeight - kept || r.left < 0 || r.right > innerWidth || isHidden(e, r))
                    e.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
                const at = [r.x + r.width / 2, r.y + r.height / 2];
                if (String(at) === last) return done(at);
                last = String(at);
                requestAnimationFrame(look);
            };
            look();";
        let found = self.driver.execute_async(script, vec![json!(selector)]).await?;
        serde_json::from_value(found.json().clone())
            .with_context(|| format!("no {selector} on the page"))
    }

    /// Taps or clicks an element, with trusted input.
    pub async fn press(&self, selector: &str) -> Result<()> {
        self.see(selector).await?;
        let at = self.middle(selector).await?;
        if self.size.is_touched() {
            self.touch("touchStart", &[at]).await?;
            self.touch("touchEnd", &[]).await
        } else {
            self.mouse("mouseMoved", at).await?;
            self.mouse("mousePressed", at).await?;
            self.mouse("mouseReleased", at).await
        }
    }

    /// Opens a page from the site's bar: the name of its group and its own.
    pub async fn go_to(&self, group: &str, page: &str) -> Result<()> {
        self.press(&format!(".site [data-pages='{group}']")).await?;
        self.press(&format!(".site [data-page='{page}']")).await
    }

    /// Presses an action's button; on a phone it may be behind "more".
    pub async fn act(&self, act: &str) -> Result<()> {
        let waits = "const found = document.querySelector(`.actions:not(.all) > .rare[data-act='${arguments[0]}']`);
            return Boolean(found) && !found.checkVisibility()";
        if self.ask(waits, vec![json!(act)]).await? == json!(true) {
            self.press(".actions > [data-act='more']").await?;
        }
        self.press(&format!("[data-act='{act}']:not([disabled])")).await
    }

    /// Plays by tapping a square, or two squares; checks that the page offers the move.
    pub async fn play(&self, from: &str, to: Option<&str>) -> Result<()> {
        let plies = self.plies().await?;
        self.press(&format!("[data-square='{from}']")).await?;
        if let Some(to) = to {
            self.see(&format!("[data-dest='{to}']")).await?;
            self.press(&format!("[data-square='{to}']")).await?;
        }
        self.until_plies(plies + 1).await
    }

    /// Squares offered after tapping this one. The selection is cancelled.
    pub async fn destinations(&self, from: &str) -> Result<Vec<String>> {
        self.press(&format!("[data-square='{from}']")).await?;
        self.see("[data-mark='chosen']").await?;
        let mut found = self.attributes("[data-dest]", "data-dest").await?;
        found.sort();
        self.press(&format!("[data-square='{from}']")).await?;
        self.until("!document.querySelector('[data-mark=\"chosen\"]')").await?;
        Ok(found)
    }

    /// Sends a touch event with these fingers.
    pub async fn touch(&self, kind: &str, fingers: &[(f64, f64)]) -> Result<()> {
        let points: Vec<Value> =
            (0..).zip(fingers).map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id })).collect();
        let event = json!({ "type": kind, "touchPoints": points });
        self.driver.cdp().send_raw("Input.dispatchTouchEvent", event).await?;
        Ok(())
    }

    /// Sends a mouse event at a position.
    pub async fn mouse(&self, kind: &str, at: (f64, f64)) -> Result<()> {
        let buttons = u8::from(kind != "mouseReleased");
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        self.mouse_button(kind, at, button, buttons).await
    }

    /// Sends a mouse event of a button. `buttons` are the bits of the buttons held then: 1 is the
    /// main button, 2 the right one.
    pub async fn mouse_button(
        &self,
        kind: &str,
        (x, y): (f64, f64),
        button: &str,
        buttons: u8,
    ) -> Result<()> {
        let event = json!({
            "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1,
        });
        self.driver.cdp().send_raw("Input.dispatchMouseEvent", event).await?;
        Ok(())
    }

    /// Sets the system's preference for dark colours.
    pub async fn prefer_dark(&self, is_dark: bool) -> Result<()> {
        let value = if is_dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.driver.cdp().send_raw("Emulation.setEmulatedMedia", features).await?;
        Ok(())
    }

    /// Sets the system's preference for reduced motion.
    pub async fn prefer_stillness(&self, is_still: bool) -> Result<()> {
        let value = if is_still { "reduce" } else { "no-preference" };
        let features =
            json!({ "features": [{ "name": "prefers-reduced-motion", "value": value }] });
        self.driver.cdp().send_raw("Emulation.setEmulatedMedia", features).await?;
        Ok(())
    }

    /// Switches between the print and the screen style.
    pub async fn print(&self, is_printed: bool) -> Result<()> {
        let media = json!({ "media": if is_printed { "print" } else { "" } });
        self.driver.cdp().send_raw("Emulation.setEmulatedMedia", media).await?;
        if is_printed {
            // A browser sends this before it prints.
            self.ask("window.dispatchEvent(new Event('beforeprint'))", vec![]).await?;
        }
        Ok(())
    }

    /// Types into a field.
    pub async fn write(&self, selector: &str, text: &str) -> Result<()> {
        self.see(selector).await?;
        self.driver.find(By::Css(selector)).await?.send_keys(text).await?;
        Ok(())
    }

    /// Presses a key at the current focus.
    pub async fn key(&self, key: &str) -> Result<()> {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            _ => bail!("no code is known of {key}"),
        };
        for kind in ["rawKeyDown", "char", "keyUp"] {
            // Only Enter produces a character.
            if kind == "char" && key != "Enter" {
                continue;
            }
            let event = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code,
                "text": if kind == "char" { "\r" } else { "" },
            });
            self.driver.cdp().send_raw("Input.dispatchKeyEvent", event).await?;
        }
        Ok(())
    }

    /// Selects a value of a list.
    pub async fn choose(&self, selector: &str, value: &str) -> Result<()> {
        let script = "const list = document.querySelector(arguments[0]);
            list.value = arguments[1];
            list.dispatchEvent(new Event('change', { bubbles: true }));
            return list.value";
        let chosen = self.ask(script, vec![json!(selector), json!(value)]).await?;
        ensure!(chosen == json!(value), "{selector} offers no `{value}`");
        Ok(())
    }

    /// Selects a file in a file field.
    pub async fn upload(&self, selector: &str, file: &Path) -> Result<()> {
        let field = self.driver.find(By::Css(selector)).await?;
        field.send_keys(file.to_string_lossy().as_ref()).await?;
        Ok(())
    }

    /// Takes a screenshot after all animations, in the tests' folder. Returns its path.
    pub async fn shoot(&self, name: &str) -> Result<PathBuf> {
        self.shoot_into(&screens(), name).await
    }

    /// Takes a screenshot into a folder.
    pub async fn shoot_into(&self, folder: &Path, name: &str) -> Result<PathBuf> {
        let still = "const done = arguments[0];
            const moving = document.getAnimations().filter(a => a.effect?.getTiming().iterations !== Infinity);
            Promise.allSettled(moving.map(a => a.finished)).then(() => requestAnimationFrame(done));";
        self.driver.execute_async(still, vec![]).await?;
        std::fs::create_dir_all(folder)?;
        let file = folder.join(format!("{name}-{}.png", self.size.name()));
        self.driver.screenshot(&file).await?;
        Ok(file)
    }

    /// Whether nothing is wider than the window.
    pub async fn fits(&self) -> Result<bool> {
        let script =
            "return document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        Ok(self.ask(script, vec![]).await? == Value::Bool(true))
    }

    /// Starts recording tasks, on a page opened for tracing.
    pub async fn begin_watch(&self) -> Result<()> {
        self.mark(task::BEGIN).await
    }

    /// Tasks of the page's main thread since the recording began.
    pub async fn end_watch(&self) -> Result<Vec<Task>> {
        self.mark(task::END).await?;
        let mut log = Vec::new();
        // The browser delivers its trace with a delay.
        for _ in 0..PATIENCE_MS / LOOK_MS {
            for entry in self.driver.get_log("performance").await? {
                log.push(serde_json::from_str::<Value>(&entry.message)?);
            }
            if let Some(tasks) = task::watched(&log) {
                return Ok(tasks);
            }
            tokio::time::sleep(Duration::from_millis(LOOK_MS)).await;
        }
        bail!("the browser does not tell its tasks")
    }

    /// Starts recording the start of each frame.
    pub async fn begin_frames(&self) -> Result<()> {
        let note = "window.frames_seen = [];
            const note = at => {
                window.frames_seen.push(at);
                window.next_frame = requestAnimationFrame(note);
            };
            window.next_frame = requestAnimationFrame(note);";
        self.ask(note, vec![]).await?;
        Ok(())
    }

    /// Intervals between frames since then, in milliseconds.
    pub async fn end_frames(&self) -> Result<Vec<f64>> {
        let told = "cancelAnimationFrame(window.next_frame);
            return window.frames_seen.slice(1).map((at, before) => at - window.frames_seen[before])";
        Ok(serde_json::from_value(self.ask(told, vec![]).await?)?)
    }

    async fn mark(&self, name: &str) -> Result<()> {
        self.ask("performance.mark(arguments[0])", vec![json!(name)]).await?;
        Ok(())
    }

    /// Closes the browser.
    pub async fn close(self) -> Result<()> {
        Ok(self.driver.quit().await?)
    }
}

/// Folder of the screenshots: `<target>/screens`.
fn screens() -> PathBuf {
    crate::program::target_dir().join("screens")
}
