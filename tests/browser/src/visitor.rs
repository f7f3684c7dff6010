use crate::Page;
use anyhow::{Result, ensure};
use serde_json::json;

/// Sets the language to English before the page's own scripts, unless another one was chosen.
pub const ENGLISH: &str = "localStorage['chuhe.settings'] ??= '{\"language\":\"en\"}';";

/// Registers an account from an open page, and loads the page again with it.
pub async fn register(page: &Page, name: &str) -> Result<()> {
    let script = "const done = arguments[1];
        const headers = { 'content-type': 'application/json' };
        fetch('/api/account', { method: 'POST', headers, body: arguments[0] })
            .then(answer => done(answer.status))";
    let body = json!({ "name": name, "password": "over the river" }).to_string();
    let status = page.ask_async(script, vec![json!(body)]).await?;
    ensure!(status == json!(201), "{name}: {status}");
    page.reload().await
}
