use crate::Page;
use anyhow::{Result, ensure};
use serde_json::{Value, json};

/// Sets the language to English before the page's own scripts, unless another one was chosen.
pub const ENGLISH: &str = "localStorage['chuhe.settings'] ??= '{\"language\":\"en\"}';";

/// Password of all accounts.
pub const PASSWORD: &str = "over the river";

/// Registers an account from an open page, and loads the page again with it.
pub async fn register(page: &Page, name: &str) -> Result<()> {
    send_credentials(page, "/api/account", name, 201).await
}

/// Signs in from an open page, and loads the page again.
pub async fn sign_in(page: &Page, name: &str) -> Result<()> {
    send_credentials(page, "/api/session", name, 200).await
}

async fn send_credentials(page: &Page, path: &str, name: &str, expected: u16) -> Result<()> {
    let body = json!({ "name": name, "password": PASSWORD });
    let (status, answer) = request(page, "POST", path, &body).await?;
    ensure!(status == expected, "{name}: {status} {answer}");
    page.reload().await
}

/// Sends a request from an open page, with a JSON body unless it is a `GET`. Returns the status and the
/// answer.
pub async fn request(page: &Page, method: &str, path: &str, body: &Value) -> Result<(u16, Value)> {
    let script = "const [method, path, body, done] = arguments;
        const headers = { 'content-type': 'application/json' };
        const init = method === 'GET' ? { method } : { method, headers, body };
        fetch(path, init).then(async answer => {
            const text = await answer.text();
            let value = text;
            try { value = JSON.parse(text); } catch (_) {}
            done([answer.status, value]);
        })";
    let arguments = vec![json!(method), json!(path), json!(body.to_string())];
    Ok(serde_json::from_value(page.ask_async(script, arguments).await?)?)
}
